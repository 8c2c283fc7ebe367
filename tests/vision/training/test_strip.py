"""Lines of print as they are drawn for training: figures that are not the typeface's own."""

import numpy as np
import pytest

from vision.training import strip
from vision.training.labels import Wording
from vision.training.strip import TALL, Figures, draw_strip

_TYPEFACES = (("uni",),)  # the one that OpenCV brings along


def size(text: str, figures: Figures) -> tuple[float, float, float]:
    """How wide and how high a line's own print is, and how far down it reaches, usually: ink may be more or less."""
    quads = [
        draw_strip(np.random.default_rng(seed), Wording(text), _TYPEFACES, figures=figures).quad for seed in range(15)
    ]
    told = np.array([(*(quad[2] - quad[0]), quad[2, 1]) for quad in quads])
    wide, high, down = np.median(told, axis=0)
    return float(wide), float(high), float(down)


def test_plain_figures():
    """As high as they are told to be, and on one line."""
    assert abs(size("102", Figures())[1] - TALL) <= 2
    assert abs(size("102", Figures())[2] - size("479", Figures())[2]) <= 1


def test_figures_of_old():
    """0, 1 and 2 are low, 3, 4, 5, 7 and 9 hang below the line by as much, 6 and 8 stand on it."""
    old = Figures(low=0.6)
    assert abs(size("102", old)[1] - 0.6 * TALL) <= 2
    assert abs(size("102", old)[2] - size("102", Figures())[2]) <= 1
    assert abs(size("479", old)[2] - size("479", Figures())[2] - 0.4 * TALL) <= 2
    assert size("68", old)[1:] == size("68", Figures())[1:]


def test_figures_drawn_as_something_else():
    """A 1 is drawn as the letter that it is told to look like, as tall as letters or as low as old-style figures."""
    drawn = size("111", Figures(drawn_as={"1": "M"}))[0]
    assert abs(drawn - size("MMM", Figures())[0]) <= 0.25 * TALL  # digits are set apart more often
    assert drawn > size("111", Figures())[0] + TALL
    assert abs(size("111", Figures(0.6, {"1": "I"}))[1] - 0.6 * TALL) <= 2


def test_frames(monkeypatch: pytest.MonkeyPatch):
    """A thin line goes all round the ink, also round what stands before and behind the part to be read."""
    monkeypatch.setattr(strip, "_FRAMED", 1.0)
    for seed in range(12):
        drawn = draw_strip(np.random.default_rng(seed), Wording("M017", before="No. ", behind="a"), _TYPEFACES)
        ground = float(np.median(drawn.picture))
        inked = drawn.picture < ground - 25
        (left, top), (right, bottom) = drawn.quad[0], drawn.quad[2]
        rows, columns = np.flatnonzero(inked.mean(axis=1) > 0.25), np.flatnonzero(inked.mean(axis=0) > 0.25)
        assert rows[0] < top < bottom < rows[-1]
        assert columns[0] < left < right < columns[-1]
