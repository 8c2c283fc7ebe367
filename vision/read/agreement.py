"""What is read where the recogniser makes no code of a row.

It knows nothing of codes, and takes a 2 for a Z, or two ones for one: `constrained_decode` takes the code that it
nearly read, where no other one is likely. Faint, blurred or unusual print, of which it makes nothing, is plain to those
that were taught it: `NetworkAgreement` tells whether two small networks, which look at print in different ways, hold to
one code."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.find.candidate import Candidate
from vision.find.picture import Floats, Pyramid
from vision.grammar import Grammar
from vision.read.fusion import LIKE_WORDS, SURE, SURE_RATHER_CONSISTENT, plain
from vision.read.networks import SIGNS, CodeNet, SignNet, sign_net
from vision.read.prescreen import augmented_crops, view_consistency
from vision.read.recogniser import Recognition

_LIKELY = 0.10  # of the recogniser: so likely the whole code must be
_CLEARER = 30.0  # times as likely as any other code that differs in one sign
_SURE = 0.6  # of what was decoded so: so little that the small network must hold to it in many crops
# How consistent the network that knows codes must be, and how likely the code sign by sign, in all crops but one. Of
# 13,000 drawn codes none was misread by either of these; of 12,000 lines that nearly are codes, those whose letters
# look like digits.
_CONSISTENT, _LIKELY_BY_SIGNS = 0.92, 0.3
_RATHER_CONSISTENT, _CLEARLY_BY_SIGNS = 0.80, 0.9
_LIKE_LETTERS, _STROKES = "01", ("1", "I", "l")
_AS_SURE = SURE_RATHER_CONSISTENT + 0.01  # as the recogniser is taken to be then


def constrained_decode(recognition: Recognition, code: str, grammar: Grammar, kind: str) -> Recognition:
    """What the recogniser read, where it is no code of this kind, as the one that the small network reads there, where
    the recogniser may have seen that and no other one; as it is otherwise."""
    if not code or recognition.signs is None or any(sign not in SIGNS for sign in code):
        return recognition
    if grammar.fit(recognition.text, kind) is not None:
        return recognition
    own, other = _own_and_another(recognition.signs, code, grammar, kind)
    if own < _LIKELY or own < _CLEARER * other:
        return recognition
    return Recognition(code, _SURE, (), recognition.signs)


def is_rivalled(recognition: Recognition, code: str, grammar: Grammar, kind: str) -> bool:
    """Whether the recogniser may have seen a code that differs from this one in one sign, and rather than this one."""
    if recognition.signs is None or any(sign not in SIGNS for sign in code):
        return False
    own, other = _own_and_another(recognition.signs, code, grammar, kind)
    return other > max(own, _LIKELY)


def ctc_likelihoods(signs: Floats, texts: Sequence[str]) -> Floats:
    """How likely texts of one length are, (..., N): the sum over all ways to spread each over the steps of an answer,
    with nothing between its signs or before and behind them. `signs` (..., steps, 19 or more) is how likely nothing and
    each of `SIGNS` is at each step of one answer or of many."""
    places = np.zeros((len(texts), 2 * len(texts[0]) + 1), np.intp)
    places[:, 1::2] = [[SIGNS.index(sign) + 1 for sign in text] for text in texts]
    skips = np.zeros(places.shape, np.bool_)  # from one sign to the next without a step of nothing
    skips[:, 3::2] = places[:, 3::2] != places[:, 1:-2:2]
    ways = np.zeros((*signs.shape[:-2], *places.shape))
    ways[..., 0] = 1.0
    for step in np.moveaxis(np.asarray(signs, np.float64), -2, 0):
        further = ways.copy()
        further[..., 1:] += ways[..., :-1]
        further[..., 2:] += np.where(skips[:, 2:], ways[..., :-2], 0.0)
        ways = further * step[..., places]
    return np.asarray(ways[..., -2] + ways[..., -1], np.float32)


def _own_and_another(signs: Floats, code: str, grammar: Grammar, kind: str) -> tuple[float, float]:
    """How likely this code is, and the likeliest one that differs from it in one sign; 0 where there is none."""
    others = [other for other in _one_sign_off(code) if grammar.code(other, kind) is not None]
    own, *rest = (float(each) for each in ctc_likelihoods(signs, [code, *others]))
    return own, max(rest, default=0.0)


def _one_sign_off(code: str) -> list[str]:
    places = range(len(code))
    return [code[:at] + sign + code[at + 1 :] for at in places for sign in SIGNS if sign != code[at]]


class NetworkAgreement:
    """Asks the network that reads sign by sign about what the network that knows codes reads."""

    def __init__(self, signs: SignNet | None = None) -> None:
        self._signs = signs or sign_net()

    def agrees(self, net: CodeNet, code: str, pyramid: Pyramid, upright: Candidate) -> bool:
        """Whether both hold to a code, which `net` reads in an upright row, in many crops of it."""
        consistency = view_consistency(net, pyramid, upright, code)
        least = _LIKELY_BY_SIGNS if consistency >= _CONSISTENT else _CLEARLY_BY_SIGNS
        return consistency >= _RATHER_CONSISTENT and self.likelihood(code, pyramid, upright) >= least

    def likelihood(self, code: str, pyramid: Pyramid, upright: Candidate) -> float:
        """How likely an upright row is this code, with its `#` or without one, sign by sign: 0 to 1, in all crops of it
        but one."""
        signs = self._signs.shares(augmented_crops(pyramid, upright))
        likely = np.sum([ctc_likelihoods(signs, [text])[:, 0] for text in (code, f"#{code}")], axis=0)
        return float(np.sort(likely)[1])


def agreed_recognition(code: str) -> Recognition:
    """What is taken for read where both networks hold to this code."""
    return Recognition(code, _AS_SURE)


def is_denied(recognition: Recognition, code: str) -> bool:
    """Whether the recogniser is sure that a row is something else than this code, or has seen neither the L of one that
    a small word looks like nor its digits: `in` upside down is an L11 to both networks."""
    if code.startswith(LIKE_WORDS) and LIKE_WORDS not in recognition.text and not _sees_digits(recognition, code):
        return True
    return recognition.confidence >= SURE and plain(recognition.text) != code


def sees_part(recognition: Recognition, code: str) -> bool:
    """Whether the recogniser sees a part of a code and nothing else: the rest is too faint for it in a wide crop."""
    return bool(recognition.text) and plain(recognition.text) in code


def _sees_digits(recognition: Recognition, code: str) -> bool:
    """Whether the recogniser took the L alone for a stroke: no word has a 3 or an 8 in it."""
    digits = code.removeprefix(LIKE_WORDS)
    return (
        bool(set(digits) - set(_LIKE_LETTERS)) and recognition.text[:1] in _STROKES and recognition.text[1:] == digits
    )
