"""Scenario codes such as `III/08`: the recogniser makes anything of their strokes, and takes `II/08` for a date; a
small network that was taught nothing but scenario codes and dates counts the strokes, and tells them from ones."""

from __future__ import annotations

import re

import numpy as np

from vision.candidate import Candidate
from vision.code_net import CodeNet, Guess, scenario_net, text_of
from vision.glance import views
from vision.pyramid import Pyramid
from vision.reads import CARD_ID
from vision.recogniser import Word
from vision.roman import may_be_ones
from vision.slots import SLOTS, TAUGHT

SURE_OF_STROKES = 0.72  # of what stands before the digits: see benchmarks/dates.py
# Where glyphs run into each other (no drawn date in old-style figures reached 0.875), and where ones look like an I.
_UNSEEN, _NEVER = 0.885, 2.0
# Of a glance. Of 8,000 drawn numbers such as 101 and 1104 it was so sure of none, with the strokes told likewise.
_SURE_OF_SLASH = 0.80
_SURE_OF_MORE = 0.60  # of a wide look: how sure of its least sure sign
_LIKE_DATES = ("I", "II")  # `1/08` and `11/08`; no month is the 111th
_NOTHING = Word("", 0.0)
_DIGITS = 2  # behind the slash
_SEEN = re.compile("(?=[1VX])1*[VX]?1*[VX]?1*/[0-9]{2}", re.IGNORECASE)  # as the recogniser tells them
_CODE = re.compile("[IVX]+/[0-9]{2}")


class ScenarioCodes:
    """Tells the strokes of scenario codes."""

    def __init__(self, net: CodeNet | None = None) -> None:
        self.net = net or scenario_net()

    def told(self, word: Word, guess: Guess | None, first: str, pyramid: Pyramid, candidate: Candidate) -> Word:
        """A look at an upright row, with its strokes told, where it may be a scenario code; nothing where they cannot
        be told; any other word as it is. `guess` is what the network for all codes says, `first` what the first look
        read."""
        if is_scenario_code(first):
            return _again(word, first, guess)
        seen, unseen = _SEEN.fullmatch(word.text) is not None, _slash_unseen(word.text, guess)
        if not (seen or unseen) and (guess is None or not may_be(guess.text, word.text)):
            return word
        head, sure = self.strokes(pyramid, candidate)
        told = head + word.text[-_DIGITS:]
        fits = may_be(told, word.text) or (unseen and guess is not None and guess.text == told)
        if not fits or sure < _least_sure(told, pyramid, candidate):
            return _NOTHING if seen else word
        return Word(told, _sure_of_rest(word), word.each)

    def tells(self, code: str, pyramid: Pyramid, upright: Candidate) -> bool:
        """Whether an upright row begins with the strokes of this code, and is no date."""
        head, sure = self.strokes(pyramid, upright)
        return head == code[:-_DIGITS] and sure >= _least_sure(code, pyramid, upright)

    def strokes(self, pyramid: Pyramid, upright: Candidate) -> tuple[str, float]:
        """What stands before the digits of an upright row, with its slash, and how likely it is that and no date: 0 to
        1, in the mean of many views. The digits do not matter: others read them."""
        codes, shares = self.net.shares(views(pyramid, upright))
        places = shares[:, : SLOTS - _DIGITS]
        mean = places.mean(axis=0)
        each = np.take_along_axis(places, mean.argmax(axis=1)[None, :, None], axis=2)[:, :, 0]
        return text_of(mean), float((codes * each.prod(axis=1)).mean())


def _least_sure(told: str, pyramid: Pyramid, upright: Candidate) -> float:
    """How sure the network must be of a scenario code: never enough where it would be a date in print whose ones look
    like an I, and surer where that cannot be seen."""
    head = told[: -_DIGITS - 1]
    if head not in _LIKE_DATES:
        return SURE_OF_STROKES
    ones = may_be_ones(len(head), told[-_DIGITS:], pyramid, upright)
    return _NEVER if ones else _UNSEEN if ones is None else SURE_OF_STROKES


def is_scenario_code(text: str) -> bool:
    """Whether a text is one, as far as its signs tell."""
    return _CODE.fullmatch(text) is not None


def is_end_of(code: str, wider: Guess) -> bool:
    """Whether a wider look at a scenario code reads a longer one that ends with it; `VVII/13` is none."""
    longer = wider.text != code and wider.text.endswith(code) and TAUGHT.code(wider.text, CARD_ID) is not None
    return longer and wider.confidence >= _SURE_OF_MORE


def may_be(told: str, seen: str) -> bool:
    """Whether what the recogniser sees is this scenario code but for its strokes, of which it makes anything: `I/29`
    may be seen as `V29`, but not as the number 129."""
    seen, digits = seen.upper(), told[-_DIGITS:]
    head = seen[:-_DIGITS]
    letters = [letter for letter in "VX" if letter in told]
    if not is_scenario_code(told) or not seen.endswith(digits) or not set(head) <= set("1ILVX/"):
        return False
    return all(letter in head for letter in letters) if letters else bool(set(head) & set("VX/"))


def _slash_unseen(seen: str, guess: Guess | None) -> bool:
    """Whether the network for all codes is sure of a scenario code in which the recogniser takes the slash for a stroke
    or leaves it out: `I/01` is seen as `101`."""
    if guess is None or guess.others or min(guess.code, guess.confidence) < _SURE_OF_SLASH:
        return False
    strokes = set(seen[:-_DIGITS].upper()) <= set("1IL/")
    return strokes and is_scenario_code(guess.text) and seen.endswith(guess.text[-_DIGITS:])


def _again(word: Word, first: str, guess: Guess | None) -> Word:
    """A later look at a scenario code: only its digits count, and its other letters, for the network has told the
    strokes, and the slash may be taken for one of them, as in `101`."""
    slash_lost = guess is not None and guess.text == first and set(word.text[:-_DIGITS].upper()) <= set("1IL/")
    if may_be(first, word.text) or (slash_lost and word.text.endswith(first[-_DIGITS:])):
        return Word(first, _sure_of_rest(word), word.each)
    return word


def _sure_of_rest(word: Word) -> float:
    """How sure the recogniser is of a scenario code's last two digits and of its letters but for strokes: those were
    told by others."""
    head = word.text[:-_DIGITS]
    sure = [sure for sign, sure in zip(head, word.each, strict=False) if sign.upper() in "VX"]
    return min([*sure, *word.each[-_DIGITS:]], default=word.confidence)
