"""The supply of an HX711 board, and what a dip of it does to the readings.

The chip's data sheet (Avia Semiconductor) gives the full scale as ±0.5 AVDD / gain: its reference is the AVDD that
feeds the bridge, too, so that the bridge's mV/V are read alike whatever AVDD is. What a dip leaves is this:

* The board holds AVDD at 1.25 V × (20 kΩ + 8.2 kΩ) / 8.2 kΩ = 4.3 V as long as VCC is 0.1 V above, and nothing is seen.
  Below, AVDD follows.
* AVDD is rejected by 100 dB, and so is the common mode, of which a bridge has half of AVDD (both typical, at gain 128
  and 10 samples a second): a volt less of AVDD looks like 10 and 5 µV at the input. Chips are played 6 dB better and
  worse, of either sign. Of quick changes the sheet says nothing; they are taken to be rejected by 20 dB less.
* A bridge with less voltage cools. No sheet tells by how much its zero moves; a bridge's whole heat is taken to be
  worth `HEAT_COUNTS`.
* At 2.7 V the Nano stops, at 2.6 V the chip: readings are missing until both have started anew.

On a board that is wired wrongly, its bridge fed from another 5 V than AVDD, nothing cancels: a percent less is a
percent of all that is on the bridge, of its own imbalance too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
VCC_V = (4.4, 4.7)  # behind the Nano's diode
HELD_V, HEADROOM_V, STOPS_V = 4.3, 0.1, 2.7
COUNTS = float(1 << 23) * 128.0 / 0.5  # a volt at the input, with one volt of AVDD
REJECTION_DB, BETTER_DB = 100.0, 6.0
COMMON = 0.5  # of AVDD
QUICK, QUICK_S = 10.0, 0.02  # what AVDD has changed by within so long is rejected so many times worse
QUICK_STEP_S = 0.002
HEAT_COUNTS, HEATS_S = 1500.0, 60.0
LEAST_V = 1.0  # of AVDD; nothing is weighed long before
FADES = 12.0  # of its time constants, after which a dip is nothing


def _avdd(vcc_v: float | Floats) -> Floats:
    return np.asarray(np.clip(np.subtract(vcc_v, HEADROOM_V), 0.0, HELD_V))


def _changed(moments: Floats, from_s: float, to_s: float, falls_s: float) -> Floats:
    """0 before, 1 while it lasts; it comes and goes with this time constant."""
    down = -np.expm1(-np.maximum(moments - from_s, 0.0) / falls_s)
    return np.asarray(down + np.expm1(-np.maximum(moments - to_s, 0.0) / falls_s))


@dataclass
class Dip:
    """VCC is lower by so many `volts` from `from_s` to `to_s`; after a stop the board needs `starts_s` to start."""

    from_s: float
    to_s: float
    volts: float
    falls_s: float
    starts_s: float = 0.0

    def dead(self, stops: float) -> tuple[float, float] | None:
        """When the board is silent, where it stops at so many volts less; None: never."""
        if self.volts <= stops:
            return None
        first_s = self.from_s - self.falls_s * math.log1p(-stops / self.volts)
        back_s = self.to_s + self.falls_s * math.log(self.volts / stops)
        return (first_s, back_s + self.starts_s) if first_s < self.to_s else None


@dataclass
class Sag:
    """Another 5 V than AVDD feeds the bridge, and is lower by a part from `from_s` to `to_s`."""

    from_s: float
    to_s: float
    part: float
    falls_s: float


@dataclass
class Supply:
    """One board's: `vcc_v` is its VCC at rest, `rejects` and `common` what a volt of AVDD and of the common mode look
    like at the input, in volts, with their signs."""

    vcc_v: float
    rejects: float
    common: float
    dips: list[Dip] = field(default_factory=list)
    sags: list[Sag] = field(default_factory=list)

    @classmethod
    def drawn(cls, random: np.random.Generator) -> Supply:
        """Any board that is wired as the guide says."""

        def volts() -> float:
            decibel = REJECTION_DB + random.uniform(-BETTER_DB, BETTER_DB)
            return float(random.choice([-1.0, 1.0])) * math.pow(10.0, -decibel / 20.0)

        return cls(float(random.uniform(*VCC_V)), volts(), volts())

    def recover(self, at_s: float) -> None:
        """All is what it was, from then on."""
        for one in (*self.dips, *self.sags):
            one.to_s = min(one.to_s, max(at_s, one.from_s))

    def forget(self, now_s: float) -> None:
        """What is over by now."""
        self.dips = [one for one in self.dips if one.to_s + FADES * HEATS_S > now_s]
        self.sags = [one for one in self.sags if one.to_s + FADES * one.falls_s > now_s]

    def rests_at(self, dip_volts: float) -> float:
        """The counts that a dip of so many volts adds while it lasts."""
        avdd_v = float(_avdd(self.vcc_v - dip_volts))
        lost_v = float(_avdd(self.vcc_v)) - avdd_v
        return -lost_v * self._looks_like * COUNTS / max(avdd_v, LEAST_V)

    def counts(self, moments: Floats) -> Floats:
        """What it adds to the bridge's own reading at these moments, which follow each other."""
        if not self._dip_at(moments):
            return np.zeros(len(moments))
        avdd_v = _avdd(self._vcc(moments))
        lost_v = _avdd(self.vcc_v) - avdd_v + (QUICK - 1.0) * (self._lagging(moments) - avdd_v)
        return np.asarray(-lost_v * self._looks_like * COUNTS / np.maximum(avdd_v, LEAST_V))

    def cooled(self, times: Floats) -> Floats:
        """The counts by which the bridge's zero has moved, since it is not as warm as it was."""
        counts = np.zeros(len(times))
        usual = float(_avdd(self.vcc_v))
        for dip in self.dips:
            heat = (float(_avdd(self.vcc_v - dip.volts)) / usual) ** 2
            if heat < 1.0 and dip.from_s <= times[-1]:
                counts -= HEAT_COUNTS * (1.0 - heat) * _changed(times, dip.from_s, dip.to_s, HEATS_S)
        return counts

    def gain(self, moments: Floats) -> Floats:
        """By how much less a bridge says that hangs on another 5 V; 0 on a board that is wired right."""
        gain = np.zeros(len(moments))
        for sag in self.sags:
            if sag.from_s <= moments[-1]:
                gain -= sag.part * _changed(moments, sag.from_s, sag.to_s, sag.falls_s)
        return gain

    def silent(self, times: Floats) -> Bools:
        """Which samples nobody gets, since the board has stopped or is starting."""
        found = np.zeros(len(times), dtype=np.bool_)
        for from_s, to_s in self._deaths():
            found |= (times >= from_s) & (times < to_s)
        return found

    def started_between(self, from_s: float, to_s: float) -> bool:
        """Whether the board has started anew in that time, as it tells with its first sample."""
        return any(from_s <= back_s < to_s for _, back_s in self._deaths())

    @property
    def _looks_like(self) -> float:
        """What a volt less of AVDD is at the input, in volts."""
        return self.rejects + COMMON * self.common

    def _deaths(self) -> list[tuple[float, float]]:
        return [dead for dip in self.dips if (dead := dip.dead(self.vcc_v - STOPS_V)) is not None]

    def _dip_at(self, moments: Floats) -> bool:
        return any(one.from_s <= moments[-1] and one.to_s + FADES * one.falls_s > moments[0] for one in self.dips)

    def _vcc(self, moments: Floats) -> Floats:
        volts = np.full(len(moments), self.vcc_v)
        for dip in self.dips:
            volts -= dip.volts * _changed(moments, dip.from_s, dip.to_s, dip.falls_s)
        return volts

    def _lagging(self, moments: Floats) -> Floats:
        """AVDD as it was on the average of the time before, which counts the less the longer ago it is."""
        ago = np.arange(0.0, 5.0 * QUICK_S, QUICK_STEP_S)
        shares = np.exp(-ago / QUICK_S)
        shares /= shares.sum()
        return np.asarray(sum(share * _avdd(self._vcc(moments - one)) for one, share in zip(ago, shares, strict=True)))
