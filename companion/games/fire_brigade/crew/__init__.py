"""Captains and crew: their abilities, and when they apply (rulebook p. 5, 6, 11 and the card texts at its end)."""
