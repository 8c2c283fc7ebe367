"""The guided calibration: what to do next, said aloud and on the phones, each step noticed from the weight itself."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from companion.api.text import T, Text
from companion.drawer.ports import Say, Scale, ScaleHealth
from companion.drawer.views import WizardState
from companion.drawer.weights import BEST, ENOUGH, LEAST, LIGHT_FROM, DrawerWeights, RestDetector, SingleWeights, is_one
from companion.drawer.words import (
    DONE,
    MORE_SINGLES,
    TOO_FEW,
    WIZARD,
    aside_words,
    light_words,
    miscounted_words,
    odd_words,
    reach_words,
    several_words,
    share_words,
    trouble_words,
    unlike_words,
)

AGAIN_S, TIMES_SAID = 30.0, 3  # what is asked for is said again when nothing happens, but not for ever
LINGER_S = 12.0  # the drawer left empty for so long, once three cubes were weighed, means that that is enough
KEEP_ALL_S = 60.0  # nothing put in for so long, when some were to be laid aside: all are kept
NO_NOISE, MUCH_NOISE = 1.0, 300.0  # raw counts
SELDOM = 0.01  # of all drops
_log = logging.getLogger(__name__)


class CalibrationRefused(Exception):
    """The scale refuses what was weighed; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class CalibrationWizard:
    """One calibration at a time: `begin`, then `see` ten times a second; `seen`, `enough`, `all_of_them`, `cancel` are
    taps.

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
        self._readings = False
        self._start()

    def _start(self) -> None:
        self._step = "idle"
        self._asking = _Asking(self._say)
        self._results: tuple[Text, ...] = ()
        self._good = True
        self._rest = RestDetector()
        self._singles = SingleWeights(self._cubes)
        self._lying = self._cubes  # how many make up the set: fewer once some were laid aside
        self._weights = DrawerWeights()
        self._at_set = self._sorted = self._plate_said = False
        self._later: Text | None = None
        self._emptied_s: float | None = None

    @property
    def state(self) -> WizardState:
        """How far it is."""
        with self._lock:
            return WizardState(
                step=self._step,
                words=WIZARD["no_readings"] if self.under_way and not self._readings else self._asking.words,
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
        if self.under_way and not self._readings:
            return ("cancel",)
        if self._step == "single":
            enough = ("enough",) if self._singles.may_stop else ()
            more = () if self._singles.wanted >= self._cubes else ("all",)
            return (*enough, *more, "cancel")
        keep = ("enough",) if self._sorted and not self._weights.whole else ()
        return ("seen", *keep, "cancel") if self.under_way else ()

    # --- taps ---------------------------------------------------------------------------------------------------------

    def begin(self, cubes: int, by: str) -> None:
        """Begin anew; `cubes` is the size of the whole set."""
        with self._lock:
            self._cubes, self._by = cubes, by
            self._start()
            self._scale.bare_plate()
            self._ask(WIZARD["plate"], "plate")
            if not self._readings:
                self._say(WIZARD["no_readings"])

    def seen(self) -> None:
        """Somebody says that the step is done, though nothing was noticed."""
        with self._lock:
            raw = self._rest.raw
            steps = {
                "plate": self._plate_is_said,
                "drawer": self._drawer_said,
                "known": self._set_said,
                "out": self._empty,
            }
            if not self._readings:
                self._say(WIZARD["no_readings"])
            elif raw is None:
                self._ask(trouble_words("not_still"))
            elif self._step in steps:
                steps[self._step](raw)

    def enough(self) -> None:
        """No further cube singly; or none is to be laid aside."""
        with self._lock:
            if self._step == "single" and self._singles.may_stop:
                self._singles.stop()
                self._ask(WIZARD["out"], "out")
                self._rest.again()
            elif self._sorted and not self._weights.whole:
                self._finish()

    def all_of_them(self) -> None:
        """Weigh every cube of the set singly, to sort out the worst."""
        with self._lock:
            if self._step == "single":
                self._singles.all_of_them = True
                self._ask(WIZARD["next"])

    def cancel(self) -> None:
        """Leave off; the calibration before stays in use."""
        with self._lock:
            self._start()
        self._changed()

    # --- what the scale shows -----------------------------------------------------------------------------------------

    def see(self, time_s: float, health: ScaleHealth) -> None:
        """The scale's health at this moment."""
        with self._lock:
            self._now, self._noise = time_s, health.noise
            back, self._readings = not self._readings, True
            if not self.under_way:
                return
            if back:
                self._asking.again(time_s)
                self._changed()
            raw = health.raw if health.resting else None
            what = self._rest.see(time_s, raw)
            if what == "moves":
                self._rest_is_over()
            elif what == "drifts":
                self._fail("drifting")
            elif raw is not None:
                self._look(what, raw)
            self._asking.remind(time_s, WIZARD["no_rest"] if raw is None else None)

    def no_readings(self) -> None:
        """None come from the cell at present: what was seen last tells nothing of what lies there now."""
        with self._lock:
            gone, self._readings = self._readings, False
            if gone and self.under_way:
                self._rest.see(self._now, None)
                self._rest_is_over()
                self._say(WIZARD["no_readings"])
                self._changed()

    def _rest_is_over(self) -> None:
        """What stands next may be the bare plate, and must not be taken for the set."""
        if self._at_set:
            self._at_set = False
            self._scale.empty()

    def _look(self, what: str, raw: float) -> None:
        if what == "settled" and self._later is not None:
            self._ask(self._later)
        elif what != "stands":
            self._linger(raw)
        elif self._noise <= NO_NOISE:
            self._fail("no_noise")
        elif self._noise > MUCH_NOISE and not self._weights.cube:
            self._fail("too_noisy")
        elif self._step in ("plate", "drawer"):
            (self._at_plate if self._step == "plate" else self._at_drawer)(raw)
        elif self._weights.lighter_than_plate(raw, self._noise):
            self._fail("wrong_sign")
        elif not self._weights.out(raw):
            steps = {"known": self._at_known, "single": self._at_single, "out": self._at_out}
            steps[self._step](raw)

    def _linger(self, raw: float) -> None:
        """Nothing was done for a while, which says something too."""
        if self._lingers(raw):
            self._sort_out()
        elif self._sorted and not self._weights.whole and self._rest.lasted_s > KEEP_ALL_S:
            self._finish()

    # --- plate and drawer ---------------------------------------------------------------------------------------------

    def _at_plate(self, raw: float) -> None:
        moved = self._weights.first_moved(raw, self._noise)
        if moved == "out":
            self._plate_is(raw)
        elif moved == "in":
            self._drawer_is_in(raw)

    def _plate_is_said(self, raw: float) -> None:
        self._plate_said = True
        self._plate_is(raw)

    def _plate_is(self, raw: float) -> None:
        self._weights.plate = raw
        self._ask(WIZARD["drawer"], "drawer")

    def _at_drawer(self, raw: float, confirmed: bool = False) -> None:
        came = self._weights.drawer_moved(raw, self._noise, confirmed)
        if came == "in":
            self._drawer_is_in(raw)
        elif came == "wrong_sign" and self._plate_said:
            self._plate_said = False  # the tap came before the drawer was out
            self._plate_is(raw)
        elif came:
            self._fail("not_responding" if came == "nothing" else came)

    def _drawer_said(self, raw: float) -> None:
        self._at_drawer(raw, confirmed=True)

    def _drawer_is_in(self, raw: float) -> None:
        self._weights.tare = self._weights.base = raw
        self._scale.tare(self._weights.plate)
        self._ask(T("Now put all {n} cubes in.", n=self._lying), "known")

    # --- the whole set ------------------------------------------------------------------------------------------------

    def _at_known(self, raw: float) -> None:
        if self._weights.whole and self._weights.near_empty(raw):
            self._empty(raw)
            return
        shows = self._weights.set_shows(raw, self._noise)
        if shows == "wrong_sign":
            self._fail(shows)
        elif shows == "set":
            self._set_stands(raw)
        elif shows == "less":
            self._ask(WIZARD["still_in"])

    def _set_said(self, raw: float) -> None:
        if self._weights.out(raw) or self._weights.set_shows(raw, self._noise) != "set":
            self._ask(trouble_words("nothing_weighed"))
        else:
            self._set_stands(raw)

    def _set_stands(self, raw: float) -> None:
        """The weight after cubes came in. Whether all of them lie there shows when they are taken out again."""
        self._weights.set_is(raw, self._lying)
        self._at_set = True
        self._scale.known(self._lying)
        self._later = T("Noted. If all {n} lie in it, take them all out again; if not, put the rest in.", n=self._lying)

    def _empty(self, raw: float) -> None:
        if not self._weights.near_empty(raw):
            self._ask(WIZARD["still_in"])
            return
        self._scale.empty()
        self._weights.base = raw
        if self._step == "out":
            self._sort_out()
        elif self._sorted:
            self._finish()
        else:
            self._check_cell()

    def _check_cell(self) -> None:
        """Say at once, and not after ten single cubes, that the cell cannot count such cubes."""
        try:
            so_far(self._scale)
        except CalibrationRefused as refused:
            if refused.code != "not_still":  # the empty drawer has only just come to rest
                self._fail(refused.code)
                return
        self._ask(WIZARD["single"], "single")

    def _at_out(self, raw: float) -> None:
        if self._weights.near_empty(raw):
            self._empty(raw)

    # --- single cubes -------------------------------------------------------------------------------------------------

    def _at_single(self, raw: float) -> None:
        rise = (raw - self._weights.base) / self._weights.cube
        self._weights.base = raw
        self._emptied_s = None
        if abs(raw - self._weights.tare) < 0.5 * self._weights.cube:
            self._scale.empty()
            self._emptied_s = self._now
            if rise > LIGHT_FROM:
                self._ask(light_words(self._lying))
        elif is_one(rise):
            self._single(rise)
        elif rise > 1.0:
            self._ask(several_words(self._lying))

    def _single(self, weight: float) -> None:
        self._scale.single()
        one = self._singles.add(weight)
        weighed = len(self._singles.weighed)
        if self._singles.miscounted:
            self._end((miscounted_words(self._cubes, self._singles.set_by_weight),), good=False)
            return
        if one.odd:
            self._say(odd_words(weighed, weight))
        self._singles.more_help = ENOUGH <= weighed < BEST and asks_often(self._scale)
        self._later = WIZARD[{LEAST: "or_stop", ENOUGH: "more"}.get(weighed, "next")]
        if self._singles.done:
            self._step, self._later = "out", WIZARD["out"]
        self._changed()

    def _lingers(self, raw: float) -> bool:
        if self._emptied_s is None or not self._singles.may_stop or self._singles.all_of_them:
            return False
        return self._step == "single" and self._now - self._emptied_s > LINGER_S and self._weights.near_empty(raw)

    # --- the end ------------------------------------------------------------------------------------------------------

    def _sort_out(self) -> None:
        """The singles are weighed. Where some are not like the others, the set is weighed once more without them."""
        try:
            aside = to_set_aside(self._scale, self._cubes)
        except CalibrationRefused as refused:
            self._fail(refused.code)
            return
        if not aside:
            self._finish()
            return
        self._sorted, self._weights.whole, self._lying = True, 0.0, self._cubes - len(aside)
        self._ask(aside_words(aside, self._lying), "known")

    def _finish(self) -> None:
        try:
            made = finished(self._scale)
        except CalibrationRefused as refused:
            self._fail(refused.code)
            return
        self._done(made, self._by)
        self._end(result_words(made, self._singles), good=True)

    def _fail(self, code: str) -> None:
        _log.info("the calibration was refused: %s", code)
        self._end((trouble_words(code),), good=False)

    def _end(self, results: tuple[Text, ...], good: bool) -> None:
        self._step, self._results, self._good = "idle", results, good
        self._asking.stop()
        for text in results:
            self._say(text)
        self._changed()

    def _ask(self, words: Text, step: str | None = None) -> None:
        self._step = step or self._step
        self._later = None
        self._asking.ask(words, self._now)
        self._changed()


