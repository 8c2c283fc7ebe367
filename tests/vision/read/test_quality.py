"""What makes print hard to read."""

import cv2
import numpy as np
import pytest

from hardware.drawn_deck import Pose, empty_table, show
from tests.vision.drawn_rows import code_on
from vision.find.picture import Pyramid
from vision.read.quality import quality_of, trouble_of
from vision.reads import Frame
from vision.scanner import Scanner

pytestmark = pytest.mark.slow

CARD = show("D247", pose=Pose(4, 6), width=640, height=480)


def with_lamp(frame: Frame, at: tuple[int, int], radius: int) -> Frame:
    """A frame in which a lamp is mirrored."""
    light = np.zeros(frame.shape[:2], np.float32)
    cv2.circle(light, at, radius, 1.0, -1)
    light = cv2.GaussianBlur(light, (0, 0), radius / 4)[..., None]
    return np.asarray(np.clip(frame + 300 * light, 0, 255), np.uint8)


@pytest.mark.parametrize(
    ("frame", "trouble"),
    [
        (CARD, ""),
        (np.asarray(CARD * 0.6, np.uint8), ""),
        (cv2.GaussianBlur(CARD, (0, 0), 6), "too_blurred"),
        (np.asarray(CARD * 0.15, np.uint8), "too_dark"),
        (with_lamp(CARD, (260, 100), 40), "glare"),
        (empty_table(640, 480), ""),
    ],
)
def test_what_is_wrong_with_a_picture(frame: Frame, trouble: str):
    """Each trouble has its word; a clear picture and an empty table have none."""
    assert trouble_of(frame) == trouble


def test_what_is_wrong_with_a_row():
    """The same row is clear, soft or dark as the picture is; its size does not matter."""
    where = code_on(Pose(4, 6), 640, 480, "D247")
    clear, soft, dark = (
        quality_of(Pyramid(np.asarray(frame, np.uint8)), where)
        for frame in (CARD, cv2.GaussianBlur(CARD, (0, 0), 4), CARD * 0.2)
    )
    assert (clear.trouble, soft.trouble, dark.trouble) == ("", "too_blurred", "too_dark")
    assert soft.softness > 2 * clear.softness
    large = show("D247", pose=Pose(7, 6), width=1000, height=800)
    assert quality_of(Pyramid(large), code_on(Pose(7, 6), 1000, 800, "D247")).softness == pytest.approx(
        clear.softness, abs=0.03
    )


def test_a_lamp_on_a_part_of_the_row():
    """A row of which one piece is washed out has glare, though the rest is clear."""
    where = code_on(Pose(4, 6), 640, 480, "D247")
    right = where.quad[1:3].mean(axis=0)
    washed = with_lamp(CARD, (int(right[0]), int(right[1])), 22)
    assert quality_of(Pyramid(washed), where).trouble == "glare"


def test_a_picture_in_which_nothing_is_read_tells_why(scanner: Scanner):
    """The word comes with the readings where there are none, and only there."""
    grain = np.random.default_rng(1).normal(0, 4, CARD.shape)
    dark = np.clip(CARD * 0.03 + grain, 0, 255).astype(np.uint8)
    assert scanner.read(dark).trouble == "too_dark"
    assert scanner.read(cv2.GaussianBlur(CARD, (0, 0), 7)).trouble == "too_blurred"
    assert scanner.read(CARD).trouble == ""


def test_a_covered_code_tells_so(scanner: Scanner):
    """A code whose last digit is covered is not read, and said to be covered."""
    frame = CARD.copy()
    quad = scanner.read(frame).reads[0].quad
    assert quad is not None
    x, y = np.mean(quad[1:3], axis=0)
    cv2.circle(frame, (int(x) - 2, int(y)), 14, (128, 160, 208), -1)
    reads = scanner.read(frame)
    assert (reads.reads, reads.unsure, reads.trouble) == ((), (), "covered")


def test_a_dim_picture_is_read(scanner: Scanner):
    """Fourteen grey levels from paper to print are enough where nothing else is wrong."""
    assert [read.text for read in scanner.read(np.asarray(CARD * 0.06, np.uint8)).reads] == ["D247"]
