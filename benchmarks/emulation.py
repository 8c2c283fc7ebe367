"""The compiled firmware in an emulated chip: how much faster than real time it runs, and minutes of every fault there is,
in which nothing untrue may be accepted.

Run: .venv/bin/python benchmarks/emulation.py [seconds of each long run, 300 where none is named]
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path

from firmware_bridge import simavr_board
from firmware_bridge.simavr_board import SimavrBoard
from firmware_bridge.soak import Soak

FIRMWARE = Path(simavr_board.__file__).parent / "firmware"
QUIET_S = 60


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 300.0
    for rate in (80, 10):
        quiet(rate)
    for rate in (80, 10):
        soak(rate, seconds)
    subprocess.run(["make", "-s", "-C", str(FIRMWARE), "size"], check=True)


def quiet(rate: int) -> None:
    """A board that only weighs."""
    board = SimavrBoard(noise=30)
    board.start()
    board.set_pace(0)
    board.strap(rate)
    port = os.open(board.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    began = time.perf_counter()
    for _ in range(QUIET_S):
        board.run(1000)
        with contextlib.suppress(BlockingIOError):
            os.read(port, 65536)
    took = time.perf_counter() - began
    seen = board.report()
    os.close(port)
    board.stop()
    print(
        f"weighing at {rate}: {QUIET_S} s of the board's life in {took:.1f} s, {QUIET_S / took:.0f} times real time; "
        f"asleep {100 * seen['asleep'] / seen['cycles']:.1f} % of it, "
        f"clock high for {seen['longest_high_ns'] / 1000:.1f} us at most"
    )


def soak(rate: int, seconds: float) -> None:
    """A board to which everything happens."""
    began = time.perf_counter()
    with Soak(rate, seed=1) as board:
        tally = board.live(seconds)
    took = time.perf_counter() - began
    lived = tally.emulated_s
    print(
        f"every fault at {rate}: {lived:.0f} s of the board's life in {took:.1f} s, {lived / took:.0f} times real time; "
        f"{sum(tally.faults.values())} faults of {len(tally.faults)} kinds, {tally.starts} starts of the board; "
        f"{tally.conversions} conversions, {tally.accepted} accepted, all of them true; {tally.flagged} flagged, "
        f"{tally.lost} frames lost, {tally.damaged} damaged; "
        f"told {tally.moved} times that the zero may have moved, and whenever it had"
    )


if __name__ == "__main__":
    main()
