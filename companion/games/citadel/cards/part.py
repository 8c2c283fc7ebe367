"""What the card ledger brings to the game."""

from __future__ import annotations

from companion.games.citadel.part import Part

PART = Part(name="cards")
