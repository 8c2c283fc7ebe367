"""Piles that are kept by name: what a piece weighs on this cell, and which counters they are for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from companion.drawer.pile_view import KeptPile
from companion.drawer.scale_parts import Store

KIND = "pile"


@dataclass(frozen=True)
class PileRecord:
    """One pile: its pieces' `weights` as plain values, `bound` the counter by each game's name."""

    name: str
    at: float
    weights: Mapping[str, Any]
    bound: Mapping[str, str] = field(default_factory=dict)
    by_itself: bool = False


class PileStore:
    """The piles of one cell, whose id is `key`: another cell weighs in other counts."""

    def __init__(self, store: Store, key: Callable[[], str]) -> None:
        self._store = store
        self._key = key
        self._listed: tuple[str, tuple[KeptPile, ...]] | None = None

    def get(self, name: str) -> PileRecord | None:
        """The pile of this name; None when there is none, or it was damaged."""
        return _record(self._store.get(KIND, self._place(name)))

    def all(self) -> tuple[KeptPile, ...]:
        """Every pile, the newest first."""
        if self._listed is None or self._listed[0] != self._key():
            start = self._place("")
            found = [_record(one) for key, one in self._store.all(KIND).items() if key.startswith(start)]
            newest = sorted((one for one in found if one is not None), key=lambda one: one.at, reverse=True)
            listed = tuple(KeptPile(one.name, int(one.weights.get("pieces", 0))) for one in newest)
            self._listed = (self._key(), listed)
        return self._listed[1]

    def keep(self, record: PileRecord) -> None:
        """Keep this in the place of an older one of its name."""
        self._store.put(KIND, self._place(record.name), msgspec.to_builtins(record))
        self._listed = None

    def drop(self, name: str) -> None:
        """Keep it no longer."""
        self._store.drop(KIND, self._place(name))
        self._listed = None

    def _place(self, name: str) -> str:
        return f"{self._key()} {name}"


def _record(kept: Any) -> PileRecord | None:
    try:
        return msgspec.convert(kept, PileRecord) if isinstance(kept, dict) else None
    except msgspec.ValidationError:
        return None
