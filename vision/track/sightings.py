"""Frames to sightings: a card is reported once per showing, when several frames agree on it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

import numpy as np

from vision.find.picture import Region
from vision.reads import FrameReads, Read

VOTES = 2  # frames that must agree before a sure reading is reported
ASKING_VOTES = 4  # frames before an unsure one is reported,
_ASKING_S = 0.5  # and how long it must have been so: the card may still be moving
_AWAY_S = 1.0  # not seen for so long: the card was taken away
# Back on the very same spot within this time, and the table was not bare meanwhile: a hand was in the way, it is the
# same showing. Where a corner guides the cards, each lies where the one before it lay.
_SAME_PLACE_S = 60.0
_SAME_PLACE = 0.35  # of the code's height

_Key: TypeAlias = tuple[str, str, bool]  # kind, text, sure


@dataclass
class _Showing:
    read: Read
    seen_at_s: float
    since_s: float
    votes: int = 0
    reported: bool = False
    taken_away: bool = False  # the table was seen bare where it had lain


class Sightings:
    """Votes over the readings of frames. A card lying there is not reported again; the same card shown again is, once
    it was away for a second, and the table was seen bare where it had lain or it lies somewhere else."""

    def __init__(self) -> None:
        self._showings: dict[_Key, list[_Showing]] = {}

    def see(self, reads: FrameReads, at_s: float) -> list[Read]:
        """Take in the readings of a frame at a time in seconds; returns what is newly sighted, sure ones first.
        A reading with an `uncertainty_reason` is one to ask about."""
        new = [
            read
            for read in (*reads.reads, *reads.unsure)
            if self._counts(read, at_s, contested=any(_contradicts(read, other) for other in reads.reads))
        ]
        self._forget(at_s)
        return new

    def see_bare(self, region: Region) -> None:
        """Take in that a part of the frame shows the bare table: what was seen in there has been taken away."""
        for showing in chain.from_iterable(self._showings.values()):
            if showing.read.quad is not None and region.holds(*np.mean(showing.read.quad, axis=0)):
                showing.taken_away = True

    @property
    def may_lie_there(self) -> bool:
        """Whether anything that was reported may still lie there, though it is not read: under a hand, say."""
        return any(one.reported and not one.taken_away for one in chain.from_iterable(self._showings.values()))

    def forget(self) -> None:
        """Start afresh: whatever lies there now is sighted once more."""
        self._showings.clear()

    def _counts(self, read: Read, at_s: float, *, contested: bool) -> bool:
        showing = self._showing_of(read, at_s)
        showing.read, showing.seen_at_s, showing.taken_away = read, at_s, False
        showing.votes = 0 if contested else showing.votes + 1
        if showing.reported or not _enough(showing, at_s) or (read.uncertainty_reason and self._is_known(read)):
            return False
        showing.reported = True
        return True

    def _showing_of(self, read: Read, at_s: float) -> _Showing:
        showings = self._showings.setdefault((read.kind, read.text, not read.uncertainty_reason), [])
        for showing in showings:
            if at_s - showing.seen_at_s <= _AWAY_S or (not showing.taken_away and _lies_still(showing.read, read)):
                return showing
        showings.append(_Showing(read, at_s, at_s))
        return showings[-1]

    def _is_known(self, read: Read) -> bool:
        """Whether the same code was just reported as sure: then there is nothing to ask."""
        return any(showing.reported for showing in self._showings.get((read.kind, read.text, True), ()))

    def _forget(self, at_s: float) -> None:
        for key, showings in list(self._showings.items()):
            self._showings[key] = [each for each in showings if at_s - each.seen_at_s <= _kept_s(each)]
            if not self._showings[key]:
                del self._showings[key]


def _enough(showing: _Showing, at_s: float) -> bool:
    if showing.read.uncertainty_reason:
        return showing.votes >= ASKING_VOTES and at_s - showing.since_s >= _ASKING_S
    return showing.votes >= VOTES


def _kept_s(showing: _Showing) -> float:
    return _SAME_PLACE_S if showing.reported else _AWAY_S


def _lies_still(one: Read, other: Read) -> bool:
    if one.quad is None or other.quad is None:
        return False
    height = math.dist(one.quad[0], one.quad[3])
    return all(math.dist(a, b) < _SAME_PLACE * height for a, b in zip(one.quad, other.quad, strict=True))


def _contradicts(read: Read, other: Read) -> bool:
    """Whether two readings of one frame give the same place different texts."""
    if read.text == other.text or read.quad is None or other.quad is None:
        return False
    middle = np.mean(read.quad, axis=0), np.mean(other.quad, axis=0)
    return math.dist(*middle) < math.dist(read.quad[0], read.quad[3])
