"""Row of glyphs to code: two readers that must agree, a strict grammar, and silence for everything else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vision.alone import blank_beside, is_cut_off, stands_alone
from vision.candidate import Candidate
from vision.code_net import CodeNet, Guess, code_net
from vision.glance import Glance, glances, steadiness
from vision.grammar import EVERY, Fit, Grammar
from vision.grown import goes_on
from vision.pyramid import Pyramid, widened
from vision.quality import quality_of
from vision.reads import CARD_ID, NUMBOX
from vision.recogniser import Recogniser, Word, recogniser
from vision.roman import are_letters, begins_low, counted, is_roman
from vision.slots import is_taught
from vision.votes import Votes
from vision.way import STEADY

_CROP_HEIGHT = 48
_WITH_MARK = (1.0, 0.16)  # margins of a look that shows a # before the row, in glyph heights
_NOTHING = Word("", 0.0)
_STROKES = re.compile("[1I]+")
_SURE_OF_STROKES = 0.8  # that the small network must be, where only it tells how many strokes a number has
_AS_MANY_STROKES = 0.5  # likewise, where the recogniser saw as many,
_WORTH_MORE_VIEWS = 0.6  # likewise, where it must read the same in many views of the row as well
_LIKE_DATES = ("I", "II")  # `11/08` and `II/08` are nearly one print,
_NO_DATE, _COUNTED, _LETTERS_SEEN = 0.95, 0.80, 0.70  # told apart by many views, in which a date reached 0.94
_SURE_OF_SLASH = 0.9  # and where it missed the slash, or a stroke on either side of it


class TextReader:
    """Reads rows of glyphs that may be codes. `confidence` of a reading is that of its least sure character, in the
    least sure look but one. `grammar` may be changed at any time."""

    def __init__(self, using: Recogniser | None = None, grammar: Grammar = EVERY, net: CodeNet | None = None) -> None:
        self._recogniser = using or recogniser()
        self._net = net or code_net()
        self.grammar = grammar

    @property
    def knows_codes(self) -> bool:
        """Whether the small network was taught all the codes that are looked for."""
        return all(is_taught(kind.pattern) for kind in self.grammar.kinds)

    def begin(self, pyramid: Pyramid, rows: Sequence[Candidate]) -> list[Votes]:
        """Fresh votes on rows of a picture, each with a first, cheap glance of the small network; without it where it
        was not taught what is looked for, and on words."""
        if not self.knows_codes:
            return [Votes(row.boxed) for row in rows]
        seen = iter(glances(self._net, pyramid, [row for row in rows if not row.word]))
        return [Votes(row.boxed) if row.word else self._votes(row, next(seen)) for row in rows]

    def read(self, pyramid: Pyramid, candidate: Candidate) -> Votes:
        """All the looks at a row that are wanted."""
        [votes] = self.begin(pyramid, [candidate])
        return self.read_on(pyramid, candidate, votes)

    def read_on(self, pyramid: Pyramid, candidate: Candidate, votes: Votes) -> Votes:
        """All the looks that are still wanted."""
        while self.look(pyramid, candidate, votes):
            pass
        return votes

    def look(self, pyramid: Pyramid, candidate: Candidate, votes: Votes) -> bool:
        """Take the next look that is wanted; False when none was."""
        wanted = votes.wanted
        if wanted is None:
            return False
        upright = candidate.turned() if wanted.turned else candidate
        [word] = self._recogniser.read([pyramid.crop(widened(upright.quad, *wanted.margins), _CROP_HEIGHT)])
        word = _without_noise(word, votes.first(wanted), pyramid, upright)
        fit, cut = None, False
        if not candidate.word:
            word = self._with_strokes(word, votes.guess(wanted), pyramid, upright)
            word = _confirmed(word, votes.first(wanted), votes.guess(wanted))
            fit = self._fit(pyramid, upright, word, votes.kind)
            cut = fit is None and self.grammar.is_part(word.text, votes.kind)
            if fit is not None and votes.kind == CARD_ID and not votes.covered:
                votes.covered = is_cut_off(pyramid, upright)
        votes.take(wanted, word, fit, cut)
        for view in votes.wants_more_views:
            guess, row = votes.guess(view), candidate.turned() if view.turned else candidate
            votes.steadied(view, steadiness(self._net, pyramid, row, guess.text) if guess is not None else 0.0)
        if votes.promising and votes.quality is None:
            votes.quality = quality_of(pyramid, candidate)
        return True

    def _votes(self, row: Candidate, glance: Glance) -> Votes:
        fits = (self.grammar.fit(guess.text, row.kind) for guess in (glance.upright, glance.turned))
        return Votes(row.boxed, glance, tuple(fit.code if fit is not None else "" for fit in fits))

    def _fit(self, pyramid: Pyramid, candidate: Candidate, word: Word, kind: str) -> Fit | None:
        fit = self.grammar.fit(word.text, kind)
        if fit is not None and kind == CARD_ID and not self._is_alone(pyramid, candidate, word, fit):
            return None
        if fit is not None and kind == NUMBOX and goes_on(pyramid, candidate):
            return None
        if fit is None or not fit.strokes:
            return fit
        return fit if are_letters(word.text, fit.strokes, pyramid, candidate) else None

    def _with_strokes(self, word: Word, guess: Guess | None, pyramid: Pyramid, candidate: Candidate) -> Word:
        """A scenario code with its strokes told: counted as glyphs, or, where they run into each other, as the small
        network has them; nothing where the two differ, or neither can tell. Any other word as it is."""
        count = None if candidate.rough else counted(word, pyramid, candidate)  # a blob's edges cut strokes
        sure = 0.0 if guess is None else min(guess.code, guess.confidence)
        if count is not None:
            other = guess is not None and sure >= _SURE_OF_STROKES and "/" in guess.text and guess.text != count.text
            dated = not other and guess is not None and self._may_be_a_date(count.text, word, pyramid, candidate)
            return _NOTHING if other or dated else count
        if guess is None:
            return _NOTHING if is_roman(word) else word
        believed = sure >= _least_sure(guess.text, word.text)
        if not believed and sure >= _WORTH_MORE_VIEWS and _may_be(guess.text, word.text):
            believed = steadiness(self._net, pyramid, candidate, guess.text) >= _steady_enough(guess.text, word)
            believed = believed and not (_like_a_date(guess.text) and begins_low(pyramid, candidate))
        if believed:
            return Word(guess.text, _sure_of_rest(word), word.each)
        return _NOTHING if is_roman(word) else word

    def _may_be_a_date(self, told: str, word: Word, pyramid: Pyramid, candidate: Candidate) -> bool:
        """Whether what was told as a scenario code may be a date: nobody saw its strokes as letters."""
        if not _like_a_date(told) or any(word.letters[:-2]):
            return False
        return steadiness(self._net, pyramid, candidate, told) < _COUNTED

    def _is_alone(self, pyramid: Pyramid, candidate: Candidate, word: Word, fit: Fit) -> bool:
        if stands_alone(pyramid, candidate, marked="#" in word.text):
            return True
        if "#" in word.text or not stands_alone(pyramid, candidate, marked=True):
            return False
        [wide] = self._recogniser.read([pyramid.crop(widened(candidate.quad, *_WITH_MARK), _CROP_HEIGHT)])
        return wide.text == f"#{word.text}" and fit.code == word.text  # the mark was not found as a glyph


def _confirmed(word: Word, first: str, guess: Guess | None) -> Word:
    """A later look at a scenario code, which the small network reads as the first look did: only its digits count, for
    its slash may be taken for a 1, as in `101`."""
    if guess is None or "/" not in first or guess.text != first or not word.text.endswith(first[-2:]):
        return word
    return Word(first, word.confidence, word.each) if set(word.text[:-2].upper()) <= set("1I/") else word


def _sure_of_rest(word: Word) -> float:
    """How sure the recogniser is of a scenario code's last two digits and of its letters but for strokes: those were
    told by others."""
    head = word.text[:-2]
    sure = [sure for sign, sure in zip(head, word.each, strict=False) if sign.upper() in "VX"]
    return min([*sure, *word.each[-2:]], default=word.confidence)


def _least_sure(told: str, seen: str) -> float:
    """How sure the small network must be of a scenario code, to be believed in what the recogniser sees otherwise or
    cannot tell; more than anybody is where the two read different things."""
    head, slash, _ = told.partition("/")
    if not slash or _STROKES.sub("", told).replace("/", "") != _STROKES.sub("", seen.upper()).replace("/", ""):
        return 2.0
    if not _STROKES.sub("", head):
        return 2.0  # `II/08` and `11/08` are one print in many typefaces
    if told.replace("I", "1") == seen.upper().replace("I", "1"):
        return _AS_MANY_STROKES
    return _SURE_OF_STROKES if _shape(told) == _shape(seen) else _SURE_OF_SLASH


def _may_be(told: str, seen: str) -> bool:
    """Whether what the recogniser sees is this scenario code but for its strokes, of which it makes anything: `I/29`
    may be seen as `V29`, but not as the number 129."""
    seen, digits = seen.upper(), told[-2:]
    head = seen[:-2]
    letters = [letter for letter in "VX" if letter in told]
    if "/" not in told or not seen.endswith(digits) or not set(head) <= set("1IVX/"):
        return False
    return all(letter in head for letter in letters) if letters else bool(set(head) & set("VX/"))


def _like_a_date(told: str) -> bool:
    return told.partition("/")[0] in _LIKE_DATES


def _steady_enough(told: str, word: Word) -> float:
    """How sure the small network must be of a scenario code in many views of it, to be believed."""
    if not _like_a_date(told):
        return STEADY
    return _LETTERS_SEEN if any(word.letters[:-2]) else _NO_DATE


def _shape(text: str) -> str:
    """A text with any number of strokes before its slash as one."""
    head, slash, tail = text.upper().partition("/")
    return _STROKES.sub("1", head) + slash + tail


def _without_noise(word: Word, first: str, pyramid: Pyramid, candidate: Candidate) -> Word:
    """A wide look without a sign more at an end than the narrow look `first` had, where there is blank ground."""
    at = word.text.find(first) if first else -1
    if at < 0 or word.text == first or len(word.each) != len(word.text):
        return word
    end = at + len(first)
    before, behind = blank_beside(pyramid, candidate)
    if (at and not before) or (end < len(word.text) and not behind):
        return word
    return Word(first, min(word.each[at:end]), word.each[at:end])
