"""A game of modules: when its moves may be played, and in which order its tasks stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from companion import toolkit
from companion.api.game import Args, IllegalMove, Value
from companion.api.text import T
from companion.api.view import Where
from companion.toolkit import GameModule, ModularGame, action


@dataclass(frozen=True)
class Task:
    kind: str


@dataclass(frozen=True)
class State:
    board: Mapping[str, Value] = field(default_factory=dict)
    tasks: tuple[Task, ...] = ()
    ended: str = ""


class Transaction(toolkit.Transaction[State]):
    pass


def over(tx: Transaction, args: Args) -> None:
    """The game ends, or begins anew."""
    tx.set(ended="" if tx.state.ended else "won")


GAME: ModularGame[State, Transaction] = ModularGame(
    (
        GameModule(
            name="end",
            moves={"over": action(over, T("Over")), "anew": action(over, T("Anew"), when_over=True)},
        ),
    ),
    Transaction,
    lambda _: Where(line=T("Somewhere")),
)


def test_a_game_that_is_over_refuses_moves():
    """All but those that are for then."""
    ended = GAME.moves["over"].play(State(), {}).state
    with pytest.raises(IllegalMove, match="The game is over"):
        GAME.moves["over"].play(ended, {})
    assert GAME.moves["anew"].play(ended, {}).state == State()


def kinds(tx: Transaction) -> list[str]:
    return [task.kind for task in tx.state.tasks]


def test_tasks_come_first_or_last_whatever_they_come_of():
    """Several at once keep their order."""
    tx = Transaction(State(tasks=(Task("head"), Task("behind"))))
    assert tx.finish_task("head", "other") == Task("head")
    tx.add_first(Task("a"), Task("b"))
    tx.add_last(Task("y"), Task("z"))
    assert kinds(tx) == ["a", "b", "behind", "y", "z"]


def test_only_a_task_of_the_kind_is_finished():
    """Another one at the head refuses the move, and stays."""
    tx = Transaction(State(tasks=(Task("head"),)))
    with pytest.raises(IllegalMove):
        tx.finish_task("other")
    assert kinds(tx) == ["head"]
    with pytest.raises(IllegalMove):
        Transaction(State()).finish_task("other")
