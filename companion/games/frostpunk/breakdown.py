"""Generator breakdown (rulebook p. 20): cubes in the overflow space, the first breakdown's steps, the explosion."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.game import Args, Urgency
from companion.api.text import N, T
from companion.games.frostpunk.endings import end
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.transaction import require_task

LENGTHS = ("heat_spaces", "generator_track_spaces")  # board facts: where the two tracks end
ONE_SPACE = {"cold": 1, "red": 1, "orange": 1, "yellow": 1}


def announce(tx: Transaction) -> None:
    """The Generator breaks down: the first time it overheats, the second time it explodes and the game is lost."""
    tx.count("breakdowns")
    if tx.state.generator.overheated:
        end(tx, "explosion")
        return
    tx.set_generator(broken=True)
    stress = tx.state.generator.stress
    tx.tell("broke_down", T("The Generator broke down."), Urgency.URGENT, stress=stress)


def begin(tx: Transaction) -> None:
    """Ask for the steps of a breakdown."""
    if not tx.state.generator.broken:
        announce(tx)
    if not tx.state.ended:
        tx.queue("breakdown")


def repaired(tx: Transaction, args: Args) -> None:
    """The steps of p. 20, in their order: the Heat marker is flipped, the Cold marker and all three Heat Range
    indicators move up one space, all Stress cubes go back to the bank."""
    require_task(tx.state, "breakdown")
    tx.finish_task()
    tx.set_generator(overheated=True)
    tx.note("overheated", T("The Heat marker was flipped to its overheated side."))
    move_up(tx, ONE_SPACE)
    stress = tx.state.generator.stress
    tx.set_generator(stress=0, broken=False)
    text = N("{n} Stress cube went back to the bank.", "{n} Stress cubes went back to the bank.", stress)
    tx.note("stress_cleared", text, count=stress)


def moved_up(state: State, spaces: Mapping[str, int]) -> dict[str, int]:
    """Where the Cold marker and the Heat Range indicators come to stand, each at most on the last space of its track
    (p. 20, 21)."""
    board = state.generator
    now = {"cold": board.cold, "red": board.red, "orange": board.orange, "yellow": board.yellow}
    return {
        marker: min(space + spaces[marker], state.last_heat if marker == "cold" else state.last_generator_space)
        for marker, space in now.items()
    }


def move_up(tx: Transaction, spaces: Mapping[str, int], *, aloud: bool = False) -> None:
    """Move the Cold marker and the Heat Range indicators up; `aloud` where the players have yet to do so."""
    then = moved_up(tx.state, spaces)
    tx.set_generator(**then)
    text = T("Cold marker on {cold}, indicators: red on {red}, orange on {orange}, yellow on {yellow}.", **then)
    if aloud and not all(tx.state.fact(length) for length in LENGTHS):
        text = T("{markers} But none beyond the last space of its track.", markers=text)
    tx.tell("markers_moved", text, Urgency.PLAIN if aloud else Urgency.QUIET, **then)


def overflow(tx: Transaction, args: Args) -> None:
    """A card put cubes onto the overflow space: the players say whether that is a breakdown now (p. 20 does not)."""
    require_task(tx.state, "overflow")
    tx.finish_task()
    if args["now"] == "now":
        begin(tx)
    else:
        tx.note("overflow_waits", T("The overflow waits for the Generator Phase."))
