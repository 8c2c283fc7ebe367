"""What the Board asks for: where a card goes, what its arrows show, a mandatory action on arrival."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import Ask, Offer, Prompt, Words
from companion.api.game import Move as GameMove
from companion.api.text import T, Text
from companion.games.citadel.action import facts
from companion.games.citadel.action.icons import ACTIONS
from companion.games.citadel.board import exploring, geometry
from companion.games.citadel.board.figures import forbidden, on
from companion.games.citadel.board.showing import MAP, where
from companion.games.citadel.board.sketch import EXPLORATION, SIDES, Arrow, Space, beside, space_at
from companion.games.citadel.board.words import SIDE_NAMES, number_of, read_written, sides_and_numbers
from companion.games.citadel.cards import taking
from companion.games.citadel.cards.words import listed
from companion.games.citadel.forms import which_hero
from companion.games.citadel.state import Hero, State, Task
from companion.toolkit.forms import pick, seat_of, tap, usual

NONE = "none"


def place(state: State, task: Task) -> Prompt:
    """A Terrain card that no opened space waits for: the players see where it fits."""
    free = {f"{x},{y}": where(state, f"{x},{y}") for x, y in geometry.places_to_lay(state.sketch)}
    number = number_of(state, task.card)
    ask = pick("space", T("Where"), free, on=MAP)
    return Prompt(
        name="board.place",
        do=T("Place Terrain {number} on the Board. Where does it lie?", number=number),
        more=T("It must fit its neighbours like in a jigsaw puzzle, the same way up. Figures do not move by that."),
        offers=(Offer(move=GameMove("terrain_laid"), label=T("Here"), asks=(ask,)),),
        rule="terrain.place",
    )


def fact_name(key: str, what: str) -> str:
    """How a fact of a Terrain card is called among the facts of the owner's cards."""
    return f"terrain.{key}.{what}"


def arrows(state: State, task: Task) -> Prompt:
    """The arrows of a Terrain card: one tap when they are known."""
    number = number_of(state, task.card)
    told = state.board.get(fact_name(task.card, "arrows"))
    offers: tuple[Offer, ...] = (
        Offer(move=GameMove("arrows_read"), label=T("These arrows"), asks=arrow_asks(state, task.card)),
    )
    more = T(
        "For each side, the number beside the arrow and the area, such as 094 I. Leave a side without an arrow empty."
    )
    if told is not None:
        words = sides_and_numbers(read_written(str(told)))
        offers = (usual("arrows_known", T("As last time")), *offers)
        more = T("As last time: {arrows}.", arrows=words)
        if state.board.get(fact_name(task.card, "mandatory")) == "yes":
            more = T("As last time: {arrows}; a mandatory action.", arrows=words)
    return Prompt(
        name="board.arrows",
        do=T("What do the arrows of Terrain {number} show?", number=number),
        more=more,
        offers=offers,
        rule="exploring",
    )


def arrow_asks(state: State, key: str) -> tuple[Ask, ...]:
    """A field for each side, and whether a mandatory action is on the card."""
    told = {one.side: one for one in read_written(str(state.board.get(fact_name(key, "arrows"), "")))}
    asks: list[Ask] = [
        Words(name=side, label=_side_label(state, key, side), at_most_chars=12, usual=_shown(told.get(side)))
        for side in SIDES
    ]
    answers = {"no": T("No"), "yes": T("Yes")}
    now = str(state.board.get(fact_name(key, "mandatory"), "no"))
    return (*asks, pick("mandatory", T("A mandatory action, outlined in red"), answers, now))


def _side_label(state: State, key: str, side: str) -> Text:
    space = state.sketch.holding(key)
    there = None if space is None else state.sketch.at(*beside(space.x, space.y, side))
    names = {"north": T("North"), "east": T("East"), "south": T("South"), "west": T("West")}
    if there is None:
        return names[side]
    return T("{side}, where {card} lies", side=names[side], card=where(state, there.name))


def _shown(arrow: Arrow | None) -> str:
    return "" if arrow is None else f"{arrow.number} {arrow.area}".strip()


def attach(state: State, task: Task) -> Prompt:
    """A Permanent event: to which Terrain card, on which of its sides, and which action its arrow bears."""
    number = number_of(state, task.card)
    terrains = {one.key: T("{number}", number=number_of(state, one.key)) for one in state.sketch.terrains}
    mine = state.hero(task.seat).place if task.seat else ""
    sides = {side: SIDE_NAMES[side] for side in SIDES} | {NONE: T("on or half over it")}
    running = "none" if state.action is None else getattr(state.action, "icon", "") or NONE
    actions = {NONE: T("None")} | dict(ACTIONS)
    others = {NONE: T("No other")} | terrains
    asks = (
        pick("to", T("Its arrow points to"), terrains, mine if mine in terrains else None),
        pick("side", T("The side on which it lies"), sides),
        pick("action", T("Action in its arrow"), actions, running if running in actions else NONE),
        pick("also", T("Another arrow points to"), others, NONE),
    )
    return Prompt(
        name="board.attach",
        do=T("Put Permanent event {number} beside its Terrain card.", number=number),
        more=T(
            "Its placement arrow points to the Terrain card where you stand, and it lies the same way up as the rest."
        ),
        offers=(
            *_beside(state, mine, running),
            Offer(move=GameMove("event_laid"), label=T("It lies there"), asks=asks),
        ),
        rule="events.permanent",
    )


