"""The Board as far as the companion knows it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Board:
    """The sketch of the Board."""
