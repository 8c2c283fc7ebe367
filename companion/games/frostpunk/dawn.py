"""The Dawn Phase (rulebook p. 19): the Leadership marker, then the Round marker."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.game import Args, MoveKind, Prompt
from companion.games.frostpunk.asking import usual
from companion.games.frostpunk.ledger import Ledger, require_step
from companion.games.frostpunk.moves import move, says
from companion.games.frostpunk.state import ROUNDS, State
from companion.text import T


def next_leader(state: State) -> int:
    """The seat that gets the Leadership marker: the next one clockwise."""
    return (state.leader + 1) % len(state.players)


def pass_leadership(ledger: Ledger, args: Args) -> None:
    """The Leadership marker goes clockwise to the next player."""
    require_step(ledger.state, "dawn.leader")
    seat = next_leader(ledger.state)
    ledger.set(leader=seat, turn=seat)
    text = T("{name} has the Leadership marker.", name=ledger.state.players[seat])
    ledger.note("leadership_passed", text, seat=seat)
    ledger.go_on()


def advance_round(ledger: Ledger, args: Args) -> None:
    """The Round marker moves one space forward."""
    require_step(ledger.state, "dawn.round")
    begin_round(ledger, ledger.state.round + 1)
    ledger.go_on()


def begin_round(ledger: Ledger, number: int) -> None:
    """A round begins: what belonged to the last one is over."""
    ledger.set(round=min(number, ROUNDS), resolved=(), advisor_used=False, card="")
    ledger.tell("round_began", T("Round {number}.", number=ledger.state.round), round=ledger.state.round)


def _leader(state: State) -> Prompt:
    seat = next_leader(state)
    return Prompt(
        name="dawn.leader",
        do=T("Pass the Leadership marker to {name}.", name=state.players[seat]),
        more=T("It goes clockwise. Where you cannot agree, the leader has the final say."),
        seat=seat,
        rule="dawn.leader",
        offers=(usual("pass_leadership", T("Done")),),
    )


def _round(state: State) -> Prompt:
    more = T("If it reaches the Storm marker, nothing happens yet: that is dealt with in the Weather Phase.")
    return Prompt(
        name="dawn.round",
        do=T("Move the Round marker to {number}.", number=state.round + 1),
        more=more,
        rule="dawn.round",
        offers=(usual("advance_round", T("Done")),),
    )


STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {"dawn.leader": _leader, "dawn.round": _round}
MOVES: Mapping[str, MoveKind[State]] = {
    "pass_leadership": move(pass_leadership, says(T("Leadership marker passed"))),
    "advance_round": move(advance_round, says(T("Round marker moved"))),
}
