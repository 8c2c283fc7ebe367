"""The guided calibration: what to do next, told aloud and on the phones, each step noticed from the weight itself."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from companion.drawer.scale_parts import Say, Scale
from companion.drawer.scale_steps import CalibrationSteps
from companion.drawer.scale_view import TalkState
from companion.drawer.scale_words import TALK, trouble_words

KEEP_ALL_S = 60.0  # nothing put in for so long, when some were to be laid aside: all are kept
NO_NOISE, MUCH_NOISE = 1.0, 300.0  # raw counts


class CalibrationTalk(CalibrationSteps):
    """One talk at a time: `begin`, then `see` ten times a second; `seen`, `enough`, `all_of_them`, `cancel` are taps.

    `done` hears of an accepted calibration and by whom it was begun; `changed` of every change. All weights are in raw
    counts. Safe from any thread.
    """

    def __init__(self, scale: Scale, say: Say, done: Callable[[Any, str], None], changed: Callable[[], None]) -> None:
        super().__init__(scale, say, done, changed)
        self._lock = threading.RLock()

    @property
    def state(self) -> TalkState:
        """How far it is."""
        with self._lock:
            return TalkState(
                step=self._step,
                words=self._asking.words,
                cubes=self._cubes,
                wanted=self._singles.wanted,
                singles=tuple(self._singles.weighed),
                can=self._can(),
                results=self._results,
                good=self._good,
            )

    @property
    def under_way(self) -> bool:
        return self._step != "idle"

    def _can(self) -> tuple[str, ...]:
        if self._step == "single":
            enough = ("enough",) if self._singles.may_stop else ()
            more = () if self._singles.wanted >= self._cubes else ("all",)
            return (*enough, *more, "cancel")
        keep = ("enough",) if self._sorted and not self._seen.whole else ()
        return ("seen", *keep, "cancel") if self.under_way else ()

    # --- taps ---------------------------------------------------------------------------------------------------------

    def begin(self, cubes: int, by: str) -> None:
        """Begin anew; `cubes` is the size of the whole set."""
        with self._lock:
            self._cubes, self._by = cubes, by
            self._start()
            self._tell(TALK["plate"], "plate")

    def seen(self) -> None:
        """Somebody says that the step is done, though nothing was noticed."""
        with self._lock:
            raw = self._stands.raw
            steps = {"plate": self._plate_is, "drawer": self._drawer_said, "known": self._set_said, "out": self._empty}
            if raw is None:
                self._tell(trouble_words("not_still"))
            elif self._step in steps:
                steps[self._step](raw)

    def enough(self) -> None:
        """No further cube singly; or none is to be laid aside."""
        with self._lock:
            if self._step == "single" and self._singles.may_stop:
                self._singles.stop()
                self._tell(TALK["out"], "out")
                self._stands.again()
            elif self._sorted and not self._seen.whole:
                self._finish()

    def all_of_them(self) -> None:
        """Weigh every cube of the set singly, to sort out the worst."""
        with self._lock:
            if self._step == "single":
                self._singles.all_of_them = True
                self._tell(TALK["next"])

    def cancel(self) -> None:
        """Leave off; the calibration before stays in use."""
        with self._lock:
            self._start()
        self._changed()

    # --- what the scale shows -----------------------------------------------------------------------------------------

    def see(self, time_s: float, health: Any) -> None:
        """The scale's health at this moment."""
        with self._lock:
            self._now, self._noise = time_s, health.noise
            if not self.under_way:
                return
            raw = health.raw if health.resting else None
            what = self._stands.see(time_s, raw)
            if what == "moves" and self._at_set:
                # The set's rest is over: what stands next may be the bare plate, and must not be taken for the set.
                self._at_set = False
                self._scale.empty()
            elif what == "drifts":
                self._fail("drifting")
            elif raw is not None:
                self._look(what, raw)
            self._asking.remind(time_s, TALK["no_rest"] if raw is None else None)

    def _look(self, what: str, raw: float) -> None:
        if what == "settled" and self._later is not None:
            self._tell(self._later)
        elif what != "stands":
            self._linger(raw)
        elif self._noise <= NO_NOISE:
            self._fail("no_noise")
        elif self._noise > MUCH_NOISE and not self._seen.cube:
            self._fail("too_noisy")
        elif self._step in ("plate", "drawer"):
            (self._at_plate if self._step == "plate" else self._at_drawer)(raw)
        elif self._seen.lighter_than_plate(raw, self._noise):
            self._fail("wrong_sign")
        elif not self._seen.out(raw):
            steps = {"known": self._at_known, "single": self._at_single, "out": self._at_out}
            steps[self._step](raw)

    def _linger(self, raw: float) -> None:
        """Nothing was done for a while, which says something too."""
        if self._lingers(raw):
            self._sort_out()
        elif self._sorted and not self._seen.whole and self._stands.lasted_s > KEEP_ALL_S:
            self._finish()
