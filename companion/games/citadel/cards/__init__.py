"""The cards: every numbered card that was ever seen, and where it is."""
