"""A player's turn (rulebook p. 8 to 12)."""
