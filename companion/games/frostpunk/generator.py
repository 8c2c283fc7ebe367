"""The Generator Phase (rulebook p. 20): fuelling (also p. 23 and 29), the cold, the stress check."""

from __future__ import annotations

from companion.api.game import Args, IllegalMove
from companion.api.text import N, T
from companion.games.frostpunk import breakdown, freezing
from companion.games.frostpunk.ledger import Ledger, require_step
from companion.games.frostpunk.moves import number
from companion.games.frostpunk.state import KINDS, SMALL_SPACES, State
from companion.games.frostpunk.steps import can_fuel

FUELLING_STEPS = ("generator.fuel", "action.turn", "night.fuel")
COUNTING_STEPS = ("generator.drop", "generator.count", "generator.drawer")


def most_fuel(state: State) -> int:
    """How much Coal can be spent: what there is, and not beyond the Cold marker (p. 20)."""
    return min(state.coal, state.generator.cold - state.generator.heat) if can_fuel(state) else 0


def fuel(ledger: Ledger, args: Args) -> None:
    """Spend Coal; the Heat marker moves up a space for each. No stress check follows in Action and Night Phase."""
    require_step(ledger.state, *FUELLING_STEPS)
    coal = number(args, "coal")
    _refuse_fuel(ledger.state, coal)
    heat = ledger.state.generator.heat + coal
    ledger.set(coal=ledger.state.coal - coal)
    ledger.set_generator(heat=heat)
    if ledger.state.step == "generator.fuel":
        ledger.set_generator(fuelled=coal)
    text = T("The Heat marker rose to space {heat}; {coal} Coal left.", heat=heat, coal=ledger.state.coal)
    ledger.note("heat_rose", text, by=coal, to=heat, coal=ledger.state.coal)
    if ledger.state.step != "action.turn":
        ledger.go_on()


def _refuse_fuel(state: State, coal: int) -> None:
    if coal > state.coal:
        text = N("There is only {n} Coal in the supply.", "There are only {n} Coal in the supply.", state.coal)
        raise IllegalMove(text, rule="generator.fuel", page=20)
    if state.generator.heat + coal > state.generator.cold:
        text = T("The Heat marker may not move beyond the Cold marker on space {cold}.", cold=state.generator.cold)
        raise IllegalMove(text, rule="generator.fuel", page=20)


def no_fuel(ledger: Ledger, args: Args) -> None:
    """Go on without fuelling."""
    require_step(ledger.state, "generator.fuel", "night.fuel")
    if ledger.state.step == "generator.fuel":
        ledger.set_generator(fuelled=0)
    ledger.go_on()


def freeze(ledger: Ledger, args: Args) -> None:
    """The icons between the Heat and the Cold marker were told: they are kept, and one falls sick for each."""
    require_step(ledger.state, "generator.sick")
    icons = {kind: number(args, kind) for kind in KINDS}
    freezing.learn_icons(ledger, icons)
    freezing.freeze(ledger, icons)
    ledger.go_on()


# --- the stress check -------------------------------------------------------------------------------------------------


def tell_cubes(ledger: Ledger, args: Args) -> None:
    """How many cubes the Heat marker's space shows; asked once for each space and kept."""
    require_step(ledger.state, "generator.cubes")
    ledger.learn(f"cubes_at_heat_{ledger.state.generator.heat}", number(args, "cubes"))
    ledger.go_on()


def all_dropped(ledger: Ledger, args: Args) -> None:
    """The cubes were dropped into the Generator; those that fell are still to be counted."""
    require_step(ledger.state, "generator.drop")
    _drop(ledger)
    ledger.go_on()


def _drop(ledger: Ledger) -> None:
    dropped = ledger.state.generator.to_drop
    inside = ledger.state.generator.inside + dropped
    ledger.set_generator(inside=inside, to_drop=0)
    text = N(
        "{n} cube was dropped into the Generator; {inside} inside.",
        "{n} cubes were dropped into the Generator; {inside} inside.",
        dropped,
        inside=inside,
    )
    ledger.note("cubes_dropped", text, count=dropped, inside=inside)


def cubes_fell(ledger: Ledger, args: Args) -> None:
    """All cubes in the drawer were counted, also those that waited in it; may be told again until they are placed."""
    require_step(ledger.state, *COUNTING_STEPS)
    _count(ledger, number(args, "cubes"))


def cubes_weighed(ledger: Ledger, args: Args) -> None:
    """The scale counted new cubes in the drawer. Those that waited in it since the last round come on top."""
    require_step(ledger.state, *COUNTING_STEPS)
    _count(ledger, number(args, "cubes") + ledger.state.generator.waiting)


def _count(ledger: Ledger, cubes: int) -> None:
    if ledger.state.step == "generator.drop":
        _refuse_more_than(ledger.state.generator.inside + ledger.state.generator.to_drop, cubes)
        _drop(ledger)
    _refuse_more_than(ledger.state.generator.inside, cubes)
    ledger.set_generator(fell=cubes)
    text = N("{n} cube fell.", "{n} cubes fell.", cubes) if cubes else T("No cube fell.")
    ledger.tell("cubes_fell", text, count=cubes)
    ledger.set(step="generator.drawer")


def _refuse_more_than(inside: int, cubes: int) -> None:
    if cubes > inside:
        text = N(
            "There is only {n} cube inside the Generator.", "There are only {n} cubes inside the Generator.", inside
        )
        raise IllegalMove(text, rule="generator.stress", page=20)


def place_cubes(ledger: Ledger, args: Args) -> None:
    """The cubes of the drawer lie on the Stress track, and the drawer is in again. Cubes that fell as it went in stay
    in it and count in the next round. Beyond ten Stress cubes the Generator breaks down; whether or not it does, the
    Heat marker goes back to the first space (p. 20)."""
    require_step(ledger.state, "generator.drawer")
    waiting = number(args, "waiting")
    _refuse_more_than(ledger.state.generator.inside - ledger.state.generator.fell, waiting)
    _place(ledger)
    ledger.set_generator(waiting=waiting, heat=1)
    if waiting:
        text = N(
            "{n} cube stays in the drawer until the next round.",
            "{n} cubes stay in the drawer until the next round.",
            waiting,
        )
        ledger.tell("cubes_wait", text, count=waiting)
    ledger.note("heat_reset", T("The Heat marker went back to the first space."))
    if ledger.state.generator.stress > SMALL_SPACES:
        breakdown.announce(ledger)
    ledger.go_on()


def _place(ledger: Ledger) -> None:
    generator = ledger.state.generator
    stress = generator.stress + generator.fell
    ledger.set_generator(stress=stress, inside=generator.inside - generator.fell, fell=0)
    if generator.fell:
        text = N("{n} cube lies on the Stress track.", "{n} cubes lie on the Stress track.", stress)
        ledger.note("stress_rose", text, by=generator.fell, to=stress)


def reset_heat(ledger: Ledger, args: Args) -> None:
    """The Heat marker goes back to the first space although no drawer had to be looked into (p. 20)."""
    require_step(ledger.state, "generator.reset")
    ledger.set_generator(heat=1, to_drop=0, fell=0)
    ledger.note("heat_reset", T("The Heat marker went back to the first space."))
    ledger.go_on()
