"""Fuelling the Generator (rulebook p. 20, 23, 29): Coal moves the Heat marker up, never beyond the Cold marker."""

from __future__ import annotations

from collections.abc import Callable

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T, Text
from companion.games.frostpunk.forms import asked_in
from companion.games.frostpunk.generator import cold
from companion.games.frostpunk.generator.markers import heat_at
from companion.games.frostpunk.generator.stress_check import cubes_at
from companion.games.frostpunk.state import MOST_RESOURCES, State
from companion.games.frostpunk.supply import spend
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.games.frostpunk.wording import citizens
from companion.toolkit import GameModule, action, number, whole


def can_fuel(state: State) -> bool:
    """Whether there is Coal, and a space for the Heat marker up to the Cold marker (p. 20)."""
    return state.coal > 0 and state.generator.heat < state.generator.cold


FUELLING_STEPS = ("generator.fuel", "action.turn", "night.fuel")


def most_fuel(state: State) -> int:
    """How much Coal can be spent: what there is, and not beyond the Cold marker (p. 20)."""
    return min(state.coal, state.generator.cold - state.generator.heat) if can_fuel(state) else 0


def fuel(tx: Transaction, args: Args) -> None:
    """Spend Coal; the Heat marker moves up a space for each. No stress check follows in Action and Night Phase."""
    require_step(tx.state, *FUELLING_STEPS)
    coal = number(args, "coal")
    _refuse_fuel(tx.state, coal)
    heat = tx.state.generator.heat + coal
    spend(tx, "coal", coal)
    tx.set_generator(heat=heat)
    if tx.state.step == "generator.fuel":
        tx.set_generator(fuelled=coal)
    tx.note("heat_rose", T("The Heat marker rose to space {heat}.", heat=heat), by=coal, to=heat, coal=tx.state.coal)
    tx.order("heat", heat_at(heat), "heat", heat_at(tx.first.generator.heat), pieces=("heat",))
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


MOST_TAPS = 8  # so many amounts are offered as taps of their own; more Coal is entered


def fuel_offer(state: State, tone: str = "plain", usual_coal: int = 1) -> Offer:
    """Fuelling with as much Coal as there is and the Cold marker allows, entered as a number."""
    asks = (whole("coal", T("Coal to spend"), most_fuel(state), usual_coal, at_least=1),)
    return Offer(move=Move("fuel"), label=T("Fuel the Generator"), asks=asks, tone=tone, rule="generator.fuel")


def fuel_offers(state: State, usual_coal: int, brings: Callable[[State, int], Text]) -> tuple[Offer, ...]:
    """No fuel, or so much Coal: a tap for each amount, with what it brings."""
    most = most_fuel(state)
    chosen = min(usual_coal, most)
    offers = [_amount(coal, chosen, brings(state, coal)) for coal in range(min(most, MOST_TAPS) + 1)]
    if most > MOST_TAPS:
        asks = (whole("coal", T("Coal to spend"), most, MOST_TAPS + 1, at_least=MOST_TAPS + 1),)
        tone = "usual" if chosen > MOST_TAPS else "plain"
        offers.append(Offer(move=Move("fuel"), label=T("More Coal"), asks=asks, tone=tone))
    return tuple(sorted(offers, key=lambda offer: offer.tone != "usual"))


def _amount(coal: int, chosen: int, note: Text) -> Offer:
    label = N("{n} Coal", "{n} Coal", coal) if coal else T("No fuel")
    move = Move("fuel", {"coal": coal}) if coal else Move("no_fuel")
    tone = "usual" if coal == chosen else "plain"
    return Offer(move=move, label=label, tone=tone, note=note, rule="generator.fuel")


def reaches(state: State, coal: int) -> Text:
    """Where the Heat marker comes to stand."""
    return T("Heat marker on {heat}.", heat=state.generator.heat + coal)


def brings_stress(state: State, coal: int) -> Text:
    """What the Generator Phase does with the Heat marker there: cubes to drop, and who falls sick from the cold."""
    heat = state.generator.heat + coal
    cubes, icons = cubes_at(state, heat), cold.icons_at(state, heat)
    where = reaches(state, coal)
    if cubes is not None:
        where = N(
            "Heat marker on {heat}, {n} cube to drop.", "Heat marker on {heat}, {n} cubes to drop.", cubes, heat=heat
        )
        where = where if cubes else T("Heat marker on {heat}, no cube to drop.", heat=heat)
    if icons is None:
        return where
    if not any(icons.values()):
        return T("{where} Nobody falls sick.", where=where)
    return T("{where} These fall sick: {who}.", where=where, who=citizens(icons))


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


MODULE: GameModule[State, Transaction] = GameModule(
    name="fuelling",
    moves={
        "fuel": action(
            fuel,
            lambda args: T("Fuelled with {coal} Coal", coal=args["coal"]),
            whole("coal", T("Coal to spend"), MOST_RESOURCES, at_least=1),
        ),
        "no_fuel": action(no_fuel, T("No fuel")),
    },
    prompts=asked_in(
        {
            "generator.fuel": _fuel,
        }
    ),
)
