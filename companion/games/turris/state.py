"""The table as it stands: who has what, what is on the board, where we are. Pages are those of the Turris rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.api import Text, Value
from companion.toolkit import Data, load_data

RESOURCES = ("ichor", "knowledge", "relics", "weaponry")  # (p. 3)
BUILDING = ("knowledge", "relics", "weaponry")  # what the Despair takes before Ichor (p. 19)
OF_EACH = 25  # tokens of each resource (p. 3)
ARTIFACTS = 20  # (p. 3)
EXTRA_TOKENS = 8  # Additional Action tokens (p. 3)
SCOUTS = 4  # of each player (p. 6)
BETRAYERS = 2  # their Scouts in solo play (p. 25)
START_ICHOR = 3  # (p. 6)


class _Place(Data, frozen=True):
    id: str
    kind: str
    label: str


class _Beast(Data, frozen=True):
    id: str
    label: str


class _Told(Data, frozen=True):
    fact: str
    value: str
    page: int


class _Example(Data, frozen=True):
    id: str
    page: int
    what: str
    needs: tuple[tuple[str, str], ...] = ()
    rules_out: tuple[tuple[str, str], ...] = ()


class _Printed(Data, frozen=True):
    place: tuple[_Place, ...]
    beast: tuple[_Beast, ...]
    told: tuple[_Told, ...]
    example: tuple[_Example, ...]


PRINTED = load_data(Path(__file__).parent / "places.toml", _Printed)


def _of_kind(kind: str) -> tuple[str, ...]:
    return tuple(place.id for place in PRINTED.place if place.kind == kind)


# The text names exactly these twelve; their numbers 1 to 12 and most links stand only on the board.
LOCATIONS = _of_kind("location")
CROSSROADS = _of_kind("crossroads")  # of the Abyss (p. 16); on the way only: no Scout ever stands there
SPOTS = _of_kind("spot")  # of the Excavation Sites (p. 6)
PLACES = (*LOCATIONS, *CROSSROADS, *SPOTS)

BEASTS = tuple(beast.id for beast in PRINTED.beast)  # in the order in which they act (p. 13)
NOWHERE = "none"  # the Altar token on "No Effect"
HOUSE = "house.rule"  # the task of saying how something is played; `about` is its name among the choices
PHASES = ("setup", "turns", "betrayers", "beasts", "cleanup", "over")  # Betrayers in solo play only (p. 25)


@dataclass(frozen=True, kw_only=True)
class Player:
    """What one player has. Scouts on the board stand in `State.scouts`, so that `reserve`, `graveyard` and those are
    four together."""

    name: str
    reserve: int = SCOUTS
    graveyard: int = 0
    ichor: int = START_ICHOR
    knowledge: int = 0
    relics: int = 0
    weaponry: int = 0
    artifacts: int = 0
    tokens: int = 0  # Additional Action tokens
    prestige: int = 0
    tower: int = 0  # Tower Rooms built
    council: int = 0  # the spot of the Council token, the leftmost being 0
    tactics: int = 0  # cards in hand
    completed: int = 0  # Missions completed, those in the Ongoing Effects slots included
    finished: tuple[str, ...] = ()  # those of them whose names were told
    reserved: int = 0  # Missions in the Reserved Missions area (p. 11)
    kept: tuple[str, ...] = ()  # those of them whose names were told
    ongoing: tuple[str, ...] = ()  # the Missions in the Ongoing Effects slots, by name or as "" (p. 10)


@dataclass(frozen=True, kw_only=True)
class Beast:
    """A Beast on the board; `flipped`: it turns upright instead of moving (p. 16)."""

    name: str
    at: str
    flipped: bool = False


@dataclass(frozen=True, kw_only=True)
class Task:
    """Something to be done before anything else goes on; what `about`, `place`, `count` and `of` mean, its kind says.

    `kind` begins with the name of the module that asks it. `seat` is whose business it is, -1 for nobody's.
    """

    kind: str
    seat: int = -1
    about: str = ""
    place: str = ""
    count: int = 1
    of: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Stopped:
    """Where the game was when it ended."""

    phase: str
    step: str = ""
    tasks: tuple[Task, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Told:
    """One step of what the Beasts did, for looking through on the map: its sentence, the ways gone ("isle>circle"),
    the places it is about, and how Beasts, Scouts and Fruit stood after it."""

    text: Text
    ways: tuple[str, ...] = ()
    lit: tuple[str, ...] = ()
    beasts: tuple[Beast, ...] = ()
    scouts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    betrayers: tuple[str, ...] = ()
    fruit: str = ""


@dataclass(frozen=True, kw_only=True)
class RoundEnd:
    """How a round ended, for the story: by seat Prestige and Tower Rooms; how many Scouts were devoured in it,
    how many Beasts left; `betrayers` is the Prestige of the Betrayers."""

    round: int
    prestige: tuple[int, ...]
    rooms: tuple[int, ...]
    devoured: int = 0
    beasts: int = 4
    betrayers: int = 0


@dataclass(frozen=True, kw_only=True)
class State:
    """Everything. Whoever needs a field adds it here with a default, beside its kin."""

    players: tuple[Player, ...]
    choices: Mapping[str, Value] = field(default_factory=dict)  # made at setup
    board: Mapping[str, Value] = field(default_factory=dict)  # what is known of the owner's board and cards

    # Where we are.
    round: int = 1
    phase: str = "setup"
    step: str = ""  # of the phase; what it means, the phase's module says
    turn: int = 0  # the seat whose turn it is
    first: int = 0  # the seat that holds the First Player token
    future: int = -1  # the seat that holds the Future First Player card; -1: beside the board
    tasks: tuple[Task, ...] = ()
    endgame: bool = False  # it has been triggered (p. 20)
    reasons: tuple[str, ...] = ()  # what triggered it: seats by their names as answers, `rooms`, or `hand`
    closing: bool = False  # it had been triggered before this Beast Phase began
    ended: str = ""  # how the game ended; empty while it goes on
    stopped: Stopped | None = None  # where it was then

    # The turn that is being taken (p. 8 to 12).
    done: tuple[str, ...] = ()  # the Actions taken in it, in their order
    extra: int = 0  # Actions that effects gave on top of the two
    tactics_played: bool = False  # the one Tactics card of the Action Step
    mission_done: bool = False  # a Mission was completed in this turn
    refill: bool = False  # the tableau lacks Missions, to be refilled at the end of the turn (p. 11)
    grove: tuple[int, ...] = ()  # Tower Rooms that may be built in the Trionfi Step, by their Prestige
    tableau: tuple[str, ...] = ()  # Missions face up, as far as their names were told
    ticked: tuple[str, ...] = ()  # items of the setup list that are done

    # What was built and reached.
    trionfi: int = 6  # Trionfi cards still face up (p. 6)
    taken: tuple[int, ...] = ()  # in solo play: the rooms whose card was taken, by number as in `damaged`
    reached: tuple[int, ...] = ()  # of 10, 20, 30 and 40 Prestige: those that somebody has reached (p. 21)
    change: bool = False  # the Excavation Sites are to be changed after what is being done
    due: tuple[int, ...] = ()  # those of `reached` for which they have not been changed yet

    # The board.
    scouts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # by place: how many of each seat
    betrayers: tuple[str, ...] = ()  # places of the Betrayers' two Scouts, in solo play
    beasts: tuple[Beast, ...] = ()  # those still in the game, in their order
    fruit: str = ""  # the place of the Fruit token; empty: beside the board
    altar: str = NOWHERE  # the Beast in whose spot the Altar token is
    fast: str = ""  # the Beast under which the Beast Speed token lies; empty: set aside
    sites: Mapping[str, str] = field(default_factory=dict)  # by spot: the Excavation Site there, by its name
    by_hand: int = 0  # the round whose Beasts the table moves by itself
    pen: str = ""  # while paths are drawn: the place from which the next one leads
    told: tuple[Told, ...] = ()  # the last Beast Phase, step by step
    devoured: int = 0  # Scouts in this round
    past: tuple[RoundEnd, ...] = ()  # the rounds that are over

    # Solo play (p. 25 to 27).
    betrayer_prestige: int = 0
    damaged: tuple[int, ...] = ()  # Tower Rooms with a Damaged tile, by number; 1 is the top right one
    lure: str = ""  # the Location on the Beast Movement card of this round

    @property
    def solo(self) -> bool:
        return len(self.players) == 1

    def order(self) -> tuple[int, ...]:
        """The seats in turn order, the First Player first."""
        count = len(self.players)
        return tuple((self.first + step) % count for step in range(count))

    def standing(self, place: str) -> tuple[int, ...]:
        """How many Scouts of each seat stand in a place (the Betrayers' not counted)."""
        return self.scouts.get(place, (0,) * len(self.players))

    def manned(self, place: str) -> int:
        """How many Scouts of players stand in a place."""
        return sum(self.standing(place))

    def beast(self, name: str) -> Beast | None:
        """A Beast, unless it has been removed."""
        return next((beast for beast in self.beasts if beast.name == name), None)

    def beast_at(self, place: str) -> Beast | None:
        """The Beast in a place."""
        return next((beast for beast in self.beasts if beast.at == place), None)

    def word(self, name: str) -> str:
        """A board fact that is a word; empty while it is not known."""
        return str(self.board.get(name, ""))

    def number(self, name: str) -> int | None:
        """A board fact that is a number; None while it is not known."""
        value = self.board.get(name)
        return value if isinstance(value, int) else None