class _Asking:
    """What is asked for now: `words` are said once, and again when nothing happens. All times are the samples'."""

    def __init__(self, say: Say) -> None:
        self.words: Text | None = None
        self._say = say
        self._said_s = 0.0
        self._said = 0

    def ask(self, words: Text, now_s: float) -> None:
        """Ask for something new."""
        self.words, self._said_s, self._said = words, now_s, 0
        self._say(words)

    def again(self, now_s: float) -> None:
        """Ask for the same once more."""
        if self.words is not None:
            self.ask(self.words, now_s)

    def remind(self, now_s: float, instead: Text | None = None) -> None:
        """Say it again after a while, or `instead` where that is what hinders; not for ever."""
        if self.words is None or now_s - self._said_s < AGAIN_S or self._said >= TIMES_SAID:
            return
        self._said += 1
        self._said_s = now_s
        self._say(instead or self.words)

    def stop(self) -> None:
        """Nothing is asked for any more."""
        self.words = None


# --- what came of it: what the set can do, which cubes to set aside, why it was refused -------------------------------


def so_far(scale: Scale) -> Any:
    """What the steps so far would make; `CalibrationRefused` where that cannot count."""
    with _refusals():
        return scale.calibration_so_far()


def finished(scale: Scale) -> Any:
    """The calibration, in use from now on; `CalibrationRefused` where the one before stays in use."""
    with _refusals():
        return scale.finish_calibration()


