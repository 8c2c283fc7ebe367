"""Setting the game up (rulebook p. 3, 4 and 8)."""
