"""Cards that the companion keeps track of: the Dusk deck, the Event display, Laws, Technologies, Expeditions, hands."""

from __future__ import annotations

from dataclasses import dataclass

DECKS = ("A", "B", "C")
MOST_LAWS = 4  # p. 37


@dataclass(frozen=True, kw_only=True)
class Dusk:
    """The Dusk deck and its discard pile, by code. An entry of the deck may be a card whose code nobody has seen: "?"
    and why it lies there ("?L03", a Consequence of that Law; "?dispute", the one Social Dispute). `disputes` are those
    left in the Social Dispute deck.

    Cards that were resolved without their code being told still stand in `deck`, for nobody knows which they are:
    `thrown` of those entries lie on the discard pile, `gone` of them elsewhere. `shown` is the entry of the
    deck that the card being resolved was."""

    deck: tuple[str, ...] = ("D000", "?dispute")
    discard: tuple[str, ...] = ()
    disputes: int = 9
    thrown: int = 0
    gone: int = 0
    shown: str = ""

    @property
    def count(self) -> int:
        """How many cards lie in the deck, as far as is known."""
        return max(0, len(self.deck) - self.thrown - self.gone)


@dataclass(frozen=True, kw_only=True)
class Laws:
    """`offered` lie in the Future Law display, `passed` are in force, both by code; `removed` left the game."""

    offered: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Technology:
    """A Technology card by its name, and where its Development token is: `inactive` on the card, `track` (on the Round
    track, space `due`), `active` (developed). `cost` is its Development cost in rounds, 0 while nobody has said."""

    name: str
    cost: int = 0
    token: str = "inactive"
    due: int = 0


@dataclass(frozen=True, kw_only=True)
class Location:
    """An Expedition card of a stack: its deck (`A`, `B`, `C`, or `S` for a Scenario Expedition), its name where it was
    told, its number of spaces (0 while nobody has said), whether it lies black side up, and the owner's words for the
    Continue option that was chosen on it, promised for the return."""

    deck: str
    name: str = ""
    spaces: int = 0
    black: bool = False
    promised: str = ""


@dataclass(frozen=True, kw_only=True)
class Stack:
    """An Expedition stack, its first card first. `scout` is the type of the Meeple on it, empty while there is none;
    `at` is the space of the top card it stands on, 1 being the first; 0 and less are the first spaces that the cards
    beneath it show. `aside`: it stands beside the card that is being explored; `left` are the spaces it has still to
    move."""

    cards: tuple[Location, ...] = ()
    scout: str = ""
    at: int = 0
    aside: bool = False
    left: int = 0
