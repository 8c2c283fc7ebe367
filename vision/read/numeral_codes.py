"""Numeral codes such as `III/08`: the recogniser makes anything of their strokes, and takes `II/08` for a date; a
small network that was taught nothing but numeral codes and dates counts the strokes, and tells them from ones."""

from __future__ import annotations

import re

import numpy as np

from vision.find.picture import Candidate, Pyramid
from vision.read.glyphs import may_be_ones
from vision.read.networks import SLOTS, TAUGHT, CodeNet, Prediction, augmented_crops, numeral_net, text_of
from vision.read.recogniser import Recognition
from vision.reads import CARD_ID
from vision.thresholds import NEVER, SURE_OF_MORE, SURE_OF_STROKES, SURE_OF_UNSEEN_STROKES

_LIKE_DATES = ("I", "II")  # `1/08` and `11/08`; no month is the 111th
_NOTHING = Recognition("", 0.0)
_DIGITS = 2  # behind the slash
_SEEN = re.compile("(?=[1VX])1*[VX]?1*[VX]?1*/[0-9]{2}", re.IGNORECASE)  # as the recogniser tells them
_CODE = re.compile("[IVX]+/[0-9]{2}")


class NumeralCodes:
    """Tells the strokes of numeral codes."""

    def __init__(self, net: CodeNet | None = None) -> None:
        self.net = net or numeral_net()

    def corrected(
        self, recognition: Recognition, prediction: Prediction | None, pyramid: Pyramid, candidate: Candidate
    ) -> Recognition:
        """What was read in an upright row, with its strokes corrected, where it may be a numeral code; nothing where
        they cannot be told; anything else as it is. `prediction` is what the network for all codes says."""
        seen = _SEEN.fullmatch(recognition.text) is not None
        if not seen and (prediction is None or not may_be(prediction.text, recognition.text)):
            return recognition
        head, sure = self.strokes(pyramid, candidate)
        code = head + recognition.text[-_DIGITS:]
        if not may_be(code, recognition.text) or sure < _least_sure(code, pyramid, candidate):
            return _NOTHING if seen else recognition
        return Recognition(code, _sure_of_rest(recognition), recognition.each)

    def strokes(self, pyramid: Pyramid, upright: Candidate) -> tuple[str, float]:
        """What stands before the digits of an upright row, with its slash, and how likely it is that and no date: 0 to
        1, in the mean of many crops. The digits do not matter: others read them."""
        codes, shares = self.net.shares(augmented_crops(pyramid, upright))
        places = shares[:, : SLOTS - _DIGITS]
        mean = places.mean(axis=0)
        each = np.take_along_axis(places, mean.argmax(axis=1)[None, :, None], axis=2)[:, :, 0]
        return text_of(mean), float((codes * each.prod(axis=1)).mean())


def _least_sure(code: str, pyramid: Pyramid, upright: Candidate) -> float:
    """How sure the network must be of a numeral code: never enough where it would be a date in print whose ones look
    like an I, and surer where that cannot be seen."""
    head = code[: -_DIGITS - 1]
    if head not in _LIKE_DATES:
        return SURE_OF_STROKES
    ones = may_be_ones(len(head), code[-_DIGITS:], pyramid, upright)
    return NEVER if ones else SURE_OF_UNSEEN_STROKES if ones is None else SURE_OF_STROKES


def is_numeral_code(text: str) -> bool:
    """Whether a text is one, as far as its signs tell."""
    return _CODE.fullmatch(text) is not None


def is_end_of(code: str, wider: Prediction) -> bool:
    """Whether a wider crop of a numeral code reads a longer one that ends with it; `VVII/13` is none."""
    longer = wider.text != code and wider.text.endswith(code) and TAUGHT.code(wider.text, CARD_ID) is not None
    return longer and wider.confidence >= SURE_OF_MORE


def may_be(code: str, seen: str) -> bool:
    """Whether what the recogniser sees is this numeral code but for its strokes, of which it makes anything: `I/29`
    may be seen as `V29`, but not as the number 129."""
    seen, digits = seen.upper(), code[-_DIGITS:]
    head = seen[:-_DIGITS]
    letters = [letter for letter in "VX" if letter in code]
    if not is_numeral_code(code) or not seen.endswith(digits) or not set(head) <= set("1ILVX/"):
        return False
    if letters:  # and something for a slash or a stroke: `x 11` of a list, upside down in the dark, is no `X/11`
        return all(letter in head for letter in letters) and bool(set(head) & set("1IL/"))
    return bool(set(head) & set("VX/"))


def _sure_of_rest(recognition: Recognition) -> float:
    """How sure the recogniser is of a numeral code's last two digits and of its letters but for strokes: those were
    told by others."""
    head = recognition.text[:-_DIGITS]
    sure = [sure for sign, sure in zip(head, recognition.each, strict=False) if sign.upper() in "VX"]
    return min([*sure, *recognition.each[-_DIGITS:]], default=recognition.confidence)
