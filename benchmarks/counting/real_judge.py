"""What the scale said in a round at a real drawer, held against what was true."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations
from operator import itemgetter

from benchmarks.counting.plan import RealRound
from benchmarks.counting.tellable import BORDER, EITHER_S, RESTS_S, IdealObserver
from hardware.cube_scale import SURE, UNSURE, Count

SEEN_S = 0.2  # what is said was weighed at least so long before
ANSWERS_S = 0.7  # after the last landing, 19 of 20 times, where nothing happens


@dataclass(frozen=True)
class Judged:
    """What came of a round: the first false sure count, else why it was asked ("" where it was counted), and when: from
    the last landing on, and from when the cell could first be weighed. Where it was silent, `stands` is the sure count
    that was true when it was said, and is not at the end."""

    wrong: Count | None
    asked: str
    time_s: float | None
    offered: bool = False
    calm_s: float | None = None
    stands: Count | None = None


def judge(one: RealRound, heard: list[Count]) -> Judged:
    """What the scale said to a round, held against what was true."""
    wrong = next((word for word in heard if word.status == SURE and word.count not in one.allowed(word.time_s)), None)
    words = [word for word in heard if word.status in (SURE, UNSURE)]
    end_s = float(one.times[-1])
    if not words:
        return Judged(wrong, f"silent: {heard[-1].status}" if heard else "silent", None)
    last, at_end = words[-1], one.allowed(end_s)
    if last.status == UNSURE:
        return Judged(wrong, last.reason or "unsure", None, bool({last.count, last.other} & at_end))
    if last.count == 0 and one.many:
        if 0 in at_end:
            return Judged(wrong, "taken out uncounted", None)
        silent = "" if wrong is not None else f"silent: {heard[-1].status}"  # what was said wrongly was said
        return Judged(wrong, silent, None, stands=replace(last, time_s=end_s))
    if last.count not in at_end and not one.pulled and wrong is None:
        return Judged(None, "silent: an earlier count stands", None, stands=replace(last, time_s=end_s))
    if not one.falls:
        return Judged(wrong, "", None)
    return Judged(wrong, "", last.time_s - one.last_s, calm_s=last.time_s - calm_from(one, words))


def judge_by_weight(one: RealRound, heard: list[Count], observer: IdealObserver) -> Judged:
    """The same, but what stands at the end and weighs as so many cubes may weigh is no silence: by weight nothing more
    can be said, and it is wrong, and alike or at the border."""
    found = judge(one, heard)
    if found.wrong is not None or found.stands is None or not alike(one, found.stands, observer, BORDER):
        return found
    return Judged(found.stands, "", None)


def calm_from(one: RealRound, words: list[Count]) -> float:
    """From when on the last of these words could be said: the last landing, or the end of what shook or held the cell
    where that had begun before an answer could have come, or after one had come."""
    last, from_s = words[-1], one.last_s
    for began_s, ended_s in sorted(one.busy):
        if not from_s < ended_s <= last.time_s:
            continue
        told = any(word.status == SURE and from_s <= word.time_s < began_s for word in words)
        if began_s > from_s + ANSWERS_S and not told:
            break
        from_s = ended_s
    return from_s


def alike(one: RealRound, wrong: Count, observer: IdealObserver, seems: float = 1.0) -> bool:
    """Whether what lay there and was no cube, or some of it that came by itself, made it weigh what so many cubes may
    weigh that were so much more unequal than they are: on this cell, or to one who knows how its gain has drifted. So
    do cubes that came as others were taken out."""
    at_s = wrong.time_s - SEEN_S
    count = -1 if wrong.count is None else wrong.count
    error = observer.error(one, one.pulled)
    weights_g = {
        one.lying_g(at_s) - gone_g + sum(some)
        for gone_g in (0.0, one.gone_g(at_s))
        for from_s in (one.expect_s, one.expect_s - EITHER_S, rested_before(one))
        for some in _some_of(one.things_g(at_s, from_s))
    }
    return any(observer.may_be(count, seen, error, seems) for grams in weights_g for seen in (grams, one.shows(grams)))


def _some_of(things_g: list[float]) -> Iterator[tuple[float, ...]]:
    """Each choice of them, also of none: a cell whose gain has drifted shows cubes alone as another number."""
    return chain.from_iterable(combinations(things_g, n) for n in range(len(things_g) + 1))


def rested_before(one: RealRound) -> float:
    """When the cell could rest at last before cubes began to be expected: not while something shook or held it, nor
    between things that came too soon after each other for that."""
    since_s = one.expect_s
    for from_s, to_s in sorted(one.busy, key=itemgetter(1), reverse=True):
        if from_s < since_s < to_s + RESTS_S:
            since_s = from_s
    return math.nextafter(since_s, -math.inf)
