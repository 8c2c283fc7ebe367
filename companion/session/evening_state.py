"""The evening that is open: its game, its present state, and its course; and the rows that the next entry would be.

It writes nothing itself: `entry` makes the row for something that happened, the session writes it, and `advance`
follows once it is on disk.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from typing import Any

from companion import __version__
from companion.api.game import Fact, Game, Move, Value
from companion.api.text import T, Text
from companion.session.answers import place_name
from companion.session.screen import Evening, HistoryStep, Screen, Standing, StepOrders
from companion.storage import codec
from companion.storage.log import Log
from companion.storage.tables import EntryRow, EveningRow
from companion.storage.timeline import STEP_KINDS, Timeline, TimelineEntry

SHOWN_STEPS = 50
ORDERED_STEPS = 8  # of so many entries the phones are told what hands must do
KEY_EVERY = 64  # steps between key states; a fresh key keeps the others small as the game moves on
REMEMBERED = 8  # of so many states it is remembered what they look like, for who takes a step back and forth
READ_AT_ONCE = 200  # entries of the log by who reads them all: whoever plays meanwhile has its turn
KEYS = 2  # that take turns: should one be lost, every other state can still be read


def evening_of(row: EveningRow) -> Evening:
    return Evening(row.id, row.name, row.game, codec.names(row.players), row.started, row.ended)


@dataclass(frozen=True, kw_only=True)
class Happening:
    """What somebody did and what it led to, ready to become an entry. `state` is None for undo and redo."""

    kind: str
    label: Text
    by: str
    at: float
    state: Any = None
    head: int = 0
    move: Move | None = None
    facts: tuple[Fact, ...] = ()
    learnt: Mapping[str, Value | None] = field(default_factory=dict)
    replaced: Mapping[str, Value | None] = field(default_factory=dict)


class EveningState:
    """An open evening. `BadState` when its state does not fit this program's game."""

    def __init__(self, log: Log, game: Game[Any], row: EveningRow) -> None:
        self.game = game
        self.row = row
        self.codec = codec.StateCodec(game)
        self.timeline = Timeline()
        self.version = 0
        self.state: Any = None
        self._log = log
        self._recent: list[HistoryStep] = []
        self._keys = [(0, b"")] * KEYS
        self._next_key = (0, b"")
        self._states: dict[int, Any] = {}
        self._asked: dict[int, StepOrders] = {}
        self._screens: dict[int, tuple[Any, Screen]] = {}
        self._load()

    def _load(self) -> None:
        for link in self._log.links(self.row.id):
            self.timeline.add(link)
        if not self.timeline.last:
            return
        recent = self._log.entries(self.row.id, self.timeline.last - SHOWN_STEPS + 1)
        self._recent = [self._step_of(row) for _, row in recent]
        self.version = recent[-1][0]
        if not self.timeline.head:
            raise codec.BadState("no step is left")
        self.state = self.state_at(self.timeline.head)

    def state_at(self, number: int) -> Any:
        """The state that a step led to."""
        found = self._states.get(number)
        return self.codec.decode_all(self._log.state(self.row.id, number)) if found is None else found

    # --- the next entry -----------------------------------------------------------------------------------------------

    def entry(self, what: Happening) -> EntryRow:
        """The row for this; `BadState` when the state does not go through JSON."""
        number = self.timeline.last + 1
        keyed, packed = (0, None) if what.kind not in STEP_KINDS else self._packed(number, what.state)
        return EntryRow(
            evening=self.row.id,
            number=number,
            kind=what.kind,
            parent=self.timeline.head,
            head=number if what.kind in STEP_KINDS else what.head,
            move=None if what.move is None else codec.encode(what.move),
            label=codec.encode(what.label),
            facts=codec.encode(what.facts),
            learnt=codec.encode(what.learnt),
            replaced=codec.encode(what.replaced),
            keyed=keyed,
            state=packed,
            by=what.by,
            at=float(what.at),
            program=__version__,
        )

    def _packed(self, number: int, state: Any) -> tuple[int, bytes]:
        data = self.codec.encode(state)
        keyed, key = self._keys[number % KEYS]
        if keyed and number - keyed < KEY_EVERY:
            return keyed, codec.pack(data, key)
        self._next_key = (number, data)
        return number, codec.pack(data)

    def advance(self, row: EntryRow, seq: int, what: Happening) -> HistoryStep:
        """Follow an entry that is on disk now."""
        self.timeline.add(TimelineEntry(row.number, row.kind, row.parent, row.head))
        self.state = what.state
        self.version = seq
        _remember(self._states, row.head, what.state)
        if row.keyed == row.number:
            self._keys[row.number % KEYS] = self._next_key
        step = HistoryStep(row.number, row.kind, what.label, what.facts, row.by, row.at)
        self._recent = [*self._recent[1 - SHOWN_STEPS :], step]
        if row.kind not in STEP_KINDS:
            moved = self.timeline.moved(row.number)
            self._recent = [self._marked(one) if not moved or one.number in moved else one for one in self._recent]
        return step

    # --- what is shown ------------------------------------------------------------------------------------------------

    def game_screen(self, state: Any) -> Screen:
        """What the game shows of a state; whatever the game raises comes through."""
        known = self._screens.get(id(state))
        if known is not None and known[0] is state:
            return known[1]
        game = self.game
        found = Screen(
            prompts=tuple(game.prompts(state)),
            view=game.view(state),
            corrections_of=cache(lambda: tuple(game.corrections(state))),
            ending=game.ending(state),
        )
        _remember(self._screens, id(state), (state, found))
        return found

    def screen(self, game_screen: Screen) -> Screen:
        """The whole screen, given what the game shows of the present state."""
        return replace(
            game_screen,
            version=self.version,
            evening=evening_of(self.row),
            history=tuple(reversed(self._recent)),
            orders=self._orders(),
            can_undo=self.timeline.can_undo,
            can_redo=self.timeline.can_redo,
        )

    def history(self, before: int, count: int) -> list[HistoryStep]:
        """Steps before that number, newest first."""
        rows = self._log.entries(self.row.id, max(1, before - count), before - 1)
        return [self._step_of(row) for _, row in reversed(rows)]

    def _orders(self) -> tuple[StepOrders, ...]:
        """What the newest entries ask of hands, newest first, without those that were taken back since."""
        held = (step for step in reversed(self._recent) if not step.undone)
        found, again, set_right = list[StepOrders](), set[int](), set[Value]()
        for step in islice(held, ORDERED_STEPS):
            orders = self._orders_of(step)
            if step.number in again:
                orders = replace(orders, facts=())
            elif set_right:
                orders = replace(orders, facts=tuple(one for one in orders.facts if one.about not in set_right))
            found.append(orders)
            again.update(
                self.timeline.moved(step.number)
            )  # what was brought back is told there, not where it was first
            if step.kind == "correct":
                set_right.update(one.args["what"] for one in step.facts if "what" in one.args)
        return tuple(found)

    def _orders_of(self, step: HistoryStep) -> StepOrders:
        if step.kind not in STEP_KINDS:
            back = step.kind == "undo"
            return StepOrders(step.number, step.by, tuple(self._asked_again(step.number, back)), back)
        known = self._asked.get(step.number)
        if known is None:
            asked = tuple(fact for fact in step.facts if fact.todo is not None)
            known = StepOrders(step.number, step.by, asked, aside=step.kind in ("correct", "learn"))
            _remember(self._asked, step.number, known)
        return known

    def _asked_again(self, number: int, back: bool) -> Iterator[Fact]:
        """What is to be put back after this undo, or done again after this redo."""
        for moved in self.timeline.moved(number):
            at = moved - self._recent[0].number
            if at >= 0 and self.timeline.counts(moved) != back:
                asked = [fact for fact in self._recent[at].facts if fact.todo is not None]
                yield from reversed(asked) if back else asked  # what was done last is put back first

    def had(self, version: int) -> bool:
        """Whether a screen of that version was of this evening."""
        return self._log.has_write(self.row.id, version)

    def newest(self) -> HistoryStep | None:
        return self._recent[-1] if self._recent else None

    def _step_of(self, row: EntryRow) -> HistoryStep:
        label, facts = codec.text(row.label), codec.facts(row.facts)
        return self._marked(HistoryStep(row.number, row.kind, label, facts, row.by, row.at))

    def _marked(self, step: HistoryStep) -> HistoryStep:
        """The step as it counts now."""
        undone = step.kind in STEP_KINDS and not self.timeline.counts(step.number)
        return step if step.undone == undone else replace(step, undone=undone)


