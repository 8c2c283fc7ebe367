"""The state of one game of Frostpunk: everything the companion keeps, as frozen plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.api import T, Text, Value
from companion.games.frostpunk.cards.piles import Dusk, Laws, Stack, Technology
from companion.games.frostpunk.city.land import City

KINDS = ("workers", "engineers", "children")  # in the order of the rulebook
KIND_NAMES: Mapping[str, Text] = {"workers": T("Workers"), "engineers": T("Engineers"), "children": T("Children")}
# p. 17 names these types of tokens in its examples; the third type of Discontent is only pictured.
HOPE_TYPES = ("care", "justice", "motivation")
DISCONTENT_TYPES = ("anger", "greed", "third")
UNTOLD = "untold"  # the type of a token that nobody has said, as in an evening of an earlier version
TOKEN_NAMES: Mapping[str, Text] = {
    "care": T("Care"),
    "justice": T("Justice"),
    "motivation": T("Motivation"),
    "anger": T("Anger"),
    "greed": T("Greed"),
    "third": T("Discontent’s third type"),
    UNTOLD: T("type not told"),
}
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
MOST_RESOURCES = 999
MOST_CUBES_INSIDE = 500


@dataclass(frozen=True, kw_only=True)
class Generator:
    """The Generator board and the tower.

    Spaces of the Heat track and of the Generator track count from 1, the first one. `inside` are the cubes in the
    tower and in its drawer, `waiting` those of them that lie in the drawer since it was pushed in. `to_drop` and
    `fell` belong to the stress check that is going on. `broken`: a breakdown was told and its steps are not done yet.
    `upgraded`: the Generator Upgrade is in. `fuelled` is the Coal of the last Generator Phase. `placed` are the cubes
    that this round's stress check has put on the Stress track by itself, `waited` those of them that had waited in the
    drawer: both are kept until the Weather card, for a late cube may still come; so is `none_fell`, that it has put
    none there by itself.
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
    broken: bool = False
    upgraded: bool = False
    fuelled: int = 1
    placed: int = 0
    waited: int = 0
    none_fell: bool = False


@dataclass(frozen=True, kw_only=True)
class Group:
    """The people of one type: the Citizen and Sickness markers, Spent tokens that lie in the supply, and Meeples.

    `grave`: the Sickness marker shows its Skull side. `meeples` is how many of the type the bar over the Citizen
    marker's section gives, as set at the start of the Action Phase (Scouts counted, the Child Worker and Child Engineer
    not). `carried` is how many Spent tokens carry a Meeple this round.
    """

    citizens: int
    sick: int = 0
    grave: bool = False
    spent: int = 0
    meeples: int = 0
    carried: int = 0


@dataclass(frozen=True, kw_only=True)
class Token:
    """A Hope or Discontent token on its track: its type, and whether its active side is up."""

    kind: str
    active: bool = False


@dataclass(frozen=True, kw_only=True)
class Tokens:
    """The tokens on the Hope or the Discontent track, from the left."""

    row: tuple[Token, ...] = ()

    @property
    def active(self) -> int:
        return sum(token.active for token in self.row)

    @property
    def exhausted(self) -> int:
        return self.count - self.active

    @property
    def count(self) -> int:
        return len(self.row)

    def kinds(self, active: bool) -> tuple[str, ...]:
        """The types of which a token of that side lies there, each once, in the order of the track."""
        return tuple(dict.fromkeys(token.kind for token in self.row if token.active == active))


@dataclass(frozen=True, kw_only=True)
class Task:
    """Something that has to be decided or done at the table before the step goes on, such as a death's Citizen card.

    `about` is a type of Citizen, `hope` or `discontent`, a card or a place; `count` is how many; `of` is a type of
    token, or what else narrows it down; `words` are effects in the companion's own words (`cards/effect_language.py`).
    """

    kind: str
    about: str = ""
    count: int = 1
    of: str = ""
    words: str = ""


@dataclass(frozen=True, kw_only=True)
class RoundEnd:
    """How a round ended, for the evening's story. `deaths`, `storms` and `breakdowns` are those of that round alone."""

    round: int
    hope: int
    hope_active: int
    discontent: int
    discontent_active: int
    citizens: int
    sick: int
    food: int
    hunger: int
    stress: int
    coal: int
    deaths: int = 0
    storms: int = 0
    breakdowns: int = 0


