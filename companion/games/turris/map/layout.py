"""Where the places stand on the sketch. Only the board shows where they really are: here the Abyss lies between its
Crossroads (rulebook p. 16), the Excavation spots in the corners, and linked Locations near each other."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations

from companion.games.turris.state import LOCATIONS, PLACES, SPOTS

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
        for (one, other), links in touching.items():
            before = _cost(links, points)
            points[one], points[other] = points[other], points[one]
            if _cost(links, points) < before - 1e-9:
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
