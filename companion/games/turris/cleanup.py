"""The Cleanup Phase (rulebook p. 20)."""

from __future__ import annotations

from companion.games.turris.parts import Part

PART = Part(name="cleanup")
