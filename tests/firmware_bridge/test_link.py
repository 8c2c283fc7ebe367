"""The link finds the board, keeps it, comes back, and says what is wrong; on pseudo-terminals, through pyserial."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any

import pytest

from firmware_bridge import simavr_board
from firmware_bridge.emulator import Emulator
from firmware_bridge.link import Link, Timing
from firmware_bridge.link_status import (
    BUSY,
    CHIP_SILENT,
    CONNECTED,
    LOST,
    NO_PORT,
    NOT_A_DRAWER,
    PERMISSION,
    WRONG_VERSION,
    LinkStatus,
    TimedSample,
)
from firmware_bridge.messages import BLANK_ID, AskHello, Configure, Flag, ForeignHello, Hello, ResetCause, Sample
from firmware_bridge.protocol import Decoder, enclose, encode
from firmware_bridge.pty_port import PtyPort
from firmware_bridge.serial_port import CannotOpen, SerialPort

from .conftest import eventually

pytestmark = pytest.mark.slow

ONE, TWO = bytes.fromhex("1111111111111111"), bytes.fromhex("2222222222222222")
QUICK = Timing(greet_s=1.5, silent_s=2.0, retry_s=0.1, most_retry_s=0.4)


class Table:
    """A link with everything it told, and the boards and other devices around it."""

    def __init__(self) -> None:
        self.samples: list[TimedSample] = []
        self.told: list[LinkStatus] = []
        self.stops: list[Callable[[], None]] = []

    def link(self, ports: Sequence[str] | Callable[[], Sequence[str]], **options: Any) -> Link:
        options = {"timing": QUICK, **options}
        link = Link(self.samples.append, self.told.append, ports=ports, **options)
        self.stops.insert(0, link.stop)
        link.start()
        return link

    def board(self, unit_id: bytes = ONE, raw: int = 1000) -> Emulator:
        board = Emulator(lambda _: raw, unit_id)
        self.stops.append(board.stop)
        board.start()
        return board

    def device(self, says: Callable[[bytes], bytes] = lambda _: b"") -> PtyPort:
        """Something else on a serial port: what it says every 20 ms, given what it heard since."""
        pty = PtyPort()
        pty.plug()
        over = threading.Event()

        def live() -> None:
            while not over.wait(0.02):
                pty.write(says(pty.read()))

        thread = threading.Thread(target=live)
        thread.start()
        self.stops += [over.set, thread.join, pty.close]
        return pty

    @property
    def states(self) -> list[str]:
        """The states one after the other."""
        return [state for state, _ in groupby(status.state for status in self.told)]

    def reaches(self, link: Link, state: str) -> None:
        eventually(lambda: link.status.state == state)

    def hears(self, link: Link) -> None:
        """A good sample comes from now on."""
        have = len(self.samples)
        eventually(lambda: any(sample.good for sample in self.samples[have:]))


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    for stop in table.stops:
        stop()


def test_the_board_is_found_and_its_samples_handed_on(table: Table):
    """A board that is plugged in is connected, named, and its samples come with times that grow."""
    board = table.board(raw=-4711)
    link = table.link([board.port])
    table.reaches(link, CONNECTED)
    eventually(lambda: len(table.samples) > 40)
    status = link.status
    assert (status.port, status.device_id, status.firmware) == (board.port, ONE.hex(), "1.1.5")
    assert (status.lost, status.damaged, status.restarts, status.reconnects) == (0, 0, 0, 0)
    times = [sample.time_s for sample in table.samples]
    assert all(later > earlier for earlier, later in pairwise(times))
    assert {sample.raw for sample in table.samples if sample.good} == {-4711}


def test_the_counters_are_told_from_time_to_time(table: Table):
    """Whoever listens hears of the samples a second without asking, though nothing else changed."""
    board = table.board()
    table.link([board.port])
    eventually(lambda: any(status.rate_hz > 60 for status in table.told))
    assert len(table.told) < 10


def test_samples_that_say_nothing_about_the_weight_are_not_good():
    """Saturated, disturbed and warming up are not good; late and the first after a power cycle are."""
    good = {flag for flag in Flag if TimedSample(0.0, 0, flag).good}
    assert good == {Flag.LATE, Flag.NOT_ANSWERING, Flag.REINITIALISED}


def test_a_new_board_gets_its_own_id(table: Table):
    """Two boards from the factory get different ids, and each keeps its own."""
    boards = [table.board(BLANK_ID), table.board(BLANK_ID)]
    links = [table.link([board.port]) for board in boards]
    for link in links:
        table.reaches(link, CONNECTED)
    ids = {link.status.device_id for link in links}
    assert len(ids) == 2
    assert BLANK_ID.hex() not in ids
    links[0].stop()
    again = table.link([boards[0].port])
    table.reaches(again, CONNECTED)
    assert again.status.device_id in ids


def test_the_remembered_board_is_preferred(table: Table):
    """Of two boards the remembered one is chosen, whichever is looked at first; any other is better than none."""
    ports = [table.board(ONE).port, table.board(TWO).port]
    for wanted, found in ((ONE, ONE), (TWO, TWO), (b"absentee", ONE)):
        link = table.link(ports, prefer=wanted.hex())
        table.reaches(link, CONNECTED)
        assert link.status.device_id == found.hex()
        link.stop()


def test_it_comes_back_after_the_cable_was_out(table: Table, caplog: pytest.LogCaptureFixture):
    """However often somebody pulls the cable, the link returns by itself, and says so once each time."""
    caplog.set_level(logging.INFO, "firmware_bridge.link")
    board = table.board()
    link = table.link([board.port])
    table.hears(link)
    for times in range(1, 4):
        board.unplug()
        table.reaches(link, LOST)
        board.plug()
        table.hears(link)
        assert link.status.reconnects == times
    assert table.states == [CONNECTED, *[LOST, CONNECTED] * 3]
    assert len([record for record in caplog.records if "lost" in record.message]) == 3
    assert len([record for record in caplog.records if "connected" in record.message]) == 4


def test_a_board_that_is_plugged_in_later_is_found(table: Table):
    """With no port at all that is what is told; the board is found when it comes."""
    board = table.board()
    board.unplug()
    link = table.link([board.port])
    table.reaches(link, NO_PORT)
    board.plug()
    table.hears(link)
    assert table.states == [NO_PORT, CONNECTED]


def test_it_works_on_after_resets_within_frames(table: Table):
    """Resets are counted and cost no more than what was under way."""
    board = table.board()
    link = table.link([board.port])
    for times in range(1, 6):
        table.hears(link)
        board.reset()
        eventually(lambda times=times: link.status.restarts == times)  # type: ignore[misc]
    table.hears(link)
    assert table.states == [CONNECTED]
    assert {sample.raw for sample in table.samples} == {1000}


def test_a_board_that_falls_silent_is_lost_and_found_again(table: Table):
    """The port is still there but nothing comes: that is lost, until the board wakes."""
    board = table.board()
    link = table.link([board.port])
    table.hears(link)
    board.freeze()
    table.reaches(link, LOST)
    board.thaw()
    table.hears(link)
    assert table.states == [CONNECTED, LOST, CONNECTED]


def test_a_silent_weighing_chip_is_told(table: Table):
    """The board answers but its converter does not: a state of its own, until it does."""
    board = table.board()
    link = table.link([board.port])
    table.hears(link)
    board.kill_converter()
    table.reaches(link, CHIP_SILENT)
    board.revive_converter()
    table.reaches(link, CONNECTED)
    table.hears(link)
    assert link.status.power_cycles >= 1


def test_a_bad_line_loses_but_never_lies(table: Table):
    """On a line that flips and loses bytes, what is handed on is true, and the loss is counted."""
    board = table.board()
    link = table.link([board.port])
    table.hears(link)
    board.garble(60)
    board.lose(80)
    have = len(table.samples)
    eventually(lambda: len(table.samples) > have + 200)
    assert link.status.lost > 0
    assert link.status.damaged > 0
    assert {sample.raw for sample in table.samples} == {1000}


def receiver(_: bytes) -> bytes:
    return b"$GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M,55.2,M,,*76\r\n"


@pytest.mark.parametrize(
    "says",
    [
        pytest.param(lambda _: b"", id="silent"),
        pytest.param(receiver, id="satellite receiver"),
        pytest.param(lambda heard: b"ok T:21.3\n" if heard else b"", id="printer"),
        pytest.param(lambda heard: heard, id="echo"),
        pytest.param(lambda _: bytes(range(256)), id="noise"),
        pytest.param(lambda _: encode(Sample(1, 2, Flag(0)), 3)[:7], id="half a frame"),
    ],
)
def test_something_else_is_not_a_drawer(table: Table, says: Callable[[bytes], bytes]):
    """Another device, or half a frame for ever, is told as what it is not, and no sample comes of it."""
    device = table.device(says)
    link = table.link([device.path])
    table.reaches(link, NOT_A_DRAWER)
    assert link.status.port == device.path
    assert table.samples == []


def test_nothing_is_written_to_something_else(table: Table):
    """A printer hears nothing from the link, since it might take it for a command."""
    heard: list[bytes] = []
    device = table.device(lambda data: heard.append(data) or b"start\n")  # type: ignore[func-returns-value]
    link = table.link([device.path])
    table.reaches(link, NOT_A_DRAWER)
    assert b"".join(heard) == b""


class Opened:
    """Opens ports and counts how often each was."""

    def __init__(self) -> None:
        self.times: dict[str, int] = {}

    def __call__(self, path: str) -> SerialPort:
        port = SerialPort(path)
        self.times[path] = self.times.get(path, 0) + 1
        return port


def test_a_printer_is_opened_once_until_it_is_plugged_in_anew(table: Table):
    """Where the ports are looked for, what is not ours is opened once; the drawer that comes later is found, and comes
    back, all the same. To open a port may reset what hangs on it."""
    opened, quick = Opened(), Timing(greet_s=0.4, silent_s=1.5, retry_s=0.05, most_retry_s=0.1)
    printer = table.device(lambda heard: b"ok\n" if heard else b"")
    ports = [printer.path]
    link = table.link(lambda: list(ports), open_port=opened, timing=quick)
    table.reaches(link, NOT_A_DRAWER)
    board = table.board()
    ports.append(board.port)
    table.reaches(link, CONNECTED)
    board.freeze()
    table.reaches(link, LOST)
    eventually(lambda: opened.times[board.port] > 2)  # a drawer that was here is asked again and again
    board.thaw()
    table.reaches(link, CONNECTED)
    board.unplug()
    table.reaches(link, LOST)
    assert opened.times[printer.path] == 1
    # Held open, the old terminal keeps its number, which the next one made on this machine would get: this one or not.
    old = os.open(printer.path, os.O_RDONLY | os.O_NOCTTY)
    table.stops.append(lambda: os.close(old))
    printer.unplug()
    printer.plug()
    eventually(lambda: opened.times[printer.path] == 2)


def test_a_port_that_was_named_is_asked_again(table: Table):
    """Its owner says that it is the drawer's: it is asked until a drawer speaks up."""
    opened, quick = Opened(), Timing(greet_s=0.2, retry_s=0.05, most_retry_s=0.1)
    device = table.device()
    table.link([device.path], open_port=opened, timing=quick)
    eventually(lambda: opened.times.get(device.path, 0) > 2)


