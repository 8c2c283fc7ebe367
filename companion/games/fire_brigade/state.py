"""The state of a game of the fire brigades: the city, the brigades, whose turn it is and what waits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.api import Value
from companion.games.fire_brigade.streets import ALL, BLOCKS, UNIVERSITY

# Kinds of town blocks and the University, the fifth kind (p. 6, 8).
COMMONS, COUNCIL, MERCHANTS, NOBLES, UNIVERSITY_KIND = "commons", "council", "merchants", "nobles", "university"
TOWN_KINDS = (COMMONS, COUNCIL, MERCHANTS, NOBLES)
KINDS = (*TOWN_KINDS, UNIVERSITY_KIND)

DESTROYED = 5  # the space of the flame track after the fourth (p. 5)
UNIVERSITY_VALUE = 5  # more than any other block (p. 6), so a town block has 1 to 4
MOST_VALUE = UNIVERSITY_VALUE - 1
RENOWN, LOYALTY, WATER, FLAMES = 16, 10, 40, 32  # markers of each player; tokens of the game (p. 2)
CAPTAIN_WATER, WAGON_WATER = 2, 2  # at the start (p. 3)
START_FIRE = 2  # on each University block (p. 8)
START_EVENTS = 3  # of the six with yellow corners (p. 8)
TRACKS = ("crew", "wagon", "leadership")
AT_START = {"crew": 0, "wagon": 2, "leadership": 4}  # (p. 11)
AT_MOST = {"crew": 3, "wagon": 6, "leadership": 6}  # (p. 11)


@dataclass(frozen=True, kw_only=True)
class Block:
    """A block of the city.

    `kind` is empty and `value` 0 until the tile was told; `fire` is its intensity, 0 to 4, and 5 until the end of the
    phase in which it is destroyed; `renown` are the markers on it by seat; `loyal` is the seat it is loyal to, -1 for
    none, `stolen` that it was won from another player; `special` is one of the special buildings; `ruled_out` are
    things that were asked of all blocks and are not so of this one, such as `value:2` or `kind:nobles`.
    """

    kind: str = ""
    value: int = 0
    name: str = ""
    special: str = ""
    fire: int = 0
    destroyed: bool = False
    renown: tuple[int, ...] = ()
    loyal: int = -1
    stolen: bool = False
    ruled_out: tuple[str, ...] = ()

    @property
    def told(self) -> bool:
        """Whether somebody has told which tile lies here."""
        return bool(self.kind and self.value)


@dataclass(frozen=True, kw_only=True)
class Crew:
    """A crew card in a brigade: its name, its affiliation (a kind of block), how much water it holds and has."""

    name: str
    kind: str
    holds: int
    water: int


@dataclass(frozen=True, kw_only=True)
class Player:
    """What a player has. `house` is the corner with the Firehouse; `brigade` and `wagon` are fields; `captain` is the
    Captain's short name and `side` the colour of the Firehouse's second side (both in the advanced game only);
    `captain_water` and `wagon_water` is the water carried; `circles` is how many upgrades each track
    has had, `values` what its circle shows; `blue` are the tracks that have reached their blue circle. `holds` is the
    water that the Captain holds. `again`: extra turns that are due (Brother Ben); `precious`: Sir Precious is here;
    `sheltered`: event cards do nothing to the loyal blocks (Bernhardt Blaze); `turned`: White Fang is a werewolf;
    `mimic` is the crew card with Galeela's token."""

    name: str
    house: str = ""
    brigade: str = ""
    wagon: str = ""
    captain: str = ""
    side: str = ""
    captain_water: int = CAPTAIN_WATER
    wagon_water: int = WAGON_WATER
    holds: int = CAPTAIN_WATER
    again: int = 0
    precious: bool = False
    sheltered: bool = False
    turned: bool = False
    mimic: str = ""
    crew: tuple[Crew, ...] = ()
    circles: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(TRACKS, 0))
    values: Mapping[str, int] = field(default_factory=lambda: dict(AT_START))
    blue: tuple[str, ...] = ()

    @property
    def brigade_water(self) -> int:
        """The water of the Captain and the crew."""
        return self.captain_water + sum(one.water for one in self.crew)


@dataclass(frozen=True, kw_only=True)
class Task:
    """Something to be done before anything else. `seat` is whose business it is (-1: everybody's); `about` and `field`
    say what of, `count` how many."""

    kind: str
    seat: int = -1
    about: str = ""
    field: str = ""
    count: int = 0


@dataclass(frozen=True, kw_only=True)
class FireStep:
    """A moment of what happened to the fire. `name` is spread, held, edge, ball, grow, shrink, raze or ash; `source`
    and `target` are fields, `fire` is the intensity of the target afterwards."""

    name: str
    target: str
    source: str = ""
    fire: int = 0


