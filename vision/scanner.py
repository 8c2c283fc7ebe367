"""Frame to readings."""

from __future__ import annotations

from vision.card_finder import FINE_PARTS, Candidate, find_candidates, unlike
from vision.orientation import way_up, words_near
from vision.pyramid import Pyramid
from vision.quality import trouble_of
from vision.reads import Frame, FrameReads, Read
from vision.text_reader import TextReader
from vision.votes import WORTH_ASKING, Votes

_AT_MOST = 40  # rows of glyphs looked at in one frame


class Scanner:
    """Reads frames, each for itself."""

    def __init__(self, reader: TextReader | None = None) -> None:
        self.reader = reader or TextReader()

    def read(self, frame: Frame) -> FrameReads:
        """All codes in a frame, (H, W, 3) uint8 BGR, each once."""
        pyramid = Pyramid(frame)
        rows = [(each, self.reader.read(pyramid, each)) for each in find_candidates(pyramid, _AT_MOST)]
        reads = self._reads(frame, pyramid, rows)
        if not reads.reads:
            fine = find_candidates(pyramid, _AT_MOST, FINE_PARTS)
            known = [row for row, _ in rows]
            rows += [(each, self.reader.read(pyramid, each)) for each in unlike(fine, known)]
            reads = self._reads(frame, pyramid, rows)
        return reads if reads.reads or reads.unsure else FrameReads(trouble=trouble_in(rows) or trouble_of(frame))

    def _reads(self, frame: Frame, pyramid: Pyramid, rows: list[tuple[Candidate, Votes]]) -> FrameReads:
        return parted([read for row, votes in rows for read in self._upright(frame, pyramid, row, votes)])

    def _upright(self, frame: Frame, pyramid: Pyramid, row: Candidate, votes: Votes) -> list[Read]:
        """The readings of a row; of a number that can be turned the right one, where the print round it tells."""
        reads = votes.reads(row)
        if not any(read.other for read in reads):
            return reads
        words = [(word, self.reader.read(pyramid, word)) for word in words_near(frame, row)]
        return votes.reads(row, way_up(row, words))


def parted(reads: list[Read]) -> FrameReads:
    """Sure readings and those worth asking about, each once."""
    sure = _each_once([read for read in reads if not read.doubt])
    asked = [read for read in reads if read.doubt and read.confidence >= WORTH_ASKING and not _covered(read, sure)]
    return FrameReads(tuple(sure), tuple(_each_once(asked)))


def trouble_in(rows: list[tuple[Candidate, Votes]]) -> str:
    """Why none of these rows could be read, as far as one of them tells."""
    return next((found for candidate, votes in rows if (found := votes.trouble(candidate.height))), "")


def _each_once(reads: list[Read]) -> list[Read]:
    """The most confident of equal readings in one place."""
    kept: list[Read] = []
    for read in sorted(reads, key=lambda each: -each.confidence):
        if not any(read.text == other.text and _same_place(read, other) for other in kept):
            kept.append(read)
    return kept


def _covered(read: Read, sure: list[Read]) -> bool:
    return any(read.text == other.text and _same_place(read, other) for other in sure)


def _same_place(one: Read, other: Read) -> bool:
    if one.quad is None or other.quad is None:
        return True
    (x, y), (other_x, other_y) = _middle(one), _middle(other)
    reach = max(abs(a - b) for a, b in zip(one.quad[0], one.quad[2], strict=True))
    return max(abs(x - other_x), abs(y - other_y)) < reach / 2


def _middle(read: Read) -> tuple[float, float]:
    quad = read.quad or ((0.0, 0.0),)
    return sum(x for x, _ in quad) / len(quad), sum(y for _, y in quad) / len(quad)
