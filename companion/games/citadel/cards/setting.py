"""Corrections by hand: the scenario's pictograph, and where each card lies that is out of its deck."""

from __future__ import annotations

from companion.api.game import Correction, IllegalMove, Outcome, Value, Words
from companion.api.text import T, Text
from companion.games.citadel.cards import moving, signs
from companion.games.citadel.cards.ledger import ADVENTURE, OWNED, Copy
from companion.games.citadel.cards.numbers import order
from companion.games.citadel.cards.words import PLACE_NAMES, back_name, card_name, place_name
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction
from companion.toolkit.forms import pick

LIES = "lies_"
COMMON = ("deck", "board", "quest", "global", "map", "past", "banished")
FACE_DOWN = ("past", "banished")  # may not be looked at: only the back is named (p. 18)


def corrections(state: State) -> tuple[Correction, ...]:
    """The pictograph of the scenario, and every card that is out."""
    ask = Words(name="pictograph", label=T("Pictograph of the scenario, in your words"))
    cards = sorted((copy for copy in state.ledger if _is_out(copy)), key=order)
    return (Correction(ask=ask, now=state.ledger.pictograph), *(_card(state, copy) for copy in cards))


def _is_out(copy: Copy) -> bool:
    """An Exploration card that lies on the Board is told there, and one in the deck or the Past from no other."""
    hidden = ("deck", "shown") if copy.deck == ADVENTURE else ("deck", "shown", "board", "past", "banished")
    return copy.where not in hidden and not copy.saved


def _card(state: State, copy: Copy) -> Correction:
    name = back_name(copy) if copy.where in FACE_DOWN else card_name(state, copy)
    ask = pick(f"{LIES}{copy.key}", T("{card}: where it lies", card=name), _places(state))
    return Correction(ask=ask, now=f"{copy.where}:{copy.whose}" if copy.whose else copy.where)


def _places(state: State) -> dict[str, Text]:
    owned = {
        f"{where}:{hero.seat}": place_name(state, Copy(key="", number="", where=where, whose=hero.seat))
        for where in ("purse", "blocked")
        for hero in state.heroes
    }
    return {where: PLACE_NAMES[where] for where in COMMON} | owned


def correct(state: State, name: str, value: Value) -> Outcome[State] | None:
    """The table says so."""
    tx = Transaction(state)
    if name == "pictograph":
        signs.set_scenario(tx, str(value))
    elif name.startswith(LIES):
        _lay(tx, name.removeprefix(LIES), str(value))
    else:
        return None
    return tx.outcome()


def _lay(tx: Transaction, key: str, place: str) -> None:
    where, _, seat = place.partition(":")
    known = {copy.key for copy in tx.state.ledger}
    if key not in known or where not in PLACE_NAMES or bool(seat) != (where in OWNED):
        raise IllegalMove(T("That card is not in the ledger."))
    if where == "deck":
        moving.return_(tx, key)
        return
    copy = moving.put(tx, key, where, seat)
    text = T("{card}: {place}.", card=back_name(copy), place=place_name(tx.state, copy))
    tx.note("card_set", text, card=key, place=where)
