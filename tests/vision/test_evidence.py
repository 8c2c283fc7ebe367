"""What a frame showed: small pictures, and how large and bright a code was in it."""

import cv2
import numpy as np
import pytest

from hardware.drawn_deck import show
from vision.evidence import evidence, height_of, jpeg_of, shares_of

QUAD = ((100.0, 100.0), (180.0, 100.0), (180.0, 130.0), (100.0, 130.0))


def opened(jpeg: bytes) -> np.ndarray:
    """A JPEG as it will be seen."""
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture


def test_a_code_is_cut_out_with_what_is_round_it():
    """Three times its height on every side, at full resolution."""
    frame = np.full((400, 500, 3), 40, np.uint8)
    frame[95:135, 95:185] = 220
    found = evidence(frame, QUAD)
    assert opened(found.jpeg).shape == (30 + 2 * 90, 80 + 2 * 90, 3)
    assert (found.height_px, round(found.paper, -1)) == (30, 40)


@pytest.mark.parametrize("at", [(-30.0, -20.0), (490.0, 390.0), (499.0, 399.0), (900.0, 900.0)])
def test_a_code_at_the_edge(at: tuple[float, float]):
    """Corners may lie outside of the frame; there is always a picture."""
    quad = tuple((at[0] + x, at[1] + y) for x, y in ((0.0, 0.0), (20.0, 0.0), (20.0, 8.0), (0.0, 8.0)))
    picture = opened(evidence(np.full((400, 500, 3), 90, np.uint8), quad).jpeg)
    assert picture.shape[0] >= 1
    assert picture.shape[1] >= 1


def test_the_whole_frame_is_made_small():
    """Where nothing was read, all of it is kept, at most 1280 pixels wide."""
    found = evidence(np.full((1080, 1920, 3), 70, np.uint8), None)
    assert opened(found.jpeg).shape == (720, 1280, 3)
    assert found.height_px == 0


def test_a_live_picture_is_cheap():
    """A frame of two megapixels becomes a picture of some ten kilobytes."""
    assert len(jpeg_of(show("D012", width=1920, height=1080), 800)) < 60_000


def test_height_and_shares():
    """The height is measured along the sides of a turned code; shares lie between 0 and 1."""
    assert height_of(((0.0, 0.0), (0.0, 10.0), (-30.0, 10.0), (-30.0, 0.0))) == 30
    frame = np.zeros((100, 200, 3), np.uint8)
    assert shares_of(((-5.0, 50.0), (100.0, 50.0), (250.0, 80.0), (0.0, 120.0)), frame) == (
        (0.0, 0.5),
        (0.5, 0.5),
        (1.0, 0.8),
        (0.0, 1.0),
    )
