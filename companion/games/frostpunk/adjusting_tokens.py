"""Corrections by hand of Hope and Discontent: how many tokens lie on each side, and which token lies on each place."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.api.game import IllegalMove, Value
from companion.api.text import T, Text, template
from companion.games.frostpunk.settable import Settable
from companion.games.frostpunk.state import BAG, MOST_TOKENS, UNTOLD, State, Token
from companion.games.frostpunk.tokens import TRACK_NAMES, TYPES, token_name
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.forms import pick, whole

EMPTY = "empty"
ACTIVE, EXHAUSTED = "active", "exhausted"
PLACES = {
    "hope": template("Hope, place {place}"),
    "discontent": template("Discontent, place {place}"),
}


def settables(state: State) -> Iterator[Settable]:
    """Both tracks."""
    for about in TRACK_NAMES:
        yield from _counts(state, about)
        yield from _places(state, about)


def _counts(state: State, about: str) -> Iterator[Settable]:
    """How many tokens of each side: those that go are the last ones, those that come have a type to be told."""
    tokens, track = state.tokens(about), TRACK_NAMES[about]

    def put(side: bool) -> Callable[[Transaction, Value], None]:
        def write(tx: Transaction, value: Value) -> None:
            same = [token for token in tokens.row if token.active == side][: int(value)]
            new = [Token(kind=UNTOLD, active=side)] * (int(value) - len(same))
            tx.set_row(about, (*(token for token in tokens.row if token.active != side), *same, *new))

        return write

    active = whole(f"{about}_active", T("{track}: active tokens", track=track), MOST_TOKENS - tokens.exhausted)
    exhausted = whole(f"{about}_exhausted", T("{track}: exhausted tokens", track=track), MOST_TOKENS - tokens.active)
    yield Settable(active, tokens.active, put(True))
    yield Settable(exhausted, tokens.exhausted, put(False))


def _places(state: State, about: str) -> Iterator[Settable]:
    """The token on each place, and the next empty place; only the last token can be taken off, for the others slide."""
    row = state.tokens(about).row
    for at in range(min(len(row) + 1, MOST_TOKENS)):
        sides = _sides(state, about)
        answers = {EMPTY: T("empty"), **sides} if at >= len(row) - 1 else sides
        ask = pick(f"{about}_{at + 1}", Text(PLACES[about].msgid, {"place": at + 1}), answers)
        yield Settable(ask, _answer(row[at]) if at < len(row) else EMPTY, _put(about, at))


def _sides(state: State, about: str) -> dict[str, Text]:
    kinds = (*TYPES[about], UNTOLD)
    names = {kind: token_name(state, kind) for kind in kinds}
    active = {f"{kind}_{ACTIVE}": T("{kind}, active", kind=names[kind]) for kind in kinds}
    return active | {f"{kind}_{EXHAUSTED}": T("{kind}, exhausted", kind=names[kind]) for kind in kinds}


def _answer(token: Token) -> str:
    return f"{token.kind}_{ACTIVE if token.active else EXHAUSTED}"


def _put(about: str, at: int) -> Callable[[Transaction, Value], None]:
    def write(tx: Transaction, value: Value) -> None:
        row = tx.state.tokens(about).row
        if value == EMPTY:
            tx.set_row(about, row[:at])
            return
        kind, side = str(value).rsplit("_", 1)
        others = (*row[:at], *row[at + 1 :])
        _refuse_too_many(tx.state, kind, sum(token.kind == kind for token in others))
        tx.set_row(about, (*row[:at], Token(kind=kind, active=side == ACTIVE), *row[at + 1 :]))

    return write


def _refuse_too_many(state: State, kind: str, others: int) -> None:
    """No more tokens of a type can lie there than its bag held, where that is known."""
    held = state.fact(f"bag_{kind}")
    if kind != UNTOLD and others >= (BAG if held is None else held):
        text = T("All tokens of that type lie there already: {kind}.", kind=token_name(state, kind))
        raise IllegalMove(text, rule="hope", page=17)
