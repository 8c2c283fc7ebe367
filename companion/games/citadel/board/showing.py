"""The Board on the phones: in words, and as a map, north up, with figures and what is attached."""

from __future__ import annotations

import re
from collections import Counter

from companion.api import IllegalMove, MapLink, MapPlace, MapStep, PlaceMap, T, Text, Words, row_of
from companion.games.citadel.board.geometry import pointed_to
from companion.games.citadel.board.sketch import (
    EVENT,
    EXPLORATION,
    OPPOSITE,
    SIDES,
    TERRAIN,
    UNREAD,
    Arrow,
    Space,
    beside,
    space_at,
)
from companion.games.citadel.cards.looking import card_name, listed
from companion.games.citadel.state import State
from companion.games.citadel.tables import words

SIDE_NAMES = words("sides")
_AREA = re.compile("[A-Z][A-Z0-9]{0,7}")
_ARROW = re.compile(r"([0-9]{3})(?:[ ,]+([A-Z0-9]{1,8}))?")


def number_of(state: State, key: str) -> str:
    """The number on a card's back, or an Exploration card's area."""
    return state.cards.copy(key).number


def sides_of(arrows: tuple[Arrow, ...]) -> Text:
    """The areas by their sides: "north I, east II"."""
    return listed([T("{side} {area}", side=SIDE_NAMES[arrow.side], area=arrow.area) for arrow in arrows])


def sides_and_numbers(arrows: tuple[Arrow, ...]) -> Text:
    """All that arrows show: "north 094 I, east 108 II"."""
    known = [arrow for arrow in arrows if arrow.shown]
    if not known:
        return T("no arrows")
    return listed([_side_and_number(arrow) for arrow in known])


def _side_and_number(arrow: Arrow) -> Text:
    if not arrow.number:
        return T("{side} {area}", side=SIDE_NAMES[arrow.side], area=arrow.area)
    return T("{side} {number} {area}", side=SIDE_NAMES[arrow.side], number=arrow.number, area=arrow.area)


def areas_of(areas: tuple[str, ...]) -> Text:
    """How many cards of which areas: "2 × I, 1 × II"."""
    counted = Counter(areas)
    return listed([T("{count} × {area}", count=count, area=area) for area, count in sorted(counted.items())])


def read_arrow(side: str, words: str) -> Arrow | None:
    """What somebody entered for a side: "094 I" (a number and an area), a number alone, or nothing."""
    said = words.strip().upper()
    if not said:
        return None
    if said == UNREAD:
        return Arrow(side=side, number=UNREAD)
    if _AREA.fullmatch(said):
        return Arrow(side=side, number="", area=said)
    match = _ARROW.fullmatch(said)
    if match is None:
        raise IllegalMove(
            T("{side}: enter the number beside the arrow and the area, such as 094 I, or nothing.",
              side=SIDE_NAMES[side]),
            rule="exploring",
            page=21,
        )  # fmt: skip
    return Arrow(side=side, number=match[1], area=match[2] or "")


def is_area(words: str) -> bool:
    """Whether an area can be called like this."""
    return bool(_AREA.fullmatch(words))


def written(arrows: tuple[Arrow, ...]) -> str:
    """Arrows as a fact of the owner's card: "north 094 I; east 108 I", "none"; "north I" while nobody has read the
    number, "south ?" while nobody was asked."""
    parts = (" ".join(one for one in (arrow.side, arrow.number, arrow.area) if one) for arrow in arrows)
    return "; ".join(parts) or "none"


def read_written(words: str) -> tuple[Arrow, ...]:
    """What `written` wrote."""
    found = []
    for part in words.split(";"):
        side, _, rest = part.strip().partition(" ")
        if side in SIDES and (arrow := read_arrow(side, rest)) is not None:
            found.append(arrow)
    return tuple(found)


def number_in(key: str) -> str:
    return key.partition(".")[0]


LONGEST_KEY = 16
SPACE = Words(name="space", label=T("Space"), at_most_chars=LONGEST_KEY)
MAP = "board"
_SIGNS = {TERRAIN: "terrain", EXPLORATION: "exploration", EVENT: "permanent"}
LETTERS = 2  # of a player's name, on the map


def sketch(state: State, free: tuple[tuple[int, int], ...] = (), label: Text = T("free")) -> PlaceMap:  # noqa: B008
    """The map; `free` are empty spaces that can be tapped."""
    places = [_place(state, space) for space in state.sketch.spaces]
    places += [MapPlace(value=f"{x},{y}", label=label, x=x, y=y) for x, y in free]
    return PlaceMap(
        name=MAP,
        label=T("The Board, north up"),
        places=tuple(places),
        links=_links(state),
        steps=_laid(state),
        main=True,
    )


