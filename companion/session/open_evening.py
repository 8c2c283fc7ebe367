"""The open evening: what is open, what it shows, and how the next entry gets into the log.

Not safe for several threads by itself: the session holds its lock around every call.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import msgspec

from companion.api.checks import shown
from companion.api.game import Game, IllegalMove, Move, Outcome, Value
from companion.api.readings import Reading
from companion.api.refusals import BadMove, NotSaved, Refused
from companion.api.text import N, T, Text
from companion.session.early_cards import EarlyCards
from companion.session.evening_state import KEYS, EveningState, Happening
from companion.session.event_bus import EventBus
from companion.session.owner_board import OwnerBoard
from companion.session.screen import Notice, Screen, Update
from companion.storage import codec
from companion.storage.log import Log
from companion.storage.tables import EntryRow, EveningRow, Row

_log = logging.getLogger(__name__)


@contextmanager
def guarded(doing: str) -> Iterator[None]:
    """A mistake in a game must not do harm: it is logged, refused in words, and nothing has changed."""
    try:
        yield
    except (IllegalMove, Refused):
        raise
    except Exception as error:
        _log.exception("the game failed at: %s", doing)
        raise BadMove(
            T("The companion itself made a mistake here ({doing}), so nothing was done. Please do it another way.",
              doing=shown(doing))
        ) from error  # fmt: skip


class OpenEvening:
    """The open evening, the notices, and those who are told."""

    def __init__(
        self, log: Log, games: Mapping[str, Game[Any]], clock: Callable[[], float], dice: random.Random
    ) -> None:
        self.log = log
        self.games = dict(games)
        self.clock = clock
        self.dice = dice
        self.board = OwnerBoard(log)
        self.event_bus = EventBus()
        self.evening_state: EveningState | None = None
        self.game_screen = Screen()
        self.notices: dict[str, Notice] = {}
        self.early_cards = EarlyCards()
        self.unread: Notice | None = None  # what was told last of a card that cannot be read
        self._shown: Screen | None = None

    # --- what is open -------------------------------------------------------------------------------------------------

    def screen(self) -> Screen:
        if self._shown is None:
            bare = self.game_screen if self.evening_state is None else self.evening_state.screen(self.game_screen)
            self._shown = replace(bare, notices=tuple(self.notices.values()))
        return self._shown

    def opened(self) -> EveningState:
        """The open evening; `BadMove` when none is."""
        if self.evening_state is None:
            raise BadMove(T("No evening is open; please start or open one first."))
        return self.evening_state

    def game(self, name: str) -> Game[Any]:
        found = self.games.get(name) if isinstance(name, str) else None
        if found is None:
            raise BadMove(T("This companion has no game called “{name}”.", name=shown(name)))
        return found

    def row(self, evening: str) -> EveningRow:
        found = self.log.evening(evening) if isinstance(evening, str) and evening.isascii() else None
        if found is None:
            raise BadMove(T("There is no such evening."))
        return found

    def reopen(self) -> None:
        """Go on with the evening that was open last, where that can be done."""
        last = self.log.get("session", "open")
        if last is None:
            return
        try:
            self.open(last)
        except Refused as refusal:
            text = T("The last evening could not be opened again. {reason}", reason=refusal.text)
            self.notices["evening"] = Notice(name="evening", text=text)
            self._shown = None

    def open(self, evening: str) -> None:
        evening_state = self.evening_state_of(evening)
        game_screen = self.face_of(evening_state, evening_state.state)
        self._show(evening_state, game_screen)
        self.early_cards = EarlyCards()
        self.early_cards.ask(game_screen.prompts, evening_state.version)
        self._remember_open(evening)

    def evening_state_of(self, evening: str, alone: bool = False) -> EveningState:
        """An evening as it stands, the open one or another; `BadMove` when it is not there or cannot be read. `alone`:
        also of the open one a state of its own, which stays as it is while that goes on."""
        if self.evening_state is not None and self.evening_state.row.id == evening and not alone:
            return self.evening_state
        row = self.row(evening)
        if row.forgotten:
            raise BadMove(T("There is no such evening."))
        game = self.game(row.game)
        try:
            return EveningState(self.log, game, row)
        except codec.BadState as error:
            _log.error("evening %s does not open: %s", evening, error)
            text = T("“{name}” was kept by another version of this game; this one cannot open it.", name=row.name)
            raise BadMove(text) from error
        except Exception as error:  # whatever is wrong with one evening, the others must be there
            _log.exception("evening %s does not open", evening)
            raise BadMove(
                T("“{name}” cannot be opened: what was kept of it does not fit together. It is left as it is.",
                  name=row.name)
            ) from error  # fmt: skip

    def leave(self) -> None:
        self._show(None, Screen())
        self.early_cards = EarlyCards()
        self._remember_open(None)

    def _show(self, evening_state: EveningState | None, game_screen: Screen) -> None:
        self.evening_state, self.game_screen, self._shown = evening_state, game_screen, None
        self.notices.clear()

    def _remember_open(self, evening: str | None) -> None:
        try:
            if self.log.get("session", "open") != evening:
                self.log.put("session", "open", evening)
        except NotSaved as refusal:
            _log.warning("which evening is open could not be noted: %s", refusal)

    # --- entries ------------------------------------------------------------------------------------------------------

    def face_of(self, evening_state: EveningState, state: Any) -> Screen:
        with guarded(f"show {evening_state.game.name}"):
            return evening_state.game_screen(state)

    def record(
        self,
        evening_state: EveningState,
        what: Happening,
        rows: Sequence[Row] = (),
        reading: Reading | None = None,
    ) -> None:
        """Write an entry with whatever else changes with it; once it is on disk, it holds and is told."""
        game_screen = self.face_of(evening_state, what.state)
        with guarded(f"keep {what.kind}"):
            entry = evening_state.entry(what)
        evening = self._ended(evening_state, game_screen, what)
        again = entry.number <= KEYS or entry.keyed == entry.number  # without it an evening does not open: kept often
        changed = [evening] if evening != evening_state.row or again else []
        seq = self.log.write(entry, *changed, *rows)
        step = evening_state.advance(entry, seq, what)
        evening_state.row = evening
        asking = self._still_asking(game_screen, what)
        self._show(evening_state, game_screen)
        self.notices |= asking
        early = self.early_cards.step(what, entry.number, evening_state.version, game_screen.prompts, reading)
        if early is not None:
            self.notices[early.name] = early
        news = Update(
            screen=self.screen(), cause=what.kind, facts=what.facts, step=step, reading=reading, move=what.move
        )
        self.event_bus.publish(news)

    def _still_asking(self, now: Screen, what: Happening) -> dict[str, Notice]:
        """What sensors have asked, where a step beside it, such as a correction, leaves their question as it was."""
        after = [(one.name, one.expects) for one in now.prompts]
        done = what.move.name if what.kind == "move" and what.move is not None else None
        open_moves = {
            expected.move.name
            for one in self.game_screen.prompts
            if (one.name, one.expects) in after and done not in {part.move.name for part in (*one.offers, *one.expects)}
            for expected in one.expects
        }
        return {
            name: one
            for name, one in self.notices.items()
            if one.offer is not None and one.offer.move.name in open_moves
        }

    def _ended(self, evening_state: EveningState, game_screen: Screen, what: Happening) -> EveningRow:
        row = evening_state.row
        if (game_screen.ending is None) == (row.ended is None):
            return row
        return _with(row, ended=None if game_screen.ending is None else float(what.at))

    def outcome(
        self,
        evening_state: EveningState,
        kind: str,
        label: Text,
        by: str,
        outcome: Outcome[Any],
        move: Move | None = None,
        reading: Reading | None = None,
        rows: Sequence[Row] = (),
        told: Mapping[str, Value | None] | None = None,
    ) -> None:
        """Record a step that led to this outcome, with the board facts that it learnt and those that were `told`."""
        board_facts = {**outcome.board_facts, **(told or {})}
        learnt = self.board.rows(evening_state.game, board_facts)
        names = {row.key: board_facts[row.key] for row in learnt}
        what = Happening(
            kind=kind,
            label=label,
            by=by,
            at=self.clock(),
            state=outcome.state,
            move=move,
            facts=tuple(outcome.facts),
            learnt=names,
            replaced=self.board.replaced(evening_state.game.name, names),
        )
        self.record(evening_state, what, [*learnt, *rows], reading)

    def move_head(self, kind: str, head: int, numbers: Sequence[int], by: str, reading: Reading | None = None) -> None:
        """Record an undo or redo of these steps, in this order, after which step `head` is the present one."""
        evening_state = self.opened()
        with guarded(kind):
            state = _state_at(evening_state, head)
            entries = [self.log.entries(evening_state.row.id, number, number)[0][1] for number in numbers]
        rows = self.board.rows_after(evening_state.game.name, kind, entries)
        label = self._head_label(kind, evening_state, entries, head)
        what = Happening(kind=kind, label=label, by=by, at=self.clock(), state=state, head=head)
        self.record(evening_state, what, rows, reading)

    def _head_label(self, kind: str, evening_state: EveningState, entries: Sequence[EntryRow], head: int) -> Text:
        """In words what an undo left out or a redo brought back."""
        if len(entries) == 1:
            step = codec.text(entries[0].label)
            return T("Undid: {step}", step=step) if kind == "undo" else T("Brought back: {step}", step=step)
        step = codec.text(self.log.entries(evening_state.row.id, head, head)[0][1].label)
        if kind == "undo":
            return N("Undid {n} step, back to: {step}", "Undid {n} steps, back to: {step}", len(entries), step=step)
        return N("Brought back {n} step, to: {step}", "Brought back {n} steps, to: {step}", len(entries), step=step)

    def change_row(self, evening: str, cause: str, **changes: Any) -> None:
        """Change an evening's name, or whether it is forgotten."""
        row = _with(self.row(evening), **changes)
        self.log.write(row)
        if self.evening_state is not None and self.evening_state.row.id == evening:
            self.evening_state.row, self._shown = row, None
        self.announce(cause)

    # --- what is told
    # ------------------------------------------------------------------------------------------------------

    def announce(self, cause: str, reading: Reading | None = None) -> None:
        self.event_bus.publish(Update(screen=self.screen(), cause=cause, reading=reading))

    def note(self, name: str, notice: Notice | None, reading: Reading | None) -> bool:
        """Show, replace or take away a notice; whether that changed anything."""
        if self.notices.get(name) == notice:
            return False
        self.notices.pop(name, None)
        if notice is not None:
            self.notices[name] = notice
        self._shown = None
        self.announce("notice", reading)
        return True


def _state_at(evening_state: EveningState, step: int) -> Any:
    try:
        return evening_state.state_at(step)
    except codec.BadState as error:
        _log.warning("the state of entry %d cannot be read: %s", step, error)
        text = T("How the game stood after that step is lost or cannot be read; please go to another step.")
        raise BadMove(text) from error


def _with(row: EveningRow, **changes: Any) -> EveningRow:
    return msgspec.structs.replace(row, **changes)
