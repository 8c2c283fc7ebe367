"""How much Coal may be spent, and what each amount would bring (rulebook p. 20, 23, 29)."""

from __future__ import annotations

from collections.abc import Callable

from companion.api.game import Move, Offer
from companion.api.text import N, T, Text
from companion.games.frostpunk import freezing
from companion.games.frostpunk.generator import most_fuel
from companion.games.frostpunk.spelling import citizens
from companion.games.frostpunk.state import State
from companion.games.frostpunk.steps import cubes_at
from companion.toolkit.forms import whole

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
    cubes, icons = cubes_at(state, heat), freezing.icons_at(state, heat)
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
