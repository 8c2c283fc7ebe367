"""The page of a venue with many tables: for its owner, its staff, and whoever looks in."""
