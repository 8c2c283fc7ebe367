"""Frame to readings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from vision.find.boxes import box_of, find_boxes, is_cut_out, rows_in_box
from vision.find.picture import Candidate, Pyramid, is_middle_in
from vision.find.text_detector import LARGE, SMALL, TRIMS, SeenPrint, find_lines, loose_cuts, text_detector
from vision.network import let_go
from vision.read.fusion import ReadFusion, in_doubt
from vision.read.quality import trouble_of
from vision.read.text_reader import TextReader
from vision.reads import DOUBTFUL, UPSIDE_DOWN, Frame, FrameReads, Quad, Read
from vision.thresholds import LIKELY, NOT_THE_LEAST_LIKELY, UPRIGHT, WORTH_ASKING

_AT_MOST = 40  # rows of glyphs looked at in one search; where the small network has prescreened it, at most these many
_LIKELY = 16  # of those that seem to be codes in one search
_TOLD = np.empty((0, 0), np.float32)  # in the place of how likely print each pixel is, once it was looked at closely
_Row: TypeAlias = tuple[Candidate, ReadFusion]


class Scanner:
    """Reads frames, each for itself. A `sparing` one has the text detector look at a large frame before anything else,
    and lets go of it then, so that it is never in memory together with the networks that read: the same readings, in
    about the same time, for a process that reads its networks anew for each picture."""

    def __init__(self, reader: TextReader, *, sparing: bool = False) -> None:
        self.reader = reader
        self._sparing = sparing
        self._detector = text_detector()

    def read(self, frame: Frame) -> FrameReads:
        """All codes in a frame, (H, W, 3) uint8 BGR, each once; the one that a small picture was cut out for."""
        reads = self._search(frame)
        if reads.reads or not is_cut_out(frame):
            return reads
        height, width = frame.shape[:2]
        inside = self.read_box(frame, box_of((0, 0, width, height)))
        return inside if inside.reads or not reads.unsure else reads

    def _search(self, frame: Frame) -> FrameReads:
        """Boxes first, which takes least; then lines of print that the detector finds, and smaller ones where print is
        the least bit likely and nothing was read. What seems to be a code and cannot be read close round its ink is
        looked at with more round it."""
        told: list[Quad] = []
        looks = self._looks(frame, told)
        if self._sparing and max(frame.shape[:2]) > LARGE:
            looks = iter([replace(seen, likely=_TOLD) for seen in looks])
            self._detector.let_go()
        pyramid = Pyramid(frame)
        boxes = self._prescreened(pyramid, find_boxes(pyramid) if self.reader.has_boxes else [])
        rows = self._read(pyramid, worth_reading(boxes))
        reads = combined(rows)
        for seen in looks:
            found = [line for line in find_lines(pyramid, seen) if not _is_settled(line, reads)]
            lines = self._prescreened(pyramid, found)
            rows = self._read(pyramid, worth_reading(lines), rows)
            rows = self._cut_otherwise(pyramid, lines, seen, rows)
            reads = combined(rows)
            told += told_print(seen.lines, may_be_cut_badly(lines), settled(reads))
        if reads.reads or reads.unsure:
            return reads
        del pyramid
        if self._sparing:
            let_go(0.0)  # to tell why nothing was read takes as much as half of them
        return FrameReads(trouble=trouble_in(rows) or trouble_of(frame))

    def _looks(self, frame: Frame, told: Sequence[Quad]) -> Iterator[SeenPrint]:
        """What the text detector sees in a frame, small first; then at a closer look, where that may show more than was
        `told` until then."""
        seen = self._detector.look(frame, SMALL)
        yield seen
        if max(frame.shape[:2]) > SMALL:
            yield self._detector.look(frame, LARGE, only=seen.worth_a_closer_look(told))

    def read_box(self, frame: Frame, box: Quad) -> FrameReads:
        """The code in a box of a frame, (4, 2) pixels, whatever is round it; its reading tells no place. A number need
        not stand on green there."""
        pyramid, found = rows_in_box(frame, box)
        if not found:
            return FrameReads()
        rows = list(zip(found, self.reader.begin(pyramid, found), strict=True))
        read = (self.reader.read_on(pyramid, row, fusion).reads(row) for row, fusion in rows)
        reads = [replace(each, quad=None) for some in read for each in some]
        return sure_and_unsure(_one_answer(reads))

    def _prescreened(self, pyramid: Pyramid, found: Sequence[Candidate]) -> list[_Row]:
        return list(zip(found, self.reader.begin(pyramid, found), strict=True))

    def _cut_otherwise(self, pyramid: Pyramid, found: Sequence[_Row], seen: SeenPrint, rows: list[_Row]) -> list[_Row]:
        """The rows with those of lines that may be codes and are not surely read, cut with other margins, the likeliest
        first, until they are."""
        unclear = may_be_cut_badly(found)
        done = settled(combined(rows))
        lines = [line for line in seen.lines if any(is_middle_in(quad, line) for quad in unclear)]
        lines = [line for line in lines if not any(is_middle_in(line, quad) for quad in done)]
        trims = TRIMS if self.reader.knows_codes else TRIMS[:1]  # each cut is read where none was prescreened
        cuts = self._prescreened(pyramid, [cut for line in lines for cut in loose_cuts(pyramid, line, trims)])
        for cut in worth_reading(cuts):
            if not _is_settled(cut[0], combined(rows)):
                rows = self._read(pyramid, [cut], rows)
        return rows

    def _read(
        self,
        pyramid: Pyramid,
        rows: Sequence[_Row],
        known: Sequence[_Row] = (),
    ) -> list[_Row]:
        """The rows that are known with these, which are read."""
        return [*known, *((row, self.reader.read_on(pyramid, row, fusion)) for row, fusion in rows)]


def settled(reads: FrameReads) -> list[Quad]:
    """Where no other look can tell more: a code was surely read there, or one that is another one upside down."""
    found = [*reads.reads, *(read for read in reads.unsure if read.uncertainty_reason == UPSIDE_DOWN)]
    return [np.array(read.quad, np.float32) for read in found if read.quad is not None]


def _is_settled(line: Candidate, reads: FrameReads) -> bool:
    return any(is_middle_in(line.quad, quad) for quad in settled(reads))


def told_print(lines: Sequence[Quad], unclear: Sequence[Quad], done: Sequence[Quad]) -> list[Quad]:
    """The print that a closer look tells no more of: what is `done`, and, where there is any, all `lines` in which
    no row is `unclear`: they are no codes in the least."""
    others = (line for line in lines if not any(is_middle_in(quad, line) for quad in unclear))
    return [*done, *(others if done else ())]


def may_be_cut_badly(rows: Sequence[_Row]) -> list[Quad]:
    """Where rows lie that a closer look may show to be codes."""
    return [row.quad for row, fusion in rows if fusion.likelihood >= NOT_THE_LEAST_LIKELY]


def combined(rows: Sequence[_Row]) -> FrameReads:
    """What rows of a frame say all in all."""
    reads = [read for row, fusion in rows for read in fusion.reads(row)]
    return sure_and_unsure([_doubted(read, rows) for read in reads if not _lies_upside_down(read, rows)])


def _lies_upside_down(read: Read, rows: Sequence[_Row]) -> bool:
    """Whether a print is much likelier a code the other way up than as it was read, in the mean of all its cuts: then
    it is nobody's question what it is this way up."""
    if read.quad is None or read.uncertainty_reason == UPSIDE_DOWN:
        return False
    quad = np.array(read.quad, np.float32)
    there = [(row.quad, fusion.likelihoods) for row, fusion in rows if is_middle_in(row.quad, quad)]
    alike = [ways if _go_one_way(quad, other) else ways[::-1] for other, ways in there]
    return sum(own for own, _ in alike) < UPRIGHT * sum(other for _, other in alike)


