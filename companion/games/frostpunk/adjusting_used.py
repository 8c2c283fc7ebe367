"""Corrections by hand of what has been used: Advisor and Citizen cards of this round, Special Actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.api.game import Value, Words
from companion.api.text import T, Text
from companion.games.frostpunk.knobs import YES_NO, Knob, yes_knob
from companion.games.frostpunk.ledger import Ledger
from companion.games.frostpunk.state import State
from companion.toolkit.forms import pick

MOST_CHARS = 400


def knobs(state: State) -> Iterator[Knob]:
    """What may be used once a round or once a game, and was."""
    yield yes_knob(state, "advisor_used", T("An Advisor was used this round"))
    for seat in range(len(state.players)):
        yield _played(state, seat)
    yield _names(state, "done", T("Special Actions done this round, with commas between them"))
    yield _names(state, "once", T("Special Actions done for good, with commas between them"))


def _played(state: State, seat: int) -> Knob:
    def put(ledger: Ledger, value: Value) -> None:
        others = tuple(one for one in ledger.state.played if one != seat)
        ledger.set(played=(*others, seat) if value == "yes" else others)

    label = T("{name} played a Citizen card this round", name=Text("{name}", {"name": state.players[seat]}))
    ask = pick(f"played{seat + 1}", label, YES_NO)
    return Knob(ask, "yes" if seat in state.played else "no", put)


def _names(state: State, field: str, label: Text) -> Knob:
    now = ", ".join(getattr(state, field))
    return Knob(Words(name=field, label=label, at_most_chars=MOST_CHARS, usual=now), now, _put_names(field))


def _put_names(field: str) -> Callable[[Ledger, Value], None]:
    def put(ledger: Ledger, value: Value) -> None:
        names = (" ".join(one.split()) for one in str(value).split(","))
        ledger.set(**{field: tuple(dict.fromkeys(name for name in names if name))})

    return put
