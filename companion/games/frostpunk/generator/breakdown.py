"""Generator breakdown (rulebook p. 20): cubes in the overflow space, the first breakdown's steps, the explosion."""

from __future__ import annotations

from companion.api import Args, N, Prompt, T, Urgency
from companion.games.frostpunk.endings import end
from companion.games.frostpunk.generator import markers
from companion.games.frostpunk.generator.markers import ONE_SPACE, move_up
from companion.games.frostpunk.state import SMALL_SPACES, State
from companion.games.frostpunk.supply import order_of
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import GameModule, action, pick, require_task, tap, usual


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
    tx.todo(T("Flip the Heat marker to its overheated side"), "breakdown")
    move_up(tx, ONE_SPACE)
    stress = tx.state.generator.stress
    tx.set_generator(stress=0, broken=False)
    text = N("{n} Stress cube went back to the bank.", "{n} Stress cubes went back to the bank.", stress)
    tx.note("stress_cleared", text, count=stress)
    order = N("Put the Stress cube into the bank", "Put all {n} Stress cubes into the bank", stress)
    tx.order("stress", order if stress else None, "stress", order_of("stress", 0, tx.first.generator.stress))


def overflow(tx: Transaction, args: Args) -> None:
    """A card put cubes onto the overflow space: the players say whether that is a breakdown now (p. 20 does not)."""
    require_task(tx.state, "overflow")
    tx.finish_task()
    if args["now"] == "now":
        begin(tx)
    else:
        tx.note("overflow_waits", T("The overflow waits for the Generator Phase."))


def _begin_breakdown(tx: Transaction) -> None:
    begin(tx)
    tx.go_on()


def settle(tx: Transaction) -> bool:
    """An overflow of Stress cubes that is none any more."""
    if tx.at_head("overflow") is None or tx.state.generator.stress > SMALL_SPACES:
        return False
    tx.drop_task()
    return True


# --- a breakdown ------------------------------------------------------------------------------------------------------


def _breakdown(state: State) -> Prompt:
    then = markers.moved_up(state, markers.ONE_SPACE)
    return Prompt(
        name="generator.breakdown",
        do=T(
            "Breakdown! Flip the Heat marker, move the Cold marker and the three indicators up one space, and put all "
            "Stress cubes back into the bank."
        ),
        more=T(
            "Cold marker to {cold}; indicators: red to {red}, orange to {orange}, yellow to {yellow}, none beyond its "
            "last space. Cubes inside the Generator stay there. If it breaks down once more, you lose.",
            **then,
        ),
        rule="generator.breakdown",
        offers=(usual("repaired", T("Done")),),
    )


def _overflow(state: State) -> Prompt:
    return Prompt(
        name="generator.overflow",
        do=T("There are cubes on the overflow space. Does the Generator break down now?"),
        more=T(
            "The rulebook says that it breaks down with any cube there, but checks for it in the Generator Phase. "
            "Where you disagree, the leader decides."
        ),
        rule="generator.breakdown",
        offers=(
            usual("overflow", T("It breaks down now"), now="now"),
            tap("overflow", T("At the Generator Phase"), now="later"),
        ),
    )


MODULE: GameModule[State, Transaction] = GameModule(
    name="breakdown",
    moves={
        "repaired": action(repaired, T("Breakdown carried out")),
        "overflow": action(
            overflow,
            T("Cubes on the overflow space"),
            pick("now", T("When it breaks down"), {"now": T("Now"), "later": T("In the Generator Phase")}),
        ),
    },
    tasks={
        "breakdown": _breakdown,
        "overflow": _overflow,
    },
    settle=settle,
)
