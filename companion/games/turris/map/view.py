"""The sketch on the phones: where the places stand, by links or by its owner; the last Beast Phase, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

from msgspec import structs

from companion.api import (
    Args,
    BoardFamily,
    IllegalMove,
    MapLink,
    MapPlace,
    MapStep,
    Move,
    Offer,
    Panel,
    PlaceMap,
    Prompt,
    T,
    Text,
    Value,
    Words,
)
from companion.games.turris import places
from companion.games.turris.beasts.hunting import is_target
from companion.games.turris.beasts.steering import is_steered
from companion.games.turris.map.land import NEEDED, cut_off, ends, exists, links, told
from companion.games.turris.names import BEAST_NAMES, MAP, PLACE_NAMES
from companion.games.turris.rewards.effects import describe
from companion.games.turris.state import CROSSROADS, LOCATIONS, PLACES, SPOTS, Beast, State, Told
from companion.games.turris.transaction import Transaction
from companion.toolkit import Action, action, pick, word

# --- where the places stand -------------------------------------------------------------------------------------------


Point = tuple[float, float]
Pairs = tuple[tuple[str, str], ...]

# Four columns and five rows, a little out of line, so that straight links pass the places in between.
_MIDDLE: Mapping[str, Point] = {"left": (0.5, 2.3), "abyss": (1.5, 2.3), "right": (2.5, 2.3)}
_CORNERS: tuple[Point, ...] = ((0, 0), (3, 0), (0, 4.6), (3, 4.6))
_INNER: tuple[Point, ...] = (
    (1, 0.15), (2, 0), (0, 1.1), (1, 1.25), (2, 1.1), (3, 1.2),
    (0, 3.45), (1, 3.3), (2, 3.45), (3, 3.35), (1, 4.45), (2, 4.6),
)  # fmt: skip
_RING = tuple(place for place in LOCATIONS if place not in _MIDDLE)
FREE = "free"  # what stands where no place does: there is one point more than places
_POINTS: tuple[Point, ...] = (*_MIDDLE.values(), *_CORNERS, *_INNER)
_NEAR = 0.49  # a line that passes a point at this distance seems to touch it
_TOUCHED = 9.0  # what such a line costs, in squares of steps
_STARTS = 10


@lru_cache(maxsize=64)
def layout(pairs: Pairs) -> Mapping[str, Point]:
    """The middle of every place, for these links; always the same for the same links."""
    found = min((_settled(pairs, stride) for stride in range(1, _STARTS + 1)), key=lambda points: _cost(pairs, points))
    return {place: found[place] for place in (*PLACES, FREE)}


def arranged(order: str) -> Mapping[str, Point] | None:
    """The middle of every place as its owner arranged them, in the order of the points; None where that is no order of
    all places."""
    names = order.split()
    if sorted(names) != sorted((*PLACES, FREE)):
        return None
    return dict(zip(names, _POINTS, strict=True))


def order_of(points: Mapping[str, Point]) -> tuple[str, ...]:
    """What stands on each of the points."""
    there = {point: place for place, point in points.items()}
    return tuple(there.get(point, FREE) for point in _POINTS)


def _settled(pairs: Pairs, stride: int) -> dict[str, Point]:
    """Places are exchanged with each other as long as that brings linked ones nearer."""
    ring = (*(_RING[at * stride % len(_RING)] for at in range(len(_RING))), FREE)  # eleven: every stride meets all
    points = {**_MIDDLE, **dict(zip(SPOTS, _CORNERS, strict=True)), **dict(zip(ring, _INNER, strict=True))}
    swaps = (*combinations(ring, 2), *combinations(SPOTS, 2))
    touching = {swap: tuple(pair for pair in pairs if {*pair} & {*swap}) for swap in swaps}
    better = True
    while better:
        better = False
        for (one, other), lines in touching.items():
            before = _cost(lines, points)
            points[one], points[other] = points[other], points[one]
            if _cost(lines, points) < before - 1e-9:
                better = True
            else:
                points[one], points[other] = points[other], points[one]
    return points


def _cost(pairs: Pairs, points: Mapping[str, Point]) -> float:
    return sum(_length(points[one], points[other]) for one, other in pairs)


@lru_cache(maxsize=1024)
def _length(one: Point, other: Point) -> float:
    """The square of a link's length, and more for every place that its line would seem to touch."""
    square = (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
    between = (point for point in _POINTS if point not in (one, other))
    return square + _TOUCHED * sum(_gap(point, one, other) < _NEAR for point in between)


def _gap(point: Point, one: Point, other: Point) -> float:
    """How far a point is from the line between two others."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    along = ((point[0] - one[0]) * dx + (point[1] - one[1]) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return float(((one[0] + along * dx - point[0]) ** 2 + (one[1] + along * dy - point[1]) ** 2) ** 0.5)


# --- the map ----------------------------------------------------------------------------------------------------------


_KNOWN = tuple(sorted(pair for name in NEEDED if (pair := ends(name))))
DRAW = "map.draw"  # the task of drawing the links
SIDES: Mapping[str, Text] = {"left": T("Left one"), "right": T("Right one")}  # short enough for a disc
SKETCH = "sketch"  # the board fact: what stands on each point of the sketch
_SHORTEST_SIGN, _LONGEST_SIGN = 2, 3


def panel(state: State) -> Panel:
    """The map, first on every phone."""
    return Panel(name="board", title=T("Board"), widgets=(board(state),), icon="board")


def board(state: State) -> PlaceMap:
    """The board as it is now, with the steps of what the Beasts did last."""
    points = where(state)
    now = {place.value: place for place in _places(state, points)}
    return PlaceMap(
        name=MAP,
        label=T("Places and paths"),
        places=tuple(now.values()),
        links=tuple(MapLink(first=one, second=other) for one, other in links(state) if {one, other} <= set(now)),
        steps=tuple(_step(state, step, now, points) for step in _joined(_news(state))),
        main=True,
    )


def _places(state: State, points: Mapping[str, Point]) -> Iterator[MapPlace]:
    """Every place that there is for these players; while links are drawn, all of them, and those stand out to which no
    path leads yet."""
    lost = cut_off(state) if _drawing(state) else ()
    left = {beast.at for step in _news(state) for beast in step.beasts}
    for place in PLACES:
        if exists(state, place) or state.beast_at(place) or place in left or not told(state):
            shown = _place(state, place, points[place])
            yield _while_drawing(state, shown, place in lost) if _drawing(state) else shown
    if state.phase == "setup":  # when places can be exchanged
        yield MapPlace(value=FREE, label=T("Free"), x=points[FREE][0], y=points[FREE][1])


def _drawing(state: State) -> bool:
    return bool(state.tasks) and state.tasks[0].kind == DRAW


def _while_drawing(state: State, shown: MapPlace, lost: bool) -> MapPlace:
    """No pieces: where the pen is, and what no path leads to yet."""
    if shown.value == state.pen:
        return structs.replace(shown, tone="good", marks=(T("From here"),), icon=_own_sign(shown.value))
    note = T("No path leads here yet.") if lost else shown.note
    return structs.replace(shown, tone="warm" if lost else "plain", marks=(), note=note, icon=_own_sign(shown.value))


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
        icon=_sign(state, place),
    )


def _sign(state: State, place: str) -> str:
    """The Beast that is there, else the place's own."""
    beast = state.beast_at(place)
    if beast is not None:
        return beast.name
    return _own_sign(place)


def _own_sign(place: str) -> str:
    return "site" if place in SPOTS else "crossroads" if place in CROSSROADS else place


def _note(state: State, place: str) -> Text | None:
    """What a place gives and when, as far as it is known."""
    if not exists(state, place):
        return T("No Excavation Site. Nobody can go there.")
    if place in CROSSROADS:
        return T("Beasts may stop here, Scouts never stand here.")
    effects = places.reward(state, place)
    if effects is None:
        return None
    gives = describe(effects)
    if places.immediate(state, place):
        if places.limited(state, place):
            return T("For one Scout, at once when Placed: {gives}", gives=gives)
        return T("At once when Placed: {gives}", gives=gives)
    if places.limited(state, place):
        return T("For one Scout, when Collected: {gives}", gives=gives)
    return T("When Collected: {gives}", gives=gives)


def _label(state: State, place: str) -> Text:
    """Short: an Excavation Site by its own name alone, where it is known; a Crossroads by its side."""
    if place in CROSSROADS:
        return SIDES[place]
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
        if count:
            sign = signs(state)[seat]
            yield Text(sign) if count == 1 else T("{sign} ×{count}", sign=sign, count=count)
    yield from (T("Betrayer") for at in state.betrayers if at == place)
    if state.fruit == place:
        yield T("Fruit")


def _beast(beast: Beast) -> Text:
    name = BEAST_NAMES[beast.name]
    return T("{beast}, flipped", beast=name) if beast.flipped else name


def signs(state: State) -> tuple[str, ...]:
    """A short sign for each player: two first letters, as one may be that of a Site, or as many as tell them apart,
    else the number of the seat."""
    names = [player.name for player in state.players]
    for length in range(_SHORTEST_SIGN, _LONGEST_SIGN + 1):
        short = [name[:length] for name in names]
        if len({sign.casefold() for sign in short}) == len(names):
            return tuple(short)
    return tuple(str(seat + 1) for seat in range(len(names)))


def _news(state: State) -> tuple[Told, ...]:
    """What happened, as long as it is worth looking back at: not while paths are drawn, and that of the Beast Phase no
    longer than until the first Action of the next round."""
    going_on = state.phase == "turns" and (bool(state.done) or state.turn != state.first)
    if _drawing(state) or (going_on and not any(is_steered(step.text) for step in state.told[:1])):
        return ()
    return state.told


def _joined(told: tuple[Told, ...]) -> Iterator[Told]:
    """A target and where its Beast then goes are one step to look at."""
    before: Told | None = None
    for step in told:
        if before is not None:
            text = T("{why} {what}", why=before.text, what=step.text)
            yield replace(step, text=text, lit=tuple(dict.fromkeys((*before.lit, *step.lit))))
            before = None
        elif is_target(step.text):
            before = step
        else:
            yield step
    if before is not None:
        yield before


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


# --- arranged by its owner --------------------------------------------------------------------------------------------


NAMES: Mapping[str, Text] = {**PLACE_NAMES, FREE: T("Free")}
LONGEST = 200
FAMILY = BoardFamily(
    pattern=SKETCH,
    ask=Words(name="sketch", label=T("What stands where on the sketch"), at_most_chars=LONGEST),
    label=T("The sketch of the board, as you arranged it"),
)


def check_sketch(name: str, value: Value) -> None:
    """Refuse an order that does not name every place once."""
    if name == SKETCH and arranged(str(value)) is None:
        raise IllegalMove(T("The sketch must name every place of the board once."), rule="map")


def swap(tx: Transaction, args: Args) -> None:
    """Two places stand where the other one stood, for all evenings."""
    first, second = word(args, "first"), word(args, "second")
    if first == second:
        raise IllegalMove(T("Tap two different places."), rule="map")
    other = {first: second, second: first}
    order = order_of(where(tx.state))
    tx.learn(SKETCH, " ".join(other.get(place, place) for place in order))
    text = T(
        "On the sketch, these have changed places: {first} and {second}.", first=NAMES[first], second=NAMES[second]
    )
    tx.note("arranged", text, first=first, second=second)


_PLACES = (pick("first", T("Which place"), NAMES, on=MAP), pick("second", T("With which"), NAMES, on=MAP))


def offer() -> Offer:
    """Two taps on the map."""
    return Offer(move=Move("swap_places"), label=T("Exchange two places of the sketch"), asks=_PLACES, rule="map")


def sketch_prompts(state: State) -> tuple[Prompt, ...]:
    """While the game is set up, the sketch can be made to look like the board."""
    if state.phase != "setup" or not told(state):
        return ()
    return (
        Prompt(
            name="map.sketch",
            do=T("Does the sketch look like your board?"),
            more=T("Two taps exchange two places. Only the paths matter for the rules."),
            offers=(offer(),),
            rule="map",
        ),
    )


SKETCH_MOVES: Mapping[str, Action[Transaction]] = {
    "swap_places": action(
        swap,
        lambda args: T(
            "Exchanged on the sketch: {first} and {second}",
            first=NAMES[word(args, "first")],
            second=NAMES[word(args, "second")],
        ),
        *_PLACES,
    ),
}
