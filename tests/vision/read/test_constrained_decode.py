"""What the recogniser nearly reads."""

from collections.abc import Mapping

import numpy as np
import pytest

from tests.vision.codes import EVERY
from vision.find.picture import Floats
from vision.grammar import Grammar
from vision.read.networks import SIGNS
from vision.read.recogniser import Recognition, constrained_decode, ctc_likelihoods
from vision.reads import CARD_ID, NUMBOX


def steps(*each: Mapping[str, float]) -> Floats:
    """An answer of the recogniser: how likely each sign is, and nothing (" "), step by step."""
    told = np.zeros((len(each), len(SIGNS) + 1), np.float32)
    for step, likely in enumerate(each):
        for sign, share in likely.items():
            told[step, 0 if sign == " " else SIGNS.index(sign) + 1] = share
    return told


def test_every_way_to_spread_a_text_counts():
    """1 over both steps 0.5 x 0.6, over the first 0.5 x 0.4, over the second 0.5 x 0.6."""
    answer = steps({" ": 0.5, "1": 0.5}, {" ": 0.4, "1": 0.6})
    assert ctc_likelihoods(answer, ["1", "2"]) == pytest.approx([0.8, 0.0])


def test_one_sign_twice_needs_something_between():
    answer = steps({"1": 1.0}, {" ": 0.3, "1": 0.7}, {"1": 1.0})
    assert ctc_likelihoods(answer, ["11"]) == pytest.approx([0.3])
    assert ctc_likelihoods(answer, ["1"]) == pytest.approx([0.7])


def test_other_signs_may_touch():
    answer = steps({"D": 1.0}, {"0": 1.0}, {"1": 0.5, " ": 0.5}, {"2": 1.0})
    assert ctc_likelihoods(answer, ["D012", "D002"]) == pytest.approx([0.5, 0.0])


Z_FOR_2 = {"L": 0.9}, {"0": 0.9}, {"2": 0.25, "7": 0.001}


def test_a_z_that_can_only_be_a_2():
    """0.9 x 0.9 x 0.25 is a fifth; L07 is 250 times less likely, and L12 was not seen at all."""
    seen = Recognition("L0Z", 0.7, (0.9, 0.9, 0.7), steps(*Z_FOR_2))
    told = constrained_decode(seen, "L02", EVERY, CARD_ID)
    assert told.text == "L02"
    assert told.confidence == 0.6  # never sure by itself


@pytest.mark.parametrize(
    ("last", "why"),
    [
        ({"2": 0.25, "7": 0.1}, "L07 is likely as well"),
        ({"2": 0.1}, "the code is too unlikely"),
        ({"7": 0.9}, "it is another one"),
    ],
)
def test_what_is_not_meant(last: Mapping[str, float], why: str):
    seen = Recognition("L0Z", 0.7, (0.9, 0.9, 0.7), steps({"L": 0.9}, {"0": 0.9}, last))
    assert constrained_decode(seen, "L02", EVERY, CARD_ID) is seen, why


def test_a_code_that_was_seen():
    """L07 is a code: what the small network reads instead does not make another one of it."""
    seen = Recognition("L07", 0.7, (0.9, 0.9, 0.7), steps(*Z_FOR_2))
    assert constrained_decode(seen, "L02", EVERY, CARD_ID) is seen


def test_a_nought_for_a_d():
    """0504 is no code; D504 was seen with a fifth, M504 not at all."""
    seen = Recognition(
        "0504", 0.8, (0.8, 0.9, 0.9, 0.9), steps({"0": 0.8, "D": 0.2}, {"5": 1.0}, {"0": 1.0}, {"4": 1.0})
    )
    assert constrained_decode(seen, "D504", EVERY, CARD_ID).text == "D504"


def test_only_codes_that_exist_are_others():
    """Where no L07 exists, nothing else is as likely."""
    seen = Recognition("L0Z", 0.7, (), steps({"L": 0.9}, {"0": 0.9}, {"2": 0.25, "7": 0.2}))
    [_, levels, *_] = EVERY.kinds
    listed = Grammar([type(levels)(CARD_ID, levels.pattern, frozenset({"L02", "L03"}))])
    assert constrained_decode(seen, "L02", listed, CARD_ID).text == "L02"


def test_a_number_in_a_box():
    seen = Recognition("Z72", 0.6, (), steps({"2": 0.3}, {"7": 0.9}, {"2": 0.9}))
    assert constrained_decode(seen, "272", EVERY, NUMBOX).text == "272"


@pytest.mark.parametrize("code", ["", "A12"])
def test_nothing_meant(code: str):
    """The small network reads no code, or one with signs that it was not taught."""
    seen = Recognition("L0Z", 0.7, (), steps(*Z_FOR_2))
    assert constrained_decode(seen, code, EVERY, CARD_ID) is seen


def test_a_look_of_another_reader():
    """One that tells no likelihoods."""
    seen = Recognition("L0Z", 0.7)
    assert constrained_decode(seen, "L02", EVERY, CARD_ID) is seen
