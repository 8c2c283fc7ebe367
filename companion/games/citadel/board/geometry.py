"""What follows from how cards lie: neighbours, arrows that point to a space, what can be reached."""

from __future__ import annotations

from companion.games.citadel.board.sketch import EVENT, EXPLORATION, SIDES, TERRAIN, Arrow, Sketch, Space, beside


def pointing(sketch: Sketch, x: int, y: int) -> tuple[tuple[Space, Arrow], ...]:
    """The Exploration arrows that point to a space, with the Terrain cards that show them."""
    return tuple(
        (terrain, arrow)
        for terrain in sketch.terrains
        for arrow in terrain.arrows or ()
        if arrow.shown and beside(terrain.x, terrain.y, arrow.side) == (x, y)
    )


def numbers_at(sketch: Sketch, x: int, y: int, standing: str = "") -> tuple[str, ...]:
    """The numbers that the arrows give for a space; the arrow on the Terrain card `standing` alone, if it has one. One
    that nobody has read is empty."""
    arrows = pointing(sketch, x, y)
    own = [arrow for terrain, arrow in arrows if standing and terrain.key == standing]
    return tuple(dict.fromkeys(arrow.number for arrow in own or [arrow for _, arrow in arrows]))


def gaps(sketch: Sketch) -> tuple[tuple[int, int, str], ...]:
    """The empty spaces that want an Exploration card, each once, with its area (p. 21): where arrows of two areas point
    to one space, that of the Terrain card placed first."""
    found: dict[tuple[int, int], str] = {}
    for terrain in sketch.terrains:
        for arrow in terrain.arrows or ():
            place = beside(terrain.x, terrain.y, arrow.side)
            if arrow.area and sketch.at(*place) is None:
                found.setdefault(place, arrow.area)
    return tuple((x, y, area) for (x, y), area in found.items())


def free_sides(sketch: Sketch, terrain: Space) -> dict[str, tuple[int, int]]:
    """The sides of a Terrain card on which an arrow can be shown now, with their spaces: nothing lies there, or an
    Exploration card, and no arrow of this card was read there yet."""
    read = {arrow.side for arrow in terrain.arrows or () if arrow.shown}
    spaces = {side: beside(terrain.x, terrain.y, side) for side in SIDES if side not in read}
    return {side: at for side, at in spaces.items() if (there := sketch.at(*at)) is None or there.kind == EXPLORATION}


def unread_sides(sketch: Sketch, terrain: Space) -> tuple[str, ...]:
    """The sides where a card lies that is no Exploration card, and no arrow of this Terrain card was read."""
    read = {arrow.side for arrow in terrain.arrows or () if arrow.shown}
    return tuple(side for side in SIDES if side not in read and side not in free_sides(sketch, terrain))


def adjacent(sketch: Sketch, key: str) -> tuple[Space, ...]:
    """The Terrain cards beside a Terrain card."""
    here = sketch.holding(key)
    if here is None:
        return ()
    around = (sketch.at(*beside(here.x, here.y, side)) for side in SIDES)
    return tuple(space for space in around if space is not None and space.kind == TERRAIN)


def across(sketch: Sketch, key: str) -> tuple[Space, ...]:
    """The Terrain cards behind an obstacle: a Permanent event with several placement arrows that separates them from
    this one, and has an action to get to the other side (p. 22)."""
    obstacles = {one.key for one in sketch.attached if one.to == key}
    others = dict.fromkeys(one.to for one in sketch.attached if one.key in obstacles and one.to != key)
    return tuple(space for other in others if (space := sketch.holding(other)) is not None)


def reachable(sketch: Sketch, start: str, without: frozenset[str] = frozenset()) -> frozenset[str]:
    """The Terrain cards that figures on `start` can get to by steps and across obstacles, were those in `without`
    gone."""
    found, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for space in (*adjacent(sketch, here), *across(sketch, here)):
            if space.key not in found and space.key not in without:
                found.add(space.key)
                waiting.append(space.key)
    return frozenset(found)


def pointed_to(sketch: Sketch, space: Space) -> tuple[Space, ...]:
    """The Terrain cards that a Permanent event's placement arrows point to."""
    around = (sketch.at(*beside(space.x, space.y, side)) for side in space.points)
    return tuple(one for one in around if one is not None and one.kind == TERRAIN)


def points_home(sketch: Sketch, x: int, y: int) -> tuple[str, ...]:
    """The sides of a space on which Terrain cards lie."""
    around = {side: sketch.at(*beside(x, y, side)) for side in SIDES}
    return tuple(side for side, space in around.items() if space is not None and space.kind == TERRAIN)


def places_to_lay(sketch: Sketch) -> tuple[tuple[int, int], ...]:
    """Where a Terrain card can come when no Exploration card makes room for it: the first of all, every empty space
    beside a card, and one apart from all others."""
    if not sketch.spaces:
        return ((0, 0),)
    around = {beside(space.x, space.y, side) for space in sketch.spaces if space.kind != EVENT for side in SIDES}
    free = sorted(place for place in around if sketch.at(*place) is None)
    return (*free, apart(sketch))


def apart(sketch: Sketch) -> tuple[int, int]:
    """A space that touches nothing: two columns to the east of everything, in the northern row."""
    if not sketch.spaces:
        return (0, 0)
    return max(space.x for space in sketch.spaces) + 2, min(space.y for space in sketch.spaces)
