"""What a game is: data and pure functions. A game knows no device, no phone, no thread, no clock and no dice.

A game's folder holds a module `game.py` whose `GAME` is a `Game`. The state is one frozen dataclass of plain values
(numbers, strings, tuples, mappings and such dataclasses), so that it goes through JSON unchanged. What chance decides
comes in with the move.

What is made anew for every screen is a `msgspec.Struct` and no dataclass: it is made in an eighth of the time, and a
game that looks ahead makes thousands. `msgspec.structs.replace` makes another one that differs in a field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from companion.api.proposals import ProposedEffect, ProposedPart
from companion.api.story import Story
from companion.api.text import Text
from companion.api.view import View

Value: TypeAlias = int | str
Args: TypeAlias = Mapping[str, Value]
S = TypeVar("S")


# --- what somebody is asked for ---------------------------------------------------------------------------------------


class Whole(msgspec.Struct, frozen=True, kw_only=True):
    """A whole number is asked for, both limits included; `usual` is the sensible first value.

    `likely` is the largest that players will mostly need: phones lay out one tap for each number up to it and keep the
    rest behind "more"; None: the limits alone say. `signed`: it is a change, shown with its sign ("+2").
    """

    name: str
    label: Text
    at_least: int = 0
    at_most: int
    usual: int | None = None
    likely: int | None = None
    signed: bool = False


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One answer of a `Pick`: its value in the move, its name for people, and its picture among the game's icons.

    Where it means a space of a `HexMap` of the view, or a place of it on which no tile lies yet, as `at` names it (of
    several with a space between), it shows where on the map that is."""

    value: str
    label: Text
    icon: str | None = None
    at: str | None = None


class Pick(msgspec.Struct, frozen=True, kw_only=True):
    """One of a few named answers is asked for.

    `on` names a map of the view (`HexMap`, `PlaceMap`) whose spaces the choices are: the phone then shows that map
    to tap on, and a tap on a space of the map itself shows every offer that this space answers.
    """

    name: str
    label: Text
    choices: tuple[Choice, ...]
    usual: str | None = None
    on: str | None = None


class Chance(msgspec.Struct, frozen=True, kw_only=True):
    """Chance decides: who plays the move need not say, the session then draws one of the choices.

    `weights` has a whole number for each choice, how many of it lie in the bag; all alike when it is empty. What was
    drawn stands in the move, so that it plays the same again.
    """

    name: str
    label: Text
    choices: tuple[Choice, ...]
    weights: tuple[int, ...] = ()


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """A short text is asked for, such as a name; one of several `lines` where that is allowed. `blocks` are pieces that
    the phone offers to be put in by a tap, by what is put in and how it is called. `only_with` names another ask and
    one of its answers: the phone asks for this only while that one is chosen."""

    name: str
    label: Text
    at_most_chars: int = 40
    usual: str = ""
    lines: bool = False
    blocks: tuple[Choice, ...] = ()
    only_with: tuple[str, str] | None = None


class Code(msgspec.Struct, frozen=True, kw_only=True):
    """A card's code is asked for, read by the camera or typed. `kind` is `card_id` or `numbox`; `pattern` is a full
    regular expression over the upper-case code; `suits` says the same in words ("a Morning card, such as M017")."""

    name: str
    label: Text
    kind: str
    pattern: str
    suits: Text


Ask: TypeAlias = Whole | Pick | Words | Code | Chance


# --- moves and what comes of them -------------------------------------------------------------------------------------


class Move(msgspec.Struct, frozen=True):
    """Something that somebody did at the table, by name with arguments: `Move("fuel", {"coal": 2})`."""

    name: str
    args: Args = msgspec.field(default_factory=dict)


class Urgency(IntEnum):
    """How a fact is told: `QUIET` is only written down, `FINAL` ends the game and interrupts whatever is being said."""

    QUIET = 0
    PLAIN = 1
    URGENT = 2
    FINAL = 3


@dataclass(frozen=True)  # facts kept before a field came in are exported without it, as they were written
class Fact:
    """Something that became true through a move, in the past tense, with its numbers: `hunger_rose`, `{"to": 8}`.

    `name` and `args` are what tests look at; `text` is what people read and hear. `todo` is what hands must do on the
    table because of it, as an order ("Move Heat down to 3"): phones show the orders of the last step as a list above
    the prompt. None: nothing is to be moved, or it has been already. `back` is the order that puts it back as it was
    before, once the step is undone ("Move Heat to 5"); None where `todo` itself tells what is to be put back. `icon` is
    the order's picture among the game's icons. `on_map`: the steps of a map tell the same, so that a phone that has
    shown them does not list it. `pieces` are those that it puts in their places, wherever they were, where it does
    nothing else: a later order for all of them makes this one needless. `about` is the value (of those that can be set
    by hand) that it moves: once that was set by hand, as it lies on the table, the order is needless.
    """

    name: str
    text: Text
    args: Args = field(default_factory=dict)
    urgency: Urgency = Urgency.PLAIN
    todo: Text | None = None
    icon: str | None = None
    on_map: bool = False
    back: Text | None = None
    pieces: tuple[str, ...] = ()
    about: str | None = None


