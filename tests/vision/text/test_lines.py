"""Lines of print to words, of signs as the recogniser tells them."""

from __future__ import annotations

import numpy as np

from vision.text.lines import Sign, read_lines
from vision.text.printed import UNREAD, Word


def words(signs: str, confidence: float = 0.99, blanks: dict[int, float] | None = None) -> tuple[Word, ...]:
    """The words of a line of these signs; `blanks` is how likely a blank stands before each, by its place."""
    picture = np.full((80, 600, 3), 235, np.uint8)  # without ink, which between words would be a picture
    quad = np.array([[10, 15], [590, 15], [590, 65], [10, 65]], np.float32)
    step = 1 / len(signs)
    read = tuple(
        Sign(sign, confidence, (at + 0.5) * step, apart=(blanks or {}).get(at, 0.0)) for at, sign in enumerate(signs)
    )
    return read_lines(picture, [quad], {"en"}, {0: read})[0].words


def test_a_blank_that_is_only_likely_parts_two_words() -> None:
    """In print set close the recogniser tells it by a tenth or a half. Both must be words, and both as one none, or one
    a number."""
    assert [word.text for word in words("add to wood", blanks={3: 1.0})] == ["add", "to", "wood"]
    assert [word.text for word in words("addto wood", blanks={3: 0.1})] == ["add", "to", "wood"]
    assert [word.text for word in words("addto wood", blanks={3: 0.02})] == ["addto", "wood"]
    assert [word.text for word in words("the small one", blanks={8: 0.2})] == ["the", "small", "one"]
    assert [word.text for word in words("gain +2.", blanks={6: 0.2, 7: 0.1})] == ["gain", "+2."]
    assert [word.text for word in words("pay50 days.Then", blanks={3: 0.2, 11: 0.1})] == ["pay", "50", "days.", "Then"]


def test_a_number_must_be_surer_than_a_word() -> None:
    """A wrong number reads like a right one."""
    assert [word.doubtful for word in words("Gain 2", confidence=0.95)] == [False, True]
    assert [word.doubtful for word in words("Gain 2", confidence=0.99)] == [False, False]


def test_print_that_cannot_be_read_is_one_doubtful_word() -> None:
    """Which stands where the line does: something is printed there."""
    for unread in (words("Sramy kle", confidence=0.3), words(" ")):
        assert [(word.text, word.doubtful) for word in unread] == [(UNREAD, True)]
        assert unread[0].quad[0] == (10.0, 15.0)
