"""Beasts, Fruit and Altar as the table has them: set by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.api.game import Value
from companion.api.text import T, Text
from companion.games.turris.map.land import locations
from companion.games.turris.names import BEAST_NAMES, place_name
from companion.games.turris.state import BEASTS, NOWHERE, PLACES, Beast, State
from companion.games.turris.transaction import Transaction
from companion.toolkit.forms import pick
from companion.toolkit.modules import Settable

YES_NO: Mapping[str, Text] = {"no": T("No"), "yes": T("Yes")}
OUT = "out"


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """Where each Beast is and whether it is flipped, the Fruit, the Altar token and the Beast Speed token."""
    for name in BEASTS:
        yield from _beast(state, name)
    yield _fruit(state)
    altar = {NOWHERE: T("No Effect"), **BEAST_NAMES}
    yield Settable(pick("altar", T("Altar token"), altar), state.altar, lambda tx, value: tx.set(altar=str(value)))
    speed = {OUT: T("Set aside"), **BEAST_NAMES}
    yield Settable(pick("fast", T("Beast Speed token"), speed), state.fast or OUT, _put_speed)


def _put_speed(tx: Transaction, value: Value) -> None:
    tx.set(fast="" if value == OUT else str(value))


def _beast(state: State, name: str) -> Iterator[Settable[Transaction]]:
    beast = state.beast(name)
    places = {
        place: place_name(state, place)
        for place in PLACES
        if state.beast_at(place) in (None, beast)  # a spot without Site, too: it may not have left it after all
    }
    ask = pick(f"{name}_at", T("{beast}: where", beast=BEAST_NAMES[name]), {**places, OUT: T("Out of the game")})
    yield Settable(ask, beast.at if beast else OUT, lambda tx, value: _put_beast(tx, name, str(value)))
    if beast:
        flipped = pick(f"{name}_flipped", T("{beast}: flipped", beast=BEAST_NAMES[name]), YES_NO)
        now = "yes" if beast.flipped else "no"
        yield Settable(flipped, now, lambda tx, value: tx.set_beast(name, flipped=value == "yes"))


def _put_beast(tx: Transaction, name: str, place: str) -> None:
    """A correction has no effect on Scouts: the table has seen to it."""
    others = [beast for beast in tx.state.beasts if beast.name != name]
    old = tx.state.beast(name)
    if place != OUT:
        others.append(Beast(name=name, at=place, flipped=old.flipped if old else False))
    tx.set(beasts=tuple(sorted(others, key=lambda beast: BEASTS.index(beast.name))))


def _fruit(state: State) -> Settable[Transaction]:
    places = {place: place_name(state, place) for place in locations(state)}
    ask = pick("fruit", T("Fruit token"), {OUT: T("Beside the board"), **places})
    return Settable(ask, state.fruit or OUT, lambda tx, value: tx.set(fruit="" if value == OUT else str(value)))
