"""The compiled firmware in an emulated chip: how much faster than real time it runs, and how much of the chip it takes.
What it makes of faults is `benchmarks/soak.py`.

Run: .venv/bin/python benchmarks/emulation.py
"""

from __future__ import annotations

import contextlib
import os
import resource
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware_bridge import simavr_board
from firmware_bridge.simavr_board import SimavrBoard

FIRMWARE = Path(simavr_board.__file__).parent / "firmware"
QUIET_S = 120


def main() -> None:
    simavr_board.build()
    for rate in (80, 10):
        quiet(rate)
    subprocess.run(["make", "-s", "-C", str(FIRMWARE), "size"], check=True)


@dataclass
class Taken:
    """Seconds that something took: by the clock, and of the emulator's own processor time."""

    clock_s: float = 0.0
    emulator_s: float = 0.0

    def against(self, lived_s: float) -> str:
        return (
            f"{lived_s:.0f} s of the board's life in {self.clock_s:.1f} s: {lived_s / self.clock_s:.0f} times real time"
            f" by the clock, {lived_s / self.emulator_s:.0f} times by the emulator's processor time"
        )


@contextlib.contextmanager
def taken() -> Iterator[Taken]:
    """Measures what happens within; an emulator that is begun within must be ended within."""
    found, before, began = Taken(), children_s(), time.perf_counter()
    yield found
    found.clock_s, found.emulator_s = time.perf_counter() - began, children_s() - before


def children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def quiet(rate: int) -> None:
    """A board that only weighs."""
    with taken() as time_taken:
        board = SimavrBoard(noise=30)
        board.start()
        board.set_pace(0)
        board.strap(rate)
        port = os.open(board.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        for _ in range(QUIET_S):
            board.run(1000)
            with contextlib.suppress(BlockingIOError):
                os.read(port, 65536)
        seen = board.report()
        os.close(port)
        board.stop()
    print(f"weighing at {rate}: {time_taken.against(QUIET_S)}")
    asleep, high = 100 * seen["asleep"] / seen["cycles"], seen["longest_high_ns"] / 1000
    print(f"    asleep {asleep:.1f} % of it, clock high for {high:.1f} us at most")


if __name__ == "__main__":
    main()
