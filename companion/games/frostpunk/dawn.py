"""The Dawn Phase (rulebook p. 19): the Leadership marker, then the Round marker."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import Args, MoveKind, Prompt
from companion.api.text import T, Text
from companion.games.frostpunk.moves import move, says
from companion.games.frostpunk.state import ROUNDS, State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit.forms import usual


def next_leader(state: State) -> int:
    """The seat that gets the Leadership marker: the next one clockwise; alone, the same one."""
    return (state.leader + 1) % len(state.players)


def new_day(tx: Transaction, args: Args) -> None:
    """The Leadership marker goes clockwise to the next player, then the Round marker moves one space forward."""
    require_step(tx.state, "dawn.begin")
    seat = next_leader(tx.state)
    if seat != tx.state.leader:
        tx.set(leader=seat)
        text = T("{name} has the Leadership marker.", name=tx.state.players[seat])
        tx.note("leadership_passed", text, seat=seat)
    tx.set(turn=seat)
    begin_round(tx, tx.state.round + 1)
    tx.go_on()


def begin_round(tx: Transaction, number: int) -> None:
    """A round begins: what belonged to the last one is over."""
    tx.set(round=min(number, ROUNDS), resolved=(), advisor_used=False, card="", played=(), done=())
    tx.tell("round_began", T("Round {number}.", number=tx.state.round), round=tx.state.round)


def _begin(state: State) -> Prompt:
    number = state.round + 1
    alone = T("Move the Round marker to {number}.", number=number)
    both = T(
        "Pass the Leadership marker to {name}, and move the Round marker to {number}.",
        name=state.players[next_leader(state)],
        number=number,
    )
    return Prompt(
        name="dawn.begin",
        do=alone if len(state.players) == 1 else both,
        more=_more(state, number),
        seat=next_leader(state),
        rule="dawn.leader" if len(state.players) > 1 else "dawn.round",
        offers=(usual("new_day", T("Done")),),
    )


def _more(state: State, number: int) -> Text:
    if state.played:
        return T("First put the Citizen cards that you played in the last Round onto the Citizen discard pile.")
    if number == state.storm:
        return T("The Storm marker on that space does nothing yet: it is dealt with in the Weather Phase.")
    return T("Where you cannot agree on something, the player with the Leadership marker has the final say.")


STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {"dawn.begin": _begin}
MOVES: Mapping[str, MoveKind[State]] = {"new_day": move(new_day, says(T("A new round")))}
