"""The text detector strip after strip answers as the whole network does."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.published import as_published
from vision.inference import DETECTOR, MODELS, TEXT, DetectorInStrips, Inference, open_network
from vision.reads import Frame

NEARLY = 1e-5  # of 1: one of the means between its parts is summed in another order
SAME = 1e-6  # a strip's rows come out as they do of the whole picture
MODEL = MODELS / DETECTOR


@pytest.fixture(scope="module")
def strips() -> DetectorInStrips:
    """The same in parts."""
    return DetectorInStrips(MODEL, 1)


def pictures(count: int, height: int, width: int) -> Frame:
    """Grainy pictures with lines of print, (count, height, width, 3)."""
    made = np.random.default_rng(height).integers(180, 230, (count, height, width, 3), np.uint8)
    for picture in made:
        for line in range(26, height, 57):
            cv2.putText(picture, "D012 M017", (4, line), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (20, 20, 30), 2)
    return made


@pytest.mark.parametrize(
    ("count", "height", "width"),
    [
        (1, 32, 32),  # 8 rows of cells: one strip
        (1, 64, 1280),  # 16 rows: two, each with rows of the other
        (1, 480, 640),  # 120 rows: fifteen
        (1, 736, 96),  # 184 rows of 24 cells: strips of 53 rows, the last one of 25
        (2, 96, 64),
    ],
)
def test_strips_are_parts_of_one_picture(
    strips: DetectorInStrips, monkeypatch: pytest.MonkeyPatch, count: int, height: int, width: int
) -> None:
    """At every pixel, also where two strips meet and at the picture's edges, it is as if there was one strip; and
    nearly what the network answers that is in one piece."""
    shown = pictures(count, height, width)
    levels = (shown.transpose(0, 3, 1, 2).astype(np.float32) - 127.5) / 127.5
    wanted, found = as_published(MODEL, levels), strips.answer(shown)
    assert found.shape == (count, 1, height, width)
    assert wanted.max() > 0.3  # there is something to be seen
    np.testing.assert_allclose(found, wanted, atol=NEARLY)
    monkeypatch.setattr("vision.inference._ROWS", height)
    np.testing.assert_allclose(strips.answer(shown), found, atol=SAME)


def test_the_same_answer_each_time(strips: DetectorInStrips) -> None:
    """Nothing of one picture is left for the next, of another size."""
    shown = pictures(1, 96, 128)
    before = strips.answer(shown)
    strips.answer(pictures(1, 480, 64))
    np.testing.assert_array_equal(strips.answer(shown), before)


def test_a_recogniser_that_is_read_in_turn() -> None:
    """Three parts one after the other answer as the whole of it does."""
    model = MODEL.with_name(TEXT)
    lines = np.random.default_rng(1).normal(0, 1, (2, 3, 48, 160)).astype(np.float32)
    answer = open_network(model, 1).answer(lines)
    assert answer.shape == (2, 20, 2514)
    np.testing.assert_allclose(answer, as_published(model, lines), atol=SAME)


def test_other_networks_are_whole() -> None:
    """What is taken in strips is told by the name of its file."""
    assert isinstance(open_network(MODEL, 1), DetectorInStrips)
    assert isinstance(open_network(MODEL.with_name("numeral_net.onnx"), 1), Inference)
