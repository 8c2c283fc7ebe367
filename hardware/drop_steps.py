"""One step of a drop: what moved from one rest to the next, what it weighs in cubes, and what that means."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from hardware.cube_weights import FARTHEST_FROM_NONE, STRANGE, Chances, CubeWeights, likeliest
from hardware.levels import Level

HARDLY = 2.0  # standard deviations from a whole number of cubes
HARDLY_ONE = 1.5  # from a single one, which may be a finger that sways
BADLY = 0.06  # cubes; a cell at rest weighs better, a drawer that was out may sit otherwise
TOGETHER = 2.2  # standard deviations; two things, of which neither is a number of cubes, may be nearly one together
EXCUSED = 0.04  # cubes; however badly a drop was weighed, that excuses no more
SWAYS = 0.1  # cubes; a finger's weight differs by so much between its coming and its going
WET_S = 2.0  # a hand that leaves water has come and gone in less
LONGEST_FINGER_S = 4.5  # what has lain there for longer stays


class StepWeight:
    """What one step weighed, in cubes, with its standard error, and what that means for cubes of such `weights`; and
    whether it `fell`, with a swing, or a hand `pressed` the drawer meanwhile, or something `struck` it as a cube does;
    and whether it came in `parts`.
    """

    def __init__(
        self, cubes: float, error: float, weights: CubeWeights, fell: bool = True, pressed: bool = False,
        struck: bool = False, parts: bool = False,
    ) -> None:  # fmt: skip
        self.fell = fell
        self.parts = parts
        self.struck = struck
        self.pressed = pressed
        self.cubes = cubes
        self.error = error
        self.weights = weights

    @property
    def may_go(self) -> bool:
        """Whether it may be a finger that goes again: a hand that pressed has gone, and what it has left stays."""
        return not (self.fell or self.pressed)

    @cached_property
    def chances(self) -> Chances:
        """The chance of each whole count. However unlike each other cubes may be, so little is none of them."""
        if abs(self.cubes) <= FARTHEST_FROM_NONE:
            return self.weights.none
        return self.weights.chances(self.cubes, self.error)

    @cached_property
    def count(self) -> int:
        """The likeliest one."""
        return likeliest(self.chances)[0]

    @cached_property
    def strange(self) -> bool:
        """Whether it is no whole number of cubes. What is weighed badly must be a better one: else anything is."""
        deviations = STRANGE if self.error < BADLY else HARDLY
        return self.is_off(deviations)

    @cached_property
    def odd(self) -> bool:
        """Whether it is hardly one, where what comes next speaks for something else."""
        return self.is_off(HARDLY)

    @property
    def may_be_momentary(self) -> bool:
        """Whether it may be so many cubes for a moment only."""
        return self.odd or self.error >= BADLY or (self.count == 1 and self.is_off(HARDLY_ONE))

    @cached_property
    def hardly_sure(self) -> bool:
        """Whether it lies too far from a whole number of cubes to be surely so many, however badly it was weighed."""
        most = self.weights.most_deviations(self.count)
        return self.is_off(min(most, TOGETHER) if self.parts else most, EXCUSED)

    def is_off(self, deviations: float, worst: float = math.inf) -> bool:
        """Whether it lies more than so many standard deviations from a whole number of cubes. However badly it was
        weighed, that excuses no more than an error of `worst`, in cubes."""
        return self.weights.strange(self.count, self.cubes - self.count, min(self.error, worst), deviations)

    @cached_property
    def risk(self) -> float:
        """How often another count would be taken for this one, were all taken for it that lie so near."""
        return self.weights.risk(self.count, self.cubes - self.count, self.error)


@dataclass
class Step:
    """From one rest to the next, in raw counts; `of` is the rest that it led to."""

    before: float
    of: Level
    before_blocks: int
    before_error: float = 0.0
    fell: bool = True
    ended: bool = False
    parts: bool = False
    weighed: StepWeight | None = None

    @property
    def rise(self) -> float:
        return self.of.first - self.before


def as_one(steps: list[Step]) -> Step:
    """What it wandered at the rests between them belongs to no step."""
    first, last = steps[0], steps[-1]
    before = first.before + sum(after.before - one.of.first for one, after in pairwise(steps))
    return Step(before, last.of, first.before_blocks, first.before_error, any(step.fell for step in steps))


def next_that_moved(weighed: list[StepWeight], i: int) -> int:
    """The next step in which something came or went, or came that is at least a cube: a bar that rings comes to rest
    several times."""
    after = range(i + 1, len(weighed))
    return next((j for j in after if weighed[j].count or weighed[j].strange or weighed[j].cubes >= 1.0), i + 1)


def cancel(one: StepWeight, other: StepWeight) -> bool:
    """Whether the one has gone with the other, but for a hand's sway."""
    return abs(one.cubes + other.cubes) <= SWAYS


def square_error(known: float, blocks: int, noise: float) -> float:
    """A rest's squared error in raw counts: the known one, or by the noise of its blocks."""
    # Twice, because medians of three overlap: neighbouring blocks err together at 10 samples a second.
    return known**2 if known else 2.0 * noise**2 / min(blocks, 20)


def hands(weighed: list[StepWeight], starts_s: Sequence[float], leaves: bool = False) -> list[int]:
    """The steps with which a hand came to rest on the drawer, or lifted it, and went: their places, the last first; by
    when each step's rest began. They come to nothing, with all that moved between them or whatever fell meanwhile; or,
    where it `leaves` something and was there for a moment, to less than a cube."""
    found: set[int] = set()
    for i, last in enumerate(weighed):
        left = last.cubes
        for j in (j for j in range(i - 1, -1, -1) if j not in found):
            one, rested_s = weighed[j], starts_s[i] - starts_s[j]
            left += one.cubes
            lifted = one.cubes < 0.0
            if lifted and last.fell and rested_s > LONGEST_FINGER_S:
                continue  # nobody lifts it for so long: a supply has sagged, and cubes have fallen
            no_cube = one.strange or not (lifted or one.fell)
            seen = last.strange or not (one.fell and last.fell)
            small = abs(one.cubes) > SWAYS and not one.weights.may_hold_cubes(abs(one.cubes), one.error)
            gone = (((no_cube or (lifted and one.odd)) and seen) or small) and cancel(one, last)
            wet = leaves and rested_s < WET_S and _left_something(one, weighed[j + 1 : i], last, left)
            if no_cube and abs(left) <= SWAYS:
                found.update(range(j, i + 1))
            elif gone or wet:
                found |= {j, i}
            else:
                continue
            break
    return sorted(found, reverse=True)


def _left_something(one: StepWeight, between: list[StepWeight], last: StepWeight, left: float) -> bool:
    """Whether a hand, lighter than any cube, came with the one and went with the last, though it has left something:
    what goes and is no cube was none."""
    came = one.strange and last.strange and last.cubes < 0.0 < left
    still = not any(step.count or step.strange for step in between)
    return came and still and not one.weights.may_hold_cubes(one.cubes, one.error)