def _go_one_way(quad: Quad, other: Quad) -> bool:
    return float((quad[1] - quad[0]) @ (other[1] - other[0])) > 0


def _doubted(read: Read, rows: Sequence[_Row]) -> Read:
    """A reading as all cuts of the same print leave it."""
    if read.quad is None:
        return read
    quad = np.array(read.quad, np.float32)
    there = [(row, fusion) for row, fusion in rows if is_middle_in(row.quad, quad)]
    read = in_doubt(read, tuple(each for _, fusion in there for each in fusion.code_ends))
    ways = (fusion.orientations[not _go_one_way(quad, row.quad)] for row, fusion in there)
    if not read.uncertainty_reason and any(way.contradicts(read.text) for way in ways):
        return replace(read, uncertainty_reason=DOUBTFUL)
    return read


def worth_reading(rows: Sequence[_Row]) -> list[_Row]:
    """The rows that seem to be codes by the prescreen, the likeliest first; all, where there was none."""
    likely = [row for row in rows if row[1].likelihood >= LIKELY]
    likely.sort(key=_likely, reverse=True)
    return likely[: _LIKELY if all(fusion.prescreened for _, fusion in likely) else _AT_MOST]


def _likely(row: _Row) -> float:
    return row[1].likelihood


def sure_and_unsure(reads: list[Read]) -> FrameReads:
    """Sure readings and those worth asking about, each once. What was read otherwise in the same place, or may be
    another number upside down there, is not sure."""
    worth_asking = [read for read in reads if not read.uncertainty_reason or read.confidence >= WORTH_ASKING]
    reads = [
        replace(
            read, uncertainty_reason=read.uncertainty_reason or (DOUBTFUL if _contested(read, worth_asking) else "")
        )
        for read in reads
    ]
    sure = _each_once([read for read in reads if not read.uncertainty_reason])
    asked = [
        read for read in reads if read.uncertainty_reason and read.confidence >= WORTH_ASKING and not _has(sure, read)
    ]
    return FrameReads(tuple(sure), tuple(_each_once(asked)))


