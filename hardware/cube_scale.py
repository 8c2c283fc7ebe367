"""Raw samples -> how many cubes are new in the drawer, and whether that is sure."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from hardware.calibration import COARSEST, USUAL_GRAMS, Calibration, CannotCalibrate
from hardware.calibration_session import CalibrationSession
from hardware.drawer import CLEARLY_EMPTY, Drawer
from hardware.drop import Drop, Verdict
from hardware.levels import SETTLING_BLOCKS, STABLE_BLOCKS, Level, Levels
from hardware.recorder import Recorder
from hardware.samples import Blocks, SampleBlock

SURE = "sure"
UNSURE = "unsure"
DRAWER_OUT = "drawer out"
NOT_CALIBRATED = "not calibrated"
NO_SIGNAL = "no signal"

REFINING_BLOCKS = 12  # an unsure count gets so many blocks to become sure before it is said
SETTLED_BLOCKS = 25
WAVERS = 0.999
NOTHING_LEFT = 0.5  # cubes
SILENT_S = 1.0  # so long without a good sample is no signal
STILL_THE_SAME = 0.4  # cubes; a sample farther off means that the next cube is just falling
JUST_S = 1.5
LOOK_EVERY_S = 0.1  # whether the drawer went out or in, for the recording


@dataclass(frozen=True)
class Count:
    """How many cubes are new since the zero was taken. `count` is the best estimate, or None where there is none.

    `status` is `sure`, `unsure`, `drawer out`, `not calibrated` or `no signal`; `confidence` is the chance that
    `count` is right; `other` is the next likeliest count; `reason` says in a code why it is not sure (see `Verdict`,
    `CannotCalibrate`). A count of 0 that is sure says: the zero is taken, and nothing has fallen so far.
    """

    time_s: float
    count: int | None
    status: str
    confidence: float
    other: int | None = None
    reason: str = ""


@dataclass(frozen=True)
class Health:
    """What a health page shows. `grams` and `noise_grams` are equivalents by a usual cube, None when not calibrated.

    `drawer` is `in`, `out` or `unknown`; `last` is what was said last, and `last_stands` whether it is still what lies
    there: not while another count is being weighed, of which nothing has been said; `step` is the calibration step
    under way and `step_seen` whether the cell has come to rest since it began.
    """

    rate_hz: float
    raw: float | None
    noise: float
    resting: bool
    drawer: str
    grams: float | None
    noise_grams: float | None
    cubes: float | None
    last: Count | None
    last_stands: bool
    step: str
    step_seen: bool


@dataclass
class DropWatch:
    """The drop that is expected now (None: nothing is), and what was said of it, each thing once: `pending` holds what
    nobody has heard yet, `last_stands` is whether the last count has not been overtaken by what lies there now."""

    drop: Drop | None = None
    last: Count | None = None
    last_stands: bool = True
    pending: deque[Count] = field(default_factory=deque)
    _said_at: Level | None = None

    def begin(self, drop: Drop | None) -> None:
        """Watch another drop, or none."""
        self.drop = drop
        self.last = self._said_at = None

    def announce(self, count: Count) -> None:
        """Say it, if it is news."""
        last, self.last_stands = self.last, True
        if last is None or (last.count, last.status) != (count.count, count.status):
            self.last = count
            self.pending.append(count)

    def announce_all(self, on_count: Callable[[Count], None]) -> None:
        """Let somebody hear what is pending; call it outside of every lock."""
        while self.pending:
            on_count(self.pending.popleft())

    def drawer_went_out(self, time_s: float) -> None:
        """What falls from now on belongs to the next count, unless nothing has been counted yet."""
        if self.drop is not None:
            self.drop.closed = self.drop.closed or bool(self.last and self.last.count)
            self.announce(Count(time_s, None, DRAWER_OUT, 1.0))

    def drawer_came_in(self) -> None:
        """A drop of which nothing was counted yet begins with what lies in the drawer now."""
        if self.drop is not None and not self.drop.closed:
            self.drop.zero = None

    def samples_were_missing(self) -> None:
        """Anything may have fallen meanwhile."""
        if self.drop is not None and self.drop.zero is not None:
            self.drop.uncertainty_reason = "samples_missing"

    def judge(self, time_s: float, resting: Level | None, noise: float) -> None:
        """Say what lies there, if it is news: a sure count at once, an unsure one only when it does not get better."""
        if self.drop is None or self.drop.zero is None or resting is None:
            return
        if resting.blocks > SETTLED_BLOCKS and resting.blocks % 10:
            return
        verdict = self.drop.verdict(noise)
        if verdict.sure and resting.quiet:
            verdict = replace(verdict, reason="too_noisy")
        if self._still_said(verdict, resting) or self._taken_away(verdict):
            self.last_stands = True
            return
        self.last_stands = self.last is not None and self.last.count == verdict.count
        if verdict.sure or resting.blocks >= STABLE_BLOCKS + REFINING_BLOCKS:
            self._said_at = resting
            status = SURE if verdict.sure else UNSURE
            self.announce(Count(time_s, verdict.count, status, verdict.confidence, verdict.other, verdict.reason))

    def confirm_count(self, count: int) -> Calibration | None:
        """What the players' own count of the last unsure answer teaches; None: nothing."""
        drop, last = self.drop, self.last
        if drop is None or last is None or last.status != UNSURE or last.reason != "between_counts":
            return None
        return drop.refine(count) if count in (last.count, last.other) else None

    def _taken_away(self, verdict: Verdict) -> bool:
        """Whether all that was counted has been taken out of the drawer since: that undoes no count."""
        if self.drop is None or self.last is None or self.last.status != SURE or verdict.reason != "taken_out":
            return False
        return bool(self.last.count) and self.drop.content < NOTHING_LEFT

    def _still_said(self, verdict: Verdict, resting: Level) -> bool:
        """Whether a sure count stands: nothing speaks for another, only its chance has wavered about the limit in the
        same rest, or the table trembles too much to weigh it again."""
        if self.last is None or self.last.status != SURE or self.last.count != verdict.count:
            return False
        wavers = self._said_at is resting and verdict.reason == "between_counts" and verdict.confidence > WAVERS
        return wavers or verdict.reason == "too_noisy"


