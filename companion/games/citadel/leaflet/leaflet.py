"""What is written in the Citadel leaflet (p. 23 to 24)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.citadel.tables import words

LOWEST, HIGHEST = 0, 25  # of a score (p. 18, 23)
MOST_LEVEL = 9  # the groundshiver's levels on the Community page (p. 23)
SCORES = words("scores")
ACTIVE, INITIATED, FINISHED = "active", "initiated", "finished"
STATUS = words("quests")


@dataclass(frozen=True, kw_only=True)
class Built:
    """A building with boxes checked. `name` is its stable name, `title` what a group wrote over it, where it did."""

    name: str
    boxes: int = 0
    done: bool = False
    title: str = ""


@dataclass(frozen=True, kw_only=True)
class Quest:
    """A side quest: its title, the dialogue that it came from (empty where none was told), its status and notes."""

    title: str
    dialogue: str = ""
    status: str = ACTIVE
    notes: str = ""


@dataclass(frozen=True, kw_only=True)
class MapNote:
    """A note on the map of the Kel Protectorate: where, and what."""

    where: str
    words: str


@dataclass(frozen=True, kw_only=True)
class Leaflet:
    """The group's pages. `lives` is the record of life points by seat, written when a scenario ends or the game is
    saved.

    `groundshiver` is 0 while the group has none. `symbols` are the checked symbols of the Destiny page by their
    numbers, in the order in which they were checked. `preparing` are the reminders of the Preparation phase that are
    still open."""

    community: str = ""
    influence: int = 0
    knowledge: int = 0
    production: int = 0
    defense: int = 0
    groundshiver: int = 0
    lives: Mapping[str, int] = field(default_factory=dict)
    symbols: tuple[str, ...] = ()
    buildings: tuple[Built, ...] = ()
    quests: tuple[Quest, ...] = ()
    notes: tuple[MapNote, ...] = ()
    preparing: tuple[str, ...] = ()

    def score(self, name: str) -> int:
        """A score of the Community page."""
        scores = {
            "influence": self.influence,
            "knowledge": self.knowledge,
            "production": self.production,
            "defense": self.defense,
        }
        return scores[name]

    def building(self, name: str) -> Built:
        """A building as it stands, without a box checked where nobody has begun it."""
        return next((one for one in self.buildings if one.name == name), Built(name=name))

    @property
    def built(self) -> tuple[str, ...]:
        """The buildings that stand."""
        return tuple(one.name for one in self.buildings if one.done)
