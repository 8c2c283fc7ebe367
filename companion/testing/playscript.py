"""Playing a scripted evening: `companion play FILE`, and the golden evenings of the tests."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, TextIO

from companion.api.checks import usual
from companion.api.game import Args, Ask, Game, IllegalMove, Move, Value, Whole, Words
from companion.api.refusals import Refused
from companion.api.text import T, Text, catalogue
from companion.session.owner_board import asked
from companion.session.screen import Screen, Update
from companion.session.session import Session
from companion.storage import codec
from companion.storage.log import Log
from companion.testing.script import Action, BadScript, Expected, Script, parse

LARGEST_SCRIPT = 2_000_000


@dataclass
class Came:
    """What came of an action: facts and prompts in words, refusals and notices, and how the game ended."""

    action: Action
    facts: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)
    new_prompts: list[str] = field(default_factory=list)
    ending: str | None = None
    values: dict[str, Value] = field(default_factory=dict)

    def lines(self) -> list[str]:
        """As it stands in a script, indented below the action."""
        said = [*_marked("-", self.facts), *_marked("!", self.refusals)]
        said += [f"  = {self.value_line(one.words)}" for one in self.action.expected if one.mark == "="]
        said += [] if self.ending is None else [f"  * {self.ending}"]
        return said + _marked("?", self.new_prompts)

    def value_line(self, words: str) -> str:
        """The same values as in `words` ("coal 3, heat 7"), as they are now."""
        names = [part.split()[0] for part in words.split(",") if part.strip()]
        return ", ".join(f"{name} {self.values.get(name, '(no such value)')}" for name in names)

    def differences(self) -> Iterator[tuple[int, str]]:
        """Line and sentence for whatever was expected and did not come, or was refused and nobody expected it."""
        have = {"-": list(self.facts), "!": list(self.refusals), "?": list(self.prompts)}
        have["*"] = [] if self.ending is None else [self.ending]
        for one in self.action.expected:
            if not self._came(one, have):
                went = "\n".join(self.lines() or ["  (nothing)"])
                yield one.line, f"expected “{one.mark} {one.words}”, but it went:\n{went}"
        if self.refusals and not any(one.mark == "!" for one in self.action.expected):
            yield self.action.line, f"unexpected: {self.refusals[0]}"

    def _came(self, one: Expected, have: dict[str, list[str]]) -> bool:
        if one.mark == "=":
            return self.value_line(one.words) == ", ".join(" ".join(part.split()) for part in one.words.split(","))
        left = have[one.mark]
        if one.words not in left:
            return False
        del left[: left.index(one.words) + 1]
        return True


def _marked(mark: str, sentences: list[str]) -> list[str]:
    return [f"  {mark} {' '.join(sentence.split())}" for sentence in sentences]


# --- playing ----------------------------------------------------------------------------------------------------------


class Player:
    """Plays a script in a session of its own, in a folder that is thrown away. What it leaves to chance comes the same
    each time."""

    def __init__(
        self, script: Script, games: Mapping[str, Game[Any]], log: Log, clock: Callable[[], float] | None = None
    ) -> None:
        """Without a `clock` time goes by a second a step, so that a script comes the same each time."""
        ticks = count()
        self._script = script
        self.say = catalogue(script.language).say
        self._games = games
        self.session = Session(log, games, clock=clock or (lambda: float(next(ticks))), dice=random.Random(0))
        self.updates: list[Update] = []
        self.session.subscribe(self.updates.append)

    def play(self) -> Iterator[Came]:
        """What came of each action; `BadScript` when the game cannot even be started."""
        before: list[str] = []
        for action in self._script.actions:
            came = self._came(action)
            came.new_prompts = [prompt for prompt in came.prompts if prompt not in before]
            before = came.prompts
            yield came
            if self.session.screen().evening is None:
                return

    def _came(self, action: Action) -> Came:
        came = Came(action)
        heard, shown = len(self.updates), self.session.screen().notices
        try:
            self._act(action)
        except IllegalMove as refusal:
            came.refusals.append(self.say(_refusal(refusal)))
        except BadScript:
            raise
        except Refused as refusal:
            came.refusals.append(self.say(refusal.text))
        screen = self.session.screen()
        came.facts = [self.say(fact.text) for update in self.updates[heard:] for fact in update.facts]
        came.refusals += [self.say(notice.text) for notice in screen.notices if notice not in shown]
        came.prompts = [self.say(prompt.do) for prompt in screen.prompts]
        came.ending = None if screen.ending is None else self.say(screen.ending)
        came.values = {one.ask.name: one.now for one in screen.corrections}
        return came

    def _act(self, action: Action) -> None:
        if action.reading is not None:
            self.session.report(action.reading, action.by)
        elif action.verb == "start":
            self._start()
        elif action.verb == "undo":
            self.session.undo(action.by, action.steps)
        elif action.verb == "redo":
            self.session.redo(action.by, action.steps)
        elif action.verb in ("correct", "learn"):
            self._set(action)
        else:
            asks = self._asks(action.verb)
            self.session.play(Move(action.verb, _typed(asks, action.args)), action.by)

    def _start(self) -> None:
        game = self._games.get(self._script.game)
        if game is None:
            raise BadScript(1, T("There is no game called “{name}”.", name=self._script.game))
        asks = game.setup(len(self._script.players)) if len(self._script.players) in game.seats else ()
        told = _typed(_board_asks(game, self._script.board), self._script.board)
        for name, value in told.items():
            self.session.tell_board(game.name, name, value)
        choices = {**_usual(asks), **_typed(asks, self._script.choose)}
        self.session.start(game.name, "script", self._script.players, choices, by="table")

    def _set(self, action: Action) -> None:
        game = self._games[self._script.game]
        corrections = [one.ask for one in self.session.screen().corrections]
        asks = corrections if action.verb == "correct" else _board_asks(game, action.args)
        change = self.session.correct if action.verb == "correct" else self.session.learn
        for name, value in _typed(asks, action.args).items():
            change(name, value, action.by)

    def _asks(self, verb: str) -> tuple[Ask, ...]:
        kind = self._games[self._script.game].moves.get(verb)
        return () if kind is None else kind.asks


def _board_asks(game: Game[Any], names: Iterable[str]) -> list[Ask]:
    """What is asked for under these names; unknown ones are left out, and refused when they are told."""
    return [ask for ask in (asked(game, name) for name in names) if ask is not None]


def _usual(asks: Iterable[Ask]) -> Args:
    """What the setup asks and the script does not say: the usual answers."""
    values = {ask.name: usual(ask) for ask in asks}
    return {name: value for name, value in values.items() if value is not None}


def _typed(asks: Iterable[Ask], args: Mapping[str, str]) -> Args:
    """Numbers where numbers are asked for, lines where lines are; words stay words, card codes such as 017 too."""
    wanted = {ask.name: ask for ask in asks}
    return {name: _value(wanted.get(name), value) for name, value in args.items()}


def _value(ask: Ask | None, value: str) -> Value:
    if isinstance(ask, Whole) and _is_number(value):
        return int(value)
    return value.replace(r"\n", "\n") if isinstance(ask, Words) and ask.lines else value


def _is_number(value: str) -> bool:
    return value.removeprefix("-").isdecimal() and len(value) < 16


def _refusal(refusal: IllegalMove) -> Text:
    if refusal.page is None:
        return refusal.text
    return T("{sentence} (p. {page})", sentence=refusal.text, page=refusal.page)


@contextmanager
def playing(
    script: Script, games: Mapping[str, Game[Any]], clock: Callable[[], float] | None = None
) -> Iterator[Player]:
    """A player of the script, whose log is thrown away afterwards."""
    with tempfile.TemporaryDirectory(prefix="companion-script-") as folder:
        log = Log(Path(folder), durable=False)
        try:
            yield Player(script, games, log, clock)
        finally:
            log.close()


def rewrite(source: str, games: Mapping[str, Game[Any]], look: Callable[[Screen], object] | None = None) -> str:
    """The script with everything that came of it as it really comes now; moves, comments and empty lines stay. `look`
    is shown the screen after each action."""
    script = parse(source)
    came: dict[int, list[str]] = {}
    with playing(script, games) as player:
        for one in player.play():
            came[one.action.line] = one.lines()
            if look is not None:
                look(player.session.screen())
    dropped = {expected.line for action in script.actions for expected in action.expected}
    lines: list[str] = []
    for number, line in enumerate(script.lines, 1):
        if number not in dropped:
            lines.append(line.rstrip())
        lines += came.get(number, [])
    return "\n".join(lines) + "\n"


# --- companion play ---------------------------------------------------------------------------------------------------


def play_file(path: Path, out: TextIO, err: TextIO, games: Mapping[str, Game[Any]]) -> int:
    """Play a script and print its facts and the final state as JSON.

    0 when all went well; 1 when something was refused or went otherwise than the script says (told on `err`); 2 when
    the script cannot be read or understood.
    """
    try:
        script = parse(_read(path))
        with playing(script, games) as player:
            differences = [one for came in player.play() for one in came.differences()]
            json.dump(_report(player), out, ensure_ascii=False, indent=1)
            out.write("\n")
    except BadScript as error:
        err.write(f"{path}:{error.line}: {error.text}\n" if error.line else f"{path}: {error.text}\n")
        return 2
    for line, sentence in differences:
        err.write(f"{path}:{line}: {sentence}\n")
    return 1 if differences else 0


def _read(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadScript(0, T("The file cannot be read: {reason}.", reason=str(error.strerror))) from error
    if len(data) > LARGEST_SCRIPT:
        raise BadScript(0, T("The file is too large to be a script."))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadScript(0, T("This is no text file in UTF-8.")) from error


def _report(player: Player) -> dict[str, Any]:
    screen = player.session.screen()
    undone = {step.number for step in _whole_history(player.session, screen) if step.undone}
    return {
        "game": None if screen.evening is None else screen.evening.game,
        "players": [] if screen.evening is None else screen.evening.players,
        "facts": [fact for update in player.updates for fact in _facts(update, undone, player.say)],
        "ending": None if screen.ending is None else player.say(screen.ending),
        "state": json.loads(codec.encode(player.session.state())),
    }


def _whole_history(session: Session, screen: Screen) -> list[Any]:
    return [] if screen.evening is None else session.history(count=10**9)


def _facts(update: Update, undone: set[int], say: Callable[[Text], str]) -> list[dict[str, Any]]:
    step = update.step
    if step is None:
        return []
    return [
        {"step": step.number, "by": step.by, "name": fact.name, "args": dict(fact.args), "text": say(fact.text)}
        | ({"undone": True} if step.number in undone else {})
        for fact in update.facts
    ]
