"""What steps of work are reckoned to take: alike on every machine."""

from itertools import chain

import pytest

from vision.card_finder import DARK, FINER, PALE, PALE_STROKES, PARTS, SHADED
from vision.reckoning import Reckoning


def test_every_part_of_a_search_is_reckoned():
    """Half of a frame takes half of the time."""
    reckoning = Reckoning()
    for part in chain(PARTS, *FINER):
        whole = reckoning.search_ms(part, 1.0)
        assert whole > 0
        assert reckoning.search_ms(part, 0.5) == pytest.approx(whole / 2)


def test_print_takes_longer():
    """Where the quick searches found ten rows in half of a frame, there are twenty in a whole one; boxes by their
    outlines take as long as ever."""
    reckoning = Reckoning()
    plain, boxes = reckoning.search_ms(PALE_STROKES, 1.0), reckoning.search_ms(SHADED, 1.0)
    reckoning.found(DARK, 10, 0.5)
    once = reckoning.search_ms(PALE_STROKES, 1.0)
    reckoning.found(PALE, 20, 1.0)
    assert once > plain
    assert reckoning.search_ms(PALE_STROKES, 1.0) - once == pytest.approx(once - plain)
    assert reckoning.search_ms(SHADED, 1.0) == boxes


def test_only_the_last_quick_search_counts():
    """What other parts find are the same rows; and once a table is bare, it takes no longer than ever."""
    reckoning = Reckoning()
    plain = reckoning.search_ms(PALE_STROKES, 1.0)
    reckoning.found(PALE_STROKES, 30, 1.0)
    assert reckoning.search_ms(PALE_STROKES, 1.0) == plain
    reckoning.found(DARK, 30, 1.0)
    reckoning.found(DARK, 0, 1.0)
    assert reckoning.search_ms(PALE_STROKES, 1.0) == plain


def test_a_small_part_tells_little_of_the_rest():
    """Three rows in a hundredth of a frame are not three hundred in all of it, but sixty at the most."""
    small, most = Reckoning(), Reckoning()
    small.found(DARK, 3, 0.01)
    most.found(DARK, 60, 1.0)
    assert small.search_ms(DARK, 1.0) == most.search_ms(DARK, 1.0)


def test_more_rows_take_longer():
    """To glance at, and to sift, which is a tenth of that."""
    assert Reckoning.glance_ms(6) > Reckoning.glance_ms(1) > Reckoning.sift_ms(1)
    assert Reckoning.glance_ms(6) - Reckoning.glance_ms(1) == pytest.approx(15.0)
    assert Reckoning.sift_ms(11) - Reckoning.sift_ms(1) == pytest.approx(3.0)
