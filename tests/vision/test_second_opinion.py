"""Two small networks that must both hold to a code."""

import numpy as np
import pytest

from vision import second_opinion
from vision.candidate import Candidate
from vision.code_net import CodeNet, code_net
from vision.drawn_deck import write
from vision.pyramid import Pyramid
from vision.recogniser import Word
from vision.second_opinion import SecondOpinion, as_word, is_denied, sees_less
from vision.way import SURE, SURE_RATHER_STEADY

from .inked import row_of


def printed(text: str) -> tuple[Pyramid, Candidate]:
    """A code on a card, and its row."""
    card = np.full((300, 760, 3), 225, np.uint8)
    write(card, text, 14, 14, 3.0)
    return Pyramid(card), row_of(card)


@pytest.mark.parametrize("text", ["D012", "M305", "L09", "352"])
def test_both_hold_to_what_is_printed(text: str):
    assert SecondOpinion().agrees(code_net(), text, *printed(text))


def test_the_mark_before_a_code_is_no_other_code():
    pyramid, row = printed("#M305")
    assert SecondOpinion().likelihood("M305", pyramid, row) > 0.9


@pytest.mark.parametrize("code", ["D013", "M012", "012", "D12"])
def test_no_other_code(code: str):
    """What one sign more, less or other would be has no likelihood."""
    assert SecondOpinion().likelihood(code, *printed("D012")) < 0.01


class Wavering(CodeNet):
    """A network that reads a code in every other view."""

    def __init__(self) -> None:
        pass

    def read(self, crops):  # type: ignore[no-untyped-def]
        guesses = code_net().read(crops)
        return [type(each)(0.1, "D072", 0.9) if number % 2 else each for number, each in enumerate(guesses)]


def test_one_that_wavers_holds_to_nothing():
    assert not SecondOpinion().agrees(Wavering(), "D012", *printed("D012"))


def test_what_the_recogniser_is_sure_of():
    """It denies a code where it is sure of another text; a mark or a small letter is none."""
    assert is_denied(Word("831", SURE), "D831")
    assert not is_denied(Word("831", SURE - 0.01), "D831")
    assert not is_denied(Word("#d831", SURE), "D831")


def test_a_code_that_a_small_word_looks_like():
    """Of an L and two digits the recogniser must have seen the L; small ones are told as a 1."""
    assert is_denied(Word("ui", 0.3), "L11")
    assert is_denied(Word("111", 0.3), "L11")
    assert not is_denied(Word("L1", 0.3), "L11")
    assert not is_denied(Word("ui", 0.3), "D011")


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
    assert is_denied(Word(seen, 0.6), code) is denied


@pytest.mark.parametrize(("seen", "less"), [("4", True), ("l14", True), ("41", False), ("114", False), ("", False)])
def test_what_sees_less_of_a_code(seen: str, less: bool):
    """A part of it and nothing else."""
    assert sees_less(Word(seen, 0.95), "L14") is less


def test_it_is_sure_only_beside_a_steady_network():
    """As sure as the recogniser must be where the network for codes rather holds to what it reads, and no surer."""
    assert SURE_RATHER_STEADY < as_word("D012").confidence < SURE_RATHER_STEADY + 0.05


@pytest.mark.parametrize(
    ("steady", "likely", "held"),
    [(0.93, 0.31, True), (0.93, 0.29, False), (0.91, 0.89, False), (0.81, 0.91, True), (0.79, 1.0, False)],
)
def test_the_less_one_is_sure_the_surer_the_other_must_be(
    monkeypatch: pytest.MonkeyPatch, steady: float, likely: float, held: bool
):
    monkeypatch.setattr(second_opinion, "steadiness", lambda *_: steady)
    monkeypatch.setattr(SecondOpinion, "likelihood", lambda *_: likely)
    assert SecondOpinion().agrees(code_net(), "D012", *printed("D012")) is held
