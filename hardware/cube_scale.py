"""Raw samples -> how many cubes are new in the drawer, and whether that is sure."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

from hardware.calibration import COARSEST, Calibration, CannotCalibrate
from hardware.calibration_talk import CalibrationTalk
from hardware.count import DRAWER_OUT, NO_SIGNAL, NOT_CALIBRATED, SURE, UNSURE, Count, Health
from hardware.drawer import CLEARLY_EMPTY, Drawer
from hardware.drop import Drop
from hardware.levels import SETTLING_BLOCKS, Level, Levels
from hardware.samples import Block, Blocks
from hardware.watch import Watch

__all__ = ["DRAWER_OUT", "NOT_CALIBRATED", "NO_SIGNAL", "SURE", "UNSURE", "Count", "CubeScale", "Health"]

SILENT_S = 1.0  # so long without a good sample is no signal
STILL_THE_SAME = 0.4  # cubes; a sample farther off means that the next cube is just falling
JUST_S = 1.5


class CubeScale:
    """Counts cubes in a drawer on a load cell.

    `on_count` hears every new answer and every change of status while a drop is expected, from the thread that called
    `feed`, `expect` or `silent`. All methods may be called from any thread.
    """

    def __init__(self, calibration: Calibration | None, on_count: Callable[[Count], None]) -> None:
        self._on_count = on_count
        self._lock = threading.RLock()
        self._blocks = Blocks()
        self._levels = Levels()
        self._drawer = Drawer()
        self._watch = Watch()
        self._talk = CalibrationTalk()
        self._time_s = 0.0
        self._silent = False
        self.calibration: Calibration | None = None
        self._use(calibration)

    # --- samples ---

    def feed(self, time_s: float, raw: int, good: bool = True) -> None:
        """Take one sample: `raw` as the chip gives it (signed, 24 bits); `good` False where the chip flagged it."""
        with self._lock:
            self._feed(time_s, raw, good)
        self._tell_all()

    def feed_all(self, times_s: Iterable[float], raws: Iterable[int]) -> None:
        """Take many good samples at once, as from a recording: like `feed`, one by one."""
        with self._lock:
            for time_s, raw in zip(times_s, raws, strict=True):
                self._feed(time_s, raw, True)
        self._tell_all()

    def silent(self, time_s: float) -> None:
        """It is `time_s` on the samples' clock, and none may have come: call this now and then when none come."""
        with self._lock:
            self._notice_silence(time_s)
        self._tell_all()

    def zero_may_have_moved(self) -> None:
        """The chip was switched off and on since the last good sample: the same load may read otherwise now."""
        with self._lock:
            self._samples_were_missing()

    # --- counting ---

    def expect(self, drop: str, at_most: int) -> None:
        """From now on up to `at_most` cubes may fall. A new name takes the zero; the same keeps zero and count."""
        with self._lock:
            self._finish_pending_calibration()
            if self._watch.drop is not None and self._watch.drop.name == drop:
                self._watch.drop.at_most = at_most
            else:
                self._begin(drop, at_most)
            self._judge()
        self._tell_all()

    def stop_expecting(self) -> None:
        """Nothing is counted until the next `expect`."""
        with self._lock:
            self._watch.begin(None)

    def drawer_moved(self, out: bool) -> None:
        """Somebody says that the drawer goes out or in now; without a word it is noticed from the weight."""
        with self._lock:
            self._drawer.told(out)
            if out:
                self._watch.drawer_went_out(self._time_s)
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
            self._talk.begin(self._levels.resting)
            self._levels.cube = self._drawer.cube = None
            self._talk.add("tare", self._time_s)

    def known(self, cubes: int) -> None:
        """The owner's whole set of so many cubes lies in the drawer."""
        self._step("known", cubes)

    def single(self) -> None:
        """One cube of the set lies in the drawer, another one each time."""
        self._step("single")

    def empty(self) -> None:
        """Everything is out of the drawer again."""
        self._step("empty")

    def calibration_so_far(self) -> Calibration:
        """What the steps so far would make, with which cubes to set aside; the talk goes on. Raises
        `CannotCalibrate`."""
        with self._lock:
            return self._talk.so_far()

    def finish_calibration(self) -> Calibration:
        """Use what the steps have shown. Raises `CannotCalibrate`; then the calibration before stays in use."""
        with self._lock:
            self._levels.cube = self._drawer.cube = self.calibration.cube if self.calibration else None
            try:
                made = self._talk.so_far()
            finally:
                self._talk.end()
            self._use(made)
            self._drawer.empty = made.zero
            self._talk.show(self._drawer)
            return made

    def told(self, count: int) -> bool:
        """The players have counted by hand what the last unsure count was about; whether the scale learns from it.

        The set's mean is brought nearer to what they saw: `calibration` is another one then, to be kept. An answer that
        this weight cannot be teaches nothing, nor does one about a drop that was in doubt for another reason.
        """
        with self._lock:
            learnt = self._watch.told(count)
            if learnt is None:
                return False
            self.calibration, self._weights = learnt, learnt.weights()
            self._levels.cube = self._drawer.cube = learnt.cube
            return True

    def use(self, calibration: Calibration | None) -> None:
        """Count with this calibration from now on; a drop that was expected is forgotten."""
        with self._lock:
            self._use(calibration)

    @property
    def health(self) -> Health:
        """How the scale is now."""
        with self._lock:
            rate_hz, last = self._blocks.rate_hz, self._watch.last
            return Health.of(rate_hz, self._levels, self._drawer, self.calibration, self._silent, last, self._talk)

    # --- inside: calibration ---

    def _use(self, calibration: Calibration | None) -> None:
        self.calibration = calibration
        self._watch.begin(None)
        self._problem = "" if calibration else "not_calibrated"
        self._drawer.forget()
        self._drawer.cube = self._levels.cube = calibration.cube if calibration else None
        if calibration is not None:
            self._weights = calibration.weights()
            if calibration.resolution > COARSEST:
                self._problem = "cell_too_coarse"

    def _step(self, kind: str, cubes: int = 0) -> None:
        with self._lock:
            self._talk.add(kind, self._time_s, cubes)

    def _finish_pending_calibration(self) -> None:
        if self._talk.under_way:
            try:
                self.finish_calibration()
            except CannotCalibrate as problem:
                self._use(None)
                self._problem = problem.code

    # --- inside: samples ---

    def _feed(self, time_s: float, raw: int, good: bool) -> None:
        block = self._blocks.feed(time_s, raw, good)
        if self._silent or not self._blocks.fresh(time_s):
            self._notice_silence(time_s)
        if block is not None:
            self._take(block)

    def _take(self, block: Block) -> None:
        before = self._levels.resting
        was = before.now if before else 0.0
        self._levels.feed(block)
        self._time_s = block.time_s
        self._talk.feed(block, self._levels.resting)
        resting = self._levels.resting
        if resting is not None and resting is before:
            if resting.blocks > SETTLING_BLOCKS:
                self._drawer.drift(resting.now - was)
        elif resting is not None:
            self._talk.rests.append(resting)
        if block.gap_s > SILENT_S:
            self._samples_were_missing()
        self._notice_drawer(block, resting)
        if resting is not None and self._watch.drop is not None and self._can_count():
            self._rested(self._watch.drop, resting)
            if abs(block.last - resting.now) < STILL_THE_SAME * self._watch.drop.calibration.cube:
                self._judge()

    def _notice_silence(self, time_s: float) -> None:
        if self._blocks.last_good_s is None:
            self._blocks.last_good_s = time_s
        silent = time_s - self._blocks.last_good_s > SILENT_S or self._blocks.frozen()
        if silent and not self._silent and self._watch.drop is not None:
            why = "frozen" if self._blocks.frozen() else "silent"
            self._watch.tell(Count(time_s, None, NO_SIGNAL, 0.0, reason=why))
        self._silent = silent

    def _samples_were_missing(self) -> None:
        self._drawer.unseen = True
        self._watch.samples_were_missing()

    # --- inside: the drawer ---

    def _notice_drawer(self, block: Block, resting: Level | None) -> None:
        moved = self._drawer.feed(block, resting)
        if moved == "out":
            self._watch.drawer_went_out(self._time_s)
        elif moved == "in" and resting is not None:
            self._drawer.came_in(resting.now)
            self._watch.drawer_came_in()

    # --- inside: the drop ---

    def _begin(self, name: str, at_most: int) -> None:
        self._watch.begin(None)
        if self.calibration is None or self._problem:
            self._watch.tell(Count(self._time_s, None, NOT_CALIBRATED, 0.0, reason=self._problem))
            return
        drop = Drop(name, at_most, self.calibration, self._weights)
        self._watch.begin(drop)
        if self._drawer.out:
            self._watch.tell(Count(self._time_s, None, DRAWER_OUT, 1.0))
        elif self._silent:
            self._watch.tell(Count(self._time_s, None, NO_SIGNAL, 0.0, reason="silent"))
        elif (just := self._just_rested()) is not None:
            self._take_zero(drop, just)
        elif not self._talk.rests:
            # Nothing was weighed before the drop began, so its cubes may lie there already.
            self._drawer.unseen = True

    def _just_rested(self) -> Level | None:
        """The rest that the next cubes fall onto: the present one, or the one that a fall has just ended."""
        if self._levels.resting is not None:
            return self._levels.resting
        if self._talk.rests and self._time_s - self._talk.rests[-1].end_s <= JUST_S:
            return self._talk.rests[-1]
        return None

    def _take_zero(self, drop: Drop, level: Level) -> None:
        """Take the zero. It is doubted when cubes may have come in unseen, unless the drawer is clearly empty."""
        doubtful = self._drawer.unseen and not self._drawer.clearly_empty(level.now)
        drop.take_zero(level, "zero_doubtful" if doubtful else "", at=self._drawer.empty if doubtful else None)
        self._drawer.unseen = doubtful

    def _can_count(self) -> bool:
        return self._watch.drop is not None and not (self._watch.drop.closed or self._drawer.out or self._silent)

    def _rested(self, drop: Drop, resting: Level) -> None:
        if drop.zero is not None:
            drop.rest(resting)
            return
        before = self._talk.rests[-2].now if len(self._talk.rests) > 1 else None
        cube = drop.calibration.cube
        if before is not None and not self._drawer.unseen and abs(resting.first - before) > CLEARLY_EMPTY * cube:
            self._drawer.unseen = True
        self._take_zero(drop, resting)

    def _judge(self) -> None:
        if self._can_count():
            self._watch.judge(self._time_s, self._levels.resting, self._levels.noise)

    def _tell_all(self) -> None:
        # Outside the lock: whoever listens may ask the scale something, or wait for somebody who does.
        self._watch.tell_all(self._on_count)
