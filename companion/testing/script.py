"""A scripted evening as a player reads it: who did what, and, indented below, what came of it. Parsing only.

The format is described in tests/playthroughs/README.md.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.api.readings import CardSeen, Cubes, Pressed, Reading
from companion.api.refusals import Refused
from companion.api.text import T, Text

MARKS = "-!=*?"
_HEAD = re.compile(r"(game|players|language|choose|board)\s*:\s*(.*)")
_MOVE = re.compile(r"([^>]*)>\s*(.*)")
_MARKED = re.compile(rf"\s+([{re.escape(MARKS)}])\s+(.*\S)\s*")
_COUNTS = re.compile(r"(\w+) counts (\d+|nothing)( unsure)?")
_READS = re.compile(r"camera reads (?:(card_id|numbox) )?(\S+)( unsure)?")
_BUTTON = re.compile(r"panel (next|back|repeat|scan)")


class BadScript(Refused):
    """A line of a script cannot be understood; `line` counts from 1, 0 is the whole file."""

    def __init__(self, line: int, text: Text) -> None:
        super().__init__(text)
        self.line = line


@dataclass(frozen=True)
class Expected:
    """One indented line: `-` a fact, `!` a refusal or notice, `=` a value, `*` how the game ended, `?` a prompt."""

    line: int
    mark: str
    words: str


@dataclass
class Action:
    """What somebody did, or what a sensor reported: `verb` with `args` by `by`, or `reading`."""

    line: int
    by: str
    verb: str = ""
    args: Mapping[str, str] = field(default_factory=dict)
    steps: int = 1
    reading: Reading | None = None
    expected: list[Expected] = field(default_factory=list)


@dataclass
class Script:
    """A whole script. The first of `actions` is the start. `lines` are the file's lines, what came of it standing in
    `language`."""

    lines: list[str]
    game: str = ""
    players: tuple[str, ...] = ()
    language: str = "en"
    choose: Mapping[str, str] = field(default_factory=dict)
    board: Mapping[str, str] = field(default_factory=dict)
    actions: list[Action] = field(default_factory=list)

    @property
    def checked(self) -> bool:
        """Whether it says anywhere what should come of it."""
        return any(action.expected for action in self.actions)


def parse(source: str) -> Script:
    """Read a script; `BadScript` names the first line that cannot be understood."""
    script = Script(source.splitlines())
    start = Action(1, "table", "start")
    script.actions.append(start)
    for number, line in enumerate(script.lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if line[0].isspace():
            script.actions[-1].expected.append(_expected(number, line))
        elif len(script.actions) == 1 and _HEAD.fullmatch(line.rstrip()):
            _head(script, number, line.rstrip())
            start.line = number
        else:
            script.actions.append(_action(number, line.rstrip()))
    if not script.game:
        raise BadScript(1, T("The script does not name its game; begin it with a line such as “game: frostpunk”."))
    return script


def _expected(number: int, line: str) -> Expected:
    found = _MARKED.fullmatch(line)
    if found is None:
        text = T("An indented line says what came of it and begins with one of - ! = * ? and a space.")
        raise BadScript(number, text)
    return Expected(number, found[1], found[2])


def _head(script: Script, number: int, line: str) -> None:
    found = _HEAD.fullmatch(line)
    assert found is not None
    key, value = found[1], found[2]
    if key == "game":
        script.game = value
    elif key == "players":
        script.players = tuple(name.strip() for name in value.split(","))
    elif key == "language":
        script.language = value.strip()
    elif key == "choose":
        script.choose = {**script.choose, **_pairs(number, _split(number, value))}
    else:
        script.board = {**script.board, **_pairs(number, _split(number, value))}


def _action(number: int, line: str) -> Action:
    reading = _reading(line)
    if reading is not None:
        return Action(number, line.split()[0], reading=reading)
    found = _MOVE.fullmatch(line)
    if found is None:
        text = T("This is neither a move such as “Anna> fuel coal=2” nor a reading such as “drawer counts 3”.")
        raise BadScript(number, text)
    verb, *rest = _split(number, found[2]) or [""]
    by = found[1].strip() or "table"
    if verb in ("undo", "redo"):
        return Action(number, by, verb, steps=_steps(number, rest))
    return Action(number, by, verb, _pairs(number, rest))


def _reading(line: str) -> Reading | None:
    if found := _COUNTS.fullmatch(line):
        count = None if found[2] == "nothing" else int(found[2])
        return Cubes(found[1], count, not found[3] and count is not None, 0.5 if found[3] else 1.0)
    if found := _READS.fullmatch(line):
        kind = found[1] or ("numbox" if re.fullmatch(r"\d{3}", found[2]) else "card_id")
        return CardSeen(kind, found[2], not found[3], 0.5 if found[3] else 1.0)
    if found := _BUTTON.fullmatch(line):
        return Pressed(found[1])
    return None


def _split(number: int, words: str) -> list[str]:
    try:
        return shlex.split(words)
    except ValueError as error:
        raise BadScript(number, T("A quotation mark is missing on this line.")) from error


def _pairs(number: int, words: list[str]) -> dict[str, str]:
    pairs = [word.partition("=") for word in words]
    wrong = next((name for name, sign, _ in pairs if not sign or not name), None)
    if wrong is not None:
        raise BadScript(number, T("“{word}” is no name=value.", word=wrong))
    return {name: value for name, _, value in pairs}


def _steps(number: int, words: list[str]) -> int:
    if not words:
        return 1
    if len(words) == 1 and words[0].isdecimal():
        return int(words[0])
    raise BadScript(number, T("After undo and redo only a number of steps may follow."))
