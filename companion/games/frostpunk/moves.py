"""How a move of this game is made: a function that writes into a ledger."""

from __future__ import annotations

from collections.abc import Callable

from companion.api.game import Args, Ask, MoveKind, Outcome
from companion.api.text import Text
from companion.games.frostpunk import sharing, tokens
from companion.games.frostpunk.action import running
from companion.games.frostpunk.cards import effects, events, exploring, technologies
from companion.games.frostpunk.ledger import Ledger
from companion.games.frostpunk.recording import record_round
from companion.games.frostpunk.state import SMALL_SPACES, State
from companion.games.frostpunk.steps import advance, applies

EMPTIED = (
    "dusk.effects",
    "preparation.sickness",
)  # steps in which nothing is left to do once another move has seen to it


def move(write: Callable[[Ledger, Args], None], label: Callable[[Args], Text], *asks: Ask) -> MoveKind[State]:
    """A kind of move that writes into a ledger; then the game goes on as far as it can."""

    def play(state: State, args: Args) -> Outcome[State]:
        ledger = Ledger(state)
        write(ledger, args)
        settle(ledger)
        return ledger.outcome()

    return MoveKind(play=play, label=label, asks=asks)


def settle(ledger: Ledger) -> None:
    """Do what needs nobody's choice, and go on to the next step once everything before it is done."""
    _do_by_itself(ledger)
    if ledger.state.step in EMPTIED and not ledger.state.todo and not applies(ledger.state, ledger.state.step):
        ledger.go_on()
    while ledger.state.onward and not ledger.state.todo and not ledger.state.ended:
        ledger.set(onward=False)
        advance(ledger)
        _do_by_itself(ledger)
    if ledger.state.ended:
        record_round(ledger)


def _do_by_itself(ledger: Ledger) -> None:
    """Carry out the tasks at the head of the list while they leave no choice, or leave them out when needless."""
    while ledger.state.todo and any(done(ledger) for done in _BY_ITSELF):
        pass


def _no_overflow(ledger: Ledger) -> bool:
    """An overflow of Stress cubes that is none any more."""
    if ledger.state.todo[0].kind != "overflow" or ledger.state.generator.stress > SMALL_SPACES:
        return False
    ledger.set(todo=ledger.state.todo[1:])
    ledger.follow_up()
    return True


_BY_ITSELF: tuple[Callable[[Ledger], bool], ...] = (
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
