"""What two small networks hold to, which look at print in different ways, where the recogniser makes nothing of a row:
faint, blurred or unusual print is plain to those that were taught it."""

from __future__ import annotations

import numpy as np

from vision.candidate import Candidate
from vision.code_net import CodeNet
from vision.glance import steadiness, views
from vision.meant import likelihoods
from vision.pyramid import Pyramid
from vision.recogniser import Word
from vision.sign_net import SignNet, sign_net
from vision.way import LIKE_WORDS, SURE, SURE_RATHER_STEADY, plain

# How steady the network that knows codes must be, and how likely the code sign by sign, in all views but one. Of 13,000
# drawn codes none was misread by either of these; of 12,000 lines that nearly are codes, those whose letters look like
# digits.
_STEADY, _HELD = 0.92, 0.3
_RATHER_STEADY, _CLEARLY_HELD = 0.80, 0.9
_LIKE_LETTERS, _STROKES = "01", ("1", "I", "l")
_AS_SURE = SURE_RATHER_STEADY + 0.01  # as the recogniser is taken to be then


class SecondOpinion:
    """Asks the network that reads sign by sign about what the network that knows codes reads."""

    def __init__(self, signs: SignNet | None = None) -> None:
        self._signs = signs or sign_net()

    def agrees(self, net: CodeNet, code: str, pyramid: Pyramid, upright: Candidate) -> bool:
        """Whether both hold to a code, which `net` reads in an upright row, in many views of it."""
        steady = steadiness(net, pyramid, upright, code)
        least = _HELD if steady >= _STEADY else _CLEARLY_HELD
        return steady >= _RATHER_STEADY and self.likelihood(code, pyramid, upright) >= least

    def likelihood(self, code: str, pyramid: Pyramid, upright: Candidate) -> float:
        """How likely an upright row is this code, with its `#` or without one, sign by sign: 0 to 1, in all views of it
        but one."""
        signs = self._signs.shares(views(pyramid, upright))
        likely = np.sum([likelihoods(signs, [text])[:, 0] for text in (code, f"#{code}")], axis=0)
        return float(np.sort(likely)[1])


def as_word(code: str) -> Word:
    """A look at a row that both networks hold to be this code."""
    return Word(code, _AS_SURE)


def is_denied(word: Word, code: str) -> bool:
    """Whether the recogniser is sure that a row is something else than this code, or has seen neither the L of one that
    a small word looks like nor its digits: `in` upside down is an L11 to both networks."""
    if code.startswith(LIKE_WORDS) and LIKE_WORDS not in word.text and not _sees_digits(word, code):
        return True
    return word.confidence >= SURE and plain(word.text) != code


def sees_less(word: Word, code: str) -> bool:
    """Whether the recogniser sees a part of a code and nothing else: the rest is too faint for it in a wide look."""
    return bool(word.text) and plain(word.text) in code


def _sees_digits(word: Word, code: str) -> bool:
    """Whether the recogniser took the L alone for a stroke: no word has a 3 or an 8 in it."""
    digits = code.removeprefix(LIKE_WORDS)
    return bool(set(digits) - set(_LIKE_LETTERS)) and word.text[:1] in _STROKES and word.text[1:] == digits