@dataclass(frozen=True, kw_only=True)
class Turn:
    """The turn being played. `revealed`: its event card was revealed; `actions` are those left; `done` is what can be
    done only once in it ("upgrade", "free_wagon", "captain", "morgana", "ash", "leon", "horses"); `free` are moves that
    cost nothing ("wagon", "horses"); `bonus` are actions won before the Action Phase.
    """

    seat: int = 0
    number: int = 0
    revealed: bool = False
    actions: int = 0
    bonus: int = 0
    done: tuple[str, ...] = ()
    free: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TurnEnd:
    """How a turn ended, for the evening's story; turns count from 0."""

    turn: int
    points: tuple[int, ...]
    burning: int
    destroyed: int


@dataclass(frozen=True, kw_only=True)
class Stopped:
    """Where the game was when it ended."""

    phase: str
    tasks: tuple[Task, ...] = ()


def _city() -> dict[str, Block]:
    university = Block(kind=UNIVERSITY_KIND, value=UNIVERSITY_VALUE)
    return {place: university if place in UNIVERSITY else Block() for place in BLOCKS}


@dataclass(frozen=True, kw_only=True)
class State:
    """A whole game. `phase` is setup, start_events, event, action or over; `checked` are the points of the setup that
    are done; `before` and `steps` are the city's fire before the last event and what the event did, told on the map;
    `marking`: a firestorm is being entered, `marked` are its squares; `left` are seats that still have their last turn
    in an evacuation, None while there is none; `closing`: the one event that ends an evacuation comes; `ended` is empty
    while the game goes on, and `stopped` where it was then; `past` are the turns for the evening's story;
    `telling`: the tiles are told one after the other before the game; `surveyed` are the blocks tapped so far of those
    that a question about all blocks means; `open_specials`: which tiles are special buildings is asked as they are
    turned over; `driving`: the next tap on the map says where the Wagon goes."""

    players: tuple[Player, ...]
    choices: Mapping[str, Value] = field(default_factory=dict)
    board: Mapping[str, Value] = field(default_factory=dict)
    city: Mapping[str, Block] = field(default_factory=_city)
    phase: str = "setup"
    checked: tuple[str, ...] = ()
    first: int = 0
    turn: Turn = field(default_factory=Turn)
    events: int = 0
    tasks: tuple[Task, ...] = ()
    before: Mapping[str, int] = field(default_factory=dict)
    steps: tuple[FireStep, ...] = ()
    marking: bool = False
    marked: tuple[str, ...] = ()
    left: tuple[int, ...] | None = None
    closing: bool = False
    past: tuple[TurnEnd, ...] = ()
    ended: str = ""
    winners: tuple[int, ...] = ()
    stopped: Stopped | None = None
    telling: bool = False
    surveyed: tuple[str, ...] = ()
    open_specials: bool = False
    driving: bool = False

    @property
    def active(self) -> Player:
        """Whose turn it is."""
        return self.players[self.turn.seat]

    @property
    def clockwise(self) -> tuple[int, ...]:
        """All seats from the active player on."""
        count = len(self.players)
        return tuple((self.turn.seat + at) % count for at in range(count))

    @property
    def fires(self) -> tuple[str, ...]:
        """The fields that burn, those about to be destroyed too."""
        return tuple(place for place, block in self.city.items() if block.fire)

    @property
    def destroyed(self) -> tuple[str, ...]:
        """The fields whose tile lies burnt side up."""
        return tuple(place for place, block in self.city.items() if block.destroyed)

    def guards(self, place: str) -> tuple[int, ...]:
        """The seats whose Brigade or Wagon is there."""
        return tuple(seat for seat, one in enumerate(self.players) if place in (one.brigade, one.wagon))

    def renown_left(self, seat: int) -> int:
        """Renown markers that a player has not yet placed."""
        return RENOWN - sum(block.renown[seat] for block in self.city.values() if block.renown)

    def loyalty_left(self, seat: int) -> int:
        """Loyalty markers that a player has not yet placed."""
        return LOYALTY - sum(block.loyal == seat for block in self.city.values())

    def water_left(self) -> int:
        """Water tokens that nobody carries."""
        return WATER - sum(one.brigade_water + one.wagon_water for one in self.players)

    @property
    def houses(self) -> tuple[str, ...]:
        """The corners with a Firehouse, by seat."""
        return tuple(one.house for one in self.players)

    @property
    def fields(self) -> tuple[str, ...]:
        """Where Brigades and Wagons can be: the blocks and the Firehouses. A corner without a Firehouse is no field."""
        houses = self.houses
        return tuple(place for place in ALL if place in self.city or place in houses)
