"""One evening at a time: the only writer. It plays moves and readings, keeps the log, and tells the listeners."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from threading import RLock
from typing import Any

from companion.api.checks import check_args, shown, usual
from companion.api.game import Args, Game, IllegalMove, Move, Table, Value
from companion.api.readings import CardSeen, CardUnread, Cubes, Pressed, Reading
from companion.api.refusals import BadFile, BadMove, NotSaved, Refused
from companion.api.text import N, T, Text
from companion.session import archive, board_facts, corrections
from companion.session.answers import (
    Answer,
    answer_card,
    answer_cubes,
    answer_next,
    answer_several,
    answer_typed,
    answer_unread,
    card_questions,
)
from companion.session.chance import drawn
from companion.session.chronicle import Chronicle, chronicle
from companion.session.evening_state import EveningState, evening_of, standing, what_changed
from companion.session.open_evening import OpenEvening, guarded
from companion.session.players import check_evening_name, check_players, check_who, new_evening
from companion.session.screen import Evening, HistoryStep, Listener, Notice, Screen, Standing, VersionConflict
from companion.storage import codec
from companion.storage.log import Log, kept
from companion.storage.tables import EntryRow, EveningRow, Row

__all__ = ["BadFile", "BadMove", "NotSaved", "Refused", "Session", "VersionConflict"]

STANDINGS_KEPT = 100


class Session:
    """The evening that is open, and the others that are kept. Every method may be called from any thread.

    What is refused raises (`BadMove`, `VersionConflict`, `NotSaved`, `BadFile`, and the game's `IllegalMove`, each with
    one sentence in `text`), changes nothing and tells nobody. Everything else is on disk before anybody hears of it;
    what is done within `Log.for_tap` once `Log.sync` returns, which is called before anything is sent to anybody.
    The evening that was open last is open again after a restart.
    """

    def __init__(
        self,
        log: Log,
        games: Mapping[str, Game[Any]],
        clock: Callable[[], float] = time.time,
        dice: random.Random | None = None,
        reopen: bool = True,
    ) -> None:
        """`dice` draw what a move leaves to chance; none given: the system's own. Without `reopen` no evening is open
        at first."""
        self._log = log
        self._lock = RLock()
        self._open_evening = OpenEvening(log, games, clock, dice or random.SystemRandom())
        if reopen:
            self._open_evening.reopen()
        self._revealed: tuple[object, frozenset[str]] | None = None  # of which state, so that it is worked out once
        self._standings: dict[str, tuple[object, Standing | None]] = {}

    # --- what is shown ------------------------------------------------------------------------------------------------

    @property
    def head(self) -> int:
        """The number of the step whose state is the present one, for tools and tests; 0 when no evening is open."""
        with self._lock:
            evening_state = self._open_evening.evening_state
            return 0 if evening_state is None else evening_state.timeline.head

    def screen(self) -> Screen:
        """All that anybody may be shown now."""
        with self._lock:
            return self._open_evening.screen()

    def history(self, before: int | None = None, count: int = 50) -> list[HistoryStep]:
        """Steps of the open evening with numbers below `before`, newest first."""
        with self._lock:
            evening_state = self._open_evening.opened()
            end = evening_state.timeline.last + 1
            return evening_state.history(end if before is None else min(before, end), count)

    def state(self) -> Any:
        """The present state of the open evening, for tools and tests; None when none is open."""
        with self._lock:
            return None if self._open_evening.evening_state is None else self._open_evening.evening_state.state

    def revealed(self, game: str) -> frozenset[str]:
        """The codes of hidden cards that the open evening has revealed; none while it is of another game."""
        with self._lock:
            evening_state = self._open_evening.evening_state
            if evening_state is None or evening_state.game.name != game or evening_state.game.revealed is None:
                return frozenset()
            if self._revealed is None or self._revealed[0] is not evening_state.state:
                with guarded("say what is revealed"):
                    self._revealed = evening_state.state, evening_state.game.revealed(evening_state.state)
            return self._revealed[1]

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell `listener` of every change from now on, in order; the returned function ends it.

        It is called outside of the session's lock, by whichever thread is telling, and should return soon.
        """
        return self._open_evening.event_bus.subscribe(listener)

    @contextmanager
    def _changing(self) -> Iterator[OpenEvening]:
        """Hold the lock, and tell the listeners once it is let go."""
        try:
            with self._lock:
                yield self._open_evening
        finally:
            self._open_evening.event_bus.deliver()

    # --- evenings -----------------------------------------------------------------------------------------------------

    def evenings(self, forgotten: bool = False) -> list[Evening]:
        """The evenings that are kept, newest first; or those that were forgotten."""
        rows = [row for row in self._log.evenings() if bool(row.forgotten) == forgotten]
        return [evening_of(row) for row in sorted(rows, key=lambda row: row.started, reverse=True)]

    def evening_written(self, seq: int) -> Evening | None:
        """The evening that the write of this number began, took in or changed; None where it changed since."""
        row = self._log.evening_of(seq)
        return None if row is None else evening_of(row)

    def standing(self, evening: str) -> Standing | None:
        """Where an evening stands; None where it cannot be read. Remembered of a hundred, until they go on: a list asks
        for many."""
        with self._lock:
            row = self._open_evening.row(evening)
            key = (self._log.last_write(evening), row.forgotten)
            found = self._standings.get(evening)
            if found is None or found[0] != key:
                found = self._standings[evening] = (key, self._stands(evening))
                if len(self._standings) > STANDINGS_KEPT:
                    del self._standings[next(iter(self._standings))]
            return found[1]

    def _stands(self, evening: str) -> Standing | None:
        try:
            evening_state = self._open_evening.evening_state_of(evening)
            with guarded("say where it stands"):
                return standing(evening_state)
        except BadMove:
            return None

    def again(self, evening: str, by: str) -> Screen:
        """Begin a new evening as this one began: the same game, players and answers to what is asked at the start."""
        with self._lock:
            row = self._open_evening.row(evening)
            was, rules = evening_of(row), self._open_evening.game(row.game)
            chosen = codec.values(row.choices)
            with guarded("setup"):
                asks = rules.setup(len(was.players))
        answers = {ask.name: chosen.get(ask.name, usual(ask)) for ask in asks}
        choices = {name: one for name, one in answers.items() if one is not None}
        return self.start(was.game, was.name, was.players, choices, by)

    def start(self, game: str, name: str, players: Sequence[str], choices: Args, by: str) -> Screen:
        """Begin a new evening and open it. `players` sit clockwise; `choices` answer the game's setup."""
        by, name = check_who(by), check_evening_name(name)
        with self._changing() as current:
            rules = current.game(game)
            seats = check_players(rules, players)
            with guarded("setup"):
                chosen = check_args(rules.setup(len(seats)), choices)
            table = Table(players=seats, choices=chosen, board=current.board.known(rules))
            with guarded("start"):
                outcome = rules.start(table)
            evening_state = EveningState(self._log, rules, new_evening(rules, name, table, current.clock()))
            label = N("Began with {n} player", "Began with {n} players", len(seats))
            current.outcome(
                evening_state, "start", label, by, outcome, rows=[kept("session", "open", evening_state.row.id)]
            )
            return current.screen()

    def open(self, evening: str) -> Screen:
        """Go on with an evening, exactly where it stood."""
        with self._changing() as current:
            current.open(evening)
            current.announce("open")
            return current.screen()

    def close(self) -> Screen:
        """Leave the open evening; it is kept."""
        with self._changing() as current:
            current.leave()
            current.announce("close")
            return current.screen()

    def rename(self, evening: str, name: str) -> Screen:
        """Give an evening another name."""
        with self._changing() as current:
            current.change_row(evening, "rename", name=check_evening_name(name))
            return current.screen()

    def forget(self, evening: str) -> Screen:
        """Take an evening out of the list. It stays in the log, and `remember` brings it back."""
        with self._changing() as current:
            current.change_row(evening, "forget", forgotten=1)
            if current.evening_state is not None and current.evening_state.row.id == evening:
                current.leave()
                current.announce("close")
            return current.screen()

    def remember(self, evening: str) -> Screen:
        """Put a forgotten evening back into the list."""
        with self._changing() as current:
            current.change_row(evening, "remember", forgotten=0)
            return current.screen()

    def chronicle(self, evening: str | None = None) -> Chronicle:
        """The story of an evening, or of the open one; `BadMove` where its game tells none."""
        with self._lock:
            told = self._open_evening.opened().row.id if evening is None else evening
            alone = self._open_evening.evening_state_of(told, alone=True)
        with guarded("tell the story"):
            return chronicle(alone)

    def export(self, evening: str) -> bytes:
        """An evening as one JSON file: its steps, their states, and what is known of the game's board."""
        with self._lock:
            row, length = self._open_evening.row(evening), self._log.lengths().get(evening, 0)
        return archive.export(self._log, row, length, self._open_evening.board)

    def import_(self, data: archive.Buffer, by: str) -> Evening:
        """Keep an exported evening as a new one, not yet opened. `BadFile` says what is wrong; then nothing is kept."""
        check_who(by)
        with self._changing() as current:
            row, rows = archive.unpack(data, current.games, current.board)
            self._log.write(row, *rows)
            current.announce("import")
            return evening_of(row)

    def check_file(self, data: archive.Buffer) -> None:
        """Whether `import_` would take such a file; `BadFile` says what is wrong with it."""
        archive.unpack(data, self._open_evening.games, self._open_evening.board)

    def take_in(self, row: EveningRow, entries: Sequence[EntryRow], *more: Row) -> Screen:
        """Keep an evening with its own id, or what was played of it at another table since, and open it; `more` is kept
        with it. The entries follow on those that are here, and have been checked: see `check_file`."""
        with self._changing() as current:
            if current.evening_state is not None and current.evening_state.row.id == row.id:
                raise BadMove(T("“{name}” is open here as it was before; put it away first.", name=row.name))
            here = self._log.lengths().get(row.id, 0)
            if entries and entries[0].number != here + 1:
                raise BadMove(T("This evening went on here meanwhile; please try again."))
            self._log.write(row, *entries, *more)
            current.open(row.id)
            current.announce("open")
            return current.screen()

    def notify(self, notice: Notice) -> None:
        """Show a notice, until another one of its name, or the step that ends it (see `Notice`)."""
        with self._changing() as current:
            current.note(notice.name, notice, None)

    # --- steps --------------------------------------------------------------------------------------------------------

    def play(self, move: Move, by: str, seen: int | None = None) -> Screen:
        """Play a move. `seen` is the `version` of the screen that it was made for; another one is `VersionConflict`."""
        by = check_who(by)
        with self._changing() as current:
            _play(current, _seen(current, seen, by), move, by)
            return current.screen()

    def correct(self, name: str, value: Value, by: str, seen: int | None = None, weighed: bool = False) -> Screen:
        """Set one of the screen's `corrections` by hand, or, `weighed`, to what the scale has counted."""
        return self._correct({name: value}, by, seen, weighed)

    def correct_all(self, values: Mapping[str, Value], by: str, seen: int | None = None) -> Screen:
        """Set several of them in one step, all or none; the refusal's `field` is the one that does not fit."""
        return self._correct(values, by, seen, weighed=False)

    def _correct(self, values: Mapping[str, Value], by: str, seen: int | None, weighed: bool) -> Screen:
        by = check_who(by)
        with self._changing() as current:
            evening_state = _seen(current, seen, by)
            outcome = corrections.outcome(evening_state.game, evening_state.state, values)
            label = corrections.label(current.game_screen.corrections, values, weighed)
            current.outcome(evening_state, "correct", label, by, outcome, corrections.move(values))
            return current.screen()

    def learn(self, name: str, value: Value, by: str, seen: int | None = None) -> Screen:
        """Tell the open game something that only the owner's board shows; it is kept for later evenings, too."""
        return self.learn_all({name: value}, by, seen)

    def learn_all(self, values: Mapping[str, Value | None], by: str, seen: int | None = None) -> Screen:
        """Tell the open game several such things in one step, all or none; None: what was told is unknown again."""
        by = check_who(by)
        with self._changing() as current:
            evening_state = _seen(current, seen, by)
            board_facts.check_count(values)
            values = current.board.check(evening_state.game, values)
            outcome = board_facts.told(evening_state.game, evening_state.state, values)
            label, move = board_facts.label(evening_state.game, values), board_facts.move(values)
            current.outcome(evening_state, "learn", label, by, outcome, move, told=values)
            return current.screen()

    def board(self, game: str) -> dict[str, Value]:
        """What is known of the owner's board of a game, by name."""
        with self._lock:
            return self._open_evening.board.known(self._open_evening.game(game))

    def told(self, game: str) -> dict[str, Value]:
        """What the owner has told of it, by name."""
        with self._lock:
            return self._open_evening.board.told(self._open_evening.game(game).name)

    def tell_board(self, game: str, name: str, value: Value) -> Screen:
        """Keep a board fact for later evenings; an open evening goes on without it."""
        return self.tell_board_all(game, {name: value})

    def tell_board_all(self, game: str, values: Mapping[str, Value | None]) -> Screen:
        """Keep several board facts for later evenings, all or none; None: what was told is unknown again."""
        with self._changing() as current:
            rules = current.game(game)
            board_facts.check_count(values)
            self._log.write(*current.board.rows(rules, current.board.check(rules, values)))
            current.announce("board")
            return current.screen()

    def undo(self, by: str, steps: int = 1, seen: int | None = None) -> Screen:
        """Leave the last steps out of the game; they stay in the history, and `redo` brings them back."""
        by = check_who(by)
        with self._changing() as current:
            _undo(current, _seen(current, seen, by), by, steps)
            return current.screen()

    def redo(self, by: str, steps: int = 1, seen: int | None = None) -> Screen:
        """Bring steps back that were undone, as long as nothing else was played since."""
        by = check_who(by)
        with self._changing() as current:
            timeline = _seen(current, seen, by).timeline
            _check_steps(steps, timeline.can_redo, T("There is nothing to bring back."))
            numbers = timeline.redoable[: -steps - 1 : -1]
            current.move_head("redo", numbers[-1], numbers, by)
            return current.screen()

    # --- sensors ------------------------------------------------------------------------------------------------------

    def report(self, reading: Reading, by: str, prompt: str | None = None, seen: int | None = None) -> Screen | None:
        """Take a sensor's reading: play what a prompt expects of it, or show a notice. None when nothing changed.

        A reading that was made for a `prompt`, by its name, answers no other that was asked meanwhile; a press that was
        made for the screen of version `seen` counts for no other. Never raises for what was read: devices only report.
        """
        with self._changing() as current:
            if prompt is not None and prompt not in {one.name for one in current.game_screen.prompts[:1]}:
                return None
            return current.screen() if _heed(current, reading, check_who(by), seen) else None

    def report_photo(self, readings: Sequence[CardSeen], by: str, seen: int | None = None) -> CardSeen | None:
        """Take what was read in one photo, at least one card, as `report` does: the one that is asked for, whichever of
        them it is. Where several may be it, or it is only asked for since the screen of version `seen`, it is asked
        about. The card that was played; None when none was."""
        with self._changing() as current:
            prompts = current.game_screen.prompts
            fitting = [one for one in readings if one.sure and card_questions(prompts, one)]
            if len(fitting) > 1:
                current.note("card", answer_several(prompts, fitting), None)
                return None
            one, before = next(iter(fitting or readings)), current.screen().version
            early = current.early_cards.is_early(prompts, one, seen)
            _heed(current, replace(one, early=True) if early else one, check_who(by), None)
            return one if current.screen().version != before else None

    def misread(self, code: str, right: str = "") -> None:
        """Somebody says that no card of this code was seen: it is asked about no more. Where one of the code `right`
        (empty: none) is asked for, that is offered for one tap: it may have lain there for an earlier question."""
        with self._changing() as current:
            current.early_cards.misread(code)
            notice = current.notices.get("card")
            if notice is not None and notice.code == code:
                current.note("card", None, None)
            offered = answer_typed(current.game_screen.prompts, right) if right else None
            if offered is not None:
                current.note("card", offered, None)


