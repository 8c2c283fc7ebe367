"""What people are shown of an evening: its steps, its screen, its notices. Plain frozen values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from companion.api.game import Correction, Fact, Move, Offer, Prompt
from companion.api.readings import Reading
from companion.api.refusals import Refused
from companion.api.text import Text
from companion.api.view import View


@dataclass(frozen=True)
class Evening:
    """A named evening. `game` is the game's name; `started` and `ended` are seconds since 1970, `ended` is None while
    the game goes on (also again after an undo of its last step)."""

    id: str
    name: str
    game: str
    players: tuple[str, ...]
    started: float
    ended: float | None = None


@dataclass(frozen=True, kw_only=True)
class Standing:
    """Where an evening stood when it was left: where in the game, whose turn it was (empty: nobody's), how it ended
    (None while it goes on), and when its last step was made (seconds since 1970)."""

    line: Text
    turn: str = ""
    ending: Text | None = None
    at: float = 0.0


@dataclass(frozen=True)
class HistoryStep:
    """One line of the history.

    `number` counts from 1 within the evening and grows by one with every entry, undo and redo included. `kind` is
    `start`, `move`, `correct`, `learn`, `undo` or `redo`. `by` is who did it: a phone's name, `drawer`, `camera` or
    `panel`. `at` is in seconds since 1970. `undone`: left out of the game at present.
    """

    number: int
    kind: str
    label: Text
    facts: tuple[Fact, ...]
    by: str
    at: float
    undone: bool = False


@dataclass(frozen=True)
class StepOrders:
    """What hands must do on the table because of one entry of the history: the facts that have an order.

    `number` and `by` are the entry's; `back`: it was an undo, and what those facts had asked for is to be put back;
    `aside`: it says how the table stands, and the game goes on where it was.
    """

    number: int
    by: str
    facts: tuple[Fact, ...] = ()
    back: bool = False
    aside: bool = False


@dataclass(frozen=True, kw_only=True)
class Notice:
    """Something that a sensor saw and that changed nothing: what it was (`text`) and how to go on.

    `name` is `cubes.<place>`, `card` or `panel`; a newer notice takes the place of an older one of the same name.
    `offer` is the move that the reading would have been, for one tap, and `other` the next likeliest; `code` is a card
    whose entry may be opened;
    `rule` and `page` are the rule that forbade it. It goes away with the next step or a better reading; one with an
    `offer` only with the question that it would answer.
    """

    name: str
    text: Text
    offer: Offer | None = None
    other: Offer | None = None
    code: str | None = None
    rule: str | None = None
    page: int | None = None


@dataclass(frozen=True, kw_only=True)
class Screen:
    """All that anybody may be shown.

    `version` is to be sent back with every tap, as `seen`. It grows with every step, and no two evenings share one;
    it stays the same when only notices or the evening's name change. It is 0 while no evening is open.
    `history` holds the newest 50 steps, newest first; `Session.history` gives the older ones. `orders` says of the
    newest entries that hold, newest first, what they ask of hands.
    """

    version: int = 0
    evening: Evening | None = None
    prompts: tuple[Prompt, ...] = ()
    view: View | None = None
    corrections_of: Callable[[], tuple[Correction, ...]] = field(default=tuple, compare=False, repr=False)
    history: tuple[HistoryStep, ...] = ()
    orders: tuple[StepOrders, ...] = ()
    can_undo: int = 0
    can_redo: int = 0
    ending: Text | None = None
    notices: tuple[Notice, ...] = ()

    @property
    def corrections(self) -> tuple[Correction, ...]:
        """Every value that can be set by hand. Worked out only for who asks: hundreds of them, which hardly anybody
        looks at."""
        return self.corrections_of()


@dataclass(frozen=True, kw_only=True)
class Update:
    """What listeners are told, once it is on disk.

    `cause` is a step's kind (`start`, `move`, `correct`, `learn`, `undo`, `redo`), or `open`, `close`, `rename`,
    `forget`, `remember`, `import`, `board` (a board fact was told outside of an evening), `notice` (only the notices
    changed), or a panel button that is no move: `repeat`, `scan`. `step` and its `facts` are there for a step;
    `reading` is there when a sensor's reading led to it; `move` when a move did.
    """

    screen: Screen
    cause: str
    facts: tuple[Fact, ...] = field(default=())
    step: HistoryStep | None = None
    reading: Reading | None = None
    move: Move | None = None


Listener: TypeAlias = Callable[[Update], None]


class VersionConflict(Refused):
    """Somebody else was quicker: the move was made for a screen that has passed. `screen` is the present one."""

    def __init__(self, text: Text, screen: Screen) -> None:
        super().__init__(text)
        self.screen = screen
