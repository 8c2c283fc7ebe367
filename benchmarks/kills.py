"""A companion that is killed again and again in the middle of taps: nothing acknowledged is lost, and nothing doubled.

    .venv/bin/python benchmarks/kills.py [--kills 1000] [--seed 1] [--game NAME]

A phone taps over HTTP as fast as it is answered, each tap with a key of its own, and the companion's process is killed
(SIGKILL) at a random instant. Then it is started anew on the same folder, and the phone sends the tap that had no
answer once more with its key, as the page does. After each kill the evening must have exactly one entry for every tap,
and each value must be the one of the last tap. The files are as the kernel has them: a power cut is another matter
(`benchmarks/torn_files.py`).
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import multiprocessing
import multiprocessing.connection
import random
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.phones import CODE, dashboard
from companion.library.registry import find_games
from companion.storage.log import Log
from web.server import serve

LONGEST_S = 0.4  # from the first tap to the kill
PATIENCE_S = 60.0
VALUES = 5  # that a tap sets, from 0 on


def run_server(pipe: multiprocessing.connection.Connection, folder: Path, game: str) -> None:
    """Serve until killed."""
    with serve(dashboard(Log(folder), find_games()[game], 4), "127.0.0.1", 0) as running:
        pipe.send(running.port)
        pipe.recv()


class Killed:
    """One folder, its taps, and the processes that come and go on it."""

    def __init__(self, folder: Path, game: str, chance: random.Random) -> None:
        self._folder, self._game, self._chance = folder, game, chance
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(
            ["benchmarks.phones", "web.server", *(f"companion.games.{name}.game" for name in find_games())]
        )
        self._cookie = ""
        self._open: tuple[str, dict[str, Any]] | None = None  # the tap that had no answer
        self.taps = self.sent_again = 0
        self._first = 0
        self._value: int | None = None

    def once(self) -> str | None:
        """Start, look whether all is there, tap, kill; what is wrong, in words."""
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=run_server, args=(theirs, self._folder, self._game), daemon=True)
        process.start()
        theirs.close()
        try:
            if not ours.poll(PATIENCE_S):
                return "it did not start"
            self._port = ours.recv()
            wrong = self._look()
            if wrong is None:
                killer = threading.Timer(self._chance.uniform(0, LONGEST_S), process.kill)
                killer.start()
                self._tap_until_killed()
                killer.join()
            return wrong
        finally:
            process.kill()
            process.join()
            ours.close()

    def _look(self) -> str | None:
        if not self._cookie:
            self._cookie = self._ask("POST", "/api/phones/join", {"code": CODE, "name": "Ada"})[1]
            self._first = self._ask("GET", "/api/screen")[0]["last"]["number"]
        if self._open is not None:
            self.sent_again += 1
            self._send(*self._open)
        screen = self._ask("GET", "/api/screen?wanted=adjustables")[0]
        entries = screen["last"]["number"] - self._first
        if entries != self.taps:
            return f"{self.taps} taps, and {entries} entries of them"
        self._asked = next(name for name in screen["adjustables"] if takes_any(screen[f"adjust:{name}"]["ask"]))
        now = screen[f"adjust:{self._asked}"]["now"]
        if self._value is not None and now != self._value:
            return f"the last tap said {self._value}, and it is {now}"
        self._seen = screen["version"]
        return None

    def _tap_until_killed(self) -> None:
        with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
            while True:
                value = self._chance.randrange(VALUES)
                self._open = f"{self._chance.random()}", {"name": self._asked, "value": value, "seen": self._seen}
                self._send(*self._open)

    def _send(self, key: str, body: dict[str, Any]) -> None:
        self._seen = self._ask("POST", "/api/correct", body, key)[0]["version"]
        self._value, self._open = body["value"], None
        self.taps += 1

    def _ask(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[dict[str, Any], str]:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE_S)
        headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{self._port}"}
        headers |= {"Cookie": self._cookie} | ({"Idempotency-Key": key} if key else {})
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            data = json.loads(answer.read())
            if answer.status != 200:
                raise SystemExit(f"{path}: {data}")
            return data, answer.headers.get("Set-Cookie", "").partition(";")[0]
        finally:
            connection.close()


def takes_any(ask: dict[str, Any]) -> bool:
    """Whether a value that is set by hand takes each that is tapped."""
    return ask["type"] == "Whole" and ask["at_least"] <= 0 and ask["at_most"] >= VALUES - 1


def main() -> int:
    """Kill, look, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", default="frostpunk")
    asked = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        killed = Killed(Path(folder) / "data", asked.game, random.Random(asked.seed))
        for number in range(asked.kills + 1):  # the last one only looks
            wrong = killed.once()
            if wrong is not None:
                print(f"after {number} kills: {wrong}")
                return 1
    took_s = time.monotonic() - begun
    print(f"{asked.kills} kills in {took_s:.0f} s: {killed.taps} taps, none lost and none doubled;")
    print(f"{killed.sent_again} had no answer and were sent again")
    return 0


if __name__ == "__main__":
    sys.exit(main())
