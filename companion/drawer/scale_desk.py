"""Between the drawer's scale and the evening: tells the scale what the game expects, the session what was counted, and
the phones what lies there. Knows the scale only by what it needs of it (`scale_parts.py`)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.api.game import CubesExpected
from companion.api.readings import Cubes, Reading
from companion.api.refusals import BadMove
from companion.api.text import T
from companion.drawer.scale_calibrations import Calibrations
from companion.drawer.scale_parts import PLACE, Count, Recorder, Say, Scale, Store
from companion.drawer.scale_talk import CalibrationTalk
from companion.drawer.scale_view import LiveCount, LiveTrace, RecordingState, ScaleState
from companion.drawer.scale_words import matter
from companion.session.screen import Screen, Update
from companion.session.signal import Signal

# A count that stood before a question was asked may miss a cube that is just landing: look once more after so long.
SECOND_LOOK_S = 0.8
LOOK_EVERY_S = 0.1
TRIAL_CUBES = 60


class ScaleDesk:
    """Connects one scale to one session. All methods are safe from any thread.

    `revive` makes a calibration of the plain values that were kept of one; `start_recording` begins a recording.
    """

    def __init__(
        self,
        scale: Scale,
        report: Callable[[Reading], object],
        store: Store,
        key: Callable[[], str],
        *,
        say: Say = lambda text: None,
        recorder: Recorder | None = None,
        start_recording: Callable[[], None] | None = None,
        revive: Callable[[Mapping[str, Any]], Any] = lambda plain: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._scale = scale
        self._report = report
        self._clock = clock
        self._recorder = recorder
        self._start_recording = start_recording
        self._lock = threading.Lock()
        self._expected: CubesExpected | None = None
        self._look_at: float | None = None
        self._asked: tuple[str, str] | None = None
        self._trial = 0
        self._trying = False
        self._shown: tuple[object, ...] = ()
        self._next_look_s = float("-inf")
        self._listeners = Signal("the scale")
        self._trace_listeners = Signal("the scale's trace")
        self._count_listeners = Signal("the scale's count")
        self._trace = LiveTrace()
        self.calibrations = Calibrations(store, scale, recorder, revive, key)
        self.talk = CalibrationTalk(scale, say, self._calibrated, self._listeners.tell)

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
        with self._lock:
            self._expected = expected
            trying = self._trying = self._trying and expected is None
            if asked != self._asked:
                self._asked, self._look_at = asked, None
        if expected is not None:
            self._scale.expect(expected.drop, expected.at_most)
        elif not trying:
            self._scale.stop_expecting()
        self._count_listeners.tell()

    def begin(self, screen: Screen) -> None:
        """An evening that was open already when the companion started."""
        self.hear(Update(screen=screen, cause="open"))

    @property
    def expecting(self) -> bool:
        """Whether the game waits for a count of the drawer."""
        return self._expected is not None

    def _heed_answer(self, update: Update) -> None:
        """People answered a count that the scale was not sure of: it learns from that."""
        expected, move = self._expected, update.move
        if expected is None or move is None or update.cause != "move" or update.reading is not None:
            return
        count = move.args.get(expected.arg)
        if move.name == expected.move.name and isinstance(count, int) and self._unsure():
            self._teach(count)

    def _teach(self, count: int) -> None:
        if self._scale.confirm_count(count):
            self.calibrations.taught(self._scale.calibration)

    def _unsure(self) -> bool:
        last = self._scale.health.last
        return last is not None and last.status == "unsure"

    def feed(self, time_s: float, raw: int, good: bool) -> None:
        """One sample from the drawer's chip."""
        self._scale.feed(time_s, raw, good)
        if good and self._trace.feed(time_s, raw):
            self._trace_listeners.tell()
        if time_s < self._next_look_s and self._next_look_s - time_s < 1.0:
            return
        self._next_look_s = time_s + LOOK_EVERY_S
        health = self._scale.health
        self.talk.see(time_s, health)
        self._second_look(time_s, health)
        self._tell_if_changed()

    def silent(self, time_s: float) -> None:
        """No samples come at present."""
        self._scale.silent(time_s)
        self._tell_if_changed()

    def counted(self, count: Count) -> None:
        """The scale's own answer, as it comes."""
        if count.status == "sure" and count.count is not None:
            self._put_on_line(count.count)
        if not self._trying:
            other = count.other if count.status == "unsure" else None
            self._report(Cubes(PLACE, count.count, count.status == "sure", count.confidence, other))
        self._count_listeners.tell()
        self._listeners.tell()

    def _put_on_line(self, count: int) -> None:
        made, raw = self._scale.calibration, self._scale.health.raw
        if made is not None and raw is not None:
            self._trace.at(raw, count, made.cube)

    def _second_look(self, time_s: float, health: Any) -> None:
        """A prompt that opened after the cubes came to rest hears of them too, since the scale says nothing twice."""
        with self._lock:
            if self._asked is None:
                return
            if self._look_at is None:
                self._look_at = time_s + SECOND_LOOK_S
            due = time_s >= self._look_at
            if due:
                self._look_at = float("inf")
        if due and health.last is not None:
            if health.resting or health.last.status != "sure":
                self.counted(health.last)
            else:
                with self._lock:
                    self._look_at = None

    # --- what people do -----------------------------------------------------------------------------------------------

    def told(self, count: int) -> None:
        """People say that so many cubes lie there: the scale learns from it, and the game takes it where it waits."""
        if self._expected is None and not self._trying:
            raise BadMove(T("Nothing is being counted now."))
        self._teach(count)
        if self._expected is not None:
            self._report(Cubes(PLACE, count, True, 1.0))
        self._listeners.tell()

    def try_out(self) -> None:
        """Count from zero without a game; `BadMove` while a game counts."""
        if self._expected is not None:
            raise BadMove(T("The game is counting now; try it out afterwards."))
        with self._lock:
            self._trying = True
            self._trial += 1
        self._scale.expect(f"trial {self._trial}", TRIAL_CUBES)
        self._listeners.tell()

    def calibrate(self, cubes: int, by: str) -> None:
        """Begin the guided calibration of a set of so many cubes."""
        with self._lock:
            self._trying = False
        self._scale.stop_expecting()
        self.talk.begin(cubes, by)

    def _calibrated(self, made: Any, by: str) -> None:
        self.calibrations.keep(made, self._clock(), by)
        self.expect_again()

    def choose(self, at: float) -> None:
        """Use an earlier calibration again."""
        self.calibrations.choose(at)
        self.expect_again()
        self._listeners.tell()

    def expect_again(self) -> None:
        """Another calibration, perhaps another drawer, is in use: what was expected is expected anew."""
        self._trace.forget()
        self.calibrations.use_tape()
        expected = self._expected
        if expected is not None:
            self._scale.expect(expected.drop, expected.at_most)

    # --- recording ----------------------------------------------------------------------------------------------------

    def record(self, on: bool) -> None:
        """Start a new recording, or stop the one that runs."""
        if self._recorder is None or self._start_recording is None:
            raise BadMove(T("This scale cannot be recorded."))
        if on:
            self._start_recording()
        else:
            self._recorder.stop()
        self._listeners.tell()

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

    def state(self) -> ScaleState:
        """The scale as it is now."""
        health, last = self._scale.health, self._scale.health.last
        status = last.status if last is not None else "watching"
        why, what_to_do = matter(status, "" if last is None else last.reason)
        made = self._scale.calibration
        return ScaleState(
            status=status,
            counting="game" if self._expected is not None else "trial" if self._trying else "",
            count=None if last is None else last.count,
            other=last.other if status == "unsure" else None,
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
            talk=self.talk.state,
            recording=self._recording(),
        )

    def live_count(self) -> LiveCount | None:
        """The count so far of what the game expects; None while it expects none."""
        last = self._scale.health.last
        if self._expected is None or last is None:
            return None
        return LiveCount(last.status, last.count, last.other if last.status == "unsure" else None)

    def trace(self) -> Mapping[str, Any]:
        """The live trace."""
        return self._trace.state()

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told when the state changed; the answer unsubscribes."""
        return self._listeners.add(listener)

    def subscribe_trace(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told of new points of the trace."""
        return self._trace_listeners.add(listener)

    def subscribe_count(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told when the count of what the game expects changed."""
        return self._count_listeners.add(listener)

    def _tell_if_changed(self) -> None:
        now = self.state()
        shown = (now.grams, now.count, now.status, now.other, now.near, now.resting, now.drawer, now.recording)
        if shown != self._shown:
            self._shown = shown
            self._listeners.tell()
