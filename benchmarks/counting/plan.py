"""What is to happen in a round, and what came of it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from benchmarks.counting.bar_cell import BarCell
from benchmarks.counting.evening import UNSEEN_S, Round


class Table(Protocol):
    """Where it happens: `wait_s` is how long a swing takes to die."""

    random: np.random.Generator
    cell: BarCell
    wait_s: float


@dataclass(frozen=True)
class Moment:
    """From `time_s` on at least `least` and at most `most` cubes had fallen, and `lying` new ones lay on the cell,
    of so many `grams`; of what lay there when they began to be expected `gone` grams had been taken out."""

    time_s: float
    least: int
    most: int
    lying: int
    grams: float = 0.0
    gone: float = 0.0


@dataclass(frozen=True)
class Foreign:
    """What weighs and is no cube, from one moment to another: a finger, a drop, a supply that sags; in grams, and in
    parts of all cubes that lie on the cell then, where it changes the gain."""

    from_s: float
    to_s: float
    grams: float
    gain: float = 0.0

    def weighs(self, time_s: float) -> int:
        """1 while it weighs, 0 before and after."""
        return int(self.from_s <= time_s < self.to_s)


@dataclass
class RealRound(Round):
    """`last_s` is when the last cube landed, or slipped; `pulls` when the drawer went out and came in.

    `busy` tells when something shook or held the cell, or landed there: from and to. `new_g` is what those cubes weigh
    that lie on the cell at the end and did not before; `left_g` what lay in the drawer when the round began,
    `reseated_before` whether the drawer had just been pulled and put back with it. The cell shows by `gain` more than
    its calibration saw, as a part, and up to `lags_g` too much where a load went down.
    """

    expect_s: float = 0.0
    last_s: float = 0.0
    pulls: list[tuple[float, float]] = field(default_factory=list)
    happened: tuple[str, ...] = ()
    moments: list[Moment] = field(default_factory=list)
    foreign: list[Foreign] = field(default_factory=list)
    busy: list[tuple[float, float]] = field(default_factory=list)
    new_g: float = 0.0
    left_g: float = 0.0
    reseated_before: bool = False
    gain: float = 0.0
    lags_g: float = 0.0

    @property
    def pulled(self) -> bool:
        """Whether the drawer was out at any time."""
        return bool(self.pulls)

    def allowed(self, time_s: float) -> set[int]:
        """What may be said at this time: what was true at a moment of the half second before, of all that fell since
        the game began to expect cubes, or of what lies new in the drawer; nothing does where some is gone."""
        begun = [one for one in self.moments if one.time_s <= time_s]
        since = [one for one in begun if one.time_s > time_s - UNSEEN_S]
        seen = begun[len(begun) - len(since) - 1 :] if len(since) < len(begun) else begun
        fell = range(min(one.least for one in seen), max(one.most for one in seen) + 1)
        return {*fell, *(one.lying for one in seen)}

    def lying_g(self, time_s: float) -> float:
        """What those cubes weighed then that were new."""
        return self._at(time_s).grams

    def gone_g(self, time_s: float) -> float:
        """What had been taken out by then of what lay there before."""
        return self._at(time_s).gone

    def _at(self, time_s: float) -> Moment:
        return [one for one in self.moments if one.time_s <= time_s][-1]

    def foreign_g(self, time_s: float, from_s: float | None = None) -> float:
        """What weighed then and was no cube, beyond what weighed at `from_s` (None: as cubes began to be expected)."""
        return sum(self.things_g(time_s, self.expect_s if from_s is None else from_s))

    def shows(self, grams: float) -> float:
        """What the cell shows of so many grams."""
        return grams * (1.0 + self.gain)

    def things_g(self, time_s: float, from_s: float) -> list[float]:
        """What each thing that is no cube weighed then, beyond what it weighed at `from_s`, where it did otherwise."""
        weighed = [[self._thing_g(one, at_s) for at_s in (time_s, from_s)] for one in self.foreign]
        return [now - before for now, before in weighed if now != before]

    def _thing_g(self, one: Foreign, time_s: float) -> float:
        return one.weighs(time_s) * (one.grams + one.gain * (self.left_g + self.lying_g(time_s)))


@dataclass
class Plan:
    """What is to happen in a round; times in seconds. `falls` are cubes with their moments, `slips` the parts of a
    cube's weight that come later, by its place among the falls; `pulls` when the drawer goes out and in, and how;
    `dirt` when something that is no cube comes to lie on the cell, or dries, and how many grams."""

    expect_s: float
    first_s: float
    last_s: float
    end_s: float = 0.0
    falls: list[tuple[float, float]] = field(default_factory=list)
    slips: dict[int, tuple[float, float]] = field(default_factory=dict)
    pulls: list[tuple[float, float, str]] = field(default_factory=list)
    foreign: list[Foreign] = field(default_factory=list)
    dirt: list[tuple[float, float]] = field(default_factory=list)
    busy: list[tuple[float, float]] = field(default_factory=list)

    def dirt_g(self, until_s: float = math.inf) -> float:
        """What has come to lie there until then and is no cube."""
        return sum(grams for at_s, grams in self.dirt if at_s <= until_s)

    def disturbs(self, from_s: float, to_s: float, until_s: float | None = None) -> None:
        """The cell is shaken or held in that time; something of it goes on until then (None: until its end)."""
        self.busy.append((from_s, to_s))
        self.lasts(to_s if until_s is None else until_s)

    def lasts(self, until_s: float) -> None:
        """Something of it goes on until then."""
        self.end_s = max(self.end_s, until_s)
