"""What a drawer's board does, whoever plays it: the compiled firmware in an emulated chip, or the chip in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from firmware_bridge import simavr_board
from firmware_bridge.emulator import Emulator
from firmware_bridge.messages import (
    BLANK_ID,
    AskHello,
    Configure,
    Error,
    ErrorCode,
    Flag,
    Hello,
    Identify,
    Reset,
    ResetCause,
    Sample,
    SetId,
    Status,
)
from firmware_bridge.protocol import enclose, encode

from .conftest import Host

pytestmark = pytest.mark.slow

ID = bytes.fromhex("5d1f0c73a2b94e86")
MOST, LEAST = 8_388_607, -8_388_608  # signed 24 bits


def in_python() -> Emulator:
    return Emulator(lambda _: 1000)


def in_simavr() -> simavr_board.SimavrBoard:
    if not simavr_board.can_build():
        pytest.skip("gcc-avr or libsimavr-dev is missing")
    return simavr_board.SimavrBoard()


@pytest.fixture(
    params=[pytest.param(in_simavr, marks=pytest.mark.emulated, id="simavr"), pytest.param(in_python, id="python")]
)
def board(request: pytest.FixtureRequest) -> Iterator[Any]:
    board = request.param()
    board.start()
    board.set_raw(1000)
    yield board
    board.stop()


@pytest.fixture
def host(board: Any, meet: Callable[[str], Host]) -> Host:
    return meet(board.port)


def test_hello_is_told_when_asked_for(host: Host):
    """A new board tells that it was started by power, for the first time, and has no id and no rate yet."""
    assert host.hello() == Hello(1, (1, 1, 5), BLANK_ID, 1, ResetCause.POWER_ON, 0, 128)


def test_a_start_begins_with_hello(board: Any, host: Host):
    """Unasked, the first message of every start is a hello, and the sequence numbers begin with it at 0."""
    board.reset()
    frame = host.frame_of(Hello, lambda hello: hello.reset_cause != ResetCause.POWER_ON)
    assert (frame.sequence, frame.message) == (0, Hello(1, (1, 1, 5), BLANK_ID, 2, ResetCause.EXTERNAL, 0, 128))


def test_a_dip_of_the_supply_is_told(board: Any, host: Host):
    """The hello of the start that it makes gives it as the cause, and samples come again once they have settled."""
    host.settled()
    board.dip_power()
    assert host.wait_for(Hello).reset_cause == ResetCause.BROWN_OUT
    assert Flag.REINITIALISED in host.wait_for(Sample).flags
    host.settled()


def test_an_id_is_taken_once_and_kept(board: Any, host: Host):
    """A new board takes the id it is given, keeps it over a loss of power, and takes no other."""
    host.settled()
    host.say(SetId(ID))
    assert host.wait_for(Hello).id == ID
    other = host.say(SetId(b"another!"))
    assert host.wait_for(Error) == Error(ErrorCode.ID_IS_SET, ord("u"), other)
    host.say(SetId(ID))
    assert host.wait_for(Hello).id == ID
    board.reset()
    assert host.wait_for(Hello, lambda hello: hello.boots == 2).id == ID


@pytest.mark.parametrize("raw", [2, 5, -2, 123456, -123456, MOST - 1, LEAST + 1])
def test_a_sample_is_what_the_cell_gives(board: Any, host: Host, raw: int):
    """Every value of 24 bits with its sign arrives as it is, unflagged, but for those that a bad line shows."""
    board.set_raw(raw)
    assert host.wait_for(Sample, lambda sample: sample.raw == raw and not sample.flags)


@pytest.mark.parametrize(("raw", "shown"), [(MOST + 5, MOST), (LEAST - 5, LEAST)])
def test_a_saturated_sample_says_so(board: Any, host: Host, raw: int, shown: int):
    """The two ends of the range are never told as a weight."""
    board.set_raw(raw)
    sample = host.wait_for(Sample, lambda sample: sample.raw == shown)
    assert Flag.SATURATED in sample.flags


@pytest.mark.parametrize("raw", [-1, 255, 0x7FFF, -0x801, MOST - 0x100])
def test_a_value_that_ends_in_ones_is_disturbed(board: Any, host: Host, raw: int):
    """A line that went high within the read leaves ones at the end: such a value is never told as good."""
    board.set_raw(raw)
    host.wait_for(Sample, lambda sample: sample.raw == raw)
    assert all(Flag.DISTURBED in sample.flags for sample in host.samples(20))


@pytest.mark.parametrize("raw", [-1, 0, 1, 15, 4095, MOST >> 1])
def test_zeros_and_then_ones_are_a_spark(board: Any, host: Host, raw: int):
    """A line held low while no sample is ready shows them: never good, and no sign that the chip has settled."""
    board.set_raw(raw)
    board.reset()
    host.wait_for(Hello, lambda hello: hello.boots == 2)
    assert all(Flag.DISTURBED | Flag.WARMING_UP in sample.flags for sample in host.samples(20))
    board.set_raw(raw + 5)
    host.wait_for(Sample, lambda sample: sample.raw == raw + 5)
    assert [bool(sample.flags) for sample in host.samples(6)][-3:] == [False] * 3


def test_the_first_samples_are_warming_up(host: Host):
    """The first four samples after the start are flagged, also as reinitialised; the fifth is not."""
    flags = [sample.flags for sample in host.samples(5)]
    assert flags == [Flag.WARMING_UP | Flag.REINITIALISED] * 4 + [Flag(0)]


def test_sequence_numbers_and_times_grow(host: Host):
    """Frames are numbered one by one, and 80 samples a second are 12 or 13 milliseconds apart, a tick more or less."""
    host.settled()
    samples = host.samples(40)
    gaps = [later.time_ms - earlier.time_ms for earlier, later in pairwise(samples)]
    assert all(11 <= gap <= 14 for gap in gaps)
    numbers = [frame.sequence for frame in host.heard]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def test_the_rate_is_measured(host: Host):
    """The rate that is told is the samples of a whole second: 80, one more or less by where the second begins."""
    told = host.wait_for(Status, lambda status: status.rate > 0)
    assert 79 <= told.rate <= 81
    assert told.flags == 0
    assert told.late == 0


def test_a_board_strapped_to_ten_works_too(board: Any, host: Host):
    """Where RATE is not wired the chip gives ten samples a second; that is no trouble and none of them is late."""
    board.strap(10)
    host.say(Reset())
    told = host.wait_for(Status, lambda status: 9 <= status.rate <= 11)
    assert told.power_cycles == 0
    assert told.late == 0
    first, second = host.samples(2)
    assert 95 <= second.time_ms - first.time_ms <= 105


def test_a_sample_after_a_gap_is_late(board: Any, host: Host):
    """When samples are missing for several periods, the next one says so, and the status counts it."""
    host.wait_for(Status, lambda status: status.rate > 0)
    assert not host.settled().flags
    board.strap(10)
    late = host.wait_for(Sample, lambda sample: Flag.LATE in sample.flags)
    assert late.raw == 1000
    assert host.wait_for(Status, lambda status: status.late > 0)


def test_rate_and_gain_are_configured(board: Any, host: Host):
    """Half the gain is half the counts; what was under way is flagged; the status tells the gain and the command."""
    board.set_raw(50_000)
    host.settled()
    number = host.say(Configure(10, 64))
    told = host.wait_for(Status, lambda status: status.heard == number)
    assert told.gain == 64
    assert Flag.WARMING_UP in host.wait_for(Sample).flags
    assert host.settled().raw == 25_000


@pytest.mark.parametrize("wanted", [Configure(11, 128), Configure(80, 32), Configure(0, 0), Configure(255, 255)])
def test_a_wrong_value_is_refused(host: Host, wanted: Configure):
    """A rate or gain that the chip does not have is refused and changes nothing."""
    host.settled()
    number = host.say(wanted)
    assert host.wait_for(Error) == Error(ErrorCode.WRONG_VALUE, ord("c"), number)
    assert host.hello().gain == 128
    assert not host.settled().flags


@pytest.mark.parametrize(
    ("frame", "error"),
    [
        (enclose(ord("z"), 7, b""), Error(ErrorCode.UNKNOWN_COMMAND, ord("z"), 7)),
        (enclose(ord("S"), 7, b""), Error(ErrorCode.UNKNOWN_COMMAND, ord("S"), 7)),
        (enclose(ord("c"), 8, b"P"), Error(ErrorCode.WRONG_LENGTH, ord("c"), 8)),
        (enclose(ord("h"), 9, b"P"), Error(ErrorCode.WRONG_LENGTH, ord("h"), 9)),
        (enclose(ord("u"), 65535, bytes(27)), Error(ErrorCode.WRONG_LENGTH, ord("u"), 65535)),
    ],
)
def test_what_is_no_command_is_refused(host: Host, frame: bytes, error: Error):
    """An undamaged frame that is no command is answered by an error that names it."""
    host.settled()
    host.say_bytes(frame)
    assert host.wait_for(Error) == error


@pytest.mark.parametrize(
    "garbage",
    [
        b"\x01\x02\x03\x00",
        b"\xff" * 300 + b"\x00",
        b"hello?\r\n\x00",
        b"\x00\x00\x00\x05\x00",
        encode(Configure(10, 64), 5)[:4] + b"\x00",
        encode(Configure(10, 64), 5)[:-3] + b"\x7f\x7f\x00",
        bytes(range(1, 256)) + b"\x00",
    ],
)
def test_garbage_is_passed_over(host: Host, garbage: bytes):
    """Bytes that are no frame do nothing and are counted; the command behind them is obeyed."""
    host.settled()
    host.say_bytes(garbage)
    assert host.hello().gain == 128
    assert host.wait_for(Status, lambda status: status.damaged > 0)
    assert not any(isinstance(frame.message, Error) for frame in host.heard)


def test_identify_is_answered(host: Host):
    """The command to show itself is answered by a status that names it."""
    host.settled()
    number = host.say(Identify())
    assert host.wait_for(Status, lambda status: status.heard == number)


def test_a_reset_on_command_says_so(host: Host):
    """After a reset on command the board greets with that cause, the next boot, and everything as at the start."""
    host.say(Configure(10, 64))
    host.wait_for(Status, lambda status: status.gain == 64)
    host.say(Reset())
    assert host.wait_for(Hello, lambda hello: hello.boots == 2) == Hello(
        1, (1, 1, 5), BLANK_ID, 2, ResetCause.COMMAND, 0, 128
    )


def test_a_reset_in_the_middle_of_a_frame_costs_that_frame_only(board: Any, host: Host):
    """However often somebody presses the reset button, every hello is heard and nothing untrue is."""
    for boots in range(2, 8):
        host.wait_for(Sample)
        for _ in range(6):  # so that the line is busy for 27 ms
            host.say(AskHello())
        host.wait_for(Hello)
        board.reset()
        hello = host.wait_for(Hello, lambda hello, boots=boots: hello.boots == boots)
        assert hello.reset_cause == ResetCause.EXTERNAL
    assert {frame.message.raw for frame in host.heard if isinstance(frame.message, Sample)} == {1000}


def test_a_hanging_converter_is_switched_off_and_on(board: Any, host: Host):
    """When no sample comes the board says so, brings the chip back by itself, and flags what comes then."""
    host.settled()
    board.hang_converter()
    told = host.wait_for(Status, lambda status: Flag.NOT_ANSWERING in status.flags)
    assert told.power_cycles >= 1
    first = host.wait_for(Sample)
    assert first.flags == Flag.REINITIALISED | Flag.WARMING_UP
    assert not host.status().flags
    assert host.settled().raw == 1000


def test_a_hanging_converter_at_ten_a_second_comes_back(board: Any, host: Host):
    """At ten samples a second the chip needs 400 ms to settle, and the board's patience is longer than that."""
    board.strap(10)
    host.say(Reset())
    host.settled()
    board.hang_converter()
    host.wait_for(Status, lambda status: Flag.NOT_ANSWERING in status.flags)
    assert host.settled().raw == 1000


