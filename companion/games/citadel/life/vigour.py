"""What the companion keeps of the characters' strength besides their life points: their Action Decks, as counts."""

from __future__ import annotations

from dataclasses import dataclass

MODES = ("normal", "story", "survival")
RESTS = ("started", "whole")


@dataclass(frozen=True, kw_only=True)
class Piles:
    """How many Action cards of one player lie where. `deck` is None while nobody has counted it.

    `hand` are Skill cards, `blocked` those under the Character card; the cards drawn for a running action lie in none.
    """

    seat: str
    deck: int | None = None
    discard: int = 0
    hand: int = 0
    blocked: int = 0


@dataclass(frozen=True, kw_only=True)
class Vigour:
    """The mode of Recovery of this adventure (`normal`, `story` or `survival`, p. 20), how a rest of cards is paid for
    (`started`: like a whole group; `whole`: only whole groups may be taken), the players' piles, and what is ticked off
    of the list of somebody who has just fallen unconscious."""

    mode: str = "normal"
    rest: str = "started"
    piles: tuple[Piles, ...] = ()
    ticked: tuple[str, ...] = ()

    def of(self, seat: str) -> Piles:
        """The piles of a seat."""
        return next((piles for piles in self.piles if piles.seat == seat), Piles(seat=seat))