def speaks_version_two(heard: bytes) -> bytes:
    """A running board of another version: its samples are longer, and it answers `h` as every version does."""
    asked = any(isinstance(frame.message, AskHello) for frame in Decoder().feed(heard))
    hello = encode(ForeignHello(2, (2, 1, 0)), 9) if asked else b""
    return hello + enclose(ord("S"), 8, bytes(12))


def test_another_version_is_told_with_its_firmware(table: Table):
    """A drawer of another version is asked who it is, and named with its firmware's version; no sample is taken."""
    device = table.device(speaks_version_two)
    link = table.link([device.path])
    table.reaches(link, WRONG_VERSION)
    assert (link.status.port, link.status.firmware) == (device.path, "2.1.0")
    assert table.samples == []


def test_the_right_port_is_found_among_others(table: Table):
    """Between a silent device, a receiver and another version's board, the drawer is found."""
    ports = [
        table.device().path,
        table.device(receiver).path,
        table.device(speaks_version_two).path,
        table.board().port,
    ]
    link = table.link(ports)
    table.reaches(link, CONNECTED)
    assert link.status.port == ports[-1]


def test_a_slow_bootloader_is_waited_for(table: Table):
    """A Nano whose bootloader babbles for a second after the port was opened is found all the same."""
    board_says = [b"\x00\x14\x10\x7e" * 3] * 40
    hello = Hello(1, (1, 0, 0), ONE, 5, ResetCause.EXTERNAL, 0, 128)
    device = table.device(lambda _: board_says.pop() if board_says else b"\0" + encode(hello, 0))
    link = table.link([device.path])
    table.reaches(link, CONNECTED)


