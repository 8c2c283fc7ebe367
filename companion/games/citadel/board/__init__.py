"""The Board: Terrain cards, what is attached to them, figures, exploration."""
