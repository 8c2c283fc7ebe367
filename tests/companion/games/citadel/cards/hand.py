"""Cards put somewhere by hand, as a test needs them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.citadel.cards.cards import OWNED, Copy
from tests.companion.games.citadel.table import Evening, begun
from tests.companion.games.meaning import offer_of


def table(players: int = 2, **choices: str) -> Evening:
    """Everything is laid out and nothing has to be done; all characters stand on one Terrain card."""
    evening = begun(players, dict(choices))
    for hero in evening.state.heroes:
        evening.hero(hero.seat, place="", life=10, conscious=True)
    return evening


def card(evening: Evening, number: str, where: str = "deck", whose: str = "", at: str = "", **fields: str) -> Copy:
    """A known copy of a number lies there."""
    assert bool(whose) == (where in OWNED)
    cards, copy = evening.state.cards.with_new(number, **fields)
    cards = cards.changed(copy.key, where=where, whose=whose, at=at)
    evening.at(cards=cards)
    return cards.copy(copy.key)


def fact(evening: Evening, key: str, what: str, value: str | int) -> None:
    """Something is known of a card."""
    evening.at(board={**evening.state.board, f"card.{key}.{what}": value})


def counted(evening: Evening, number: str, copies: int) -> None:
    """So many cards of a number exist."""
    evening.at(board={**evening.state.board, f"number.{number}.copies": copies})


def scenario(evening: Evening, pictograph: str) -> None:
    """The Threat Booklet shows this pictograph at the bookmark."""
    evening.at(cards=replace(evening.state.cards, pictograph=pictograph))


def offers(evening: Evening) -> dict[str, str]:
    """The labels of what can be answered now, each with its move."""
    return {str(offer.label): offer.move.name for offer in evening.prompt.offers}


def lies(evening: Evening, key: str) -> tuple[str, str]:
    """Where a card lies and whose it is."""
    copy = evening.state.cards.copy(key)
    return copy.where, copy.whose


def answer(evening: Evening, move: str, **told: Any) -> None:
    """Tap the offer with this move and these arguments, or numbers on its button."""
    offer = offer_of(evening.prompt, move, told)
    evening.play(offer.move.name, **offer.move.args)
