"""The Beast Phase (rulebook p. 13 to 19)."""

from __future__ import annotations

from companion.games.turris.parts import Part

PART = Part(name="beasts")
