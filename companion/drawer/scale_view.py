"""What the phones are shown of the scale: its reading, the talk, the recording, and a live trace."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.api.text import Text

BIN_S = 0.2
POINTS = 120  # 24 seconds
HUNDREDTHS = 100


@dataclass(frozen=True)
class Single:
    """One cube weighed by itself, in mean cubes; `odd` when it is not like the others."""

    weight: float
    odd: bool


@dataclass(frozen=True)
class TalkState:
    """How far the guided calibration is.

    `step` is `idle`, `plate`, `drawer`, `known`, `single` or `out`; `words` what to do now; `results` what came of the
    last one, the most important first, `good` whether it is in use. `cubes` is the size of the set, `wanted` how many
    are to be weighed singly. `can` holds the taps that make sense now: `seen` (done, though nothing was noticed),
    `enough`, `all` and `cancel`.
    """

    step: str = "idle"
    words: Text | None = None
    cubes: int = 40
    wanted: int = 8
    singles: tuple[Single, ...] = ()
    can: tuple[str, ...] = ()
    results: tuple[Text, ...] = ()
    good: bool = True


@dataclass(frozen=True)
class RecordingState:
    """What is recorded: `seconds` of at most `most_s`, with what happened as `marks`; `countable` when it begins with a
    calibration, so that it can be counted anew."""

    running: bool
    seconds: int
    most_s: int
    marks: tuple[str, ...]
    countable: bool


@dataclass(frozen=True)
class ScaleState:
    """The scale as it is now.

    `status` is `sure`, `unsure`, `drawer out`, `not calibrated`, `no signal`, or `watching` while nothing is counted.
    `count` and `other` are the likeliest counts; `why` and `what_to_do` say what is the matter when it is not sure.
    `counting` is `game`, `trial` or "". `near` is the weight in cubes since the drawer was empty, for showing only;
    `grams` an equivalent. `pieces` tell noise in cubes; `calibrated_at` is in seconds since 1970.
    """

    status: str = "watching"
    counting: str = ""
    count: int | None = None
    other: int | None = None
    sure: bool = False
    why: Text | None = None
    what_to_do: Text | None = None
    resting: bool = False
    drawer: str = "unknown"
    near: int | None = None
    grams: float | None = None
    noise: float | None = None
    rate: int | None = None
    calibrated_at: float | None = None
    talk: TalkState = TalkState()
    recording: RecordingState | None = None


@dataclass(frozen=True)
class LiveCount:
    """What a phone shows beside a question that the scale answers: the count so far, and whether it is sure."""

    status: str
    count: int | None = None
    other: int | None = None


class LiveTrace:
    """The last seconds of the weight, five points a second, in cubes or, before a calibration, in raw counts.

    The points lie so that the last sure count stands exactly on its line.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._points: deque[float] = deque(maxlen=POINTS)
        self._sum, self._samples, self._until = 0.0, 0, 0.0
        self._zero: float | None = None
        self._cube: float | None = None

    def feed(self, time_s: float, raw: int) -> bool:
        """Take one sample; whether a new point is there."""
        with self._lock:
            self._sum += raw
            self._samples += 1
            if time_s < self._until:
                return False
            self._points.append(self._sum / self._samples)
            self._sum, self._samples, self._until = 0.0, 0, time_s + BIN_S
            return True

    def at(self, raw: float, cubes: float, cube: float) -> None:
        """So many cubes lie at this raw value, and one weighs `cube`."""
        with self._lock:
            self._cube, self._zero = cube, raw - cubes * cube

    def forget(self) -> None:
        """Another calibration, or none: what a cube weighs is not known."""
        with self._lock:
            self._cube = self._zero = None

    def state(self) -> Mapping[str, Any]:
        """`unit` is `cubes` or `raw`; `values` are the points, oldest first: hundredths of a cube, or raw counts from
        the first point; `step_s` lies between two of them."""
        with self._lock:
            points, zero, cube = list(self._points), self._zero, self._cube
        if cube is None or zero is None:
            first = points[0] if points else 0.0
            return {"unit": "raw", "step_s": BIN_S, "values": [round(point - first) for point in points]}
        values = [round(HUNDREDTHS * (point - zero) / cube) for point in points]
        return {"unit": "cubes", "step_s": BIN_S, "values": values}
