"""Whose turn it is, the action that is being resolved, and the dice that wait on cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.citadel.action.sheet import Sheet


@dataclass(frozen=True, kw_only=True)
class Face:
    """What the result area of one card shows, or of several together. `icons` are class icons by their names."""

    stars: int = 0
    left: int = 0
    right: int = 0
    icons: Mapping[str, int] = field(default_factory=dict)


DICE = 4  # (p. 2)


@dataclass(frozen=True, kw_only=True)
class Die:
    """A die on a card: on which row of which action it lies, and its value (p. 11, 13); `by` is the seat of the last
    active player of that action."""

    card: str
    icon: str
    row: int
    value: int
    by: str = ""


@dataclass(frozen=True, kw_only=True)
class Held:
    """A task that waits until the action is over; the fields are those of a task."""

    kind: str
    seat: str = ""
    card: str = ""
    about: str = ""
    of: str = ""
    count: int = 0
    seats: tuple[str, ...] = ()


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
        """Whether it is a card of the ledger, with keywords."""
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
    the hand. `applied` is what the section made happen so far, as it is remembered; `closing`: once nothing presses
    any more, the action is over.
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
    held: tuple[Held, ...] = ()
    forced: bool = False
    extra: int = 0
    spent: bool = False
    applied: tuple[str, ...] = ()
    closing: bool = False

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
    consequences brought about."""

    last: str = ""
    dice: tuple[Die, ...] = ()
    skills: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    reflexes: tuple[str, ...] = ()
    waiting: tuple[Action, ...] = ()