def _seen(current: OpenEvening, seen: int | None, by: str) -> EveningState:
    """The open evening; `VersionConflict` when it is not, or no longer, what the caller saw."""
    version = 0 if current.evening_state is None else current.evening_state.version
    if isinstance(seen, bool) or not (seen is None or isinstance(seen, int)):
        raise BadMove(T("“{field}” must be a whole number, not “{value}”.", field="seen", value=shown(seen)))
    if seen is not None and seen != version:
        raise VersionConflict(what_changed(current.evening_state, seen, by), current.screen())
    return current.opened()


def _heed(current: OpenEvening, reading: Reading, by: str, seen: int | None) -> bool:
    if isinstance(reading, Pressed) and reading.button in ("repeat", "scan"):
        current.announce(reading.button, reading)
        return False
    answer = _answer(current, reading)
    if isinstance(reading, CardSeen):
        current.early_cards.saw(reading, answer.move is not None, current.clock())
    elif isinstance(reading, CardUnread):
        unread, current.unread = current.unread, answer.notice
        if not reading.trouble and current.notices.get(answer.name) != unread:
            return False  # what is told by now is of something else
    try:
        if seen is not None:
            _seen(current, seen, by)
        if isinstance(reading, Pressed) and reading.button == "back":
            _undo(current, current.opened(), by, 1, reading)
            return True
        if answer.move is not None:
            _play(current, current.opened(), answer.move, by, reading)
            return True
    except IllegalMove as refusal:
        notice = Notice(name=answer.name, text=refusal.text, rule=refusal.rule, page=refusal.page)
        return current.note(answer.name, notice, reading)
    except Refused as refusal:
        return current.note(answer.name, Notice(name=answer.name, text=refusal.text), reading)
    return current.note(answer.name, answer.notice, reading)


