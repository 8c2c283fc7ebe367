"""A player's turn: the Event Phase and the Action Phase (rulebook p. 9 to 11)."""
