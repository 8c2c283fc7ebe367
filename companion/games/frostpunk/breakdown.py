"""Generator breakdown (rulebook p. 20): cubes in the overflow space, the first breakdown's steps, the explosion."""

from __future__ import annotations

from companion.game import Args, Urgency
from companion.games.frostpunk.endings import end
from companion.games.frostpunk.ledger import Ledger, finish_task, require_task
from companion.text import N, T

STEPS = ("flip", "advance", "clear")  # in the order of p. 20


def announce(ledger: Ledger) -> None:
    """The Generator breaks down: the first time it overheats, the second time it explodes and the game is lost."""
    if ledger.state.generator.overheated:
        end(ledger, "explosion")
        return
    ledger.set_generator(broken=True)
    stress = ledger.state.generator.stress
    ledger.tell("broke_down", T("The Generator broke down."), Urgency.URGENT, stress=stress)


def begin(ledger: Ledger) -> None:
    """Ask for the steps of a breakdown, in order."""
    if not ledger.state.generator.broken:
        announce(ledger)
    if not ledger.state.ended:
        for step in STEPS:
            ledger.add_task(step)


def flip(ledger: Ledger, args: Args) -> None:
    """The Heat marker shows its overheated side from now on."""
    require_task(ledger.state, "flip")
    ledger.set_generator(overheated=True)
    ledger.note("overheated", T("The Heat marker was flipped to its overheated side."))
    finish_task(ledger)


def advance(ledger: Ledger, args: Args) -> None:
    """The Cold marker and all three Heat Range indicators move up one space, not beyond the last (p. 20, 21)."""
    require_task(ledger.state, "advance")
    move_up(ledger, {"cold": 1, "red": 1, "orange": 1, "yellow": 1})
    finish_task(ledger)


def move_up(ledger: Ledger, spaces: dict[str, int]) -> None:
    """Move the Cold marker and the Heat Range indicators up, each at most to the last space of its track."""
    state = ledger.state
    now = {
        "cold": state.generator.cold,
        "red": state.generator.red,
        "orange": state.generator.orange,
        "yellow": state.generator.yellow,
    }
    then = {
        marker: min(space + spaces[marker], state.last_heat if marker == "cold" else state.last_generator_space)
        for marker, space in now.items()
    }
    ledger.set_generator(**then)
    text = T("Cold marker on {cold}, indicators: red on {red}, orange on {orange}, yellow on {yellow}.", **then)
    ledger.note("markers_moved", text, **then)


def clear(ledger: Ledger, args: Args) -> None:
    """All Stress cubes go back to the bank."""
    require_task(ledger.state, "clear")
    stress = ledger.state.generator.stress
    ledger.set_generator(stress=0, broken=False)
    text = N("{n} Stress cube went back to the bank.", "{n} Stress cubes went back to the bank.", stress)
    ledger.note("stress_cleared", text, count=stress)
    finish_task(ledger)


def overflow(ledger: Ledger, args: Args) -> None:
    """A card put cubes onto the overflow space: the players say whether that is a breakdown now (p. 20 does not)."""
    require_task(ledger.state, "overflow")
    finish_task(ledger)
    if args["now"] == "now":
        begin(ledger)
    else:
        ledger.note("overflow_waits", T("The overflow waits for the Generator Phase."))
