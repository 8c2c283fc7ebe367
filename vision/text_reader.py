"""Upright crop to code: two looks that must agree, a strict grammar, and silence for everything else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from vision import grammar
from vision.card_finder import Candidate, Pyramid, widened
from vision.reads import CARD_ID, DOUBTFUL, NUMBOX, TOO_SMALL, UPSIDE_DOWN, Read, corners
from vision.recogniser import Recogniser, Word, recogniser
from vision.roman import restored

SURE = 0.85  # the least confidence of a sure reading; wrong ones reached 0.71 in drawn print of 30 fonts
_CLEAR_MARGIN = 0.2  # between one way up and the other, for a number that cannot be turned
WORTH_ASKING = 0.60  # below this, silence
SMALLEST_DIGIT = 9.0  # pixels of height; what is smaller is asked about
_CROP_HEIGHT = 48
# Margins along and across the row, in glyph heights. The last look is wide, so that a neighbour that was not found as a
# glyph ("3.99", "D012a") is seen too; not in a box, which was found to hold nothing else and ends there.
_FIRST_LOOK = (0.30, 0.16)
_OTHER_LOOKS = {CARD_ID: ((0.45, 0.30), (0.60, 0.12), (0.90, 0.22)), NUMBOX: ((0.40, 0.25), (0.20, 0.08), (0.20, 0.20))}
_EDGES = "|'`-_~°"  # what the edge of a card, or the corner of a box, may be read as


@dataclass(frozen=True)
class _Way:
    """A candidate read one way up."""

    candidate: Candidate
    text: str
    confidence: float


class TextReader:
    """Reads candidates by four looks each, which must all agree. `confidence` of a reading is that of its least sure
    character, in the least sure look but one."""

    def __init__(self, using: Recogniser | None = None) -> None:
        self._recogniser = using or recogniser()

    def read(self, pyramid: Pyramid, candidate: Candidate) -> list[Read]:
        """The reading of a candidate: none, one, or two where it is one number this way up and another that way."""
        kind = NUMBOX if candidate.boxed else CARD_ID
        first = self._look(pyramid, (candidate, candidate.turned()), _FIRST_LOOK)
        ways = [way for each in first if (way := self._confirmed(pyramid, kind, *each)) is not None]
        reads = [_judged(way, kind, ways) for way in ways]
        return _both_ways(max(reads, key=_confidence)) if any(read.doubt == UPSIDE_DOWN for read in reads) else reads

    def _look(
        self, pyramid: Pyramid, candidates: tuple[Candidate, ...], margins: tuple[float, float]
    ) -> Iterator[tuple[Candidate, Word]]:
        crops = [pyramid.crop(widened(each.quad, *margins), _CROP_HEIGHT) for each in candidates]
        yield from zip(candidates, self._recogniser.read(crops), strict=True)

    def _confirmed(self, pyramid: Pyramid, kind: str, candidate: Candidate, word: Word) -> _Way | None:
        """The way that a first look suggests, with what further looks make of it; None when it is no code."""
        text = grammar.code(restored(word.text, pyramid, candidate), kind)
        if text is None or word.confidence < WORTH_ASKING / 2:
            return None
        looks = [word]
        for margins in _OTHER_LOOKS[kind]:
            looks += [again for _, again in self._look(pyramid, (candidate,), margins)]
        # A v and a V are one shape in two sizes, and a crop tells no size; which of them it is, the grammar knows.
        agreed = all(look.text.strip(_EDGES).upper() == word.text.upper() for look in looks)
        second_lowest = sorted(look.confidence for look in looks)[1]
        confidence = second_lowest if agreed else min(second_lowest, WORTH_ASKING) / 2
        return _Way(candidate, text, confidence)


def _judged(way: _Way, kind: str, ways: list[_Way]) -> Read:
    return Read(way.text, kind, way.confidence, corners(way.candidate.quad), _doubt(way, kind, ways))


def _both_ways(read: Read) -> list[Read]:
    """A number that can be turned, as what it is either way up."""
    text = grammar.turned(read.text)
    if text is None or read.quad is None:
        return [read]
    upright = replace(read, doubt=UPSIDE_DOWN)
    return [upright, replace(upright, text=text, quad=read.quad[2:] + read.quad[:2])]


def _confidence(read: Read) -> float:
    return read.confidence


def _doubt(way: _Way, kind: str, ways: list[_Way]) -> str:
    if way.candidate.height < SMALLEST_DIGIT:
        return TOO_SMALL
    if kind == NUMBOX and grammar.turned(way.text) not in (None, way.text):
        return UPSIDE_DOWN
    rival = max((other.confidence for other in ways if other.text != way.text), default=0.0)
    if way.confidence < SURE or way.confidence - rival < _CLEAR_MARGIN:
        return DOUBTFUL
    return ""
