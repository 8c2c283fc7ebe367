"""One set of cubes on one cell: its calibration, then round after round, as traces that every method is shown."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from benchmarks.counting.cases import Case
from benchmarks.counting.cell import Floats, TableCell
from hardware.calibration import Calibration
from hardware.cube_scale import Count, CubeScale

SET_SIZE = 40
CUBE_G = 0.325
DRAWER_G = 38.0
UNSEEN_S = 0.5  # so long the converter takes to settle: a count may be that old when it is said


@dataclass
class Round:
    """What the converter said in one round, in which `many` cubes were new at the end.

    `expected` is the index of the first sample after the game began to expect cubes; `falls` are the times at which
    the new cubes landed.
    """

    times: Floats
    raws: NDArray[np.int64]
    expected: int
    falls: list[float]
    many: int

    def truths(self, time_s: float) -> range:
        """How many new cubes lay there at the moments of the half second before."""
        low = sum(fall <= time_s - UNSEEN_S for fall in self.falls)
        return range(low, sum(fall <= time_s for fall in self.falls) + 1)


@dataclass
class Evening:
    """Raises `CannotCalibrate` where the scale refuses the cell."""

    case: Case
    seed: int
    heard: list[Count] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = np.random.default_rng(self.seed)
        self.cell = TableCell(self.random, self.case.rate_hz, self.case.capacity_g, self.case.trouble)
        self.cubes = CUBE_G * self.random.normal(1.0, self.case.spread, SET_SIZE)
        self.scale = self.make_scale()
        self._inside: list[float] = []
        self._seat_g = 0.0
        self._carried: list[tuple[float, float]] = []
        self.cell.put(0.0, DRAWER_G)
        self.calibration = self._calibrate()

    def make_scale(self) -> CubeScale:
        """The scale that is tried; `heard` is what it says."""
        return CubeScale(None, self.heard.append)

    # --- the calibration ---

    def _calibrate(self) -> Calibration:
        self._weigh(2.0)
        self.scale.tare()
        self._weigh(2.0)
        self._whole_set()
        singly = self.random.permutation(self.cubes)
        for cube in singly[: self.case.singles]:
            self.cell.put(self.cell.now_s, cube)
            self._weigh(0.5)
            self.scale.single()
            self._weigh(2.0)
            self._all_out([cube])
        if self.case.sorted_out:
            # As an owner would: set aside those that the scale names, by the order in which they were weighed.
            self.cubes = np.delete(singly, self.scale.calibration_so_far().set_aside()[: self.case.sorted_out])
            self._whole_set()
        return self.scale.finish_calibration()

    def _whole_set(self) -> None:
        self.cell.put(self.cell.now_s, float(self.cubes.sum()))
        self._weigh(1.0)
        self.scale.known(len(self.cubes))
        self._weigh(3.0)
        self._all_out(self.cubes)

    def _all_out(self, cubes: list[float] | Floats) -> None:
        self.cell.put(self.cell.now_s, -float(sum(cubes)))
        self._weigh(0.5)
        self.scale.empty()
        self._weigh(2.0)

    def _weigh(self, seconds: float) -> None:
        self.feed(*self.cell.samples(seconds))

    def feed(self, times: Floats, raws: NDArray[np.int64]) -> None:
        """Show the scale a stretch of samples."""
        self.scale.feed_all(times.tolist(), raws.tolist())

    # --- a round ---

    def play(self) -> Round:
        """Make the next round's trace: the drawer as it was left is at rest when it begins."""
        cell, random, case = self.cell, self.random, self.case
        before = self._cleared()
        start_s = cell.now_s + random.uniform(0.3, 2.0)
        falling = int(random.integers(0, case.most - len(self._carried) + 1))
        late = int(random.integers(1, falling + 1)) if case.trouble == "late" and falling else 0
        over_s = random.uniform(2.0, 6.0) if case.trouble == "trickle" else random.uniform(0.1, 0.6)
        carried = [at_s for at_s, _ in self._carried]
        cubes = self._drawn(falling)
        falls = self._fall(cubes[: falling - late], start_s, over_s)
        waits_s = 7.0 if case.trouble == "no foam" else 3.0
        end_s = start_s + over_s + waits_s
        if late:
            late_s = start_s + over_s + random.uniform(0.3, 3.0)
            falls += self._fall(cubes[falling - late :], late_s, 0.2)
            end_s = late_s + 3.2
        end_s = self._trouble(start_s, end_s)
        times, raws = cell.samples(end_s - cell.now_s)
        self._inside = [*(grams for _, grams in self._carried), *cubes]
        return Round(
            np.concatenate([before[0], times]),
            np.concatenate([before[1], raws]),
            len(before[0]),
            carried + falls,
            len(carried) + falling,
        )

    def _drawn(self, n: int) -> list[float]:
        taken = [grams for _, grams in self._carried]
        left = [grams for grams in self.cubes.tolist() if grams not in taken]
        return [left[i] for i in self.random.permutation(len(left))[:n]]

    def _fall(self, cubes: list[float], from_s: float, over_s: float) -> list[float]:
        falls = sorted(self.random.uniform(from_s, from_s + over_s, len(cubes)).tolist())
        for at_s, grams in zip(falls, cubes, strict=True):
            self.cell.fall(at_s, grams)
        return list(falls)

    def _cleared(self) -> tuple[Floats, NDArray[np.int64]]:
        """Empty the drawer, by hand or pulled, and let it rest."""
        cell, random = self.cell, self.random
        self._carried = []
        if self.case.trouble not in ("drawer", "reseat"):
            cell.put(cell.now_s, -sum(self._inside))
            return cell.samples(2.5)
        cell.put(cell.now_s, -(DRAWER_G + self._seat_g + sum(self._inside)))
        cell.knock(cell.now_s, 20.0)
        out = cell.samples(1.5)
        self._seat_g = random.uniform(-0.1, 0.1) if self.case.trouble == "reseat" else random.uniform(-0.02, 0.02)
        cell.put(cell.now_s, DRAWER_G + self._seat_g)
        cell.knock(cell.now_s, 20.0)
        if random.random() < 0.2:
            grams = float(random.choice(self.cubes))
            self._carried = [(cell.now_s, grams)]
            cell.fall(cell.now_s, grams)
        back = cell.samples(2.5)
        return np.concatenate([out[0], back[0]]), np.concatenate([out[1], back[1]])

    def _trouble(self, start_s: float, end_s: float) -> float:
        """What else happens in the round; when the round ends, at least two and a half seconds after it."""
        random, cell = self.random, self.cell
        last_s = start_s
        if self.case.trouble == "bumps":
            for _ in range(random.integers(1, 6)):
                last_s += random.uniform(0.05, 1.0)
                cell.knock(last_s, random.choice([0.3, 1.0, 10.0, 60.0]))
        if self.case.trouble == "phone":
            for burst in range(3):
                cell.shake(start_s + burst, start_s + burst + 0.5, 3.0 * CUBE_G, 150.0)
            last_s = start_s + 2.5
        if self.case.trouble == "hands":
            leans_s = start_s + random.uniform(-0.3, 1.5)
            last_s = leans_s + random.uniform(1.0, 3.0)
            grams = random.uniform(-2.0, 2.0)
            cell.lean(leans_s, last_s, grams)
        return max(end_s, last_s + 2.5)
