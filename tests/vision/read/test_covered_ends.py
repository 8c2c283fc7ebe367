"""Where something lies over the end of a row, the rest may be hidden: the edge of a card of the same colour, which lies
over the end of a row."""

import cv2
import numpy as np
import pytest

from hardware.drawn_deck import write
from tests.vision.drawn_rows import paper, row_of
from vision.find.picture import Candidate, Pyramid, widened
from vision.read.ends import ends_net, is_at_pictures_edge, wholeness
from vision.reads import Frame
from vision.thresholds import WHOLE


def is_covered(pyramid: Pyramid, row: Candidate) -> bool:
    """Whether something may lie over a part of a row, as the reader judges it."""
    return wholeness(pyramid, row, ends_net()) < WHOLE


def printed(text: str = "M120") -> tuple[Frame, Candidate]:
    """A code on a pale card, five millimetres high, ten pixels to each, and the row."""
    card = np.full((400, 700, 3), 200, np.uint8)
    write(card, text, 20, 20, 5.0)
    return card, row_of(card)


def lay_over(card: Frame, row: Candidate, away: float, lean: float = 0.25) -> None:
    """Another card of the same colour, whose edge throws a shadow: so many heights of the row behind it in the middle,
    leaning by so much of its length, far above and below it."""
    middle, high = row.quad[1:3].mean(axis=0), row.height
    corner = middle[0] + away * high
    top, bottom = -9 * high, 9 * high
    for step in range(12, 0, -1):
        at = [(corner + lean * end - step, middle[1] + end) for end in (top, bottom)]
        cv2.line(card, *(tuple(int(part) for part in each) for each in at), (200 - 5 * (13 - step),) * 3, 1)  # type: ignore[call-overload]


@pytest.mark.parametrize("turned", [False, True])
def test_an_edge_that_touches_the_last_sign(turned: bool):
    """What stands behind M120 is not seen, and may be one more digit; nor what stands before it."""
    card, row = printed()
    lay_over(card, row, 0.10, lean=0.1)
    row = row.turned() if turned else row
    assert is_covered(Pyramid(card), row)


def test_no_edge():
    """Print alone, straight stems at both its ends."""
    for text in ("M120", "III/11", "D671"):
        card, row = printed(text)
        assert not is_covered(Pyramid(card), row)


def test_an_edge_farther_away():
    """A card is cut so far from its print; another digit would be seen."""
    card, row = printed()
    lay_over(card, row, 0.6)
    assert not is_covered(Pyramid(card), row)


@pytest.mark.parametrize(("away", "rest", "cut"), [(0.5, False, False), (0.5, True, True), (0.25, False, True)])
def test_another_card_a_little_away(away: float, rest: bool, cut: bool):
    """At half the height of the print it may be the edge of its own card; with a rest of a sign before it, or nearer,
    where the ground goes on far at the other end, another card lies over the end."""
    card, row = printed("D012")
    (left, top), high = row.quad[0], row.height
    edge = round(left - away * high)
    if rest:
        cv2.rectangle(card, (edge + 4, int(top + 0.1 * high)), (edge + 12, int(top + 0.6 * high)), (30, 30, 30), -1)
    card[:, :edge] = (120, 160, 150)
    assert is_covered(Pyramid(np.asarray(cv2.GaussianBlur(card, (0, 0), 1.5), np.uint8)), row) is cut


@pytest.mark.parametrize("cut_out", [-0.1, 0.0, 0.3])
def test_a_plate_that_is_as_near_at_both_ends(cut_out: float):
    """A plate is whole, however closely or loosely its print was cut out."""
    card, row = printed("D012")
    (left, top), (right, bottom), high = row.quad[0], row.quad[2], row.height
    around = np.full_like(card, (120, 160, 150))
    rows, columns = (
        slice(round(low - by), round(far + by))
        for low, far, by in ((top, bottom, 0.2 * high), (left, right, 0.3 * high))
    )
    around[rows, columns] = card[rows, columns]
    loose = Candidate(widened(row.quad, cut_out, 0.0), pale=False)
    assert not is_covered(Pyramid(around), loose)


CARD, PLATE, INK = (225, 232, 236), (40, 40, 50), (235, 235, 230)

LEFT, TOP, RIGHT, BOTTOM = 150, 120, 320, 170  # of the print


def on_a_plate(over: int) -> tuple[Pyramid, Candidate]:
    """A pale row on a plate that goes on far behind it; another card lies `over` everything from this column on."""
    picture = np.empty((300, 520, 3), np.uint8)
    picture[:] = CARD
    cv2.rectangle(picture, (LEFT - 15, TOP - 12), (RIGHT + 80, BOTTOM + 12), PLATE, -1)
    for x in range(LEFT, RIGHT, 36):
        cv2.rectangle(picture, (x, TOP), (x + 14, BOTTOM), INK, -1)
        cv2.rectangle(picture, (x, TOP), (x + 26, TOP + 12), INK, -1)
    picture[:, over:] = CARD
    quad = np.array([[LEFT, TOP], [RIGHT, TOP], [RIGHT, BOTTOM], [LEFT, BOTTOM]], np.float32)
    return Pyramid(cv2.GaussianBlur(picture, (0, 0), 1.5)), Candidate(quad, pale=True)


def test_covered_plate():
    """What may go on under another card is covered, on a plate as elsewhere."""
    assert is_covered(*on_a_plate(RIGHT + 4))


