"""Looks at one row of glyphs to a reading: each look is a crop of another width, and all of them must agree, with each
other and with what the small network says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from vision.candidate import Candidate
from vision.code_net import Guess
from vision.glance import Glance
from vision.grammar import Fit, Grammar, turned
from vision.quality import Quality
from vision.reads import CARD_ID, COVERED, DOUBTFUL, NUMBOX, TOO_SMALL, UPSIDE_DOWN, Read, corners
from vision.recogniser import Word
from vision.turned_number import LOOKS, is_told, may_be_number, turned_number
from vision.way import STEADY, SURE, WORTH_ASKING, Way, plain

LIKELY = 0.05  # of a glance: rows with less come last
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
_WORTH_A_LOOK, _AS_LIKELY = 0.02, 0.5  # of a glance at one way up; or that share of what the other way has
_ONE_WAY, _OTHER_WAY = 0.80, 0.15  # of a glance at a number: so likely one way up and not the other, and it is that way
_RULED_OUT = 0.1  # of a glance at one way up, as a share of the other one's, which both readers read
_LIKELY_CODE, _MUCH_LIKELIER = 0.5, 2.0  # of a glance at one way up, that speaks against the other one
# Likewise, backed, as a share of the other one's: of numbers the other way up is another number as often as not.
_LIKELY_TOO: Mapping[str, float] = {CARD_ID: 0.25, NUMBOX: 0.5}
_READABLE = 0.6  # of a glance: how sure of what it reads one way up it must be, to speak against the other one, backed
_UNSTEADY = 0.5  # of many views one way up: a chance likeness of what stands the other way up has less
# Likewise, where it holds to one way less surely, and hardly to the other. Of 2,000 drawn lines such as 607 and 117
# three were taken for L.. upside down by one of these two rules; nine tenths of such codes are told by them.
_NEARLY_STEADY, _HARDLY_STEADY = 0.75, 0.10
_UNREADABLE = 0.5  # of the recogniser's first look: it makes nothing of a row that way up
_BACKED_LOOKS = 2  # enough of them, where the small network reads the same
_LETTERS_IN_A_WORD = 3
_CLEAR_LETTERS = 2  # of them: so many at least that no digit looks like, to make a number a word the other way up
_WORD_MARGIN = 0.3  # of confidence, between a word and the same word upside down
_HOLES = "000"  # what is inside the noughts of dark print, as of 1000, looks like pale noughts in a dark box
_EDGES = "|'`-_~°"  # what the edge of a card, or the corner of a box, may be read as


@dataclass(frozen=True)
class Look:
    """A look to take: at the row this way up or `turned`, with margins along and across it in glyph heights; one that
    is `for_number` looks at what may be a number upside down, and at nothing else."""

    turned: bool
    margins: tuple[float, float]
    for_number: bool = False


class Votes:
    """The looks at one row of glyphs so far, and which one is wanted next. Looks may come from several frames."""

    def __init__(self, boxed: bool, glance: Glance | None = None, told: tuple[str, ...] = ("", "")) -> None:
        self.kind = NUMBOX if boxed else CARD_ID
        self.quality: Quality | None = None  # measured once there is something to read
        self.covered = False  # whether something may lie over a part of what was read
        self._number_looks: list[Word] = []  # looks at what a code is upside down
        self._cut = False  # whether a part of a code was seen
        self._glance = glance
        guesses = (glance.upright, glance.turned) if glance is not None else (None, None)
        ways = [Way(guess=guess, told=code) for guess, code in zip(guesses, told, strict=True)]
        self._ways = (ways[0], ways[1])

    @property
    def wanted(self) -> Look | None:
        """The next look; None when the matter is settled."""
        for number in self._likelier_first:
            way, looks = self._ways[number], _LOOKS[self.kind]
            taken = len(way.words)
            if taken == 0 and self._is_worth_a_look(way):
                return Look(bool(number), looks[0])
            if way.fit is not None and way.agreed and 0 < taken < self._looks_at(way):
                return Look(bool(number), looks[_second(way)] if way.backing > 0 else looks[taken])
        return next((Look(not number, looks[0]) for number in (0, 1) if self._may_be_a_word(number)), self._at_number)

    @property
    def _at_number(self) -> Look | None:
        """A look at what a code is upside down, where that is nearly a number."""
        taken = len(self._number_looks)
        if self.kind != CARD_ID or taken >= LOOKS:
            return None
        codes = (number for number, way in enumerate(self._ways) if way.agreed and self._looks_like_number(way))
        return next((Look(not number, _LOOKS[CARD_ID][taken], for_number=True) for number in codes), None)

    def _may_be_a_word(self, number: int) -> bool:
        """Whether a number that is not quite sure this way up was not looked at the other way up, where it may be a
        word: OCT in narrow capitals is 130 upside down."""
        way, other = self._ways[number], self._ways[1 - number]
        seen = self.kind == NUMBOX and way.fit is not None and way.agreed and not other.words
        return seen and WORTH_ASKING / 2 < way.confidence < SURE

    @property
    def _likelier_first(self) -> tuple[int, int]:
        turned = self._glance is not None and self._glance.turned.code > self._glance.upright.code
        return (1, 0) if turned else (0, 1)

    def _is_worth_a_look(self, way: Way) -> bool:
        if way.guess is None or self._glance is None:
            return True
        return way.likely >= _WORTH_A_LOOK or way.guess.code >= _AS_LIKELY * self._glance.likely

    def _looks_at(self, way: Way) -> int:
        return _BACKED_LOOKS if way.backing > 0 else len(_LOOKS[self.kind])

    @property
    def likely(self) -> float:
        """How likely the row is a code, at a first glance: 0 to 1; 1 where there was none."""
        return 1.0 if self._glance is None else max(way.likely for way in self._ways)

    def backing(self, code: str) -> int:
        """1 where the small network reads this code too, -1 where it denies it, 0 where it tells nothing."""
        return next((way.backing for way in self._ways if way.fit is not None and way.fit.code == code), 0)

    @property
    def glanced(self) -> bool:
        """Whether the small network has had its glance."""
        return self._glance is not None

    @property
    def tells_none(self) -> bool:
        """Whether the small network had its glance and reads no code, either way up."""
        return self.glanced and not any(way.told for way in self._ways)

    def may_be(self, codes: Grammar) -> bool:
        """Whether the row is one of these codes, at a first glance."""
        return any(way.told and codes.code(way.told, self.kind) is not None for way in self._ways)

    @property
    def wants_more_views(self) -> tuple[Look, ...]:
        """The ways up, where many views of the small network may settle what both readers read: the recogniser is not
        sure enough of it, the small network reads something else upside down, or it is nearly a number that way."""
        if any(way.steady is not None for way in self._ways):
            return ()
        for number, way in enumerate(self._ways):
            if way.fit is None or not way.agreed or way.backing <= 0 or len(way.words) < _BACKED_LOOKS:
                continue
            unclear = way.confidence < way.limit or self._has_rival(way) or self._stands_the_other_way(way)
            if (unclear or turned_number(way.fit.code)) and not way.fit.turned:
                look = Look(bool(number), _LOOKS[self.kind][0])
                return look, replace(look, turned=not look.turned)
        return ()

    def steadied(self, look: Look, steady: float) -> None:
        """Take in how sure the small network is of what it reads that way up, in many views of the row."""
        self._ways[look.turned].steady = steady

    @property
    def wants_shape(self) -> tuple[Look, str] | None:
        """A way up in which the shape of a code's L may tell that it is no number upside down, and that code."""
        for number, way in enumerate(self._ways):
            if way.fit is not None and way.steady is not None and way.shaped is None and self._looks_like_number(way):
                return Look(bool(number), _LOOKS[self.kind][0]), way.fit.code
        return None

    def shape(self, look: Look, shaped: bool) -> None:
        """Take in whether it does."""
        self._ways[look.turned].shaped = shaped

    def held(self, look: Look) -> bool | None:
        """Whether both small networks hold to what one of them reads that way up; None where that was not asked."""
        return self._ways[look.turned].held

    def hold(self, look: Look, held: bool) -> None:
        """Take in whether they do."""
        self._ways[look.turned].held = held

    def guess(self, look: Look) -> Guess | None:
        """What the small network says of the row, that way up."""
        return self._ways[look.turned].guess

    def told(self, look: Look) -> str:
        """The code that the small network reads, that way up; empty where it reads none."""
        return self._ways[look.turned].told

    def first(self, look: Look) -> str:
        """What the first look that way up read; empty where this one is the first."""
        words = self._ways[look.turned].words
        return words[0].text if words else ""

    @property
    def promising(self) -> bool:
        """Whether a look has seen a code that no other look denied."""
        return any((way.fit is not None and way.agreed) or way.tells for way in self._ways)

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
        if look.for_number:
            self._number_looks.append(word)
            return
        way = self._ways[look.turned]
        if not way.words:
            way.fit = fit if word.confidence >= WORTH_ASKING / 2 else None
            self._cut = self._cut or (cut and word.confidence >= SURE)
        else:
            # A v and a V are one shape in two sizes, and a crop tells no size; which of them it is, the grammar knows.
            alike = plain(word.text.strip(_EDGES)) == plain(way.words[0].text)
            # Where the other reader reads the same, a look that is not sure of anything only makes it less sure, unless
            # it sees more than the first one: `48 601` upside down begins with L09.
            more = len(word.text) > len(way.words[0].text) > 0 and plain(way.words[0].text) in plain(word.text)
            unsure = way.backing > 0 and word.confidence < WORTH_ASKING and not more
            way.agreed = way.agreed and (alike or unsure)
        way.words.append(_without_mark(word))

    def reads(self, candidate: Candidate, up: int = 0) -> list[Read]:
        """The reading of a settled row: none, one, or two where it is one number this way up and another that way.
        `up` is 1 where something else tells that the candidate is upright, -1 where it is upside down."""
        if not any(way.fit is not None or way.tells for way in self._ways):
            return []
        codes = [(way, each) for way, each in self._each_way(candidate) if way.fit is not None]
        codes = [(way, each) for way, each in codes if not self._is_nothing_beside_the_other(way)]
        reads = [self._judged(way, each) for way, each in codes]
        if not reads:
            return [self._told(way, each) for way, each in self._each_way(candidate) if way.tells][:1]
        if not any(read.doubt == UPSIDE_DOWN for read in reads):
            return reads
        up = up or self._way_by_glance() or self._way_by_ones()
        upright = [way for way in self._each_way(candidate)[:: up or 1][:1] if up and way[0].confidence >= way[0].limit]
        sure = [replace(self._judged(way, each), doubt="") for way, each in upright if way.fit is not None]
        return sure or _both_ways(max(reads, key=_confidence))

    def _way_by_glance(self) -> int:
        """1 where the shapes of a number's digits say that it is upright, -1 where they say that it is upside down. A 6
        is a 9 the other way up, and a 0 a 0: only a 1 and an 8 tell."""
        if self._glance is None:
            return 0
        for up, one, other in ((1, *self._ways), (-1, *self._ways[::-1])):
            if one.fit is None or not set(one.fit.code) & {"1", "8"}:
                continue
            sure = one.guess is not None and min(one.guess.code, one.guess.confidence) >= _ONE_WAY and one.backing > 0
            if sure and other.guess is not None and other.guess.code <= _OTHER_WAY:
                return up
        return 0

    def _way_by_ones(self) -> int:
        """1 where the ones in a number say that it is upright, -1 where they say that it is upside down."""
        for up, way, other in ((1, *self._ways), (-1, *self._ways[::-1])) if self.kind == NUMBOX else ():
            if way.fit is None or "1" not in way.fit.code or len(way.words) < len(_LOOKS[self.kind]) or not other.words:
                continue
            if way.confidence >= _UPRIGHT and max(word.confidence for word in other.words) <= _FLIPPED:
                return up
        return 0

    def _each_way(self, candidate: Candidate) -> tuple[tuple[Way, Candidate], tuple[Way, Candidate]]:
        return (self._ways[0], candidate), (self._ways[1], candidate.turned())

    def _judged(self, way: Way, candidate: Candidate) -> Read:
        code = way.fit.code if way.fit else ""
        return Read(code, self.kind, way.confidence, corners(candidate.quad), self._doubt(way, candidate.height))

    def _told(self, way: Way, candidate: Candidate) -> Read:
        """What only the small network reads."""
        confidence = way.guess.confidence * WORTH_ASKING if way.guess is not None else 0.0
        doubt = TOO_SMALL if candidate.height < SMALLEST_DIGIT else self._cause()
        return Read(way.told, self.kind, max(confidence, WORTH_ASKING), corners(candidate.quad), doubt)

    def _doubt(self, way: Way, height: float) -> str:
        if height < SMALLEST_DIGIT:
            return TOO_SMALL
        if self.covered:
            return COVERED
        code = way.fit.code if way.fit else ""
        if way.fit is not None and way.fit.turned:
            return UPSIDE_DOWN
        if self.kind == NUMBOX and code == _HOLES:
            return DOUBTFUL
        clear = way.confidence >= way.limit and way.backing >= 0 and not self._has_rival(way)
        clear = (
            clear
            and not self._may_be_number(way)
            and not self._stands_the_other_way(way)
            and not self._is_word_the_other_way(way)
        )
        return "" if clear and way.fit is not None and way.fit.only else self._cause()

    def _may_be_number(self, way: Way) -> bool:
        """Whether a code may be a number that lies upside down."""
        if way.fit is None or not self._looks_like_number(way):
            return False
        return may_be_number(way.fit.code, way.words[0], way.steady or 0.0, self._number_looks)

    @staticmethod
    def _looks_like_number(way: Way) -> bool:
        """Whether a code is nearly a number upside down, and nothing has told yet that it is none."""
        if way.fit is None or not way.words or turned_number(way.fit.code) is None:
            return False
        return not is_told(way.words[0], way.steady or 0.0, shaped=way.shaped is True)

    def _has_rival(self, way: Way) -> bool:
        """Whether another code is read the other way up, nearly as surely or more so, and is not ruled out there."""
        code = way.fit.code if way.fit else ""
        [other] = [each for each in self._ways if each is not way]
        if other.fit is None or other.fit.code == code or self._is_steadier(way):
            return False
        ruled_out = way.backing > 0 and _is_ruled_out(other, way)
        return not ruled_out and way.confidence - other.confidence < _CLEAR_MARGIN

    def _stands_the_other_way(self, way: Way) -> bool:
        """Whether the small network takes the row for a code that is this way upside down: L09 is 607 then."""
        if way.guess is None:
            return False
        guesses = [each.guess for each in self._ways if _may_be_instead(each, way) and each.guess is not None]
        if way.backing > 0:
            least = _LIKELY_TOO[self.kind] * way.guess.code
            others = [each for each in guesses if each.code > least and each.confidence >= _READABLE]
            return bool(others) and not self._is_steadier(way)
        likely = max((each.code for each in guesses), default=0.0)
        return likely > max(_LIKELY_CODE, _MUCH_LIKELIER * way.guess.code)

    def _is_word_the_other_way(self, way: Way) -> bool:
        """Whether a number is letters the other way up, which the recogniser reads more surely."""
        [other] = [each for each in self._ways if each is not way]
        first = other.words[0] if self.kind == NUMBOX and way.confidence < SURE and other.words else None
        if first is None or not _is_word(first) or first.confidence < way.confidence:
            return False
        return sum(sign.isalpha() for sign in first.text) >= _CLEAR_LETTERS

    def _is_nothing_beside_the_other(self, way: Way) -> bool:
        """Whether it is nobody's question what a row is this way up, which is surely read the other way up."""
        [other] = [each for each in self._ways if each is not way]
        turnable = other.fit is not None and way.fit is not None and other.fit.turned == way.fit.code
        if turnable or other.backing <= 0 or other.confidence < max(other.limit, way.confidence):
            return False
        return self._is_steadier(other) or (way.backing <= 0 and _is_ruled_out(way, other))

    def _is_steadier(self, way: Way) -> bool:
        """Whether the small network holds to what it reads this way up, and not to what it reads the other way."""
        [other] = [each for each in self._ways if each is not way]
        if way.steady is None or other.steady is None:
            return False
        limits = (STEADY, _UNSTEADY), (_NEARLY_STEADY, _HARDLY_STEADY)
        return any(way.steady >= most and other.steady < least for most, least in limits)

    def _cause(self) -> str:
        return (self.quality.trouble if self.quality is not None else "") or DOUBTFUL


