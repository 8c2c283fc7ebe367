"""Playing alone (rulebook p. 25 to 27)."""

from __future__ import annotations

from companion.games.turris.parts import Part

PART = Part(name="solo")
