"""Row of glyphs to code: looks that must agree, a strict grammar, and silence for everything else."""

from __future__ import annotations

from vision.alone import blank_beside, stands_alone
from vision.card_finder import Candidate, widened
from vision.grammar import EVERY, Fit, Grammar
from vision.pyramid import Pyramid
from vision.quality import quality_of
from vision.reads import CARD_ID
from vision.recogniser import Recogniser, Word, recogniser
from vision.roman import are_letters, counted, is_roman
from vision.votes import Votes

_CROP_HEIGHT = 48
_WITH_MARK = (1.0, 0.16)  # margins of a look that shows a # before the row, in glyph heights
_NOTHING = Word("", 0.0)


class TextReader:
    """Reads rows of glyphs that may be codes. `confidence` of a reading is that of its least sure character, in the
    least sure look but one. `grammar` may be changed at any time."""

    def __init__(self, using: Recogniser | None = None, grammar: Grammar = EVERY) -> None:
        self._recogniser = using or recogniser()
        self.grammar = grammar

    def read(self, pyramid: Pyramid, candidate: Candidate) -> Votes:
        """All the looks at a row that are wanted."""
        votes = Votes(candidate.boxed)
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
            word = counted(word, pyramid, upright) or (_NOTHING if is_roman(word) else word)
            fit = self._fit(pyramid, upright, word, votes.kind)
            cut = fit is None and self.grammar.is_part(word.text, votes.kind)
        votes.take(wanted, word, fit, cut)
        if fit is not None and votes.quality is None:
            votes.quality = quality_of(pyramid, candidate)
        return True

    def _fit(self, pyramid: Pyramid, candidate: Candidate, word: Word, kind: str) -> Fit | None:
        fit = self.grammar.fit(word.text, kind)
        if fit is not None and kind == CARD_ID and not self._is_alone(pyramid, candidate, word, fit):
            return None
        if fit is None or not fit.strokes:
            return fit
        return fit if are_letters(word.text, fit.strokes, pyramid, candidate) else None

    def _is_alone(self, pyramid: Pyramid, candidate: Candidate, word: Word, fit: Fit) -> bool:
        if stands_alone(pyramid, candidate, marked="#" in word.text):
            return True
        if "#" in word.text or not stands_alone(pyramid, candidate, marked=True):
            return False
        [wide] = self._recogniser.read([pyramid.crop(widened(candidate.quad, *_WITH_MARK), _CROP_HEIGHT)])
        return wide.text == f"#{word.text}" and fit.code == word.text  # the mark was not found as a glyph


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
