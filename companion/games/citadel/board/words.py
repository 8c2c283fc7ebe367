"""What lies on the Board, in words."""

from __future__ import annotations

import re
from collections import Counter

from companion.api.game import IllegalMove
from companion.api.text import T, Text
from companion.games.citadel.board.sketch import SIDES, Arrow
from companion.games.citadel.cards.words import listed
from companion.games.citadel.state import State
from companion.games.citadel.tables import words

SIDE_NAMES = words("sides")
_ARROW = re.compile(r"([0-9]{3})(?:[ ,]+([A-Z0-9]{1,8}))?")


def number_of(state: State, key: str) -> str:
    """The number on a card's back, or an Exploration card's area."""
    return state.cards.copy(key).number


def sides_of(arrows: tuple[Arrow, ...]) -> Text:
    """The areas by their sides: "north I, east II"."""
    return listed([T("{side} {area}", side=SIDE_NAMES[arrow.side], area=arrow.area) for arrow in arrows])


def sides_and_numbers(arrows: tuple[Arrow, ...]) -> Text:
    """All that arrows show: "north 094 I, east 108 II"."""
    if not arrows:
        return T("no arrows")
    return listed(
        [
            T("{side} {number} {area}", side=SIDE_NAMES[arrow.side], number=arrow.number, area=arrow.area)
            for arrow in arrows
        ]
    )


def areas_of(areas: tuple[str, ...]) -> Text:
    """How many cards of which areas: "2 × I, 1 × II"."""
    counted = Counter(areas)
    return listed([T("{count} × {area}", count=count, area=area) for area, count in sorted(counted.items())])


def read_arrow(side: str, words: str) -> Arrow | None:
    """What somebody entered for a side: "094 I" (a number and an area), a number alone, or nothing."""
    said = words.strip().upper()
    if not said:
        return None
    match = _ARROW.fullmatch(said)
    if match is None:
        raise IllegalMove(
            T("{side}: enter the number beside the arrow and the area, such as 094 I, or nothing.",
              side=SIDE_NAMES[side]),
            rule="exploring",
            page=21,
        )  # fmt: skip
    return Arrow(side=side, number=match[1], area=match[2] or "")


def written(arrows: tuple[Arrow, ...]) -> str:
    """Arrows as a fact of the owner's card: "north 094 I; east 108 I", "none"."""
    parts = (f"{arrow.side} {arrow.number} {arrow.area}".strip() for arrow in arrows)
    return "; ".join(parts) or "none"


def read_written(words: str) -> tuple[Arrow, ...]:
    """What `written` wrote."""
    found = []
    for part in words.split(";"):
        side, _, rest = part.strip().partition(" ")
        if side in SIDES and (arrow := read_arrow(side, rest)) is not None:
            found.append(arrow)
    return tuple(found)
