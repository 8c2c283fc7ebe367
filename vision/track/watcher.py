"""Frames in, sightings out, at video rate: a little work on each frame, none on one in which nothing changed.

What a step of the work takes is estimated, not measured as it goes, so that the same frames give the same readings on
every machine."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from vision.find.boxes import find_boxes
from vision.find.picture import Candidate, Floats, Grey, Pyramid, Region, apart, grey_pyramid, region_of
from vision.find.text_detector import LARGE, SMALL, SeenPrint, find_lines, text_detector, tiles
from vision.grammar import Grammar
from vision.read.quality import trouble_of
from vision.read.text_reader import TextReader
from vision.reads import NO_CODE, Corners, Frame, FrameReads, Quad, Read
from vision.scanner import may_be_cut_badly, settled, sure_and_unsure, told_print, worth_reading
from vision.thresholds import LIKELY
from vision.track.change import CELLS_SHAPE, Cells, FrameAverage, Stillness, region_of_cells
from vision.track.sightings import Sightings
from vision.track.tracks import Track, Tracks

# Milliseconds of two cores: what there is for a frame that follows at once, and for one where things move, which has to
# be followed; about what reading a crop takes, and a prescreen, for itself and for each row.
FRAME_MS, MOVING_MS = 30.0, 12.0
READ_MS, PRESCREEN_MS = 20.0, (2.0, 3.0)
_SEARCH_MS = 10.0  # a search for boxes in a frame of 1280 x 720
_LOOK_MS = 550.0  # a million pixels that the text detector looks at
_SIZES = (SMALL, LARGE)  # at which it looks, one after the other
_HELD_S = 0.6  # of movement without a rest, as before a camera that is held in a hand: then it is looked at as it moves
_AGAIN_S = 8.0  # a still picture is searched again after so long, in case something was too faint to notice,
_SELDOM_S = 3600.0  # and each time after twice as long, so long at the most: what lay there lies there still
_JUDGED_AFTER_S = 1.0  # lying so long, what was laid down should have been read
_IDLE_S = 0.04  # waited for a frame: for each such time it is worked on for as long again,
_LONGEST = 8  # times at the most
_PRESCREENED_AT_ONCE = 6  # rows at once
_MARGIN = 5  # cells round what changed that are searched too
_EDGE = 3.0  # pixels: a row that ends so near the edge of the searched part may go on behind it
_LINE_EDGE = 16.0  # pixels that the text detector looks at: it does not see a line that is cut up to its very end


def search_ms(share: float) -> float:
    """What a search for boxes in this share of a frame takes."""
    return share * _SEARCH_MS


def look_ms(pixels: float) -> float:
    """What a look of the text detector at so many pixels takes."""
    return _LOOK_MS * pixels / 1e6


def prescreen_ms(rows: int) -> float:
    """What prescreening so many rows takes."""
    return PRESCREEN_MS[0] + PRESCREEN_MS[1] * rows


@dataclass(frozen=True)
class _Look:
    """A part of the frame for the text detector, and by how much it is shrunk for it, 1 at most."""

    region: Region
    scale: float


@dataclass
class _Found:
    """What a search or a look found, and where in the frame it was: `rows` that were not prescreened yet."""

    pyramid: Pyramid
    rows: list[Candidate]
    corner: Floats


class CardWatcher:
    """`on_sighting` hears of each card once per showing, `on_trouble` of one of the `TROUBLES` when something was laid
    down that cannot be read, and of none once the table is bare again. Not for use by several threads at once.

    Each frame is compared with the one before. Where it differs, boxes are looked for, one step of a search on each
    frame, and print once all is still; rows are followed as they move. The one that is most likely a code is looked at
    once a frame, until enough crops agree. What looks as it did is not read again. Frames that come seldom are worked
    on longer.
    """

    def __init__(
        self,
        on_sighting: Callable[[Read], None],
        reader: TextReader,
        clock: Callable[[], float] = time.monotonic,
        on_trouble: Callable[[str], None] = lambda trouble: None,
    ) -> None:
        self._on_sighting = on_sighting
        self._on_trouble = on_trouble
        self._reader = reader
        self._clock = clock
        self._detector = text_detector()
        self._sightings = Sightings()
        self._stillness = Stillness()
        self._frame_average = FrameAverage()
        self._tracks = Tracks()
        self._to_search: Region | None = None  # where boxes are searched for
        self._found: list[_Found] = []
        self._rests: Region | None = None  # where something lies in which print is looked for,
        self._finer: list[int] = []  # at which sizes the text detector is still to look at it,
        self._looks: list[_Look] = []  # its next looks at parts of it,
        self._seen: list[tuple[Region, SeenPrint]] = []  # what they saw, and where,
        self._unclear: list[Quad] = []  # and the rows that a closer look may tell more of
        self._moved: Region | None = None  # where anything changed since nothing did
        self._laid: Region | None = None  # where something was laid down that was not judged yet,
        self._rests_since_s = 0.0  # and since when it lies there
        self._trouble = ""
        self._told_trouble = False
        self._asked = False  # whether somebody pressed Scan and had no answer yet
        self._before: Grey | None = None
        self._searched_at_s = -math.inf
        self._again_s = _AGAIN_S
        self._looked_at_s = -math.inf  # when all was at rest, or print was looked for as it moved
        self._done_at_s = math.inf
        self._number = 0

    def on_frame(self, frame: Frame) -> FrameReads:
        """Take in the camera's next frame, (H, W, 3) uint8 BGR; returns what is read in it now."""
        at_s = self._clock()
        self._number += 1
        cells = self._stillness.changed(frame)
        if cells is not None:
            self._see_change(frame, cells, at_s)
        elif self._moved is not None:
            self._see_rest(self._moved, frame, at_s)
        elif at_s - self._searched_at_s > self._again_s and not self._searching:
            self._see_again(frame, at_s)
        if cells is None:
            frame, self._looked_at_s = self._frame_average.mean_with(frame), at_s
        moves = cells is not None and self._number % 2 == 1
        times = int(min(max(1 + (at_s - self._done_at_s) / _IDLE_S, 1), _LONGEST))
        there_is_ms = times * (FRAME_MS if cells is None else MOVING_MS)
        self._work(frame, there_is_ms, may_search=not moves or times > 1)
        reads = self._with_trouble(frame, sure_and_unsure(self._tracks.shown), at_s)
        for read in self._sightings.see(reads, at_s):
            self._on_sighting(read)
        self._learn_what_is_bare(reads)
        self._done_at_s = self._clock()
        return reads

    def _see_change(self, frame: Frame, cells: Cells, at_s: float) -> None:
        """Take in a frame in which these cells changed. What is never at rest, as before a camera that is held, is
        looked at as it moves, every now and then."""
        self._frame_average.begin()
        self._again_s = _AGAIN_S
        if self._rests is not None:
            if self._searching or self._finer:
                self._moved = self._rests  # what lies there was not searched to the end: so it is once all is still
            self._looks, self._finer = [], []
        self._rests = self._laid = None
        self._trouble = ""
        self._take_in(frame, cells, at_s)
        if self._moved is not None and not self._looks and at_s - self._looked_at_s > _HELD_S:
            self._look_at_all([self._moved], min(SMALL / max(frame.shape[:2]), 1.0))
            self._looked_at_s = at_s

    def _see_rest(self, moved: Region, frame: Frame, at_s: float) -> None:
        """Take in that nothing moves any more, where something did."""
        self._moved, self._looks = None, []
        if self._stillness.is_bare(moved, frame.shape):  # a hand or a card is gone, and the table is as it was
            self._to_search = None
            self._sightings.see_bare(moved)
            if self._told_trouble:
                self._told_trouble = False
                self._on_trouble("")
            return
        self._want_search(moved, at_s)
        self._finer = list(_SIZES)
        self._rests, self._laid, self._rests_since_s = moved, moved, at_s

    def _see_again(self, frame: Frame, at_s: float) -> None:
        """Search a still picture once more, in case that something was too faint to notice."""
        self._again_s = min(2 * self._again_s, _SELDOM_S)
        if self._stillness.is_same:
            self._searched_at_s = at_s  # nothing can be found in it that was not
        else:
            self._frame_average.begin()
            self._take_in(frame, np.ones(CELLS_SHAPE, np.bool_), at_s)
            if self._moved is not None and not self._stillness.is_bare(self._moved, frame.shape):
                self._rests, self._finer = self._moved, [SMALL]
            self._moved = None
        self._trouble = "" if self._trouble == NO_CODE else self._trouble  # it belongs to the table by now

    def _learn_what_is_bare(self, reads: FrameReads) -> None:
        lies_there = reads.reads or reads.unsure or reads.trouble or self._tracks.found
        if not (self.busy or lies_there or self._sightings.may_lie_there):
            self._stillness.learn_bare()

    @property
    def busy(self) -> bool:
        """Whether something moved or lies there that was not looked at to the end."""
        return bool(self._searching or self._finer or self._moved is not None or self._laid is not None)

    @property
    def done(self) -> bool:
        """Whether all that lies there is read, or cannot be."""
        return not self.busy and self._tracks.most_urgent() is None

    @property
    def moves(self) -> bool:
        """Whether something moved and is not at rest yet."""
        return self._moved is not None

    def wants(self, thumbnail: Frame) -> bool:
        """Whether a frame is wanted of which this is the thumbnail: something is new in it, or what lies there is
        not read to the end."""
        return not self.done or self._stillness.differs(thumbnail)

    def put_picture_down(self) -> None:
        """Keep no picture of the table's until the next one comes; what was found in them stays."""
        self._frame_average.begin()

    def picture_of(self, frame: Frame) -> Frame:
        """What shows all that this newest frame does: the mean that is kept anyway, where nothing moves."""
        mean = self._frame_average.mean
        return frame if mean is None or mean.shape != frame.shape else mean

    @property
    def found(self) -> list[Corners]:
        """Where, in the newest frame, something that may be a code is not read yet, or cannot be."""
        return self._tracks.found

    def read_codes(self, grammar: Grammar) -> None:
        """Read these codes from now on; what lies there and is one of them is read, and not sighted once more."""
        if grammar.kinds == self._reader.grammar.kinds:
            return
        self._reader.grammar = grammar
        self.read_anew()

    def expect(self, codes: Grammar) -> None:
        """Look at these codes first from now on, where several lie there; the others are read as well."""
        self._tracks.expected = codes

    def forget(self) -> None:
        """Read whatever lies there now as if it had just been shown: the Scan button."""
        self._sightings.forget()
        self._asked = True
        self.read_anew()

    def read_anew(self) -> None:
        """Begin anew to read whatever lies there; what was sighted is not sighted once more."""
        self._moved = Region(0, 0, *self._before.shape[::-1]) if self._before is not None else None
        self._again_s = _AGAIN_S
        self._tracks.forget()
        self._stillness.forget_bare()

    def _with_trouble(self, frame: Frame, reads: FrameReads, at_s: float) -> FrameReads:
        """The readings, or, where nothing can be read in what was laid down a while ago, why."""
        if reads.reads or reads.unsure:
            self._laid, self._trouble, self._asked = None, "", False
            return reads
        rested = at_s - self._rests_since_s >= _JUDGED_AFTER_S and not (self._searching or self._finer)
        if self._laid is not None and rested and self._tracks.most_urgent() is None:
            self._trouble = self._tracks.trouble or trouble_of(self._laid.cut(frame))
            self._laid = None
            if self._trouble:
                self._told_trouble = True
                self._on_trouble(self._trouble)
            elif self._asked or self._stillness.knows_bare:
                self._trouble = NO_CODE  # it may well be no card at all: shown to whoever looks, told to nobody
            self._asked = False
        return FrameReads(trouble=self._trouble)

    def _take_in(self, frame: Frame, cells: Cells, at_s: float) -> None:
        pyramid = grey_pyramid(frame)
        grey = pyramid.levels[0]
        if self._before is not None and self._before.shape != grey.shape:
            self._tracks.forget()
            self._before = None
        gone = self._tracks.follow(self._before, pyramid, cells)
        self._before = grey
        region = region_of_cells(cells, _MARGIN, grey.shape)
        for quad in gone:
            region = region.around(region_of(quad, _MARGIN * grey.shape[0] / CELLS_SHAPE[0], grey.shape))
        self._moved = region if self._moved is None else region.around(self._moved)
        self._want_search(region, at_s)

    def _want_search(self, region: Region, at_s: float) -> None:
        if self._reader.has_boxes:
            self._to_search = region.around(self._to_search or region)
        self._searched_at_s = at_s

    def _search_finer(self, frame: Frame) -> None:
        """Look for print in what lies there, once boxes were searched for; for small print where nothing was read."""
        if self._to_search or self._looks or self._found:
            return
        if self._finer and self._rests is not None:
            size = self._finer.pop(0)
            scale = min(size / max(frame.shape[:2]), 1.0)
            self._look_at_all([self._rests] if size == SMALL else apart(self._worth_a_closer_look()), scale)

    def _worth_a_closer_look(self) -> Iterator[Region]:
        """Where print may be that was not read and is too small for the looks until now."""
        done = settled(sure_and_unsure(self._tracks.shown))
        for region, seen in self._seen:
            corner = np.array([region.left, region.top], np.float32)
            unclear, there = ([quad - corner for quad in quads] for quads in (self._unclear, done))
            for part in seen.worth_a_closer_look(told_print(seen.lines, unclear, there)):
                yield part.moved(region.left, region.top)

    def _look_at_all(self, regions: Sequence[Region], scale: float) -> None:
        self._seen, self._unclear = [], []
        self._looks = [_Look(tile, scale) for region in regions for tile in tiles(region, scale)]

    @property
    def _searching(self) -> bool:
        """Whether anything is still searched for, or found and not prescreened."""
        return bool(self._to_search or self._looks or self._found)

    def _work(self, frame: Frame, there_is_ms: float, may_search: bool) -> None:
        """The most urgent steps of work, as many as there is time for, and always one. While something moves, which
        takes work to follow, only every second frame is searched."""
        spent_ms, pyramid = 0.0, None
        while (step := self._next_step(frame, may_search)) is not None:
            cost_ms = self._cost_ms(step, frame)
            if spent_ms and spent_ms + cost_ms > there_is_ms:
                return
            spent_ms += cost_ms
            if isinstance(step, Track):
                pyramid = pyramid or Pyramid(frame)
                step.read_next_crop(self._reader, pyramid, self._number)
            elif isinstance(step, _Found):
                self._prescreen_some(step, frame)
            elif isinstance(step, Region):
                self._search(step, frame)
            else:
                self._looks.remove(step)
                self._look_at(step, frame)

    def _next_step(self, frame: Frame, may_search: bool) -> Track | _Found | Region | _Look | None:
        """A row to read, rows to prescreen, a search or a look, whichever is most urgent: what is likely a code, then
        what finds more, then the other rows."""
        self._search_finer(frame)
        search = self._to_search or next(iter(self._looks), None)
        track = self._tracks.most_urgent()
        if track is not None and (search or self._found) and not self._tracks.is_expected(track):
            track = None  # what is waited for may be found yet, and is looked at first
        if track is not None and track.fusion.likelihood >= LIKELY:
            return track
        if self._found:
            return self._found[0]
        return search if search and may_search else track

    def _cost_ms(self, step: Track | _Found | Region | _Look, frame: Frame) -> float:
        if isinstance(step, Track):
            return READ_MS
        if isinstance(step, _Found):
            return prescreen_ms(min(len(step.rows), _PRESCREENED_AT_ONCE))
        if isinstance(step, _Look):
            return look_ms(step.region.area * step.scale**2)
        return search_ms(step.area / (frame.shape[0] * frame.shape[1]))

    def _search(self, region: Region, frame: Frame) -> None:
        """The search for boxes that is wanted."""
        self._to_search = None
        pyramid = Pyramid(region.cut(frame))
        rows = [each for each in find_boxes(pyramid) if not _is_cut(each.quad, region, frame)]
        if rows:
            corner = np.array([region.left, region.top], np.float32)
            self._found.append(_Found(pyramid, rows, corner))

    def _look_at(self, look: _Look, frame: Frame) -> None:
        """The text detector's look at a part of what was laid down."""
        piece = Pyramid(look.region.cut(frame))
        picture = piece.levels[0]
        seen = self._detector.look(picture, round(look.scale * max(picture.shape[:2])))
        self._seen.append((look.region, seen))
        found = find_lines(piece, seen)
        rows = [each for each in found if not _is_cut(each.quad, look.region, frame, _LINE_EDGE / look.scale)]
        if rows:
            corner = np.array([look.region.left, look.region.top], np.float32)
            self._found.append(_Found(piece, rows, corner))

    def _prescreen_some(self, found: _Found, frame: Frame) -> None:
        """Prescreen a few of the rows that were found; those that may be codes are followed from now on."""
        some, found.rows = found.rows[:_PRESCREENED_AT_ONCE], found.rows[_PRESCREENED_AT_ONCE:]
        if not found.rows:
            self._found.remove(found)
        begun = zip(some, self._reader.begin(found.pyramid, some), strict=True)
        rows = [(row.shifted(found.corner), fusion) for row, fusion in begun]
        self._unclear += may_be_cut_badly(rows)
        self._tracks.add(worth_reading(rows), grey_pyramid(frame))


def _is_cut(quad: Quad, region: Region, frame: Frame, edge: float = _EDGE) -> bool:
    """Whether a row, in pixels of a searched part, ends at an edge of it behind which the frame goes on."""
    left, top = quad.min(axis=0)
    right, bottom = quad.max(axis=0)
    cut = left < edge and region.left > 0, top < edge and region.top > 0
    ends = right > region.right - region.left - edge, bottom > region.bottom - region.top - edge
    return any(cut) or (ends[0] and region.right < frame.shape[1]) or (ends[1] and region.bottom < frame.shape[0])