def test_another_card_over_one_end_of_a_code():
    """Its ground ends close beside the code: a part of it may lie below."""
    card = paper()
    write(card, "D012", 10, 20, 5.0)
    row = row_of(card, 0, 700)
    end = int(row.quad[1][0])
    assert not is_covered(Pyramid(card), row)
    card[:, end + 4 :] = (120, 160, 150)
    assert is_covered(Pyramid(card), row)


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
    assert is_covered(Pyramid(card), row) is aslant


@pytest.mark.parametrize(("light", "side"), [("shadow", -1), ("shadow", 1), ("glare", 1)])
def test_light_that_changes_beside_a_code(light: str, side: int):
    """A lamp's mirror image and a soft shadow change the ground at that end of the row as well: no other card."""
    card = paper()
    write(card, "D012", 20, 20, 5.0)
    row = row_of(card, 0, 700)
    beyond = side * (np.arange(card.shape[1]) - row.quad[:, 0].mean()) / row.height - row.length / row.height / 2
    change = (1 / (1 + np.exp(-beyond / 0.6)))[None, :, None]  # over a few heights of the row
    lit = card * (1 - 0.5 * change) if light == "shadow" else 0.5 * card + 120 * change
    assert not is_covered(Pyramid(np.clip(lit, 0, 255).astype(np.uint8)), row)


@pytest.mark.parametrize("side", [0, 1])
def test_a_lamp_mirrored_in_one_end_of_a_code(side: int):
    """Where it is white from beside a code into its first or last sign, one more sign may be lost in it: `SM086`."""
    card = paper()
    write(card, "M086", 20, 20, 5.0)
    row = row_of(card, 0, 700)
    inwards = (1 - 2 * side) * (np.arange(card.shape[1]) - row.quad[side][0]) / row.height  # heights of the row
    light = np.clip(1.3 - inwards, 0, 1)[None, :, None]  # all white until 0.3 heights within it, none from 1.3 on
    lit = np.clip(card + 255 * light * 0.6, 0, 255).astype(np.uint8)
    assert not is_covered(Pyramid(card), row)
    assert is_covered(Pyramid(lit), row)


def test_white_paper():
    """Paper that is as white at both ends, as in bright light, hides nothing."""
    card = np.full((400, 700, 3), 255, np.uint8)
    write(card, "M086", 20, 20, 5.0)
    assert not is_covered(Pyramid(card), row_of(card, 0, 700))


def test_a_shadow_over_the_first_letter():
    """It is as dark as print from an end of the crop on, but ends softly: no card lies there."""
    card = paper()
    write(card, "D012", 20, 20, 5.0)
    row = row_of(card, 0, 700)
    inside = (np.arange(card.shape[1]) - row.quad[0][0]) / row.height - 1  # heights of the row, from the letter's end
    shadow = (1 / (1 + np.exp(inside / 0.5)))[None, :, None]
    assert not is_covered(Pyramid((card * (1 - 0.7 * shadow)).astype(np.uint8)), row)


def test_a_sharp_shadow_over_the_last_digits():
    """What shows the digits under it is a shadow; under another card nothing would be seen of them."""
    card = paper()
    write(card, "D012", 20, 20, 5.0)
    row = row_of(card, 0, 700)
    behind = int(row.quad[1][0] - 0.8 * row.height)
    lit = card.astype(np.float32)
    lit[:, behind:] = 0.4 * lit[:, behind:]
    assert not is_covered(Pyramid(np.asarray(cv2.GaussianBlur(lit, (0, 0), 2), np.uint8)), row)


@pytest.mark.parametrize(("left", "cut"), [(0, True), (30, False)])
def test_the_edge_of_the_picture_near_a_code(left: int, cut: bool):
    """`M0171` whose last digit is outside the picture is no `M017`."""
    card = paper()
    write(card, "M017", 10, 20, 5.0)
    end = int(row_of(card, 0, 700).quad[1][0]) + 5 + left
    piece = np.ascontiguousarray(card[:, :end])
    assert is_covered(Pyramid(piece), row_of(piece, 0, end)) is cut


@pytest.mark.parametrize("loose", [0.0, 0.25])
@pytest.mark.parametrize(("beyond", "cut"), [(18, True), (22, False)])
def test_how_near_the_edge_of_the_picture_is_too_near(loose: float, beyond: int, cut: bool):
    """Two fifths of 50 pixels beside the print itself, however loosely it was cut: one more sign would begin nearer."""
    card = np.full((200, 300 + beyond, 3), 210, np.uint8)
    high = 50 * (1 + 2 * loose)  # with a margin at its ends as above and below
    left, top = 300 - 50 * (2 + loose), 100 - high / 2
    quad = np.array([[left, top], [300, top], [300, top + high], [left, top + high]], np.float32)
    quad[1:3, 0] += 50 * loose
    row = Candidate(quad, pale=False, glyphs=50 / high)
    assert is_at_pictures_edge(Pyramid(card), row) is cut


def test_blur_is_no_other_card():
    """Blurred ink greys the ground between the letters, and both ends of the row alike are clearer than that."""
    card = paper()
    write(card, "D326", 10, 20, 5.0)
    row = row_of(card, 0, 700)
    blurred = np.asarray(cv2.GaussianBlur(card, (0, 0), 7), np.uint8)
    assert not is_covered(Pyramid(blurred), row)
    blurred[:, int(row.quad[1][0]) + 4 :] = (120, 160, 150)
    assert is_covered(Pyramid(blurred), row)
