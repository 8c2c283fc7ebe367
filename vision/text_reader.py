"""Row of glyphs to code: two readers that must agree, a strict grammar, and silence for everything else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from vision.alone import blank_beside, is_cut_off, is_of_two_words, stands_alone
from vision.candidate import Candidate
from vision.card_finder import FINE_PARTS, HYPHENED, PARTS, searches
from vision.code_net import CodeNet, Guess, code_net
from vision.glance import (
    LIKELY_BLOB,
    LIKELY_BOX,
    LIKELY_CODE,
    WORTH_A_GLANCE,
    Glance,
    glances,
    likely_codes,
    steadiness,
    wide_looks,
)
from vision.grammar import EVERY, Fit, Grammar
from vision.green_box import lies_on_ground
from vision.grown import goes_on
from vision.meant import is_rivalled, meant
from vision.pyramid import Pyramid, widened
from vision.quality import quality_of
from vision.reads import CARD_ID, NUMBOX
from vision.recogniser import Recogniser, Word, recogniser
from vision.roman import are_letters
from vision.scenario_code import ScenarioCodes, is_end_of, is_scenario_code
from vision.second_opinion import SecondOpinion, as_word, is_denied, sees_less
from vision.sieve import sieve
from vision.slots import is_taught
from vision.stroke_before import has_stroke_before
from vision.upright_l import has_upright_l
from vision.votes import Look, Votes

_CROP_HEIGHT = 48
_LIKELY_ID = 0.5  # of a glance at what was taken for a box: it is no number but an ID
_GLANCED = 0.75  # of a glance: so likely a code that is worth a second opinion
_WITH_MARK = (1.0, 0.16)  # margins of a look that shows a # before the row, in glyph heights


class Sifted(NamedTuple):
    """Rows that are likely codes, the likeliest first; those that are less likely so, but worth a glance; and the
    others, with votes that say how little likely they are."""

    likely: list[Candidate]
    less_likely: list[Candidate]
    others: list[tuple[Candidate, Votes]]


class TextReader:
    """Reads rows of glyphs that may be codes. `confidence` of a reading is that of its least sure character, in the
    least sure look but one. `grammar` may be changed at any time."""

    def __init__(
        self,
        using: Recogniser | None = None,
        grammar: Grammar = EVERY,
        net: CodeNet | None = None,
        second_opinion: SecondOpinion | None = None,
    ) -> None:
        self._recogniser = using or recogniser()
        self._net = net or code_net()
        self._sieve = sieve()
        self._scenario_codes = ScenarioCodes()
        self._second_opinion = second_opinion or SecondOpinion()
        self.grammar = grammar

    @property
    def knows_codes(self) -> bool:
        """Whether the small network was taught all the codes that are looked for."""
        return all(is_taught(kind.pattern) for kind in self.grammar.kinds)

    @property
    def searches(self) -> tuple[Sequence[str], ...]:
        """The searches that are worth it for what is looked for, in their order: not those that find much that only the
        small network can tell from codes, where it was not taught them."""
        if not self.knows_codes:
            return (*PARTS, *HYPHENED) if self.grammar.has_hyphens else PARTS, FINE_PARTS
        return searches({kind.kind for kind in self.grammar.kinds})

    def sifted(self, pyramid: Pyramid, rows: Sequence[Candidate]) -> Sifted:
        """Part rows of a picture by how likely they are codes, at a tenth of a glance's time; all are likely where
        the small network was not taught what is looked for."""
        if not self.knows_codes:
            return Sifted(list(rows), [], [])
        codes = [(float(up), float(down)) for up, down in likely_codes(self._sieve, pyramid, rows)]
        seen = sorted(zip(rows, codes, strict=True), key=lambda each: -max(each[1]))
        some = [row for row, likely in seen if max(likely) >= _least_likely(row)]
        less = [row for row, likely in seen if _least_likely(row) > max(likely) >= WORTH_A_GLANCE]
        none = [(row, likely) for row, likely in seen if max(likely) < WORTH_A_GLANCE]
        rest = ((row, Glance(*(Guess(each, "", 0.0) for each in likely))) for row, likely in none)
        return Sifted(some, less, [(row, Votes(row.boxed, glance)) for row, glance in rest])

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
        if wanted.for_number:
            votes.take(wanted, word, None)
            return True
        word = _without_noise(word, votes.first(wanted), pyramid, upright)
        fit, cut = None, False
        if not candidate.word:
            word = self._scenario_codes.told(word, votes.guess(wanted), votes.first(wanted), pyramid, upright)
            if not is_scenario_code(votes.told(wanted)):
                word = meant(word, votes.told(wanted), self.grammar, votes.kind)
            word = self._as_others_hold(word, votes, wanted, pyramid, upright)
            fit = self._fit(pyramid, upright, word, votes.kind)
            cut = fit is None and self.grammar.is_part(word.text, votes.kind)
            if fit is not None and votes.kind == CARD_ID and not votes.covered:
                votes.covered = is_cut_off(pyramid, upright) or self._has_more_strokes(pyramid, upright, fit.code)
        votes.take(wanted, word, fit, cut)
        for view in votes.wants_more_views:
            row = candidate.turned() if view.turned else candidate
            votes.steadied(view, self._steadiness(pyramid, row, votes.guess(view)))
        if (shape := votes.wants_shape) is not None:
            like, code = shape
            votes.shape(like, has_upright_l(code, pyramid, candidate.turned() if like.turned else candidate))
        if votes.promising and votes.quality is None:
            votes.quality = quality_of(pyramid, candidate)
        return True

    def _as_others_hold(self, word: Word, votes: Votes, look: Look, pyramid: Pyramid, upright: Candidate) -> Word:
        """A look of which the recogniser makes no code as the one that both small networks hold to, if they do."""
        code, guess = votes.told(look), votes.guess(look)
        if not code or guess is None or self.grammar.fit(word.text, votes.kind) is not None:
            return word
        if is_denied(word, code) and not (votes.held(look) and sees_less(word, code)):
            return word
        if is_rivalled(word, code, self.grammar, votes.kind):
            return word
        if votes.held(look) is None:
            votes.hold(look, self._holds(code, guess, pyramid, upright))
        return as_word(code) if votes.held(look) else word

    def _holds(self, code: str, guess: Guess, pyramid: Pyramid, upright: Candidate) -> bool:
        """Whether both small networks hold to a code that one of them read at a glance."""
        if min(guess.code, guess.confidence) < _GLANCED:
            return False
        if not is_scenario_code(code):
            return self._second_opinion.agrees(self._net, code, pyramid, upright)
        return self._scenario_codes.tells(code, pyramid, upright) and self._second_opinion.agrees(
            self._scenario_codes.net, code, pyramid, upright
        )

    def _votes(self, row: Candidate, glance: Glance) -> Votes:
        told = self._told(glance, row.kind)
        number = any(code and guess.code >= WORTH_A_GLANCE for code, guess in zip(told, glance.ways, strict=True))
        if row.boxed and glance.likely >= _LIKELY_ID and not number and any(ids := self._told(glance, CARD_ID)):
            return Votes(False, glance, ids)  # a green plate looks like a box
        return Votes(row.boxed, glance, told)

    def _told(self, glance: Glance, kind: str) -> tuple[str, str]:
        """The codes of this kind that the small network reads, each way up; empty where it reads none."""
        upright, turned = (self.grammar.fit(guess.text, kind) for guess in glance.ways)
        return upright.code if upright else "", turned.code if turned else ""

    def _has_more_strokes(self, pyramid: Pyramid, upright: Candidate, code: str) -> bool:
        """Whether a scenario code is the end of a longer one, of which a faint stroke was not found: X/13 of IX/13."""
        if not is_scenario_code(code) or not has_stroke_before(pyramid, upright):
            return False
        return any(is_end_of(code, wide) for wide in wide_looks(self._net, pyramid, upright))

    def _steadiness(self, pyramid: Pyramid, upright: Candidate, guess: Guess | None) -> float:
        """How sure the small network that knows such codes best is of what was read at a glance, in many views."""
        if guess is None:
            return 0.0
        net = self._scenario_codes.net if is_scenario_code(guess.text) else self._net
        return steadiness(net, pyramid, upright, guess.text)

    def _fit(self, pyramid: Pyramid, candidate: Candidate, word: Word, kind: str) -> Fit | None:
        fit = self.grammar.fit(word.text, kind)
        if fit is not None and kind == CARD_ID and not self._is_alone(pyramid, candidate, word, fit):
            return None
        if fit is not None and kind == NUMBOX and not _is_whole_number(pyramid, candidate):
            return None
        if fit is not None and not self.knows_codes and kind == CARD_ID and is_of_two_words(pyramid, candidate):
            fit = replace(fit, only=False)
        if fit is None or not fit.strokes or _is_told_by_form(word, fit):
            return fit
        return fit if are_letters(word.text, fit.strokes, pyramid, candidate) else None

    def _is_alone(self, pyramid: Pyramid, candidate: Candidate, word: Word, fit: Fit) -> bool:
        if stands_alone(pyramid, candidate, marked="#" in word.text):
            return True
        if "#" in word.text or not stands_alone(pyramid, candidate, marked=True):
            return False
        [wide] = self._recogniser.read([pyramid.crop(widened(candidate.quad, *_WITH_MARK), _CROP_HEIGHT)])
        return wide.text == f"#{word.text}" and fit.code == word.text  # the mark was not found as a glyph


def _is_told_by_form(word: Word, fit: Fit) -> bool:
    """Whether the form alone tells that a stroke is the letter I: `1P-22` where two letters must stand. Without any
    letter it may be a date, and numerals before a slash are as likely one."""
    return not is_scenario_code(fit.code) and any(sign.isalpha() for sign in word.text)


def _least_likely(row: Candidate) -> float:
    """How likely a code the sieve must take a row for that is glanced at first."""
    return LIKELY_BLOB if row.rough else LIKELY_BOX if row.boxed else LIKELY_CODE


def _is_whole_number(pyramid: Pyramid, candidate: Candidate) -> bool:
    return (candidate.given or not goes_on(pyramid, candidate)) and lies_on_ground(pyramid, candidate)


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
