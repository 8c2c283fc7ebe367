"""Looks at one row of glyphs to a reading: each look is a crop of another width, and all of them must agree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from vision.card_finder import Candidate
from vision.grammar import Fit, turned
from vision.quality import Quality
from vision.reads import CARD_ID, COVERED, DOUBTFUL, NUMBOX, TOO_SMALL, UPSIDE_DOWN, Read, corners
from vision.recogniser import Word

SURE = 0.85  # the least confidence of a sure reading; wrong ones reached 0.71 in drawn print of 30 fonts
WORTH_ASKING = 0.60  # below this, silence
SMALLEST_DIGIT = 9.0  # pixels of height; what is smaller is asked about
_CLEAR_MARGIN = 0.2  # between one way up and the other, for a number that cannot be turned
# Margins along and across the row, in glyph heights. The last look is wide, so that a neighbour that was not found as a
# glyph ("3.99", "D012a") is seen too; not in a box, which was found to hold nothing else and ends there.
_LOOKS: Mapping[str, tuple[tuple[float, float], ...]] = {
    CARD_ID: ((0.30, 0.16), (0.45, 0.30), (0.60, 0.12), (0.90, 0.22)),
    NUMBOX: ((0.30, 0.16), (0.40, 0.25), (0.20, 0.08), (0.20, 0.20)),
}
_EDGES = "|'`-_~°"  # what the edge of a card, or the corner of a box, may be read as


@dataclass(frozen=True)
class Look:
    """A look to take: at the row this way up or `turned`, with margins along and across it in glyph heights."""

    turned: bool
    margins: tuple[float, float]


@dataclass
class _Way:
    """What was seen one way up: the first look's code, if it was one, and what each look said."""

    fit: Fit | None = None
    words: list[Word] = field(default_factory=list)
    agreed: bool = True

    @property
    def confidence(self) -> float:
        """That of the least sure character in the least sure look but one; low where looks disagree."""
        second = sorted(word.confidence for word in self.words)[: (len(self.words) > 1 and 2) or 1][-1]
        return second if self.agreed else min(second, WORTH_ASKING) / 2


class Votes:
    """The looks at one row of glyphs so far, and which one is wanted next. Looks may come from several frames."""

    def __init__(self, boxed: bool) -> None:
        self.kind = NUMBOX if boxed else CARD_ID
        self.quality: Quality | None = None  # measured once there is something to read
        self._cut = False  # whether a part of a code was seen
        self._ways = (_Way(), _Way())

    @property
    def wanted(self) -> Look | None:
        """The next look; None when the matter is settled."""
        for number, way in enumerate(self._ways):
            taken = len(way.words)
            if taken == 0 or (way.fit is not None and way.agreed and taken < len(_LOOKS[self.kind])):
                return Look(bool(number), _LOOKS[self.kind][taken])
        return None

    @property
    def promising(self) -> bool:
        """Whether a look has seen a code that no other look denied."""
        return any(way.fit is not None and way.agreed for way in self._ways)

    @property
    def numeric(self) -> bool:
        """Whether what was seen has digits, as codes have: worth another try."""
        return any(sum(sign.isdigit() for sign in word.text) >= 2 for way in self._ways for word in way.words)

    def trouble(self, height: float) -> str:
        """Why a row that may be a code, of this height in pixels, could not be read; empty where it is none or nothing
        tells why."""
        if self._cut:
            return COVERED
        seen = any(way.fit is not None for way in self._ways)
        return (TOO_SMALL if height < SMALLEST_DIGIT else self._cause()) if seen else ""

    def take(self, look: Look, word: Word, fit: Fit | None, cut: bool = False) -> None:
        """Count a look: what was seen, and the code that it is, or whether it is a part of one."""
        way = self._ways[look.turned]
        if not way.words:
            way.fit = fit if word.confidence >= WORTH_ASKING / 2 else None
            self._cut = self._cut or (cut and word.confidence >= SURE)
        else:
            # A v and a V are one shape in two sizes, and a crop tells no size; which of them it is, the grammar knows.
            way.agreed = way.agreed and word.text.strip(_EDGES).upper() == way.words[0].text.upper()
        way.words.append(word)

    def reads(self, candidate: Candidate) -> list[Read]:
        """The reading of a settled row: none, one, or two where it is one number this way up and another that way."""
        codes = [(way, each) for way, each in self._each_way(candidate) if way.fit is not None]
        reads = [self._judged(way, each) for way, each in codes]
        return _both_ways(max(reads, key=_confidence)) if any(read.doubt == UPSIDE_DOWN for read in reads) else reads

    def _each_way(self, candidate: Candidate) -> tuple[tuple[_Way, Candidate], tuple[_Way, Candidate]]:
        return (self._ways[0], candidate), (self._ways[1], candidate.turned())

    def _judged(self, way: _Way, candidate: Candidate) -> Read:
        code = way.fit.code if way.fit else ""
        return Read(code, self.kind, way.confidence, corners(candidate.quad), self._doubt(way, candidate.height))

    def _doubt(self, way: _Way, height: float) -> str:
        if height < SMALLEST_DIGIT:
            return TOO_SMALL
        code = way.fit.code if way.fit else ""
        if self.kind == NUMBOX and turned(code) not in (None, code):
            return UPSIDE_DOWN
        others = (each for each in self._ways if each.fit is not None and each.fit.code != code)
        rival = max((each.confidence for each in others), default=0.0)
        clear = way.confidence >= SURE and way.confidence - rival >= _CLEAR_MARGIN
        return "" if clear and way.fit is not None and way.fit.only else self._cause()

    def _cause(self) -> str:
        return (self.quality.trouble if self.quality is not None else "") or DOUBTFUL


def _both_ways(read: Read) -> list[Read]:
    """A number that can be turned, as what it is either way up."""
    text = turned(read.text)
    if text is None or read.quad is None:
        return [read]
    upright = replace(read, doubt=UPSIDE_DOWN, other=text)
    return [upright, replace(upright, text=text, other=read.text, quad=read.quad[2:] + read.quad[:2])]


def _confidence(read: Read) -> float:
    return read.confidence
