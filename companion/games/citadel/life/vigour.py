"""What the companion keeps of the characters' strength besides their life points."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Vigour:
    """The mode of Recovery of this adventure: `normal`, `story` or `survival` (p. 20)."""

    mode: str = "normal"
