"""What the recogniser nearly reads: it knows nothing of codes and takes a 2 for a Z, or two ones for one, though the
code that is printed there is likely as well, and no other code is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.glyphs import Floats
from vision.grammar import Grammar
from vision.recogniser import Word
from vision.slots import SIGNS

_LIKELY = 0.10  # of the recogniser: so likely the whole code must be
_CLEARER = 30.0  # times as likely as any other code that differs in one sign
_SURE = 0.6  # of what was meant: so little that the small network must hold to it in many views


def meant(word: Word, code: str, grammar: Grammar, kind: str) -> Word:
    """A look that is no code of this kind as the one that the small network reads there, where the recogniser may have
    seen that and no other one; as it is otherwise."""
    if not code or word.signs is None or any(sign not in SIGNS for sign in code):
        return word
    if grammar.fit(word.text, kind) is not None:
        return word
    own, other = _own_and_another(word.signs, code, grammar, kind)
    if own < _LIKELY or own < _CLEARER * other:
        return word
    return Word(code, _SURE, (), word.signs)


def is_rivalled(word: Word, code: str, grammar: Grammar, kind: str) -> bool:
    """Whether the recogniser may have seen a code that differs from this one in one sign, and rather than this one."""
    if word.signs is None or any(sign not in SIGNS for sign in code):
        return False
    own, other = _own_and_another(word.signs, code, grammar, kind)
    return other > max(own, _LIKELY)


def likelihoods(signs: Floats, texts: Sequence[str]) -> Floats:
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
    own, *rest = (float(each) for each in likelihoods(signs, [code, *others]))
    return own, max(rest, default=0.0)


def _one_sign_off(code: str) -> list[str]:
    places = range(len(code))
    return [code[:at] + sign + code[at + 1 :] for at in places for sign in SIGNS if sign != code[at]]
