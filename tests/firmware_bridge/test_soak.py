"""Minutes of the compiled firmware's life in which everything goes wrong: nothing untrue is ever accepted."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_bridge import simavr_board
from firmware_bridge.messages import Sample
from firmware_bridge.simavr_board import SimavrBoard
from firmware_bridge.soak import Soak, Untrue

from .conftest import Host

pytestmark = [
    pytest.mark.slow,
    pytest.mark.emulated,
    pytest.mark.skipif(not simavr_board.can_build(), reason="gcc-avr or libsimavr-dev is missing"),
]
SOURCES = Path(simavr_board.__file__).parent / "firmware"
# Guards of the firmware, each as a change that takes it away, and a fault that then does harm.
GUARDS = {
    "what comes next is waited for": ("sample->flags |= FLAG_DISTURBED;", "(void)0;", "_clock_sparks"),
    "a spark is no sample": ("return !(raw & (raw + 1))", "return false && raw", "_sparks"),
    "a spark does not come next": (
        "hand_out(sample, spark || late)",
        "hand_out(sample, late)",
        "_clock_and_data_sparks",
    ),
    "sparks are no sign of life": ("    if (!spark) {\n", "    if (true) {\n", "_sparks_in_start"),
    "what is late is a new start": ("if (late) note_restart();", "if (false) note_restart();", "_brown_out"),
    "the first samples are flagged": ("if (settling) flags |= FLAG_WARMING_UP;", "", "_hang"),
    "bits behind the last are looked at": ("*sound = high;", "*sound = true;", "_sparks_before_samples"),
}


def without(folder: Path, guard: str, instead: str) -> Path:
    """The firmware with a change, compiled."""
    changed = folder / "firmware"
    shutil.copytree(SOURCES, changed, ignore=shutil.ignore_patterns("build"))
    source = changed / "hx711.c"
    text = source.read_text(encoding="utf-8")
    assert guard in text
    source.write_text(text.replace(guard, instead), encoding="utf-8")
    subprocess.run(["make", "-s", "-C", str(changed), "build/drawer.elf"], check=True)
    return changed / "build" / "drawer.elf"


@pytest.mark.parametrize("rate", [80, 10])
def test_sparks_are_no_samples(rate: int):
    """However sparks lie among the samples, and wherever within a read they end, what is read of them (zero, and
    numbers that end in ones) is not taken for a weight."""
    with Soak(rate, seed=4242) as soak:
        for fault in ("_spark_pairs", "_close_sparks", "_sparks", "_spark_in_start"):
            soak.inflict(fault, times=3)
        assert soak.tally.flagged > 50


@pytest.mark.parametrize("rate", [80, 10])
def test_nothing_untrue_is_accepted(rate: int):
    """Every fault there is, one after the other and then by chance: each accepted value was converted, in its order, by
    a settled chip, and each start of the chip is told with the next value."""
    with Soak(rate, seed=rate) as soak:
        for fault in soak.faults:
            soak.inflict(fault)
        tally = soak.live(60)
        assert tally.accepted > 15 * rate
        assert tally.flagged > 0
        assert tally.moved > 10
        seen = soak.board.report()
        assert (seen["open_edges"], seen["interrupted"]) == (0, 0)
        assert seen["longest_high_ns"] < 50_000


def test_no_two_conversions_are_alike(tmp_path: Path):
    """A steady weight without noise is a number of its own each time, so that what was weighed before the zero moved is
    not taken for what was weighed since."""
    journal = tmp_path / "journal"
    board = SimavrBoard(noise=0, journal=journal)
    board.start()
    board.set_pace(0)
    board.number_conversions()
    board.set_raw(3_000_000)
    board.run(5_000)
    board.stop()
    converted = [int(line.split()[1]) for line in journal.read_text(encoding="ascii").splitlines()]
    assert len(set(converted)) == len(converted) > 390
    assert {value & ~0x3FF for value in converted} == {3_000_000 & ~0x3FF}


def test_without_atomic_reads_interrupts_come_into_them(tmp_path: Path):
    """The test above would notice reads that an interrupt can come into; and even those are not told as good."""
    firmware = without(tmp_path, "ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {", "{")
    with Soak(80, seed=4, firmware=firmware) as soak:
        soak.inflict("_interrupts", times=6)
        seen = soak.board.report()
        assert seen["open_edges"] > 1000
        assert seen["interrupted"] > 10


@pytest.mark.parametrize("guard", GUARDS)
def test_no_guard_is_idle(tmp_path: Path, guard: str):
    """Without any one of the firmware's guards, something untrue is accepted, and noticed."""
    found, instead, fault = GUARDS[guard]
    with Soak(80, seed=3, firmware=without(tmp_path, found, instead)) as soak, pytest.raises(Untrue):
        soak.inflict(fault, times=400)  # chance has a part in it; most need a few


def test_a_line_torn_within_a_read_costs_little(meet: Callable[[str], Host]):
    """When the data line goes high within a read, the value is flagged, or off by less than 128 counts."""
    board = SimavrBoard(noise=0)
    board.start()
    board.set_raw(0x4A5A00)
    host = meet(board.port)
    host.settled()
    values = set()
    for _ in range(60):
        board.tear_data_line()
        good = [sample.raw for sample in host.samples(4) if sample.flags == 0]
        values |= set(good)
    torn = {frame.message.raw for frame in host.heard if isinstance(frame.message, Sample)} - {0x4A5A00}
    board.stop()
    assert max(torn) > 0x4A5A00 + 0x1000  # the tears did come
    assert all(abs(value - 0x4A5A00) < 128 for value in values)
