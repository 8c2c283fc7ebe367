"""Corrections by hand: every value that the boards show can be set to what the table says."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.api.game import Ask, Correction, IllegalMove, Outcome, Pick, Value, Whole
from companion.api.text import T, Text, verbatim
from companion.games.frostpunk import adjusting_boards, adjusting_course, adjusting_people, adjusting_used
from companion.games.frostpunk.cards import adjusting as adjusting_cards
from companion.games.frostpunk.cards import event_adjusting
from companion.games.frostpunk.city import adjust as adjusting_city
from companion.games.frostpunk.endings import check_boards
from companion.games.frostpunk.moves import settle
from companion.games.frostpunk.settable import Settable
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction

# The values of each board, those first that are set most often.
KNOBS: tuple[Callable[[State], Iterator[Settable]], ...] = (
    adjusting_boards.settables,
    adjusting_people.settables,
    adjusting_course.settables,
    adjusting_used.settables,
    adjusting_cards.settables,
    event_adjusting.settables,
    adjusting_city.settables,
)


def _all(state: State) -> Iterator[Settable]:
    for board in KNOBS:
        yield from board(state)


def corrections(state: State) -> tuple[Correction, ...]:
    """Every value that can be set by hand, with its limits as they are now."""
    return tuple(Correction(ask=settable.ask, now=settable.now) for settable in _all(state))


def correct(state: State, name: str, value: Value) -> Outcome[State]:
    """Set a value to what the board says."""
    settable = next((settable for settable in _all(state) if settable.ask.name == name), None)
    if settable is None:
        raise IllegalMove(T("There is nothing of that name to set."))
    _refuse(settable.ask, value)
    tx = Transaction(state)
    text = T("{what} was set by hand: {value}.", what=settable.ask.label, value=_shown(settable.ask, value))
    tx.note("corrected", text, what=name, to=value)
    settable.put(tx, value)
    check_boards(tx)
    settle(tx)
    return tx.outcome()


def _shown(ask: Ask, value: Value) -> Text:
    """A value as people read it."""
    labels = {choice.value: choice.label for choice in ask.choices} if isinstance(ask, Pick) else {}
    return labels.get(str(value), verbatim(str(value)))


def _refuse(ask: Ask, value: Value) -> None:
    if isinstance(ask, Whole) and not (isinstance(value, int) and ask.at_least <= value <= ask.at_most):
        raise IllegalMove(
            T("{what} can be from {least} to {most}.", what=ask.label, least=ask.at_least, most=ask.at_most)
        )
    if isinstance(ask, Pick) and value not in {choice.value for choice in ask.choices}:
        raise IllegalMove(T("{what}: choose one of the answers.", what=ask.label))
