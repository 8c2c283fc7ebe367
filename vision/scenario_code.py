"""Scenario codes such as `III/08`: the recogniser makes anything of their strokes, and takes `II/08` for a date; the
strokes are counted, or told by the small network."""

from __future__ import annotations

import re

from vision.candidate import Candidate
from vision.code_net import CodeNet, Guess
from vision.glance import steadiness
from vision.pyramid import Pyramid
from vision.recogniser import Word
from vision.roman import begins_low, begins_with_bars, counted, is_roman
from vision.way import STEADY

_NOTHING = Word("", 0.0)
_STROKES = re.compile("[1I]+")
_SURE_OF_STROKES = 0.8  # that the small network must be, where only it tells how many strokes a number has
_AS_MANY_STROKES = 0.5  # likewise, where the recogniser saw as many,
_WORTH_MORE_VIEWS = 0.6  # likewise, where it must read the same in many views of the row as well
_LIKE_DATES = ("I", "II")  # `11/08` and `II/08` are nearly one print,
_NO_DATE, _COUNTED, _LETTERS_SEEN = 0.95, 0.75, 0.70  # told apart by many views, in which a date reached 0.94
_SURE_OF_SLASH = 0.9  # and where it missed the slash, or a stroke on either side of it


class ScenarioCodes:
    """Tells the strokes of scenario codes with the help of the small network."""

    def __init__(self, net: CodeNet) -> None:
        self._net = net

    def told(self, word: Word, guess: Guess | None, first: str, pyramid: Pyramid, candidate: Candidate) -> Word:
        """A look at an upright row, with its strokes told, where it is a scenario code; nothing where they cannot be
        told; any other word as it is. `guess` is what the small network says, `first` what the first look read."""
        return _confirmed(self._with_strokes(word, guess, first, pyramid, candidate), first, guess)

    def _with_strokes(
        self, word: Word, guess: Guess | None, first: str, pyramid: Pyramid, candidate: Candidate
    ) -> Word:
        """Its strokes counted as glyphs, or, where they run into each other, as the small network has them; nothing
        where neither can tell."""
        count = None if candidate.rough else counted(word, pyramid, candidate)  # a blob's edges cut strokes
        denied = guess is not None and count is not None and _denies(guess, count.text)
        if count is not None and not denied:
            told = guess is None or count.text == first  # a first look has told it from a date already
            return count if told or not self._may_be_a_date(count.text, word, pyramid, candidate) else _NOTHING
        if guess is not None and self._is_believed(guess, word, pyramid, candidate, denied):
            return Word(guess.text, _sure_of_rest(word), word.each)
        return _NOTHING if is_roman(word) else word

    def _is_believed(self, guess: Guess, word: Word, pyramid: Pyramid, candidate: Candidate, denied: bool) -> bool:
        """Whether the small network's word counts for the strokes; surest it must be where the count is another one."""
        sure = min(guess.code, guess.confidence)
        if not denied and sure >= _least_sure(guess.text, word.text):
            return True
        if sure < _WORTH_MORE_VIEWS or not _may_be(guess.text, word.text):
            return False
        least = _NO_DATE if denied else _steady_enough(guess.text, word)
        if steadiness(self._net, pyramid, candidate, guess.text) < least:
            return False
        low = begins_low(pyramid, candidate) if _like_a_date(guess.text) else False
        return not low and (low is not None or any(word.letters[:-2]))

    def _may_be_a_date(self, told: str, word: Word, pyramid: Pyramid, candidate: Candidate) -> bool:
        """Whether what was counted as a scenario code may be a date: nobody saw its strokes as letters."""
        if not _like_a_date(told) or any(word.letters[:-2]):
            return False
        if begins_with_bars(pyramid, candidate, len(told) - len("/00")):
            return False
        return steadiness(self._net, pyramid, candidate, told) < _COUNTED


def _denies(guess: Guess, counted_as: str) -> bool:
    """Whether the small network is sure of other strokes than those that were counted."""
    sure = min(guess.code, guess.confidence) >= _SURE_OF_STROKES
    return sure and "/" in guess.text and guess.text != counted_as


def _confirmed(word: Word, first: str, guess: Guess | None) -> Word:
    """A later look at a scenario code, which the small network reads as the first look did: only its digits count, for
    its slash may be taken for a 1, as in `101`."""
    if guess is None or "/" not in first or guess.text != first or not word.text.endswith(first[-2:]):
        return word
    return Word(first, word.confidence, word.each) if set(word.text[:-2].upper()) <= set("1IL/") else word


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
    if "/" not in told or not seen.endswith(digits) or not set(head) <= set("1ILVX/"):
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
