"""Terrain cards and Permanent events are laid onto the Board, and their arrows are read (p. 17, 21): what is asked for
that."""

from __future__ import annotations

import re
from dataclasses import replace

from msgspec import structs

from companion.api import Args, Ask, BoardFamily, IllegalMove, Offer, Panel, Prompt, T, Text, Value, Words, template
from companion.api import Move as GameMove
from companion.games.citadel.action import facts, places
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
from companion.games.citadel.board.sketch import (
    EXPLORATION,
    SIDES,
    TERRAIN,
    UNREAD,
    Arrow,
    Space,
    beside,
    space_at,
    space_name,
)
from companion.games.citadel.cards import taking
from companion.games.citadel.cards.taking import AS_BEFORE
from companion.games.citadel.state import State, Task
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import pick, require_task, seat_of, tap, usual, word

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
    placing.lay_terrain(tx, task.card, *space_at(place), task.about)


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


def arrow_at(tx: Transaction, args: Args) -> None:
    """The side with an arrow was tapped: an Exploration card of that area lies there now, where none lies yet; the
    number beside the arrow matters only once the card is explored (p. 21)."""
    task, area = require_task(tx.state, ARROWS), word(args, "area").strip().upper()
    space = tx.state.sketch.holding(task.card)
    if space is None or not showing.is_area(area):
        raise IllegalMove(T("Enter the area as its Exploration cards show it, such as I."), rule="exploring", page=21)
    sides = {space_name(*at): side for side, at in geometry.free_sides(tx.state.sketch, space).items()}
    side = sides.get(word(args, "space"))
    if side is None:
        text = T("No Exploration card belongs there.")
        raise IllegalMove(text, rule="exploring", page=21, field="space")
    placing.change_space(tx, space, arrows=(*_shown_arrows(space), Arrow(side=side, number="", area=area)))
    tx.set(tasks=(replace(task, about=area), *tx.state.tasks[1:]))
    placing.lay_at_arrow(tx, space, side, area)


def _shown_arrows(space: Space) -> tuple[Arrow, ...]:
    return tuple(arrow for arrow in space.arrows or () if arrow.shown)


def area_chosen(tx: Transaction, args: Args) -> None:
    """The next arrows show another area."""
    task, area = require_task(tx.state, ARROWS), word(args, "area").strip().upper()
    if not showing.is_area(area):
        raise IllegalMove(T("Enter the area as its Exploration cards show it, such as I."), rule="exploring", page=21)
    tx.set(tasks=(replace(task, about=area), *tx.state.tasks[1:]))


def arrows_end(tx: Transaction, args: Args) -> None:
    """No other side shows an arrow. Where a card lies already, nobody had to look."""
    task = tx.finish_task(ARROWS)
    space = tx.state.sketch.holding(task.card)
    if space is None:
        return
    unread = tuple(Arrow(side=side, number=UNREAD) for side in geometry.unread_sides(tx.state.sketch, space))
    found, mandatory = (*_shown_arrows(space), *unread), word(args, "mandatory") == "yes"
    before = space.mandatory
    placing.change_space(tx, space, arrows=found, mandatory=mandatory or before)
    keep_arrows(tx, task.card)
    tx.learn(fact_name(task.card, "mandatory"), "yes" if mandatory or before else "no")
    figures.arrive(tx, task.card, () if before else figures.on(tx.state, task.card))


def dead_end(tx: Transaction, args: Args) -> None:
    """A green Terrain card that an opened space waits for, and that shows no arrow to where nothing lies yet."""
    taking.take_as(tx, {"colour": "green", "what": "terrain"})
    placing.follow(tx)
    if not tx.state.tasks or tx.state.tasks[0].kind != ARROWS:
        raise IllegalMove(T("No opened space waits for that card."), rule="exploring", page=21)
    arrows_end(tx, {"mandatory": "no"})


def keep_arrows(tx: Transaction, key: str) -> None:
    """What was read of a Terrain card's arrows is kept for later campaigns."""
    space = tx.state.sketch.holding(key)
    assert space is not None
    in_order = tuple(sorted(space.arrows or (), key=lambda arrow: SIDES.index(arrow.side)))
    tx.learn(fact_name(key, "arrows"), written(in_order))


def follow(tx: Transaction) -> None:
    """A Terrain card of an earlier campaign shows the arrows that it showed then."""
    task = tx.state.tasks[0] if tx.state.tasks else None
    if task is None or task.kind != ARROWS or task.about != AS_BEFORE:
        return
    if tx.state.board.get(fact_name(task.card, "arrows")) is None:
        tx.set(tasks=(replace(task, about=""), *tx.state.tasks[1:]))
    else:
        arrows_known(tx, {})


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


