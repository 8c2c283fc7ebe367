"""The state of a campaign of The 7th Citadel: each part's own dataclass, and what all parts share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.api.game import Value
from companion.games.citadel.action.running import Action, Turn
from companion.games.citadel.board.board import Board
from companion.games.citadel.campaign.campaign import Campaign
from companion.games.citadel.cards.ledger import Ledger
from companion.games.citadel.heroes import Hero
from companion.games.citadel.leaflet.leaflet import Leaflet
from companion.games.citadel.life.vigour import Vigour


@dataclass(frozen=True, kw_only=True)
class Task:
    """Something that must be done before anything else. Each kind belongs to one part, which knows its prompt.

    `seat` is whose business it is (empty: everybody's); `card` is the key of a copy or a card's number; `count`,
    `about` and `seats` are what the kind needs; `of` is another card that it comes from.
    """

    kind: str
    seat: str = ""
    card: str = ""
    about: str = ""
    of: str = ""
    count: int = 0
    seats: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class State:
    """A whole campaign. `known` are the facts of the owner's cards and board by their names; `todo` is what presses
    now, the first one first; `silenced` are the golden rules that need not be said again, `reminded` those said already
    in this evening; `ended` is empty while the adventure goes on, then `won` or `lost`."""

    heroes: tuple[Hero, ...] = ()
    ledger: Ledger = field(default_factory=Ledger)
    turn: Turn = field(default_factory=Turn)
    action: Action | None = None
    vigour: Vigour = field(default_factory=Vigour)
    board: Board = field(default_factory=Board)
    leaflet: Leaflet = field(default_factory=Leaflet)
    campaign: Campaign = field(default_factory=Campaign)
    todo: tuple[Task, ...] = ()
    known: Mapping[str, Value] = field(default_factory=dict)
    silenced: tuple[str, ...] = ()
    reminded: tuple[str, ...] = ()
    ended: str = ""

    def hero(self, seat: str) -> Hero:
        """Who sits there; `KeyError` when nobody does."""
        for hero in self.heroes:
            if hero.seat == seat:
                return hero
        raise KeyError(seat)

    @property
    def party(self) -> tuple[Hero, ...]:
        """The characters that take part now, clockwise."""
        return tuple(hero for hero in self.heroes if hero.joined)

    @property
    def awake(self) -> tuple[Hero, ...]:
        """The conscious ones among them."""
        return tuple(hero for hero in self.party if hero.conscious)
