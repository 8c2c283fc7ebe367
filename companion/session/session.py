"""One evening at a time: the only writer. It plays moves and readings, keeps the log, and tells the listeners."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import RLock
from typing import Any

from companion.api.checks import check_args, check_value, shown
from companion.api.game import Adjustable, Args, Game, IllegalMove, Move, Table, Value
from companion.api.readings import CardSeen, CardUnread, Cubes, Pressed, Reading
from companion.api.refusals import BadFile, BadMove, NotSaved, Refused
from companion.api.text import N, T, Text
from companion.session import archive, board_facts
from companion.session.answers import Answer, answer_card, answer_cubes, answer_next, answer_unread
from companion.session.chance import drawn
from companion.session.chronicle import Chronicle, chronicle
from companion.session.evening_state import Sitting, evening_of, what_changed
from companion.session.open_evening import Books, guarded
from companion.session.players import check_evening_name, check_players, check_who, new_evening
from companion.session.screen import Evening, Listener, Notice, Screen, Step, VersionConflict
from companion.storage.log import Log, kept

__all__ = ["BadFile", "BadMove", "NotSaved", "Refused", "Session", "VersionConflict"]


class Session:
    """The evening that is open, and the others that are kept. Every method may be called from any thread.

    What is refused raises (`BadMove`, `VersionConflict`, `NotSaved`, `BadFile`, and the game's `IllegalMove`, each with
    one sentence in `text`), changes nothing and tells nobody. Everything else is on disk before anybody hears of it.
    The evening that was open last is open again after a restart.
    """

    def __init__(
        self,
        log: Log,
        games: Mapping[str, Game[Any]],
        clock: Callable[[], float] = time.time,
        dice: random.Random | None = None,
    ) -> None:
        """`dice` draw what a move leaves to chance; none given: the system's own."""
        self._log = log
        self._lock = RLock()
        self._books = Books(log, games, clock, dice or random.SystemRandom())
        self._books.reopen()

    # --- what is shown ------------------------------------------------------------------------------------------------

    def screen(self) -> Screen:
        """All that anybody may be shown now."""
        with self._lock:
            return self._books.screen()

    def history(self, before: int | None = None, count: int = 50) -> list[Step]:
        """Steps of the open evening with numbers below `before`, newest first."""
        with self._lock:
            sitting = self._books.opened()
            end = sitting.course.last + 1
            return sitting.history(end if before is None else min(before, end), count)

    def state(self) -> Any:
        """The present state of the open evening, for tools and tests; None when none is open."""
        with self._lock:
            return None if self._books.sitting is None else self._books.sitting.state

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell `listener` of every change from now on, in order; the returned function ends it.

        It is called outside of the session's lock, by whichever thread is telling, and should return soon.
        """
        return self._books.telling.subscribe(listener)

    @contextmanager
    def _changing(self) -> Iterator[Books]:
        """Hold the lock, and tell the listeners once it is let go."""
        try:
            with self._lock:
                yield self._books
        finally:
            self._books.telling.tell()

    # --- evenings -----------------------------------------------------------------------------------------------------

    def evenings(self, forgotten: bool = False) -> list[Evening]:
        """The evenings that are kept, newest first; or those that were forgotten."""
        rows = [row for row in self._log.evenings() if bool(row.forgotten) == forgotten]
        return [evening_of(row) for row in sorted(rows, key=lambda row: row.started, reverse=True)]

    def evening_written(self, seq: int) -> Evening | None:
        """The evening that the write of this number began, took in or changed; None where it changed since."""
        row = self._log.evening_of(seq)
        return None if row is None else evening_of(row)

    def start(self, game: str, name: str, players: Sequence[str], choices: Args, by: str) -> Screen:
        """Begin a new evening and open it. `players` sit clockwise; `choices` answer the game's setup."""
        by, name = check_who(by), check_evening_name(name)
        with self._changing() as books:
            rules = books.game(game)
            seats = check_players(rules, players)
            with guarded("setup"):
                chosen = check_args(rules.setup(len(seats)), choices)
            table = Table(players=seats, choices=chosen, board=books.board.known(rules))
            with guarded("start"):
                outcome = rules.start(table)
            sitting = Sitting(self._log, rules, new_evening(rules, name, table, books.clock()))
            label = N("Began with {n} player", "Began with {n} players", len(seats))
            books.outcome(sitting, "start", label, by, outcome, rows=[kept("session", "open", sitting.row.id)])
            return books.screen()

    def open(self, evening: str) -> Screen:
        """Go on with an evening, exactly where it stood."""
        with self._changing() as books:
            books.open(evening)
            books.announce("open")
            return books.screen()

    def close(self) -> Screen:
        """Leave the open evening; it is kept."""
        with self._changing() as books:
            books.leave()
            books.announce("close")
            return books.screen()

    def rename(self, evening: str, name: str) -> Screen:
        """Give an evening another name."""
        with self._changing() as books:
            books.change_row(evening, "rename", name=check_evening_name(name))
            return books.screen()

    def forget(self, evening: str) -> Screen:
        """Take an evening out of the list. It stays in the log, and `remember` brings it back."""
        with self._changing() as books:
            books.change_row(evening, "forget", forgotten=1)
            if books.sitting is not None and books.sitting.row.id == evening:
                books.leave()
                books.announce("close")
            return books.screen()

    def remember(self, evening: str) -> Screen:
        """Put a forgotten evening back into the list."""
        with self._changing() as books:
            books.change_row(evening, "remember", forgotten=0)
            return books.screen()

    def chronicle(self, evening: str | None = None) -> Chronicle:
        """The story of an evening, or of the open one; `BadMove` where its game tells none."""
        with self._lock:
            sitting = self._books.opened() if evening is None else self._books.sitting_of(evening)
            with guarded("tell the story"):
                return chronicle(sitting)

    def export(self, evening: str) -> bytes:
        """An evening as one JSON file: its steps, their states, and what is known of the game's board."""
        with self._lock:
            return archive.export(self._log, self._books.row(evening), self._books.board)

    def import_(self, data: bytes, by: str) -> Evening:
        """Keep an exported evening as a new one, not yet opened. `BadFile` says what is wrong; then nothing is kept."""
        check_who(by)
        with self._changing() as books:
            row, rows = archive.unpack(data, books.games, books.board)
            self._log.write(row, *rows)
            books.announce("import")
            return evening_of(row)

    # --- steps --------------------------------------------------------------------------------------------------------

    def play(self, move: Move, by: str, seen: int | None = None) -> Screen:
        """Play a move. `seen` is the `version` of the screen that it was made for; another one is `VersionConflict`."""
        by = check_who(by)
        with self._changing() as books:
            _play(books, self._seen(seen, by), move, by)
            return books.screen()

    def correct(self, name: str, value: Value, by: str, seen: int | None = None, weighed: bool = False) -> Screen:
        """Set one of the screen's `adjustables` by hand, or, `weighed`, to what the scale has counted."""
        by = check_who(by)
        with self._changing() as books:
            sitting = self._seen(seen, by)
            ask = _adjustable(books.face.adjustables, name).ask
            value = check_value(ask, value)
            with guarded(f"correct {name}"):
                outcome = sitting.game.correct(sitting.state, name, value)
            said = board_facts.words(ask, value)
            by_hand = T("Set by hand: {what} is {value}", what=ask.label, value=said)
            label = T("The scale says: {what} is {value}", what=ask.label, value=said) if weighed else by_hand
            books.outcome(sitting, "correct", label, by, outcome, Move("correct", {"name": name, "value": value}))
            return books.screen()

    def learn(self, name: str, value: Value, by: str, seen: int | None = None) -> Screen:
        """Tell the open game something that only the owner's board shows; it is kept for later evenings, too."""
        return self.learn_all({name: value}, by, seen)

    def learn_all(self, values: Mapping[str, Value | None], by: str, seen: int | None = None) -> Screen:
        """Tell the open game several such things in one step, all or none; None: what was told is unknown again."""
        by = check_who(by)
        with self._changing() as books:
            sitting = self._seen(seen, by)
            board_facts.check_count(values)
            values = books.board.check(sitting.game, values)
            outcome = board_facts.told(sitting.game, sitting.state, values)
            label, move = board_facts.label(sitting.game, values), board_facts.move(values)
            books.outcome(sitting, "learn", label, by, outcome, move, told=values)
            return books.screen()

    def board(self, game: str) -> dict[str, Value]:
        """What is known of the owner's board of a game, by name."""
        with self._lock:
            return self._books.board.known(self._books.game(game))

    def told(self, game: str) -> dict[str, Value]:
        """What the owner has told of it, by name."""
        with self._lock:
            return self._books.board.told(self._books.game(game).name)

    def tell_board(self, game: str, name: str, value: Value) -> Screen:
        """Keep a board fact for later evenings; an open evening goes on without it."""
        return self.tell_board_all(game, {name: value})

    def tell_board_all(self, game: str, values: Mapping[str, Value | None]) -> Screen:
        """Keep several board facts for later evenings, all or none; None: what was told is unknown again."""
        with self._changing() as books:
            rules = books.game(game)
            board_facts.check_count(values)
            self._log.write(*books.board.rows(rules, books.board.check(rules, values)))
            books.announce("board")
            return books.screen()

    def undo(self, by: str, steps: int = 1, seen: int | None = None) -> Screen:
        """Leave the last steps out of the game; they stay in the history, and `redo` brings them back."""
        by = check_who(by)
        with self._changing() as books:
            _undo(books, self._seen(seen, by), by, steps)
            return books.screen()

    def redo(self, by: str, steps: int = 1, seen: int | None = None) -> Screen:
        """Bring steps back that were undone, as long as nothing else was played since."""
        by = check_who(by)
        with self._changing() as books:
            course = self._seen(seen, by).course
            _check_steps(steps, course.can_redo, T("There is nothing to bring back."))
            numbers = course.redoable[: -steps - 1 : -1]
            books.move_head("redo", numbers[-1], numbers, by)
            return books.screen()

    def _seen(self, seen: int | None, by: str) -> Sitting:
        """The open evening; `VersionConflict` when it is not, or no longer, what the caller saw."""
        books = self._books
        version = 0 if books.sitting is None else books.sitting.version
        if isinstance(seen, bool) or not (seen is None or isinstance(seen, int)):
            raise BadMove(T("“{field}” must be a whole number, not “{value}”.", field="seen", value=shown(seen)))
        if seen is not None and seen != version:
            raise VersionConflict(what_changed(books.sitting, seen, by), books.screen())
        return books.opened()

    # --- sensors ------------------------------------------------------------------------------------------------------

    def report(self, reading: Reading, by: str) -> Screen | None:
        """Take a sensor's reading: play what a prompt expects of it, or show a notice. None when nothing changed.

        Never raises for what was read: devices only report.
        """
        with self._changing() as books:
            return books.screen() if _heed(books, reading, check_who(by)) else None


