"""The network that reads sign by sign: what stands on a line, whether it is a code or not."""

import cv2
import numpy as np
import pytest

from vision.drawn_deck import write
from vision.glyphs import Grey
from vision.pyramid import Pyramid, widened
from vision.sign_net import CLASSES, STEPS, sign_net
from vision.slots import SIGNS

from .inked import row_of


def crop_of(text: str) -> Grey:
    """A line as it is cut out."""
    card = np.full((300, 760, 3), 225, np.uint8)
    write(card, text, 14, 14, 3.0)
    cut = Pyramid(card).crop(widened(row_of(card).quad, 0.3, 0.2), 32)
    return np.asarray(cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY), np.uint8)


def read(crop: Grey) -> str:
    """The likeliest sign of each column, one for a run of the same: `?` for a letter that no code has."""
    [shares] = sign_net().shares([crop])
    best = shares.argmax(axis=1)
    return "".join(
        (SIGNS + "?")[one - 1] for one, before in zip(best, [0, *best[:-1]], strict=True) if one not in (0, before)
    )


@pytest.mark.parametrize("text", ["D012", "#M305", "L09", "IV/03", "VIII/08", "352", "470", "1105", "12/27"])
def test_signs(text: str):
    """Each of them, in its place, also of what is no code."""
    assert read(crop_of(text)) == text


@pytest.mark.parametrize("text", ["hat", "OCT", "K7"])
def test_other_letters(text: str):
    """A letter that no code has is never one of the signs of codes alone."""
    assert "?" in read(crop_of(text))


def test_what_it_says_is_shares():
    """Of nothing, each sign, and another letter, in each column; none for no crops."""
    shares = sign_net().shares([crop_of("D012"), crop_of("III/11")])
    assert shares.shape == (2, STEPS, CLASSES)
    assert np.abs(shares.sum(axis=2) - 1).max() < 1e-5
    assert sign_net().shares([]).shape == (0, STEPS, CLASSES)


def test_blank_paper():
    """Noise holds no sign."""
    noise = np.random.default_rng(1).integers(198, 203, (32, 100)).astype(np.uint8)
    assert read(noise) == ""
