"""A code close beside a smaller letter is another word. What
may be the first stroke of a longer numeral code, and what is none."""

import cv2
import numpy as np
import pytest

from hardware.drawn_deck import write
from tests.vision.drawn_rows import row_of
from vision.find.picture import Candidate, Pyramid
from vision.read.isolation import has_stroke_before, stands_alone
from vision.reads import Frame


def paper() -> Frame:
    """A blank card, ten pixels to a millimetre."""
    return np.full((400, 700, 3), 230, np.uint8)


def test_a_code_that_stands_alone():
    """Words farther away than letters are do not matter."""
    card = paper()
    write(card, "D012", 10, 20, 5.0)
    row = row_of(card, 0, 700)
    write(card, "a", row.quad[1][0] / 10 + 4.0, 20, 5.0)
    assert stands_alone(Pyramid(card), row, marked=False)


def test_a_letter_close_behind_a_code():
    """`D012a` is no `D012`."""
    card = paper()
    write(card, "D012", 10, 20, 5.0)
    row = row_of(card, 0, 700)
    write(card, "a", row.quad[1][0] / 10 + 0.5, 20, 5.0)
    assert not stands_alone(Pyramid(card), row, marked=False)


def test_a_letter_that_runs_off_the_crop():
    """Also where the letter behind it runs into a line of other print, or is slanted."""
    card = paper()
    write(card, "D012", 10, 20, 5.0)
    row = row_of(card, 0, 700)
    write(card, "aaaa", row.quad[1][0] / 10 + 0.5, 20, 5.0)
    cv2.line(card, (0, int(row.quad[0][1]) + 2), (700, int(row.quad[0][1]) + 2), (90, 90, 90), 6)
    assert not stands_alone(Pyramid(card), row, marked=True)


def test_a_mark_before_a_code():
    """A letter close before a code makes another word of it; a mark that was read does not."""
    card = paper()
    write(card, "D012", 20, 20, 5.0)
    row = row_of(card, 0, 700)
    write(card, "#", row.quad[0][0] / 10 - 4.2, 20, 5.0)
    assert not stands_alone(Pyramid(card), row, marked=False)
    assert stands_alone(Pyramid(card), row, marked=True)


LEVEL = 175  # of a faint stroke: print on paper of 230 is 38


def printed() -> tuple[Frame, Candidate]:
    """A numeral code on a blank card, ten pixels to a millimetre."""
    card = np.full((400, 900, 3), 230, np.uint8)
    write(card, "X/13", 30, 20, 4.0)
    return card, row_of(card)


def a_line(card: Frame, row: Candidate, far: float, over: float, lean: float = 0.0, level: int = LEVEL) -> None:
    """Draw one so many heights of the row before it, which goes on so far above it and below it."""
    x, y, high = (float(part) for part in (*row.quad[0], row.height))
    middle, reach = x - far * high, (0.5 + over) * high
    ends = [(round(middle + side * lean * reach), round(y + high / 2 - side * reach)) for side in (-1, 1)]
    cv2.line(card, *ends, (level, level, level), round(0.14 * high), cv2.LINE_AA)


def test_blank_ground():
    card, row = printed()
    assert not has_stroke_before(Pyramid(card), row)


@pytest.mark.parametrize("far", [0.25, 0.5, 0.75])
@pytest.mark.parametrize("lean", [0.0, 0.25, -0.3])
def test_a_faint_stroke(far: float, lean: float):
    """One as high as the row, which may lean, as those of a V do."""
    card, row = printed()
    a_line(card, row, far, 0.0, lean)
    assert has_stroke_before(Pyramid(card), row)


@pytest.mark.parametrize("level", [LEVEL, 38])
@pytest.mark.parametrize("over", [0.5, 1.0])
def test_the_line_of_a_frame(level: int, over: float):
    """It goes on above the row and below it."""
    card, row = printed()
    a_line(card, row, 0.6, over, level=level)
    assert not has_stroke_before(Pyramid(card), row)


def test_a_stroke_within_a_frame():
    """The one is seen beside the other."""
    card, row = printed()
    a_line(card, row, 0.9, 0.7, level=38)
    a_line(card, row, 0.3, 0.0)
    assert has_stroke_before(Pyramid(card), row)


def test_an_uneven_light():
    """A shadow over all of the card before the row is no stroke."""
    card, row = printed()
    shadow = np.linspace(0.6, 1.0, round(float(row.quad[0][0])))[None, :, None]
    card[:, : shadow.shape[1]] = (card[:, : shadow.shape[1]] * shadow).astype(np.uint8)
    assert not has_stroke_before(Pyramid(card), row)


def test_a_row_without_size():
    """Where nothing can be told, it may be."""
    card, row = printed()
    line = Candidate(np.repeat(row.quad[:1], 4, axis=0), pale=False)
    assert has_stroke_before(Pyramid(card), line)
