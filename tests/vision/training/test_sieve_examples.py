"""Crops for the sieve: some cut as the finder cuts, others anyhow, as it cuts what is no code."""

import numpy as np
import pytest

from vision.training.sieve_examples import anyhow

LINE = np.array([[100, 60], [180, 60], [180, 80], [100, 80]], np.float32)


def test_cut_well():
    """A line that is cut well keeps its place."""
    assert np.array_equal(anyhow(np.random.default_rng(1), LINE, 0.0), LINE)


@pytest.mark.parametrize("much", [1 / 3, 1.0])
def test_cut_anyhow(much: float):
    """It is cut elsewhere, turned and longer or shorter, and still a rectangle that holds something."""
    rng = np.random.default_rng(2)
    for quad in [anyhow(rng, LINE, much) for _ in range(40)]:
        along, down, other = quad[1] - quad[0], quad[3] - quad[0], quad[2] - quad[1]
        assert np.abs(down - other).max() < 1e-3
        assert abs(float(along @ down)) < 1e-3 * np.linalg.norm(along) * np.linalg.norm(down)
        assert min(np.linalg.norm(along), np.linalg.norm(down)) > 2
        assert np.abs(quad - LINE).max() > 1e-2


def test_more_and_more():
    """The more anyhow, the farther from the line."""
    off = [
        float(np.mean([np.abs(anyhow(np.random.default_rng(seed), LINE, much) - LINE).mean() for seed in range(40)]))
        for much in (1 / 3, 2 / 3, 1.0)
    ]
    assert off == sorted(off)
