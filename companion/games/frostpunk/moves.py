"""How a move of this game is made: a function that writes into a ledger."""

from __future__ import annotations

from collections.abc import Callable

from companion.api.game import Args, Ask, MoveKind, Outcome
from companion.api.text import Text
from companion.games.frostpunk import sharing, tokens
from companion.games.frostpunk.action import running
from companion.games.frostpunk.cards import effects, events, exploring, technologies
from companion.games.frostpunk.recording import record_round
from companion.games.frostpunk.state import SMALL_SPACES, State
from companion.games.frostpunk.steps import advance, applies
from companion.games.frostpunk.transaction import Transaction

EMPTIED = (
    "dusk.effects",
    "preparation.sickness",
)  # steps in which nothing is left to do once another move has seen to it


def move(write: Callable[[Transaction, Args], None], label: Callable[[Args], Text], *asks: Ask) -> MoveKind[State]:
    """A kind of move that writes into a ledger; then the game goes on as far as it can."""

    def play(state: State, args: Args) -> Outcome[State]:
        tx = Transaction(state)
        write(tx, args)
        settle(tx)
        return tx.outcome()

    return MoveKind(play=play, label=label, asks=asks)


def settle(tx: Transaction) -> None:
    """Do what needs nobody's choice, and go on to the next step once everything before it is done."""
    _do_by_itself(tx)
    if tx.state.step in EMPTIED and not tx.state.tasks and not applies(tx.state, tx.state.step):
        tx.go_on()
    while tx.state.onward and not tx.state.tasks and not tx.state.ended:
        tx.set(onward=False)
        advance(tx)
        _do_by_itself(tx)
    if tx.state.ended:
        record_round(tx)


def _do_by_itself(tx: Transaction) -> None:
    """Carry out the tasks at the head of the list while they leave no choice, or leave them out when needless."""
    while tx.state.tasks and any(done(tx) for done in _BY_ITSELF):
        pass


def _no_overflow(tx: Transaction) -> bool:
    """An overflow of Stress cubes that is none any more."""
    if tx.state.tasks[0].kind != "overflow" or tx.state.generator.stress > SMALL_SPACES:
        return False
    tx.drop_task()
    return True


_BY_ITSELF: tuple[Callable[[Transaction], bool], ...] = (
    tokens.settle,
    sharing.settle,
    effects.settle,
    events.settle,
    technologies.settle,
    exploring.settle,
    _no_overflow,
    running.settle,
)


def says(text: Text) -> Callable[[Args], Text]:
    """A label that is the same whatever the arguments."""
    return lambda _: text


def number(args: Args, name: str) -> int:
    """An argument that is a whole number."""
    return int(args[name])


def word(args: Args, name: str) -> str:
    """An argument that is a name or a code."""
    return str(args[name])