AREA = Words(name="area", label=T("Area"), at_most_chars=8)
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
        offers=(Offer(move=GameMove("terrain_laid"), label=T("Lay it on a space"), asks=(ask,)),),
        rule="terrain.place",
    )


def arrows(state: State, task: Task) -> Prompt:
    """The arrows of a Terrain card: one tap when they are known, else one on the map for each side that shows one."""
    number, told = number_of(state, task.card), state.board.get(fact_name(task.card, "arrows"))
    space = state.sketch.holding(task.card)
    begun = space is not None and space.arrows is not None
    if told is not None and not begun:
        return _arrows_as_before(state, task, str(told))
    return Prompt(
        name="board.arrows",
        do=T("Terrain {number}: tap each side with an Exploration arrow.", number=number),
        more=T("The number beside the arrow is asked when the card there is explored."),
        offers=(*_sides_to_tap(state, task), *_ends(begun), *_areas(state, task), _with_numbers(state, task)),
        seat=figures.seat_on(state, task.card),
        rule="exploring",
        look="look_arrows",
    )


def _arrows_as_before(state: State, task: Task, told: str) -> Prompt:
    words = sides_and_numbers(read_written(told))
    more = T("As last time: {arrows}.", arrows=words)
    if state.board.get(fact_name(task.card, "mandatory")) == "yes":
        more = T("As last time: {arrows}; a mandatory action.", arrows=words)
    return Prompt(
        name="board.arrows",
        do=T("What do the arrows of Terrain {number} show?", number=number_of(state, task.card)),
        more=more,
        offers=(usual("arrows_known", T("The same as last time")), _with_numbers(state, task)),
        seat=figures.seat_on(state, task.card),
        rule="exploring",
    )


AREAS = ("I", "II", "III", "IV", "V", "VI")


def area_now(state: State, task: Task) -> str:
    """The area of the next arrow: the one chosen, else that of the Exploration card laid last."""
    if task.about and task.about != AS_BEFORE:
        return task.about
    laid = [space.area for space in state.sketch.spaces if space.kind == EXPLORATION]
    return laid[-1] if laid else AREAS[0]


def sides_to_tap(state: State, task: Task) -> dict[str, tuple[int, int]]:
    """The spaces around the Terrain card that can be tapped, by their names."""
    space = state.sketch.holding(task.card)
    spaces = () if space is None else geometry.free_sides(state.sketch, space).values()
    return {space_name(*at): at for at in spaces}


def _sides_to_tap(state: State, task: Task) -> tuple[Offer, ...]:
    sides, area = sides_to_tap(state, task), area_now(state, task)
    if not sides:
        return ()
    names = {name: where(state, name) for name in sides}
    ask = pick("space", T("Where the arrow points to"), names, on=MAP)
    label = T("Put an Exploration card of area {area}", area=area)
    move = GameMove("arrow_at", {"area": area})
    return (Offer(move=move, label=label, asks=(ask,), rule="exploring", icon="exploration"),)


def _ends(begun: bool) -> tuple[Offer, ...]:
    over = T("No other arrow") if begun else T("No arrow at all")
    return (
        structs.replace(tap("arrows_end", over, rule="exploring", mandatory="no"), tone="usual" if begun else "plain"),
        tap("arrows_end", T("No other arrow, but a mandatory action"), rule="action.mandatory", mandatory="yes"),
    )


def _areas(state: State, task: Task) -> tuple[Offer, ...]:
    """The next arrows show another area."""
    now = area_now(state, task)
    known = [space.area for space in state.sketch.spaces if space.kind == EXPLORATION]
    others = {area: T("{area}", area=area) for area in dict.fromkeys((*known, *AREAS)) if area != now}
    ask = pick("area", T("Area"), others)
    other = Words(name="area", label=T("Area, as its cards show it"), at_most_chars=8)
    return (
        Offer(move=GameMove("arrow_area"), label=T("The next arrow shows another area"), asks=(ask,), under=OTHER_AREA),
        Offer(move=GameMove("arrow_area"), label=T("An area of another name"), asks=(other,), under=OTHER_AREA),
    )


OTHER_AREA = T("Another area")


