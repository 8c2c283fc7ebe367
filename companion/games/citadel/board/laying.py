"""Terrain cards and Permanent events are laid onto the Board, and their arrows are read (p. 17, 21): what is asked for
that."""

from __future__ import annotations

import re

from companion.api import Args, Ask, BoardFamily, IllegalMove, Offer, Panel, Prompt, T, Text, Value, Words, template
from companion.api import Move as GameMove
from companion.games.citadel.action.sheet import ACTIONS
from companion.games.citadel.board import figures, geometry, placing, showing
from companion.games.citadel.board.figures import TO_TERRAIN
from companion.games.citadel.board.geometry import places_to_lay
from companion.games.citadel.board.placing import ARROWS, ATTACH, PLACE
from companion.games.citadel.board.showing import (
    LONGEST_KEY,
    MAP,
    SIDE_NAMES,
    SPACE,
    number_of,
    read_arrow,
    read_written,
    sides_and_numbers,
    where,
    written,
)
from companion.games.citadel.board.sketch import SIDES, Arrow, beside, space_at
from companion.games.citadel.state import State, Task
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import pick, require_task, tap, usual, word

FAMILIES = (
    BoardFamily(
        pattern=r"terrain\.([0-9]{3}\.[0-9]{1,3})\.arrows",
        ask=Words(name="arrows", label=template("Arrows of Terrain {name}, such as north 094 I"), at_most_chars=120),
        label=T("Arrows of Terrain cards"),
    ),
    BoardFamily(
        pattern=r"terrain\.([0-9]{3}\.[0-9]{1,3})\.mandatory",
        ask=pick("mandatory", template("A mandatory action on Terrain {name}"), {"no": T("No"), "yes": T("Yes")}),
        label=T("Mandatory actions on Terrain cards"),
    ),
)


def check(name: str, value: Value) -> None:
    """Arrows as they are written down: "north 094 I; east 108 I", or "none"."""
    if re.fullmatch(FAMILIES[0].pattern, name) and str(value) not in ("none", written(read_written(str(value)))):
        raise IllegalMove(T("Enter arrows such as: north 094 I; east 108 I. Enter none where there is none."))


NONE = "none"


def fact_name(key: str, what: str) -> str:
    """How a fact of a Terrain card is called among the facts of the owner's cards."""
    return f"terrain.{key}.{what}"


def terrain_laid(tx: Transaction, args: Args) -> None:
    """A Terrain card lies where the players put it (p. 17)."""
    place = word(args, "space")
    require_task(tx.state, PLACE)
    if place not in {f"{x},{y}" for x, y in geometry.places_to_lay(tx.state.sketch)}:
        raise IllegalMove(T("No Terrain card fits there."), rule="terrain.place", page=17)
    task = tx.finish_task(PLACE)
    placing.lay_terrain(tx, task.card, *space_at(place))


def arrows_read(tx: Transaction, args: Args) -> None:
    """The arrows of a new Terrain card, read off it; they are kept for the next time."""
    found = tuple(arrow for side in SIDES if (arrow := read_arrow(side, word(args, side))) is not None)
    task = tx.finish_task(ARROWS)
    mandatory = word(args, "mandatory") == "yes"
    tx.learn(fact_name(task.card, "arrows"), written(found))
    tx.learn(fact_name(task.card, "mandatory"), "yes" if mandatory else "no")
    placing.read_terrain(tx, task.card, found, mandatory)
    figures.arrive(tx, task.card, figures.on(tx.state, task.card))


def arrows_known(tx: Transaction, args: Args) -> None:
    """The arrows are as they were told before."""
    task = require_task(tx.state, ARROWS)
    told = tx.state.board.get(fact_name(task.card, "arrows"))
    if told is None:
        raise IllegalMove(T("Nobody has told the arrows of that card yet."))
    tx.finish_task(ARROWS)
    mandatory = tx.state.board.get(fact_name(task.card, "mandatory")) == "yes"
    placing.read_terrain(tx, task.card, read_written(str(told)), mandatory)
    figures.arrive(tx, task.card, figures.on(tx.state, task.card))


def event_laid(tx: Transaction, args: Args) -> None:
    """A Permanent event lies beside its Terrain card (p. 17)."""
    task = require_task(tx.state, ATTACH)
    to, side, also = word(args, "to"), word(args, "side"), word(args, "also")
    side = "" if side == NONE else side
    terrain = tx.state.sketch.holding(to)
    if terrain is None:
        raise IllegalMove(T("That Terrain card is not on the Board."), rule="events.permanent", page=17)
    if side and not placing.free_for_event(tx.state, terrain, side):
        raise IllegalMove(
            T("Another card lies on that side. Choose “on or half over it”."), rule="events.permanent", page=17
        )
    also = "" if also == NONE else also
    tx.finish_task(ATTACH)
    action = word(args, "action")
    placing.attach(tx, task.card, to, side, "" if action == NONE else action, also)


_MANDATORY = pick("mandatory", T("A mandatory action"), {"no": T("No"), "yes": T("Yes")})
_SIDES = tuple(Words(name=side, label=SIDE_NAMES[side], at_most_chars=12) for side in SIDES)
_ATTACHED = (
    TO_TERRAIN,
    pick("side", T("Side"), {**SIDE_NAMES, NONE: T("on or half over it")}),
    pick("action", T("Action in its arrow"), {NONE: T("None"), **ACTIONS}),
    Words(name="also", label=T("Another arrow points to"), at_most_chars=LONGEST_KEY),
)


# --- what is shown ----------------------------------------------------------------------------------------------------


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


def panels(state: State) -> tuple[Panel, ...]:
    """The Board as it lies; with the empty spaces to tap while a card waits for one."""
    task = state.tasks[0] if state.tasks else None
    free = places_to_lay(state.sketch) if task is not None and task.kind == PLACE else ()
    widgets = (showing.sketch(state, free),) if state.sketch.spaces else ()
    return (Panel(name="board", title=T("The Board"), widgets=widgets, icon="terrain"),)


MOVES: Moves = {
    "terrain_laid": move(terrain_laid, T("Placed a Terrain card"), SPACE),
    "arrows_read": move(arrows_read, T("Read the arrows of a Terrain card"), *_SIDES, _MANDATORY),
    "arrows_known": move(arrows_known, T("The arrows are as last time")),
    "event_laid": move(
        event_laid, lambda a: T("Attached an event to {terrain}", terrain=showing.number_in(word(a, "to"))), *_ATTACHED
    ),
}
