"""The city: its fields, its tiles and who stands where (rulebook p. 4 to 6)."""
