"""What is asked in the Generator Phase, and what the scale may answer."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game import CubesExpected, Move, MoveKind, Offer, Prompt
from companion.games.frostpunk import breakdown, generator
from companion.games.frostpunk.asking import per_kind, pick, tap, usual, whole
from companion.games.frostpunk.moves import move, number, says
from companion.games.frostpunk.state import (
    KINDS,
    MOST_CUBES_INSIDE,
    MOST_RESOURCES,
    ROUNDS,
    State,
)
from companion.games.frostpunk.steps import can_fuel
from companion.text import N, T

MOST_CUBES_SHOWN = 20
MOST_ICONS = 10


def fuel_offer(state: State, tone: str = "plain", usual_coal: int = 1) -> Offer:
    """Fuelling with as much Coal as there is and the Cold marker allows."""
    asks = (whole("coal", T("Coal to spend"), generator.most_fuel(state), usual_coal, at_least=1),)
    return Offer(move=Move("fuel"), label=T("Fuel the Generator"), asks=asks, tone=tone, rule="generator.fuel")


def _fuel(state: State) -> Prompt:
    offers: tuple[Offer, ...] = (usual("no_fuel", T("No fuel")),)  # Coal may go while it is being asked
    if can_fuel(state):
        offers = (fuel_offer(state, "usual", state.generator.fuelled), tap("no_fuel", T("No fuel")))
    most = generator.most_fuel(state)
    more = T(
        "Each Coal moves the Heat marker up one space, at most to the Cold marker. You have {coal} Coal; up to {most} "
        "can be spent now.",
        coal=state.coal,
        most=most,
    )
    return Prompt(
        name="generator.fuel",
        do=T("Fuel the Generator, if you like."),
        more=more,
        rule="generator.fuel",
        offers=offers,
    )


def _sick(state: State) -> Prompt:
    known = {kind: state.fact(generator.icons_name(state, kind)) for kind in KINDS}
    remembered = None if None in known.values() else {kind: known[kind] or 0 for kind in KINDS}
    offer = Offer(
        move=Move("freeze"),
        label=T("These people fell sick"),
        asks=per_kind(dict.fromkeys(KINDS, MOST_ICONS), remembered),
        tone="plain" if remembered is None else "usual",
    )
    more = T(
        "Look at the Heat track between the Heat marker on space {heat} and the Cold marker on space {cold}, and enter "
        "how many icons of each type are pictured there.",
        heat=state.generator.heat,
        cold=state.generator.cold,
    )
    nobody = Offer(move=Move("freeze", dict.fromkeys(KINDS, 0)), label=T("No icons there"))
    return Prompt(
        name="generator.sick",
        do=T("Move a Sickness marker for each icon between the Heat and the Cold marker."),
        more=more,
        rule="generator.cold",
        offers=(offer, nobody),
    )


def _cubes(state: State) -> Prompt:
    ask = whole("cubes", T("Cubes shown"), MOST_CUBES_SHOWN)
    return Prompt(
        name="generator.cubes",
        do=T("How many cubes does the Heat marker's space show?"),
        more=T("Read it off the Heat track, space {heat}. It is asked only once.", heat=state.generator.heat),
        rule="generator.stress",
        offers=(Offer(move=Move("tell_cubes"), label=T("Enter the number"), asks=(ask,)),),
    )


def _expected(state: State, new: int, at_least: int = 0, known: int | None = None) -> tuple[CubesExpected, ...]:
    """What the scale may answer: it counts new cubes, and tells nothing of those that waited in the drawer before."""
    if new <= 0:
        return ()
    return (
        CubesExpected(
            place="drawer",
            drop=f"round-{state.round}",
            at_least=at_least,
            at_most=new,
            move=Move("cubes_weighed"),
            arg="cubes",
            known=known,
        ),
    )


def _drop(state: State) -> Prompt:
    board = state.generator
    all_new = board.inside + board.to_drop - board.waiting
    return Prompt(
        name="generator.drop",
        do=N("Drop {n} cube into the Generator.", "Drop {n} cubes into the Generator.", board.to_drop),
        more=T("Take them from the bank, not from your supply."),
        rule="generator.stress",
        offers=(usual("all_dropped", T("All dropped")),),
        expects=_expected(state, all_new, at_least=all_new),
    )


def _count(state: State) -> Prompt:
    board = state.generator
    ask = whole("cubes", T("Cubes in the drawer"), board.inside)
    return Prompt(
        name="generator.count",
        do=T("Wait until the cubes lie still, then count those in the drawer."),
        more=T(
            "Count all of them, also any that stayed in the drawer in an earlier round. Up to {inside} can be there.",
            inside=board.inside,
        ),
        rule="generator.stress",
        offers=(Offer(move=Move("cubes_fell"), label=T("Enter the number"), asks=(ask,)),),
        expects=_expected(state, board.inside - board.waiting),
    )


def _drawer(state: State) -> Prompt:
    board = state.generator
    known = max(0, board.fell - board.waiting)
    again = whole("cubes", T("Cubes in the drawer"), board.inside, board.fell)
    do = N(
        "Pull out the drawer and put its {n} cube on the Stress track.",
        "Pull out the drawer and put its {n} cubes on the Stress track.",
        board.fell,
    )
    return Prompt(
        name="generator.drawer",
        do=do if board.fell else T("Pull out the drawer. It should be empty."),
        more=T(
            "Cubes that fall out as you pull count as well: correct the number then. Fill the ten small spaces first; "
            "the rest goes onto the overflow space."
        ),
        rule="generator.stress",
        offers=(
            usual("place_cubes", T("Done")),
            Offer(move=Move("cubes_fell"), label=T("It is another number"), asks=(again,)),
        ),
        # A late cube makes it more. Fewer would be the emptied drawer, pushed in before anybody said so.
        expects=_expected(state, board.inside - board.waiting, at_least=known, known=known),
    )


def _close(state: State) -> Prompt:
    inside = state.generator.inside
    offers = [usual("close_drawer", T("In, nothing fell") if inside else T("Done"), cubes=0)]
    if inside:
        ask = whole("cubes", T("Cubes that fell as it went in"), inside, 1, at_least=1)
        offers.append(Offer(move=Move("close_drawer"), label=T("Cubes fell into it"), asks=(ask,)))
    return Prompt(
        name="generator.close",
        do=T("Push the drawer in, carefully."),
        more=T("Cubes that fall now stay in the drawer; they go onto the Stress track in the next round."),
        rule="generator.stress",
        offers=tuple(offers),
    )


def _reset(state: State) -> Prompt:
    return Prompt(
        name="generator.reset",
        do=T("Put the Heat marker back on the first space."),
        more=T("It goes back in every round, whether or not the Generator broke down."),
        rule="generator.reset",
        offers=(usual("reset_heat", T("Done")),),
    )


# --- the steps of a breakdown -----------------------------------------------------------------------------------------


def _flip(state: State) -> Prompt:
    return Prompt(
        name="breakdown.flip",
        do=T("Flip the Heat marker to its overheated side."),
        more=T("If the Generator breaks down once more, you lose."),
        rule="generator.breakdown",
        offers=(usual("flip_heat_marker", T("Done")),),
    )


def _advance(state: State) -> Prompt:
    return Prompt(
        name="breakdown.advance",
        do=T("Move the Cold marker and all three Heat Range indicators up one space."),
        more=T("None of them moves beyond the last space of its track."),
        rule="generator.breakdown",
        offers=(usual("advance_markers", T("Done")),),
    )


def _clear(state: State) -> Prompt:
    return Prompt(
        name="breakdown.clear",
        do=T("Put all Stress cubes back into the bank."),
        more=T("Those on the overflow space as well. Cubes still inside the Generator stay there."),
        rule="generator.breakdown",
        offers=(usual("clear_stress", T("Done")),),
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


STEP_PROMPTS = {
    "generator.fuel": _fuel,
    "generator.sick": _sick,
    "generator.cubes": _cubes,
    "generator.drop": _drop,
    "generator.count": _count,
    "generator.drawer": _drawer,
    "generator.close": _close,
    "generator.reset": _reset,
}
TASK_PROMPTS = {"flip": _flip, "advance": _advance, "clear": _clear, "overflow": _overflow}

# As many as could ever be inside: set by hand, and then a drop in each round.
_CUBES = whole("cubes", T("Cubes"), MOST_CUBES_INSIDE + ROUNDS * MOST_CUBES_SHOWN)
MOVES: Mapping[str, MoveKind[State]] = {
    "fuel": move(
        generator.fuel,
        lambda args: T("Fuelled with {coal} Coal", coal=args["coal"]),
        whole("coal", T("Coal to spend"), MOST_RESOURCES, at_least=1),
    ),
    "no_fuel": move(generator.no_fuel, says(T("No fuel"))),
    "freeze": move(
        generator.freeze,
        lambda args: T(
            "Icons in the cold: workers {workers}, engineers {engineers}, children {children}", **dict(args)
        ),
        *per_kind(dict.fromkeys(KINDS, MOST_ICONS)),
    ),
    "tell_cubes": move(
        generator.tell_cubes,
        lambda args: N("The space shows {n} cube", "The space shows {n} cubes", number(args, "cubes")),
        whole("cubes", T("Cubes shown"), MOST_CUBES_SHOWN),
    ),
    "all_dropped": move(generator.all_dropped, says(T("All cubes dropped"))),
    "cubes_fell": move(
        generator.cubes_fell,
        lambda args: N("{n} cube in the drawer", "{n} cubes in the drawer", number(args, "cubes")),
        _CUBES,
    ),
    "cubes_weighed": move(
        generator.cubes_weighed,
        lambda args: N("{n} new cube weighed", "{n} new cubes weighed", number(args, "cubes")),
        _CUBES,
    ),
    "place_cubes": move(generator.place_cubes, says(T("Cubes put on the Stress track"))),
    "close_drawer": move(generator.close_drawer, says(T("Drawer pushed in")), _CUBES),
    "reset_heat": move(generator.reset_heat, says(T("Heat marker put back"))),
    "flip_heat_marker": move(breakdown.flip, says(T("Heat marker flipped"))),
    "advance_markers": move(breakdown.advance, says(T("Cold marker and indicators moved up"))),
    "clear_stress": move(breakdown.clear, says(T("Stress cubes put back into the bank"))),
    "overflow": move(
        breakdown.overflow,
        says(T("Cubes on the overflow space")),
        pick("now", T("When it breaks down"), {"now": T("Now"), "later": T("In the Generator Phase")}),
    ),
}
