"""How a move of this game is made: a function that writes into a ledger."""

from __future__ import annotations

from collections.abc import Callable

from companion.game import Args, Ask, MoveKind, Outcome
from companion.games.frostpunk.ledger import Ledger
from companion.games.frostpunk.people import room
from companion.games.frostpunk.state import SMALL_SPACES, State
from companion.games.frostpunk.steps import advance
from companion.games.frostpunk.tokens import drop_impossible
from companion.text import Text


def move(write: Callable[[Ledger, Args], None], label: Callable[[Args], Text], *asks: Ask) -> MoveKind[State]:
    """A kind of move that writes into a ledger; then the game goes on as far as it can."""

    def play(state: State, args: Args) -> Outcome[State]:
        ledger = Ledger(state)
        write(ledger, args)
        settle(ledger)
        return ledger.outcome()

    return MoveKind(play=play, label=label, asks=asks)


def settle(ledger: Ledger) -> None:
    """Leave out what has become impossible, and go on to the next step once everything before it is done."""
    _drop_pointless(ledger)
    while ledger.state.onward and not ledger.state.todo and not ledger.state.ended:
        ledger.set(onward=False)
        advance(ledger)
        _drop_pointless(ledger)


def _drop_pointless(ledger: Ledger) -> None:
    """Leave out what has become impossible or needless at the head of the list."""
    drop_impossible(ledger)
    while ledger.state.todo and (
        (ledger.state.todo[0].kind == "surplus" and not room(ledger))
        or (ledger.state.todo[0].kind == "overflow" and ledger.state.generator.stress <= SMALL_SPACES)
    ):
        ledger.set(todo=ledger.state.todo[1:])
        drop_impossible(ledger)


def says(text: Text) -> Callable[[Args], Text]:
    """A label that is the same whatever the arguments."""
    return lambda _: text


def number(args: Args, name: str) -> int:
    """An argument that is a whole number."""
    return int(args[name])


def word(args: Args, name: str) -> str:
    """An argument that is a name or a code."""
    return str(args[name])
