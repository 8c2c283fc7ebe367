"""What the recogniser's answers become: letters that look like digits are told as digits."""

import numpy as np
import pytest

from vision.read.recogniser import Recognition, recogniser


def word(*seen: dict[str, float]) -> Recognition:
    """What a line is told as, from the likelihoods of the signs in each of its columns."""
    reader = recogniser()
    steps = np.zeros((2 * len(seen), len(reader._characters)), np.float32)
    steps[:, 0] = 0.01  # no sign at all
    for number, signs in enumerate(seen):
        for sign, share in signs.items():
            steps[2 * number, reader._characters.index(sign)] = share
    return reader._word(steps)


def test_a_stroke_is_told_as_one():
    """`I` and `1` count together: which of them it is, the place in a code decides."""
    told = word({"I": 0.6, "1": 0.3}, {"/": 0.9}, {"O": 0.5, "0": 0.4}, {"8": 0.8})
    assert told.text == "1/08"
    assert np.allclose(told.each, (0.9, 0.9, 0.9, 0.8))


def test_a_six_like_a_polish_letter():
    """No code has an `ó`: where it is seen, a 6 with a short top is printed."""
    told = word({"1": 0.9}, {"/": 0.9}, {"0": 0.9}, {"ó": 0.6, "6": 0.3})
    assert told.text == "1/06"
    assert np.allclose(told.each, 0.9)


def test_a_one_like_a_small_letter():
    """Nor an `i`: a small 1 among old-style figures looks like one."""
    told = word({"M": 0.9}, {"i": 0.6, "1": 0.3}, {"1": 0.9}, {"2": 0.9})
    assert told.text == "M112"
    assert np.allclose(told.each, 0.9)


def test_one_sign_for_several_strokes():
    """A Roman numeral of Chinese print is several letters."""
    assert word({"Ⅱ": 0.7}, {"/": 0.9}) == Recognition(
        "11/", np.float32(0.7), (np.float32(0.7),) * 2 + (np.float32(0.9),)
    )


def test_small_letters_like_capitals():
    """An `m` or a `v` differs from the capital in nothing but its height, which the recogniser does not see."""
    told = word({"m": 0.6, "M": 0.3}, {"4": 0.9}, {"8": 0.9}, {"1": 0.9})
    assert told.text == "M481"
    assert np.allclose(told.each, 0.9)
    assert word({"v": 0.8}, {"/": 0.9}).text == "V/"
    assert word({"d": 0.8}, {"1": 0.9}).text == "d1"


@pytest.mark.parametrize(
    ("text", "confidence", "other"),
    [("at", 0.9, True), ("at", 0.8, False), ("XK7", 1.0, False), ("a1aM", 0.9, True), ("XK70000", 1.0, False),
     ("XK7XK7XK7XK", 0.9, True)],
)  # fmt: skip
def test_print_that_is_no_code_either_way_up(text: str, confidence: float, other: bool):
    """Two plainly small letters, or eleven signs, that were read surely."""
    assert Recognition(text, confidence).is_other_print is other
