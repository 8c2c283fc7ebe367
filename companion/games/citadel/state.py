"""The state of a campaign of The 7th Citadel: characters, their strength, and what has to be done. Cards, Board,
leaflet and the running action have dataclasses in their own rooms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.api.game import Value
from companion.games.citadel.action.running import Action, Turn
from companion.games.citadel.board.sketch import Sketch
from companion.games.citadel.cards.cards import Cards
from companion.games.citadel.leaflet.leaflet import Leaflet

MOST_LIFE = 99  # (p. 20)
MODES = ("normal", "story", "survival")
RESTS = ("started", "whole")
INTRODUCTION = "introduction"  # the bookmark's places: still in the introductory scenario's booklet,
THREAT = "threat"  # or in the Threat Booklet
PLAYING, BETWEEN, OVER = "playing", "between", "over"


@dataclass(frozen=True, kw_only=True)
class Hero:
    """One player's character.

    `seat` is its stable name ("seat1"), `player` the person's name, `character` the word on the Character card (empty
    while none is chosen). `life` is what the life point counter shows. `place` is the key of the Terrain card that the
    figure stands on, empty while it is off the Board. Somebody who left keeps the seat with `joined` false; `newcomer`
    tells that somebody plays here who had no seat when the campaign began, so that the evening calls it otherwise.
    """

    seat: str
    player: str
    character: str = ""
    life: int = 0
    conscious: bool = True
    joined: bool = True
    newcomer: bool = False
    place: str = ""

    @property
    def name(self) -> str:
        """How the companion calls whoever plays it."""
        return self.player


@dataclass(frozen=True, kw_only=True)
class Piles:
    """How many Action cards of one player lie where. `deck` is None while nobody has counted it.

    `hand` are Skill cards, `blocked` those under the Character card; the cards drawn for a running action lie in none.
    """

    seat: str
    deck: int | None = None
    discard: int = 0
    hand: int = 0
    blocked: int = 0


@dataclass(frozen=True, kw_only=True)
class Vigour:
    """The mode of Recovery of this adventure (`normal`, `story` or `survival`, p. 20), how a rest of cards is paid for
    (`started`: like a whole group; `whole`: only whole groups may be taken), the players' piles, and what is ticked off
    of the list of somebody who has just fallen unconscious."""

    mode: str = "normal"
    rest: str = "started"
    piles: tuple[Piles, ...] = ()
    ticked: tuple[str, ...] = ()

    def of(self, seat: str) -> Piles:
        """The piles of a seat."""
        return next((piles for piles in self.piles if piles.seat == seat), Piles(seat=seat))


@dataclass(frozen=True, kw_only=True)
class Campaign:
    """The Threat, the scenario and what has been saved.

    `adventure` counts the adventures of this group from 1. `step` is `playing`, `between` two scenarios, or `over` once
    the group has closed its campaign. `bookmark` is where the bookmark lies, `page` its page. `citadel`: the characters
    are at the Citadel. `saved`: the game was saved in this scenario already; `stored`: it lies behind the "Save"
    divider now, and `lives` is what the counters showed. `reading`: the number of the dialogue that is being read.
    `ticked` are the items of the present list that are done. `showing` are the golden rules shown now.
    """

    adventure: int = 1
    step: str = PLAYING
    threat: str = ""
    scenario: str = ""
    bookmark: str = INTRODUCTION
    page: int = 0
    citadel: bool = False
    saved: bool = False
    stored: bool = False
    lives: Mapping[str, int] = field(default_factory=dict)
    reading: str = ""
    ticked: tuple[str, ...] = ()
    showing: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Task:
    """Something that must be done before anything else. Each kind belongs to one module, which knows its prompt.

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
    """A whole campaign. `board` are the owner's board facts by their names, those of cards too; `sketch` is what lies
    on the Board. `tasks` have to be done now, the first one first. `silenced` are the golden rules that need not be
    said again, `reminded` those said already in this evening. `ended` is empty while the adventure goes on, then `won`
    or `lost`."""

    heroes: tuple[Hero, ...] = ()
    cards: Cards = field(default_factory=Cards)
    turn: Turn = field(default_factory=Turn)
    action: Action | None = None
    vigour: Vigour = field(default_factory=Vigour)
    sketch: Sketch = field(default_factory=Sketch)
    leaflet: Leaflet = field(default_factory=Leaflet)
    campaign: Campaign = field(default_factory=Campaign)
    tasks: tuple[Task, ...] = ()
    board: Mapping[str, Value] = field(default_factory=dict)
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


# What fields of a state of version 0.1.0 are called today.
_RENAMED = {"todo": "tasks", "known": "board", "board": "sketch", "ledger": "cards"}


def upgrade(raw: dict[str, Any]) -> dict[str, Any]:
    """A stored state in today's shape."""
    if "todo" not in raw:
        return raw
    return {_RENAMED.get(name, name): value for name, value in raw.items()}
