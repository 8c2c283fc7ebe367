"""What somebody reads off the owner's board, told to the game that is open: one fact or a whole table at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.api.checks import shown
from companion.api.game import Ask, Fact, Game, Move, Outcome, Pick, Value
from companion.api.refusals import BadMove
from companion.api.text import N, T, Text
from companion.session.open_evening import guarded
from companion.session.owner_board import asked, value_after_forgetting

MOST_AT_ONCE = 500


def check_count(values: Mapping[str, Value | None]) -> None:
    """Something is told, and no more than a board can have."""
    if not values:
        raise BadMove(T("Nothing was told; please fill something in."))
    if len(values) > MOST_AT_ONCE:
        raise BadMove(T("At most {most} values can be told at once.", most=MOST_AT_ONCE))


def told(game: Game[Any], state: Any, values: Mapping[str, Value | None]) -> Outcome[Any]:
    """What the game makes of the facts, one after the other; None is a fact that nobody knows any more."""
    facts: list[Fact] = []
    learnt: dict[str, Value] = {}
    for name, value in values.items():
        outcome = _one(game, state, name, value_after_forgetting(game, name) if value is None else value)
        state = outcome.state
        facts += outcome.facts
        learnt.update(outcome.board_facts)
    return Outcome(state, tuple(facts), learnt)


def _one(game: Game[Any], state: Any, name: str, value: Value | None) -> Outcome[Any]:
    with guarded(f"learn {name}"):
        if value is not None and game.learn is not None:
            return game.learn(state, name, value)
        if value is None and game.forget is not None:
            return game.forget(state, name)
        return Outcome(state, ())


def label(game: Game[Any], values: Mapping[str, Value | None]) -> Text:
    """The step in words."""
    if len(values) > 1:
        return N("Read {n} value off the board", "Read {n} values off the board", len(values))
    [(name, value)] = values.items()
    ask = asked(game, name)
    what: Text | str = name if ask is None else ask.label
    if value is None:
        return T("No longer known of the board: {what}", what=what)
    return T("Read off the board: {what} is {value}", what=what, value=value if ask is None else words(ask, value))


def move(values: Mapping[str, Value | None]) -> Move:
    """The step as it stands in the log."""
    if len(values) > 1:
        return Move("learn", {name: value for name, value in values.items() if value is not None})
    [(name, value)] = values.items()
    return Move("forget", {"name": name}) if value is None else Move("learn", {"name": name, "value": value})


def words(ask: Ask, value: Value) -> Text | Value:
    """A value for people: an answer by its label, a text by its beginning."""
    if isinstance(ask, Pick):
        return next((choice.label for choice in ask.choices if choice.value == value), value)
    return shown(" ".join(value.split())) if isinstance(value, str) else value
