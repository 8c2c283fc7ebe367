"""What the recogniser nearly reads. Two small networks that must both hold to a code."""

from collections.abc import Mapping

import numpy as np
import pytest

from tests.vision.codes import EVERY
from tests.vision.drawn_rows import row_of
from vision.drawn_deck import write
from vision.find.candidate import Candidate
from vision.find.picture import Floats, Pyramid
from vision.grammar import Grammar
from vision.read import agreement
from vision.read.agreement import (
    NetworkAgreement,
    agreed_recognition,
    constrained_decode,
    ctc_likelihoods,
    is_denied,
    sees_part,
)
from vision.read.fusion import SURE, SURE_RATHER_CONSISTENT
from vision.read.networks import SIGNS, CodeNet, code_net
from vision.read.recogniser import Recognition
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


def printed(text: str) -> tuple[Pyramid, Candidate]:
    """A code on a card, and its row."""
    card = np.full((300, 760, 3), 225, np.uint8)
    write(card, text, 14, 14, 3.0)
    return Pyramid(card), row_of(card)


@pytest.mark.parametrize("text", ["D012", "M305", "L09", "352"])
def test_both_hold_to_what_is_printed(text: str):
    assert NetworkAgreement().agrees(code_net(), text, *printed(text))


def test_the_mark_before_a_code_is_no_other_code():
    pyramid, row = printed("#M305")
    assert NetworkAgreement().likelihood("M305", pyramid, row) > 0.9


@pytest.mark.parametrize("code", ["D013", "M012", "012", "D12"])
def test_no_other_code(code: str):
    """What one sign more, less or other would be has no likelihood."""
    assert NetworkAgreement().likelihood(code, *printed("D012")) < 0.01


class Wavering(CodeNet):
    """A network that reads a code in every other view."""

    def __init__(self) -> None:
        pass

    def read(self, crops):  # type: ignore[no-untyped-def]
        predictions = code_net().read(crops)
        return [type(each)(0.1, "D072", 0.9) if number % 2 else each for number, each in enumerate(predictions)]


def test_one_that_wavers_holds_to_nothing():
    assert not NetworkAgreement().agrees(Wavering(), "D012", *printed("D012"))


def test_what_the_recogniser_is_sure_of():
    """It denies a code where it is sure of another text; a mark or a small letter is none."""
    assert is_denied(Recognition("831", SURE), "D831")
    assert not is_denied(Recognition("831", SURE - 0.01), "D831")
    assert not is_denied(Recognition("#d831", SURE), "D831")


def test_a_code_that_a_small_word_looks_like():
    """Of an L and two digits the recogniser must have seen the L; small ones are told as a 1."""
    assert is_denied(Recognition("ui", 0.3), "L11")
    assert is_denied(Recognition("111", 0.3), "L11")
    assert not is_denied(Recognition("L1", 0.3), "L11")
    assert not is_denied(Recognition("ui", 0.3), "D011")


@pytest.mark.parametrize(
    ("seen", "code", "denied"),
    [
        ("114", "L14", False),
        ("I03", "L03", False),
        ("101", "L01", True),  # no digit in it that is no letter
        ("u14", "L14", True),
        ("14", "L14", True),
        ("1141", "L14", True),
        ("104", "L14", True),
    ],
)
def test_an_l_that_is_taken_for_a_stroke(seen: str, code: str, denied: bool):
    """It need not be seen where the digits behind it are, and are none that small letters look like."""
    assert is_denied(Recognition(seen, 0.6), code) is denied


@pytest.mark.parametrize(("seen", "less"), [("4", True), ("l14", True), ("41", False), ("114", False), ("", False)])
def test_what_sees_less_of_a_code(seen: str, less: bool):
    """A part of it and nothing else."""
    assert sees_part(Recognition(seen, 0.95), "L14") is less


def test_it_is_sure_only_beside_a_steady_network():
    """As sure as the recogniser must be where the network for codes rather holds to what it reads, and no surer."""
    assert SURE_RATHER_CONSISTENT < agreed_recognition("D012").confidence < SURE_RATHER_CONSISTENT + 0.05


@pytest.mark.parametrize(
    ("consistency", "likely", "networks_agree"),
    [(0.93, 0.31, True), (0.93, 0.29, False), (0.91, 0.89, False), (0.81, 0.91, True), (0.79, 1.0, False)],
)
def test_the_less_one_is_sure_the_surer_the_other_must_be(
    monkeypatch: pytest.MonkeyPatch, consistency: float, likely: float, networks_agree: bool
):
    monkeypatch.setattr(agreement, "view_consistency", lambda *_: consistency)
    monkeypatch.setattr(NetworkAgreement, "likelihood", lambda *_: likely)
    assert NetworkAgreement().agrees(code_net(), "D012", *printed("D012")) is networks_agree
