"""Whether a row of glyphs still looks as it did."""

import cv2
import numpy as np
import pytest

from vision.candidate import Candidate
from vision.card_finder import DARK, PALE, find_candidates
from vision.drawn_deck import Pose, show
from vision.glyphs import Grey
from vision.likeness import ALIKE, SAME, likeness, look_of
from vision.pyramid import Pyramid
from vision.reads import Frame


def grey(frame: Frame) -> Pyramid:
    """A frame without its colours."""
    return Pyramid(np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8))


def code_of(frame: Frame) -> Candidate:
    """The row of the card's code: the tallest."""
    return max(find_candidates(Pyramid(frame), parts=(DARK, PALE)), key=lambda candidate: candidate.height)


@pytest.fixture(scope="module")
def lying() -> tuple[Candidate, Grey]:
    """Where the code of a lying card is, and how it looks."""
    frame = show("D586", pose=Pose(4, 12))
    return code_of(frame), look_of(grey(frame), code_of(frame))


@pytest.mark.parametrize(("light", "noise"), [(1.0, 8.0), (0.5, 4.0), (1.15, 1.0)])
def test_the_same_card_in_other_light(lying: tuple[Candidate, Grey], light: float, noise: float):
    """Light and noise do not make another card of it."""
    where, look = lying
    frame = show("D586", pose=Pose(4, 12)) * light + np.random.default_rng(2).normal(0, noise, (720, 1280, 3))
    assert likeness(look, look_of(grey(np.clip(frame, 0, 255).astype(np.uint8)), where)) > SAME


@pytest.mark.parametrize("code", ["D580", "D588", "D566", "D506", "M586", "D536"])
def test_one_other_sign(lying: tuple[Candidate, Grey], code: str):
    """A card in the same place of which one sign is another does not look the same."""
    where, look = lying
    assert likeness(look, look_of(grey(show(code, pose=Pose(4, 12))), where)) < SAME


def test_nothing_there(lying: tuple[Candidate, Grey]):
    """A card that was taken away does not even look alike."""
    where, look = lying
    assert likeness(look, look_of(grey(show(pose=Pose(4))), where)) < ALIKE
