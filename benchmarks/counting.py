"""How often the scale is wrong, how often it asks, and how long it takes: a seeded simulation.

    .venv/bin/python benchmarks/counting.py [--rounds N] [--seed S] [--case TEXT]

Each evening has a set of 40 cubes of its own (0.325 g, normally spread), a 500 g or 1 kg cell with an HX711's noise and
wandering zero, and a calibration with the whole set and ten singles; each round drops 0 to 12 cubes.
`wrong`: rounds in which a sure count was said that was true at no moment of the half second before (so long the
converter takes to settle). `asked`: rounds whose last word is not sure. `time`: from the last cube's fall to the sure
count, in seconds. Bounds are one-sided 95 % (Clopper-Pearson).
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from hardware.calibration import CannotCalibrate
from hardware.cube_scale import SURE, Count, CubeScale
from hardware.simulated_drawer import Cell, SimulatedDrawer

ROUNDS_AN_EVENING = 25
UNSEEN_S = 0.5
MOST = 12
SINGLES = 10


@dataclass(frozen=True)
class Case:
    """What is simulated: `trouble` is `none`, `bumps`, `late`, `trickle` or `drawer`."""

    rate_hz: int
    spread: float
    trouble: str = "none"
    capacity_g: float = 500.0

    def __str__(self) -> str:
        return f"{self.capacity_g:4.0f} g {self.rate_hz:2d}/s spread {100 * self.spread:.0f} % {self.trouble}"


CASES = [
    *(
        Case(rate, spread, trouble)
        for rate in (10, 80)
        for spread in (0.03, 0.05)
        for trouble in ("none", "bumps", "late", "trickle", "drawer")
    ),
    Case(80, 0.03, "none", 1000.0),
    Case(80, 0.08, "none"),
]


@dataclass
class Tally:
    """What came of a case's rounds."""

    rounds: int = 0
    wrong: int = 0
    asked: int = 0
    no_calibration: int = 0
    times_s: list[float] = field(default_factory=list)
    reasons: dict[str, int] = field(default_factory=dict)


class Evening:
    """One set of cubes on one cell, calibrated."""

    def __init__(self, case: Case, seed: int) -> None:
        self.case = case
        self.random = Random(seed)
        self.drawer = SimulatedDrawer(seed, cell=Cell.at(case.rate_hz, case.capacity_g), spread=case.spread)
        self.heard: list[Count] = []
        self.scale = CubeScale(None, self.heard.append)
        self.time_s = 0.0
        self.falls: list[float] = []
        self.carried = 0  # cubes that fell as the drawer was pushed in: they belong to the next count
        self._calibrate()

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * self.case.rate_hz)):
            self.time_s += 1.0 / self.case.rate_hz
            self.scale.feed(self.time_s, self.drawer.raw_at(self.time_s))

    def fall(self, n: int, over_s: float) -> None:
        self.drawer.drop_cubes(n, over_s=over_s)
        self.falls += [self.time_s + over_s * i / max(n - 1, 1) for i in range(n)]

    def truths(self, time_s: float) -> set[int]:
        """How many new cubes lay there at the moments of the last half second."""
        low = sum(fall <= time_s - UNSEEN_S for fall in self.falls)
        return set(range(low, sum(fall <= time_s for fall in self.falls) + 1))

    def _calibrate(self) -> None:
        self.wait(2.0)
        self.scale.tare()
        self.wait(2.0)
        self.drawer.drop_cubes(40)
        self.wait(1.0)
        self.scale.known(40)
        self.wait(3.0)
        self._all_out()
        for _ in range(SINGLES):
            self.drawer.drop_cubes(1)
            self.wait(0.5)
            self.scale.single()
            self.wait(2.0)
            self._all_out()
        self.scale.finish_calibration()

    def _all_out(self) -> None:
        self.drawer.empty()
        self.wait(0.5)
        self.scale.empty()
        self.wait(2.0)


def play_round(evening: Evening, number: int, tally: Tally) -> None:
    """One round: some cubes fall, with the case's trouble; the tally is kept."""
    random, trouble = evening.random, evening.case.trouble
    evening.heard.clear()
    evening.falls = [evening.time_s] * evening.carried
    many = random.randint(0, MOST) + evening.carried
    evening.carried = 0
    evening.scale.expect(f"round {number}", MOST)
    evening.wait(random.uniform(0.3, 3.0))
    falling = many - len(evening.falls)
    late = random.randint(1, falling) if trouble == "late" and falling else 0
    over_s = random.uniform(2.0, 6.0) if trouble == "trickle" else random.uniform(0.1, 0.6)
    evening.fall(falling - late, over_s)
    _trouble(evening, trouble, late)
    evening.wait(over_s + 3.5)
    _judge(evening, many, tally)
    _clear(evening)


