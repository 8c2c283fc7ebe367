"""A load cell whose bar swings as a real one does, with its converter: what comes out when things happen to the drawer.

The converter's own noise is that of `TableCell`, measured on real ones, or a recording's. Everything that moves goes
through the bar (`bar.py`) and the converter's filter (`chip_filter.py`); the board's supply is `supply.py`.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from benchmarks.counting.bar import GRAVITY, Bar, Floats, falling_speed
from benchmarks.counting.cell import (
    CREEP_S,
    DRIFT,
    FULL_SCALE,
    MAINS_COUNTS,
    PER_GRAM_MV_V,
    RUNAWAY,
    SPIKES,
    WALK,
    WHITE,
)  # fmt: skip
from benchmarks.counting.chip_filter import CONVERSIONS, FORMS, converted, weights
from benchmarks.counting.forces import Force
from benchmarks.counting.supply import Bools, Dip, Sag, Supply

Ints = NDArray[np.int64]
STEPS_A_SECOND = 1280  # about: that many moments a conversion is the mean of
BAR_G = 12.0  # what moves of the bar and the plate on it
RUBS_OVER_G = 3.0
GAP_EVERY_S = 20.0
RESTS_MS = 0.02  # m/s: a cube that is slower bounces no more
SOFT_HZ, STIFF_HZ, DAMPING = (6.0, 14.0), (25.0, 60.0), (0.01, 0.1)


@dataclass(frozen=True)
class Flaws:
    """What a cell and its board do wrong all evening.

    `creep` is the part of every load that follows with a time constant of 30 s; `hysteresis_g` what a load that is on
    its way down reads too high; `drift` counts a second; `gain` the part by which the gain has changed after
    `gain_s` seconds; `hum` counts of pickup; `spikes` and `lost` parts of the samples.
    """

    creep: float = 0.0
    hysteresis_g: float = 0.0
    drift: float = 0.0
    gain: float = 0.0
    gain_s: float = 600.0
    hum: float = 0.0
    spikes: float = 0.0
    lost: float = 0.0


def drawn_flaws(random: np.random.Generator, trouble: str) -> Flaws:
    """How bad a cell is that has this flaw, none where it is no flaw of a cell."""
    sign = float(random.choice([-1.0, 1.0]))
    drawn: dict[str, Callable[[], Flaws]] = {
        "creep": lambda: Flaws(creep=random.uniform(0.0005, 0.003)),
        "hysteresis": lambda: Flaws(hysteresis_g=random.uniform(0.02, 0.1)),
        "temperature": lambda: Flaws(drift=sign * RUNAWAY * random.uniform(0.5, 1.0)),
        "gain": lambda: Flaws(gain=sign * random.uniform(0.01, 0.02), gain_s=random.uniform(120.0, 900.0)),
        "hum": lambda: Flaws(hum=MAINS_COUNTS * random.uniform(0.5, 5.0)),
        "spikes": lambda: Flaws(spikes=SPIKES),
        "lost": lambda: Flaws(lost=random.uniform(0.005, 0.05)),
    }
    return drawn[trouble]() if trouble in drawn else Flaws()


def drawn_bar(random: np.random.Generator, kind: str, drawer_g: float) -> Bar:
    """A `stiff`, `soft` or `any` bar under a drawer."""
    stiff = random.random() < 0.5 if kind == "any" else kind == "stiff"
    damping = math.exp(random.uniform(*np.log(DAMPING)))
    return Bar(random.uniform(*(STIFF_HZ if stiff else SOFT_HZ)), damping, BAR_G + drawer_g)


@dataclass
class BarCell:
    """What happens is told in any order, for the time to come; `samples` gives what the converter says of it.

    `noise` is a recording at rest in counts, with one value for each conversion, in the place of the measured figures.
    """

    random: np.random.Generator
    bar: Bar
    rate_hz: int = 80
    capacity_g: float = 500.0
    flaws: Flaws = Flaws()
    form: str = ""
    noise: Floats | None = None
    quiet: bool = False
    now_s: float = 0.0
    _steps: list[tuple[float, int, float, float]] = field(default_factory=list)
    _forces: list[Force] = field(default_factory=list)
    _told: int = 0
    _load: float = 0.0

    def __post_init__(self) -> None:
        self.counts_per_gram = PER_GRAM_MV_V / self.capacity_g
        self.true_rate_hz = self.rate_hz * self.random.uniform(0.95, 1.07)
        self.form = self.form or str(self.random.choice(FORMS))
        self._parts = round(STEPS_A_SECOND / self.rate_hz)
        self._step_s = 1.0 / (self.true_rate_hz * self._parts)
        self._weights = weights(self.form, self._parts)
        self._drift = self.random.normal(0.0, DRIFT) + self.flaws.drift
        self.bridge_g = float(self.random.uniform(-250_000, 250_000)) / self.counts_per_gram
        self._hum_hz = float(self.random.choice([50.0, 60.0])) * self.random.normal(1.0, 0.0005)
        self._hum = [(n, self.random.uniform(0.0, math.tau), part) for n, part in ((1, 1.0), (2, 0.3), (3, 0.2))]
        self._before: Floats = np.full(CONVERSIONS * self._parts, self.bridge_g)
        self._zero = self._crept = self._rubs = 0.0
        self._drifts_s = math.inf
        self.supply = Supply.drawn(self.random)
        self._noise_at = int(self.random.integers(len(self.noise))) if self.noise is not None else 0

    # --- what happens ---

    def put(self, at_s: float, grams: float, momentum: float = 0.0) -> None:
        """A load comes onto the cell, or goes (negative); `momentum`, in g m/s, is what it strikes with."""
        self._told += 1
        heapq.heappush(self._steps, (at_s, self._told, grams, momentum))

    def fall(self, at_s: float, grams: float, height_m: float, bounces: float = 0.0) -> float:
        """A thing lands that fell from so high, and bounces with this part of its speed; when it lies still."""
        speed = falling_speed(height_m)
        while bounces * speed > RESTS_MS:
            self.put(at_s, 0.0, grams * speed * (1.0 + bounces))
            speed *= bounces
            at_s += 2.0 * speed / GRAVITY
        self.put(at_s, grams, grams * speed)
        return at_s

    def feel(self, *forces: Force) -> None:
        """Something presses on the drawer or shakes the table for a while."""
        self._forces.extend(forces)

    def dip(self, dip: Dip) -> float:
        """The board's supply dips; what that looks like while it lasts, in grams."""
        self.supply.dips.append(dip)
        return self.supply.rests_at(dip.volts) / self.counts_per_gram

    def sag(self, from_s: float, to_s: float, part: float, falls_s: float) -> None:
        """The bridge hangs on another 5 V than the converter's reference, and that is lower by a part for a while."""
        self.supply.sags.append(Sag(from_s, to_s, part, falls_s))

    # --- what the converter says ---

    def samples(self, seconds: float) -> tuple[Floats, Ints]:
        """The next so many seconds: times in seconds, and signed 24-bit values."""
        n = max(round(seconds * self.true_rate_hz), 1)
        moments = self.now_s + np.arange(n * self._parts) * self._step_s
        times = self.now_s + np.arange(1, n + 1) / self.true_rate_hz
        grams = (self._moved(moments) + self.bridge_g) * (1.0 + self._gain(moments))
        grams += self._humming(moments) + self.supply.counts(moments) / self.counts_per_gram
        readings = np.concatenate([self._before, grams])
        self._before = readings[-CONVERSIONS * self._parts :]
        values = self._followed(converted(readings, self._parts, self._weights))
        counts = (
            values * self.counts_per_gram + self.supply.cooled(times) + (0.0 if self.quiet else self._noisy(times, n))
        )
        raws = np.clip(np.rint(counts), -FULL_SCALE - 1, FULL_SCALE).astype(np.int64)
        self.now_s = float(times[-1])
        self._forces = [one for one in self._forces if one.to_s > self.now_s]
        silent = self.supply.silent(times)
        self.supply.forget(self.now_s)
        return self._left(times, self._spiked(raws), silent)

    def _moved(self, moments: Floats) -> Floats:
        """The bar's readings, with all that loads, strikes, presses and shakes it."""
        loads = np.full(len(moments), self._load)
        strikes: dict[int, float] = {}
        until_s = float(moments[-1]) + 0.5 * self._step_s
        while self._steps and self._steps[0][0] <= until_s:
            at_s, _, grams, momentum = heapq.heappop(self._steps)
            at = min(max(math.ceil((at_s - moments[0]) / self._step_s - 0.5), 0), len(moments) - 1)
            loads[at:] += grams
            if momentum:
                strikes[at] = strikes.get(at, 0.0) + momentum
        self._load = float(loads[-1])
        masses = np.maximum(BAR_G + loads, 1.0)
        forces = loads.copy()
        for one in self._forces:
            first, last = np.searchsorted(moments, [one.from_s, one.to_s])
            if first < last:
                scale = masses[first:last] / GRAVITY if one.shakes else 1.0
                forces[first:last] += one.shape(moments[first:last]) * scale
        return self.bar.move(forces, masses, strikes, self._step_s)

    def _gain(self, moments: Floats) -> Floats:
        return np.asarray(self.drifted_gain(moments) + self.supply.gain(moments))

    def drifted_gain(self, moments: Floats | float) -> Floats:
        """By what part the cell shows more then than when it was calibrated, by the drift of its gain alone."""
        return np.asarray(self.flaws.gain * np.clip((moments - self._drifts_s) / self.flaws.gain_s, 0.0, 1.0))

    def begin_drifting(self) -> None:
        """The gain drifts from now on: it was right so far."""
        self._drifts_s = self.now_s

    def _humming(self, moments: Floats) -> Floats:
        hum = np.zeros(len(moments))
        if self.flaws.hum:
            for n, phase, part in self._hum:
                hum += part * np.sin(math.tau * n * self._hum_hz * moments + phase)
        return hum * self.flaws.hum / self.counts_per_gram

    def _followed(self, values: Floats) -> Floats:
        """With creep, and hysteresis as of parts that rub: what goes down lags as what goes up."""
        if self.flaws.creep:
            follows, slow = -math.expm1(-1.0 / (CREEP_S * self.true_rate_hz)), []
            for value in values.tolist():
                self._crept += follows * (self.flaws.creep * (value - self.bridge_g) - self._crept)
                slow.append(self._crept)
            values = values + np.array(slow)
        if self.flaws.hysteresis_g:
            values = values + self._rubbing(values)
        return values

    def _rubbing(self, values: Floats) -> Floats:
        """A part of the load rests on what rubs, which gives only after `RUBS_OVER_G` of change (a play operator)."""
        lags = []
        for value in values.tolist():
            self._rubs = min(max(self._rubs, value - RUBS_OVER_G), value + RUBS_OVER_G)
            lags.append(self._rubs - value)
        return np.array(lags) * (0.5 * self.flaws.hysteresis_g / RUBS_OVER_G)

    # --- noise ---

    def _noisy(self, times: Floats, n: int) -> Floats:
        if self.noise is not None:
            at = (self._noise_at + np.arange(n)) % (2 * len(self.noise))
            self._noise_at += n
            # Played forwards and backwards in turn, so that its end never jumps to its beginning.
            return np.asarray(self.noise[np.where(at < len(self.noise), at, 2 * len(self.noise) - 1 - at)])
        walk = self._zero + np.cumsum(self.random.normal(0.0, WALK / math.sqrt(self.true_rate_hz), n))
        self._zero = float(walk[-1])
        return np.asarray(walk + self._drift * times + self.random.normal(0.0, WHITE[self.rate_hz], n))

    def _spiked(self, raws: Ints) -> Ints:
        if not self.flaws.spikes:
            return raws
        hit = self.random.random(len(raws)) < self.flaws.spikes
        hit[1:] |= hit[:-1] & (self.random.random(len(raws) - 1) < 0.1)
        values = (np.int64(1) << self.random.integers(8, 24, len(raws))) - 1
        values[self.random.random(len(raws)) < 0.25] = -1
        return np.where(hit, values, raws)

    def _left(self, times: Floats, raws: Ints, silent: Bools) -> tuple[Floats, Ints]:
        """What is neither silent nor lost: some samples one by one, and now and then up to a second and a half
        together."""
        stays = ~silent
        if self.flaws.lost:
            stays &= self.random.random(len(times)) >= self.flaws.lost
            if self.random.random() < -math.expm1((times[0] - times[-1]) / GAP_EVERY_S):
                from_s = self.random.uniform(times[0], times[-1])
                stays &= (times < from_s) | (times > from_s + self.random.uniform(0.1, 1.5))
        return times[stays], raws[stays]
