"""Playing alone against the Betrayers (rulebook p. 25 to 27)."""
