"""Cards come onto the Board and leave it (p. 17, 21 to 22). What lies there stands in the list of
cards; the sketch follows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.api import N, T
from companion.games.citadel.board.showing import areas_of, number_of, sides_of
from companion.games.citadel.board.sketch import (
    EVENT,
    EXPLORATION,
    TERRAIN,
    Arrow,
    Attached,
    Sketch,
    Space,
    beside,
    space_at,
    space_name,
)
from companion.games.citadel.cards import looking, moving
from companion.games.citadel.state import OPEN as WHEN_IT_MATTERS
from companion.games.citadel.state import State, Task
from companion.games.citadel.transaction import Transaction

PLACE, ATTACH, ARROWS, OPEN = "board.place", "board.attach", "board.arrows", "board.open"


def write(tx: Transaction, **changes: Any) -> Sketch:
    """Change the sketch."""
    tx.set(sketch=replace(tx.state.sketch, **changes))
    return tx.state.sketch


def put_space(tx: Transaction, space: Space) -> None:
    """Something lies on a space now, instead of whatever lay there in the sketch."""
    others = tuple(one for one in tx.state.sketch.spaces if (one.x, one.y) != (space.x, space.y))
    write(tx, spaces=(*others, space))


def change_space(tx: Transaction, space: Space, **changes: Any) -> Space:
    """Something about a space changes; its place in the order of placing stays."""
    after: Space = replace(space, **changes)
    write(tx, spaces=tuple(after if one is space else one for one in tx.state.sketch.spaces))
    return after


def drop(tx: Transaction, key: str) -> None:
    """A card leaves the sketch, with its own attachments."""
    sketch = tx.state.sketch
    write(
        tx,
        spaces=tuple(space for space in sketch.spaces if space.key != key),
        attached=tuple(one for one in sketch.attached if one.key != key),
    )


# --- Terrain cards ----------------------------------------------------------------------------------------------------


def lay_terrain(tx: Transaction, key: str, x: int, y: int, about: str = "") -> None:
    """A Terrain card is placed on a space; figures do not move by that, but those left standing there stand on it.
    Its arrows are asked for next, `about` being how."""
    sketch = tx.state.sketch
    stranded = _stranded(tx) if sketch.opening == space_name(x, y) else ()
    replaced = {tx.state.hero(seat).place for seat in stranded}
    first = not sketch.terrains
    moving.put(tx, key, "board", at=space_name(x, y))
    put_space(tx, Space(x=x, y=y, kind=TERRAIN, key=key))
    attached = tuple(replace(one, to=key) if one.to in replaced else one for one in sketch.attached)
    write(tx, opening="", number="", attached=attached)
    number = number_of(tx.state, key)
    tx.tell("terrain_placed", T("Terrain {number} lies on the Board.", number=number), card=key, x=x, y=y)
    for seat in (*stranded, *(_without_place(tx) if first else ())):
        tx.set_hero(seat, place=key)
    if first and _standing(tx, key):
        text = N("The figure stands on {number}.", "All figures stand on {number}.", len(tx.state.party), number=number)
        tx.tell("figures_placed", text, card=key)
    tx.add_first(Task(kind=ARROWS, card=key, about=about))


def _stranded(tx: Transaction) -> tuple[str, ...]:
    """Who stands on a Terrain card that has left the Board and is about to be replaced."""
    sketch = tx.state.sketch
    return tuple(hero.seat for hero in tx.state.awake if hero.place and sketch.holding(hero.place) is None)


def _without_place(tx: Transaction) -> tuple[str, ...]:
    return tuple(hero.seat for hero in tx.state.awake if not hero.place)


def _standing(tx: Transaction, key: str) -> bool:
    return any(hero.place == key for hero in tx.state.awake)


def read_terrain(tx: Transaction, key: str, arrows: tuple[Arrow, ...], mandatory: bool) -> None:
    """The arrows of a Terrain card were read; Exploration cards come onto the free spaces they point to (p. 21)."""
    space = tx.state.sketch.holding(key)
    if space is None:
        return
    change_space(tx, space, arrows=arrows, mandatory=mandatory)
    laid = tuple(one for one in arrows if one.area and _free_at(tx.state, space, one.side))
    for arrow in laid:
        lay_exploration(tx, *beside(space.x, space.y, arrow.side), arrow.area)
    if laid:
        text = T("Around {number}, put Exploration cards: {sides}.", number=number_of(tx.state, key),
                 sides=sides_of(laid))  # fmt: skip
        tx.tell("exploration_placed", text, card=key, count=len(laid))
        order = T(
            "Put Exploration cards around {number}: {sides}", number=number_of(tx.state, key), sides=sides_of(laid)
        )
        tx.todo(order, "exploration", on_map=_on_the_map(tx))
        _tell_on_the_map(tx, tuple(beside(space.x, space.y, arrow.side) for arrow in laid))


def lay_at_arrow(tx: Transaction, terrain: Space, side: str, area: str) -> None:
    """An Exploration card comes onto the space that an arrow points to, where none lies there yet."""
    if not _free_at(tx.state, terrain, side):
        return
    lay_exploration(tx, *beside(terrain.x, terrain.y, side), area)
    number = number_of(tx.state, terrain.key)
    laid = (Arrow(side=side, number="", area=area),)
    text = T("Around {number}, put Exploration cards: {sides}.", number=number, sides=sides_of(laid))
    tx.note("exploration_placed", text, card=terrain.key, count=1)
    tx.todo(T("Put an Exploration card beside {number}: {sides}", number=number, sides=sides_of(laid)), "exploration")


def _free_at(state: State, space: Space, side: str) -> bool:
    return state.sketch.at(*beside(space.x, space.y, side)) is None


def lay_exploration(tx: Transaction, x: int, y: int, area: str) -> None:
    """An Exploration card lies face down on a space. If none of its area is left, the Past is returned first (p.
    21)."""
    if looking.left_in_area(tx.state, area) == 0:
        tx.tell("area_empty", T("No Exploration card {area} is left.", area=area), area=area)
        moving.return_past(tx)
    copy = moving.explore(tx, area, at=space_name(x, y))
    put_space(tx, Space(x=x, y=y, kind=EXPLORATION, key=copy.key, area=area))


def refill(tx: Transaction, gaps: tuple[tuple[int, int, str], ...], ordered: bool = False) -> None:
    """Exploration cards come onto the empty spaces that arrows point to (p. 22, 25); where a list of what to lay out
    has `ordered` it already, nothing is said of it again."""
    for x, y, area in gaps:
        lay_exploration(tx, x, y, area)
    if gaps and not ordered:
        text = T("Put Exploration cards onto the empty spaces that arrows point to: {areas}.",
                 areas=areas_of(tuple(area for _, _, area in gaps)))  # fmt: skip
        tx.tell("exploration_refilled", text, count=len(gaps))
        order = T("Put Exploration cards where arrows point to: {areas}", areas=areas_of(tuple(a for _, _, a in gaps)))
        tx.todo(order, "exploration", on_map=_on_the_map(tx))
        _tell_on_the_map(tx, tuple((x, y) for x, y, _ in gaps))


def _on_the_map(tx: Transaction) -> bool:
    return WHEN_IT_MATTERS in tx.state.board


def _tell_on_the_map(tx: Transaction, places: tuple[tuple[int, int], ...]) -> None:
    """The phones show these spaces by themselves; not in an evening of an earlier version, whose states stay as they
    were."""
    if _on_the_map(tx):
        write(tx, laid=tuple(space_name(x, y) for x, y in places))


# --- Permanent events -------------------------------------------------------------------------------------------------


def attach(tx: Transaction, key: str, to: str, side: str, action: str = "", also: str = "") -> None:
    """A Permanent event lies on a side of its Terrain card (or, with no side, without a space of its own) and is
    attached to it, and to the Terrain card on its other side `also` where another placement arrow points there."""
    terrain = tx.state.sketch.holding(to)
    assert terrain is not None, "an event is attached to a Terrain card of the Board"
    at = to
    if side:
        x, y = beside(terrain.x, terrain.y, side)
        put_space(tx, Space(x=x, y=y, kind=EVENT, key=key))
        at = space_name(x, y)
        if tx.state.sketch.opening == at:
            write(tx, opening="", number="")
    moving.put(tx, key, "board", at=at)
    links = tuple(Attached(key=key, to=one, action=action) for one in dict.fromkeys((to, also)) if one)
    others = tuple(one for one in tx.state.sketch.attached if one.key != key)
    write(tx, attached=(*others, *links))
    number = number_of(tx.state, key)
    text = T("{event} is attached to {terrain}.", event=number, terrain=number_of(tx.state, to))
    tx.tell("event_attached", text, card=key, to=to)


# --- what follows by itself -------------------------------------------------------------------------------------------


def follow(tx: Transaction) -> None:
    """The sketch follows the list of cards: what has left the Board leaves the sketch, and what comes onto it gets
    its place."""
    _leave(tx)
    _come(tx)
    _lay_by_itself(tx)
    sketch = tx.state.sketch
    if sketch.opening and not tx.state.tasks and not _stranded(tx):
        write(tx, opening="", number="")
    _ask_for_new_gaps(tx)


def _ask_for_new_gaps(tx: Transaction) -> None:
    """Where a card has left the Board, a Terrain card beside it may show an arrow of which nobody was asked."""
    sketch = tx.state.sketch
    if tx.state.tasks or tx.state.action is not None or sketch.opening or tx.state.campaign.stored:
        return
    for terrain in sketch.terrains:
        fresh = [
            arrow
            for arrow in terrain.arrows or ()
            if not arrow.shown and sketch.at(*beside(terrain.x, terrain.y, arrow.side)) is None
        ]
        if fresh:
            tx.add_last(Task(kind=ARROWS, card=terrain.key))


def _leave(tx: Transaction) -> None:
    sketch = tx.state.sketch
    lying = {copy.key for copy in tx.state.cards if copy.where == "board"}  # the saved Terrain card stays
    for space in sketch.spaces:
        if space.key not in lying:
            drop(tx, space.key)
            if space.kind == TERRAIN:
                _terrain_left(tx, space)
            elif space.hides and space.kind == EVENT:
                tx.add_last(Task(kind=OPEN, about=space.name))
    for one in sketch.attached:
        if one.key not in lying:
            drop(tx, one.key)


def _terrain_left(tx: Transaction, space: Space) -> None:
    """A Terrain card has left the Board. With figures on it, another card is about to replace it; else the events that
    were attached to it alone go the same way as it."""
    if any(hero.place == space.key for hero in tx.state.awake):
        write(tx, opening=space.name, number="")
        return
    sketch = tx.state.sketch
    own = [one.key for one in sketch.attached if one.to == space.key]
    write(tx, attached=tuple(one for one in sketch.attached if one.to != space.key))
    left = {one.key for one in tx.state.sketch.attached}
    away = moving.return_ if tx.state.cards.copy(space.key).where == "deck" else moving.discard
    for key in own:
        if key not in left and tx.state.cards.copy(key).where == "board":
            away(tx, key)
            drop(tx, key)


def _come(tx: Transaction) -> None:
    """A Terrain or event that was put onto the Board by hand wants its place."""
    sketch = tx.state.sketch
    known = {space.key for space in sketch.spaces} | {one.key for one in sketch.attached}
    known |= {task.card for task in tx.state.tasks if task.kind in (PLACE, ATTACH)}
    for copy in tx.state.cards:
        if copy.where == "board" and not copy.saved and copy.key not in known:
            if copy.kind == "terrain":
                tx.add_first(Task(kind=PLACE, card=copy.key))
            elif copy.kind == "permanent" and sketch.terrains:
                tx.add_first(Task(kind=ATTACH, card=copy.key))


def _lay_by_itself(tx: Transaction) -> None:
    """A Terrain card whose place is known lies there without anybody being asked."""
    state = tx.state
    if not state.tasks or state.tasks[0].kind != PLACE:
        return
    place = known_place(state, state.tasks[0].card)
    if place is not None:
        task = tx.finish_task(PLACE)
        lay_terrain(tx, task.card, *place, task.about)


def known_place(state: State, key: str) -> tuple[int, int] | None:
    """Where a Terrain card has to lie, where that is settled: on the opened space, in place of the card that it
    replaces, or first of all."""
    sketch = state.sketch
    if sketch.opening and sketch.number in ("", number_of(state, key)):
        at = space_at(sketch.opening)
        return at if sketch.at(*at) is None else None
    return None if sketch.spaces else (0, 0)


def free_for_event(state: State, terrain: Space, side: str) -> bool:
    """Whether a Permanent event can lie on that side of a Terrain card: an empty space, or the one just opened."""
    return _free_at(state, terrain, side)
