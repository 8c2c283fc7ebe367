"""What is printed for training, and what should be said of it."""

import numpy as np
import pytest

from vision.read.networks import SIGNS, SLOTS
from vision.training.labels import Wording, any_wording


@pytest.mark.parametrize("text", ["D012", "#M305", "L09", "L16/2", "I/08", "VIII/08", "352"])
def test_codes(text: str):
    """A whole code that stands alone is one, and each of its signs counts."""
    wording = Wording(text)
    assert wording.is_code
    assert wording.slots is not None
    assert "".join(SIGNS[number - 1] for number in wording.slots if number) == text
    assert len(wording.slots) == SLOTS


@pytest.mark.parametrize("text", ["L17", "L00", "1/08", "D12", "M0171", "#352", "12", "1999", "A017", "L09/3"])
def test_no_codes(text: str):
    """What is nearly a code is none."""
    assert not Wording(text).is_code


def test_what_runs_on_is_no_code():
    """A code's signs within a longer word are not read; a mark before it alone does not count."""
    assert not Wording("D012", behind="a").is_code
    assert not Wording("D012", before="B").is_code
    assert Wording("D012", behind="a").slots is None
    assert Wording("D012", before="#").is_code


def test_signs_that_it_does_not_know():
    """A word with other letters has no slots, and a text that is too long has none."""
    assert Wording("A017").slots is None
    assert Wording("1" * (SLOTS + 1)).slots is None


def test_wordings_are_seeded_and_mixed():
    """The same seed gives the same lines; about as many codes as other lines."""
    lines = [any_wording(np.random.default_rng([3, number])) for number in range(400)]
    assert lines == [any_wording(np.random.default_rng([3, number])) for number in range(400)]
    share = np.mean([wording.is_code for wording in lines])
    assert 0.5 < share < 0.8