def test_a_dead_converter_is_waited_for(board: Any, host: Host):
    """A loose wire is told every second, no sample is invented, and the mended one works without any help."""
    host.settled()
    board.kill_converter()
    host.wait_for(Status, lambda status: Flag.NOT_ANSWERING in status.flags)
    heard = len(host.heard)
    host.wait_for(Status, lambda status: status.power_cycles >= 3)
    assert not any(isinstance(frame.message, Sample) for frame in host.heard[heard:])
    board.revive_converter()
    assert host.settled().raw == 1000


def test_the_watchdog_brings_a_stray_board_back(board: Any, host: Host):
    """Firmware that hangs starts again by itself and says why."""
    host.settled()
    board.go_astray()
    hello = host.wait_for(Hello)
    assert (hello.boots, hello.reset_cause) == (2, ResetCause.WATCHDOG)
    assert host.settled().raw == 1000


def test_power_that_was_gone_is_a_new_start(board: Any, host: Host, meet: Callable[[str], Host]):
    """After the cable was out, the board starts by power and goes on counting its starts."""
    host.settled()
    board.unplug()
    board.plug()
    hello = meet(board.port).hello()
    assert (hello.boots, hello.reset_cause) == (2, ResetCause.POWER_ON)


def test_a_bad_line_brings_no_untruth(board: Any, host: Host):
    """With one byte in fifty wrong and one in seventy lost, samples still come and every one of them is true."""
    host.settled()
    board.garble(50)
    board.lose(70)
    for _ in range(150):
        assert host.wait_for(Sample).raw == 1000
    assert host.decoder.damaged > 10
    board.garble(0)
    board.lose(0)
    assert host.settled().raw == 1000
