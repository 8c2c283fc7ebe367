"""Raw samples -> how many cubes are new in the drawer, and whether that is sure."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hardware.calibration import COARSEST, DRIFT_COUNTS, USUAL_GRAMS, Calibration, CannotCalibrate
from hardware.calibration_session import CalibrationSession
from hardware.cube_weights import FARTHEST_FROM_NONE
from hardware.drawer import CLEARLY_EMPTY, NEARLY, Drawer
from hardware.drop import Drop
from hardware.drop_steps import LONGEST_FINGER_S, SWAYS
from hardware.drop_watch import DRAWER_OUT, NO_SIGNAL, NOT_CALIBRATED, SURE, UNSURE, Count, DropWatch
from hardware.levels import SETTLING_BLOCKS, Level, Levels
from hardware.recorder import Recorder
from hardware.samples import Blocks, SampleBlock

__all__ = ["DRAWER_OUT", "NOT_CALIBRATED", "NO_SIGNAL", "SURE", "UNSURE", "Count", "CubeScale", "Health"]

SILENT_S = 1.0  # so long without a good sample is no signal
# In less a board starts anew, and nobody pulls the drawer, takes some out, puts it back and lets others fall.
HIDES_A_HAND_S = 3.0
LIES_STILL_BLOCKS = 15  # what has rested for so long without a tremor is no hand that lifts
STILL_THE_SAME = 0.4  # cubes; a sample farther off means that the next cube is just falling
JUST_S = 1.5
HELD_S, LATELY_S = 0.5, 180.0  # a rest that lasted so long was no hand that lifts; nor had the zero drifted by a cube
LEFT_OVER_FROM, LEFT_OVER_TO = 0.25, 0.9  # cubes; what may be a crumb where there should be nothing
WEIGHED = 0.03  # cubes; so well it is known what came onto a drawer at rest
LOOK_EVERY_S = 0.1  # whether the drawer went out or in, for the recording


@dataclass(frozen=True)
class Health:
    """What a health page shows. `grams` and `noise_grams` are equivalents by a usual cube, None when not calibrated.

    `drawer` is `in`, `out` or `unknown`; `last` is what was said last, and `last_stands` whether it is still what lies
    there: not while another count is being weighed, of which nothing has been said; `step` is the calibration step
    under way and `step_seen` whether the cell has come to rest since it began. `learned_empty` counts how often it has
    found out by itself that the empty drawer weighs otherwise than it did; `ask_empty` says that what was said last
    would be sure if people said that the drawer is empty but for a crumb. `before` is what lay there already when the
    cubes that are counted now began to be expected, in cubes, and how much of it had come since those before them were
    no longer counted (0.0 where that is lighter than any cube); None where that is not known.
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
    learned_empty: int = 0
    ask_empty: bool = False
    before: tuple[float, float] | None = None


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
        self._lay: tuple[float, float] | None = None  # what lay there at the last zero, in cubes, and since when
        self._before: tuple[float, float] | None = None
        self._least = math.inf  # the least that lay there, in cubes, since no drop was expected
        self._lock = threading.RLock()
        self._blocks = Blocks()
        self._levels = Levels()
        self._drawer = Drawer()
        self._watch = DropWatch()
        self._session = CalibrationSession()
        self._time_s = self._drawer_moved_s = 0.0
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
        """The chip was switched off and on since the last good sample: the same load may read otherwise now, and what
        the empty drawer weighs is not known until it was pulled. By whole cubes that moves nothing: a drop goes on."""
        with self._lock:
            self._drawer.doubt()

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
            self._end_drop()

    def drawer_moved(self, out: bool) -> None:
        """Somebody says that the drawer goes out or in now; without a word it is noticed from the weight."""
        with self._lock:
            self._drawer.moved(out)
            if out:
                self._drawer_went_out()
        self._announce_all()

    def drawer_is_empty(self) -> str:
        """People say that the drawer is in and empty now: the present rest is its new zero, and that of a drop that
        waits. Answers "", or in a code why that cannot be: `not_calibrated`, `silent`, `moving`, `drawer_out` (its
        weight is missing), `still_there` (what has just fallen lies there yet)."""
        with self._lock:
            resting = self._levels.resting
            refused = self._cannot_be_empty()
            if not refused and resting is not None:
                self._drawer.is_empty(resting.now)
                self._watch.drawer_is_empty(resting)
                self._judge()
        if not refused:
            self._record("empty now")
        self._announce_all()
        return refused

    # --- calibration ---

    def bare_plate(self) -> None:
        """Between here and `tare` the plate lies bare for a while: the lightest rest will be taken for it."""
        self._record("plate")
        with self._lock:
            self._session.bare_plate(self._time_s)

    def tare(self, plate: float | None = None) -> None:
        """The empty drawer is in: a new calibration begins. It counts only when `finish_calibration` accepts it.
        `plate` is the raw value at which the bare plate has just rested; None: as it was seen since `bare_plate`."""
        self._record("tare")
        with self._lock:
            self._session.begin(self._levels.resting, plate)
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
            self._learn_left_over(count)
            learnt = self._watch.confirm_count(count)
            if learnt is None:
                return False
            self._levels.cube = self._drawer.cube = learnt.cube
            self.calibration, self._weights = learnt.at_gain(1.0 / self._gain), learnt.weights()
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
            cube = self._drawer.cube if self.calibration else None
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
                learned_empty=self._drawer.learned,
                ask_empty=self._asks_empty(cubes),
                before=self._before,
            )

    # --- recording ---

    def start_recording(self) -> None:
        """Record from now on, where there is a recorder."""
        if self.recorder is None:
            return
        with self._lock:
            known = self.calibration is not None and self._levels.resting is not None
            empty = self._drawer.empty if known else None
        self.recorder.start(empty)

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
        self._least = math.inf
        self._gain = 1.0
        self._problem = "" if calibration else "not_calibrated"
        self._levels.cube = calibration.cube if calibration else None
        self._drawer.use(self._levels.cube, calibration.drawer if calibration else None)
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
            elif resting.blocks == LIES_STILL_BLOCKS and not (resting.quiet or self._drawer.out):
                self._drawer.forget_added(resting.now)
        elif resting is not None:
            self._session.rests.append(resting)
        if block.gap_s > HIDES_A_HAND_S:
            self._samples_were_missing()
        self._notice_drawer(block, resting)
        if resting is not None:
            self._least = min(self._least, self._lies_at(resting))
        if resting is not None and self._watch.drop is not None and self._can_count():
            self._rested(self._watch.drop, resting)
            near = abs(block.last - resting.now) < STILL_THE_SAME * self._watch.drop.calibration.cube
            if near or self._levels.rung:
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
        self._drawer.doubt()
        self._watch.samples_were_missing()

    # --- inside: the drawer ---

    def _notice_drawer(self, block: SampleBlock, resting: Level | None) -> None:
        moved = self._drawer.feed(block, resting)
        if moved:
            self._drawer_moved_s = block.time_s
        if moved == "out":
            self._drawer_went_out()
        elif moved == "in" and resting is not None:
            lighter = self._drawer.came_in(resting.now)
            if self._watch.drop is not None:
                self._watch.drop.drawer_was_lighter(lighter)
            self._nothing_came_unseen(resting.now)
            self._watch.drawer_came_in()

    def _nothing_came_unseen(self, raw: float) -> None:
        """What lies in the drawer that has come in is too light for a cube: what comes from now on is seen."""
        holds, shifted = self._drawer.holds(raw), abs(self._drawer.shifted)
        if holds is not None and holds > -CLEARLY_EMPTY and not self._may_hold_cubes(raw, shifted):
            self._drawer.unseen = False

    def _drawer_went_out(self) -> None:
        drop = self._watch.drop
        if drop is not None:
            drop.went_out(self._drawer.held)
        self._watch.drawer_went_out(self._time_s)

    def _cannot_be_empty(self) -> str:
        if self.calibration is None or self._problem:
            return "not_calibrated"
        if self._silent:
            return "silent"
        resting = self._levels.resting
        if resting is None or resting.quiet:
            return "moving"
        if self._drawer.lacks(resting.now, NEARLY) or (self._drawer.out and self._drawer.is_low(resting.now)):
            return "drawer_out"
        return "still_there" if self._watch.still_there else ""

    def _asks_empty(self, cubes: float | None) -> bool:
        last = self._watch.last
        if last is None or last.status != UNSURE or self._watch.still_there:
            return False  # what fell lies there: it would be refused
        left_over = cubes is not None and LEFT_OVER_FROM < abs(cubes) < LEFT_OVER_TO
        return last.reason == "zero_doubtful" or (last.reason in ("between_counts", "taken_out") and left_over)

    def _learn_left_over(self, count: int) -> None:
        """People have counted what lies in a drawer whose zero was in doubt: what it weighs beside is no cube."""
        drop, last = self._watch.drop, self._watch.last
        if drop is None or last is None or last.status != UNSURE:
            return
        if drop.uncertainty_reason == "zero_doubtful":
            self._drawer.told_off(drop.weighed()[0] - count)

    # --- inside: the drop ---

    def _end_drop(self) -> None:
        if self._watch.drop is not None:
            rests = self._session.rests
            self._least = self._lies_at(rests[-1]) if rests else math.inf
        self._watch.begin(None)

    def _begin(self, name: str, at_most: int) -> None:
        self._end_drop()
        self._before = None
        if self.calibration is None or self._problem:
            self._watch.announce(Count(self._time_s, None, NOT_CALIBRATED, 0.0, reason=self._problem))
            return
        self._gain = self._drawer.gain
        made = self.calibration.at_gain(self._gain)
        self._levels.cube = self._drawer.cube = made.cube
        drop = Drop(name, at_most, made, self._weights, begun_s=self._time_s)
        self._watch.begin(drop)
        if self._drawer.out:
            drop.went_out(self._drawer.held)
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
        """Take the zero. Where cubes lie there that may have come in unseen, what lay there before tells how many;
        where that is not known either it is doubted."""
        drawer = self._drawer
        if not level.quiet and level.blocks >= LIES_STILL_BLOCKS:
            drawer.forget_added(level.now)
        # By so much the plate seldom wanders; a cube that leans on something weighs it down.
        leans = drawer.shifted > CLEARLY_EMPTY
        may_hold = leans or self._may_hold_cubes(level.now + max(drawer.shifted, 0.0) * drop.calibration.cube)
        doubtful = drawer.unseen and not drawer.clearly_empty(level.now) and may_hold
        holds = drawer.holds(level.now)
        known, on_plate = drawer.empty_by_both, drawer.on_plate
        if doubtful and known and holds is not None and drop.knows_what_came(holds, on_plate):
            drop.go_on(level, known[0] + (drop.lay or 0.0) * drop.calibration.cube, known[1], apart=known[2])
            doubtful = False
        else:
            drop.take_zero(level, "zero_doubtful" if doubtful else "", at=drawer.empty if doubtful else None)
            self._before = None if doubtful else self._lay_before(drop, level, holds)
            if holds is not None and not doubtful:
                self._lay = holds, self._lies_since(drop, level, holds)
                may_be_cubes, lately = self._may_hold_cubes(level.now), self._lay_lately(level)
                drop.lay_there(holds, may_be_cubes, self._lay[1], lately, drawer.seat)
        drawer.unseen = doubtful

    def _lies_at(self, rest: Level) -> float:
        """What lies there at this rest, in cubes, never less than nothing: a hand that lifts, or a supply that sags,
        takes nothing out. Infinite where nobody knows."""
        holds = None if self._drawer.out else self._drawer.holds(rest.now)
        return math.inf if holds is None else max(holds, 0.0)

    def _lay_before(self, drop: Drop, level: Level, holds: float | None) -> tuple[float, float] | None:
        """What lies there at the zero, and how much of it came since no drop was expected: nothing, where that is
        lighter than any cube."""
        if holds is None:
            risen = self._risen(drop, level)
            return None if risen is None else (risen, risen)
        came = holds - min(self._least, holds)
        return holds, came if self._weights.may_hold_cubes(came, WEIGHED) else 0.0

    def _risen(self, drop: Drop, level: Level) -> float | None:
        """What has come lately, in cubes, where nobody knows what the empty drawer weighs: since the lightest rest.
        None where that is more than may fall: the drawer itself came in, perhaps."""
        rests = (one for one in self._session.rests if one is not level and one.lasted_s >= HELD_S)
        lately = [one.now for one in rests if level.start_s - one.end_s < LATELY_S]
        risen = (level.first - min(lately)) / drop.calibration.cube if lately else math.inf
        return risen if risen < drop.at_most + LEFT_OVER_TO else None

    def _lies_since(self, drop: Drop, level: Level, holds: float) -> float:
        """Since when so much has lain in the drawer: the cell has come to rest there and nowhere else, however it was
        shaken, or the drop before began with as much."""
        since_s = level.start_s
        for rest in reversed(self._session.rests):
            if abs(rest.now - level.first) > SWAYS * drop.calibration.cube:
                break
            since_s = min(since_s, rest.start_s)
        before = self._lay
        return min(since_s, before[1]) if before is not None and abs(before[0] - holds) <= SWAYS else since_s

    def _lay_lately(self, level: Level) -> float | None:
        """The least that lay there, in cubes, at a rest before this one, since no finger rests there for longer; None
        where the drawer has stood there for less."""
        least = None
        for rest in reversed(self._session.rests):
            if rest.end_s <= self._drawer_moved_s:
                break
            lay = self._drawer.holds(rest.now)
            if rest is not level and lay is not None:
                least = lay if least is None else min(least, lay)
            if rest.start_s < level.end_s - LONGEST_FINGER_S:
                break
        return least

    def _was_emptied(self, drop: Drop, resting: Level) -> bool:
        """Whether hands were taking out what lay there when the drop began, or leant on it, and have finished: it
        begins from here. What lies there yet is lighter than any cube, and nothing lifts the drawer."""
        if not (drop.early and drop.begins(resting) and drop.zero is not None):
            return False
        if self._drawer.clearly_empty(drop.zero.now) and (resting.first >= drop.zero.now or resting.struck):
            return False  # something has come, rather, be it with a supply that sags
        holds = self._drawer.holds(resting.now)
        left_over = holds is not None and holds > -CLEARLY_EMPTY and resting.first < drop.zero.now
        lighter = left_over and not self._may_hold_cubes(resting.now)
        if not (lighter or self._drawer.clearly_empty(resting.now)):
            return False
        self._take_zero(drop, resting)
        return True

    def _emptied_since(self, drop: Drop, resting: Level) -> None:
        """What lay there when the drop began was taken out before anything fell, and it has rested so for longer than
        a hand lifts the drawer: it begins from here. Nobody takes out so much that it is lighter than empty."""
        rests = not resting.quiet and resting.lasted_s > LONGEST_FINGER_S
        holds = self._drawer.holds(resting.now)
        emptied = holds is not None and abs(holds) <= FARTHEST_FROM_NONE
        if rests and emptied and drop.only_went and not drop.uncertainty_reason:
            self._take_zero(drop, resting)

    def _may_hold_cubes(self, raw: float, disputed: float = 0.0) -> bool:
        """Whether what lies in a drawer that was out may hold a cube, where its empty weight is in doubt by so many
        cubes, or that cannot be told. Where the plate has shown what may be one, it may lie there however light."""
        holds = self._drawer.holds(raw)
        if self.calibration is None or holds is None or self._drawer.plate_rose:
            return True
        return self._weights.may_hold_cubes(holds, math.hypot(self._drawer.seat, disputed))

    def _rested(self, drop: Drop, resting: Level) -> None:
        if drop.zero is not None:
            if not self._was_emptied(drop, resting):
                drop.rest(resting)
                self._emptied_since(drop, resting)
            return
        before = self._session.rests[-2].now if len(self._session.rests) > 1 else None
        moved = 0.0 if before is None else resting.first - before
        if before is None or self._drawer.unseen or abs(moved) <= CLEARLY_EMPTY * drop.calibration.cube:
            self._take_zero(drop, resting)
        elif moved > 0.0 and self._drawer.clearly_empty(before):
            # Nothing lay there that hands could have taken out; what never swung may be what they have left.
            drop.go_on(resting, before, DRIFT_COUNTS, fell=resting.swung is not False)
        elif moved > 0.0 and self._was_lighter_than_empty():
            drop.take_zero(resting, "zero_doubtful", at=before)  # nor there, but a hand may have lifted it
        else:
            self._drawer.unseen = True
            self._take_zero(drop, resting)

    def _was_lighter_than_empty(self) -> bool:
        """Whether the drawer stood there at the last rest but one, and weighed less than where anything lies in it."""
        before = self._session.rests[-2]
        holds = self._drawer.holds(before.now)
        return before.start_s > self._drawer_moved_s and holds is not None and holds < 0.0

    def _can_count(self) -> bool:
        return self._watch.drop is not None and not (self._watch.drop.closed or self._drawer.out or self._silent)

    def _judge(self) -> None:
        if self._can_count():
            self._watch.judge(self._time_s, self._levels)

    def _announce_all(self) -> None:
        # Outside the lock: whoever listens may ask the scale something, or wait for somebody who does.
        self._watch.announce_all(self._on_count)
