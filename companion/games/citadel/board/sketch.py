"""The Board as far as the companion knows it: what lies on which space of a grid, north being up."""

from __future__ import annotations

from dataclasses import dataclass

# One step to each side, to the right and down; cards are read from west to east, so north is up (p. 22).
STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
SIDES = tuple(STEPS)
OPPOSITE = {"north": "south", "east": "west", "south": "north", "west": "east"}

UNREAD = "?"
TERRAIN, EXPLORATION, EVENT = "terrain", "exploration", "event"


@dataclass(frozen=True, kw_only=True)
class Arrow:
    """An Exploration arrow of a Terrain card: the side it points to, the number beside it, and the pictograph of the
    Exploration card that is to lie there, usually a Roman numeral (p. 21); `area` is empty where it shows none.

    `number` is empty while nobody has read it: it matters only once the space is opened. It is `UNREAD` on a side where
    a card lay already, so that nobody was asked whether an arrow is there."""

    side: str
    number: str
    area: str = ""

    @property
    def shown(self) -> bool:
        """Whether an arrow is there for sure."""
        return self.number != UNREAD


@dataclass(frozen=True, kw_only=True)
class Space:
    """A card that has a space of its own. `key` is its copy's in the list of cards; `area` is that of an Exploration
    card.

    `arrows` are those of a Terrain card, None while nobody has read them; `mandatory`: it shows a mandatory action.
    `points` are the sides that a Permanent event's placement arrows point to;
    `hides` tells that it lies where an Exploration card lay, so that a Terrain waits below it (p. 21).
    """

    x: int
    y: int
    kind: str
    key: str = ""
    area: str = ""
    arrows: tuple[Arrow, ...] | None = None
    points: tuple[str, ...] = ()
    hides: bool = False
    mandatory: bool = False

    @property
    def name(self) -> str:
        """The space as an answer: `2,-1`."""
        return space_name(self.x, self.y)


@dataclass(frozen=True, kw_only=True)
class Attached:
    """A Permanent event and a Terrain card that it is attached to, by their keys. `action` is the action that its
    placement arrow bears, which cannot be taken there again (p. 17)."""

    key: str
    to: str
    action: str = ""


@dataclass(frozen=True, kw_only=True)
class Sketch:
    """The sketch. `attached` has every Permanent event, whether it has a space of its own or not, once for each Terrain
    card that it points to. `opening` is the space that waits for a card, empty when none does: for the Adventure card
    `number`, or (without a number) for the card that replaces one. `turned` is the Exploration card whose own action
    has just turned it over, while that action is not over yet; `front`: it lies turned over, and the action is one of
    its front. `laid` are the spaces onto which Exploration cards have
    to be put because of the last move, where the players did not name them."""

    spaces: tuple[Space, ...] = ()
    attached: tuple[Attached, ...] = ()
    opening: str = ""
    number: str = ""
    turned: str = ""
    front: bool = False
    laid: tuple[str, ...] = ()

    def at(self, x: int, y: int) -> Space | None:
        """What lies there."""
        return next((space for space in self.spaces if (space.x, space.y) == (x, y)), None)

    def holding(self, key: str) -> Space | None:
        """The space on which that copy lies."""
        return next((space for space in self.spaces if key and space.key == key), None)

    @property
    def terrains(self) -> tuple[Space, ...]:
        """Every Terrain card on the Board, in the order in which they came."""
        return tuple(space for space in self.spaces if space.kind == TERRAIN)


def space_name(x: int, y: int) -> str:
    """A space as an answer."""
    return f"{x},{y}"


def space_at(name: str) -> tuple[int, int]:
    """The space that an answer names."""
    x, y = name.split(",")
    return int(x), int(y)


def beside(x: int, y: int, side: str) -> tuple[int, int]:
    """The space on that side."""
    step = STEPS[side]
    return x + step[0], y + step[1]