def _heed(books: Books, reading: Reading, by: str) -> bool:
    if isinstance(reading, Pressed) and reading.button in ("repeat", "scan"):
        books.announce(reading.button, reading)
        return False
    answer = _answer(books, reading)
    try:
        if isinstance(reading, Pressed) and reading.button == "back":
            _undo(books, books.opened(), by, 1, reading)
            return True
        if answer.move is not None:
            _play(books, books.opened(), answer.move, by, reading)
            return True
    except IllegalMove as refusal:
        notice = Notice(name=answer.name, text=refusal.text, rule=refusal.rule, page=refusal.page)
        return books.note(answer.name, notice, reading)
    except Refused as refusal:
        return books.note(answer.name, Notice(name=answer.name, text=refusal.text), reading)
    return books.note(answer.name, answer.notice, reading)


def _answer(books: Books, reading: Reading) -> Answer:
    if isinstance(reading, Cubes):
        return answer_cubes(books.face.prompts, reading)
    if isinstance(reading, CardSeen):
        return answer_card(books.face.prompts, reading)
    if isinstance(reading, CardUnread):
        return answer_unread(books.face.prompts, reading)
    return answer_next(books.face.prompts, reading)


def _play(books: Books, sitting: Sitting, move: Move, by: str, reading: Reading | None = None) -> None:
    kind = sitting.game.moves.get(move.name) if isinstance(move.name, str) else None
    if kind is None:
        raise BadMove(T("This game has no move called “{name}”.", name=shown(move.name)))
    with guarded(f"chance in {move.name}"):
        given = drawn(kind.asks, books.face.prompts, move, books.dice) if isinstance(move.args, Mapping) else move.args
    args = check_args(kind.asks, given)
    with guarded(f"move {move.name}"):
        outcome = kind.play(sitting.state, args)
        label = kind.label(args)
    books.outcome(sitting, "move", label, by, outcome, Move(move.name, args), reading)


def _undo(books: Books, sitting: Sitting, by: str, steps: int, reading: Reading | None = None) -> None:
    course = sitting.course
    _check_steps(steps, course.can_undo, T("There is nothing to undo."))
    numbers = course.chain[: -steps - 1 : -1]
    books.move_head("undo", course.chain[-1 - steps], numbers, by, reading)


# --- checks -----------------------------------------------------------------------------------------------------------


def _check_steps(steps: object, most: int, none: Text) -> None:
    if isinstance(steps, bool) or not isinstance(steps, int) or steps < 1:
        raise BadMove(T("The number of steps must be 1 or more."))
    if most == 0:
        raise BadMove(none)
    if steps > most:
        raise BadMove(N("Only {n} step can be taken.", "Only {n} steps can be taken.", most))


def _adjustable(adjustables: Sequence[Adjustable], name: object) -> Adjustable:
    for one in adjustables:
        if one.ask.name == name:
            return one
    raise BadMove(T("Nothing called “{name}” can be set by hand now.", name=shown(name)))
