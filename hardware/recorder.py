"""Records what the drawer's cell says and what happens meanwhile, as a trace that `companion weigh` counts anew."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hardware.calibration import Calibration
from hardware.count import Count
from hardware.cube_scale import CubeScale
from hardware.tape import Tape
from hardware.trace import trace_lines

EVENING_S = 3 * 3600.0  # at most so much is kept, the newest: 10 MB at 80 samples a second
CALIBRATION_S = 30 * 60.0
LEAD_S = 3.0  # a tape begins so long before its start, so that what rested then is on it
JOIN_S = 0.1  # between the calibration and the evening; shorter than what counts as missing samples
LOOK_EVERY_S = 0.1


class Recorder:
    """Two tapes: the evening's while it is told to run, and the calibration's whenever one is made.

    A trace begins with the calibration that was counted by, because `companion weigh` knows nothing else. Safe from
    any thread.
    """

    def __init__(self, evening_s: float = EVENING_S) -> None:
        self._evening_s = evening_s
        self._lock = threading.Lock()
        self._evening = Tape(evening_s)
        self._calibration: Tape | None = None
        self._making: Tape | None = None
        self._lead = Tape(LEAD_S)
        self._running = False

    # --- what happens -------------------------------------------------------------------------------------------------

    def sample(self, time_s: float, raw: int) -> None:
        """One good sample."""
        with self._lock:
            self._lead.add(time_s, raw)
            for tape in self._tapes():
                tape.add(time_s, raw)

    def mark(self, kind: str, number: int = 0) -> None:
        """Something happens: see `companion weigh`."""
        with self._lock:
            if kind == "tare":
                self._making = self._take_lead(CALIBRATION_S)
            for tape in self._tapes():
                tape.mark(kind, number)

    def enlarge_drop(self, number: int) -> None:
        """The present drop may take so many cubes."""
        with self._lock:
            self._evening.enlarge_drop(number)

    def calibrated(self, zero: float) -> None:
        """The calibration under way was accepted; the empty drawer is at `zero`."""
        with self._lock:
            if self._making is not None:
                self._making.zero = zero
                self._calibration, self._making = self._making, None

    def not_calibrated(self) -> None:
        """The calibration under way came to nothing; the one before stays."""
        with self._lock:
            self._making = None

    def _take_lead(self, most_s: float) -> Tape:
        """A tape that begins with the last seconds."""
        tape, self._lead = self._lead, Tape(LEAD_S)
        tape.most_s = most_s
        return tape

    def _tapes(self) -> Iterator[Tape]:
        if self._making is not None:
            yield self._making
        if self._running:
            yield self._evening

    # --- what an owner does -------------------------------------------------------------------------------------------

    def start(self, zero: float | None = None) -> None:
        """A new recording from now on, with the few seconds before; `zero` is the empty drawer's raw value, where it is
        known."""
        with self._lock:
            self._evening = self._take_lead(self._evening_s)
            self._evening.zero = self._evening.last_raw() if zero is None else zero
            self._running = True

    def stop(self) -> None:
        """No further sample; what was recorded stays until the next start."""
        with self._lock:
            self._running = False

    @property
    def running(self) -> bool:
        return self._running

    @property
    def seconds(self) -> float:
        """How much is recorded."""
        return self._evening.lasts_s

    @property
    def most_s(self) -> float:
        """How much is kept at most."""
        return self._evening_s

    @property
    def marks(self) -> list[str]:
        """What was marked in the evening."""
        with self._lock:
            return self._evening.marks

    @property
    def has_calibration(self) -> bool:
        """Whether a trace can be counted anew: it begins with a calibration, or holds one."""
        return self._calibration is not None

    def lines(self) -> Iterator[str]:
        """The lines of the trace: the calibration, and right behind it the evening.

        The calibration is moved in time, and in value by how far the empty drawer has wandered since, so that the two
        join as if nothing had lain between them. Nothing else of it is changed.
        """
        with self._lock:
            evening, before = self._evening, self._calibration
            samples = []
            if before is not None and len(before) and len(evening):
                samples = before.samples(shift=_shift(before, evening))
            later_s = samples[-1].time_s + JOIN_S if samples else 0.0
            samples += evening.samples(later_s)
        return trace_lines(samples)

    # --- kept with the calibration ------------------------------------------------------------------------------------

    def calibration_tape(self) -> dict[str, Any] | None:
        """The calibration's own samples as plain values."""
        with self._lock:
            return None if self._calibration is None else self._calibration.to_plain()

    def use_calibration_tape(self, plain: Mapping[str, Any] | None) -> None:
        """The samples of the calibration that is counted by now; ValueError when they are none."""
        tape = None if plain is None else Tape.from_plain(plain)
        with self._lock:
            self._calibration = tape


def _shift(calibration: Tape, evening: Tape) -> int:
    return 0 if calibration.zero is None or evening.zero is None else round(evening.zero - calibration.zero)


class RecordedCubeScale(CubeScale):
    """A cube scale that tells a recorder what it is told itself."""

    def __init__(
        self, calibration: Calibration | None, on_count: Callable[[Count], None], recorder: Recorder | None = None
    ) -> None:
        self.recorder = recorder or Recorder()
        self._drop_marked: str | None = None
        self._seen = ("unknown", 0.0)
        super().__init__(calibration, on_count)

    def feed(self, time_s: float, raw: int, good: bool = True) -> None:
        """See `CubeScale.feed`. What the chip flagged is counted by nobody, and stands in no trace."""
        if good:
            self.recorder.sample(time_s, raw)
        super().feed(time_s, raw, good)
        self._notice_drawer_moved(time_s)

    def expect(self, drop: str, at_most: int) -> None:
        """See `CubeScale.expect`."""
        if drop == self._drop_marked:
            self.recorder.enlarge_drop(at_most)
        else:
            self._drop_marked = drop
            self.recorder.mark("drop", at_most)
        super().expect(drop, at_most)

    def stop_expecting(self) -> None:
        """See `CubeScale.stop_expecting`."""
        self._drop_marked = None
        super().stop_expecting()

    def tare(self) -> None:
        """See `CubeScale.tare`."""
        self.recorder.mark("tare")
        super().tare()

    def known(self, cubes: int) -> None:
        """See `CubeScale.known`."""
        self.recorder.mark("known", cubes)
        super().known(cubes)

    def single(self) -> None:
        """See `CubeScale.single`."""
        self.recorder.mark("single")
        super().single()

    def empty(self) -> None:
        """See `CubeScale.empty`."""
        self.recorder.mark("empty")
        super().empty()

    def finish_calibration(self) -> Calibration:
        """See `CubeScale.finish_calibration`."""
        try:
            made = super().finish_calibration()
        except Exception:
            self.recorder.not_calibrated()
            raise
        self.recorder.calibrated(made.zero)
        return made

    def start_recording(self) -> None:
        """Record from now on."""
        health = self.health
        made, cubes = self.calibration, health.cubes
        known = made is not None and cubes is not None and health.raw is not None
        self.recorder.start(health.raw - cubes * made.cube if known else None)  # type: ignore[operator,union-attr]

    def _notice_drawer_moved(self, time_s: float) -> None:
        before, looked_s = self._seen
        if time_s - looked_s < LOOK_EVERY_S:
            return
        now = self.health.drawer
        self._seen = (now, time_s)
        if now == "out" != before:
            self.recorder.mark("drawer out")
        elif before == "out" != now:
            self.recorder.mark("drawer in")
