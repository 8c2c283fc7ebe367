"""What sensors report. A reading says how sure it is; an unsure one never changes a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Cubes:
    """So many new cubes lie in a place since the game began to expect them there.

    `count` is the best estimate, or None when there is none (drawer out, scale not ready); `sure` means that it may be
    used without asking; `confidence` lies between 0 and 1. `other` is the next likeliest count of one that is not sure.
    `before` cubes lay there when they began to be expected, and came since those before were counted: they may be some
    of these, which `count` includes and `other` does not.
    """

    place: str
    count: int | None
    sure: bool
    confidence: float
    other: int | None = None
    before: int = 0


@dataclass(frozen=True)
class CardSeen:
    """A card's code was read: `kind` is `card_id` or `numbox`, `text` the code itself such as `D012`.

    One that is not sure says why in `doubt` (a code of `companion/session/seeing.py`), and what it reads the other way
    up in `other`, where that is the doubt. An `early` one lay there, or was photographed, before what is asked now: it
    is asked about, too.
    """

    kind: str
    text: str
    sure: bool
    confidence: float
    doubt: str = ""
    other: str = ""
    early: bool = False


@dataclass(frozen=True)
class CardUnread:
    """Something was laid under the camera that cannot be read: `trouble` is a code of `companion/session/seeing.py`;
    empty, it lies there no more."""

    trouble: str


@dataclass(frozen=True)
class Pressed:
    """A button on the panel was pressed: `next`, `back`, `repeat` or `scan`."""

    button: str


Reading: TypeAlias = Cubes | CardSeen | CardUnread | Pressed
