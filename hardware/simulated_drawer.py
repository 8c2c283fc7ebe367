"""A drawer on a load cell, as physics: what the converter would say while somebody plays with it."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

FULL_SCALE = (1 << 23) - 1
SWING_HZ = 9.0  # how fast a small cell with a drawer on it swings after a knock
SWING_DIES_S = 0.12
PER_GRAM_MV_V = 2.147e6  # raw counts per gram at 1 mV/V and a capacity of 1 g


@dataclass(frozen=True, kw_only=True)
class Cell:
    """The cell and its converter. `counts_noise` is the standard deviation of one sample in raw counts (34 at 10
    samples a second, 95 at 80); `wander` the random walk of the zero, in raw counts after one second; `window_s` the
    time that one sample is the mean of."""

    capacity_g: float = 500.0
    mv_per_v: float = 1.0
    counts_noise: float = 34.0
    wander: float = 16.0
    offset: int = -182_340
    settling_s: float = 0.4
    window_s: float = 0.1

    @property
    def counts_per_gram(self) -> float:
        return self.mv_per_v * PER_GRAM_MV_V / self.capacity_g

    @classmethod
    def at(cls, rate_hz: int, capacity_g: float = 500.0) -> Cell:
        """A cell as it behaves at 10 or 80 samples a second."""
        if rate_hz >= 40:
            return cls(capacity_g=capacity_g, counts_noise=95.0, settling_s=0.05, window_s=0.0125)
        return cls(capacity_g=capacity_g)


@dataclass
class _Change:
    at_s: float
    grams: float


class SimulatedDrawer:
    """The drawer, its cell, and the owner's set of cubes lying beside it. Everything random comes from `seed`.

    Verbs act at the time of the latest `raw_at`, or at `now_s` where it is given; times never run backwards. Safe to
    use from several threads: one asks for values while another drops cubes. `before` is called before each verb that
    is given no time: whoever asks for values seldom asks once more then.
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        cell: Cell | None = None,
        set_size: int = 40,
        cube_g: float = 0.325,
        spread: float = 0.03,
        drawer_g: float = 38.0,
        reseat_mg: float = 50.0,
        before: Callable[[], None] = lambda: None,
    ) -> None:
        self._random = Random(seed)
        self._lock = threading.Lock()
        self._before = before
        self.cell = cell or Cell()
        self._beside = [cube_g * self._random.gauss(1.0, spread) for _ in range(set_size)]
        self._inside: list[float] = []
        self._on_plate: list[float] = []
        self._drawer_g = drawer_g
        self._reseat_g = reseat_mg / 1000.0
        self._seat_g = 0.0
        self._out = False
        self._time_s = 0.0
        self._zero = 0.0
        self._load = drawer_g
        self._changes: list[_Change] = []
        self._bumps: list[tuple[float, float]] = []

    # --- what is where ---

    @property
    def drawer_out(self) -> bool:
        return self._out

    @property
    def cubes_in_drawer(self) -> int:
        return len(self._inside)

    @property
    def cubes_beside(self) -> int:
        return len(self._beside)

    # --- verbs of the table ---

    @contextmanager
    def _acting(self, now_s: float | None) -> Iterator[None]:
        if now_s is None:
            self._before()
        with self._lock:
            yield

    def drop_cubes(self, n: int, now_s: float | None = None, over_s: float = 0.3) -> None:
        """Let `n` cubes fall within `over_s` seconds, one after the other. ValueError where the set has not so many.

        While the drawer is out they land on the bare plate.
        """
        with self._acting(now_s):
            taken = self._take_from(self._beside, n)
            (self._on_plate if self._out else self._inside).extend(taken)
            for i, grams in enumerate(taken):
                at = self._when(now_s) + (over_s * i / max(n - 1, 1) if n > 1 else 0.0)
                self._change(at, grams)
                self._bumps.append((at, 40.0 * grams))

    def take_cubes(self, n: int, now_s: float | None = None) -> None:
        """Take `n` cubes out of the drawer. ValueError where it does not hold so many."""
        with self._acting(now_s):
            self._put_beside(self._take_from(self._inside, n), 0.0 if self._out else 1.0, now_s)

    def empty(self, now_s: float | None = None) -> None:
        """Take everything out of the drawer, and off the plate."""
        with self._acting(now_s):
            self._put_beside(self._take_from(self._inside, len(self._inside)), 0.0 if self._out else 1.0, now_s)
            self._put_beside(self._take_from(self._on_plate, len(self._on_plate)), 1.0, now_s)

    def pull_drawer(self, now_s: float | None = None) -> None:
        """Pull the drawer out, with what is in it. Out already: nothing happens."""
        with self._acting(now_s):
            if not self._out:
                self._out = True
                self._change(self._when(now_s), -(self._drawer_g + self._seat_g + sum(self._inside)))
                self._bumps.append((self._when(now_s), 20.0))

    def push_drawer(self, now_s: float | None = None) -> None:
        """Push the drawer in again; it never sits quite as before. In already: nothing happens."""
        with self._acting(now_s):
            if self._out:
                self._out = False
                self._seat_g = self._random.uniform(-self._reseat_g, self._reseat_g)
                self._change(self._when(now_s), self._drawer_g + self._seat_g + sum(self._inside))
                self._bumps.append((self._when(now_s), 20.0))

    def bump(self, now_s: float | None = None, grams: float = 25.0) -> None:
        """Knock against the table: the cell swings by so many grams at first, and nothing stays."""
        with self._acting(now_s):
            self._bumps.append((self._when(now_s), grams))

    def lean(self, grams: float, now_s: float | None = None) -> None:
        """Lay a hand, or anything else of so many grams, on the drawer; the same negative takes it off."""
        with self._acting(now_s):
            self._change(self._when(now_s), grams)

    def spill(self, grams: float, now_s: float | None = None) -> None:
        """A crumb, a sticker or a drop comes into the drawer and stays in it, wherever the drawer goes; the same
        negative takes it out."""
        with self._acting(now_s):
            self._drawer_g += grams
            if not self._out:
                self._change(self._when(now_s), grams)

    # --- what the converter says ---

    def raw_at(self, time_s: float) -> int:
        """The converter's value at a time (signed, 24 bits)."""
        with self._lock:
            self._wander(time_s)
            self._time_s = max(self._time_s, time_s)
            grams = self._load + self._settled(time_s) + self._swing(time_s)
            value = self.cell.offset + self._zero + grams * self.cell.counts_per_gram
            value += self._random.gauss(0.0, self.cell.counts_noise)
            return max(-FULL_SCALE - 1, min(FULL_SCALE, round(value)))

    def _wander(self, time_s: float) -> None:
        passed = time_s - self._time_s
        if passed > 0:
            self._zero += self._random.gauss(0.0, self.cell.wander * math.sqrt(passed))

    def _settled(self, time_s: float) -> float:
        """What of the changes has come through the cell's foam and the converter's filter (its last four values)."""
        grams = 0.0
        for change in list(self._changes):
            part = min(max((time_s - change.at_s) / self.cell.settling_s, 0.0), 1.0)
            grams += part * change.grams
            if part >= 1.0:
                self._load += change.grams
                self._changes.remove(change)
        return grams

    def _swing(self, time_s: float) -> float:
        self._bumps = [bump for bump in self._bumps if time_s - bump[0] < 12.0 * SWING_DIES_S]
        if not self._bumps:
            return 0.0
        times = [time_s - self.cell.window_s * part / 8.0 for part in range(8)]
        return sum(_swing(grams, t - at) for at, grams in self._bumps for t in times) / 8.0

    def _when(self, now_s: float | None) -> float:
        return self._time_s if now_s is None else now_s

    def _change(self, at_s: float, grams: float) -> None:
        self._changes.append(_Change(at_s, grams))

    def _put_beside(self, cubes: list[float], weighing: float, now_s: float | None) -> None:
        self._beside.extend(cubes)
        if cubes and weighing:
            self._change(self._when(now_s), -sum(cubes))

    def _take_from(self, where: list[float], n: int) -> list[float]:
        if not 0 <= n <= len(where):
            raise ValueError(f"there are {len(where)} cubes, not {n}")
        self._random.shuffle(where)
        taken, where[:] = where[:n], where[n:]
        return taken


def _swing(grams: float, since_s: float) -> float:
    if since_s < 0:
        return 0.0
    return grams * math.exp(-since_s / SWING_DIES_S) * math.sin(math.tau * SWING_HZ * since_s)
