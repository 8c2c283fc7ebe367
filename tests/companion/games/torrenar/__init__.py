"""Tests of The Skies of Torrenar."""
