"""The guided calibration: what to do next, told aloud and on the phones, each step noticed from the weight itself."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from companion.scale_asking import Asking
from companion.scale_bounds import Bounds
from companion.scale_calibrations import surely
from companion.scale_parts import Say, Scale
from companion.scale_singles import LEAST, Singles, is_one
from companion.scale_stands import Stands
from companion.scale_view import TalkState
from companion.scale_words import DONE, TALK, TOO_FEW, aside_words, odd_words, reach_words, trouble_words
from companion.text import T, Text

KEEP_ALL_S = 60.0  # nothing put in for so long, when some were to be laid aside: all are kept
LINGER_S = 12.0  # the drawer left empty for so long, once three cubes were weighed, means that that is enough
NO_NOISE, MUCH_NOISE = 1.0, 300.0  # raw counts
_log = logging.getLogger(__name__)


class CalibrationTalk:
    """One talk at a time: `begin`, then `see` ten times a second; `seen`, `enough`, `all_of_them`, `cancel` are taps.

    `done` hears of an accepted calibration and by whom it was begun; `changed` of every change. All weights are in raw
    counts. Safe from any thread.
    """

    def __init__(self, scale: Scale, say: Say, done: Callable[[Any, str], None], changed: Callable[[], None]) -> None:
        self._scale = scale
        self._say = say
        self._done = done
        self._changed = changed
        self._lock = threading.RLock()
        self._cubes, self._by, self._now, self._noise = 40, "", 0.0, 0.0
        self._start()

    def _start(self) -> None:
        self._step = "idle"
        self._asking = Asking(self._say)
        self._results: tuple[Text, ...] = ()
        self._good = True
        self._stands = Stands()
        self._singles = Singles(self._cubes)
        self._lying = self._cubes  # how many make up the set: fewer once some were laid aside
        self._seen = Bounds()
        self._at_set = self._sorted = False
        self._later: Text | None = None
        self._emptied_s: float | None = None

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

    # --- plate and drawer ---------------------------------------------------------------------------------------------

    def _at_plate(self, raw: float) -> None:
        moved = self._seen.first_moved(raw, self._noise)
        if moved == "out":
            self._plate_is(raw)
        elif moved == "in":
            self._drawer_is_in(raw)

    def _plate_is(self, raw: float) -> None:
        self._seen.plate = raw
        self._tell(TALK["drawer"], "drawer")

    def _at_drawer(self, raw: float, told: bool = False) -> None:
        came = self._seen.drawer_moved(raw, self._noise, told)
        if came == "in":
            self._drawer_is_in(raw)
        elif came:
            self._fail("not_responding" if came == "nothing" else came)

    def _drawer_said(self, raw: float) -> None:
        self._at_drawer(raw, told=True)

    def _drawer_is_in(self, raw: float) -> None:
        self._seen.tare = self._seen.base = raw
        self._scale.tare()
        self._tell(T("Now put all {n} cubes in.", n=self._lying), "known")

    # --- the whole set ------------------------------------------------------------------------------------------------

    def _at_known(self, raw: float) -> None:
        if self._seen.whole and self._seen.near_empty(raw):
            self._empty(raw)
            return
        shows = self._seen.set_shows(raw, self._noise)
        if shows == "wrong_sign":
            self._fail(shows)
        elif shows == "set":
            self._set_stands(raw)
        elif shows == "less":
            self._tell(TALK["still_in"])

    def _set_said(self, raw: float) -> None:
        if self._seen.out(raw) or self._seen.set_shows(raw, self._noise) != "set":
            self._tell(trouble_words("nothing_weighed"))
        else:
            self._set_stands(raw)

    def _set_stands(self, raw: float) -> None:
        """The weight after cubes came in. Whether all of them lie there shows when they are taken out again."""
        self._seen.set_is(raw, self._lying)
        self._at_set = True
        self._scale.known(self._lying)
        self._later = T("Noted. If all {n} lie in it, take them all out again; if not, put the rest in.", n=self._lying)

    def _empty(self, raw: float) -> None:
        if not self._seen.near_empty(raw):
            self._tell(TALK["still_in"])
            return
        self._scale.empty()
        self._seen.base = raw
        if self._step == "out":
            self._sort_out()
        elif self._sorted:
            self._finish()
        else:
            self._check_cell()

    def _check_cell(self) -> None:
        """Say at once, and not after ten single cubes, that the cell cannot count such cubes."""
        try:
            self._scale.calibration_so_far()
        except Exception as trouble:
            code = _code(trouble)
            if code != "not_still":  # the empty drawer has only just come to rest
                self._fail(code)
                return
        self._tell(TALK["single"], "single")

    def _at_out(self, raw: float) -> None:
        if self._seen.near_empty(raw):
            self._empty(raw)

    # --- single cubes -------------------------------------------------------------------------------------------------

    def _at_single(self, raw: float) -> None:
        rise = (raw - self._seen.base) / self._seen.cube
        self._seen.base = raw
        self._emptied_s = None
        if abs(raw - self._seen.tare) < 0.5 * self._seen.cube:
            self._scale.empty()
            self._emptied_s = self._now
        elif is_one(rise):
            self._single(rise)
        elif rise > 1.0:
            self._tell(TALK["several"])

    def _single(self, weight: float) -> None:
        self._scale.single()
        one = self._singles.add(weight)
        if one.odd:
            self._say(odd_words(len(self._singles.weighed), weight))
        self._later = TALK["or_stop"] if len(self._singles.weighed) == LEAST else TALK["next"]
        if self._singles.done:
            self._step, self._later = "out", TALK["out"]
        self._changed()

    def _lingers(self, raw: float) -> bool:
        if self._emptied_s is None or not self._singles.may_stop or self._singles.all_of_them:
            return False
        return self._step == "single" and self._now - self._emptied_s > LINGER_S and self._seen.near_empty(raw)

    # --- the end ------------------------------------------------------------------------------------------------------

    def _sort_out(self) -> None:
        """The singles are weighed. Where some are not like the others, the set is weighed once more without them."""
        try:
            aside = [int(one) + 1 for one in self._scale.calibration_so_far().set_aside()]
        except Exception as trouble:
            self._fail(_code(trouble))
            return
        if not aside or self._cubes - len(aside) < 2:
            self._finish()
            return
        self._sorted, self._seen.whole, self._lying = True, 0.0, self._cubes - len(aside)
        self._tell(aside_words(aside, self._lying), "known")

    def _finish(self) -> None:
        try:
            made = self._scale.finish_calibration()
        except Exception as trouble:
            self._fail(_code(trouble))
            return
        self._done(made, self._by)
        few = () if self._singles.may_stop else (TOO_FEW,)
        self._end((DONE, reach_words(surely(made), made.set_size), *few), good=True)

    def _fail(self, code: str) -> None:
        _log.info("the calibration was refused: %s", code)
        self._end((trouble_words(code),), good=False)

    def _end(self, results: tuple[Text, ...], good: bool) -> None:
        self._step, self._results, self._good = "idle", results, good
        self._asking.stop()
        for text in results:
            self._say(text)
        self._changed()

    def _tell(self, words: Text, step: str | None = None) -> None:
        self._step = step or self._step
        self._later = None
        self._asking.ask(words, self._now)
        self._changed()


def _code(trouble: Exception) -> str:
    """Why a scale refused; whatever else went wrong is raised again."""
    code = getattr(trouble, "code", None)
    if code is None:
        raise trouble
    return str(code)
