"""The Hunger Phase (rulebook p. 28): yesterday's hunger first, then feeding."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import structs

from companion.api import Args, Move, N, Offer, Prompt, T, Text, Urgency
from companion.games.frostpunk.endings import end
from companion.games.frostpunk.forms import asked_in
from companion.games.frostpunk.people.health import die
from companion.games.frostpunk.people.tokens import change
from companion.games.frostpunk.phases import sections
from companion.games.frostpunk.state import HUNGER_SIDE, KIND_NAMES, KINDS, LOSING_HUNGER, MOST_HUNGER, State
from companion.games.frostpunk.supply import order_of, placed
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.games.frostpunk.wording import counted, suffering
from companion.toolkit import GameModule, action, number, pick, tap, usual, whole, word


def paid(state: State) -> int:
    """How much Food must be spent on yesterday's hunger: as much as possible (p. 28)."""
    return min(state.food, state.hunger)


def left_after_paying(state: State) -> int:
    """The Hunger that is left after that."""
    return state.hunger - paid(state)


def known_effects(state: State) -> Mapping[str, int] | None:
    """What the section below the Hunger marker will do once Food is spent; None where that, or who dies, is unknown."""
    effects = sections.section(state, "hunger", left_after_paying(state))
    if effects is None or (effects["deaths"] and sections.dies_of_hunger(state) is None):
        return None
    return effects


def pay_hunger(tx: Transaction, args: Args) -> None:
    """Spend as much Food as possible on yesterday's hunger; 25 or more that is left loses the game. Where the section
    below the marker is known, its effects follow at once; then the marker goes back to 0."""
    require_step(tx.state, "hunger.previous")
    effects = known_effects(tx.state)
    spent, hunger = paid(tx.state), left_after_paying(tx.state)
    tx.set(food=tx.state.food - spent, hunger=hunger)
    text = T("Hunger fell to {hunger}, Food to {food}.", hunger=hunger, food=tx.state.food)
    if not spent:
        text = T("There was no Food for yesterday's hunger: it stayed on {hunger}.", hunger=hunger)
    tx.note("hunger_fell", text, by=spent, to=hunger, food=tx.state.food)
    if spent and hunger and effects is None:  # where the marker then stands is read off the track
        back = _order_hungry(tx.first.food, tx.first.hunger, spent)
        pieces = placed(tx.first.hunger, hunger)
        pieces = (*pieces, "food") if pieces else ()
        tx.order("food", _order_hungry(tx.state.food, hunger, spent), "food", back, pieces=pieces)
    else:
        order = _order_food(tx.state.food) if spent else None
        tx.order("food", order, "food", _order_food(tx.first.food), pieces=("food",))
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
        tx.order("food", None)
        back = _order_hungry(tx.first.food, tx.first.hunger, spent)
        pieces = placed(tx.first.hunger, hunger)
        if pieces and spent:
            pieces = (*pieces, "food")
        tx.order("hunger", _order_hungry(food, hunger, spent), "hunger", back, pieces=pieces)
    else:
        tx.note("fed", _were_fed(kind, mouths, food), kind=kind, count=mouths, food=food)
        order = T("Feed {who}: Food marker to {food}", who=counted(kind, mouths), food=food)
        tx.order("food", order if spent else None, back=_order_food(tx.first.food), pieces=("food",))
    tx.go_on()


def _order_food(food: int) -> Text:
    return T("Move the Food marker to {now}", now=food)


def _order_hungry(food: int, hunger: int, spent: int) -> Text:
    """Where hands put the Hunger marker, and the Food marker where any was left to be eaten."""
    if hunger > HUNGER_SIDE:
        to = T("flip the Hunger marker, and move it to {space}", space=hunger - HUNGER_SIDE)
    else:
        to = T("Hunger marker to {hunger}", hunger=hunger)
    return T("Food marker to {food}; {hunger}", food=food, hunger=to) if spent else to


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


def _reset_hunger(tx: Transaction) -> None:
    tx.set(hunger=0)
    tx.note("hunger_reset", T("The Hunger marker went back to zero."))
    back = order_of("hunger", 0, tx.first.hunger)
    tx.order("hunger", T("Put the Hunger marker on 0"), "hunger", back, pieces=placed(tx.first.hunger, 0))
    tx.go_on()


MOST_DEATHS = 6
MOST_INCREASES = 6
_WHO = {kind: KIND_NAMES[kind] for kind in KINDS}


def _previous(state: State) -> Prompt:
    return Prompt(
        name="hunger.previous",
        do=_previous_do(state),
        more=_previous_more(state),
        rule="hunger.previous",
        offers=(usual("pay_hunger", T("Done")),),
    )


def _previous_do(state: State) -> Text:
    spent, left = paid(state), left_after_paying(state)
    if not left:
        return N(
            "Spend {n} Food on yesterday's hunger, and put the Hunger marker on zero.",
            "Spend {n} Food on yesterday's hunger, and put the Hunger marker on zero.",
            spent,
        )
    if not spent:
        return T("There is no Food for yesterday's hunger. It stays on {left}.", left=left)
    return N(
        "Spend {n} Food on yesterday's hunger. It falls to {left}.",
        "Spend {n} Food on yesterday's hunger. It falls to {left}.",
        spent,
        left=left,
    )


def _previous_more(state: State) -> Text:
    if left_after_paying(state) >= LOSING_HUNGER:
        return T("Twenty-five or more is left: you lose.")
    more = _below(state)
    if state.hunger > HUNGER_SIDE:
        return T("Turn the Hunger marker back to its first side. {more}", more=more)
    return more


