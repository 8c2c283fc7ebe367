"""Generator breakdown (rulebook p. 20): cubes in the overflow space, the first breakdown's steps, the explosion."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.game import Args, Urgency
from companion.api.text import N, T
from companion.games.frostpunk.endings import end
from companion.games.frostpunk.ledger import Ledger, finish_task, require_task
from companion.games.frostpunk.state import State

LENGTHS = ("heat_spaces", "generator_track_spaces")  # board facts: where the two tracks end
ONE_SPACE = {"cold": 1, "red": 1, "orange": 1, "yellow": 1}


def announce(ledger: Ledger) -> None:
    """The Generator breaks down: the first time it overheats, the second time it explodes and the game is lost."""
    ledger.count("breakdowns")
    if ledger.state.generator.overheated:
        end(ledger, "explosion")
        return
    ledger.set_generator(broken=True)
    stress = ledger.state.generator.stress
    ledger.tell("broke_down", T("The Generator broke down."), Urgency.URGENT, stress=stress)


def begin(ledger: Ledger) -> None:
    """Ask for the steps of a breakdown."""
    if not ledger.state.generator.broken:
        announce(ledger)
    if not ledger.state.ended:
        ledger.add_task("breakdown")


def repaired(ledger: Ledger, args: Args) -> None:
    """The steps of p. 20, in their order: the Heat marker is flipped, the Cold marker and all three Heat Range
    indicators move up one space, all Stress cubes go back to the bank."""
    require_task(ledger.state, "breakdown")
    finish_task(ledger)
    ledger.set_generator(overheated=True)
    ledger.note("overheated", T("The Heat marker was flipped to its overheated side."))
    move_up(ledger, ONE_SPACE)
    stress = ledger.state.generator.stress
    ledger.set_generator(stress=0, broken=False)
    text = N("{n} Stress cube went back to the bank.", "{n} Stress cubes went back to the bank.", stress)
    ledger.note("stress_cleared", text, count=stress)


def moved_up(state: State, spaces: Mapping[str, int]) -> dict[str, int]:
    """Where the Cold marker and the Heat Range indicators come to stand, each at most on the last space of its track
    (p. 20, 21)."""
    board = state.generator
    now = {"cold": board.cold, "red": board.red, "orange": board.orange, "yellow": board.yellow}
    return {
        marker: min(space + spaces[marker], state.last_heat if marker == "cold" else state.last_generator_space)
        for marker, space in now.items()
    }


def move_up(ledger: Ledger, spaces: Mapping[str, int], *, aloud: bool = False) -> None:
    """Move the Cold marker and the Heat Range indicators up; `aloud` where the players have yet to do so."""
    then = moved_up(ledger.state, spaces)
    ledger.set_generator(**then)
    text = T("Cold marker on {cold}, indicators: red on {red}, orange on {orange}, yellow on {yellow}.", **then)
    if aloud and not all(ledger.state.fact(length) for length in LENGTHS):
        text = T("{markers} But none beyond the last space of its track.", markers=text)
    ledger.tell("markers_moved", text, Urgency.PLAIN if aloud else Urgency.QUIET, **then)


def overflow(ledger: Ledger, args: Args) -> None:
    """A card put cubes onto the overflow space: the players say whether that is a breakdown now (p. 20 does not)."""
    require_task(ledger.state, "overflow")
    finish_task(ledger)
    if args["now"] == "now":
        begin(ledger)
    else:
        ledger.note("overflow_waits", T("The overflow waits for the Generator Phase."))
