"""The games, a folder each; found by their folder names, imported by nobody."""