def _one_answer(reads: list[Read]) -> list[Read]:
    """What several crops of one box say: nothing is sure where two of the sure ones differ, or another one says
    otherwise with the same confidence."""
    sure = [read for read in reads if not read.uncertainty_reason]
    surest = max((read.confidence for read in sure), default=0.0)
    against = [read for read in reads if read.confidence >= surest and not {read.text, read.other} & _texts(sure)]
    if len(_texts(sure)) == 1 and not _contested(sure[0], against):
        return sure
    return [replace(read, uncertainty_reason=read.uncertainty_reason or DOUBTFUL) for read in reads]


def _texts(reads: list[Read]) -> set[str]:
    return {read.text for read in reads}


def trouble_in(rows: list[_Row]) -> str:
    """Why none of these rows could be read, as far as one of them tells: one cut of a print may only be doubtful where
    another one shows what is in its way."""
    found = [trouble for candidate, fusion in rows if (trouble := fusion.trouble(candidate.glyph_height))]
    return next((trouble for trouble in found if trouble != DOUBTFUL), next(iter(found), ""))


def _contested(read: Read, others: list[Read]) -> bool:
    """Whether something else was read in its place."""
    return any(other.text != read.text and _same_place(read, other) for other in others)


def _each_once(reads: list[Read]) -> list[Read]:
    """The most confident of equal readings in one place."""
    kept: list[Read] = []
    for read in sorted(reads, key=lambda each: -each.confidence):
        if not _has(kept, read):
            kept.append(read)
    return kept


def _has(reads: list[Read], read: Read) -> bool:
    """Whether the same was read in the same place."""
    return any(read.text == other.text and _same_place(read, other) for other in reads)


def _same_place(one: Read, other: Read) -> bool:
    if one.quad is None or other.quad is None:
        return True
    (x, y), (other_x, other_y) = _middle(one), _middle(other)
    reach = max(abs(a - b) for a, b in zip(one.quad[0], one.quad[2], strict=True))
    return max(abs(x - other_x), abs(y - other_y)) < reach / 2


def _middle(read: Read) -> tuple[float, float]:
    quad = read.quad or ((0.0, 0.0),)
    return sum(x for x, _ in quad) / len(quad), sum(y for _, y in quad) / len(quad)
