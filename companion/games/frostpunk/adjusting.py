"""Corrections by hand: every value that the boards show can be set to what the table says."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.api.game import Adjustable, Ask, IllegalMove, Outcome, Pick, Value, Whole
from companion.api.text import T, Text, verbatim
from companion.games.frostpunk import adjusting_boards, adjusting_course, adjusting_people, adjusting_used
from companion.games.frostpunk.cards import adjusting as adjusting_cards
from companion.games.frostpunk.cards import event_adjusting
from companion.games.frostpunk.city import adjust as adjusting_city
from companion.games.frostpunk.endings import check_boards
from companion.games.frostpunk.knobs import Knob
from companion.games.frostpunk.ledger import Ledger
from companion.games.frostpunk.moves import settle
from companion.games.frostpunk.state import State

# The values of each board, those first that are set most often.
KNOBS: tuple[Callable[[State], Iterator[Knob]], ...] = (
    adjusting_boards.knobs,
    adjusting_people.knobs,
    adjusting_course.knobs,
    adjusting_used.knobs,
    adjusting_cards.knobs,
    event_adjusting.knobs,
    adjusting_city.knobs,
)


def _all(state: State) -> Iterator[Knob]:
    for board in KNOBS:
        yield from board(state)


def adjustables(state: State) -> tuple[Adjustable, ...]:
    """Every value that can be set by hand, with its limits as they are now."""
    return tuple(Adjustable(ask=knob.ask, now=knob.now) for knob in _all(state))


def correct(state: State, name: str, value: Value) -> Outcome[State]:
    """Set a value to what the board says."""
    knob = next((knob for knob in _all(state) if knob.ask.name == name), None)
    if knob is None:
        raise IllegalMove(T("There is nothing of that name to set."))
    _refuse(knob.ask, value)
    ledger = Ledger(state)
    text = T("{what} was set by hand: {value}.", what=knob.ask.label, value=_shown(knob.ask, value))
    ledger.note("corrected", text, what=name, to=value)
    knob.put(ledger, value)
    check_boards(ledger)
    settle(ledger)
    return ledger.outcome()


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
