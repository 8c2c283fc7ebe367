"""Between the drawer's scale and the evening: tells the scale what the game expects, the session what was counted, and
the phones what lies there. Knows the scale only by what it needs of it (`ports.py`).

A sample goes from the cell's link through `ScaleDesk.feed` to the scale; a count comes back from the scale and goes to
the session.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.api.game import CubesExpected
from companion.api.readings import Cubes
from companion.api.refusals import BadMove
from companion.api.text import T
from companion.drawer.calibrations import Calibrations
from companion.drawer.pile import PileDesk
from companion.drawer.ports import Count, MakePile, MakeScale, Recorder, Sample, Say, ScaleHealth, SessionPort
from companion.drawer.views import LiveCount, RecordingState, ScaleState
from companion.drawer.wizard import CalibrationWizard
from companion.drawer.words import ASK_EMPTY, LEARNED_EMPTY, NOT_EMPTY, count_trouble
from companion.session.screen import Update
from companion.session.signal import Signal
from companion.storage.keyed_store import KeyedStore

PLACE = "drawer"
# A count that stood before a question was asked may miss a cube that is just landing: look once more after so long.
SECOND_LOOK_S = 0.8
LEAST_CUBE = 0.75  # cubes; what lay there and is lighter is none
NOTHING_FELL_S = 2.0  # and that none fell at all is believed only after so long: one may be on its way yet
LOOK_EVERY_S = 0.1
NO_READINGS_S = 1.0  # so long without a good sample says that none come
TRIAL_CUBES = 60

BIN_S = 0.2
POINTS = 120  # 24 seconds
HUNDREDTHS = 100

_log = logging.getLogger(__name__)


class ScaleDesk:
    """Connects one scale to one session, from its making on. All methods are safe from any thread.

    `make_scale` makes the scale, which hands its counts to this desk; `make_pile` a pile's scale on the same cell, and
    `drawer` is the drawer's id. `revive` makes a calibration of the plain values that were kept of one, and raises for
    what is none. `sample_clock` is the clock that samples carry the time of. What the session
    makes of a count never ends the thread that it came from.
    """

    def __init__(
        self,
        session: SessionPort,
        make_scale: MakeScale,
        make_pile: MakePile,
        store: KeyedStore,
        drawer: str,
        *,
        revive: Callable[[Mapping[str, Any]], Any],
        say: Say = lambda text: None,
        unsay: Say = lambda text: None,
        recorder: Recorder | None = None,
        clock: Callable[[], float] = time.time,
        sample_clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._session = session
        self._clock = clock
        self._sample_clock = sample_clock
        self._recorder = recorder
        self._say = say
        self._unsay = unsay
        self._lock = threading.Lock()
        self._expected: CubesExpected | None = None
        self._look_at = float("inf")
        self._asked_at = float("-inf")
        self._asked: tuple[str, str] | None = None
        self._counted_anew = False  # the count before was undone: what lies there may belong to this one
        self._before_counts: bool | None = None  # whether people have said that what lay there before counts
        self._taken_back: int | None = None  # a count that somebody has undone, and that lies there yet
        self._asked_empty: str | None = None
        self._learned_empty = 0
        self._ask_empty = False
        self._trial = 0
        self._trying = False
        self._shown: tuple[object, ...] = ()
        self._next_look_s = self._good_s = float("-inf")
        self._listeners = Signal("the scale")
        self._trace_listeners = Signal("the scale's trace")
        self._count_listeners = Signal("the scale's count")
        self._trace = LiveTrace()
        self._scale = make_scale(self._counted)
        self.calibrations = Calibrations(store, self._scale, recorder, revive, drawer)
        self.wizard = CalibrationWizard(self._scale, say, self._calibrated, self._listeners.emit)
        self.pile = PileDesk(
            make_pile, store, lambda: self.calibrations.drawer, session.screen, session.correct,
            busy=lambda: self.expecting, say=say, clock=clock,
        )  # fmt: skip
        session.subscribe(self.hear)
        self.hear(Update(screen=session.screen(), cause="open"))  # an evening may be open already

    # --- the evening --------------------------------------------------------------------------------------------------

    def hear(self, update: Update) -> None:
        """The session's news: is a count expected now, and for which drop? And did people say what it was?"""
        self._heed_answer(update)
        expected = next(
            (one for prompt in update.screen.prompts for one in prompt.expects
             if isinstance(one, CubesExpected) and one.place == PLACE),
            None,
        )  # fmt: skip
        asked = (update.screen.prompts[0].name, expected.drop) if expected else None
        last = self._scale.health.last
        with self._lock:
            self._expected = expected
            trying = self._trying = self._trying and expected is None
            if self._asked is not None and (asked is None or asked[1] != self._asked[1]):
                self._before_counts = None
            if asked is not None and update.cause in ("move", "undo"):
                undone = update.cause == "undo" and last is not None and last.status == "sure"
                self._taken_back = last.count if undone and last is not None else None
            if asked != self._asked:
                self._counted_anew = update.cause in ("undo", "redo", "open")
                # By the clock, not from the next sample on: on a busy machine that one may be older than the question.
                self._asked, self._asked_at = asked, self._sample_clock()
                self._look_at = self._asked_at + SECOND_LOOK_S
        if expected is not None:
            self._scale.expect(expected.drop, expected.at_most)
        elif not trying:
            self._scale.stop_expecting()
        self._count_listeners.emit()

    @property
    def expecting(self) -> bool:
        """Whether the game waits for a count of the drawer."""
        return self._expected is not None

    def _heed_answer(self, update: Update) -> None:
        """People answered a count that the scale was not sure of, or of which nobody knew what of it counts: it learns
        from that."""
        expected, move = self._expected, update.move
        if expected is None or move is None or update.cause != "move" or update.reading is not None:
            return
        count = move.args.get(expected.arg)
        if move.name != expected.move.name or not isinstance(count, int):
            return
        last, before = self._scale.health.last, self._lay_before()
        if last is not None and last.status == "sure" and last.count is not None and before:
            counts = {last.count + before: True, last.count: False}
            self._before_counts = counts.get(count, self._before_counts)
        elif self._unsure():
            self._learn_from(count)

    def _learn_from(self, count: int) -> None:
        if self._scale.confirm_count(count):
            self.calibrations.refine(self._scale.calibration)

    def _unsure(self) -> bool:
        last = self._scale.health.last
        return last is not None and last.status == "unsure"

    def feed(self, sample: Sample) -> None:
        """One sample of the cell: the drawer's, and then the pile's."""
        if sample.restarted:
            self._scale.zero_may_have_moved()
            self.pile.zero_may_have_moved()
        self._weigh(sample.time_s, sample.raw, sample.good)
        self.pile.feed(sample.time_s, sample.raw, sample.good)

    def _weigh(self, time_s: float, raw: int, good: bool) -> None:
        self._scale.feed(time_s, raw, good)
        if good:
            self._good_s = time_s
            if self._trace.feed(time_s, raw):
                self._trace_listeners.emit()
        if time_s < self._next_look_s and self._next_look_s - time_s < 1.0:
            return
        self._next_look_s = time_s + LOOK_EVERY_S
        health = self._scale.health
        if time_s - self._good_s < NO_READINGS_S:
            self.wizard.see(time_s, health)
        else:
            self.wizard.no_readings()
        self._second_look(time_s, health)
        self._ask_or_tell_of_empty(health)
        self._tell_if_changed()

    def silent(self, time_s: float) -> None:
        """No samples come at present."""
        self._scale.silent(time_s)
        self.wizard.no_readings()
        self._ask_or_tell_of_empty(self._scale.health)
        self._tell_if_changed()

    def _counted(self, count: Count) -> None:
        """The scale's own answer, as it comes."""
        if count.status == "sure" and count.count is not None:
            self._put_on_line(count.count)
            if count.count != self._taken_back:
                self._taken_back = None
        with self._lock:
            # What was weighed before the question, and comes only now, is left to the second look.
            asked, late = self._asked, self._asked is not None and count.time_s < self._asked_at
        if not late:
            self._pass_on(count, asked)
        self._count_listeners.emit()
        self._listeners.emit()

    def _pass_on(self, count: Count, asked: tuple[str, str] | None) -> None:
        if self._trying:
            return
        self._report(self._as_reading(count), None if asked is None else asked[0])

    def _as_reading(self, count: Count) -> Cubes:
        """What the scale says, with what lay there before as far as that counts. A sure count that somebody has just
        taken back is asked about, as long as the same lies there: they had a reason."""
        sure, other = count.status == "sure", count.other if count.status == "unsure" else None
        before, fell = self._lay_before(), count.count
        if fell is None or (not sure and not self._before_counts):
            return Cubes(PLACE, fell, sure, count.confidence, other)
        if sure and before and self._before_counts is None:
            return Cubes(PLACE, fell + before, False, count.confidence, fell, before)
        if self._before_counts:
            fell, other = fell + before, None if other is None else other + before
        known = self._expected.known if self._expected is not None else None
        if sure and count.count and count.count == self._taken_back and fell != known:
            return Cubes(PLACE, fell, False, count.confidence, 0, fell)
        return Cubes(PLACE, fell, sure, count.confidence, other)

    def _lay_before(self) -> int:
        """So many cubes lay there when these began to be expected, and came after those before were counted: somebody
        was quicker than the question. What was left over is no question."""
        if (lay := self._scale.health.before) is None:
            return 0
        lies, came = lay
        cubes = lies if self._counted_anew else came
        return 0 if cubes < LEAST_CUBE else round(cubes)

    def _report(self, reading: Cubes, prompt: str | None = None) -> None:
        try:
            self._session.report(reading, PLACE, prompt)
        except Exception:
            # The link's thread must live on; what could not be played is on the screen as it was.
            _log.exception("a reading of the %s could not be taken", PLACE)

    def _put_on_line(self, count: int) -> None:
        made, raw = self._scale.calibration, self._scale.health.raw
        if made is not None and raw is not None:
            self._trace.at(raw, count, made.cube)

    def _second_look(self, time_s: float, health: ScaleHealth) -> None:
        """A prompt that opened after the cubes came to rest hears of them too, since the scale says nothing twice."""
        with self._lock:
            asked = self._asked
            due = asked is not None and time_s >= self._look_at
            if due and health.last is not None and not health.last.count:
                due = time_s >= self._asked_at + NOTHING_FELL_S
            if due:
                self._look_at = float("inf")
        if due and health.last is not None:
            if (health.resting and health.last_stands) or health.last.status != "sure":
                self._pass_on(health.last, asked)
            else:
                with self._lock:
                    self._look_at = time_s + SECOND_LOOK_S

    def _ask_or_tell_of_empty(self, health: ScaleHealth) -> None:
        """Where a crumb may be all that lies there: ask, once for each drop. What the scale has learned of the empty
        drawer is said too."""
        drop = self._expected.drop if self._expected is not None else None
        if health.ask_empty and drop is not None and drop != self._asked_empty:
            self._asked_empty = drop
            self._say(ASK_EMPTY)
        if health.ask_empty != self._ask_empty:
            self._ask_empty = health.ask_empty
            if not health.ask_empty:
                self._unsay(ASK_EMPTY)
            self._count_listeners.emit()
            self._listeners.emit()
        if health.learned_empty != self._learned_empty:
            self._learned_empty = health.learned_empty
            self._say(LEARNED_EMPTY)

    # --- what people do -----------------------------------------------------------------------------------------------

    def confirm_count(self, count: int) -> None:
        """People say that so many cubes lie there: the scale learns from it, and the game takes it where it waits."""
        if self._expected is None and not self._trying:
            raise BadMove(T("Nothing is being counted now."))
        self._learn_from(count)
        if self._expected is not None:
            self._report(Cubes(PLACE, count, True, 1.0))
        self._listeners.emit()

    def drawer_is_empty(self) -> None:
        """People say that the drawer is in and empty now: that is the scale's new zero; `BadMove` where it cannot."""
        refused = self._scale.drawer_is_empty()
        if refused:
            raise BadMove(NOT_EMPTY[refused])
        self._listeners.emit()
        self._count_listeners.emit()

    def try_out(self) -> None:
        """Count from zero without a game; `BadMove` while a game counts."""
        if self._expected is not None:
            raise BadMove(T("The game is counting now; try it out afterwards."))
        with self._lock:
            self._trying = True
            self._trial += 1
        self._scale.expect(f"trial {self._trial}", TRIAL_CUBES)
        self._listeners.emit()

    def calibrate(self, cubes: int, by: str) -> None:
        """Begin the guided calibration of a set of so many cubes."""
        with self._lock:
            self._trying = False
        self._scale.stop_expecting()
        self.wizard.begin(cubes, by)

    def _calibrated(self, made: Any, by: str) -> None:
        self.calibrations.keep(made, self._clock(), by)
        self._expect_again()

    def choose(self, at: float) -> None:
        """Use an earlier calibration again."""
        self.calibrations.choose(at)
        self._expect_again()
        self._listeners.emit()

    def use_drawer(self, drawer: str) -> None:
        """Another drawer is connected, by its id: it brings its own calibration, or none."""
        self.calibrations.use_drawer(drawer)
        self._expect_again()

    def use_calibration(self, calibration: Any) -> None:
        """Count with this one, which is not kept, until another is chosen: a simulated drawer brings its own."""
        self._scale.use(calibration)
        self._expect_anew()

    def _expect_again(self) -> None:
        """Another calibration is in use: what was expected is expected anew."""
        self.calibrations.use_recording()
        self._expect_anew()

    def _expect_anew(self) -> None:
        self._trace.forget()
        expected = self._expected
        if expected is not None:
            self._scale.expect(expected.drop, expected.at_most)

    # --- recording ----------------------------------------------------------------------------------------------------

    def record(self, on: bool) -> None:
        """Start a new recording, or stop the one that runs."""
        if self._recorder is None:
            raise BadMove(T("This scale cannot be recorded."))
        if on:
            self._scale.start_recording()
        else:
            self._recorder.stop()
        self._listeners.emit()

    def recorded(self) -> Iterator[str]:
        """The lines of the recording, for `companion weigh`; `BadMove` when nothing was recorded."""
        if self._recorder is None or self._recorder.seconds <= 0:
            raise BadMove(T("Nothing was recorded yet."))
        return self._recorder.lines()

    def _recording(self) -> RecordingState | None:
        one = self._recorder
        if one is None:
            return None
        return RecordingState(one.running, round(one.seconds), round(one.most_s), tuple(one.marks), one.has_calibration)

    # --- what is shown ------------------------------------------------------------------------------------------------

    @property
    def calibration(self) -> Any:
        """The scale's calibration, None while it has none."""
        return self._scale.calibration

    def state(self) -> ScaleState:
        """The scale as it is now."""
        health, last = self._scale.health, self._scale.health.last
        status = last.status if last is not None else "watching"
        why, what_to_do = count_trouble(status, "" if last is None else last.reason)
        made = self._scale.calibration
        return ScaleState(
            status=status,
            counting="game" if self._expected is not None else "trial" if self._trying else "",
            count=None if last is None else last.count,
            other=last.other if last is not None and status == "unsure" else None,
            sure=status == "sure",
            why=why,
            what_to_do=what_to_do,
            resting=health.resting,
            drawer=health.drawer,
            near=None if health.cubes is None else round(health.cubes),
            grams=None if health.grams is None else round(health.grams, 1),
            noise=None if made is None else round(health.noise / made.cube, 3),
            rate=round(health.rate_hz),
            calibrated_at=self.calibrations.in_use_since(),
            talk=self.wizard.state,
            recording=self._recording(),
            ask_empty=health.ask_empty,
        )

    def live_count(self) -> LiveCount | None:
        """The count so far of what the game expects; None while it expects none, and where people have said which of
        the likely numbers it is."""
        health = self._scale.health
        last = health.last
        if self._expected is None or last is None:
            return None
        told = self._as_reading(last)
        status = last.status if told.sure or last.status != "sure" else "unsure"
        known = self._expected.known
        if status == "unsure" and known is not None and known in (told.count, told.other):
            return None
        waits = told.count is not None or last.reason == "settling"
        why, what_to_do = (None, None) if waits else count_trouble(status, last.reason)
        return LiveCount(status, told.count, told.other, health.ask_empty, why, what_to_do)

    def trace(self) -> Mapping[str, Any]:
        """The live trace."""
        return self._trace.state()

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told when the state changed; the answer unsubscribes."""
        return self._listeners.subscribe(listener)

    def subscribe_trace(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told of new points of the trace."""
        return self._trace_listeners.subscribe(listener)

    def subscribe_count(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told when the count of what the game expects changed."""
        return self._count_listeners.subscribe(listener)

    def _tell_if_changed(self) -> None:
        """Ten times a second: it looks at what may change by itself, and at nothing that is read from the disk."""
        health = self._scale.health
        last, grams = health.last, None if health.grams is None else round(health.grams, 1)
        near = None if health.cubes is None else round(health.cubes)
        answer = None if last is None else (last.count, last.status, last.other)
        shown = (grams, answer, near, health.resting, health.drawer, self._recording())
        if shown != self._shown:
            self._shown = shown
            self._listeners.emit()


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
