"""Excavation Sites (rulebook p. 6 and 21)."""

from __future__ import annotations

from companion.games.turris.parts import Part

PART = Part(name="excavation")
