"""How surely piles of like pieces are counted: `python -m benchmarks.piles [ROUNDS]`.

On a simulated 500 g cell at 80 samples a second ten known pieces are laid down, one by one or all at once, then
handfuls; what is not sure is answered as people would. Printed per spread: how many answers were sure, and how many of
those were wrong.
"""

from __future__ import annotations

import sys
from random import Random

from hardware.pile_scale import PileScale
from hardware.simulated_drawer import Cell, SimulatedDrawer

RATE = 80
KNOWN = 10
HANDFULS = 8


def evening(seed: int, spread: float, singly: bool) -> list[tuple[str, bool]]:
    """Status and truth of every handful's count."""
    table = SimulatedDrawer(seed, cell=Cell.at(RATE), set_size=200, spread=spread)
    scale, random = PileScale(), Random(seed)
    time_s = 0.0

    def wait(seconds: float) -> None:
        nonlocal time_s
        end = time_s + seconds
        while time_s < end or not scale.reading.resting:
            time_s += 1 / RATE
            scale.feed(time_s, table.raw_at(time_s))

    wait(3)
    scale.zero()
    wait(1)
    for count in [1] * KNOWN if singly else [KNOWN]:
        table.drop_cubes(count)
        wait(2)
    scale.known(KNOWN)
    found = []
    for _ in range(HANDFULS):
        table.drop_cubes(random.randint(1, 12))
        wait(3)
        found.append((scale.reading.status, scale.reading.count == table.cubes_in_drawer))
        if scale.reading.status != "sure":
            scale.confirm_count(table.cubes_in_drawer)
    return found


def main(rounds: int) -> None:
    print(f"{'spread':>7} {'known':>9} {'handfuls':>9} {'sure':>7} {'wrong':>6}")
    for spread in (0.01, 0.02, 0.03, 0.05, 0.08):
        for singly in (True, False):
            told = [one for seed in range(rounds) for one in evening(seed, spread, singly)]
            sure = [right for status, right in told if status == "sure"]
            known = "one by one" if singly else "at once"
            share = 100.0 * len(sure) / len(told)
            print(f"{spread:7.0%} {known:>10} {len(told):8} {share:6.1f}% {sure.count(False):6}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 25)
