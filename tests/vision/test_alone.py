"""A code close beside a smaller letter is another word; where something lies over its end, the rest may be hidden."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.alone import blank_beside, is_cut_off, stands_alone
from vision.drawn_deck import write
from vision.pyramid import Pyramid
from vision.reads import Frame

from .inked import row_of


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


def in_a_shadow(card: Frame, left: float, top: float) -> Frame:
    """The card with a soft shadow over it, from this place on to the right and downwards."""
    y, x = np.mgrid[: card.shape[0], : card.shape[1]].astype(np.float32)
    share = 1 / (1 + np.exp(-np.clip((x - left + 2 * (y - top)) / 25, -30, 30)))
    return np.asarray(card * (1 - 0.35 * share[..., None]), np.uint8)


def test_a_shadow_beside_a_code():
    """It is no letter, though it is as dark as faint print; one that stands in it is seen all the same."""
    card = paper()
    write(card, "D012", 10, 20, 5.0)
    row = row_of(card, 0, 700)
    x, y = row.quad[2]
    shaded = in_a_shadow(np.maximum(card, 150), x, y - 20)
    assert stands_alone(Pyramid(shaded), row, marked=False)
    write(card, "a", x / 10 + 0.5, 20, 5.0)
    assert not stands_alone(Pyramid(in_a_shadow(np.maximum(card, 150), x, y - 20)), row, marked=False)


def test_a_letter_that_runs_off_the_crop():
    """Also where the letter behind it runs into a line of other print, or is slanted."""
    card = paper()
    write(card, "D012", 10, 20, 5.0)
    row = row_of(card, 0, 700)
    write(card, "aaaa", row.quad[1][0] / 10 + 0.5, 20, 5.0)
    cv2.line(card, (0, int(row.quad[0][1]) + 2), (700, int(row.quad[0][1]) + 2), (90, 90, 90), 6)
    assert not stands_alone(Pyramid(card), row, marked=True)


def test_blank_ground_beside_a_code():
    """Nothing but paper is told from a letter, however pale."""
    card = paper()
    write(card, "D012", 20, 20, 5.0)
    row = row_of(card, 0, 700)
    assert blank_beside(Pyramid(card), row) == (True, True)
    cv2.putText(card, "a", (int(row.quad[1][0]) + 6, int(row.quad[2][1])), 0, 1.6, (150, 150, 150), 4)
    assert blank_beside(Pyramid(card), row) == (True, False)


def test_another_card_over_one_end_of_a_code():
    """Its ground ends close beside the code: a part of it may lie below."""
    card = paper()
    write(card, "D012", 10, 20, 5.0)
    row = row_of(card, 0, 700)
    end = int(row.quad[1][0])
    assert not is_cut_off(Pyramid(card), row)
    card[:, end + 4 :] = (120, 160, 150)
    assert is_cut_off(Pyramid(card), row)


@pytest.mark.parametrize("aslant", [True, False])
def test_a_dark_edge_at_one_end_of_a_code(aslant: bool):
    """Aslant over it lies another card: `JD012` may stand there. The edge of its own card is in line with it."""
    card = paper()
    write(card, "D012", 20, 20, 5.0)
    row = row_of(card, 0, 700)
    (left, top), high = row.quad[0], row.height
    ends = ((-0.9, -0.2), (0.15, 1.1)) if aslant else ((-0.5, -1.0), (-0.5, 2.0))
    upper, lower = ((int(left + x * high), int(top + y * high)) for x, y in ends)
    edge = np.array([(0, upper[1]), upper, lower, (lower[0], 399), (0, 399)], np.int32)
    cv2.fillPoly(card, [edge], (40, 40, 40))
    assert is_cut_off(Pyramid(card), row) is aslant


@pytest.mark.parametrize("light", ["glare", "shadow"])
@pytest.mark.parametrize("side", [-1, 1])
def test_light_that_changes_beside_a_code(light: str, side: int):
    """A lamp's mirror image and a soft shadow change the ground at that end of the row as well: no other card."""
    card = paper()
    write(card, "D012", 20, 20, 5.0)
    row = row_of(card, 0, 700)
    beyond = side * (np.arange(card.shape[1]) - row.quad[:, 0].mean()) / row.height - row.length / row.height / 2
    change = (1 / (1 + np.exp(-beyond / 0.6)))[None, :, None]  # over a few heights of the row
    lit = card * (1 - 0.5 * change) if light == "shadow" else 0.5 * card + 120 * change
    assert not is_cut_off(Pyramid(np.clip(lit, 0, 255).astype(np.uint8)), row)


