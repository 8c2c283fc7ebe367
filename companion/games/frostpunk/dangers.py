"""Warnings: each of the six losses two steps before it could become true (rulebook p. 16), and what tonight brings."""

from __future__ import annotations

from collections.abc import Iterator

from companion.api import N, Note, Panel, T, Text
from companion.games.frostpunk.generator.cold import icons_at
from companion.games.frostpunk.generator.fuelling import most_fuel
from companion.games.frostpunk.phases.names import ROUND_STEPS, phase_of
from companion.games.frostpunk.phases.sections import fed_in
from companion.games.frostpunk.state import (
    KIND_NAMES,
    KINDS,
    LOSING_HUNGER,
    LOSING_SICK,
    MOST_HUNGER,
    MOST_TOKENS,
    SMALL_SPACES,
    State,
)
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.wording import citizens
from companion.toolkit import GameModule

STEPS_BEFORE = 2  # how near a loss must be for a warning


def dangers(state: State) -> tuple[Note, ...]:
    """What may soon lose the game, then what tonight will bring for certain, a sentence each; nothing while the game is
    laid out: what lies there at the start is no news."""
    if state.ended or phase_of(state.step) == "setup":
        return ()
    losses = (Note(text=text, tone="danger", rule=rule, main=True) for text, rule in _losses(state))
    worries = (Note(text=text, tone="warm", rule=rule) for text, rule in _worries(state))
    return (*losses, *worries)


def _losses(state: State) -> Iterator[tuple[Text, str]]:
    yield from _tokens(state)
    yield from _sick(state)
    yield from _hunger(state)
    yield from _corpses(state)
    yield from _generator(state)


def _tokens(state: State) -> Iterator[tuple[Text, str]]:
    left = MOST_TOKENS - state.discontent.count
    if left <= STEPS_BEFORE:
        text = N("{n} more Discontent token loses the game.", "{n} more Discontent tokens lose the game.", left)
        yield text, "ends"
    if state.hope.count <= STEPS_BEFORE:
        yield N("Only {n} Hope token is left.", "Only {n} Hope tokens are left.", state.hope.count), "ends"


def _sick(state: State) -> Iterator[tuple[Text, str]]:
    for kind in KINDS:
        sick = state.group(kind).sick
        if sick >= LOSING_SICK - STEPS_BEFORE:
            text = T("{who}: {sick} sick; 26 in the Preparation Phase lose the game.", who=KIND_NAMES[kind], sick=sick)
            yield text, "preparation.sickness"


def _hunger(state: State) -> Iterator[tuple[Text, str]]:
    if state.hunger >= LOSING_HUNGER - STEPS_BEFORE:
        need = max(0, state.hunger - LOSING_HUNGER + 1)
        text = N(
            "Hunger is {hunger}; without {n} Food for it in the next Hunger Phase you lose.",
            "Hunger is {hunger}; without {n} Food for it in the next Hunger Phase you lose.",
            need,
            hunger=state.hunger,
        )
        near = T("Hunger is {hunger}; 25 left after paying lose the game.", hunger=state.hunger)
        yield text if need else near, "hunger.previous"


def _corpses(state: State) -> Iterator[tuple[Text, str]]:
    last = state.fact("corpse_last")
    if last is not None and last - state.corpses <= STEPS_BEFORE:
        text = N("{n} more death loses the game.", "{n} more deaths lose the game.", last - state.corpses)
        yield text, "ends"


def _generator(state: State) -> Iterator[tuple[Text, str]]:
    room = SMALL_SPACES - state.generator.stress
    if state.generator.overheated and room <= STEPS_BEFORE:
        text = N(
            "The Generator has room for {n} more cube before it explodes.",
            "The Generator has room for {n} more cubes before it explodes.",
            max(0, room),
        )
        yield text, "generator.breakdown"


# --- what tonight will bring ------------------------------------------------------------------------------------------


def _worries(state: State) -> Iterator[tuple[Text, str]]:
    yield from _feeding(state)
    yield from _freezing(state)
    if not state.coal:
        yield T("No Coal is left: the Generator cannot be fuelled."), "generator.fuel"


def before(state: State, step: str) -> bool:
    """Whether a step of this round is still to come."""
    return state.step in ROUND_STEPS and ROUND_STEPS.index(state.step) <= ROUND_STEPS.index(step)


def hunger_tonight(state: State) -> int | None:
    """The Hunger that tonight's feeding leaves with the Food there is now (p. 28); None while the type is unknown."""
    kind = fed_in(state, state.round)
    if kind is None or not before(state, "hunger.feed"):
        return None
    still_to_pay = state.hunger if before(state, "hunger.previous") else 0
    food = state.food - min(state.food, still_to_pay)
    return min(MOST_HUNGER, max(0, state.group(kind).citizens - food))


def _feeding(state: State) -> Iterator[tuple[Text, str]]:
    hunger, kind = hunger_tonight(state), fed_in(state, state.round)
    if hunger and kind:
        text = T(
            "With the Food there is, feeding the {who} tonight will leave Hunger {hunger}.",
            who=FED[kind],
            hunger=hunger,
        )
        yield text, "hunger.feed"


def _freezing(state: State) -> Iterator[tuple[Text, str]]:
    """Where not even all the Coal keeps everybody well in the Generator Phase."""
    if state.step == "dawn.begin" or not before(state, "generator.fuel"):
        return
    icons = icons_at(state, state.generator.heat + most_fuel(state))
    if icons is not None and any(icons.values()):
        text = T("Even with all your Coal, some fall sick from the cold: {who}.", who=citizens(icons))
        yield text, "generator.cold"


FED = {"workers": T("workers"), "engineers": T("engineers"), "children": T("children")}


def panels(state: State) -> tuple[Panel, ...]:
    """The warnings as a panel, where there are any."""
    warnings = dangers(state)
    return (Panel(name="dangers", title=T("Danger"), widgets=warnings, icon="danger"),) if warnings else ()


MODULE: GameModule[State, Transaction] = GameModule(
    name="dangers",
    panels=panels,
)
