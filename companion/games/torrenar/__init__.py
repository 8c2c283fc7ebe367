"""The Skies of Torrenar."""
