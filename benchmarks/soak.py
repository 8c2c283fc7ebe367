"""Hours of the compiled firmware's life in which everything goes wrong; all that was believed must be true. A fault
every few seconds, faster than real time; what each does is in `firmware_bridge/soak.py`.

Run: .venv/bin/python benchmarks/soak.py [--rate 10|80] [--hours H] [--seed N ...]

Without any of these an hour at both rates with seed 1. A line for every hour; at the first untrue value it says which,
and ends with exit code 1. The same seed brings the same faults again; to the millisecond only where no byte goes to the
board, since when one arrives there is for the operating system to say.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator

from firmware_bridge.soak import Soak, Untrue

HOUR_S = 3600.0
RATES = (80, 10)


def main() -> int:
    asked = arguments()
    untrue = 0
    for rate in asked.rate or RATES:
        for seed in asked.seed or (1,):
            print(f"{rate} samples a second, seed {seed}:", flush=True)
            untrue += not soak(rate, seed, asked.hours)
    return 1 if untrue else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Everything goes wrong for the emulated board, for hours.")
    parser.add_argument("--rate", type=int, choices=RATES, action="append", help="samples a second (default: both)")
    parser.add_argument("--seed", type=int, action="append", help="may be given several times (default: 1)")
    parser.add_argument("--hours", type=float, default=1.0, help="of the board's life, for each seed (default: 1)")
    return parser.parse_args()


def soak(rate: int, seed: int, hours: float) -> bool:
    """One board's evening; whether all that was believed is true."""
    began = time.perf_counter()
    with Soak(rate, seed) as board:
        try:
            for seconds in parts(hours * HOUR_S):
                board.live(seconds)
                print(f"    {board.tally.emulated_s / HOUR_S:5.1f} h, {board.tally.accepted} accepted", flush=True)
        except Untrue as error:
            print(f"    UNTRUE after {board.tally.emulated_s:.0f} s: {error}", flush=True)
            return False
        finally:
            tell(board, time.perf_counter() - began)
    return True


def parts(seconds: float) -> Iterator[float]:
    while seconds > 0:
        yield min(seconds, HOUR_S)
        seconds -= HOUR_S


def tell(board: Soak, taken_s: float) -> None:
    tally, seen = board.count(), board.board.report()
    faults, pace = sum(tally.faults.values()), tally.emulated_s / taken_s
    print(f"    {tally.emulated_s:.0f} s of the board's life in {taken_s:.0f} s: {pace:.0f} times real time")
    print(f"    {faults} faults of {len(tally.faults)} kinds, {tally.starts} starts of the board")
    part = 100 * tally.accepted / max(tally.conversions, 1)
    print(f"    {tally.conversions} conversions, {tally.accepted} ({part:.0f} %) accepted, {tally.flagged} flagged")
    print(f"    {tally.lost} frames lost, {tally.damaged} damaged, of these {tally.let_through} passed the CRC")
    print(f"    {tally.masked} values masked by a short circuit that ended within their read, each alone")
    print(f"    told {tally.moved} times that the zero may have moved")
    high_us, open_edges = seen["longest_high_ns"] / 1000, seen["open_edges"]
    print(f"    clock high for {high_us:.1f} us at most, {open_edges} edges that an interrupt could have come into")


if __name__ == "__main__":
    sys.exit(main())
