"""Tables that are killed between their disk and the server, and one whose line is cut: nothing is lost or doubled."""

import os
import random
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.venue import records
from tests.programs import needs, program

from .conftest import Nats, needs_nats, until
from .lone_table import LoneTable, rows_in
from .test_shipper import in_server, table

pytestmark = [pytest.mark.slow, needs_nats]
LONGEST_S = 0.5  # from the first entry to the kill
PLAYED_S = 1.0  # without a line, and on until the table has noticed


def killed_often(folder: Path, nats: Nats, kills: int, seed: int) -> int:
    """Kill a table so many times at random instants while it plays; how many entries were acknowledged. After each
    kill those are on its disk, and at the end the server holds what the disk does, once and in order."""
    chance, acknowledged = random.Random(seed), 0
    one = LoneTable(folder, nats.address)
    one.ask("begin")
    for number in range(kills):
        one.say("play 1000000")
        acknowledged = int(one.hear())
        time.sleep(chance.uniform(0, LONGEST_S))
        told = [int(word) for word in one.kill() if word.isdecimal()]
        acknowledged = max([acknowledged, *told])
        ((evening, rows),) = rows_in(folder).items()
        assert len(rows) >= acknowledged, f"kill {number} of seed {seed} lost what was acknowledged"
        one = LoneTable(folder, nats.address)
    assert one.ask("sent") == "done"
    one.end()
    ((evening, rows),) = rows_in(folder).items()
    assert in_server(nats, evening) == rows, f"seed {seed}: the server does not hold what the disk does"
    subjects = nats.ask(lambda stream: stream.stream_info(records.STREAM, "tables.*.entries.>")).state.subjects
    assert subjects == {records.entries_subject("table-3", evening): len(rows)}
    return acknowledged


@pytest.mark.timeout(120)
def test_a_table_that_is_killed_again_and_again_sends_everything_once(nats: Nats, folder: Path) -> None:
    """Twice; often in `benchmarks/venue_kills.py`."""
    assert killed_often(folder, nats, 2, seed=7) > 2


class Line:
    """A network of a table's own, and the line to it. It needs root and `ip`."""

    SERVER, TABLE = "10.213.7.1", "10.213.7.2"

    def __init__(self) -> None:
        self._name = f"table{os.getpid()}"
        self.within = (program("ip"), "netns", "exec", self._name)
        here, there = f"vh{os.getpid()}"[:15], f"vt{os.getpid()}"[:15]
        self._here = here
        self._ip("netns", "add", self._name)
        self._ip("link", "add", here, "type", "veth", "peer", "name", there, "netns", self._name)
        self._ip("addr", "add", f"{self.SERVER}/30", "dev", here)
        self._ip("link", "set", here, "up")
        self._ip("-n", self._name, "addr", "add", f"{self.TABLE}/30", "dev", there)
        self._ip("-n", self._name, "link", "set", there, "up")

    def _ip(self, *words: str) -> None:
        subprocess.run([program("ip"), *words], check=True, capture_output=True, text=True)

    def cut(self) -> None:
        """Nobody is told: what was sent does not arrive."""
        self._ip("link", "set", self._here, "down")

    def mend(self) -> None:
        self._ip("link", "set", self._here, "up")

    def remove(self) -> None:
        subprocess.run([program("ip"), "link", "del", self._here], check=False, capture_output=True)
        subprocess.run([program("ip"), "netns", "del", self._name], check=False, capture_output=True)


@contextmanager
def line() -> Iterator[Line]:
    """A line that can be cut; the test is left out where none can be made."""
    try:
        one = Line()
    except (OSError, subprocess.CalledProcessError) as error:
        subprocess.run([program("ip"), "netns", "del", f"table{os.getpid()}"], check=False, capture_output=True)
        pytest.skip(f"no network of a table's own can be made here (it needs root): {error}")
    try:
        yield one
    finally:
        one.remove()


@needs("ip")
@pytest.mark.timeout(180)
def test_a_table_whose_line_is_cut_plays_on_and_is_told_what_became_of_its_campaign(
    tmp_path: Path, folder: Path
) -> None:
    """Cut in the middle of play, taken over meanwhile, mended: all that it played is in the server once, in order, and
    its players read that another table has the campaign."""
    with line() as one:
        nats = Nats(tmp_path, host="0.0.0.0")
        nats.start()
        try:
            nats.prepare()
            cut_off(nats, one, folder, PLAYED_S)
        finally:
            nats.stop()


def cut_off(nats: Nats, one: Line, folder: Path, seconds: float) -> None:
    """Play through a cut of so many seconds, until its line says so."""
    lone = LoneTable(folder, f"nats://{one.SERVER}:{nats.port}", within=one.within)
    lone.ask("begin")
    assert lone.ask("hand-over") == "done"
    lone.play(20)
    assert lone.ask("sent") == "done"
    one.cut()
    mended_at = time.monotonic() + seconds
    with table(folder.with_name("seventeen"), nats.access("table-17")) as other:
        until(other.sent)
        (campaign,) = other.shipper.campaigns.at_venue()
        other.shipper.campaigns.take(campaign.id, over=True)
        other.play(5)
        until(other.sent)
        while time.monotonic() < mended_at or "server" not in lone.ask("told"):
            lone.play(20)
            time.sleep(0.2)
        one.mend()
        assert lone.ask("sent") == "done"
        until(lambda: "is at table-17 now" in lone.ask("told"))
        lone.end()
        ((evening, rows),) = rows_in(folder).items()
        assert in_server(nats, evening) == rows
        assert in_server(nats, evening, "table-17") == other.rows(evening)
        assert len(rows) > 40
        assert other.rows(evening)[:21] == rows[:21]
