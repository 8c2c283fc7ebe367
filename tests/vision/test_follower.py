"""Where a row of glyphs went from one frame to the next."""

import cv2
import numpy as np
import pytest

from vision.card_finder import DARK, PALE, find_candidates
from vision.drawn_deck import Pose, empty_table, show
from vision.follower import follow
from vision.glyphs import Grey
from vision.pyramid import Pyramid
from vision.reads import Frame, Quad


def grey(frame: Frame) -> Grey:
    """A frame without its colours."""
    return np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)


def code_of(frame: Frame) -> Quad:
    """The corners of the tallest row."""
    return max(find_candidates(Pyramid(frame), parts=(DARK, PALE)), key=lambda candidate: candidate.height).quad


@pytest.mark.parametrize(("turned", "shift"), [(0, (0, 0)), (0, (9, -6)), (3, (4, 4)), (-4, (-8, 2))])
def test_a_card_that_moves_a_little(turned: float, shift: tuple[float, float]):
    """The corners go with the card, to about a pixel."""
    before = show("D586", pose=Pose(4, 12))
    now = show("D586", pose=Pose(4, 12 + turned, 0, shift))
    found = follow(grey(before), grey(now), code_of(before))
    assert found is not None
    there = code_of(now)
    assert min(np.abs(found - np.roll(there, step, axis=0)).max() for step in (0, 2)) < 1.6


def test_a_card_that_is_gone():
    """On an empty table nothing is found again where a card was, or something that does not look like it."""
    before = show("D586", pose=Pose(4, 12))
    found = follow(grey(before), grey(empty_table()), code_of(before))
    assert found is None or np.isfinite(found).all()


def test_at_the_very_edge():
    """A row at the frame's edge is no error."""
    frame = grey(show("D586", pose=Pose(4, 12)))
    corner = np.array([[0, 0], [20, 0], [20, 8], [0, 8]], np.float32)
    outside = corner - 50
    assert follow(frame, frame, outside.astype(np.float32)) is None
    follow(frame, frame, corner)
