"""What is asked in the Generator Phase, and what the scale may answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import CubesExpected, Move, MoveKind, Offer, Prompt
from companion.api.text import N, T, Text
from companion.games.frostpunk import breakdown, freezing, generator
from companion.games.frostpunk.forms import per_kind
from companion.games.frostpunk.fuelling import brings_stress, fuel_offers
from companion.games.frostpunk.moves import move, number, says
from companion.games.frostpunk.state import (
    KIND_NAMES,
    KINDS,
    MOST_CUBES_INSIDE,
    MOST_RESOURCES,
    ROUNDS,
    SMALL_SPACES,
    State,
)
from companion.toolkit.forms import pick, tap, usual, whole

MOST_CUBES_SHOWN = 20
MOST_TAPS = 9  # so many numbers are offered as taps of their own; the rest is entered


def _fuel(state: State) -> Prompt:
    board = state.generator
    more = T(
        "Each Coal moves the Heat marker up one space, at most to the Cold marker on {cold}. It stands on {heat}; you "
        "have {coal} Coal.",
        cold=board.cold,
        heat=board.heat,
        coal=state.coal,
    )
    return Prompt(
        name="generator.fuel",
        do=T("Fuel the Generator, if you like."),
        more=more,
        rule="generator.fuel",
        offers=fuel_offers(state, board.fuelled, brings_stress),
    )


def _sick(state: State) -> Prompt:
    board = state.generator
    more = T(
        "Look at the Heat track between the Heat marker on {heat} and the Cold marker on {cold}, and enter how many "
        "icons of each type are pictured there. It is asked only once for these two spaces.",
        heat=board.heat,
        cold=board.cold,
    )
    limits = {kind: freezing.icons_between(state, board.heat, kind) for kind in KINDS}
    asks = tuple(whole(kind, KIND_NAMES[kind], most, least, least) for kind, (least, most) in limits.items())
    told = Offer(move=Move("freeze"), label=T("These icons"), asks=asks)
    nobody = Offer(move=Move("freeze", dict.fromkeys(KINDS, 0)), label=T("No icons there"))
    some = any(least for least, _ in limits.values())
    return Prompt(
        name="generator.sick",
        do=T("Move a Sickness marker for each icon between the Heat and the Cold marker."),
        more=more,
        rule="generator.cold",
        offers=(told,) if some else (told, nobody),
    )


def _cubes(state: State) -> Prompt:
    offers = tuple(tap("tell_cubes", N("{n} cube", "{n} cubes", cubes), cubes=cubes) for cubes in range(MOST_TAPS + 1))
    ask = whole("cubes", T("Cubes shown"), MOST_CUBES_SHOWN, at_least=MOST_TAPS + 1)
    return Prompt(
        name="generator.cubes",
        do=T("How many cubes does the Heat marker's space show?"),
        more=T("Read it off the Heat track, space {heat}. It is asked only once.", heat=state.generator.heat),
        rule="generator.stress",
        offers=(*offers, Offer(move=Move("tell_cubes"), label=T("More"), asks=(ask,))),
    )


# --- the stress check -------------------------------------------------------------------------------------------------


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


def _numbers(inside: int, waiting: int) -> list[Offer]:
    """How many cubes lie in the drawer, those included that waited there."""
    last = min(inside, waiting + MOST_TAPS)
    offers = [
        tap("cubes_fell", N("{n} cube in the drawer", "{n} cubes in the drawer", cubes), cubes=cubes)
        for cubes in range(waiting, last + 1)
    ]
    if last < inside:
        ask = whole("cubes", T("Cubes in the drawer"), inside, at_least=last + 1)
        offers.append(Offer(move=Move("cubes_fell"), label=T("More"), asks=(ask,)))
    if waiting:
        ask = whole("cubes", T("Cubes in the drawer"), waiting - 1)
        offers.append(Offer(move=Move("cubes_fell"), label=T("Fewer"), asks=(ask,)))
    return offers


def _drop(state: State) -> Prompt:
    board = state.generator
    inside = board.inside + board.to_drop
    return Prompt(
        name="generator.drop",
        do=N("Drop {n} cube into the Generator.", "Drop {n} cubes into the Generator.", board.to_drop),
        more=T("Take them from the bank, not from your supply. Then say how many lie in the drawer."),
        rule="generator.stress",
        offers=(usual("all_dropped", T("All dropped")), *_numbers(inside, board.waiting)),
        # The first cube that comes out answers; that none does, somebody has to say.
        expects=_expected(state, inside - board.waiting, at_least=1),
    )


def _count(state: State) -> Prompt:
    board = state.generator
    return Prompt(
        name="generator.count",
        do=T("Wait until the cubes lie still, then count those in the drawer."),
        more=T(
            "Count all of them, also any that stayed in the drawer in an earlier round. Up to {inside} can be there.",
            inside=board.inside,
        ),
        rule="generator.stress",
        offers=tuple(_numbers(board.inside, board.waiting)),
        expects=_expected(state, board.inside - board.waiting),
    )


def _drawer(state: State) -> Prompt:
    board = state.generator
    known, rest = max(0, board.fell - board.waiting), board.inside - board.fell
    again = whole("cubes", T("Cubes in the drawer"), board.inside, board.fell)
    some = N(
        "Put the drawer’s {n} cube on the Stress track, and the Heat marker back on its first space.",
        "Put the drawer’s {n} cubes on the Stress track, and the Heat marker back on its first space.",
        board.fell,
    )
    none = T("The drawer should be empty: look. Then put the Heat marker back on its first space.")
    offers = [
        usual("place_cubes", T("Done"), waiting=0),
        Offer(move=Move("cubes_fell"), label=T("It is another number"), asks=(again,)),
    ]
    if rest:
        late = whole("waiting", T("Cubes that fell as it went in"), rest, 1, at_least=1)
        offers.append(Offer(move=Move("place_cubes"), label=T("Cubes fell as it went in"), asks=(late,)))
    return Prompt(
        name="generator.drawer",
        do=some if board.fell else none,
        more=_drawer_more(state),
        rule="generator.stress",
        offers=tuple(offers),
        # A late cube makes it more. Fewer would be the emptied drawer, pushed in before anybody said so.
        expects=_expected(state, board.inside - board.waiting, at_least=known, known=known),
    )


def _drawer_more(state: State) -> Text:
    board = state.generator
    over = board.stress + board.fell - SMALL_SPACES
    if over > 0 and board.overheated:
        return T("That is more than ten, and the Heat marker shows its overheated side: the Generator explodes.")
    if over > 0:
        return N(
            "Ten fill the small spaces; {n} cube goes onto the overflow space, and the Generator breaks down.",
            "Ten fill the small spaces; {n} cubes go onto the overflow space, and the Generator breaks down.",
            over,
        )
    return T(
        "Cubes that fall out as you pull count as well: correct the number then. Cubes that fall as you push it in "
        "stay in the drawer until the next round."
    )


def _reset(state: State) -> Prompt:
    return Prompt(
        name="generator.reset",
        do=T("Put the Heat marker back on its first space."),
        more=T("No cubes are inside, so that the drawer can stay where it is."),
        rule="generator.reset",
        offers=(usual("reset_heat", T("Done")),),
    )


# --- a breakdown ------------------------------------------------------------------------------------------------------


def _breakdown(state: State) -> Prompt:
    then = breakdown.moved_up(state, breakdown.ONE_SPACE)
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


STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {
    "generator.fuel": _fuel,
    "generator.sick": _sick,
    "generator.cubes": _cubes,
    "generator.drop": _drop,
    "generator.count": _count,
    "generator.drawer": _drawer,
    "generator.reset": _reset,
}
TASK_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {"breakdown": _breakdown, "overflow": _overflow}

# As many as could ever be inside: set by hand, and then a drop in each round.
_MOST = MOST_CUBES_INSIDE + ROUNDS * MOST_CUBES_SHOWN
_CUBES = whole("cubes", T("Cubes"), _MOST)
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
        *per_kind(dict.fromkeys(KINDS, freezing.MOST_ICONS)),
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
    "place_cubes": move(
        generator.place_cubes,
        says(T("Drawer emptied and pushed in")),
        whole("waiting", T("Cubes that fell as it went in"), _MOST),
    ),
    "reset_heat": move(generator.reset_heat, says(T("Heat marker put back"))),
    "repaired": move(breakdown.repaired, says(T("Breakdown carried out"))),
    "overflow": move(
        breakdown.overflow,
        says(T("Cubes on the overflow space")),
        pick("now", T("When it breaks down"), {"now": T("Now"), "later": T("In the Generator Phase")}),
    ),
}
