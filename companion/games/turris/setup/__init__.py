"""Setting the game up (rulebook p. 6 and 7)."""
