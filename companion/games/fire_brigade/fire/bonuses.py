"""Special events: what they give, everybody gets at once; who cannot use it passes it over (rulebook p. 7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.text import T
from companion.games.fire_brigade.crew import triggers
from companion.games.fire_brigade.crew.triggers import FREE_RECRUIT
from companion.games.fire_brigade.names import who
from companion.games.fire_brigade.transaction import Transaction
from companion.games.fire_brigade.turns.renown import ANYWHERE
from companion.games.fire_brigade.turns.upgrading import complete, raise_track
from companion.games.fire_brigade.water import refill_brigade

NAMES = {
    "wagon": T("Greater Wagons"),
    "crew": T("Better crews"),
    "leadership": T("Better leaders"),
    "recruit": T("Free Recruit"),
    "renown": T("Everybody places a Renown"),
    "refill": T("Refill all Brigades"),
}


def give(tx: Transaction, card: str) -> None:
    """Everybody, the active player first."""
    tx.tell("bonus", T("For everybody: {name}.", name=NAMES[card]), card=card)
    for seat in tx.state.clockwise:
        _EFFECTS[card](tx, seat)


def _upgrade(track: str) -> Callable[[Transaction, int], None]:
    def give_step(tx: Transaction, seat: int) -> None:
        if not complete(tx.state, seat, track):
            raise_track(tx, seat, track)

    return give_step


def _recruit(tx: Transaction, seat: int) -> None:
    """Who may have no crew passes it over; nobody has to be replaced (p. 11)."""
    if tx.state.players[seat].values["crew"]:
        tx.ask(FREE_RECRUIT, seat=seat, about="event")
    else:
        tx.tell("passed_over", T("{who}: no crew is allowed yet.", who=who(tx.state, seat)), seat=seat)


def _renown(tx: Transaction, seat: int) -> None:
    if tx.state.renown_left(seat):
        tx.ask(ANYWHERE, seat=seat, count=1)


def _refill(tx: Transaction, seat: int) -> None:
    refill_brigade(tx, seat)
    triggers.refilled(tx, seat)


_EFFECTS: Mapping[str, Callable[[Transaction, int], None]] = {
    "wagon": _upgrade("wagon"),
    "crew": _upgrade("crew"),
    "leadership": _upgrade("leadership"),
    "recruit": _recruit,
    "renown": _renown,
    "refill": _refill,
}
