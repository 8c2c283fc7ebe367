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
# A 1 with its flag is no 1 upside down, and the recogniser doubts it there: of 80 drawn numbers in the tuning typefaces
# none had more than 0.95 the wrong way up with less than 0.89 the right way up (`benchmarks/calibration.py --turned`).
_UPRIGHT, _FLIPPED = 0.97, 0.70
_COUNTED_ONLY = 0.8
_LETTERS_IN_A_WORD = 3
_WORD_MARGIN = 0.3  # of confidence, between a word and the same word upside down
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
        """That of the least sure character in the least sure look but one; low where looks disagree, 0 for none.
        Strokes that were only counted, and read in no look, are not sure."""
        if not self.words:
            return 0.0
        second = sorted(word.confidence for word in self.words)[: (len(self.words) > 1 and 2) or 1][-1]
        second = min(second, _COUNTED_ONLY if all(word.filled for word in self.words) else 1.0)
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

    def first(self, look: Look) -> str:
        """What the first look that way up read; empty where this one is the first."""
        words = self._ways[look.turned].words
        return words[0].text if words else ""

    @property
    def promising(self) -> bool:
        """Whether a look has seen a code that no other look denied."""
        return any(way.fit is not None and way.agreed for way in self._ways)

    @property
    def numeric(self) -> bool:
        """Whether what was seen has digits, as codes have: worth another try."""
        return any(sum(sign.isdigit() for sign in word.text) >= 2 for way in self._ways for word in way.words)

    @property
    def lean(self) -> int:
        """1 where it is a word this way up and not the other way, -1 where it is one the other way up only; 0 where it
        is none, or reads like one both ways round."""
        first = [way.words[0] for way in self._ways if way.words]
        if len(first) < 2:
            return 0
        words = [_is_word(word) for word in first]
        clear = abs(first[0].confidence - first[1].confidence) >= _WORD_MARGIN
        return int(words[0]) - int(words[1]) if clear and words[0] != words[1] else 0

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
            way.agreed = way.agreed and _plain(word.text.strip(_EDGES)) == _plain(way.words[0].text)
        way.words.append(word)

    def reads(self, candidate: Candidate, up: int = 0) -> list[Read]:
        """The reading of a settled row: none, one, or two where it is one number this way up and another that way.
        `up` is 1 where something else tells that the candidate is upright, -1 where it is upside down."""
        codes = [(way, each) for way, each in self._each_way(candidate) if way.fit is not None]
        reads = [self._judged(way, each) for way, each in codes]
        if not any(read.doubt == UPSIDE_DOWN for read in reads):
            return reads
        up = up or self._way_by_ones()
        upright = [way for way in self._each_way(candidate)[:: up or 1][:1] if up and way[0].confidence >= SURE]
        sure = [replace(self._judged(way, each), doubt="") for way, each in upright if way.fit is not None]
        return sure or _both_ways(max(reads, key=_confidence))

    def _way_by_ones(self) -> int:
        """1 where the ones in a number say that it is upright, -1 where they say that it is upside down."""
        for up, way, other in ((1, *self._ways), (-1, *self._ways[::-1])):
            if way.fit is None or "1" not in way.fit.code or len(way.words) < len(_LOOKS[self.kind]) or not other.words:
                continue
            if way.confidence >= _UPRIGHT and max(word.confidence for word in other.words) <= _FLIPPED:
                return up
        return 0

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


def _plain(text: str) -> str:
    """A look's text in capitals, without the # that not every look shows."""
    return text.upper().removeprefix("#")


def _is_word(word: Word) -> bool:
    """Whether it is three letters or more; the recogniser tells O, I and l as digits."""
    letters = word.text.strip(".,;:!?").replace("0", "o").replace("1", "l")
    return word.confidence >= SURE and len(letters) >= _LETTERS_IN_A_WORD and letters.isalpha()


def _confidence(read: Read) -> float:
    return read.confidence
