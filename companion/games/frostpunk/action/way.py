"""One way to use a Building."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.api.text import Text
from companion.games.frostpunk.transaction import Transaction


@dataclass(frozen=True, kw_only=True)
class Way:
    """`name` is its answer in a move, `label` says what it does now, `do` carries it out; `do` refuses with a sentence
    where that is impossible, before it has changed anything."""

    name: str
    label: Text
    do: Callable[[Transaction], None]