def _may_be_instead(other: Way, way: Way) -> bool:
    """Whether a row may stand the other way up: not where it is the same number then, nor where the recogniser, which
    reads it clearly this way up, makes nothing of it."""
    if other is way or (other.guess is not None and way.fit is not None and other.guess.text == way.fit.code):
        return False
    unreadable = bool(other.words) and other.fit is None and other.words[0].confidence < _UNREADABLE
    return not (unreadable and way.backing > 0 and way.confidence >= SURE)


def _is_ruled_out(other: Way, backed: Way) -> bool:
    """Whether the small network, which reads one way up what the recogniser reads, takes the other way up for none."""
    return other.guess is not None and backed.guess is not None and other.guess.code < _RULED_OUT * backed.guess.code


def _without_mark(word: Word) -> Word:
    """A look without its #: a code is no less sure for a faint one."""
    if not word.text.startswith("#") or len(word.each) != len(word.text):
        return word
    return Word(word.text[1:], min(word.each[1:], default=0.0), word.each[1:])


def _second(way: Way) -> int:
    """Which look is the second and last one at what the small network reads as well: the widest, but for long scenario
    codes, whose strokes run together in it."""
    return 1 if way.fit is not None and "/" in way.fit.code else -1


def _both_ways(read: Read) -> list[Read]:
    """A code that is another one upside down, as what it is either way up."""
    text = turned(read.text)
    if text is None or read.quad is None:
        return [read]
    upright = replace(read, doubt=UPSIDE_DOWN, other=text)
    return [upright, replace(upright, text=text, other=read.text, quad=read.quad[2:] + read.quad[:2])]


def _is_word(word: Word) -> bool:
    """Whether it is three letters or more; the recogniser tells O, I and l as digits."""
    letters = word.text.strip(".,;:!?").replace("0", "o").replace("1", "l")
    return word.confidence >= SURE and len(letters) >= _LETTERS_IN_A_WORD and letters.isalpha()


def _confidence(read: Read) -> float:
    return read.confidence
