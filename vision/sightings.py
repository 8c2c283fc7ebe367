"""Frames to sightings: a card is reported once per showing, when several frames agree on it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

import cv2
import numpy as np

from vision.glyphs import Grey
from vision.reads import Frame, FrameReads, Read
from vision.scanner import Scanner

VOTES = 2  # frames that must agree before a sure reading is reported
ASKING_VOTES = 4  # frames before an unsure one is reported: the card may still be moving
_AWAY_S = 1.0  # not seen for so long: the card was taken away
_SAME_PLACE_S = 60.0  # back on the very same spot within this time: a hand was in the way, it is the same showing
_SAME_PLACE = 0.35  # of the code's height; nobody lays a card down twice so exactly

_Key: TypeAlias = tuple[str, str, bool]  # kind, text, sure


@dataclass
class _Showing:
    read: Read
    seen_at_s: float
    votes: int = 0
    reported: bool = False


class Sightings:
    """Votes over the readings of frames. A card lying there is not reported again; the same card shown again is, once
    it was away for a second or lies somewhere else."""

    def __init__(self) -> None:
        self._showings: dict[_Key, list[_Showing]] = {}

    def see(self, reads: FrameReads, at_s: float) -> list[Read]:
        """Take in the readings of a frame at a time in seconds; returns what is newly sighted, sure ones first.
        A reading with a `doubt` is one to ask about."""
        new = [
            read
            for read in (*reads.reads, *reads.unsure)
            if self._counts(read, at_s, contested=any(_contradicts(read, other) for other in reads.reads))
        ]
        self._forget(at_s)
        return new

    def forget(self) -> None:
        """Start afresh: whatever lies there now is sighted once more."""
        self._showings.clear()

    def _counts(self, read: Read, at_s: float, *, contested: bool) -> bool:
        showing = self._showing_of(read, at_s)
        showing.read, showing.seen_at_s = read, at_s
        showing.votes = 0 if contested else showing.votes + 1
        needed = ASKING_VOTES if read.doubt else VOTES
        if showing.reported or showing.votes < needed or (read.doubt and self._is_known(read)):
            return False
        showing.reported = True
        return True

    def _showing_of(self, read: Read, at_s: float) -> _Showing:
        showings = self._showings.setdefault((read.kind, read.text, not read.doubt), [])
        for showing in showings:
            if at_s - showing.seen_at_s <= _AWAY_S or _lies_still(showing.read, read):
                return showing
        showings.append(_Showing(read, at_s))
        return showings[-1]

    def _is_known(self, read: Read) -> bool:
        """Whether the same code was just reported as sure: then there is nothing to ask."""
        return any(showing.reported for showing in self._showings.get((read.kind, read.text, True), ()))

    def _forget(self, at_s: float) -> None:
        for key, showings in list(self._showings.items()):
            self._showings[key] = [each for each in showings if at_s - each.seen_at_s <= _kept_s(each)]
            if not self._showings[key]:
                del self._showings[key]


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


@dataclass
class Stillness:
    """Notices that nothing changed since a frame, at a fraction of the cost of reading it."""

    _reference: Grey | None = field(default=None, repr=False)

    def changed(self, frame: Frame) -> bool:
        """Whether a frame differs from the one last kept."""
        if self._reference is None:
            return True
        difference = cv2.absdiff(_thumbnail(frame), self._reference)
        return int(np.count_nonzero(difference > 10)) > 4

    def keep(self, frame: Frame) -> None:
        """Compare the next frames with this one."""
        self._reference = _thumbnail(frame)


class CardWatcher:
    """Frames in, sightings out: `on_sighting` hears of each card once per showing.

    A still picture is read a few times and then left alone until it changes. Not for use by several threads at once.
    """

    _LOOKS = 5  # readings of a still picture; enough for an unsure one to be asked about
    _AGAIN_S = 5.0  # a still picture is looked at again so often, in case the change was too small to notice

    def __init__(
        self,
        on_sighting: Callable[[Read], None],
        scanner: Scanner | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._on_sighting = on_sighting
        self._scanner = scanner or Scanner()
        self._clock = clock
        self._sightings = Sightings()
        self._stillness = Stillness()
        self._looks = 0
        self._looked_at_s = -math.inf
        self._last = FrameReads()

    def on_frame(self, frame: Frame) -> FrameReads:
        """Take in the camera's next frame; returns what is read in it now."""
        at_s = self._clock()
        if self._stillness.changed(frame):
            self._looks = 0
            self._stillness.keep(frame)
        if self._looks < self._LOOKS or at_s - self._looked_at_s > self._AGAIN_S:
            self._last = self._scanner.read(frame)
            self._looks += 1
            self._looked_at_s = at_s
        for read in self._sightings.see(self._last, at_s):
            self._on_sighting(read)
        return self._last

    def forget(self) -> None:
        """Read whatever lies there now as if it had just been shown: the Scan button."""
        self._sightings.forget()
        self._looks = 0


def _thumbnail(frame: Frame) -> Grey:
    small = cv2.resize(frame, (160, 90), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