@contextmanager
def _refusals() -> Iterator[None]:
    """A scale's own refusal carries a `code`; anything else is a mistake, and goes through."""
    try:
        yield
    except Exception as trouble:
        code = getattr(trouble, "code", None)
        if code is None:
            raise
        raise CalibrationRefused(str(code)) from trouble


def asks_often(scale: Scale) -> bool:
    """Whether what was weighed so far would make the scale ask often."""
    try:
        return bool(so_far(scale).reach().asked > SELDOM)
    except CalibrationRefused:
        return False


def to_set_aside(scale: Scale, cubes: int) -> tuple[int, ...]:
    """Which of the single cubes are better set aside, by their numbers in the order of weighing; none where too few
    would be left."""
    numbers = tuple(int(one) + 1 for one in so_far(scale).set_aside())
    return numbers if cubes - len(numbers) >= 2 else ()


def result_words(made: Any, singles: SingleWeights) -> tuple[Text, ...]:
    """What this set on this cell can do, and what would help."""
    reach, weighed = made.reach(), len(singles.weighed)
    words = [DONE, reach_words(reach.surely, made.set_size)]
    if unlike := made.unlike():
        words.append(unlike_words(unlike, made.set_size))
    if reach.surely < made.set_size:
        words.append(share_words(reach.asked))
    if not singles.may_stop:
        words.append(TOO_FEW)
    elif reach.asked > SELDOM and weighed < min(BEST, made.set_size):
        words.append(MORE_SINGLES)
    return tuple(words)
