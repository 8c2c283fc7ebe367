"""A load cell with its converter, whole stretches of samples at a time.

The noise is what was measured on real HX711 recordings: white, 36 counts at 10 samples a second and 95 at 80; a zero
that walks by 16 counts in a second, and a slow drift. A test holds them to the figures (`tests/benchmarks`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from benchmarks.counting.filtering import averaged
from benchmarks.counting.hand import Hand

Floats = NDArray[np.float64]
PER_GRAM_MV_V = 2.147e6  # raw counts per gram at 1 mV/V and a capacity of 1 g
WHITE = {10: 36.0, 80: 95.0}  # counts, by samples a second
WALK = 16.0  # counts after one second
DRIFT = 0.7  # counts a second, the standard deviation from evening to evening
SETTLING_CONVERSIONS = 4.0
FULL_SCALE = (1 << 23) - 1
CREEP_S = 30.0
WANDER_S, WANDER_COUNTS = 120.0, 193.0  # 386 counts, 0.18 g on a 1 kg cell, from crest to trough in a minute
RUNAWAY = 386.0 / 60.0
MAINS_COUNTS = 300.0
SPIKES = 0.004
LONGEST_FILTER_S = 0.5
DEAD = 14.0  # of its time constants, after which a swing is below a count


@dataclass
class _Ring:
    """A swing that dies away: `grams` high at `at_s`."""

    at_s: float
    grams: float
    hz: float
    dies_s: float


@dataclass
class _Spell:
    """A time in which a tone shakes the cell."""

    from_s: float
    to_s: float
    grams: float
    hz: float


@dataclass
class TableCell:
    """Loads come and go, the table is knocked; `samples` gives what the converter says, in order of time.

    `rate_hz` is the nominal rate: a real converter's own clock is some percent off, and so is this one's.
    """

    random: np.random.Generator
    rate_hz: int = 80
    capacity_g: float = 500.0
    trouble: str = "none"
    now_s: float = 0.0
    _loads: list[tuple[float, float]] = field(default_factory=list)
    _creeps: list[tuple[float, float]] = field(default_factory=list)
    _rings: list[_Ring] = field(default_factory=list)
    _spells: list[_Spell] = field(default_factory=list)
    _hands: list[Hand] = field(default_factory=list)
    _load: float = 0.0
    _zero: float = 0.0

    def __post_init__(self) -> None:
        self.counts_per_gram = PER_GRAM_MV_V / self.capacity_g
        self.true_rate_hz = self.rate_hz * self.random.uniform(0.95, 1.07)
        self._drift = self.random.normal(0.0, DRIFT)
        if self.trouble == "temperature":
            self._drift += RUNAWAY * self.random.choice([-1.0, 1.0])
        self._phase = self.random.uniform(0.0, math.tau)
        self._mains_hz = self.random.choice([50.0, 60.0]) * self.random.normal(1.0, 0.0005)
        self._offset = float(self.random.integers(-250_000, 250_000))
        self._swing_hz = self.random.uniform(6.0, 14.0)

    def put(self, at_s: float, grams: float) -> None:
        """A load comes onto the cell, or goes (negative)."""
        self._loads.append((at_s, grams))
        if self.trouble == "creep":
            self._creeps.append((at_s, 0.001 * grams))

    def fall(self, at_s: float, grams: float) -> None:
        """A cube lands."""
        self.put(at_s, grams)
        self.knock(at_s, 40.0 * grams, 0.5 if self.trouble == "no foam" else 0.12)

    def knock(self, at_s: float, grams: float, dies_s: float = 0.12) -> None:
        """The cell swings, and nothing stays."""
        self._rings.append(_Ring(at_s, grams, self._swing_hz, dies_s))

    def shake(self, from_s: float, to_s: float, grams: float, hz: float) -> None:
        """A tone shakes the table for a while."""
        self._spells.append(_Spell(from_s, to_s, grams, hz))

    def lean(self, from_s: float, to_s: float, grams: float) -> None:
        """A hand leans on the cell."""
        hand = Hand(self.random, from_s, to_s, grams)
        self._hands.append(hand)
        self.knock(hand.knocks_s, hand.knock_grams)

    def samples(self, seconds: float) -> tuple[Floats, NDArray[np.int64]]:
        """The next so many seconds: times in seconds, and signed 24-bit values."""
        n = max(round(seconds * self.true_rate_hz), 1)
        times = self.now_s + np.arange(1, n + 1) / self.true_rate_hz
        grams = self._loaded(times) + self._swings(times) + self._shaken(times)
        counts = self._offset + self._zeros(times, n) + grams * self.counts_per_gram
        counts += self.random.normal(0.0, WHITE[self.rate_hz], n)
        if self.trouble == "mains":
            seen = abs(averaged(self._mains_hz / self.true_rate_hz))
            counts += MAINS_COUNTS * seen * np.sin(math.tau * self._mains_hz * times + self._phase)
        raws = np.clip(np.rint(counts), -FULL_SCALE - 1, FULL_SCALE).astype(np.int64)
        self.now_s = float(times[-1])
        return times, self._spiked(raws) if self.trouble == "spikes" else raws

    def _zeros(self, times: Floats, n: int) -> Floats:
        steps = self.random.normal(0.0, WALK / math.sqrt(self.true_rate_hz), n)
        zeros = np.asarray(self._zero + np.cumsum(steps), dtype=np.float64)
        self._zero = float(zeros[-1])
        zeros = zeros + self._drift * times
        if self.trouble == "wander":
            zeros = zeros + WANDER_COUNTS * np.sin(math.tau * times / WANDER_S + self._phase)
        return zeros

    def _loaded(self, times: Floats) -> Floats:
        settling_s = SETTLING_CONVERSIONS / self.true_rate_hz
        grams = np.full(len(times), self._load)
        waiting = []
        for at_s, load in self._loads:
            grams += load * np.clip((times - at_s) / settling_s, 0.0, 1.0)
            if at_s + settling_s <= times[-1]:
                self._load += load
            else:
                waiting.append((at_s, load))
        self._loads = waiting
        for at_s, load in self._creeps:
            grams += load * -np.expm1(-np.maximum(times - at_s, 0.0) / CREEP_S)
        self._creeps = [(at_s, load) for at_s, load in self._creeps if times[-1] - at_s < 10.0 * CREEP_S]
        return grams

    def _swings(self, times: Floats) -> Floats:
        grams = np.zeros(len(times))
        for ring in self._rings:
            begins_s = ring.at_s + 0.5 / self.true_rate_hz
            first, last = np.searchsorted(times, [begins_s, begins_s + DEAD * ring.dies_s])
            since = times[first:last] - begins_s
            swing = np.exp(-since / ring.dies_s) * np.sin(math.tau * ring.hz * since)
            grams[first:last] += ring.grams * averaged(ring.hz / self.true_rate_hz) * swing
        self._rings = [ring for ring in self._rings if times[-1] - ring.at_s < DEAD * ring.dies_s]
        return grams

    def _shaken(self, times: Floats) -> Floats:
        grams = np.zeros(len(times))
        for spell in self._spells:
            inside = (times >= spell.from_s) & (times < spell.to_s)
            grams += np.where(inside, spell.grams * np.sin(math.tau * spell.hz * times + self._phase), 0.0)
        self._spells = [spell for spell in self._spells if spell.to_s > times[-1]]
        for hand in self._hands:
            grams += hand.weighs(times, self.true_rate_hz)
        self._hands = [hand for hand in self._hands if times[-1] - hand.gone_s < LONGEST_FILTER_S]
        return grams

    def _spiked(self, raws: NDArray[np.int64]) -> NDArray[np.int64]:
        hit = self.random.random(len(raws)) < SPIKES
        hit[1:] |= hit[:-1] & (self.random.random(len(raws) - 1) < 0.1)
        values = (np.int64(1) << self.random.integers(8, 24, len(raws))) - 1
        values[self.random.random(len(raws)) < 0.25] = -1
        return np.where(hit, values, raws)
