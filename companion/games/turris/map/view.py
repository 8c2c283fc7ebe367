"""The board as a map: Scouts, Beasts and the Fruit on it, and the last Beast Phase step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.api.text import T, Text
from companion.api.view import MapLink, MapPlace, MapStep, Panel, PlaceMap
from companion.games.turris import places
from companion.games.turris.forms import MAP
from companion.games.turris.map.examples import NEEDED
from companion.games.turris.map.land import ends, exists, links, told
from companion.games.turris.map.layout import FREE, Point, arranged, layout
from companion.games.turris.names import BEAST_NAMES, PLACE_NAMES
from companion.games.turris.rewards import telling
from companion.games.turris.state import CROSSROADS, PLACES, Beast, State, Told

_KNOWN = tuple(sorted(pair for name in NEEDED if (pair := ends(name))))
SKETCH = "sketch"  # the board fact: what stands on each point of the sketch
_LONGEST_SIGN = 3


def panel(state: State) -> Panel:
    """The map, first on every phone."""
    return Panel(name="board", title=T("Board"), widgets=(board(state),))


def board(state: State) -> PlaceMap:
    """The board as it is now, with the steps of what the Beasts did last."""
    points = where(state)
    now = {place.value: place for place in _places(state, points)}
    return PlaceMap(
        name=MAP,
        label=T("Places and paths"),
        places=tuple(now.values()),
        links=tuple(MapLink(first=one, second=other) for one, other in links(state) if {one, other} <= set(now)),
        steps=tuple(_step(state, step, now, points) for step in state.told),
    )


def _places(state: State, points: Mapping[str, Point]) -> Iterator[MapPlace]:
    """Every place that there is for these players; while links are drawn, all of them."""
    left = {beast.at for step in state.told for beast in step.beasts}
    for place in PLACES:
        if exists(state, place) or state.beast_at(place) or place in left or not told(state):
            yield _place(state, place, points[place])
    if not told(state) or state.phase == "setup":  # when places can be exchanged
        yield MapPlace(value=FREE, label=T("Free"), x=points[FREE][0], y=points[FREE][1])


def where(state: State) -> Mapping[str, Point]:
    """The middle of every place: as the owner arranged them, else by the links; a map that is being drawn must not
    move."""
    own = arranged(state.word(SKETCH))
    return own if own is not None else layout(links(state) if told(state) else _KNOWN)


def _place(state: State, place: str, point: Point) -> MapPlace:
    return MapPlace(
        value=place,
        label=_label(state, place),
        x=point[0],
        y=point[1],
        tone=_tone(state, place),
        marks=tuple(_marks(state, place)),
        note=_note(state, place),
        round=place in CROSSROADS,
    )


def _note(state: State, place: str) -> Text | None:
    """What a place gives and when, as far as it is known."""
    if not exists(state, place):
        return T("No Excavation Site. Nobody can go there.")
    if place in CROSSROADS:
        return T("Beasts may stop here, Scouts never stand here.")
    effects = places.reward(state, place)
    if effects is None:
        return None
    gives = telling.describe(effects)
    if places.immediate(state, place):
        if places.limited(state, place):
            return T("For one Scout, at once when Placed: {gives}", gives=gives)
        return T("At once when Placed: {gives}", gives=gives)
    if places.limited(state, place):
        return T("For one Scout, when Collected: {gives}", gives=gives)
    return T("When Collected: {gives}", gives=gives)


def _label(state: State, place: str) -> Text:
    """Short: an Excavation Site by its own name alone, where it is known."""
    site = state.sites.get(place, "")
    return T("{site}", site=site) if site else PLACE_NAMES[place]


def _tone(state: State, place: str) -> str:
    if state.beast_at(place):
        return "danger"
    return "good" if state.fruit == place else "plain"


def _marks(state: State, place: str) -> Iterator[Text]:
    """Beasts, then Scouts by the first letters of their players, then the Fruit."""
    yield from (_beast(beast) for beast in state.beasts if beast.at == place)
    for seat, count in enumerate(state.standing(place)):
        sign = signs(state)[seat]
        if count:
            yield Text(sign) if count == 1 else T("{sign} ×{count}", sign=sign, count=count)
    yield from (T("Betrayer") for at in state.betrayers if at == place)
    if state.fruit == place:
        yield T("Fruit")


def _beast(beast: Beast) -> Text:
    name = BEAST_NAMES[beast.name]
    return T("{beast}, flipped", beast=name) if beast.flipped else name


def signs(state: State) -> tuple[str, ...]:
    """A short sign for each player: as many first letters as tell them apart, else the number of the seat."""
    names = [player.name for player in state.players]
    for length in range(1, _LONGEST_SIGN + 1):
        short = [name[:length] for name in names]
        if len({sign.casefold() for sign in short}) == len(names):
            return tuple(short)
    return tuple(str(seat + 1) for seat in range(len(names)))


def _step(state: State, step: Told, now: Mapping[str, MapPlace], points: Mapping[str, Point]) -> MapStep:
    """A step on the map as it was just after it; only what differs from now is told again."""
    then = replace(
        state, beasts=step.beasts, scouts=step.scouts, betrayers=step.betrayers, fruit=step.fruit, told=()
    )  # fmt: skip
    then_there = tuple(place for place in _places(then, points) if now.get(place.value) != place)
    known = set(now) | {place.value for place in then_there}
    ways = (way.split(">") for way in step.ways)
    return MapStep(
        text=step.text,
        links=tuple(MapLink(first=one, second=other, tone="danger", arrow=True) for one, other in ways),
        lit=tuple(place for place in step.lit if place in known),
        places=then_there,
    )