def _remember(what: dict[int, Any], key: int, value: Any) -> None:
    """The newest few; the oldest goes."""
    what.pop(key, None)
    what[key] = value
    if len(what) > REMEMBERED:
        del what[next(iter(what))]


def what_changed(evening_state: EveningState | None, seen: int, by: str) -> Text:
    """Why a tap for version `seen` by `by` is stale, in words."""
    if evening_state is None:
        return T("The evening has been closed meanwhile; please look again.")
    newest = evening_state.newest()
    if newest is None or not evening_state.had(seen):
        return T("Another evening is open now; please look again.")
    if newest.by == by:
        return T("This has just been done: {step}. Please look again.", step=newest.label)
    return T("{who} was quicker: {step}. Please look again.", who=place_name(newest.by), step=newest.label)


def standing(evening_state: EveningState) -> Standing:
    """Where an evening stands; whatever its game raises comes through."""
    shown = evening_state.game_screen(evening_state.state)
    players = codec.names(evening_state.row.players)
    turn = shown.view.where.turn if shown.view is not None else None
    recent = evening_state.history(evening_state.timeline.last + 1, 1)
    return Standing(
        line=shown.view.where.line if shown.view is not None else Text(""),
        turn=players[turn] if turn is not None and 0 <= turn < len(players) and shown.ending is None else "",
        ending=shown.ending,
        at=recent[0].at if recent else evening_state.row.started,
    )
