"""The steps of the guided calibration: what each of them makes of a weight that stands, and what it leads to."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from companion.api.text import T, Text
from companion.drawer.scale_asking import Asking
from companion.drawer.scale_bounds import Bounds
from companion.drawer.scale_parts import Say, Scale
from companion.drawer.scale_results import Refused, asks_often, finished, result_words, so_far, to_set_aside
from companion.drawer.scale_singles import BEST, ENOUGH, LEAST, Singles, is_one
from companion.drawer.scale_stands import Stands
from companion.drawer.scale_words import TALK, aside_words, odd_words, trouble_words

LINGER_S = 12.0  # the drawer left empty for so long, once three cubes were weighed, means that that is enough
_log = logging.getLogger(__name__)


class CalibrationSteps:
    """Where the talk is, and what was seen so far. `done` hears of an accepted calibration and by whom it was begun;
    `changed` of every change. All weights are in raw counts."""

    def __init__(self, scale: Scale, say: Say, done: Callable[[Any, str], None], changed: Callable[[], None]) -> None:
        self._scale = scale
        self._say = say
        self._done = done
        self._changed = changed
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
            so_far(self._scale)
        except Refused as refused:
            if refused.code != "not_still":  # the empty drawer has only just come to rest
                self._fail(refused.code)
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
        weighed = len(self._singles.weighed)
        self._singles.more_help = ENOUGH <= weighed < BEST and asks_often(self._scale)
        self._later = TALK[{LEAST: "or_stop", ENOUGH: "more"}.get(weighed, "next")]
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
            aside = to_set_aside(self._scale, self._cubes)
        except Refused as refused:
            self._fail(refused.code)
            return
        if not aside:
            self._finish()
            return
        self._sorted, self._seen.whole, self._lying = True, 0.0, self._cubes - len(aside)
        self._tell(aside_words(aside, self._lying), "known")

    def _finish(self) -> None:
        try:
            made = finished(self._scale)
        except Refused as refused:
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

    def _tell(self, words: Text, step: str | None = None) -> None:
        self._step = step or self._step
        self._later = None
        self._asking.ask(words, self._now)
        self._changed()
