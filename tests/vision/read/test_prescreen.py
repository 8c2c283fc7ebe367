"""The small network's looks at a row: how consistent it is in many crops."""

import numpy as np
import pytest

from vision.find.picture import Candidate, Grey, Pyramid
from vision.read.networks import CodeNet, Prediction, view_consistency

ROW = Candidate(np.array([[100, 100], [180, 100], [180, 130], [100, 130]], np.float32), pale=False)


class Telling(CodeNet):
    """A network that says of each view what it is told to."""

    def __init__(self, *said: Prediction) -> None:
        self._said = list(said)

    def read(self, crops: list[Grey]) -> list[Prediction]:
        assert len(crops) == len(self._said)
        return self._said


@pytest.mark.parametrize(
    ("others", "consistency"),
    [
        (("D012",) * 6, 0.8),
        (("#D012", "D012", "#D012", "D012", "D012", "D012"), 0.8),
        (("D072", "D012", "D012", "D012", "D012", "D012"), 0.5),
        (("D072", "D072", "D012", "D012", "D012", "D012"), 0.0),
    ],
)
def test_how_steady(others: tuple[str, ...], consistency: float):
    """One view may say something else, and each may see the # or not; as sure as the others are at the least."""
    net = Telling(Prediction(0.5, "#D012", 0.9), *(Prediction(0.9, text, 0.8) for text in others))
    pyramid = Pyramid(np.full((300, 400, 3), 230, np.uint8))
    assert view_consistency(net, pyramid, ROW, "#D012") == pytest.approx(consistency)
