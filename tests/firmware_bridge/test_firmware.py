"""What only the real firmware can show: its timing on the pins, its memory, its watchdog, its lamp."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge import simavr_board
from firmware_bridge.messages import Configure, Flag, Hello, Identify, Reset, ResetCause, Sample, SetId, Status
from firmware_bridge.simavr_board import SimavrBoard

from .conftest import Host, eventually

pytestmark = [
    pytest.mark.emulated,
    pytest.mark.skipif(not simavr_board.can_build(), reason="gcc-avr or libsimavr-dev is missing"),
]
ID = bytes.fromhex("5d1f0c73a2b94e86")
ROOM = Path(simavr_board.__file__).parent


@pytest.fixture
def board() -> Iterator[SimavrBoard]:
    board = SimavrBoard(noise=30)
    board.start()
    yield board
    board.stop()


@pytest.fixture
def host(board: SimavrBoard, meet: Callable[[str], Host]) -> Host:
    return meet(board.port)


def test_the_clock_is_never_high_for_long(board: SimavrBoard, host: Host):
    """Within a read no pulse is longer than 50 us, the data sheet's limit, whatever the serial line does meanwhile."""
    while len(host.heard) < 300:
        host.say(Identify())
        host.settled()
    report = board.report()
    assert report["reads"] > 100
    assert 200 <= report["longest_high_ns"] <= 50_000


def test_no_conversion_is_missed(board: SimavrBoard, host: Host):
    """Every sample that the chip makes ready is read."""
    host.settled()
    before = board.report()
    host.samples(100)
    after = board.report()
    assert after["conversions"] - before["conversions"] >= 80  # some of the hundred were on the line already
    assert abs((after["conversions"] - before["conversions"]) - (after["reads"] - before["reads"])) <= 1


def test_rate_is_pulled_up_and_never_driven_against_its_strap(board: SimavrBoard, host: Host):
    """The pull-up alone makes 80 samples a second; a trace that ties RATE to ground makes 10, and no current flows."""
    assert 79 <= host.wait_for(Status, lambda status: status.rate > 0).rate <= 81
    board.strap(10)
    host.say(Reset())
    assert 9 <= host.wait_for(Status, lambda status: 0 < status.rate < 79).rate <= 11
    assert board.report()["rate_shorts"] == 0
    board.strap(80)
    host.say(Configure(10, 128))  # driven low only where a host asks for it: the guide's resistor is for this
    host.wait_for(Status, lambda status: status.heard > 0)
    assert board.report()["rate_shorts"] > 0


def test_the_cell_follows_a_source(board: SimavrBoard, host: Host):
    """What a simulated drawer gives for each moment is what the samples say."""
    board.set_noise(0)
    given: list[int] = []

    def source(_: float) -> int:
        given.append(1000 * len(given))
        return given[-1]

    board.follow(source)
    values = [host.wait_for(Sample, lambda sample: sample.raw >= 5000 and not sample.flags).raw for _ in range(20)]
    assert set(values) <= set(given)
    assert sorted(values) == values
    assert values[-1] > values[0]


def test_the_board_sleeps_between_samples(board: SimavrBoard, host: Host):
    """The processor sleeps for most of the time."""
    host.samples(100)
    report = board.report()
    assert report["asleep"] > report["cycles"] / 2


@pytest.mark.parametrize("level", ["low", "high"])
def test_a_short_circuit_is_noticed(board: SimavrBoard, host: Host, level: str):
    """A data line that is stuck gives no undisturbed sample, is told, and is over when it is mended."""
    host.settled()
    board.stick_data_line(level)
    host.wait_for(Status, lambda status: Flag.NOT_ANSWERING in status.flags)
    heard = len(host.heard)
    host.wait_for(Status, lambda status: status.power_cycles >= 2)
    samples = [frame.message for frame in host.heard[heard:] if isinstance(frame.message, Sample)]
    assert all(Flag.DISTURBED in sample.flags for sample in samples)
    assert len(samples) < 5
    board.stick_data_line("free")
    host.settled()


def test_the_watchdog_helps_even_when_interrupts_are_dead(board: SimavrBoard, host: Host):
    """Firmware that hangs with interrupts off is restarted by the watchdog's own reset."""
    host.settled()
    board.go_astray(deaf=True)
    hello = host.wait_for(Hello)
    assert (hello.boots, hello.reset_cause) == (2, ResetCause.WATCHDOG)
    host.settled()


def test_memory_outlives_the_power(tmp_path: Path, meet: Callable[[str], Host]):
    """The id and the count of starts are still there the next evening; the count goes round its cells."""
    eeprom = tmp_path / "eeprom"
    for boots in range(1, 4):
        board = SimavrBoard(eeprom)
        board.start()
        host = meet(board.port)
        if boots == 1:
            board.set_raw(1000)
            host.settled()
            host.say(SetId(ID))
            host.wait_for(Hello, lambda hello: hello.id == ID)
        hello = host.hello()
        assert (hello.id, hello.boots) == (ID, boots)
        host.close()
        board.stop()
    kept = eeprom.read_bytes()
    assert kept[8:16] == ID
    assert [int.from_bytes(kept[at : at + 4], "little") for at in range(18, 34, 4)] == [1, 2, 3, 0xFFFFFFFF]


def test_a_spoilt_id_is_no_id(tmp_path: Path, meet: Callable[[str], Host]):
    """An id whose checksum is wrong counts as none, and can be given anew."""
    eeprom = tmp_path / "eeprom"
    eeprom.write_bytes(b"\xff" * 8 + ID + b"\x12\x34" + b"\xff" * 1006)
    board = SimavrBoard(eeprom)
    board.start()
    host = meet(board.port)
    assert host.hello().id == b"\xff" * 8
    host.say(SetId(ID))
    assert host.wait_for(Hello, lambda hello: hello.id != b"\xff" * 8).id == ID
    host.close()
    board.stop()


def test_the_count_of_starts_goes_round(tmp_path: Path, meet: Callable[[str], Host]):
    """After the last of its 32 cells the count goes on in the first one."""
    eeprom = tmp_path / "eeprom"
    cells = b"".join(number.to_bytes(4, "little") for number in range(101, 133))
    eeprom.write_bytes(b"\xff" * 18 + cells + b"\xff" * (1024 - 18 - len(cells)))
    board = SimavrBoard(eeprom)
    board.start()
    host = meet(board.port)
    assert host.hello().boots == 133
    host.close()
    board.stop()
    assert int.from_bytes(eeprom.read_bytes()[18:22], "little") == 133


def test_the_lamp_flickers_when_asked_to(board: SimavrBoard, host: Host):
    """Identify makes the lamp flash ten times as often as usual."""
    host.settled()
    host.say(Identify())
    before = board.report()["led_flashes"]
    eventually(lambda: board.report()["led_flashes"] >= before + 20)
    assert board.report()["cycles"] < 16_000_000 * 15


def test_it_leaves_room_in_the_chip():
    """Program and data leave more than half of the chip free."""
    size = subprocess.run(
        ["make", "-s", "-C", str(ROOM / "firmware"), "size"], capture_output=True, text=True, check=True
    )
    program, data = (int(found) for found in re.findall(r"(\d+) bytes", size.stdout)[:2])
    assert 1000 < program < 16_384
    assert 100 < data < 1024