@dataclass(frozen=True, kw_only=True)
class State:
    """A game of Frostpunk.

    `scenario` and `society` are as chosen ("a_new_home", "I normal"). `leader` and `turn` are seats. `step` is the
    step that is being done, by its name ("generator.drop"). `ticked` are the items of the step's list that are
    ticked off. `resolved` are the types whose sickness is done this round. `tasks` are done before the step goes on.
    `storm` is the Storm marker's space, 0 once it has left the game; `storms` is how many have hit; `storm_spaces`
    is how far the present Weather card still moves the marker back. `weather` are the Weather cards drawn, by their
    names; `hunting_extra` is how many Hunting symbols there are beyond those that the map shows. `triggers` are the
    spaces of the Scenario Trigger tokens. `automatons` are those in play, in the supply or placed. `card` is the
    card being resolved, `display` the codes known to lie in the Event display, `scenario_cards` those face up in
    the Scenario display. `advisors` are the Advisors by seat. `hands` is how many Citizen cards each seat holds,
    `played` the seats that played one for its main ability this round, `citizen_discard` how many cards lie on
    their discard pile; `played_cards` and `discarded` are the names of those of both that were told. `once` are the
    Special Actions done that are once per game, `done` those of this round, `idle`: nobody wants to act any more,
    `passed` the seats that have passed since anybody acted. `hand` is the kind of Meeple taken in this turn where it is
    another than the usual one, `playing` the Citizen card that is being played.
    `board` holds board facts, the owner's own cards among them. `houses` are the house rules chosen.
    `swift`: what leaves nobody a choice is done
    without a tap, and told; evenings of the first version ask for each step. `story` has the rounds that are over,
    `tally` the present round's deaths, storms and breakdowns. `ended` is how the game ended.
    """

    players: tuple[str, ...]
    scenario: str = "a_new_home"
    society: str = "I normal"
    step: str
    ticked: tuple[str, ...] = ()
    leader: int = 0
    turn: int = 0
    round: int = 1
    generator: Generator = field(default_factory=Generator)
    workers: Group
    engineers: Group
    children: Group
    child_worker: bool = False
    child_engineer: bool = False
    automatons: int = 0
    corpses: int
    food: int
    hunger: int = 0
    coal: int
    wood: int
    steam_cores: int
    steel: int = 0
    hope: Tokens
    discontent: Tokens
    storm: int
    storms: int = 0
    storm_spaces: int = 0
    weather: tuple[str, ...] = ()
    hunting_extra: int = 0
    triggers: tuple[int, ...] = ()
    city: City = field(default_factory=City)
    dusk: Dusk = field(default_factory=Dusk)
    laws: Laws = field(default_factory=Laws)
    technologies: tuple[Technology, ...] = ()
    stacks: tuple[Stack, ...] = ()
    advisors: tuple[str, ...] = ()
    advisor_used: bool = False
    call_to_rise: bool = False
    card: str = ""
    display: tuple[str, ...] = ()
    scenario_cards: tuple[str, ...] = ()
    hands: tuple[int, ...] = ()
    played: tuple[int, ...] = ()
    citizen_discard: int = 0
    played_cards: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()
    once: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    idle: bool = False
    hand: str = ""
    playing: str = ""
    passed: tuple[int, ...] = ()
    resolved: tuple[str, ...] = ()
    tasks: tuple[Task, ...] = ()
    board: Mapping[str, Value] = field(default_factory=dict)
    houses: Mapping[str, Value] = field(default_factory=dict)
    onward: bool = False
    swift: bool = False
    story: tuple[RoundEnd, ...] = ()
    tally: Mapping[str, int] = field(default_factory=dict)
    ended: str = ""

    def group(self, kind: str) -> Group:
        """The people of a type."""
        return {"workers": self.workers, "engineers": self.engineers, "children": self.children}[kind]

    def tokens(self, about: str) -> Tokens:
        """The tokens of `hope` or `discontent`."""
        return self.hope if about == "hope" else self.discontent

    def word(self, name: str) -> str | None:
        """A board fact that is a word or a text, or None while it is not known."""
        value = self.board.get(name)
        return value if isinstance(value, str) else None

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

    def rounds(self) -> tuple[RoundEnd, ...]:
        """The rounds that are over, and the present one as it stands, for the evening's story."""
        before = tuple(one for one in self.story if one.round < self.round)
        return (*before, self._present())

    def _present(self) -> RoundEnd:
        same = next((one for one in self.story if one.round == self.round), None)
        kept = {} if same is None else {"deaths": same.deaths, "storms": same.storms, "breakdowns": same.breakdowns}
        happened = {what: kept.get(what, 0) + self.tally.get(what, 0) for what in ("deaths", "storms", "breakdowns")}
        groups = [self.group(kind) for kind in KINDS]
        return RoundEnd(
            round=self.round,
            hope=self.hope.count,
            hope_active=self.hope.active,
            discontent=self.discontent.count,
            discontent_active=self.discontent.active,
            citizens=sum(group.citizens for group in groups),
            sick=sum(group.sick for group in groups),
            food=self.food,
            hunger=self.hunger,
            stress=self.generator.stress,
            coal=self.coal,
            **happened,
        )