class Outcome(msgspec.Struct, Generic[S], frozen=True):
    """What a move led to. `board_facts` holds board facts that the move told us; they are kept for later evenings."""

    state: S
    facts: tuple[Fact, ...]
    board_facts: Args = msgspec.field(default_factory=dict)


class IllegalMove(Exception):
    """The rules forbid this move. One sentence that a player understands, the page to open, and, where it is one answer
    that the rules forbid, the name of its ask (`field`)."""

    def __init__(
        self, text: Text, *, rule: str | None = None, page: int | None = None, field: str | None = None
    ) -> None:
        super().__init__(str(text))
        self.text = text
        self.rule = rule
        self.page = page
        self.field = field


@dataclass(frozen=True, kw_only=True)
class MoveKind(Generic[S]):
    """A kind of move. `asks` are its arguments with the widest limits that could ever be right; whatever does not fit
    them is refused before `play` is called, so `play` checks only what the rules say about this state.

    `label` names a move of this kind for the history ("Fuelled with 2 coal"); `named` does where its words need the
    state before the move, such as the name of whoever sits on a seat.
    """

    play: Callable[[S, Args], Outcome[S]]
    label: Callable[[Args], Text]
    asks: tuple[Ask, ...] = ()
    named: Callable[[S, Args], Text] | None = None

    def said(self, state: S, args: Args) -> Text:
        """What the history says of this move, played in this state."""
        return self.label(args) if self.named is None else self.named(state, args)


# --- what must be done now --------------------------------------------------------------------------------------------


class CubesExpected(msgspec.Struct, frozen=True, kw_only=True):
    """A count of new cubes in `place` answers the prompt with `move`, the count becoming its argument `arg`.

    Only counts from `at_least` to `at_most` answer; a prompt that merely lets the scale get ready asks for all there
    can be. `drop` names the occasion: the scale takes its zero when a new one begins, and keeps it while prompts of
    the same occasion follow each other (undo included). `known` is the count that the game already holds: the same
    again is no news, a late cube is.
    """

    place: str
    drop: str
    at_least: int = 0
    at_most: int
    move: Move
    arg: str
    known: int | None = None


class CardExpected(msgspec.Struct, frozen=True, kw_only=True):
    """A card of this kind whose code matches `pattern` answers the prompt, its code becoming the argument `arg`.

    `ahead`: it is the card of a later question, which nobody is asked to show yet; the prompt itself says what it would
    mean."""

    kind: str
    pattern: str
    move: Move
    arg: str
    ahead: bool = False


