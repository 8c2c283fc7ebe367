"""The Hunger Phase (rulebook p. 28): yesterday's hunger first, then feeding."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.game import Args, Urgency
from companion.api.text import N, T, Text
from companion.games.frostpunk import sections
from companion.games.frostpunk.endings import end
from companion.games.frostpunk.moves import number, word
from companion.games.frostpunk.people import die
from companion.games.frostpunk.state import HUNGER_SIDE, KIND_NAMES, LOSING_HUNGER, MOST_HUNGER, State
from companion.games.frostpunk.tokens import change
from companion.games.frostpunk.transaction import Transaction, require_step


def paid(state: State) -> int:
    """How much Food must be spent on yesterday's hunger: as much as possible (p. 28)."""
    return min(state.food, state.hunger)


def left(state: State) -> int:
    """The Hunger that is left after that."""
    return state.hunger - paid(state)


def known_effects(state: State) -> Mapping[str, int] | None:
    """What the section below the Hunger marker will do once Food is spent; None where that, or who dies, is unknown."""
    effects = sections.section(state, "hunger", left(state))
    if effects is None or (effects["deaths"] and sections.dies_of_hunger(state) is None):
        return None
    return effects


def pay_hunger(tx: Transaction, args: Args) -> None:
    """Spend as much Food as possible on yesterday's hunger; 25 or more that is left loses the game. Where the section
    below the marker is known, its effects follow at once; then the marker goes back to 0."""
    require_step(tx.state, "hunger.previous")
    effects = known_effects(tx.state)
    spent, hunger = paid(tx.state), left(tx.state)
    tx.set(food=tx.state.food - spent, hunger=hunger)
    text = T("Hunger fell to {hunger}, Food to {food}.", hunger=hunger, food=tx.state.food)
    if not spent:
        text = T("There was no Food for yesterday's hunger: it stayed on {hunger}.", hunger=hunger)
    tx.note("hunger_fell", text, by=spent, to=hunger, food=tx.state.food)
    if hunger >= LOSING_HUNGER:
        end(tx, "hunger")
        return
    if hunger and effects is not None:
        tx.set(step="hunger.effects")
        _suffer(tx, effects, sections.dies_of_hunger(tx.state))
    tx.go_on()


def hunger_told(tx: Transaction, args: Args) -> None:
    """What the section below the Hunger marker shows was told, for all its spaces: Discontent, and deaths of the
    previous round's type (p. 28)."""
    require_step(tx.state, "hunger.effects")
    kind, hunger = word(args, "kind"), tx.state.hunger
    effects = {what: number(args, what) for what in sections.HUNGER}
    sections.learn(tx, "hunger", effects, min(number(args, "first"), hunger), max(number(args, "last"), hunger))
    sections.learn_fed(tx, max(1, tx.state.round - 1), kind)
    _suffer(tx, effects, kind)
    tx.go_on()


def _suffer(tx: Transaction, effects: Mapping[str, int], kind: str | None) -> None:
    if effects["discontent"]:
        change(tx, "increase", "discontent", effects["discontent"])
    for _ in range(effects["deaths"] if kind else 0):
        die(tx, kind or "")


def feed(tx: Transaction, args: Args) -> None:
    """One Food for each Citizen of the round's type, a Hunger for each Food that lacks (p. 28), at most 50 (p. 44)."""
    require_step(tx.state, "hunger.feed")
    kind = word(args, "kind")
    sections.learn_fed(tx, tx.state.round, kind)
    mouths = tx.state.group(kind).citizens
    spent, hunger = fed(tx.state, kind)
    tx.set(food=tx.state.food - spent, hunger=hunger)
    food = tx.state.food
    if mouths > spent:
        text = hungry(kind, mouths - spent, hunger)
        tx.tell("hunger_rose", text, Urgency.URGENT, kind=kind, to=hunger, food=food)
    else:
        tx.note("fed", _were_fed(kind, mouths, food), kind=kind, count=mouths, food=food)
    tx.go_on()


def _were_fed(kind: str, count: int, food: int) -> Text:
    who = KIND_NAMES[kind]
    if not count:
        return T("{who}: there is nobody to feed.", who=who)
    return N(
        "{who}: {n} was fed; {food} Food left.", "{who}: all {n} were fed; {food} Food left.", count, who=who, food=food
    )


def fed(state: State, kind: str) -> tuple[int, int]:
    """The Food that feeding a type takes now, and the Hunger that there is afterwards (p. 28, 44)."""
    mouths = state.group(kind).citizens
    spent = min(mouths, state.food)
    return spent, min(MOST_HUNGER, state.hunger + mouths - spent)


def hungry(kind: str, lacked: int, hunger: int) -> Text:
    """What is to be said, and done with the Hunger marker, where Food lacks (p. 28)."""
    if hunger > HUNGER_SIDE:
        return N(
            "{who}: {n} stays hungry. Hunger rose to {hunger}: flip its marker, and count on from the start of the "
            "track to {space}.",
            "{who}: {n} stay hungry. Hunger rose to {hunger}: flip its marker, and count on from the start of the "
            "track to {space}.",
            lacked,
            who=KIND_NAMES[kind],
            hunger=hunger,
            space=hunger - HUNGER_SIDE,
        )
    return N(
        "{who}: {n} stays hungry. Hunger rose to {hunger}.",
        "{who}: {n} stay hungry. Hunger rose to {hunger}.",
        lacked,
        who=KIND_NAMES[kind],
        hunger=hunger,
    )
