"""Grounds for training, and what is laid onto them."""

import numpy as np
import pytest

from vision.training import ground
from vision.training.ground import paint, scenery


def test_a_colour_is_laid_on_in_shares() -> None:
    """Nothing, a half and all of it: 100, 150 and 200 where 200 is laid on 100."""
    picture = np.full((1, 3, 3), 100, np.float32)
    paint(picture, np.array([[0.0, 0.5, 1.0]], np.float32), np.array([200, 100, 0], np.float32))
    assert picture.tolist() == [[[100, 100, 100], [150, 100, 50], [200, 100, 0]]]


def test_scenery_is_of_its_colour_and_seldom_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the size asked for, always the same for a seed; its colour is that of most of its ground."""
    monkeypatch.setattr(ground, "any_font", lambda rng: "uni")
    colour = np.array([40, 90, 180], np.float32)
    near = plain = 0
    for seed in range(60):
        one, again = (scenery(np.random.default_rng(seed), (150, 300, 3), colour) for _ in range(2))
        assert one.shape == (150, 300, 3)
        assert np.array_equal(one, again)
        near += bool(np.abs(np.median(one.reshape(-1, 3), axis=0) - colour).max() < 40)
        plain += bool(np.ptp(one.reshape(-1, 3), axis=0).max() < 1)
    assert near > 40
    assert plain < 15
