"""What the cubes' unequal weights alone allow: how often the scale must ask, and how often it would be wrong.

    .venv/bin/python -m benchmarks.counting.limits [--sets N] [--seed S]

No traces are played: for each of many sets, with singles weighed as a 500 g cell weighs them, the chance that a drop
lies where the scale is sure of it, or sure of another count, is computed, not counted. So rates of one in a million can
be seen that no simulation of rounds would show. Noise, knocks and late cubes are not in it; they are in
`benchmarks.counting`.

Then, how often something that comes in with the cubes is taken for some by anybody who sees weights alone, knows every
cube of the set, and asks about one drop in 200 in which nothing else came: that is physics.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass

import numpy as np

from hardware.calibration import Calibration

SET_SIZE = 40
CUBE = 1395.0  # raw counts on a 500 g cell
SINGLE_COUNTS = 17.0  # a single cube's error, weighed going in and coming out; a calibration knows it
ERROR = 0.022  # cubes; of one drop's weight, as it is
CASES = [(spread, most, singles) for spread in (0.03, 0.05, 0.08) for most in (20, 40) for singles in (10, 20, 40)]

CUBE_G = 0.325
COMES = {
    "one drop of water, 0.03 to 0.15 g": (0.03, 0.15),
    "a crumb of 0.02 to 0.25 g": (0.02, 0.25),
    "what a wet hand leaves, 0.05 to 0.3 g": (0.05, 0.3),
    "a thing of 0.3 to 1.7 cubes": (0.3 * CUBE_G, 1.7 * CUBE_G),
}
ASKS_ONE_IN_200 = 2.807  # deviations
FARTHEST = 0.36  # cubes, that anything may lie from a whole count


@dataclass(frozen=True)
class Rates:
    """The chances that a drop of one set, of 0 to `most` cubes alike, is asked about, and that it is miscounted."""

    asked: float
    wrong: float


def rates(spread: float, most: int, singles: int, random: np.random.Generator) -> Rates:
    """Of one set drawn with such a spread, of which so many cubes were weighed singly."""
    cubes = random.normal(1.0, spread, SET_SIZE)
    cubes /= cubes.mean()
    weighed = random.permutation(cubes)[:singles] + random.normal(0.0, SINGLE_COUNTS / CUBE, singles)
    error = SINGLE_COUNTS / CUBE
    measured = max(float(weighed.var(ddof=1)) - error**2, 0.0) ** 0.5
    made = Calibration(
        set_size=SET_SIZE, cube=CUBE, mean_error=0.0005, spread=measured, singles=singles, noise=35.0, zero=0.0,
        single_error=error,
    )  # fmt: skip
    weights = made.weights()
    near = [weights.sure_within(count, made.resolution) for count in range(SET_SIZE + 1)]
    own = float(cubes.std(ddof=1))
    asked = wrong = 0.0
    for count in range(most + 1):
        deviation = math.sqrt(own**2 * count * (SET_SIZE - count) / (SET_SIZE - 1) + ERROR**2)
        asked += 2.0 * _beyond(near[count] / deviation)
        for other in range(max(count - 3, 0), min(count + 3, SET_SIZE) + 1):
            if other != count:
                away = abs(other - count)
                wrong += _beyond((away - near[other]) / deviation) - _beyond((away + near[other]) / deviation)
    return Rates(asked / (most + 1), wrong / (most + 1))


def taken_for_cubes(from_g: float, to_g: float, spread: float, most: int = 20) -> float:
    """The chance that 0 to `most` cubes and something so heavy weigh as another number of cubes."""
    deviations = [
        math.hypot(spread * math.sqrt(n * (SET_SIZE - n) / (SET_SIZE - 1)), ERROR) for n in range(SET_SIZE + 1)
    ]
    weights = np.linspace(from_g, to_g, 101) / CUBE_G
    chances = [
        _beyond((other - near - at) / deviation) - _beyond((other + near - at) / deviation)
        for count, deviation in enumerate(deviations[: most + 1])
        for at in (count + weights).tolist()
        for other in range(max(count - 1, 1), count + 3)
        if other != count
        for near in (min(ASKS_ONE_IN_200 * deviations[other], FARTHEST),)
    ]
    return sum(chances) / (len(weights) * (most + 1))


def _beyond(deviations: float) -> float:
    return 0.5 * math.erfc(deviations / math.sqrt(2.0))


def main() -> None:
    options = argparse.ArgumentParser(description="Compute how often unequal cubes must be asked about.")
    options.add_argument("--sets", type=int, default=200, help="sets for each case")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    print("spread  up to  singles   sets    asked  wrong in 100,000  in the worst set")
    for spread, most, singles in CASES:
        random = np.random.default_rng(chosen.seed)
        found = [rates(spread, most, singles, random) for _ in range(chosen.sets)]
        asked = sum(one.asked for one in found) / len(found)
        wrong = [1e5 * one.wrong for one in found]
        print(
            f"{100 * spread:5.0f}%  {most:5d}  {singles:7d}  {chosen.sets:5d}  {100 * asked:6.2f}%  "
            f"{sum(wrong) / len(wrong):16.3f}  {max(wrong):16.3f}",
            flush=True,
        )
    print("\nspread  taken for cubes, of whatever asks about one honest drop in 200")
    for spread in (0.01, 0.03, 0.05):
        for name, (from_g, to_g) in COMES.items():
            print(f"{100 * spread:5.0f}%  {100 * taken_for_cubes(from_g, to_g, spread):5.1f}%  {name}")


if __name__ == "__main__":
    main()