@pytest.mark.parametrize("code", [PERMISSION, BUSY])
def test_a_port_that_must_not_be_opened_is_told(table: Table, code: str):
    """No permission, or another program has it: each its own state, until it can be opened."""
    board = table.board()
    allowed = threading.Event()

    def open_port(path: str) -> SerialPort:
        if not allowed.is_set():
            raise CannotOpen(code, "no")
        return SerialPort(path)

    link = table.link([board.port], open_port=open_port)
    table.reaches(link, code)
    assert link.status.port == board.port
    allowed.set()
    table.hears(link)
    assert table.states == [code, CONNECTED]


def test_a_port_that_another_program_has_is_busy(table: Table):
    """The second link on the same port is told that it is taken, and takes over when the first lets go."""
    board = table.board()
    first = table.link([board.port])
    table.reaches(first, CONNECTED)
    second = table.link([board.port])
    table.reaches(second, BUSY)
    first.stop()
    table.reaches(second, CONNECTED)


def test_commands_reach_the_board_and_survive_its_restart(table: Table):
    """A configuration is obeyed, and said again to a board that was reset; without a board nothing is sent."""
    board = table.board(raw=50_000)
    link = Link(table.samples.append, table.told.append, ports=[board.port], timing=QUICK)
    assert not link.send(Configure(80, 64))
    link.start()
    table.stops.insert(0, link.stop)
    eventually(lambda: any(sample.raw == 25_000 and sample.good for sample in table.samples))
    board.reset()
    eventually(lambda: link.status.restarts == 1)
    have = len(table.samples)
    eventually(lambda: any(sample.good for sample in table.samples[have + 10 :]))
    assert {sample.raw for sample in table.samples[have:] if sample.good} == {25_000}


