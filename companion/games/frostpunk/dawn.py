"""The Dawn Phase (rulebook p. 19): the Leadership marker, then the Round marker."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import Args, MoveKind, Prompt
from companion.api.text import T, Text
from companion.games.frostpunk.ledger import Ledger, require_step
from companion.games.frostpunk.moves import move, says
from companion.games.frostpunk.state import ROUNDS, State
from companion.toolkit.forms import usual


def next_leader(state: State) -> int:
    """The seat that gets the Leadership marker: the next one clockwise; alone, the same one."""
    return (state.leader + 1) % len(state.players)


def new_day(ledger: Ledger, args: Args) -> None:
    """The Leadership marker goes clockwise to the next player, then the Round marker moves one space forward."""
    require_step(ledger.state, "dawn.begin")
    seat = next_leader(ledger.state)
    if seat != ledger.state.leader:
        ledger.set(leader=seat)
        text = T("{name} has the Leadership marker.", name=ledger.state.players[seat])
        ledger.note("leadership_passed", text, seat=seat)
    ledger.set(turn=seat)
    begin_round(ledger, ledger.state.round + 1)
    ledger.go_on()


def begin_round(ledger: Ledger, number: int) -> None:
    """A round begins: what belonged to the last one is over."""
    ledger.set(round=min(number, ROUNDS), resolved=(), advisor_used=False, card="", played=(), done=())
    ledger.tell("round_began", T("Round {number}.", number=ledger.state.round), round=ledger.state.round)


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