Expected: TypeAlias = CubesExpected | CardExpected


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A move that answers a prompt. `move` holds what is settled already; `asks` is what the player still fills in,
    with this moment's limits.

    `tone`: `usual` (at most one in a prompt; one tap takes it when all its asks have a usual value), `plain` (what it
    asks is filled in first), or `danger` (asks once more). `note` is a second, smaller line ("3 Wood, heated"); `under`
    is a heading that offers in a row share. `ticked` makes it an item of a list to tick off: whether it is ticked.
    `icon` is its picture among the game's icons. `ends`: it ends the game ("We won"); phones show it where a game ends,
    and not among what else is open. `option` is the number of the card's option that it takes, as printed on the card.
    `at` is the space of a map that it is about: phones show where it is.
    """

    move: Move
    label: Text
    asks: tuple[Ask, ...] = ()
    tone: str = "plain"
    rule: str | None = None
    note: Text | None = None
    under: Text | None = None
    ticked: bool | None = None
    icon: str | None = None
    ends: bool = False
    option: int | None = None
    at: str | None = None


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """What must be done at the table now.

    `name` is stable ("generator.drop"); `do` is what is said and shown large, short, in the second person;
    `more` is the small print; `seat` is whose business it is (None: everybody's); `rule` is a rule entry. `look` shows
    which part of the board or of a card to look at, where the answer stands there: its picture among the game's icons.
    `at` is the space or the place of a map that is asked about: phones show where it is.
    `story`: something has ended, though the game may go on: the phones show the evening's story with the question.
    """

    name: str
    do: Text
    offers: tuple[Offer, ...]
    more: Text | None = None
    seat: int | None = None
    rule: str | None = None
    expects: tuple[Expected, ...] = ()
    look: str | None = None
    at: str | None = None
    story: bool | None = None


# --- a game -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class BoardFact:
    """Something that only the owner's board or cards show. Known ones carry their source, the rest is asked for once.

    `where` says where to look; `ask` is its kind and limits (its name is the fact's); `known` is what the rulebook's
    text gives, with `source`. `group` is the heading it stands under in the form; `row` names facts that are the same
    thing for one space after the other ("cubes_at_heat"), which the form shows as one table, `number` being the space.
    `look` is `where` as a picture, among the game's icons.
    """

    ask: Ask
    where: Text
    known: Value | None = None
    source: Text | None = None
    group: Text | None = None
    row: str | None = None
    number: int | None = None
    look: str | None = None


@dataclass(frozen=True, kw_only=True)
class BoardFamily:
    """Board facts whose names are not known beforehand, such as one for each card: every name that `pattern` (a full
    regular expression) fits. They are told in the course of the game or by `label`'s form, kept, exported and imported
    like the others. `ask` is their kind and limits; `{name}` in its label is the pattern's first group, or the whole
    name, as people call it (`called`)."""

    pattern: str
    ask: Ask
    label: Text
    called: Callable[[str], Text | str] | None = None


@dataclass(frozen=True, kw_only=True)
class Table:
    """Who plays, clockwise by seat, what was chosen at setup, and what is known of the owner's board."""

    players: tuple[str, ...]
    choices: Args = field(default_factory=dict)
    board: Args = field(default_factory=dict)


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """A value of the state that can be set by hand: what it is, its limits, what it is now, and under which heading of
    the board it stands."""

    ask: Ask
    now: Value
    group: Text | None = None


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """A game: everything that the session, the dashboard and the voice need of it.

    - `seats`: numbers of players it can be played by (none given by the rulebook: as many as the group names).
    - `setup(players)`: what else is asked before the first move, `start(table)`: the first state and its facts.
      `start` may raise `IllegalMove`.
    - `moves`: every kind of move by name. `correct` and `learn` are kept for the session.
    - `prompts(state)`: what to do now, most pressing first; empty only when the game is over.
    - `corrections(state)` and `correct(state, name, value)`: corrections by hand.
    - `board` and `learn(state, name, value)`: board facts, and telling a running game one of them.
    - `ending(state)`: None while the game goes on, then how it ended.
    - `families`: board facts without a fixed name; `forget(state, name)`: a told one is unknown again.
    - `check(name, value)`: refuse with `IllegalMove` a board fact that does not make sense, such as a card's text that
      cannot be understood; called whether a game runs or not.
    - `upgrade(raw)`: a stored state as JSON values, of whatever earlier version, into the shape of today; called before
      a stored state is read, and must leave one of today's shape as it is.
    - `story(state)`: the evening in numbers, for the page shown after it; `decisions` are the names of the facts that
      its list of decisions is made of (none given: every step is listed).
    - `devices`: which of `drawer` and `camera` its prompts may expect something of; where another one is lost, whoever
      plays need not know it (None: any).
    - `revealed(state)`: the codes of the cards that this evening has revealed, of kinds that are hidden before
      (`hidden` in cards.toml); what an owner added of any other of them is shown to nobody.
    - `propose_effects(text, language)`: what a card's printed text, in English (`en`) or Polish (`pl`), seems to do, in
      the words that owners type; proposals for a person to look at. `write_card(title, parts)` puts them together as
      the text that an owner would type of the card, under the board fact `card.<code>` (or `facts` of its kind).
    - `card_argument`: what its moves call an argument that is a card's code or name; the card is shown and read then.
    """

    name: str
    title: Text
    state: type[S]
    seats: range
    setup: Callable[[int], tuple[Ask, ...]]
    start: Callable[[Table], Outcome[S]]
    moves: Mapping[str, MoveKind[S]]
    prompts: Callable[[S], tuple[Prompt, ...]]
    view: Callable[[S], View]
    corrections: Callable[[S], tuple[Correction, ...]]
    correct: Callable[[S, str, Value], Outcome[S]]
    ending: Callable[[S], Text | None]
    board: tuple[BoardFact, ...] = ()
    learn: Callable[[S, str, Value], Outcome[S]] | None = None
    families: tuple[BoardFamily, ...] = ()
    forget: Callable[[S, str], Outcome[S]] | None = None
    check: Callable[[str, Value], None] | None = None
    upgrade: Callable[[dict[str, Any]], dict[str, Any]] | None = None
    story: Callable[[S], Story] | None = None
    decisions: frozenset[str] = frozenset()
    devices: frozenset[str] | None = None
    revealed: Callable[[S], frozenset[str]] | None = None
    propose_effects: Callable[[str, str], tuple[ProposedEffect, ...]] | None = None
    write_card: Callable[[str, tuple[ProposedPart, ...]], str] | None = None
    card_argument: str = "card"