def _with_numbers(state: State, task: Task) -> Offer:
    asks = arrow_asks(state, task.card)
    return Offer(move=GameMove("arrows_read"), label=T("Type all numbers and areas"), asks=asks, under=T("Otherwise"))


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
    """A Permanent event: where it lies, to which Terrain card its arrow points, and which action the arrow bears; each
    asked alone, and only where it is not known."""
    if task.about:
        return _arrow_prompt(state, task)
    number, mine = number_of(state, task.card), state.hero(task.seat).place if task.seat else ""
    spaces = {name: where(state, name) for name in beside_terrains(state)}
    terrains = {one.key: T("{number}", number=number_of(state, one.key)) for one in state.sketch.terrains}
    return Prompt(
        name="board.attach",
        do=T("Put Permanent event {number} beside its Terrain card.", number=number),
        more=T(
            "Its placement arrow points to the Terrain card where you stand, and it lies the same way up as the rest."
        ),
        offers=(
            *_beside(state, mine, _running(state)),
            Offer(
                move=GameMove("event_at"),
                label=T("It lies on a space"),
                asks=(pick("space", T("Tap where it lies"), spaces, on=MAP),),
                rule="events.permanent",
                icon="permanent",
            ),
            Offer(
                move=GameMove("event_on"),
                label=T("On or half over a Terrain card"),
                asks=(pick("to", T("Terrain card"), terrains),),
                rule="events.permanent",
            ),
            _attach_at_once(state, mine),
        ),
        seat=seat_of(task.seat) if task.seat else None,
        rule="events.permanent",
    )


def _running(state: State) -> str:
    """The icon of the action that has brought the event, if one is performed."""
    return NONE if state.action is None or state.action.icon not in ACTIONS else state.action.icon


def beside_terrains(state: State) -> dict[str, tuple[int, int]]:
    """The empty spaces beside a Terrain card, by their names."""
    found = {}
    for terrain in state.sketch.terrains:
        for side in SIDES:
            at = beside(terrain.x, terrain.y, side)
            if state.sketch.at(*at) is None:
                found[space_name(*at)] = at
    return found


def _attach_at_once(state: State, mine: str) -> Offer:
    """All of it in one form, for an event with several placement arrows."""
    terrains = {one.key: T("{number}", number=number_of(state, one.key)) for one in state.sketch.terrains}
    sides = {side: SIDE_NAMES[side] for side in SIDES} | {NONE: T("on or half over it")}
    asks = (
        pick("to", T("Its arrow points to"), terrains, mine if mine in terrains else None),
        pick("side", T("The side on which it lies"), sides),
        pick("action", T("Action in its arrow"), {NONE: T("None")} | dict(ACTIONS), _running(state)),
        pick("also", T("Another arrow points to"), {NONE: T("No other")} | terrains, NONE),
    )
    return Offer(move=GameMove("event_laid"), label=T("It has several arrows"), asks=asks, under=T("Otherwise"))


def event_at(tx: Transaction, args: Args) -> None:
    """The space on which a Permanent event lies was tapped; its arrow points to the Terrain card beside it."""
    task, name = require_task(tx.state, ATTACH), word(args, "space")
    if name not in beside_terrains(tx.state):
        raise IllegalMove(T("No Terrain card lies beside that space."), rule="events.permanent", page=17, field="space")
    here = tx.state.hero(task.seat).place if task.seat else ""
    near = near_of(tx.state, name)
    to = here if here in near else near[0] if len(near) == 1 else ""
    _next(tx, f"{name} {to}".strip())


def event_on(tx: Transaction, args: Args) -> None:
    """A Permanent event lies on or half over its Terrain card."""
    require_task(tx.state, ATTACH)
    if tx.state.sketch.holding(word(args, "to")) is None:
        raise IllegalMove(T("That Terrain card is not on the Board."), rule="events.permanent", page=17)
    _next(tx, f"{NONE} {word(args, 'to')}")


def event_points(tx: Transaction, args: Args) -> None:
    """The Terrain card to which its arrow points."""
    task = require_task(tx.state, ATTACH)
    name, _, known = task.about.partition(" ")
    if known or word(args, "to") not in near_of(tx.state, name):
        raise IllegalMove(T("That Terrain card does not lie beside it."), rule="events.permanent", page=17)
    _next(tx, f"{name} {word(args, 'to')}")


def event_bears(tx: Transaction, args: Args) -> None:
    """The action that stands in its arrow."""
    task = require_task(tx.state, ATTACH)
    if " " not in task.about:
        raise IllegalMove(T("Say first to which Terrain card its arrow points."), rule="events.permanent", page=17)
    _lay_event(tx, task.about, word(args, "icon"))


