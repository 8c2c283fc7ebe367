"""A table in a process of its own, which can be killed, or have its line cut: `python -m ... FOLDER SERVER NAME`.

It does what it reads, a line each: `begin`, `play N`, `hand-over`, `sent` (wait until everything is), `told` (what is
on its screen and its venue's line). It answers in lines, too; of `play` one for each entry, once that is on the disk.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.storage.log import Log
from companion.storage.tables import EntryRow
from companion.venue import server
from companion.venue.server import VenueAccess

from .conftest import until
from .test_shipper import Table

ROOT = Path(__file__).parents[3]


class LoneTable:
    """Starts one, `within` a command such as `ip netns exec NAME`."""

    def __init__(self, folder: Path, address: str, name: str = "table-3", within: Sequence[str] = ()) -> None:
        typed = [*within, sys.executable, "-m", __name__, str(folder), address, name]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(typed, stdin=pipe, stdout=pipe, text=True, cwd=ROOT)
        assert self.hear() == "there"

    def say(self, words: str) -> None:
        """Have it do something."""
        assert self._process.stdin is not None
        self._process.stdin.write(words + "\n")
        self._process.stdin.flush()

    def hear(self) -> str:
        """Its next answer; empty once it is dead."""
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def ask(self, words: str) -> str:
        """Its answer to this."""
        self.say(words)
        return self.hear()

    def play(self, moves: int) -> None:
        """So many entries, each acknowledged."""
        self.say(f"play {moves}")
        for _ in range(moves):
            assert self.hear()

    def kill(self) -> list[str]:
        """As a power cut does; the answers that it still gave."""
        self._process.kill()
        rest, _ = self._process.communicate(timeout=60)
        return str(rest).split()

    def end(self) -> None:
        """Wait until it has ended well."""
        self._process.communicate(timeout=60)


def rows_in(folder: Path) -> dict[str, list[EntryRow]]:
    """What lies on a table's disk that nobody uses now."""
    log = Log(folder)
    try:
        return {row.id: [entry for _, entry in log.entries(row.id)] for row in log.evenings()}
    finally:
        log.close()


def _answer(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


def main(folder: str, address: str, name: str) -> None:
    server.ANSWER_S = 1.0  # so that a line that was cut is soon noticed
    one = Table(Path(folder), VenueAccess((address,), name))
    one.shipper.start()
    _answer("there")
    for line in sys.stdin:
        _do(one, *line.split())
    one.shipper.stop()
    one.log.close()


def _do(one: Table, verb: str, number: str = "0") -> None:
    if verb == "play":
        for _ in range(int(number)):
            screen = one.session.correct("coal", one.session.head % 50, "Anna")
            _answer(str(screen.history[0].number))
        return
    if verb == "begin":
        one.begin()
    elif verb == "hand-over":
        evening = one.session.screen().evening
        one.shipper.campaigns.hand_over("" if evening is None else evening.id)
        until(lambda: all(handed.how == "playing" for handed in one.shipper.campaigns.handed().values()), one.how)
    elif verb == "sent":
        until(one.sent, one.how)
    elif verb == "told":
        notices = [str(notice.text) for notice in one.session.screen().notices]
        _answer(" / ".join([*notices, str(one.said.words)]))
        return
    _answer("done")


if __name__ == "__main__":
    main(*sys.argv[1:])
