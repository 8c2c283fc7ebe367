"""Where every card is that the companion knows of, and its number. Numbers become known by being seen; none is assumed
to exist."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.api import Code, T, Text

GREEN, GOLD = "green", "gold"
ADVENTURE, EXPLORATION = "adventure", "exploration"
# Where a card can be. `deck`: in the box, behind its divider (an Exploration card: its area's); `shown`: revealed just
# now, being read and resolved by `whose`; `board`: a Terrain card, an attached Permanent event or an Exploration card
# on the Board; `purse`: before the player `whose` it is; `blocked`: under `whose` Character card; `quest`, `global`,
# `map`, `past`, `banished`: as on the dividers (p. 5 to 9).
PLACES = ("deck", "shown", "board", "purse", "blocked", "quest", "global", "map", "past", "banished")
OUT_OF_PLAY = ("deck", "past", "banished")
OWNED = ("shown", "purse", "blocked")  # places that belong to a player, who is then in `whose`
# What a revealed card is (p. 5 to 6); empty while nobody has said.
KINDS = ("terrain", "permanent", "temporary", "global", "quest", "purse", "map")


@dataclass(frozen=True, kw_only=True)
class Copy:
    """One card. `key` is its own name, never given to another card: its number and which of that number, "049.1".

    `number` is the three digits of its back, or the Roman numeral of its area for an Exploration card. `colour` is that
    of the back of an Adventure card, empty while unknown; `frame` is the pictograph in a framed numbox, in the players'
    words, empty for the plain shape. `whose` is a seat for `shown`, `purse` and `blocked`; `at` is what it lies at on
    the Board (the key of the Terrain card that it is attached to, or what the Board's sketch wants to know). `saved`:
    it lies behind the "Save" divider and will come back to where it was (p. 25). `seen`: this campaign has revealed it.
    """

    key: str
    number: str
    deck: str = ADVENTURE
    colour: str = GREEN
    frame: str = ""
    kind: str = ""
    where: str = "deck"
    whose: str = ""
    at: str = ""
    saved: bool = False
    seen: bool = False

    @property
    def in_play(self) -> bool:
        return self.where not in OUT_OF_PLAY and not self.saved


@dataclass(frozen=True, kw_only=True)
class Away:
    """A card that is being put away: a copy's key and the place that it goes to."""

    key: str
    to: str


@dataclass(frozen=True, kw_only=True)
class Check:
    """A look into the box: the place that is looked through (with its owner), and the copies found there so far."""

    where: str
    whose: str = ""
    found: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Cards:
    """Every copy that was ever seen. `pictograph` is that of the present scenario, in the players' words (p. 16).

    `tray` are the cards that are being put away; `check` is the look into the box that is under way.
    """

    copies: tuple[Copy, ...] = ()
    pictograph: str = ""
    tray: tuple[Away, ...] = ()
    check: Check | None = None

    def __iter__(self) -> Iterator[Copy]:
        return iter(self.copies)

    def copy(self, key: str) -> Copy:
        """The copy of that key; `KeyError` when there is none."""
        for copy in self.copies:
            if copy.key == key:
                return copy
        raise KeyError(key)

    def numbered(self, number: str) -> tuple[Copy, ...]:
        """The known copies of a number, in the order in which they were seen."""
        return tuple(copy for copy in self.copies if copy.number == number)

    def changed(self, key: str, **changes: Any) -> Cards:
        """The cards with one of them changed."""
        copy = replace(self.copy(key), **changes)
        if copy.where != "deck" and not copy.seen:
            copy = replace(copy, seen=True)
        return replace(self, copies=tuple(copy if one.key == key else one for one in self.copies))

    def with_new(self, number: str, **fields: Any) -> tuple[Cards, Copy]:
        """The cards with a copy of this number that was never seen before, and that copy."""
        taken = [int(copy.key.rpartition(".")[2]) for copy in self.numbered(number)]
        copy = Copy(key=f"{number}.{max(taken, default=0) + 1}", number=number, **fields)
        return replace(self, copies=(*self.copies, copy)), copy


DIVIDER_STEP = 50  # 050 to 099 stand behind divider "050" (p. 7)


def divider(number: str) -> str:
    """The number on the divider behind which a card stands (p. 7)."""
    return f"{int(number) // DIVIDER_STEP * DIVIDER_STEP:03d}"


def behind(copy: Copy) -> str:
    """What stands on a copy's divider: a number, or the numeral of an area (p. 7)."""
    return divider(copy.number) if copy.deck == ADVENTURE else copy.number


def order(copy: Copy) -> tuple[bool, str, bool, bool, int]:
    """Where a card stands in the box: Adventure cards by ascending number, green before gold, a framed numbox before
    the plain shape (p. 7); Exploration cards by their area. Equal ones stay in the order in which they were seen."""
    nth = int(copy.key.rpartition(".")[2])
    return (copy.deck != ADVENTURE, copy.number, copy.colour == GOLD, not copy.frame, nth)


NUMBER = r"[0-9]{3}"


def card_number(label: Text, name: str = "number") -> Code:
    """The number on a card's back is asked for, shown to the camera or typed."""
    return Code(name=name, label=label, kind="numbox", pattern=NUMBER, suits=T("a card's number, such as 049"))
