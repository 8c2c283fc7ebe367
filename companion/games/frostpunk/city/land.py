"""The city as it lies on the table: tiles, what lies on their spaces, Buildings, Meeples placed this round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

SPACE_MOST = 5  # p. 44: Resources of one type on a space
TREES = 30  # p. 5
GENERATOR_SPACES = tuple(f"G.{n}" for n in range(1, 6))  # p. 25: five spaces, the drawer's place is none
NEAR = tuple(f"N{n}" for n in range(1, 7))
FAR = tuple(f"F{n}" for n in range(1, 13))
PLACES = ("G", *NEAR, *FAR)


@dataclass(frozen=True, kw_only=True)
class Space:
    """What lies on a space: so many of one Resource (`what` is empty where none lies), and Trees."""

    what: str = ""
    count: int = 0
    trees: int = 0


@dataclass(frozen=True, kw_only=True)
class Building:
    """A Building on the map: its kind (`buildings.BUILDINGS`), the spaces it covers ("N1.2"), its side."""

    kind: str
    at: tuple[str, ...]
    upgraded: bool = False
    ruin: bool = False


@dataclass(frozen=True, kw_only=True)
class Meeple:
    """A Meeple placed this round. `kind` is `workers`, `engineers`, `children`, `child_worker`, `child_engineer` or
    `automatons`; `at` is a space of the map, `snow`, `construct`, or `card <code>`. `stays`: it sleeps where it stands
    (Prison), and is not taken back before it has slept."""

    kind: str
    at: str
    stays: bool = False


@dataclass(frozen=True, kw_only=True)
class City:
    """The map and the Buildings board.

    `tiles` holds the spaces of every place where a tile lies, by place (`G`, `N1` to `N6` clockwise, `F1` to `F12`
    clockwise, F1 beyond N1). `rim` names the Deposits and Resources of the Rim that a Far place touches ("coal",
    "wood", "coal wood"). `ruins` are the kinds of Shelter whose unbuilt tiles lie as Ruins on the Buildings
    board, `gone` how many tiles of a kind have left the game, `unlocked` the kinds that a Law or card allows to be
    built. `placed` are this round's Meeples, in order. `editing`: somebody is putting the map right by tapping on it.
    """

    tiles: Mapping[str, tuple[Space, ...]] = field(default_factory=dict)
    buildings: tuple[Building, ...] = ()
    rim: Mapping[str, str] = field(default_factory=dict)
    ruins: tuple[str, ...] = ()
    gone: Mapping[str, int] = field(default_factory=dict)
    unlocked: tuple[str, ...] = ()
    placed: tuple[Meeple, ...] = ()
    editing: bool = False


def place_of(space: str) -> str:
    """The tile that a space belongs to: "N1" for "N1.2"."""
    return space.split(".")[0]


MAP = "city"  # the map's name in the view
SPACES = (*GENERATOR_SPACES, *(f"{place}.{n}" for place in (*NEAR, *FAR) for n in (1, 2)))
