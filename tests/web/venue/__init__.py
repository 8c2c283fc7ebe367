"""The page of a venue."""
