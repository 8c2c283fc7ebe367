"""Rows of glyphs that are followed from frame to frame, each with how it looks and what was read in it so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.find.boxes import holds
from vision.find.picture import Candidate, Floats, Grey, Pyramid, region_of, widened
from vision.grammar import Grammar
from vision.read.fusion import Ends, ReadFusion, in_doubt
from vision.read.text_reader import TextReader
from vision.reads import Corners, Quad, Read, corners
from vision.scanner import trouble_in
from vision.thresholds import LIKELY, WORTH_ASKING
from vision.track.change import Cells, touched

SAME = 0.93  # of the least alike piece: a digit that became another one has at most 0.90, the same one 0.98 and more
ALIKE = 0.70  # from here on it is worth reading again; below, something else lies there
_HEIGHT = 24  # pixels of the small picture
_PIECE = 12  # pixels: narrower than most digits, so that one that is another stands out
_PLAIN = 6.0  # grey levels of standard deviation: a piece without ink says nothing
_SHIFTED = 2  # pixels of the small picture that a row may be off
_REACH = 1.5  # glyph heights that a row may move from one frame to the next
_LEAST_REACH = 24.0  # pixels
_WINDOW = (15, 15)  # pixels round each point that are compared
_FEWEST = 6  # points that must be found again
_ALONG, _ACROSS = (0.08, 0.3, 0.5, 0.7, 0.92), (0.1, 0.5, 0.9)  # where in the row the points lie
_TRIES = 5  # readings of an unsure row; then it is left alone until it looks different
_ASKED_AFTER = 3  # readings that are unsure before anybody is asked
_AGREEING = 2  # sure readings in turn that are wanted of a row that was once read otherwise
_FOLLOWED = 6  # rows that are followed when they move; the others are found anew
_MOST_FOUND = 8  # rows that are told of besides those that are read
_MOST = 60


def appearance_of(grey: Pyramid, candidate: Candidate) -> Grey:
    """A small upright picture of a row, (24, W) uint8, from a pyramid of grey pictures."""
    return np.asarray(grey.crop(widened(candidate.tight, 0.15, 0.15), _HEIGHT), np.uint8)


def similarity(before: Grey, now: Grey) -> float:
    """How similar two pictures of one row are, -1 to 1, in their least alike piece. Light and contrast do not matter,
    nor a shift of less than a tenth of the height."""
    width = min(before.shape[1], now.shape[1])
    if abs(before.shape[1] - now.shape[1]) > 2 or width < _PIECE:
        return -1.0
    reach = _SHIFTED
    around = cv2.copyMakeBorder(now[:, :width], reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    padded = np.asarray(around, np.uint8)
    found = (_best(piece, padded[:, start : start + _PIECE + 2 * reach]) for start, piece in _inked(before[:, :width]))
    return min(found, default=1.0)


def _inked(appearance: Grey) -> list[tuple[int, Grey]]:
    """Its pieces that have ink, each with where it begins."""
    starts = range(0, appearance.shape[1] - _PIECE + 1, _PIECE // 2)
    pieces = [(start, appearance[:, start : start + _PIECE]) for start in starts]
    return [(start, piece) for start, piece in pieces if float(piece.std()) > _PLAIN]


def _best(piece: Grey, around: Grey) -> float:
    return float(np.max(cv2.matchTemplate(around, piece, cv2.TM_CCOEFF_NORMED)))


def follow(before: Grey, now: Grey, quad: Quad) -> Quad | None:
    """The quad in the present grey frame of what lay in this one in the frame before; None where it is not found."""
    height = float(np.linalg.norm(quad[3] - quad[0]))
    region = region_of(quad, max(_REACH * height, _LEAST_REACH), before.shape)
    if region.right - region.left < 2 * _WINDOW[0] or region.bottom - region.top < 2 * _WINDOW[1]:
        return None
    corner = np.array([region.left, region.top], np.float32)
    points = (_points(quad) - corner).reshape(-1, 1, 2)
    moved, found, _ = cv2.calcOpticalFlowPyrLK(  # type: ignore[call-overload]
        region.cut(before), region.cut(now), points, None, winSize=_WINDOW, maxLevel=2
    )
    there = found.ravel() > 0
    if np.count_nonzero(there) < _FEWEST:
        return None
    turn, fits = cv2.estimateAffinePartial2D(points[there], moved[there], ransacReprojThreshold=1.5)
    if turn is None or np.count_nonzero(fits) < _FEWEST:
        return None
    return np.asarray((quad - corner) @ turn[:, :2].T + turn[:, 2] + corner, np.float32)


def _points(quad: Quad) -> Floats:
    """Points all over a quad, (15, 2) float32 pixels."""
    top = [quad[0] + (quad[1] - quad[0]) * share for share in _ALONG]
    bottom = [quad[3] + (quad[2] - quad[3]) * share for share in _ALONG]
    rows = [[one + (other - one) * share for one, other in zip(top, bottom, strict=True)] for share in _ACROSS]
    return np.asarray(rows, np.float32).reshape(-1, 2)


@dataclass(eq=False)
class Track:
    """A row of glyphs: where it lies now, how it looks, and what was read in it.

    `fusion` is the reading under way, `done` the last one, `tries` the readings so far, of which the last
    `agreeing` were sure and said the same; `frames` are the numbers of the frames that were looked at; `ends` is
    what was read of it while it looks the same, in other cuts of it too, each time with how likely that is whole.
    """

    candidate: Candidate
    appearance: Grey
    fusion: ReadFusion
    done: ReadFusion | None = None
    frames: set[int] = field(default_factory=set)
    tries: int = 0
    agreeing: int = 0
    stale: bool = False  # whether the reading under way is of something that looked a little different
    differs: bool = False  # whether it was not read to the end since it looked a little different
    ends: Ends = ()
    _said: tuple[tuple[object, ...], tuple[Read, ...]] = field(default=((None,) * 3, ()), init=False, repr=False)

    @property
    def boxed_code(self) -> bool:
        """Whether it is a box that may hold a code."""
        return self.candidate.boxed and self.fusion.likelihood >= LIKELY

    @property
    def reads(self) -> tuple[Read, ...]:
        """What it says, where it lies now; nothing that is not worth asking about. Asked several times for each frame,
        it is worked out once: a reading that is done does not change any more, and what moves gets another candidate.
        """
        if self.done is None:
            return ()
        by = self.done, self.candidate, self.ends
        if any(one is not other for one, other in zip(by, self._said[0], strict=True)):
            found = (in_doubt(read, self.ends) for read in self.done.reads(self.candidate))
            said = tuple(read for read in found if not read.uncertainty_reason or read.confidence >= WORTH_ASKING)
            self._said = by, said
        return self._said[1]

    @property
    def settled(self) -> bool:
        """Whether no more crops are wanted while it looks the same."""
        if self.differs:
            return False
        if self.done is None or (self.tries >= _TRIES and not self._waits_for_another_frame):
            return self.tries >= _TRIES
        if _sure(self.reads):
            return self._agreed
        return not (self.reads or self.done.promising)

    @property
    def shown(self) -> tuple[Read, ...]:
        """The readings that count: sure ones in which readings of two frames agree, unsure ones after some tries."""
        reads = self.reads
        return reads if self._agreed or (reads and not _sure(reads) and self.tries >= _ASKED_AFTER) else ()

    @property
    def _waits_for_another_frame(self) -> bool:
        """Whether it was surely read again and again in one frame, on which there was much time to work."""
        return self.agreeing >= _AGREEING and len(self.frames) == 1

    def urgency(self, expected: Grammar) -> tuple[float, ...]:
        """What should be looked at first, the smallest first: what seems to be a code by the prescreen before anything
        else; among such what was tried least, expected codes, the likeliest."""
        likelihood = self.fusion.likelihood
        return (likelihood < LIKELY, self.tries, not self.fusion.may_be(expected), -likelihood)

    @property
    def _agreed(self) -> bool:
        return self.agreeing >= min(self.tries, _AGREEING) > 0 and len(self.frames) > 1

    def read_next_crop(self, reader: TextReader, pyramid: Pyramid, number: int) -> None:
        """Read one more crop of it, in the frame of this number."""
        if self.stale or self.fusion.next_crop is None:
            [self.fusion] = reader.begin(pyramid, [self.candidate])
            self.stale = False
        reader.read_next_crop(pyramid, self.candidate, self.fusion)
        self.frames.add(number)
        if self.fusion.next_crop is None:
            self._conclude()

    def begin_again(self) -> None:
        """It looks a little different: read it once more. What was read until then counts meanwhile."""
        self.stale = self.differs = True
        self.tries = min(self.tries, _AGREEING - 1)
        self.ends = ()

    def _conclude(self) -> None:
        before = [read.text for read in self.reads]
        self.done, self.tries, self.differs = self.fusion, self.tries + 1, False
        self.ends += self.fusion.code_ends
        same = [read.text for read in self.reads] == before
        self.agreeing = 0 if not _sure(self.reads) else self.agreeing + 1 if same else 1


class Tracks:
    """The rows that are followed at present."""

    def __init__(self) -> None:
        self._tracks: list[Track] = []
        self.expected = Grammar(())  # the codes that are looked at first

    @property
    def shown(self) -> list[Read]:
        """All readings that count."""
        return [read for track in self._tracks for read in track.shown]

    @property
    def found(self) -> list[Corners]:
        """Where something that may be a code is not read yet, or cannot be."""
        likely = [track for track in self._tracks if track.fusion.promising or track.boxed_code]
        return [corners(track.candidate.tight) for track in likely if not track.shown][:_MOST_FOUND]

    @property
    def trouble(self) -> str:
        """Why none of them could be read, as far as one of them tells."""
        return trouble_in([(track.candidate, track.done) for track in self._tracks if track.done is not None])

    def forget(self) -> None:
        """Let go of all of them."""
        self._tracks.clear()

    def most_urgent(self) -> Track | None:
        """The row to read next; None where nothing is open."""
        open_ones = (track for track in self._tracks if not track.settled)
        return min(open_ones, key=lambda track: track.urgency(self.expected), default=None)

    def is_expected(self, track: Track) -> bool:
        """Whether a row may be one of the codes that are looked at first; any may where there are none."""
        return not self.expected.kinds or track.fusion.may_be(self.expected)

    def follow(self, before: Grey | None, now: Pyramid, cells: Cells) -> list[Quad]:
        """Take in the next frame, grey, in which these cells changed: keep what looks the same, go after what moved,
        let go of what is there no more. Returns where that was: perhaps only a sign of it changed. What was read with
        hardly any ink, as in the dark, is read again: nothing tells whether it is still there."""
        shape, gone = now.levels[0].shape, []
        for place, track in enumerate(sorted(self._tracks, key=_worth)):
            if not touched(cells, region_of(track.candidate.quad, 2, shape), shape):
                continue
            alike = similarity(track.appearance, appearance_of(now, track.candidate))
            if alike < ALIKE and not (before is not None and place < _FOLLOWED and _moved(track, before, now)):
                self._tracks.remove(track)
                gone.append(track.candidate.quad)
            elif ALIKE <= alike < SAME or (track.reads and not _inked(track.appearance)):
                track.appearance = appearance_of(now, track.candidate)
                track.begin_again()
        return gone

    def add(self, rows: Iterable[tuple[Candidate, ReadFusion]], now: Pyramid) -> None:
        """Follow these rows as well, each once."""
        for candidate, fusion in rows:
            rivals = [track for track in self._tracks if _one_place(track.candidate, candidate)]
            if any(not _better(candidate, fusion, track) for track in rivals):
                continue
            self._tracks = [track for track in self._tracks if track not in rivals]
            if len(self._tracks) >= _MOST and not self._let_go_of_one(fusion.likelihood):
                continue
            ends = tuple(each for track in rivals for each in track.ends)
            self._tracks.append(Track(candidate, appearance_of(now, candidate), fusion, ends=ends))

    def _let_go_of_one(self, likely: float) -> bool:
        """Make room for a row that is so likely a code: what was looked at, and is none, is followed for nothing."""
        spent = [track for track in self._tracks if track.settled and not track.reads]
        least = min(spent or self._tracks, key=lambda track: track.fusion.likelihood)
        if not spent and (least.fusion.likelihood >= likely or least.fusion.promising or least.reads):
            return False
        self._tracks.remove(least)
        return True


def _moved(track: Track, before: Grey, now: Pyramid) -> bool:
    """Whether a row is found somewhere else than in the frame before; it is followed there."""
    quad = follow(before, now.levels[0], track.candidate.quad)
    if quad is None:
        return False
    there = replace(track.candidate, quad=quad)
    if similarity(track.appearance, appearance_of(now, there)) < ALIKE:
        return False
    track.candidate = there
    return True


def _sure(reads: tuple[Read, ...]) -> bool:
    return bool(reads) and not any(read.uncertainty_reason for read in reads)


def _worth(track: Track) -> tuple[bool, bool]:
    """What is followed first when much has moved."""
    return not track.reads, not track.fusion.promising


def _one_place(one: Candidate, other: Candidate) -> bool:
    if one.boxed != other.boxed:
        one, other = replace(one, pale=True), replace(other, pale=True)
    return holds(one, other) or holds(other, one)


def _better(candidate: Candidate, fusion: ReadFusion, track: Track) -> bool:
    """Whether a row should take the place of another that is followed there."""
    if _sure(track.reads) or track.fusion.promising:
        return False
    return fusion.likelihood > track.fusion.likelihood
