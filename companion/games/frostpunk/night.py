"""The Night Phase (rulebook p. 29): Spent tokens, the last fuelling, and who sleeps in the cold."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.game import Args, Move, MoveKind, Offer, Prompt
from companion.games.frostpunk.asking import per_kind, usual
from companion.games.frostpunk.generator import most_fuel
from companion.games.frostpunk.generator_prompts import fuel_offer
from companion.games.frostpunk.ledger import Ledger, require_step
from companion.games.frostpunk.moves import move, number, says
from companion.games.frostpunk.people import fall_sick
from companion.games.frostpunk.state import KINDS, ROUNDS, SPENT_TOKENS, State
from companion.games.frostpunk.steps import can_fuel
from companion.text import T

MOST_STANDING = dict.fromkeys(KINDS, 10)  # p. 5: Meeples of a type, both Child Workers and Engineers counted


def spent_returned(ledger: Ledger, args: Args) -> None:
    """Spent tokens with a Meeple go back to the bank; those without stay in the supply (p. 29)."""
    require_step(ledger.state, "night.spent")
    for kind in KINDS:
        ledger.set_group(kind, spent=min(ledger.state.group(kind).spent, number(args, kind)))
    ledger.go_on()


def night_cold(ledger: Ledger, args: Args) -> None:
    """One of the matching type falls sick for each Meeple without a warm place (p. 29)."""
    require_step(ledger.state, "night.sick")
    for kind in KINDS:
        fall_sick(ledger, kind, number(args, kind))
    ledger.go_on()


# --- what is asked ----------------------------------------------------------------------------------------------------


def _spent(state: State) -> Prompt:
    stay = Offer(
        move=Move("spent_returned"),
        label=T("Some lie without a Meeple"),
        asks=per_kind({kind: state.group(kind).spent for kind in KINDS}),
    )
    return Prompt(
        name="night.spent",
        do=T("Put the Spent tokens that carry a Meeple back into the bank."),
        more=T("Their Meeples go back into the supply. Spent tokens without a Meeple stay: enter how many."),
        rule="night.spent",
        offers=(usual("spent_returned", T("All of them"), **dict.fromkeys(KINDS, 0)), stay),
    )


def _fuel(state: State) -> Prompt:
    return Prompt(
        name="night.fuel",
        do=T("Last chance to fuel the Generator for tonight's shelters."),
        more=T(
            "You have {coal} Coal; up to {most} can be spent now. No stress check follows.",
            coal=state.coal,
            most=most_fuel(state),
        ),
        rule="night.fuel",
        offers=(usual("no_fuel", T("No fuel")), *((fuel_offer(state),) if can_fuel(state) else ())),
    )


def _sick(state: State) -> Prompt:
    standing = Offer(move=Move("night_cold"), label=T("These stand in the cold"), asks=per_kind(MOST_STANDING))
    warm = Offer(move=Move("night_cold", dict.fromkeys(KINDS, 0)), label=T("All sleep warm"))
    return Prompt(
        name="night.sick",
        do=T("Who is still standing? One falls sick for each Meeple without a warm place."),
        rule="night.sick",
        offers=(standing, warm),
    )


def _scenario_end(state: State) -> Prompt:
    return Prompt(
        name="end.scenario",
        do=T("The last round is over. Read on your Scenario card how the game ends."),
        more=T("The Round track has {rounds} spaces.", rounds=ROUNDS),
        rule="ends",
        offers=(
            Offer(move=Move("declare_won"), label=T("We won"), tone="danger"),
            Offer(move=Move("declare_lost", {"how": "scenario"}), label=T("We lost"), tone="danger"),
        ),
    )


STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {
    "night.spent": _spent,
    "night.fuel": _fuel,
    "night.sick": _sick,
    "end.scenario": _scenario_end,
}
MOVES: Mapping[str, MoveKind[State]] = {
    "spent_returned": move(
        spent_returned, says(T("Spent tokens returned")), *per_kind(dict.fromkeys(KINDS, SPENT_TOKENS))
    ),
    "night_cold": move(
        night_cold,
        lambda args: T("In the cold: {workers} workers, {engineers} engineers, {children} children", **dict(args)),
        *per_kind(MOST_STANDING),
    ),
}
