"""The state of a game of The Skies of Torrenar: how many cards lie where, and where in the turn we are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.api import Value

SMOKESTACK_EACH = 7  # Pollutants for each player (Setup: Smokestack)
START_POLLUTANTS = 6  # in each player's ten cards (Setup: Players)
START_CAMPAIGNS = 3
START_EDUCATIONS = 1
START_CARDS = START_POLLUTANTS + START_CAMPAIGNS + START_EDUCATIONS
DRAWN_EACH_TURN = 5  # (Your Turn; Setup: Wrap-Up)

# The text names no least and no most number of players; eight is what fits on the phones.
MOST_PLAYERS = 8
FEWEST_IN_THE_TEXT = 3

SETUP_STEPS = ("size", "smokestack", "players", "action_stack", "first_hand", "starter")
TURN_STEPS = ("actions", "cost", "effect", "pollutants")
WINNING = ("court_victory", "revolution")


@dataclass(frozen=True)
class Player:
    """A player's three piles by their number of cards.

    `hidden` counts the Pollutants in Draw pile and Hand together (which of the two they are in only the player sees),
    `shown` those in the Discard pile. What is no Pollutant is an Action.
    """

    name: str
    draw: int
    hand: int
    discard: int
    hidden: int
    shown: int

    @property
    def cards(self) -> int:
        """All cards of this player."""
        return self.draw + self.hand + self.discard

    @property
    def pollutants(self) -> int:
        """All Pollutants of this player."""
        return self.hidden + self.shown

    @property
    def fewest_pollutants_in_hand(self) -> int:
        """So many must be in the Hand, because Draw pile and Hand hold too few Actions to fill it."""
        return max(0, self.hidden - self.draw)

    @property
    def most_actions_in_hand(self) -> int:
        """No more can be in the Hand: the rest of it has to be Pollutants."""
        return max(0, self.hand - self.fewest_pollutants_in_hand)

    @property
    def most_pollutants_in_hand(self) -> int:
        """No more can be in the Hand."""
        return min(self.hand, self.hidden)


@dataclass(frozen=True)
class Using:
    """An Action that is being used: `card` is `action`, `court_victory` or `revolution`.

    `needed` is the Cooperation that its Cost asks for and `contributed` what each seat has promised so far; the cards
    move when the Cost is complete. Nothing of it outlives the Action: Cooperation is never stored.
    """

    card: str
    needed: int = 0
    contributed: tuple[int, ...] = ()

    @property
    def missing(self) -> int:
        """Cooperation still to be promised."""
        return self.needed - sum(self.contributed)

    @property
    def from_hand(self) -> bool:
        """Whether the card lies in the user's Hand until it is done; Revolution is no card of a Hand."""
        return self.card != "revolution"


@dataclass(frozen=True)
class LastTurn:
    """What the player before must still carry out at the table: Pollutants dealt to each seat, and cards drawn."""

    seat: int
    discarded: int
    dealt: tuple[int, ...]
    drawn: int


@dataclass(frozen=True)
class TurnEnd:
    """How it stood when a turn was over, for the evening's story: Pollutants of each seat. Turns count from 0."""

    turn: int
    smokestack: int
    mitigated: int
    pollutants: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class State:
    """A whole game. Seats count from 0 to the left; `turn` is the seat whose turn it is.

    `action_stack` is None while nobody has counted it; then `actions_taken` keeps how many cards have left it (less
    those put back), so that a count told later is put right. `won` is empty or the card that won. `ticked` are the
    parts of the setup that are done, of those that `step` has not passed yet. `past` has the turns that are over.
    """

    players: tuple[Player, ...]
    smokestack: int
    step: str = SETUP_STEPS[0]
    turn: int = 0
    turns: int = 0
    action_stack: int | None = None
    actions_taken: int = 0
    forfeit: int = 0
    mitigated: int = 0
    using: Using | None = None
    court_victory_below: bool = True
    reprieve: str = "face_down"
    hourglass: str = "down"
    won: str = ""
    last: LastTurn | None = None
    ticked: tuple[str, ...] = ()
    past: tuple[TurnEnd, ...] = ()

    @property
    def seats(self) -> range:
        return range(len(self.players))

    @property
    def active(self) -> Player:
        """Whose turn it is."""
        return self.players[self.turn]

    @property
    def court_victory_lies_below(self) -> bool:
        """Whether Court Victory is known to lie under the Action stack; nobody knows it of one that is not counted."""
        return self.court_victory_below and bool(self.action_stack)

    @property
    def empty(self) -> bool:
        """Whether the Smokestack is empty."""
        return self.smokestack == 0

    @property
    def undecided(self) -> bool:
        """Whether the Smokestack ran empty while a winning card was being used: no rule says what counts."""
        return self.empty and not self.won and self.using is not None and self.using.card in WINNING

    @property
    def lost(self) -> bool:
        """Whether the Smokestack is empty and no victory stands against it."""
        return self.empty and not self.won and not self.undecided

    @property
    def ended(self) -> str:
        """How the game ended; empty while it goes on."""
        return "won" if self.won else "lost" if self.lost else ""

    @property
    def tasks(self) -> tuple[Any, ...]:
        """None ever wait: `step` says what is to be done."""
        return ()

    @property
    def board(self) -> Mapping[str, Value]:
        """The one board fact that matters is kept as `action_stack`."""
        return {}

    def left_of(self, seat: int, steps: int = 1) -> int:
        """The seat so many places to the left, round the table."""
        return (seat + steps) % len(self.players)

    def from_seat(self, seat: int) -> list[int]:
        """All seats round the table, this one first, going to the left."""
        return [self.left_of(seat, steps) for steps in self.seats]
