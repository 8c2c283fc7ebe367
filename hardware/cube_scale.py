"""Raw samples -> how many cubes are new in the drawer, and whether that is sure."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from hardware.calibration import (
    COARSEST,
    LONG_ENOUGH_S,
    USUAL_GRAMS,
    Calibration,
    CannotCalibrate,
    Step,
    calibrate,
)
from hardware.count import DRAWER_OUT, NO_SIGNAL, NOT_CALIBRATED, SURE, UNSURE, Count, Health
from hardware.cube_weights import CubeWeights
from hardware.drawer import CLEARLY_EMPTY, Drawer
from hardware.drop import Drop, Verdict
from hardware.levels import SETTLING_BLOCKS, STABLE_BLOCKS, Level, Levels
from hardware.samples import Block, Blocks

__all__ = ["DRAWER_OUT", "NOT_CALIBRATED", "NO_SIGNAL", "SURE", "UNSURE", "Count", "CubeScale", "Health"]

SILENT_S = 1.0  # so long without a good sample is no signal
REFINING_BLOCKS = 12  # an unsure count gets so many blocks to become sure before it is told
SETTLED_BLOCKS = 25
STILL_THE_SAME = 0.4  # cubes; a sample farther off means that the next cube is just falling
JUST_S = 1.5
MOST_LEVELS = 400


class CubeScale:
    """Counts cubes in a drawer on a load cell.

    `on_count` hears every new answer and every change of status while a drop is expected, from the thread that called
    `feed`, `expect` or `silent`. All methods may be called from any thread.
    """

    def __init__(self, calibration: Calibration | None, on_count: Callable[[Count], None]) -> None:
        self._on_count = on_count
        self._lock = threading.RLock()
        self._untold: deque[Count] = deque()
        self._blocks = Blocks()
        self._levels = Levels()
        self._drawer = Drawer()
        self._drop: Drop | None = None
        self._last: Count | None = None
        self._steps: list[Step] = []
        self._rests: deque[Level] = deque(maxlen=MOST_LEVELS)
        self._time_s = 0.0
        self._silent = False
        self._told_at: Level | None = None
        self.calibration: Calibration | None = None
        self._use(calibration)

    # --- samples ---

    def feed(self, time_s: float, raw: int, good: bool = True) -> None:
        """Take one sample: `raw` as the chip gives it (signed, 24 bits); `good` False where the chip flagged it."""
        with self._lock:
            block = self._blocks.feed(time_s, raw, good)
            self._notice_silence(time_s)
            if block is not None:
                self._take(block)
        self._tell_all()

    def silent(self, time_s: float) -> None:
        """It is `time_s` on the samples' clock, and none may have come: call this now and then when none come."""
        with self._lock:
            self._notice_silence(time_s)
        self._tell_all()

    # --- counting ---

    def expect(self, drop: str, at_most: int) -> None:
        """From now on up to `at_most` cubes may fall. A new name takes the zero; the same keeps zero and count."""
        with self._lock:
            self._finish_pending_calibration()
            if self._drop is not None and self._drop.name == drop:
                self._drop.at_most = at_most
            else:
                self._begin(drop, at_most)
            self._judge()
        self._tell_all()

    def stop_expecting(self) -> None:
        """Nothing is counted until the next `expect`."""
        with self._lock:
            self._drop = self._last = None

    def drawer_moved(self, out: bool) -> None:
        """Somebody says that the drawer goes out or in now; without a word it is noticed from the weight."""
        with self._lock:
            self._drawer.told(out)
            if out:
                self._drawer_went_out()
        self._tell_all()

    def drawer_is_empty(self) -> None:
        """Somebody says that the drawer is in and empty now."""
        with self._lock:
            if self._levels.resting is not None:
                self._drawer.empty = self._levels.resting.now

    # --- calibration ---

    def tare(self) -> None:
        """The empty drawer is in: a new calibration begins. It counts only when `finish_calibration` accepts it."""
        with self._lock:
            self._steps = []
            self._rests.clear()
            if self._levels.resting is not None:
                self._rests.append(self._levels.resting)
            self._levels.cube = self._drawer.cube = None
            self._step("tare")

    def known(self, cubes: int) -> None:
        """The owner's whole set of so many cubes lies in the drawer."""
        self._step("known", cubes)

    def single(self) -> None:
        """One cube of the set lies in the drawer, another one each time."""
        self._step("single")

    def empty(self) -> None:
        """Everything is out of the drawer again."""
        self._step("empty")

    def finish_calibration(self) -> Calibration:
        """Use what the steps have shown. Raises `CannotCalibrate`; then the calibration before stays in use."""
        with self._lock:
            steps, self._steps = self._steps, []
            self._levels.cube = self._drawer.cube = self.calibration.cube if self.calibration else None
            made = calibrate(list(self._rests), steps)
            self._use(made)
            self._drawer.empty = made.zero
            return made

    def use(self, calibration: Calibration | None) -> None:
        """Count with this calibration from now on; a drop that was expected is forgotten."""
        with self._lock:
            self._use(calibration)

    @property
    def health(self) -> Health:
        """How the scale is now."""
        with self._lock:
            return self._health()

    # --- inside: calibration ---

    def _use(self, calibration: Calibration | None) -> None:
        self.calibration = calibration
        self._drop = self._last = None
        self._problem = "" if calibration else "not_calibrated"
        self._drawer.forget()
        self._drawer.cube = self._levels.cube = calibration.cube if calibration else None
        if calibration is not None:
            self._weights = CubeWeights(
                calibration.set_size, calibration.spread, calibration.singles, calibration.mean_error
            )
            if calibration.resolution > COARSEST:
                self._problem = "cell_too_coarse"

    def _step(self, kind: str, cubes: int = 0) -> None:
        with self._lock:
            self._steps.append(Step(kind, self._time_s, cubes))

    def _finish_pending_calibration(self) -> None:
        if self._steps:
            try:
                self.finish_calibration()
            except CannotCalibrate as problem:
                self._use(None)
                self._problem = problem.code

    # --- inside: samples ---

    def _take(self, block: Block) -> None:
        before = self._levels.resting
        was = before.now if before else 0.0
        self._levels.feed(block)
        self._time_s = block.time_s
        resting = self._levels.resting
        if resting is not None and resting is before:
            if resting.blocks > SETTLING_BLOCKS:
                self._drawer.drift(resting.now - was)
        elif resting is not None:
            self._rests.append(resting)
        if block.gap_s > SILENT_S:
            self._samples_were_missing()
        self._notice_drawer(block, resting)
        if resting is not None and self._drop is not None and self._can_count():
            self._rested(self._drop, resting)
            if abs(block.last - resting.now) < STILL_THE_SAME * self._drop.calibration.cube:
                self._judge()

    def _notice_silence(self, time_s: float) -> None:
        if self._blocks.last_good_s is None:
            self._blocks.last_good_s = time_s
        silent = time_s - self._blocks.last_good_s > SILENT_S or self._blocks.frozen()
        if silent and not self._silent and self._drop is not None:
            self._tell(Count(time_s, None, NO_SIGNAL, 0.0, reason="frozen" if self._blocks.frozen() else "silent"))
        self._silent = silent

    def _samples_were_missing(self) -> None:
        self._drawer.unseen = True
        if self._drop is not None and self._drop.zero is not None:
            self._drop.doubt = "samples_missing"

    # --- inside: the drawer ---

    def _notice_drawer(self, block: Block, resting: Level | None) -> None:
        moved = self._drawer.feed(block, resting)
        if moved == "out":
            self._drawer_went_out()
        elif moved == "in" and resting is not None:
            self._drawer_came_in(resting)

    def _drawer_went_out(self) -> None:
        if self._drop is not None:
            # What falls from now on belongs to the next count, unless nothing has been counted yet.
            self._drop.closed = self._drop.closed or bool(self._last and self._last.count)
            self._tell(Count(self._time_s, None, DRAWER_OUT, 1.0))

    def _drawer_came_in(self, resting: Level) -> None:
        self._drawer.came_in(resting.now)
        if self._drop is not None and not self._drop.closed:
            self._drop.zero = None

    # --- inside: the drop ---

    def _begin(self, name: str, at_most: int) -> None:
        self._drop = self._last = None
        if self.calibration is None or self._problem:
            self._tell(Count(self._time_s, None, NOT_CALIBRATED, 0.0, reason=self._problem))
            return
        self._drop = Drop(name, at_most, self.calibration, self._weights)
        if self._drawer.out:
            self._tell(Count(self._time_s, None, DRAWER_OUT, 1.0))
        elif self._silent:
            self._tell(Count(self._time_s, None, NO_SIGNAL, 0.0, reason="silent"))
        elif (just := self._just_rested()) is not None:
            self._take_zero(self._drop, just)
        elif not self._rests:
            # Nothing was weighed before the drop began, so its cubes may lie there already.
            self._drawer.unseen = True

    def _just_rested(self) -> Level | None:
        """The rest that the next cubes fall onto: the present one, or the one that a fall has just ended."""
        if self._levels.resting is not None:
            return self._levels.resting
        if self._rests and self._time_s - self._rests[-1].end_s <= JUST_S:
            return self._rests[-1]
        return None

    def _take_zero(self, drop: Drop, level: Level) -> None:
        """Take the zero. It is doubted when cubes may have come in unseen, unless the drawer is clearly empty."""
        doubtful = self._drawer.unseen and not self._drawer.clearly_empty(level.now)
        drop.take_zero(level, "zero_doubtful" if doubtful else "", at=self._drawer.empty if doubtful else None)
        self._drawer.unseen = doubtful

    def _can_count(self) -> bool:
        return self._drop is not None and not (self._drop.closed or self._drawer.out or self._silent)

    def _rested(self, drop: Drop, resting: Level) -> None:
        if drop.zero is not None:
            drop.rest(resting)
            return
        before = self._rests[-2].now if len(self._rests) > 1 else None
        cube = drop.calibration.cube
        if before is not None and not self._drawer.unseen and abs(resting.first - before) > CLEARLY_EMPTY * cube:
            self._drawer.unseen = True
        self._take_zero(drop, resting)

    def _judge(self) -> None:
        """Say what lies there, if it is news: a sure count at once, an unsure one only when it does not get better."""
        drop, resting = self._drop, self._levels.resting
        if drop is None or drop.zero is None or resting is None or not self._can_count():
            return
        if resting.blocks > SETTLED_BLOCKS and resting.blocks % 10:
            return
        verdict = drop.verdict(self._levels.noise)
        if self._still_said(verdict, resting):
            return
        if verdict.sure or resting.blocks >= STABLE_BLOCKS + REFINING_BLOCKS:
            self._told_at = resting
            self._tell(self._as_count(verdict))

    def _still_said(self, verdict: Verdict, resting: Level) -> bool:
        """Whether a sure count stands: the same rest, the same count, only its chance has wavered about the limit."""
        said = self._last is not None and self._last.status == SURE and self._last.count == verdict.count
        return said and self._told_at is resting and verdict.reason == "between_counts" and verdict.confidence > 0.999

    def _as_count(self, verdict: Verdict) -> Count:
        status = SURE if verdict.sure else UNSURE
        return Count(self._time_s, verdict.count, status, verdict.confidence, verdict.other, verdict.reason)

    # --- inside: telling ---

    def _tell(self, count: Count) -> None:
        last = self._last
        if last is None or (last.count, last.status) != (count.count, count.status):
            self._last = count
            self._untold.append(count)

    def _tell_all(self) -> None:
        """Outside the lock: whoever listens may ask the scale something, or wait for somebody who does."""
        while self._untold:
            self._on_count(self._untold.popleft())

    def _health(self) -> Health:
        resting, cube = self._levels.resting, self.calibration.cube if self.calibration else None
        zero = self._drawer.empty
        cubes = (resting.now - zero) / cube if resting and cube and zero is not None else None
        return Health(
            rate_hz=self._blocks.rate_hz,
            raw=resting.now if resting else None,
            noise=self._levels.noise,
            resting=resting is not None and not self._silent,
            drawer="out" if self._drawer.out else "in" if zero is not None else "unknown",
            grams=cubes * USUAL_GRAMS if cubes is not None else None,
            noise_grams=self._levels.noise / cube * USUAL_GRAMS if cube else None,
            cubes=cubes,
            last=self._last,
            step=self._steps[-1].kind if self._steps else "",
            step_seen=bool(self._steps and resting and resting.end_s - self._steps[-1].start_s >= LONG_ENOUGH_S),
        )
