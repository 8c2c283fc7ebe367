"""What lies over a row for training begins where it was told to, and what lies near by hides nothing of it."""

import numpy as np
import pytest

from vision.training import covers, ground
from vision.training.beside import Inked
from vision.training.covers import Cover, card, card_near_by

AT = Inked(left=150.0, top=60.0, right=270.0, bottom=88.0, clear=9.0)
ROW = np.array([[150, 60], [270, 60], [270, 88], [150, 88]], np.float32)


@pytest.fixture(autouse=True)
def _one_typeface(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ground, "any_font", lambda rng: "uni")


def grey() -> np.ndarray:
    """A card of one grey."""
    return np.full((148, 420, 3), 200, np.float32)


@pytest.mark.parametrize("cover", [card, covers._finger, covers._token])
@pytest.mark.parametrize("side", [1, -1])
def test_a_cover_begins_at_its_column(cover: Cover, side: int) -> None:
    """In the middle of the row all is the cover's 10 pixels beyond that column at most, a round one's that lies half a
    digit higher 30; before it there is but a shadow, which makes no colour."""
    x, row = 210, round(ROW[:, 1].mean())
    colours = 0
    for seed in range(100):
        picture = grey()
        cover(np.random.default_rng(seed), picture, float(x), side, ROW)
        before = picture[row, : x - 4] if side > 0 else picture[row, x + 4 :]
        assert np.ptp(before, axis=-1).max() < 0.5, seed
        assert before.max() < 200.5, seed
        colours += bool(np.ptp(picture[row, x + side * (10 if cover is card else 30)]) > 2)
    assert colours > 90


def test_a_card_near_by_hides_nothing() -> None:
    """Nor may one more sign lie under it: as far beyond the ends as would show one there is but its shadow."""
    changed = 0
    for seed in range(200):
        picture = grey()
        card_near_by(np.random.default_rng(seed), picture, AT)
        near = picture[60:88, round(150 - AT.clear) : round(270 + AT.clear)]
        assert np.ptp(near, axis=-1).max() < 0.5, seed
        assert near.max() < 200.5, seed
        changed += bool(np.ptp(picture, axis=-1).max() > 2)
    assert changed > 180


def test_a_card_may_end_at_its_corner() -> None:
    """A third of them leave the ground far above or far below the row as it was."""
    left = 0
    for seed in range(200):
        picture = np.full((420, 420, 3), 200, np.float32)
        card(np.random.default_rng(seed), picture, 210.0, 1, ROW + np.array([0, 140]), upright=True)
        column = np.ptp(picture[:, 330], axis=-1) < 0.5
        left += bool(column[:40].all() or column[-40:].all())
    assert 0.2 * 200 < left < 0.5 * 200
