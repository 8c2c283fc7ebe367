"""The state of a campaign of The 7th Citadel: characters and their strength, whose turn it is, the action that is being
resolved, and what has to be done. Cards, Board and leaflet have dataclasses in their own rooms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.api import Value
from companion.games.citadel.action.sheet import Sheet
from companion.games.citadel.board.sketch import Sketch
from companion.games.citadel.cards.cards import Cards
from companion.games.citadel.leaflet.leaflet import Leaflet

MOST_LIFE = 99  # (p. 20)
MODES = ("normal", "story", "survival")
RESTS = ("started", "whole")
INTRODUCTION = "introduction"  # the bookmark's places: still in the introductory scenario's booklet,
THREAT = "threat"  # or in the Threat Booklet
PLAYING, BETWEEN, OVER = "playing", "between", "over"
DICE = 4  # (p. 2)
OPEN = "house.open"  # the board fact of an evening in which things are asked when they first matter: what is undecided


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
class Face:
    """What the result area of one card shows, or of several together. `icons` are class icons by their names."""

    stars: int = 0
    left: int = 0
    right: int = 0
    icons: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Die:
    """A die on a card: on which row of which action it lies, and its value (p. 11, 13); `by` is the seat of the last
    active player of that action. `sheet` is what the action shows where nobody has said on which card it stands: that
    of a card is kept with the card."""

    card: str
    icon: str
    row: int
    value: int
    by: str = ""
    sheet: Sheet | None = None


@dataclass(frozen=True, kw_only=True)
class Gear:
    """A card that is used in this action. `ident` is the name that its effects are kept under: the key of a numbered
    card, or `skill.` and a Skill card's name. `kind` is `purse`, `quest`, `event` (a Global event, or a Permanent event
    attached to where the active player stands), `skill` or `reflex` (a Reflex Skill that was revealed); `forced`: it
    cannot be left out."""

    ident: str
    kind: str
    forced: bool = False

    @property
    def numbered(self) -> bool:
        """Whether it is a numbered card, with keywords."""
        return self.kind in ("purse", "quest")


@dataclass(frozen=True, kw_only=True)
class Action:
    """An action between its start and its end: `active` resolves it, `involved` are all seats that take part.

    `source` is where it stands (`terrain`, `event`, `temporary`, `purse`, `quest`, `skill`, `character`, `dialogue`),
    `card` the key of that card, where it has one. `step` is where it stands: `choose`, `sheet`, `traits`, `gear`,
    `draw`, `either`, `stars`, `icons`, `consequence`, `again`. `row` and `die` are those of a compound action.

    `gear` are the cards in use, `asking` the one whose effects are being told, `either` which effect of a choice was
    taken. `drawn` cards lie before the active player, `owed` are still to be drawn. `faces` are what was told card by
    card (`by_card`), `stars` the successes of the cards that count, `icons` the class icons, `spare` those given so
    far on the present card. `successes` and `cancels` came out; `outcome` is `success` or `failure`; `due` is what
    must still be done before the action is over, `next_row` and `next_die` are where the die goes after a success;
    `over`: the action ends with its card. `held` tasks go on once it is over; a `forced` one cannot be left.

    `extra` of the drawn cards were revealed later than the Draw step. `spent`: the Skill cards that were used have left
    the hand. `applied` is what the section made happen so far, as it is remembered; `closing`: once nothing else has
    to be done, the action is over. `at_once`: it was told in one go, so that what its section did the last time needs
    nobody's word.
    """

    active: str
    involved: tuple[str, ...] = ()
    icon: str = ""
    source: str = ""
    card: str = ""
    step: str = "choose"
    sheet: Sheet | None = None
    row: int = 1
    die: int | None = None
    gear: tuple[Gear, ...] = ()
    asking: str = ""
    either: Mapping[str, int] = field(default_factory=dict)
    drawn: int = 0
    owed: int = 0
    by_card: bool = False
    faces: tuple[Face, ...] = ()
    spare: Mapping[str, int] = field(default_factory=dict)
    stars: int | None = None
    icons: Mapping[str, int] | None = None
    successes: int = 0
    cancels: int = 0
    outcome: str = ""
    due: tuple[str, ...] = ()
    next_row: int = 0
    next_die: int = 0
    over: bool = False
    held: tuple[Task, ...] = ()
    forced: bool = False
    extra: int = 0
    spent: bool = False
    applied: tuple[str, ...] = ()
    closing: bool = False
    at_once: bool = False

    @property
    def need(self) -> int:
        """The successes that it takes now: the die's value, or the difficulty."""
        if self.die is not None:
            return self.die
        difficulty = None if self.sheet is None else self.sheet.difficulty(self.row)
        return 0 if difficulty is None else difficulty


@dataclass(frozen=True, kw_only=True)
class Turn:
    """`last` is the seat of the last active player, empty before the first turn (p. 10). `dice` lie on cards with
    compound actions; `skills` are the names of the Skill cards that each seat has used before. `reflexes` are the
    Reflex Skills that were revealed so far; `waiting` are actions that wait for a mandatory one which their own
    consequences brought about. `number` turns are over in this adventure; `succeeded` and `failed` count what came of
    its actions."""

    last: str = ""
    dice: tuple[Die, ...] = ()
    skills: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    reflexes: tuple[str, ...] = ()
    waiting: tuple[Action, ...] = ()
    number: int = 0
    succeeded: int = 0
    failed: int = 0


@dataclass(frozen=True, kw_only=True)
class TurnEnd:
    """How a turn ended, for the story; turn 0 is the beginning. By seats: life points, cards in the Action Deck and in
    hand; -1 where that is not known, or nobody plays there. `terrains` is how many Terrain cards lie on the Board;
    `scores` are Influence, Knowledge, Production and Defense; `scenario`: one began after it."""

    turn: int
    life: tuple[int, ...]
    deck: tuple[int, ...]
    hand: tuple[int, ...]
    terrains: int = 0
    succeeded: int = 0
    failed: int = 0
    scores: tuple[int, ...] = ()
    scenario: bool = False


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
class State:
    """A whole campaign. `board` are the owner's board facts by their names, those of cards too; `sketch` is what lies
    on the Board. `tasks` have to be done now, the first one first. `silenced` are the golden rules that need not be
    said again, `reminded` those said already in this evening. `past` are the turns so far, for the story; `late`: an
    earlier version, which counted none, began this adventure. `ended` is empty while the adventure goes on, then `won`
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
    past: tuple[TurnEnd, ...] = ()
    late: bool = False
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
