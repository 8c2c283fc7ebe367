"""A pile on the scale, as the phones are shown it, and what the desk needs of a pile's scale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from companion.api.text import Text


class Pile(Protocol):
    """A scale for one pile; see `hardware/pile_scale.py`. Steps may raise an exception with a `code`."""

    @property
    def weights(self) -> Any: ...
    @property
    def reading(self) -> Any: ...
    def feed(self, time_s: float, raw: int, good: bool = True) -> None: ...
    def zero(self) -> None: ...
    def known(self, count: int) -> Any: ...
    def confirm_count(self, count: int) -> None: ...
    def pause(self) -> None: ...


@dataclass(frozen=True)
class KeptPile:
    """A pile of an earlier evening: its name, and of how many pieces its weight is known."""

    name: str
    pieces: int


@dataclass(frozen=True)
class PileState:
    """The pile on the scale.

    `step` is `none`, `zero`, `known`, `count` or `paused`; `status` is `sure`, `unsure`, `moving`, `no signal` or "".
    `words` says what to do, `why` what is the matter. `at_once` is how many pieces it counts surely in one go. `bound`
    is the counter (an adjustable's name) that it is for in the open game, `what` that counter's label, `now` its value;
    `by_itself` sets it without a tap. `kept` are the piles that are known.
    """

    step: str = "none"
    name: str = ""
    status: str = ""
    count: int | None = None
    other: int | None = None
    words: Text | None = None
    why: Text | None = None
    at_once: int | None = None
    bound: str | None = None
    what: Text | None = None
    now: int | None = None
    by_itself: bool = False
    kept: tuple[KeptPile, ...] = ()
