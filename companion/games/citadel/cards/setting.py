"""Corrections by hand: the scenario's pictograph, and where each card lies that is out of its deck."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.api.game import Value, Words
from companion.api.text import T, Text
from companion.games.citadel.cards import moving, signs
from companion.games.citadel.cards.cards import ADVENTURE, Copy
from companion.games.citadel.cards.numbers import order
from companion.games.citadel.cards.words import PLACE_NAMES, back_name, card_name, place_name
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction
from companion.toolkit.forms import pick
from companion.toolkit.modules import Settable

COMMON = ("deck", "board", "quest", "global", "map", "past", "banished")
FACE_DOWN = ("past", "banished")  # may not be looked at: only the back is named (p. 18)


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """The pictograph of the scenario, and every card that is out."""
    ask = Words(name="pictograph", label=T("Pictograph of the scenario, in your words"))
    yield Settable(ask, state.cards.pictograph, lambda tx, value: signs.set_scenario(tx, str(value)))
    for copy in sorted((copy for copy in state.cards if _is_out(copy)), key=order):
        yield _card(state, copy)


def _is_out(copy: Copy) -> bool:
    """An Exploration card that lies on the Board is told there, and one in the deck or the Past from no other."""
    hidden = ("deck", "shown") if copy.deck == ADVENTURE else ("deck", "shown", "board", "past", "banished")
    return copy.where not in hidden and not copy.saved


def _card(state: State, copy: Copy) -> Settable[Transaction]:
    name = back_name(copy) if copy.where in FACE_DOWN else card_name(state, copy)
    ask = pick(f"lies_{copy.key}", T("{card}: where it lies", card=name), _places(state))
    return Settable(ask, f"{copy.where}:{copy.whose}" if copy.whose else copy.where, partial(_lay, copy.key))


def _places(state: State) -> dict[str, Text]:
    owned = {
        f"{where}:{hero.seat}": place_name(state, Copy(key="", number="", where=where, whose=hero.seat))
        for where in ("purse", "blocked")
        for hero in state.heroes
    }
    return {where: PLACE_NAMES[where] for where in COMMON} | owned


def _lay(key: str, tx: Transaction, value: Value) -> None:
    where, _, seat = str(value).partition(":")
    if where == "deck":
        moving.return_(tx, key)
        return
    copy = moving.put(tx, key, where, seat)
    text = T("{card}: {place}.", card=back_name(copy), place=place_name(tx.state, copy))
    tx.note("card_set", text, card=key, place=where)
