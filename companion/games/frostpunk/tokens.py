"""Hope and Discontent tokens (rulebook p. 17): how many lie on each track, and how many of them are active.

Which of the three types a token is, the players see on their board; the companion keeps the numbers.
"""

from __future__ import annotations

from companion.games.frostpunk.endings import check_boards
from companion.games.frostpunk.ledger import Ledger
from companion.games.frostpunk.state import MOST_TOKENS, UNTOLD, State, Token
from companion.text import T, Text

TRACK_NAMES: dict[str, Text] = {"hope": T("Hope"), "discontent": T("Discontent")}


def can_draw(state: State, about: str) -> bool:
    """Whether a token can be drawn: each track has six places, and the sixth Discontent token loses (p. 16, 17)."""
    return state.tokens(about).count < MOST_TOKENS


def possible(state: State, change: str, about: str) -> bool:
    """Whether an increase, decrease or discard can be carried out at all (p. 17)."""
    tokens = state.tokens(about)
    if change == "increase":
        return can_draw(state, about) or tokens.exhausted > 0
    return tokens.count > 0


def draw(ledger: Ledger, about: str) -> None:
    """Draw a token and place it exhausted."""
    ledger.set_row(about, (*ledger.state.tokens(about).row, Token(kind=UNTOLD)))
    _tell(ledger, "token_drawn", about, T("{track}: a token was drawn.", track=TRACK_NAMES[about]))


def activate(ledger: Ledger, about: str) -> None:
    """Turn an exhausted token to its active side; ignored where there is none."""
    tokens = ledger.state.tokens(about)
    if tokens.exhausted:
        ledger.set_row(about, _turned(tokens.row, to_active=True))
        _tell(ledger, "token_activated", about, T("{track}: a token was activated.", track=TRACK_NAMES[about]))


def exhaust(ledger: Ledger, about: str) -> None:
    """Turn an active token to its exhausted side; ignored where there is none."""
    tokens = ledger.state.tokens(about)
    if tokens.active:
        ledger.set_row(about, _turned(tokens.row, to_active=False))
        _tell(ledger, "token_exhausted", about, T("{track}: a token was exhausted.", track=TRACK_NAMES[about]))


def take_off(ledger: Ledger, about: str, side: str) -> None:
    """Take a token of that side off its track and put it back into its bag; ignored where there is none."""
    tokens = ledger.state.tokens(about)
    count = {"active": tokens.active, "exhausted": tokens.exhausted}[side]
    if count:
        at = next(n for n, token in enumerate(tokens.row) if token.active == (side == "active"))
        ledger.set_row(about, (*tokens.row[:at], *tokens.row[at + 1 :]))
        _tell(ledger, "token_returned", about, T("{track}: a token went back into its bag.", track=TRACK_NAMES[about]))


def _turned(row: tuple[Token, ...], *, to_active: bool) -> tuple[Token, ...]:
    at = next(n for n, token in enumerate(row) if token.active != to_active)
    return (*row[:at], Token(kind=row[at].kind, active=to_active), *row[at + 1 :])


def _tell(ledger: Ledger, name: str, about: str, text: Text) -> None:
    tokens = ledger.state.tokens(about)
    ledger.note(name, text, track=about, active=tokens.active, exhausted=tokens.exhausted)
    check_boards(ledger)


def change(ledger: Ledger, kind: str, about: str, count: int) -> None:
    """Increase or decrease Hope or Discontent so many times, or discard so many tokens: choices for the players."""
    if not ledger.state.ended:
        ledger.add_task(kind, about, count)


def drop_impossible(ledger: Ledger) -> None:
    """Leave out changes at the head of the list that cannot be carried out; they are ignored (p. 17)."""
    while ledger.state.todo and ledger.state.todo[0].kind in ("increase", "decrease", "discard"):
        task = ledger.state.todo[0]
        if possible(ledger.state, task.kind, task.about):
            return
        ledger.set(todo=ledger.state.todo[1:])
        text = T("{track} stays as it is: no such change is possible.", track=TRACK_NAMES[task.about])
        ledger.tell("change_ignored", text, track=task.about, change=task.kind)
