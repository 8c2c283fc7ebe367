"""The Action Phase (rulebook p. 22 to 27): turns from the leader clockwise; the books of fuelling and of the cold."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.game import Args, IllegalMove, Move, MoveKind, Offer, Prompt
from companion.games.frostpunk.asking import pick, tap, usual, whole
from companion.games.frostpunk.fuelling import fuel_offer
from companion.games.frostpunk.ledger import Ledger, require_step
from companion.games.frostpunk.moves import move, number, says, word
from companion.games.frostpunk.people import fall_sick
from companion.games.frostpunk.state import KIND_NAMES, KINDS, State
from companion.games.frostpunk.steps import can_fuel
from companion.games.frostpunk.stores import lose, spend
from companion.text import N, T

MOST_REMOVED = 5  # p. 40


def turn_over(ledger: Ledger, args: Args) -> None:
    """The next player clockwise has a turn."""
    require_step(ledger.state, "action.turn")
    seat = (ledger.state.turn + 1) % len(ledger.state.players)
    ledger.set(turn=seat)


def actions_over(ledger: Ledger, args: Args) -> None:
    """Nobody can or wants to act any more."""
    require_step(ledger.state, "action.turn")
    ledger.go_on()


def cold_action(ledger: Ledger, args: Args) -> None:
    """An action in the cold: one more of the Meeple's type is sick before the action takes effect (p. 23)."""
    require_step(ledger.state, "action.turn")
    fall_sick(ledger, word(args, "kind"), 1)


def remove_stress(ledger: Ledger, args: Args) -> None:
    """The Generator Building's action: up to five Stress cubes go back to the bank (p. 40)."""
    require_step(ledger.state, "action.turn")
    cubes = number(args, "cubes")
    if cubes > ledger.state.generator.stress:
        text = N(
            "Only {n} cube lies on the Stress track.",
            "Only {n} cubes lie on the Stress track.",
            ledger.state.generator.stress,
        )
        raise IllegalMove(text, rule="generator.building", page=40)
    lose(ledger, "stress", cubes)


def remove_all_stress(ledger: Ledger, args: Args) -> None:
    """The Generator Building's other action: a Steam Core takes all Stress cubes off; the first puts the Upgrade in."""
    require_step(ledger.state, "action.turn")
    spend(ledger, "steam_cores", 1)
    lose(ledger, "stress", ledger.state.generator.stress)
    if not ledger.state.generator.upgraded:
        ledger.set_generator(upgraded=True)
        ledger.tell("generator_upgraded", T("Put the Generator Upgrade into the top of the Generator."))


# --- what is asked ----------------------------------------------------------------------------------------------------


def _turn(state: State) -> Prompt:
    offers = [usual("turn_over", T("Turn taken")), tap("actions_over", T("Nobody acts any more"))]
    if can_fuel(state):
        offers.append(fuel_offer(state))
    kinds = {kind: KIND_NAMES[kind] for kind in KINDS if state.group(kind).citizens}
    if kinds:
        asks = (pick("kind", T("Whose Meeple acts"), kinds, usual=next(iter(kinds))),)
        offers.append(Offer(move=Move("cold_action"), label=T("Act in the cold"), asks=asks, rule="action.cold"))
    more = T(
        "You may fuel first. Then one action with one Meeple: remove snow, gather Resources, construct, use a "
        "Building, deploy Scouts, or a Special Action. In the cold, one of the Meeple's type falls sick first."
    )
    return Prompt(
        name="action.turn",
        do=T("{name}, take your turn.", name=state.players[state.turn]),
        more=more,
        seat=state.turn,
        rule="action.turn",
        offers=(*offers, *_stress_offers(state)),
    )


def _stress_offers(state: State) -> tuple[Offer, ...]:
    stress = state.generator.stress
    if not stress:
        return ()
    ask = whole("cubes", T("Stress cubes taken off"), min(MOST_REMOVED, stress), MOST_REMOVED, at_least=1)
    offers = [Offer(move=Move("remove_stress"), label=T("Generator Building"), asks=(ask,), rule="generator.building")]
    if state.steam_cores:
        offers.append(tap("remove_all_stress", T("Generator Building with a Steam Core"), rule="generator.building"))
    return tuple(offers)


STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {"action.turn": _turn}
MOVES: Mapping[str, MoveKind[State]] = {
    "turn_over": move(turn_over, says(T("Turn taken"))),
    "actions_over": move(actions_over, says(T("Nobody acts any more"))),
    "cold_action": move(
        cold_action,
        lambda args: T("{who}: an action in the cold", who=KIND_NAMES[word(args, "kind")]),
        pick("kind", T("Whose Meeple acts"), {kind: KIND_NAMES[kind] for kind in KINDS}),
    ),
    "remove_stress": move(
        remove_stress,
        lambda args: N("{n} Stress cube taken off", "{n} Stress cubes taken off", number(args, "cubes")),
        whole("cubes", T("Stress cubes taken off"), MOST_REMOVED, at_least=1),
    ),
    "remove_all_stress": move(remove_all_stress, says(T("All Stress cubes taken off for a Steam Core"))),
}
