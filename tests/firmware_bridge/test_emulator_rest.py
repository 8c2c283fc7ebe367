"""A simulated board at rest wakes seldom, says all its samples, and is never slower for it."""

import threading
import time
from collections.abc import Iterator
from itertools import pairwise

import pytest

from firmware_bridge.emulator import Emulator
from firmware_bridge.link import Link
from firmware_bridge.link_status import TimedSample


class Table:
    """A board that rests, the link to it, and what came."""

    def __init__(self) -> None:
        self.raw = 1000
        self.asked: list[float] = []
        self.came: list[tuple[float, TimedSample]] = []
        self.heavy = threading.Event()
        self.board = Emulator(self._weigh, rests=True)
        self.link = Link(self._hear, lambda status: None, ports=[self.board.port])

    def _weigh(self, time_s: float) -> int:
        self.asked.append(time.monotonic())
        return self.raw

    def _hear(self, sample: TimedSample) -> None:
        self.came.append((time.monotonic(), sample))
        if sample.raw == 2000:
            self.heavy.set()


@pytest.fixture
def table() -> Iterator[Table]:
    found = Table()
    found.board.start()
    found.link.start()
    yield found
    found.link.stop()
    found.board.stop()


def wakes(times: list[float]) -> int:
    """How often two times in a row are more than five milliseconds apart."""
    return sum(later - earlier > 0.005 for earlier, later in pairwise(times))


@pytest.mark.slow
def test_at_rest_it_wakes_ten_times_a_second_and_acts_at_once(table: Table) -> None:
    """Eight samples at a time, none missing and in their order of time; what happens then is heard within a tenth."""
    board = table.board
    board._lively_until = time.monotonic() + 1.5  # the port is found, and asked who it is
    time.sleep(5.0)
    assert board._lively_until < time.monotonic()
    del table.asked[:], table.came[:]
    begun = time.monotonic()
    time.sleep(1.0)
    asked, came, took_s = table.asked[:], table.came[:], time.monotonic() - begun  # a busy machine sleeps longer
    # Ten a second, where nothing else is done on this machine; eighty without a rest.
    assert wakes(asked) <= 30 * took_s
    # By the times that they bear: when they are handed on depends on what else the machine does.
    spans_s = came[-1][1].time_s - came[0][1].time_s
    assert abs(len(came) - 80 * spans_s) <= 15
    assert all(earlier.time_s < later.time_s for (_, earlier), (_, later) in pairwise(came))
    board.catch_up()
    table.raw = 2000
    begun = time.monotonic()
    assert table.heavy.wait(5)
    assert time.monotonic() - begun < 0.5
    first = next(sample for _, sample in table.came if sample.raw == 2000)
    assert first.time_s > begun - 0.05  # not in the time that was said before it happened