def _beside(state: State, terrain: str, icon: str) -> tuple[Offer, ...]:
    """One tap where an action has just brought the event: its icon stands in the arrow, and the arrow points to where
    its taker stands (p. 17). Only the side is open."""
    space = state.sketch.holding(terrain)
    if space is None or icon not in ACTIONS:
        return ()
    free = [side for side in SIDES if state.sketch.at(*beside(space.x, space.y, side)) is None]
    names = {side: T("{side} of {card}", side=SIDE_NAMES[side], card=number_of(state, terrain)) for side in free}
    names[NONE] = T("On or half over {card}", card=number_of(state, terrain))
    under = T("Action in its arrow: {action}", action=ACTIONS[icon])
    return tuple(
        tap("event_laid", text, under=under, to=terrain, side=side, action=icon, also=NONE)
        for side, text in names.items()
    )


def turned(state: State, task: Task) -> Prompt:
    """An action has turned an Exploration card over: it is resolved, then its space is opened (p. 21)."""
    space = state.sketch.holding(task.card)
    assert space is not None, "an Exploration card lies on the Board until it is resolved"

    def became(what: str, label: Text, under: Text | None = None, seat: str = "") -> Offer:
        return tap("explore", label, under=under, space=space.name, became=what, seat=seat, by=task.seat)

    keepers = tuple(
        became("kept", T("{name} keeps it", name=state.hero(one).name), T("A Purse card"), one)
        for one in taking.involved(state, task.seat)
    )
    done = replace(became("past", T("An event, done: into the Past")), tone="usual")
    others = tuple(
        became(what, exploring.BECOMES[what], T("Otherwise")) for what in ("quest", "global", "deck", "banished")
    )
    stays = became("stays", exploring.BECOMES["stays"])
    return Prompt(
        name=task.kind,
        do=T("Turn Exploration card {area} over and do what it says.", area=space.area),
        more=T("Then its space is opened. A card that it calls for: show its number or type it."),
        offers=(done, stays, *keepers, *others, tap("not_turned", T("It was not turned over"), under=T("Otherwise"))),
        seat=seat_of(task.seat),
        rule="exploring",
    )


def which(state: State, task: Task) -> Prompt:
    """Arrows of several Terrain cards give different numbers for the open space."""
    numbers = geometry.numbers_at(state.sketch, *space_at(task.about))
    offers = tuple(tap("space_number", T("Card {number}", number=one), number=one) for one in numbers)
    return Prompt(
        name="board.which",
        do=T("Which number does your arrow to the open space show?"),
        more=T("It counts the arrow on the Terrain card from where you explore."),
        offers=offers,
        rule="exploring",
    )


def mandatory(state: State, task: Task) -> Prompt:
    """Who arrives at a mandatory action takes it with everybody there, unless it can no longer be taken."""
    here = tuple(state.hero(seat) for seat in on(state, task.card))
    names = listed([T("{name}", name=hero.name) for hero in here]) if here else T("nobody")
    barred = forbidden(state, task.card)
    known = [icon for icon in facts.known_actions(state, task.card) if icon not in barred]
    offers = [
        Offer(
            move=GameMove("act_now", {"seat": hero.seat, "icon": icon}),
            label=T("{action}: {name} is active", action=ACTIONS[icon], name=hero.name),
            tone="usual" if len(known) == len(here) == 1 else "plain",
            rule="action.mandatory",
        )
        for icon in known
        for hero in here
    ]
    if here:
        actions = {icon: text for icon, text in ACTIONS.items() if icon not in barred}
        asks = (which_hero(here, T("Active player"), usual=here[0].seat), pick("icon", T("Action"), actions))
        offers.append(Offer(move=GameMove("act_now"), label=T("We take it"), asks=asks, rule="action.mandatory"))
        offers.append(_taken(here))
    gone = T("An attached event bears its icon")
    offers.append(tap("mandatory_over", T("It can no longer be taken"), note=gone))
    return Prompt(
        name="board.mandatory",
        do=T("Take the mandatory action of Terrain {number} now, together.", number=number_of(state, task.card)),
        more=T("Involved: {names}. You choose who is the active player.", names=names),
        offers=tuple(offers),
        rule="action.mandatory",
    )


def _taken(here: tuple[Hero, ...]) -> Offer:
    """The action was taken without the companion: whose turn that was is asked where several are there."""
    label = T("It has been taken already")
    if len(here) == 1:
        return tap("mandatory_taken", label, seat=here[0].seat)
    return Offer(move=GameMove("mandatory_taken"), label=label, asks=(which_hero(here, T("Active player")),))


def exploration_label(state: State, space: Space) -> Text:
    """An Exploration card in a list."""
    assert space.kind == EXPLORATION
    return where(state, space.name)
