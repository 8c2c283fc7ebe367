"""A player's turn (rulebook p. 8 to 12)."""

from __future__ import annotations

from companion.games.turris.parts import Part

PART = Part(name="turns")
