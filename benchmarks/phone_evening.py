"""How long each tap of a whole evening takes from one phone until it is on disk and all of 20 phones have it.

    .venv/bin/python benchmarks/phone_evening.py EVENING [--phones N] [--folder F] [--as pi4|zero2w [--cores all]]

`EVENING` is a golden evening (`tests/playthroughs`): every move, correction and step back of it is made by a phone over
real HTTP, as in `benchmarks/phones.py`, from its start to its end; what devices read in it comes by itself, and is not
measured, nor is a tap that the game refuses. What is printed: the middle and the slowest of all taps, how many of them
took longer than the goal of 30 ms, and the same for every question that was answered five times or more.
`--as pi4` slows the companion, not the phones, by a control group (`benchmarks/control_group.py`).
"""

from __future__ import annotations

import argparse
import multiprocessing
import multiprocessing.connection
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.control_group import add_arguments, chosen
from benchmarks.phones import Phones, TapRefused, dashboard, percentile
from companion.api.game import Move, Value
from companion.api.refusals import Refused
from companion.api.text import verbatim
from companion.app.memory import reading
from companion.library.registry import find_games
from companion.session.screen import Screen
from companion.session.session import Session
from companion.storage.log import Log
from companion.testing.playscript import Player
from companion.testing.script import Script, parse
from web.server import serve

GOAL_MS = 30.0
FEWEST = 5  # a question that was answered less often has no row of its own


def tap_as_told(pipe: multiprocessing.connection.Connection, port: int, count: int) -> None:
    """Make the taps that the other process asks for, until it asks for none; send back how long each took until the
    last phone had it, in ms, or why it was refused."""
    phones = Phones(port, count, "page")
    while (asked := pipe.recv()) is not None:
        phones.settle()
        path, values = asked
        request = phones.request(path, values)
        begun = time.perf_counter()
        try:
            pipe.send((phones.tap(request)[1] - begun) * 1000)
        except TapRefused as refused:
            pipe.send(str(refused))


class ByPhone:
    """A session whose steps are made by the phone; all else is that of the session."""

    def __init__(self, session: Session, game: str, pipe: multiprocessing.connection.Connection) -> None:
        self._session, self._game, self._pipe = session, game, pipe
        self.took: list[tuple[str, float]] = []  # the question that was open, and ms

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def play(self, move: Move, by: str) -> Screen:
        """A move."""
        return self._tap("/api/play", {"move": move.name, "args": dict(move.args)})

    def correct(self, name: str, value: Value, by: str) -> Screen:
        """A value that is set by hand."""
        return self._tap("/api/correct", {"name": name, "value": value})

    def learn(self, name: str, value: Value, by: str) -> Screen:
        """A board fact."""
        return self._tap("/api/board", {"game": self._game, "name": name, "value": value})

    def undo(self, by: str, steps: int = 1) -> Screen:
        """Steps back."""
        return self._tap("/api/undo", {"steps": steps})

    def redo(self, by: str, steps: int = 1) -> Screen:
        """Steps forward again."""
        return self._tap("/api/redo", {"steps": steps})

    def _tap(self, path: str, values: dict[str, Any]) -> Screen:
        screen = self._session.screen()
        self._pipe.send((path, {**values, "seen": screen.version}))
        came = self._pipe.recv()
        if isinstance(came, str):
            raise Refused(verbatim(came))
        self.took.append((screen.prompts[0].name if screen.prompts else "over", came))
        return self._session.screen()


def measure(script: Script, folder: Path, phones: int, machine: str, cores: str) -> list[tuple[str, float]]:
    """Every tap of the evening: the question that it answered, and how long it took, in ms."""
    game = find_games()[script.game]
    log = Log(folder)
    player = Player(script, {game.name: game}, log)
    player.session = Session(log, {game.name: game}, dice=random.Random(0))
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with chosen(machine, cores) as enter, serve(dashboard(log, game, phones, player.session), "127.0.0.1", 0) as server:
        child = context.Process(target=tap_as_told, args=(theirs, server.port, phones))
        child.start()
        with reading():  # as the service does
            pass
        enter(os.getpid())
        session = ByPhone(player.session, game.name, ours)
        player.session = session  # type: ignore[assignment]
        refused = [one for came in player.play() for one in came.refusals if one.startswith("{")]
        ours.send(None)
        child.join()
    log.close()
    print(f"{len(session.took)} taps, {len(refused)} refused", *refused, sep="\n")
    return session.took


def row(name: str, times: list[float]) -> None:
    """Print what these taps took."""
    late = sum(one > GOAL_MS for one in times)
    print(f"{name:34}{len(times):6}{percentile(times, 0.5):10.1f}{percentile(times, 0.99):10.1f}{late:10}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("evening", type=Path)
    parser.add_argument("--phones", type=int, default=20)
    parser.add_argument("--folder", type=Path, default=Path.cwd(), help="on the disk to be measured")
    add_arguments(parser)
    args = parser.parse_args()
    script = parse(args.evening.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(dir=args.folder, prefix="benchmark-") as folder:
        took = measure(script, Path(folder), args.phones, args.machine, args.cores)
    print(f"{'':34}{'taps':>6}{'p50 ms':>10}{'p99 ms':>10}{f'> {GOAL_MS:.0f} ms':>10}")
    row("all", [one for _, one in took])
    by_question: dict[str, list[float]] = {}
    for question, one in took:
        by_question.setdefault(question, []).append(one)
    for question, times in sorted(by_question.items(), key=lambda one: -percentile(one[1], 0.5)):
        if len(times) >= FEWEST:
            row(question, times)


if __name__ == "__main__":
    main()
