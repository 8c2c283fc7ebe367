"""What the owner's Map tiles show (rulebook p. 10, 25): told once half by half, then one tap for a whole tile.

The two board facts `near_tiles` and `far_tiles` keep them in words, a tile after the other: `trees 2, nothing; coal 4,
wood 1, food 2`. The first half of each is the one that is drawn above the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from companion.api import BoardFamily, Choice, T, Text, Words, row_of
from companion.games.frostpunk.city import ground
from companion.games.frostpunk.city.geometry import ring
from companion.games.frostpunk.city.ground import EMPTY, MAP_RESOURCES, NOTHING, lies_text, lying
from companion.games.frostpunk.city.land import PLACES, Space
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.wording import TREE, counted

MOST_CHARS = 2000
MOST_SHOWN = 12  # so many tiles stand below an answer at once; any other one is told half by half
FACTS = {1: "near_tiles", 2: "far_tiles"}
TILES = BoardFamily(
    pattern="(near|far)_tiles",
    ask=Words(name="tiles", label=T("What the Map tiles show"), at_most_chars=MOST_CHARS),
    label=T("What the Near and the Far tiles show, tile by tile"),
)
_HALF = rf"(?:{NOTHING}|(?:{'|'.join((*MAP_RESOURCES, TREE))}) [1-5])"
_TILE = re.compile(rf"({_HALF}), ({_HALF})(?:, food ([1-9]|10))?")


@dataclass(frozen=True)
class Face:
    """What a tile shows: either half as an answer (`ground.lying`), and so much Food."""

    first: str
    second: str
    food: int = 0

    @property
    def words(self) -> str:
        """As it is kept."""
        return f"{self.first}, {self.second}" + (f", food {self.food}" if self.food else "")

    @property
    def spaces(self) -> tuple[Space, Space]:
        """What comes to lie on its spaces."""
        return lying(self.first), lying(self.second)

    def label(self) -> Text:
        """For people: "2 Trees, nothing, 1 Food"."""
        halves = [lies_text(space) if space != EMPTY else T("nothing") for space in self.spaces]
        parts = [*halves, *([counted("food", self.food)] if self.food else [])]
        return row_of(parts)


@lru_cache(maxsize=256)
def face(words: str) -> Face | None:
    """The tile of these words; None where they are none."""
    found = _TILE.fullmatch(words.strip())
    return Face(found[1], found[2], int(found[3] or 0)) if found else None


def faces(state: State, place: str) -> tuple[Face, ...]:
    """The known tiles of the kind that lies at such a place, each once; those that lie on the map already come last."""
    told = str(state.word(FACTS[ring(place)]) or "").split(";") if ring(place) else []
    known = dict.fromkeys(one for one in map(face, told) if one is not None)
    laid = set(_laid(state, place))
    return tuple(sorted(known, key=lambda one: one.spaces in laid))


def _laid(state: State, place: str) -> Iterator[tuple[Space, ...]]:
    for other in PLACES:
        if other != place and ring(other) == ring(place) and other in state.city.tiles:
            yield tuple(state.city.tiles[other])


def learn(tx: Transaction, place: str, shown: Face) -> None:
    """Keep what a tile shows, for this evening and the next ones."""
    fact = FACTS[ring(place)]
    told = str(tx.state.word(fact) or "")
    words = f"{told}; {shown.words}" if told else shown.words
    if shown not in faces(tx.state, place) and len(words) <= MOST_CHARS:
        tx.learn(fact, words)


def choices(state: State, place: str) -> tuple[Choice, ...]:
    """The known tiles that may lie there now, for a tap each."""
    kinds = (NOTHING, *ground.lying_kinds(state))
    fit = (one for one in faces(state, place) if {one.first.split()[0], one.second.split()[0]} <= set(kinds))
    return tuple(Choice(value=one.words, label=one.label()) for one in fit)[:MOST_SHOWN]
