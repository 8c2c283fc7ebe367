"""Corrections by hand of what has been used: Advisor and Citizen cards of this round, Special Actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.api.game import Value, Words
from companion.api.text import T, Text
from companion.games.frostpunk.settable import YES_NO, Settable, yes_settable
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.forms import pick

MOST_CHARS = 400


def settables(state: State) -> Iterator[Settable]:
    """What may be used once a round or once a game, and was."""
    yield yes_settable(state, "advisor_used", T("An Advisor was used this round"))
    for seat in range(len(state.players)):
        yield _played(state, seat)
    yield _names(state, "done", T("Special Actions done this round, with commas between them"))
    yield _names(state, "once", T("Special Actions done for good, with commas between them"))


def _played(state: State, seat: int) -> Settable:
    def put(tx: Transaction, value: Value) -> None:
        others = tuple(one for one in tx.state.played if one != seat)
        tx.set(played=(*others, seat) if value == "yes" else others)

    label = T("{name} played a Citizen card this round", name=Text("{name}", {"name": state.players[seat]}))
    ask = pick(f"played{seat + 1}", label, YES_NO)
    return Settable(ask, "yes" if seat in state.played else "no", put)


def _names(state: State, field: str, label: Text) -> Settable:
    now = ", ".join(getattr(state, field))
    return Settable(Words(name=field, label=label, at_most_chars=MOST_CHARS, usual=now), now, _put_names(field))


def _put_names(field: str) -> Callable[[Transaction, Value], None]:
    def put(tx: Transaction, value: Value) -> None:
        names = (" ".join(one.split()) for one in str(value).split(","))
        tx.set(**{field: tuple(dict.fromkeys(name for name in names if name))})

    return put
