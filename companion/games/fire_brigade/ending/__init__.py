"""How the game ends, and who wins (rulebook p. 8)."""