def test_a_listener_that_fails_does_no_harm(table: Table, caplog: pytest.LogCaptureFixture):
    """The link goes on, and the trouble is logged once, not with every sample."""
    board = table.board()
    calls: list[object] = []

    def fails(value: object) -> None:
        calls.append(value)
        raise RuntimeError("not today")

    link = Link(fails, fails, ports=[board.port], timing=QUICK)
    table.stops.insert(0, link.stop)
    link.start()
    eventually(lambda: len(calls) > 30)
    assert link.status.state == CONNECTED
    assert len([record for record in caplog.records if "samples failed" in record.message]) == 1


def test_a_port_list_that_fails_does_no_harm(table: Table):
    """Whatever goes wrong in the search, it begins again."""
    board = table.board()
    answers: list[list[str] | Exception] = [OSError("no sysfs"), [board.port]]

    def ports() -> list[str]:
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    table.reaches(table.link(ports), CONNECTED)


def test_it_stops_at_once_and_leaves_the_port(table: Table):
    """After `stop` the thread is gone and the port is free, whether it was connected, searching or never started."""
    board = table.board()
    connected = table.link([board.port])
    table.reaches(connected, CONNECTED)
    searching = table.link(["/dev/there/is/no/such"])
    table.reaches(searching, NO_PORT)
    Link(table.samples.append, table.told.append).stop()
    connected.stop()
    searching.stop()
    assert not [thread for thread in threading.enumerate() if thread.name == "drawer-link"]
    SerialPort(board.port).close()


@pytest.mark.emulated
@pytest.mark.skipif(not simavr_board.can_build(), reason="gcc-avr or libsimavr-dev is missing")
def test_the_real_firmware_is_served_the_same(table: Table):
    """The compiled firmware in the emulated chip: found, given an id, reset, unplugged, hung, and heard again."""
    board = simavr_board.SimavrBoard()
    table.stops.append(board.stop)
    board.start()
    board.set_raw(-4711)
    link = table.link([board.port])
    table.hears(link)
    unit = link.status.device_id
    board.reset()
    eventually(lambda: link.status.restarts == 1)
    board.unplug()
    table.reaches(link, LOST)
    board.plug()
    table.hears(link)
    assert link.status.device_id == unit
    board.kill_converter()
    table.reaches(link, CHIP_SILENT)
    board.revive_converter()
    table.hears(link)
    assert table.states == [CONNECTED, LOST, CONNECTED, CHIP_SILENT, CONNECTED]
