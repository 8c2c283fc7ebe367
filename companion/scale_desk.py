"""Between the drawer's scale and the evening: tells the scale what the game expects, the session what was counted, and
leads the owner through calibration. Knows the scale only by what it needs of it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from companion.evening import Screen, Update
from companion.game import CubesExpected
from companion.listeners import Listeners
from companion.readings import Cubes, Reading
from companion.text import T, Text

PLACE = "drawer"
# A count that stood before a question was asked may miss a cube that is just landing: look once more after so long.
SECOND_LOOK_S = 0.8
_log = logging.getLogger(__name__)


class Count(Protocol):
    """A scale's answer; see `hardware/cube_scale.py`."""

    @property
    def count(self) -> int | None: ...
    @property
    def status(self) -> str: ...
    @property
    def confidence(self) -> float: ...


class ScaleHealth(Protocol):
    """What a scale says of itself."""

    @property
    def resting(self) -> bool: ...
    @property
    def grams(self) -> float | None: ...
    @property
    def last(self) -> Any: ...
    @property
    def step(self) -> str: ...
    @property
    def step_seen(self) -> bool: ...


class Scale(Protocol):
    """The part of a cube scale that is used here."""

    def feed(self, time_s: float, raw: int, good: bool = True) -> None: ...
    def expect(self, drop: str, at_most: int) -> None: ...
    def stop_expecting(self) -> None: ...
    def tare(self) -> None: ...
    def known(self, cubes: int) -> None: ...
    def finish_calibration(self) -> Any: ...
    @property
    def calibration(self) -> Any: ...
    @property
    def health(self) -> Any: ...


class Store(Protocol):
    """Where calibrations are kept."""

    def get(self, kind: str, key: str) -> Any: ...
    def put(self, kind: str, key: str, value: Any) -> None: ...


@dataclass(frozen=True)
class ScaleState:
    """The scale's live reading and how far its calibration is.

    `step` is `idle`, `tare`, `known` or `done`; `resting` says that the cell weighs and lies still; `grams` and `count`
    are None when there is no reading; `words` is one sentence on what to do next, or on what went wrong;
    `calibrated_at` is in seconds since 1970.
    """

    step: str = "idle"
    resting: bool = False
    grams: float | None = None
    count: int | None = None
    sure: bool = False
    words: Text | None = None
    calibrated_at: float | None = None


TROUBLES: Mapping[str, Text] = {
    "not_still": T("The drawer did not come to rest. Leave it alone for two seconds and do this step again."),
    "nothing_weighed": T("The weight did not change. Put the whole set of cubes into the drawer and try again."),
    "wrong_sign": T("More weight reads as less: swap the two signal wires of the load cell, or turn the cell over."),
    "cell_too_coarse": T("This load cell is too coarse for them. A 500 g cell can count cubes, a 5 kg one cannot."),
    "zero_moved": T("The empty drawer weighed differently afterwards. Seat it firmly and calibrate again."),
    "no_noise": T("The reading never changes at all: a wire of the load cell is loose."),
    "set_too_small": T("Two cubes at least are needed, and the whole set is best."),
}
AGAIN = T("That calibration cannot be used. Begin again with the empty drawer.")


class ScaleDesk:
    """Connects one scale to one session. All methods are safe from any thread."""

    def __init__(
        self,
        scale: Scale,
        report: Callable[[Reading], object],
        store: Store,
        key: Callable[[], str],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._scale = scale
        self._report = report
        self._store = store
        self._key = key
        self._clock = clock
        self._lock = threading.Lock()
        self._expected: CubesExpected | None = None
        self._look_at: float | None = None
        self._asked: tuple[str, str] | None = None
        self._state = ScaleState(calibrated_at=self._kept_at())
        self._listeners = Listeners("the scale")
        self._told: tuple[object, ...] = ()

    # --- the evening --------------------------------------------------------------------------------------------------

    def hear(self, update: Update) -> None:
        """The session's news: is a count expected now, and for which drop?"""
        expected = next(
            (one for prompt in update.screen.prompts for one in prompt.expects
             if isinstance(one, CubesExpected) and one.place == PLACE),
            None,
        )  # fmt: skip
        asked = (update.screen.prompts[0].name, expected.drop) if expected else None
        with self._lock:
            self._expected = expected
            if asked != self._asked:
                self._asked, self._look_at = asked, None
        if expected is None:
            self._scale.stop_expecting()
        else:
            self._scale.expect(expected.drop, expected.at_most)

    def begin(self, screen: Screen) -> None:
        """An evening that was open already when the companion started."""
        self.hear(Update(screen=screen, cause="open"))

    def feed(self, time_s: float, raw: int, good: bool) -> None:
        """One sample from the drawer's chip."""
        self._scale.feed(time_s, raw, good)
        self._second_look(time_s)
        self._tell_if_changed()

    def counted(self, count: Count) -> None:
        """The scale's own answer, as it comes."""
        self._report(Cubes(PLACE, count.count, count.status == "sure", count.confidence))

    def _second_look(self, time_s: float) -> None:
        """A prompt that opened after the cubes came to rest hears of them too, since the scale says nothing twice."""
        with self._lock:
            if self._asked is None:
                return
            if self._look_at is None:
                self._look_at = time_s + SECOND_LOOK_S
            due = time_s >= self._look_at
            if due:
                self._look_at = float("inf")
        health = self._scale.health if due else None
        if health is not None and health.last is not None:
            if health.resting or health.last.status != "sure":
                self.counted(health.last)
            else:
                with self._lock:
                    self._look_at = None

    # --- calibration --------------------------------------------------------------------------------------------------

    def state(self) -> ScaleState:
        """The live reading and the step of the calibration."""
        health = self._scale.health
        last = health.last
        return replace(
            self._state,
            resting=health.resting,
            grams=None if health.grams is None else round(health.grams, 1),
            count=None if last is None else last.count,
            sure=last is not None and last.status == "sure",
        )

    def tare(self) -> None:
        """Step one: the empty drawer is in."""
        self._scale.tare()
        self._set("known", T("Now put the whole set of cubes into the drawer, and say how many there are."))

    def known(self, count: int) -> None:
        """Step two: `count` cubes, the whole set, lie in the drawer."""
        self._scale.known(count)
        self._set("done", T("Wait two seconds without touching the table, then finish."))

    def done(self) -> None:
        """Step three: use it and keep it for this drawer."""
        try:
            made = self._scale.finish_calibration()
        except Exception as trouble:
            code = getattr(trouble, "code", None)
            if code is None:
                raise
            _log.info("the calibration was refused: %s", code)
            self._set("idle", TROUBLES.get(code, AGAIN))
            return
        now = self._clock()
        self._store.put("calibration", self._key(), {"at": now, "values": made.to_plain()})
        with self._lock:
            self._state = replace(self._state, calibrated_at=now)
        self._set("idle", T("Done. The scale knows your cubes now."))

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told when the state changed; the answer unsubscribes."""
        return self._listeners.add(listener)

    def _set(self, step: str, words: Text) -> None:
        with self._lock:
            self._state = replace(self._state, step=step, words=words)
        self._listeners.tell()

    def _tell_if_changed(self) -> None:
        now = self.state()
        shown = (now.grams, now.count, now.sure)
        if shown != self._told:
            self._told = shown
            self._listeners.tell()

    def _kept_at(self) -> float | None:
        kept = self._store.get("calibration", self._key())
        return kept.get("at") if isinstance(kept, dict) else None