class CubeScale:
    """Counts cubes in a drawer on a load cell.

    `on_count` hears every new answer and every change of status while a drop is expected, from the thread that called
    `feed`, `expect` or `silent`. `recorder` is told all that the scale is told. All methods may be called from any
    thread.
    """

    def __init__(
        self, calibration: Calibration | None, on_count: Callable[[Count], None], recorder: Recorder | None = None
    ) -> None:
        self._on_count = on_count
        self.recorder = recorder
        self._drop_recorded: str | None = None
        self._drawer_recorded = ("unknown", 0.0)
        self._lock = threading.RLock()
        self._blocks = Blocks()
        self._levels = Levels()
        self._drawer = Drawer()
        self._watch = DropWatch()
        self._session = CalibrationSession()
        self._time_s = 0.0
        self._silent = False
        self.calibration: Calibration | None = None
        self._use(calibration)

    # --- samples ---

    def feed(self, time_s: float, raw: int, good: bool = True) -> None:
        """Take one sample: `raw` as the chip gives it (signed, 24 bits); `good` False where the chip flagged it: then
        it is counted by nobody, and stands in no recording."""
        if good and self.recorder is not None:
            self.recorder.sample(time_s, raw)
        with self._lock:
            self._feed(time_s, raw, good)
        self._announce_all()
        self._record_drawer(time_s)

    def feed_all(self, times_s: Iterable[float], raws: Iterable[int]) -> None:
        """Take many good samples at once, as from a recording: like `feed`, one by one, but not recorded again."""
        with self._lock:
            for time_s, raw in zip(times_s, raws, strict=True):
                self._feed(time_s, raw, True)
        self._announce_all()

    def silent(self, time_s: float) -> None:
        """It is `time_s` on the samples' clock, and none may have come: call this now and then when none come."""
        with self._lock:
            self._notice_silence(time_s)
        self._announce_all()

    def zero_may_have_moved(self) -> None:
        """The chip was switched off and on since the last good sample: the same load may read otherwise now."""
        with self._lock:
            self._samples_were_missing()

    # --- counting ---

    def expect(self, drop: str, at_most: int) -> None:
        """From now on up to `at_most` cubes may fall. A new name takes the zero; the same keeps zero and count."""
        self._record_drop(drop, at_most)
        with self._lock:
            self._finish_pending_calibration()
            if self._watch.drop is not None and self._watch.drop.name == drop:
                self._watch.drop.at_most = at_most
            else:
                self._begin(drop, at_most)
            self._judge()
        self._announce_all()

    def stop_expecting(self) -> None:
        """Nothing is counted until the next `expect`."""
        self._drop_recorded = None
        with self._lock:
            self._watch.begin(None)

    def drawer_moved(self, out: bool) -> None:
        """Somebody says that the drawer goes out or in now; without a word it is noticed from the weight."""
        with self._lock:
            self._drawer.moved(out)
            if out:
                self._watch.drawer_went_out(self._time_s)
        self._announce_all()

    # --- calibration ---

    def tare(self) -> None:
        """The empty drawer is in: a new calibration begins. It counts only when `finish_calibration` accepts it."""
        self._record("tare")
        with self._lock:
            self._session.begin(self._levels.resting)
            self._levels.cube = self._drawer.cube = None
            self._session.add("tare", self._time_s)

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
        """What the steps so far would make, with which cubes to set aside; the session goes on. Raises
        `CannotCalibrate`."""
        with self._lock:
            return self._session.so_far()

    def finish_calibration(self) -> Calibration:
        """Use what the steps have shown. Raises `CannotCalibrate`; then the calibration before stays in use."""
        with self._lock:
            self._levels.cube = self._drawer.cube = self.calibration.cube if self.calibration else None
            try:
                made = self._session.so_far()
            except Exception:
                if self.recorder is not None:
                    self.recorder.not_calibrated()
                raise
            finally:
                self._session.end()
            self._use(made)
            self._drawer.empty = made.zero
            self._session.show(self._drawer)
        if self.recorder is not None:
            self.recorder.calibrated(made.zero)
        return made

    def confirm_count(self, count: int) -> bool:
        """The players have counted by hand what the last unsure count was about; whether the scale learns from it.

        The set's mean is brought nearer to what they saw: `calibration` is another one then, to be kept. An answer that
        this weight cannot be teaches nothing, nor does one about a drop that was in doubt for another reason.
        """
        with self._lock:
            learnt = self._watch.confirm_count(count)
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
            resting, zero = self._levels.resting, self._drawer.empty
            cube = self.calibration.cube if self.calibration else None
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
                last=self._watch.last,
                last_stands=self._watch.last_stands,
                step=self._session.step,
                step_seen=self._session.seen(resting),
            )

    # --- recording ---

    def start_recording(self) -> None:
        """Record from now on, where there is a recorder."""
        if self.recorder is None:
            return
        health, made = self.health, self.calibration
        known = made is not None and health.cubes is not None and health.raw is not None
        self.recorder.start(health.raw - health.cubes * made.cube if known else None)  # type: ignore[operator,union-attr]

    def _record(self, kind: str, number: int = 0) -> None:
        if self.recorder is not None:
            self.recorder.mark(kind, number)

    def _record_drop(self, drop: str, at_most: int) -> None:
        if self.recorder is None:
            return
        if drop == self._drop_recorded:
            self.recorder.enlarge_drop(at_most)
        else:
            self._drop_recorded = drop
            self.recorder.mark("drop", at_most)

    def _record_drawer(self, time_s: float) -> None:
        before, looked_s = self._drawer_recorded
        if self.recorder is None or time_s - looked_s < LOOK_EVERY_S:
            return
        now = self.health.drawer
        self._drawer_recorded = (now, time_s)
        if now == "out" != before:
            self.recorder.mark("drawer out")
        elif before == "out" != now:
            self.recorder.mark("drawer in")

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
        self._record(kind, cubes)
        with self._lock:
            self._session.add(kind, self._time_s, cubes)

    def _finish_pending_calibration(self) -> None:
        if self._session.under_way:
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

    def _take(self, block: SampleBlock) -> None:
        before = self._levels.resting
        was = before.now if before else 0.0
        self._levels.feed(block)
        self._time_s = block.time_s
        self._session.feed(block, self._levels.resting)
        resting = self._levels.resting
        if resting is not None and resting is before:
            if resting.blocks > SETTLING_BLOCKS:
                self._drawer.drift(resting.now - was)
        elif resting is not None:
            self._session.rests.append(resting)
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
            self._watch.announce(Count(time_s, None, NO_SIGNAL, 0.0, reason=why))
        self._silent = silent

    def _samples_were_missing(self) -> None:
        self._drawer.unseen = True
        self._watch.samples_were_missing()

    # --- inside: the drawer ---

    def _notice_drawer(self, block: SampleBlock, resting: Level | None) -> None:
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
            self._watch.announce(Count(self._time_s, None, NOT_CALIBRATED, 0.0, reason=self._problem))
            return
        drop = Drop(name, at_most, self.calibration, self._weights)
        self._watch.begin(drop)
        if self._drawer.out:
            self._watch.announce(Count(self._time_s, None, DRAWER_OUT, 1.0))
        elif self._silent:
            self._watch.announce(Count(self._time_s, None, NO_SIGNAL, 0.0, reason="silent"))
        elif (just := self._just_rested()) is not None:
            self._take_zero(drop, just)
        elif not self._session.rests:
            # Nothing was weighed before the drop began, so its cubes may lie there already.
            self._drawer.unseen = True

    def _just_rested(self) -> Level | None:
        """The rest that the next cubes fall onto: the present one, or the one that a fall has just ended."""
        if self._levels.resting is not None:
            return self._levels.resting
        if self._session.rests and self._time_s - self._session.rests[-1].end_s <= JUST_S:
            return self._session.rests[-1]
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
        before = self._session.rests[-2].now if len(self._session.rests) > 1 else None
        cube = drop.calibration.cube
        if before is not None and not self._drawer.unseen and abs(resting.first - before) > CLEARLY_EMPTY * cube:
            self._drawer.unseen = True
        self._take_zero(drop, resting)

    def _judge(self) -> None:
        if self._can_count():
            self._watch.judge(self._time_s, self._levels.resting, self._levels.noise)

    def _announce_all(self) -> None:
        # Outside the lock: whoever listens may ask the scale something, or wait for somebody who does.
        self._watch.announce_all(self._on_count)
