"""What belongs to a row for training, and lies beside it, hides nothing of it. Where the camera's picture ends."""

from collections.abc import Callable

import numpy as np
import pytest

from vision.find.picture import Floats
from vision.training import beside, ends
from vision.training.beside import Inked, bar, card_border, decoration, inked_at, near_art, ribbon
from vision.training.strip import TALL

AT = Inked(left=150.0, top=60.0, right=270.0, bottom=88.0, clear=9.0)


def plain(rng: np.random.Generator, shape: tuple[int, ...], colour: Floats) -> Floats:
    """Ground of one colour."""
    return np.broadcast_to(np.asarray(colour, np.float32), shape).copy()


def test_how_far_a_margin_is_clear() -> None:
    """A gap of 8 pixels between two signs: farther than that and a tenth of a digit away no sign can be missed."""
    mask = np.zeros((140, 400), np.float32)
    mask[60:88, 150:160] = mask[60:88, 168:190] = 1
    at = inked_at(mask, 60.0, 88.0)
    assert (at.left, at.right) == (150, 189)
    assert at.clear == pytest.approx(8 + 0.12 * TALL)


@pytest.mark.parametrize("thing", [ribbon, bar, card_border, decoration])
def test_the_ground_beside_a_row_is_left(thing: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    """As far beyond its ends as would show one more sign nothing is changed, but for the four pixels of a line round
    it; farther away something is."""
    monkeypatch.setattr(beside, "any_font", lambda rng: "uni")
    changed = 0
    for seed in range(300):
        rng, picture = np.random.default_rng(seed), np.full((148, 420, 3), 200, np.float32)
        thing(rng, picture, AT, *([] if thing is decoration else [plain]))
        near = picture[62:86, round(150 - AT.clear) + 4 : round(270 + AT.clear) - 4]
        assert np.abs(near - 200).max() < 1, seed
        changed += bool((picture != 200).any())
    assert changed > 280


def test_a_ribbon_tells_how_far_it_goes() -> None:
    """Two pixels beyond its left, top, right and bottom, which hold the row, nothing of it is left."""
    for seed in range(60):
        picture = np.full((148, 420, 3), 200, np.float32)
        left, top, right, bottom = ribbon(np.random.default_rng(seed), picture, AT, plain)
        assert left < 150 - AT.clear < 270 + AT.clear < right
        own = np.abs(picture - 200).max(axis=-1) < 0.01
        rows, columns = np.flatnonzero(own.any(axis=1)), np.flatnonzero(own.any(axis=0))
        assert top - 2 <= rows[0] <= 60 <= 88 <= rows[-1] <= bottom + 2, seed
        assert left - 2 <= columns[0] <= columns[-1] <= right + 2, seed


def test_art_near_by_is_not_under_the_print() -> None:
    """It begins softly, but never at the print itself."""
    for seed in range(60):
        picture = np.full((148, 420, 3), 200, np.float32)
        near_art(np.random.default_rng(seed), picture, AT, lambda rng, shape, colour: np.full(shape, 90, np.float32))
        assert picture[70:78, 155:265].min() > 180, seed
        assert picture[74, [0, -1]].max() < 120, seed


@pytest.mark.parametrize(("side", "over", "first", "width"), [(1, 6.0, 0, 176), (-1, 10.0, 40, 160)])
def test_a_picture_ends_beside_a_row(side: int, over: float, first: int, width: int) -> None:
    """The row lies from 50 to 170 and is as high as a digit on its strip: so many pixels of it are so many."""
    picture = np.broadcast_to(np.arange(200, dtype=np.float32)[None, :, None], (100, 200, 3)).copy()
    quad = np.array([[50, 30], [170, 30], [170, 30 + TALL], [50, 30 + TALL]], np.float32)
    kept, there = ends._at_pictures_edge(picture, quad, side, over)
    assert kept.shape == (100, width, 3)
    assert kept[0, 0, 0] == first
    assert there[0, 0] == 50 - first


def test_a_cut_begins_in_the_gap_or_over_the_next_sign() -> None:
    """Of a gap of 5 pixels and a sign of 10 behind it: never farther than over 0.6 of that, in about a third of the
    rows within the gap."""
    rng = np.random.default_rng(1)
    far = np.array([ends._how_far(rng, 5.0, 10.0) for _ in range(2000)])
    assert far.min() >= -0.05 * TALL
    assert far.max() <= 11.0
    assert 0.30 < (far <= 5).mean() < 0.40
