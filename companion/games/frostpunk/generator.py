"""The Generator Phase (rulebook p. 20): fuelling (also p. 23 and 29), the cold, the stress check."""

from __future__ import annotations

from companion.api.game import Args, IllegalMove
from companion.api.text import N, T
from companion.games.frostpunk import breakdown, freezing
from companion.games.frostpunk.moves import number
from companion.games.frostpunk.state import KINDS, SMALL_SPACES, State
from companion.games.frostpunk.steps import can_fuel
from companion.games.frostpunk.transaction import Transaction, require_step

FUELLING_STEPS = ("generator.fuel", "action.turn", "night.fuel")
COUNTING_STEPS = ("generator.drop", "generator.count", "generator.drawer")


def most_fuel(state: State) -> int:
    """How much Coal can be spent: what there is, and not beyond the Cold marker (p. 20)."""
    return min(state.coal, state.generator.cold - state.generator.heat) if can_fuel(state) else 0


def fuel(tx: Transaction, args: Args) -> None:
    """Spend Coal; the Heat marker moves up a space for each. No stress check follows in Action and Night Phase."""
    require_step(tx.state, *FUELLING_STEPS)
    coal = number(args, "coal")
    _refuse_fuel(tx.state, coal)
    heat = tx.state.generator.heat + coal
    tx.set(coal=tx.state.coal - coal)
    tx.set_generator(heat=heat)
    if tx.state.step == "generator.fuel":
        tx.set_generator(fuelled=coal)
    text = T("The Heat marker rose to space {heat}; {coal} Coal left.", heat=heat, coal=tx.state.coal)
    tx.note("heat_rose", text, by=coal, to=heat, coal=tx.state.coal)
    if tx.state.step != "action.turn":
        tx.go_on()


def _refuse_fuel(state: State, coal: int) -> None:
    if coal > state.coal:
        text = N("There is only {n} Coal in the supply.", "There are only {n} Coal in the supply.", state.coal)
        raise IllegalMove(text, rule="generator.fuel", page=20)
    if state.generator.heat + coal > state.generator.cold:
        text = T("The Heat marker may not move beyond the Cold marker on space {cold}.", cold=state.generator.cold)
        raise IllegalMove(text, rule="generator.fuel", page=20)


def no_fuel(tx: Transaction, args: Args) -> None:
    """Go on without fuelling."""
    require_step(tx.state, "generator.fuel", "night.fuel")
    if tx.state.step == "generator.fuel":
        tx.set_generator(fuelled=0)
    tx.go_on()


def freeze(tx: Transaction, args: Args) -> None:
    """The icons between the Heat and the Cold marker were told: they are kept, and one falls sick for each."""
    require_step(tx.state, "generator.sick")
    icons = {kind: number(args, kind) for kind in KINDS}
    freezing.learn_icons(tx, icons)
    freezing.freeze(tx, icons)
    tx.go_on()


# --- the stress check -------------------------------------------------------------------------------------------------


def tell_cubes(tx: Transaction, args: Args) -> None:
    """How many cubes the Heat marker's space shows; asked once for each space and kept."""
    require_step(tx.state, "generator.cubes")
    tx.learn(f"cubes_at_heat_{tx.state.generator.heat}", number(args, "cubes"))
    tx.go_on()


def all_dropped(tx: Transaction, args: Args) -> None:
    """The cubes were dropped into the Generator; those that fell are still to be counted."""
    require_step(tx.state, "generator.drop")
    _drop(tx)
    tx.go_on()


def _drop(tx: Transaction) -> None:
    dropped = tx.state.generator.to_drop
    inside = tx.state.generator.inside + dropped
    tx.set_generator(inside=inside, to_drop=0)
    text = N(
        "{n} cube was dropped into the Generator; {inside} inside.",
        "{n} cubes were dropped into the Generator; {inside} inside.",
        dropped,
        inside=inside,
    )
    tx.note("cubes_dropped", text, count=dropped, inside=inside)


def cubes_fell(tx: Transaction, args: Args) -> None:
    """All cubes in the drawer were counted, also those that waited in it; may be told again until they are placed."""
    require_step(tx.state, *COUNTING_STEPS)
    _count(tx, number(args, "cubes"))


def cubes_weighed(tx: Transaction, args: Args) -> None:
    """The scale counted new cubes in the drawer. Those that waited in it since the last round come on top."""
    require_step(tx.state, *COUNTING_STEPS)
    _count(tx, number(args, "cubes") + tx.state.generator.waiting)


def _count(tx: Transaction, cubes: int) -> None:
    if tx.state.step == "generator.drop":
        _refuse_more_than(tx.state.generator.inside + tx.state.generator.to_drop, cubes)
        _drop(tx)
    _refuse_more_than(tx.state.generator.inside, cubes)
    tx.set_generator(fell=cubes)
    text = N("{n} cube fell.", "{n} cubes fell.", cubes) if cubes else T("No cube fell.")
    tx.tell("cubes_fell", text, count=cubes)
    tx.set(step="generator.drawer")


def _refuse_more_than(inside: int, cubes: int) -> None:
    if cubes > inside:
        text = N(
            "There is only {n} cube inside the Generator.", "There are only {n} cubes inside the Generator.", inside
        )
        raise IllegalMove(text, rule="generator.stress", page=20)


def place_cubes(tx: Transaction, args: Args) -> None:
    """The cubes of the drawer lie on the Stress track, and the drawer is in again. Cubes that fell as it went in stay
    in it and count in the next round. Beyond ten Stress cubes the Generator breaks down; whether or not it does, the
    Heat marker goes back to the first space (p. 20)."""
    require_step(tx.state, "generator.drawer")
    waiting = number(args, "waiting")
    _refuse_more_than(tx.state.generator.inside - tx.state.generator.fell, waiting)
    _place(tx)
    tx.set_generator(waiting=waiting, heat=1)
    if waiting:
        text = N(
            "{n} cube stays in the drawer until the next round.",
            "{n} cubes stay in the drawer until the next round.",
            waiting,
        )
        tx.tell("cubes_wait", text, count=waiting)
    tx.note("heat_reset", T("The Heat marker went back to the first space."))
    if tx.state.generator.stress > SMALL_SPACES:
        breakdown.announce(tx)
    tx.go_on()


def _place(tx: Transaction) -> None:
    generator = tx.state.generator
    stress = generator.stress + generator.fell
    tx.set_generator(stress=stress, inside=generator.inside - generator.fell, fell=0)
    if generator.fell:
        text = N("{n} cube lies on the Stress track.", "{n} cubes lie on the Stress track.", stress)
        tx.note("stress_rose", text, by=generator.fell, to=stress)


def reset_heat(tx: Transaction, args: Args) -> None:
    """The Heat marker goes back to the first space although no drawer had to be looked into (p. 20)."""
    require_step(tx.state, "generator.reset")
    tx.set_generator(heat=1, to_drop=0, fell=0)
    tx.note("heat_reset", T("The Heat marker went back to the first space."))
    tx.go_on()