def _below(state: State) -> Text:
    """What follows from the section below the marker."""
    left, effects = left_after_paying(state), known_effects(state)
    if not left:
        return T("As much Food as you have must be spent on it.")
    if effects is None:
        return T("Then comes what the section below the marker shows.")
    return _what_follows(state, effects)


def _what_follows(state: State, effects: Mapping[str, int]) -> Text:
    """The effects of a section, and that the marker goes back."""
    what = suffering(effects["discontent"], effects["deaths"], sections.dies_of_hunger(state) or KINDS[0])
    if what is None:
        return T("Nothing else happens; the Hunger marker goes back to zero.")
    return T("Then this happens: {what}. The Hunger marker goes back to zero.", what=what)


def _effects(state: State) -> Prompt:
    now = state.hunger
    who = sections.dies_of_hunger(state)
    asks = (
        whole(
            "discontent",
            T("How often Discontent increases"),
            MOST_INCREASES,
            sections.hint(state, "hunger", "discontent", now),
        ),
        whole("deaths", T("Citizens who die"), MOST_DEATHS, sections.hint(state, "hunger", "deaths", now)),
        pick("kind", T("Type over the previous round"), _WHO, who),
        whole("first", T("First space of the section"), now, now, at_least=sections.FIRST["hunger"]),
        whole("last", T("Last space of the section"), max(now, sections.LAST["hunger"]), now, at_least=now),
    )
    return Prompt(
        name="hunger.effects",
        do=T("What does the section below the Hunger marker show, on {hunger}?", hunger=now),
        more=T(
            "Read it off the Food track; it is asked once for all spaces of the section. Those who die are of the type "
            "over the previous round's column; in the first round, over the current one. Then put the Hunger marker "
            "on zero."
        ),
        rule="hunger.previous",
        look="look_population_board",
        offers=(Offer(move=Move("hunger_told"), label=T("Say what it shows"), asks=asks),),
    )


_DOS: Mapping[str, Callable[[int], Text]] = {
    "workers": lambda food: N("Feed the workers: {n} Food.", "Feed the workers: {n} Food.", food),
    "engineers": lambda food: N("Feed the engineers: {n} Food.", "Feed the engineers: {n} Food.", food),
    "children": lambda food: N("Feed the children: {n} Food.", "Feed the children: {n} Food.", food),
}


def _do(state: State, kind: str) -> Text:
    if not state.group(kind).citizens:
        return T("{who}: there is nobody to feed.", who=KIND_NAMES[kind])
    return _DOS[kind](fed(state, kind)[0])


def _feed(state: State) -> Prompt:
    known = sections.fed_in(state, state.round)
    offers = tuple(_feed_offer(state, kind, known) for kind in sorted(KINDS, key=lambda kind: kind != known))
    asked = T("Feed those whose type stands over this round's column.")
    return Prompt(
        name="hunger.feed",
        do=asked if known is None else _do(state, known),
        more=T(
            "One Food for each of them. For each Food that is missing, Hunger rises by one; you have {food} Food.",
            food=state.food,
        ),
        rule="hunger.feed",
        offers=offers,
    )


def _feed_offer(state: State, kind: str, known: str | None) -> Offer:
    spent, then = fed(state, kind)
    lacked = state.group(kind).citizens - spent
    note = T("{food} Food left.", food=state.food - spent)
    if lacked:
        note = N(
            "{n} stays hungry, Hunger rises to {hunger}.",
            "{n} stay hungry, Hunger rises to {hunger}.",
            lacked,
            hunger=then,
        )
    if lacked and then > HUNGER_SIDE:
        note = N(
            "{n} stays hungry, Hunger rises to {hunger}: {space} on the other side of its marker.",
            "{n} stay hungry, Hunger rises to {hunger}: {space} on the other side of its marker.",
            lacked,
            hunger=then,
            space=then - HUNGER_SIDE,
        )
    if lacked and then == MOST_HUNGER:
        note = N(
            "{n} stays hungry, Hunger rises to fifty, its limit.",
            "{n} stay hungry, Hunger rises to fifty, its limit.",
            lacked,
        )
    label = N("{who}: {n} Food", "{who}: {n} Food", spent, who=KIND_NAMES[kind])
    return structs.replace(tap("feed", label, "usual" if kind == known else "plain", kind=kind), note=note)


_KIND = pick("kind", T("Type"), _WHO)

MODULE: GameModule[State, Transaction] = GameModule(
    name="hunger",
    moves={
        "pay_hunger": action(pay_hunger, T("Food spent on yesterday's hunger")),
        "hunger_told": action(
            hunger_told,
            lambda args: T("Hunger: Discontent {discontent}, deaths {deaths}", **dict(args)),
            whole("discontent", T("How often Discontent increases"), MOST_INCREASES),
            whole("deaths", T("Citizens who die"), MOST_DEATHS),
            _KIND,
            whole("first", T("First space of the section"), MOST_HUNGER),
            whole("last", T("Last space of the section"), MOST_HUNGER),
        ),
        "feed": action(feed, lambda args: T("{who} fed", who=KIND_NAMES[word(args, "kind")]), _KIND),
    },
    prompts=asked_in(
        {
            "hunger.previous": _previous,
            "hunger.effects": _effects,
            "hunger.feed": _feed,
        }
    ),
)