def near_of(state: State, name: str) -> tuple[str, ...]:
    """The Terrain cards beside a space."""
    around = (state.sketch.at(*beside(*space_at(name), side)) for side in SIDES)
    return tuple(one.key for one in around if one is not None and one.kind == TERRAIN)


def _next(tx: Transaction, about: str) -> None:
    """What is known of it so far; with all of it the event lies there."""
    task = tx.state.tasks[0]
    if " " in about and _running(tx.state) != NONE:
        _lay_event(tx, about, _running(tx.state))
    else:
        tx.set(tasks=(replace(task, about=about), *tx.state.tasks[1:]))


def _lay_event(tx: Transaction, about: str, icon: str) -> None:
    name, _, to = about.partition(" ")
    terrain, side = tx.state.sketch.holding(to), NONE
    if terrain is not None and name != NONE:
        side = next(one for one in SIDES if beside(terrain.x, terrain.y, one) == space_at(name))
    event_laid(tx, {"to": to, "side": side, "action": icon, "also": NONE})


def _arrow_prompt(state: State, task: Task) -> Prompt:
    """To which of several Terrain cards its arrow points; then which action stands in it."""
    name, _, to = task.about.partition(" ")
    number = number_of(state, task.card)
    if not to:
        offers = tuple(
            tap("event_points", T("{number}", number=number_of(state, key)), to=key) for key in near_of(state, name)
        )
        do = T("To which Terrain card does the arrow of {number} point?", number=number)
    else:
        first, rest = facts.in_front(state)[: places.GRID], facts.in_front(state)[places.GRID :]
        rows = {first: T("This action"), rest: T("Another action")}
        offers = (
            Offer(move=GameMove("event_bears", {"icon": NONE}), label=T("No action")),
            *(
                Offer(move=GameMove("event_bears"), label=label, asks=(places.icons_ask(icons),))
                for icons, label in rows.items()
            ),
        )
        do = T("Which action stands in the arrow of {number}?", number=number)
    return Prompt(
        name="board.attach",
        do=do,
        more=T("While the event lies there, that action cannot be taken from the Terrain card.") if to else None,
        offers=offers,
        seat=seat_of(task.seat) if task.seat else None,
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
    """The Board as it lies; with the empty spaces to tap while a card waits for one, or arrows are read."""
    task = state.tasks[0] if state.tasks else None
    free: tuple[tuple[int, int], ...] = ()
    label = T("free")
    if task is not None and task.kind == PLACE:
        free = places_to_lay(state.sketch)
    elif task is not None and task.kind == ARROWS:
        free = tuple(at for at in sides_to_tap(state, task).values() if state.sketch.at(*at) is None)
        label = T("arrow?")
    elif task is not None and task.kind == ATTACH and not task.about:
        free = tuple(beside_terrains(state).values())
    widgets = (showing.sketch(state, free, label),) if state.sketch.spaces else ()
    return (Panel(name="board", title=T("The Board"), widgets=widgets, icon="terrain"),)


MOVES: Moves = {
    "terrain_laid": move(terrain_laid, T("Placed a Terrain card"), SPACE),
    "arrows_read": move(arrows_read, T("Read the arrows of a Terrain card"), *_SIDES, _MANDATORY),
    "arrow_at": move(arrow_at, lambda a: T("An arrow to area {area}", area=word(a, "area")), SPACE, AREA),
    "arrow_area": move(area_chosen, lambda a: T("Area {area}", area=word(a, "area")), AREA),
    "arrows_end": move(arrows_end, T("Read the arrows of a Terrain card"), _MANDATORY),
    "take_dead_end": move(dead_end, T("Took a Terrain card without another arrow")),
    "arrows_known": move(arrows_known, T("The arrows are as last time")),
    "event_at": move(event_at, T("Laid a Permanent event"), SPACE),
    "event_on": move(event_on, T("Laid a Permanent event"), TO_TERRAIN),
    "event_points": move(event_points, T("Said where an arrow points to"), TO_TERRAIN),
    "event_bears": move(
        event_bears, T("Read the action in an arrow"), pick("icon", T("Action"), {NONE: T("None"), **ACTIONS})
    ),
    "event_laid": move(
        event_laid, lambda a: T("Attached an event to {terrain}", terrain=showing.number_in(word(a, "to"))), *_ATTACHED
    ),
}