def _answer(current: OpenEvening, reading: Reading) -> Answer:
    if isinstance(reading, Cubes):
        return answer_cubes(current.game_screen.prompts, reading)
    if isinstance(reading, CardSeen):
        return answer_card(current.game_screen.prompts, reading)
    if isinstance(reading, CardUnread):
        return answer_unread(current.game_screen.prompts, reading)
    return answer_next(current.game_screen.prompts, reading)


def _play(
    current: OpenEvening, evening_state: EveningState, move: Move, by: str, reading: Reading | None = None
) -> None:
    kind = evening_state.game.moves.get(move.name) if isinstance(move.name, str) else None
    if kind is None:
        raise BadMove(T("This game has no move called “{name}”.", name=shown(move.name)))
    with guarded(f"chance in {move.name}"):
        given = (
            drawn(kind.asks, current.game_screen.prompts, move, current.dice)
            if isinstance(move.args, Mapping)
            else move.args
        )
    args = check_args(kind.asks, given)
    with guarded(f"move {move.name}"):
        outcome = kind.play(evening_state.state, args)
        label = kind.said(evening_state.state, args)
    current.outcome(evening_state, "move", label, by, outcome, Move(move.name, args), reading)


def _undo(
    current: OpenEvening, evening_state: EveningState, by: str, steps: int, reading: Reading | None = None
) -> None:
    timeline = evening_state.timeline
    _check_steps(steps, timeline.can_undo, T("There is nothing to undo."))
    numbers = timeline.chain[: -steps - 1 : -1]
    current.move_head("undo", timeline.chain[-1 - steps], numbers, by, reading)


# --- checks -----------------------------------------------------------------------------------------------------------


def _check_steps(steps: object, most: int, none: Text) -> None:
    if isinstance(steps, bool) or not isinstance(steps, int) or steps < 1:
        raise BadMove(T("The number of steps must be 1 or more."))
    if most == 0:
        raise BadMove(none)
    if steps > most:
        raise BadMove(N("Only {n} step can be taken.", "Only {n} steps can be taken.", most))
