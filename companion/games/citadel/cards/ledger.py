"""Where every card is that the companion knows of. Numbers become known by being seen; none is assumed to exist."""

from __future__ import annotations

from dataclasses import dataclass

GREEN, GOLD = "green", "gold"
ADVENTURE, EXPLORATION = "adventure", "exploration"

# Where a card can be. `deck`: in the box, behind its divider (an Exploration card: its area's); `shown`: revealed just
# now, being read and resolved; `board`: a Terrain card, an attached Permanent event or an Exploration card on the
# Board; `purse`: before the player `whose` it is; `blocked`: under `whose` Character card; `quest`, `global`, `map`,
# `past`, `banished`: as on the dividers (p. 5 to 9).
PLACES = ("deck", "shown", "board", "purse", "blocked", "quest", "global", "map", "past", "banished")

# What a revealed card is (p. 5 to 6); empty while nobody has said.
KINDS = ("terrain", "permanent", "temporary", "global", "quest", "purse", "map")


@dataclass(frozen=True, kw_only=True)
class Copy:
    """One card. `key` is its own name in the ledger, never reused.

    `number` is the three digits of its back, or the Roman numeral of its area for an Exploration card. `colour` is that
    of the back of an Adventure card, empty while unknown; `frame` is the pictograph in a framed numbox, in the players'
    words, empty for the plain shape. `uid` is the unique number of its front, where somebody has told it. `whose` is a
    seat for `purse` and `blocked`; `at` is what it lies at (the key of the Terrain card that it is attached to, or what
    the part that placed it wants to know).
    """

    key: str
    number: str
    deck: str = ADVENTURE
    colour: str = GREEN
    frame: str = ""
    kind: str = ""
    uid: str = ""
    where: str = "deck"
    whose: str = ""
    at: str = ""


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """Every copy that was ever seen. `keys` is how many keys have been given out."""

    copies: tuple[Copy, ...] = ()
    keys: int = 0

    def copy(self, key: str) -> Copy:
        """The copy of that key; `KeyError` when there is none."""
        for copy in self.copies:
            if copy.key == key:
                return copy
        raise KeyError(key)