def _laid(state: State) -> tuple[MapStep, ...]:
    """Where Exploration cards have to be put because of the last move."""
    spaces = [space for name in state.sketch.laid if (space := state.sketch.at(*space_at(name))) is not None]
    if not spaces:
        return ()
    areas = areas_of(tuple(space.area for space in spaces))
    text = T("Put Exploration cards onto these spaces: {areas}.", areas=areas)
    return (MapStep(text=text, lit=tuple(space.name for space in spaces)),)


def _place(state: State, space: Space) -> MapPlace:
    tones = {TERRAIN: "plain", EXPLORATION: "fog", EVENT: "event"}
    label = space.area if space.kind == EXPLORATION else number_of(state, space.key)
    return MapPlace(
        value=space.name,
        label=T("{number}", number=label),
        x=space.x,
        y=space.y,
        tone=tones[space.kind],
        icon=_SIGNS[space.kind],
        marks=_marks(state, space),
        note=_note(state, space),
    )


def _marks(state: State, space: Space) -> tuple[Text, ...]:
    here = [T("{name}", name=hero.name[:LETTERS]) for hero in state.awake if space.key and hero.place == space.key]
    loose = [one for one in state.sketch.attached if one.to == space.key and state.sketch.holding(one.key) is None]
    return (*here, *(T("+{number}", number=number_of(state, one.key)) for one in loose))


def _note(state: State, space: Space) -> Text | None:
    if space.kind == EXPLORATION:
        return T("Exploration card {area}", area=space.area)
    if space.kind == EVENT:
        names = [one for one in state.sketch.attached if one.key == space.key]
        if not names:
            return None
        return T("Attached to {terrains}", terrains=listed([T("{n}", n=number_of(state, one.to)) for one in names]))
    return _terrain_note(state, space)


def _terrain_note(state: State, space: Space) -> Text | None:
    parts: list[Text] = []
    here = [hero.name for hero in state.awake if hero.place == space.key]
    if here:
        parts.append(T("Here: {names}", names=row_of(here)))
    events = [one for one in state.sketch.attached if one.to == space.key]
    if events:
        names = listed([card_name(state, state.cards.copy(one.key)) for one in events])
        parts.append(T("Attached: {events}", events=names))
    for arrow in space.arrows or ():
        side = SIDE_NAMES[arrow.side]
        if not arrow.shown:
            continue
        if not arrow.number:
            parts.append(T("{side}: area {area}", side=side, area=arrow.area))
        elif arrow.area:
            parts.append(T("{side}: {number}, area {area}", side=side, number=arrow.number, area=arrow.area))
        else:
            parts.append(T("{side}: {number}", side=side, number=arrow.number))
    return None if not parts else listed(parts)


def _links(state: State) -> tuple[MapLink, ...]:
    """An arrow from each event with a space of its own to the Terrain cards that it is attached to."""
    found = []
    for one in state.sketch.attached:
        event, terrain = state.sketch.holding(one.key), state.sketch.holding(one.to)
        if event is not None and terrain is not None:
            found.append(MapLink(first=event.name, second=terrain.name, tone="warm", arrow=True))
    return tuple(found)


def where(state: State, name: str) -> Text:
    """A space in words: by what lies on it, or by a card beside it."""
    x, y = space_at(name)
    space = state.sketch.at(x, y)
    if space is not None:
        return _named(state, space)
    for side in SIDES:
        near = state.sketch.at(*beside(x, y, side))
        if near is not None and near.kind != EVENT:
            return T("{side} of {card}", side=SIDE_NAMES[OPPOSITE[side]], card=_named(state, near))
    return T("Apart from everything")


def _named(state: State, space: Space) -> Text:
    if space.kind != EXPLORATION:
        return T("{number}", number=number_of(state, space.key))
    around = Space(x=space.x, y=space.y, kind=EVENT, points=SIDES)
    for terrain in pointed_to(state.sketch, around):
        side = next(one for one in SIDES if beside(terrain.x, terrain.y, one) == (space.x, space.y))
        number = number_of(state, terrain.key)
        return T("Exploration card {area}, {side} of {terrain}", area=space.area, side=SIDE_NAMES[side], terrain=number)
    return T("Exploration card {area}", area=space.area)