def test_a_shadow_over_the_first_letter():
    """It is as dark as print from an end of the crop on, but ends softly: no card lies there."""
    card = paper()
    write(card, "D012", 20, 20, 5.0)
    row = row_of(card, 0, 700)
    inside = (np.arange(card.shape[1]) - row.quad[0][0]) / row.height - 1  # heights of the row, from the letter's end
    shadow = (1 / (1 + np.exp(inside / 0.5)))[None, :, None]
    assert not is_cut_off(Pyramid((card * (1 - 0.7 * shadow)).astype(np.uint8)), row)


@pytest.mark.parametrize(("seen_in_it", "cut"), [(True, False), (False, True)])
def test_a_sharp_shadow_over_the_last_digits(seen_in_it: bool, cut: bool):
    """What shows the digits under it is a shadow; under another card nothing would be seen of them."""
    card = paper()
    write(card, "D012", 20, 20, 5.0)
    row = row_of(card, 0, 700)
    behind = int(row.quad[1][0] - 0.8 * row.height)
    lit = card.astype(np.float32)
    lit[:, behind:] = 0.4 * lit[:, behind:] if seen_in_it else 0.4 * 230
    assert is_cut_off(Pyramid(np.asarray(cv2.GaussianBlur(lit, (0, 0), 2), np.uint8)), row) is cut


@pytest.mark.parametrize(("left", "cut"), [(0, True), (30, False)])
def test_the_edge_of_the_picture_near_a_code(left: int, cut: bool):
    """`M0171` whose last digit is outside the picture is no `M017`."""
    card = paper()
    write(card, "M017", 10, 20, 5.0)
    end = int(row_of(card, 0, 700).quad[1][0]) + 5 + left
    piece = np.ascontiguousarray(card[:, :end])
    assert is_cut_off(Pyramid(piece), row_of(piece, 0, end)) is cut


@pytest.mark.parametrize(
    ("apart", "high", "before", "cut"),
    [(6, 8, False, True), (6, 8, True, False), (20, 8, False, False), (6, 2, False, False)],
    ids=["close behind", "before", "farther away", "a speck"],
)
def test_a_rest_of_a_letter(apart: int, high: int, before: bool, cut: bool):
    """A bit of ink close behind M017 is what another card leaves of M0171; before it, it may be a bit of a `#`."""
    card = paper()
    write(card, "M017", 20, 20, 5.0)
    row = row_of(card, 0, 700)
    left = int(row.quad[0][0]) - apart - 6 if before else int(row.quad[1][0]) + apart
    cv2.rectangle(card, (left, 170), (left + 5, 170 + high - 1), (30, 30, 30), -1)
    assert is_cut_off(Pyramid(card), row) is cut


def test_blur_is_no_other_card():
    """Blurred ink greys the ground between the letters, and both ends of the row alike are clearer than that."""
    card = paper()
    write(card, "D326", 10, 20, 5.0)
    row = row_of(card, 0, 700)
    blurred = np.asarray(cv2.GaussianBlur(card, (0, 0), 7), np.uint8)
    assert not is_cut_off(Pyramid(blurred), row)
    blurred[:, int(row.quad[1][0]) + 4 :] = (120, 160, 150)
    assert is_cut_off(Pyramid(blurred), row)


def test_a_mark_before_a_code():
    """A letter close before a code makes another word of it; a mark that was read does not."""
    card = paper()
    write(card, "D012", 20, 20, 5.0)
    row = row_of(card, 0, 700)
    write(card, "#", row.quad[0][0] / 10 - 4.2, 20, 5.0)
    assert not stands_alone(Pyramid(card), row, marked=False)
    assert stands_alone(Pyramid(card), row, marked=True)


@pytest.mark.parametrize(("mark", "cut"), [("#", False), ("", True)])
def test_a_mark_on_a_plate(mark: str, cut: bool):
    """A plate ends as close behind a code as it does before its mark; where it goes on farther before a code without
    one, another card may lie over the rest."""
    card = paper()
    write(card, "#M012", 10, 20, 5.0)
    whole = row_of(card, 0, 700)
    write(blank := paper(), "#", 10, 20, 5.0)
    start = row_of(blank, 0, 700).quad[1][0] + 4
    row = replace(row_of(card, round(start), 700), pale=True)
    if not mark:
        card[:, : round(start)] = 230
    plate = 255 - card
    left, top, right, bottom = (round(x) for x in (*whole.quad[0] - 11, *whole.quad[2] + 11))
    card[:] = (60, 120, 160)
    card[top:bottom, left:right] = plate[top:bottom, left:right]
    assert is_cut_off(Pyramid(card), row) is cut
