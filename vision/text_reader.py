"""Upright crop to code: two looks that must agree, a strict grammar, and silence for everything else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vision import grammar
from vision.card_finder import Candidate, Pyramid, widened
from vision.reads import CARD_ID, DOUBTFUL, NUMBOX, TOO_SMALL, UPSIDE_DOWN, Read, corners
from vision.recogniser import Recogniser, Word, recogniser

SURE = 0.90  # the least confidence of a sure reading
_CLEAR_MARGIN = 0.2  # between one way up and the other, for a number that cannot be turned
WORTH_ASKING = 0.60  # below this, silence
SMALLEST_DIGIT = 9.0  # pixels of height; what is smaller is asked about
_CROP_HEIGHT = 48
# Margins along and across the row, in glyph heights. The last look is wide, so that a neighbour that was not found as a
# glyph ("3.99", "D012a") is seen too.
_FIRST_LOOK = (0.30, 0.16)
_OTHER_LOOKS = ((0.45, 0.30), (0.90, 0.22))
_EDGES = "|'`-_~"  # what the edge of a card or of a box may be read as


@dataclass(frozen=True)
class _Way:
    """A candidate read one way up."""

    candidate: Candidate
    text: str
    confidence: float


class TextReader:
    """Reads candidates. `confidence` of a reading is that of its least sure character in its least sure look."""

    def __init__(self, using: Recogniser | None = None) -> None:
        self._recogniser = using or recogniser()

    def read(self, pyramid: Pyramid, candidate: Candidate) -> list[Read]:
        """The reading of a candidate: none, one, or two where it is one number this way up and another that way."""
        kind = NUMBOX if candidate.boxed else CARD_ID
        first = self._look(pyramid, (candidate, candidate.turned()), _FIRST_LOOK)
        ways = [way for each in first if (way := self._confirmed(pyramid, kind, *each)) is not None]
        return [_judged(way, kind, ways) for way in ways]

    def _look(
        self, pyramid: Pyramid, candidates: tuple[Candidate, ...], margins: tuple[float, float]
    ) -> Iterator[tuple[Candidate, Word]]:
        crops = [pyramid.crop(widened(each.quad, *margins), _CROP_HEIGHT) for each in candidates]
        yield from zip(candidates, self._recogniser.read(crops), strict=True)

    def _confirmed(self, pyramid: Pyramid, kind: str, candidate: Candidate, word: Word) -> _Way | None:
        """The way that a first look suggests, with what further looks make of it; None when it is no code."""
        text = grammar.code(word.text, kind)
        if text is None or word.confidence < WORTH_ASKING / 2:
            return None
        confidence = word.confidence
        for margins in _OTHER_LOOKS:
            [(_, again)] = self._look(pyramid, (candidate,), margins)
            same = grammar.code(again.text.strip(_EDGES), kind) == text
            confidence = min(confidence, again.confidence) if same else min(confidence, WORTH_ASKING) / 2
        return _Way(candidate, text, confidence)


def _judged(way: _Way, kind: str, ways: list[_Way]) -> Read:
    return Read(way.text, kind, way.confidence, corners(way.candidate.quad), _doubt(way, kind, ways))


def _doubt(way: _Way, kind: str, ways: list[_Way]) -> str:
    if way.candidate.height < SMALLEST_DIGIT:
        return TOO_SMALL
    if kind == NUMBOX and grammar.turned(way.text) not in (None, way.text):
        return UPSIDE_DOWN
    rival = max((other.confidence for other in ways if other.text != way.text), default=0.0)
    if way.confidence < SURE or way.confidence - rival < _CLEAR_MARGIN:
        return DOUBTFUL
    return ""
