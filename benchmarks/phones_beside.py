"""Whether a tap has become quicker: this version's and another one's taps by turns, so that whatever else the machine
does hits both alike.

    .venv/bin/python benchmarks/phones_beside.py OTHER_CHECKOUT [--game NAME] [--phones N] [--taps N] [--folder F]

Each checkout serves a game of its own to so many phones, as `benchmarks/phones.py` does, whose phones and taps these
are; before each pair of taps comes a bare synced commit on the same disk. Printed are the quartiles of the time until
the last phone has it, and how many times a bare commit that is.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.phones import WARM_UP, Phones, answer, bare, percentile, undo

HERE = Path(__file__).resolve().parent.parent
REST_S = 0.004  # before each tap, so that it begins from rest
ROW = bytes(600)
SERVER = """
import sys
sys.path.insert(0, ".")
from pathlib import Path
from benchmarks.phones import dashboard
from companion.app.memory import keep_little, reading
from companion.library.registry import find_games
from companion.storage.log import Log
from web.server import serve

game, folder, phones = sys.argv[1:]
keep_little()
with reading():  # as the service does
    app = dashboard(Log(Path(folder)), find_games()[game], int(phones))
with serve(app, "127.0.0.1", 0) as server:
    print(server.port, flush=True)
    sys.stdin.read()
"""


class Version:
    """One checkout's companion, with its phones."""

    def __init__(self, checkout: Path, game: str, folder: Path, phones: int) -> None:
        self.name = str(checkout)
        self.took: list[float] = []
        self._server = subprocess.Popen(
            [sys.executable, "-c", SERVER, game, str(folder), str(phones)],
            cwd=checkout, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self._server.stdout is not None
        self._phones = Phones(int(self._server.stdout.readline()), phones, "page")
        self._phones.settle()
        self._done = False

    def tap(self) -> None:
        """One more, and what it took, in ms."""
        request = self._phones.request(*(undo(self._phones) if self._done else answer(self._phones)))
        self._done = not self._done
        self._phones.settle()
        time.sleep(REST_S)
        begun = time.perf_counter()
        _, last = self._phones.tap(request)
        self.took.append((last - begun) * 1000)
        self._phones.settle()

    def end(self) -> None:
        """Stop its server."""
        self._server.communicate()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path, help="another checkout, such as a `git worktree` of the version before")
    parser.add_argument("--game", default="frostpunk")
    parser.add_argument("--phones", type=int, default=20)
    parser.add_argument("--taps", type=int, default=200)
    parser.add_argument("--folder", type=Path, default=Path.cwd(), help="on the disk to be measured")
    asked = parser.parse_args()
    chance, commits = random.Random(1), list[float]()
    with tempfile.TemporaryDirectory(dir=asked.folder) as temporary:
        db = bare(Path(temporary))
        checkouts = (asked.other.resolve(), HERE)
        versions = [
            Version(one, asked.game, Path(temporary) / str(at), asked.phones) for at, one in enumerate(checkouts)
        ]
        for number in range(WARM_UP + asked.taps):
            begun = time.perf_counter()
            db.execute("INSERT INTO rows VALUES (?, ?)", (number, ROW))
            commits.append((time.perf_counter() - begun) * 1000)
            for one in chance.sample(versions, len(versions)):
                one.tap()
        for one in versions:
            one.end()
        db.close()
    print(f"{asked.taps} taps each in {asked.game}; {asked.phones} phones; ms, and times a bare commit")
    print(f"{'':24}{'first quartile':>16}{'median':>16}{'third quartile':>16}")
    for name, took in (("bare commit", commits), *((one.name[-24:], one.took) for one in versions)):
        parts = [(percentile(took[WARM_UP:], part), percentile(commits[WARM_UP:], part)) for part in (0.25, 0.5, 0.75)]
        print(f"{name:24}" + "".join(f"{ms:9.2f} {ms / commit:6.2f}" for ms, commit in parts))


if __name__ == "__main__":
    main()
