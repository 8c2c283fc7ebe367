"""The books of one game of Frostpunk: everything the companion keeps, as frozen plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.game import Value
from companion.text import T, Text

KINDS = ("workers", "engineers", "children")  # in the order of the rulebook
KIND_NAMES: Mapping[str, Text] = {"workers": T("Workers"), "engineers": T("Engineers"), "children": T("Children")}

ROUNDS = 15  # p. 38: the Round track ends at space 15
SMALL_SPACES = 10  # p. 20: the Stress track
COLD_START = 5  # p. 14
MOST_FOOD = 50  # p. 44
MOST_HUNGER = 50  # p. 44
MOST_CITIZENS = 50  # p. 44, of each type
HUNGER_SIDE = 25  # p. 28: beyond it the marker shows its 25+ side
LOSING_HUNGER = 25  # p. 28
LOSING_SICK = 26  # p. 22
QUIET_SICK = 4  # p. 22: no effect up to here
MOST_TOKENS = 6  # p. 17: Hope at most 6; the 6th Discontent token loses
BAG = 9  # p. 5: tokens of each kind in the game
SPENT_TOKENS = 5  # p. 5: of each type
SOCIAL_DISPUTES = 10  # p. 5

# How far numbers may go that the rules leave open. These are no rules: they only keep slips of the finger out.
HIGHEST_SPACE = 24
MOST_RESOURCES = 200
MOST_CUBES_INSIDE = 500


@dataclass(frozen=True, kw_only=True)
class Generator:
    """The Generator board and the tower.

    Spaces of the Heat track and of the Generator track count from 1, the first one. `inside` are the cubes in the
    tower and in its drawer, `waiting` those of them that lie in the drawer since it was pushed in. `to_drop` and
    `fell` belong to the stress check that is going on. `broken`: a breakdown was told and its steps are not done yet.
    `upgraded`: the Generator Upgrade is in. `fuelled` is the Coal of the last Generator Phase.
    """

    heat: int = 1
    cold: int = COLD_START
    overheated: bool = False
    red: int = 1
    orange: int = 2
    yellow: int = 3
    stress: int = 0
    inside: int = 0
    waiting: int = 0
    to_drop: int = 0
    fell: int = 0
    drawer_out: bool = False
    broken: bool = False
    upgraded: bool = False
    fuelled: int = 1


@dataclass(frozen=True, kw_only=True)
class Group:
    """The people of one type: the Citizen and Sickness markers, and Spent tokens that lie in the supply.

    `grave`: the Sickness marker shows its Skull side.
    """

    citizens: int
    sick: int = 0
    grave: bool = False
    spent: int = 0


@dataclass(frozen=True, kw_only=True)
class Tokens:
    """The tokens on the Hope or the Discontent track."""

    active: int
    exhausted: int

    @property
    def count(self) -> int:
        return self.active + self.exhausted


@dataclass(frozen=True, kw_only=True)
class Task:
    """Something that has to be done at the table before the step goes on, such as a death's Citizen card.

    `about` is a type of Citizen, `hope` or `discontent`; `count` is how many.
    """

    kind: str
    about: str = ""
    count: int = 1


@dataclass(frozen=True, kw_only=True)
class State:
    """A game of Frostpunk.

    `leader` and `turn` are seats. `step` is the step that is being done, by its name ("generator.drop"). `resolved`
    are the types whose sickness is done this round. `todo` is done before the step goes on. `storm` is the Storm
    marker's space, 0 once it has left the game; `storms` is how many have hit. `card` is the card being resolved,
    `display` the codes known to lie in the Event display. `board` holds board facts. `ended` is how the game ended.
    """

    players: tuple[str, ...]
    step: str
    leader: int = 0
    turn: int = 0
    round: int = 1
    generator: Generator = field(default_factory=Generator)
    workers: Group
    engineers: Group
    children: Group
    corpses: int
    food: int
    hunger: int = 0
    coal: int
    wood: int
    steam_cores: int
    hope: Tokens
    discontent: Tokens
    storm: int
    storms: int = 0
    hunting: int = 0
    disputes: int = SOCIAL_DISPUTES - 1
    advisor_used: bool = False
    call_to_rise: bool = False
    card: str = ""
    display: tuple[str, ...] = ()
    resolved: tuple[str, ...] = ()
    todo: tuple[Task, ...] = ()
    board: Mapping[str, Value] = field(default_factory=dict)
    onward: bool = False
    ended: str = ""

    def group(self, kind: str) -> Group:
        """The people of a type."""
        return {"workers": self.workers, "engineers": self.engineers, "children": self.children}[kind]

    def tokens(self, about: str) -> Tokens:
        """The tokens of `hope` or `discontent`."""
        return self.hope if about == "hope" else self.discontent

    def fact(self, name: str) -> int | None:
        """A board fact that is a number, or None while it is not known."""
        value = self.board.get(name)
        return value if isinstance(value, int) else None

    @property
    def last_heat(self) -> int:
        """The last space of the Heat track, or how far numbers may go while it is not known."""
        return max(self.fact("heat_spaces") or HIGHEST_SPACE, self.generator.cold)

    @property
    def last_generator_space(self) -> int:
        """The last space of the Generator track, likewise."""
        generator = self.generator
        known = self.fact("generator_track_spaces") or HIGHEST_SPACE
        return max(known, generator.red, generator.orange, generator.yellow)