def _trouble(evening: Evening, trouble: str, late: int) -> None:
    random = evening.random
    if trouble == "bumps":
        for _ in range(random.randint(1, 5)):
            evening.drawer.bump(grams=random.choice([0.3, 1.0, 10.0, 60.0]))
            evening.wait(random.uniform(0.05, 1.0))
    if trouble == "late":
        evening.wait(random.uniform(0.3, 3.0))
        evening.fall(late, 0.2)


def _clear(evening: Evening) -> None:
    """Empty the drawer, pulled or by hand; where it is pulled, a cube sometimes falls as it is pushed in."""
    if evening.case.trouble == "drawer":
        evening.drawer.pull_drawer()
        evening.wait(1.5)
        evening.drawer.empty()
        evening.drawer.push_drawer()
        evening.carried = int(evening.random.random() < 0.2)
        evening.drawer.drop_cubes(evening.carried)
        evening.wait(2.5)
    else:
        evening.drawer.empty()
        evening.wait(2.5)


def _judge(evening: Evening, many: int, tally: Tally) -> None:
    sure = [count for count in evening.heard if count.status == SURE]
    tally.rounds += 1
    last = evening.heard[-1] if evening.heard else None
    asked = last is None or last.status != SURE
    wrong = any(count.count not in evening.truths(count.time_s) for count in sure)
    wrong = wrong or (not asked and last is not None and last.count != many)
    tally.wrong += wrong
    tally.asked += asked
    if asked:
        reason = last.reason if last else "silent"
        tally.reasons[reason] = tally.reasons.get(reason, 0) + 1
    elif last is not None and evening.falls:
        tally.times_s.append(last.time_s - max(evening.falls))


def run_case(case: Case, rounds: int, seed: int) -> Tally:
    """Play as many evenings as the rounds need."""
    tally = Tally()
    for evening_number in _evenings(rounds):
        try:
            evening = Evening(case, seed + evening_number)
        except CannotCalibrate:
            tally.no_calibration += 1
            continue
        for number in range(min(ROUNDS_AN_EVENING, rounds - tally.rounds)):
            play_round(evening, number, tally)
    return tally


def _evenings(rounds: int) -> Iterator[int]:
    yield from range(math.ceil(rounds / ROUNDS_AN_EVENING))


def upper_bound(k: int, n: int) -> float:
    """The largest rate at which so few as `k` of `n` would still be seen in 5 of 100 tries."""
    low, high = k / n if n else 0.0, 1.0
    for _ in range(60):
        rate = (low + high) / 2.0
        few = sum(math.exp(_log_binomial(n, i, rate)) for i in range(k + 1))
        low, high = (rate, high) if few > 0.05 else (low, rate)
    return high


def _log_binomial(n: int, k: int, rate: float) -> float:
    rate = min(max(rate, 1e-15), 1.0 - 1e-15)
    choose = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
    return choose + k * math.log(rate) + (n - k) * math.log1p(-rate)


def main() -> None:
    options = argparse.ArgumentParser(description="Count simulated cubes and print how often the scale errs or asks.")
    options.add_argument("--rounds", type=int, default=200, help="rounds for each case")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--case", default="", help="only cases whose name contains this")
    chosen = options.parse_args()
    print(f"{'case':33} {'rounds':>6}  {'wrong':>5} {'bound':>7}  {'asked':>6} {'bound':>6}  {'p50 s':>5} {'p95 s':>5}")
    for case in CASES:
        if chosen.case in str(case):
            _print(case, run_case(case, chosen.rounds, chosen.seed * 100_000))


def _print(case: Case, tally: Tally) -> None:
    times = sorted(tally.times_s) or [math.nan]
    p50, p95 = times[len(times) // 2], times[int(len(times) * 0.95)]
    print(
        f"{case!s:33} {tally.rounds:6d}  {tally.wrong:5d} {100 * upper_bound(tally.wrong, tally.rounds):6.3f}%  "
        f"{100 * tally.asked / max(tally.rounds, 1):5.1f}% {100 * upper_bound(tally.asked, tally.rounds):5.1f}%  "
        f"{p50:5.2f} {p95:5.2f}  {_reasons(tally)}",
        flush=True,
    )


def _reasons(tally: Tally) -> str:
    words = [f"{reason} {n}" for reason, n in sorted(tally.reasons.items())]
    words += [f"calibration refused {tally.no_calibration}"] if tally.no_calibration else []
    return ", ".join(words)


if __name__ == "__main__":
    main()
