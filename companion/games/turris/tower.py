"""Tower Rooms and the Tower track (rulebook p. 11 and 12)."""

from __future__ import annotations

from companion.games.turris.parts import Part

PART = Part(name="tower")
