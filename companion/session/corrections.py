"""Values that are set by hand because the board says otherwise: one, or all that a person went through, in one step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.api.checks import check_value, shown
from companion.api.game import Correction, Fact, Game, IllegalMove, Move, Outcome, Value
from companion.api.refusals import BadMove
from companion.api.text import N, T, Text
from companion.session.board_facts import words
from companion.session.open_evening import guarded


def outcome(game: Game[Any], state: Any, values: Mapping[str, Value]) -> Outcome[Any]:
    """What the game makes of all of them, or the refusal of the one that does not fit, which is named in its `field`.

    The limits of one value may follow from another ("sick of 4 workers"), in whatever order they were entered: what
    does not fit at first is tried again once others are set.
    """
    if not values:
        raise BadMove(T("Nothing was set; please change a value first."))
    with guarded("correct"):
        there = game.corrections(state)
    for name in values:
        correction(there, name)
    waiting, facts, learnt = dict(values), list[Fact](), dict[str, Value]()
    while waiting:
        refused: dict[str, IllegalMove | BadMove] = {}
        for name, value in waiting.items():
            try:
                done = _one(game, state, name, value)
            except (IllegalMove, BadMove) as error:
                error.field = error.field or name
                refused[name] = error
                continue
            state = done.state
            facts += done.facts
            learnt.update(done.board_facts)
        if len(refused) == len(waiting):
            raise next(iter(refused.values()))
        waiting = {name: values[name] for name in refused}
    return Outcome(state, tuple(facts), learnt)


def _one(game: Game[Any], state: Any, name: str, value: Value) -> Outcome[Any]:
    with guarded(f"correct {name}"):
        ask = correction(game.corrections(state), name).ask
        return game.correct(state, name, check_value(ask, value))


def correction(corrections: Sequence[Correction], name: object) -> Correction:
    """The correction of this name."""
    for one in corrections:
        if one.ask.name == name:
            return one
    raise BadMove(T("Nothing called “{name}” can be set by hand now.", name=shown(name)))


def label(corrections: Sequence[Correction], values: Mapping[str, Value], weighed: bool) -> Text:
    """The step in words, of corrections as they were before it."""
    if len(values) > 1:
        return N("Set {n} value by hand", "Set {n} values by hand", len(values))
    [(name, value)] = values.items()
    ask = correction(corrections, name).ask
    said = words(ask, value)
    if weighed:
        return T("The scale says: {what} is {value}", what=ask.label, value=said)
    return T("Set by hand: {what} is {value}", what=ask.label, value=said)


def move(values: Mapping[str, Value]) -> Move:
    """The step as it stands in the log."""
    if len(values) > 1:
        return Move("correct", dict(values))
    [(name, value)] = values.items()
    return Move("correct", {"name": name, "value": value})
