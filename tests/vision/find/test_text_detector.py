"""Lines of print that the detector finds, where a person sees them, on a picture that tells all there is to tell."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn_rows import on_a_plate
from vision.find.picture import Candidate, Pyramid, Region, apart
from vision.find.text_detector import LARGE, SMALL, find_lines, loose_cuts, text_detector
from vision.reads import Frame, Quad

pytestmark = pytest.mark.slow

FACE = cv2.FONT_HERSHEY_SIMPLEX


def corners(left: float, top: float, right: float, bottom: float) -> Quad:
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


# D012 in dark on pale, 352 in pale on dark green, and a line of small print that no code is as long as.
ID, NUMBER, LONG = corners(60, 71, 163, 101), corners(420, 300, 481, 325), corners(60, 200, 497, 222)


@pytest.fixture(scope="module")
def table() -> Frame:
    """A table of 640 x 480 pixels with the three lines."""
    frame = np.full((480, 640, 3), (205, 215, 220), np.uint8)
    cv2.putText(frame, "D012", (60, 100), FACE, 1.35, (30, 30, 40), 4, cv2.LINE_AA)
    cv2.putText(frame, "scouts return and add their load to the stores", (60, 217), FACE, 0.7, (40, 40, 40), 2)
    cv2.rectangle(frame, (400, 285), (506, 340), (40, 70, 20), -1)
    cv2.putText(frame, "352", (420, 324), FACE, 1.1, (235, 240, 238), 3, cv2.LINE_AA)
    return frame


@pytest.fixture(scope="module")
def found(table: Frame) -> list[Candidate]:
    """What may be a code on it."""
    return find_lines(Pyramid(table), text_detector().look(table, SMALL))


def middle(quad: Quad) -> Quad:
    return np.asarray(quad.mean(axis=0), np.float32)


def at(quad: Quad, rows: list[Candidate]) -> list[Candidate]:
    """The rows whose middle lies within these corners."""
    return [row for row in rows if (quad[0] < middle(row.quad)).all() and (middle(row.quad) < quad[2]).all()]


def test_each_line_where_it_stands(table: Frame):
    """Three lines, each enclosed with less than a line's height round it, the first side along it."""
    lines = text_detector().look(table, SMALL).lines
    assert len(lines) == 3
    for wanted in (ID, NUMBER, LONG):
        [line] = [each for each in lines if np.abs(middle(each) - middle(wanted)).max() < 8]
        assert np.linalg.norm(line[1] - line[0]) > np.linalg.norm(line[3] - line[0])
        height = wanted[2, 1] - wanted[0, 1]
        assert (line.min(axis=0) > wanted[0] - height).all()
        assert (line.min(axis=0) < wanted[0] + 4).all()
        assert (line.max(axis=0) < wanted[2] + height).all()
        assert (line.max(axis=0) > wanted[2] - 4).all()


def test_what_may_be_a_code(found: list[Candidate]):
    """Short lines close round their ink, dark or pale as they are; in a dark green box also as a number."""
    [code] = at(ID, found)
    assert (code.pale, code.boxed) == (False, False)
    assert sorted((row.pale, row.boxed) for row in at(NUMBER, found)) == [(True, False), (True, True)]
    assert not at(LONG, found)
    assert len(found) == 3


def test_a_closer_look_where_print_may_be(table: Frame):
    """Only there: it tells of the lines as a look at the whole does, in half of the picture."""
    closer = text_detector().look(table, SMALL).worth_a_closer_look()
    assert sum(region.area for region in closer) < 640 * 480 / 2
    for wanted in (ID, NUMBER, LONG):
        [region] = [each for each in closer if each.overlaps(Region(*(int(x) for x in (*wanted[0], *wanted[2]))))]
        assert region.left < wanted[0, 0]
        assert region.bottom > wanted[2, 1]
    assert len(text_detector().look(table, SMALL, only=closer).lines) == 3
    assert text_detector().look(table, SMALL, only=[]).lines == ()


def test_regions_that_overlap():
    """They are one, also with what only that one meets; those that touch are none."""
    chain = [Region(0, 0, 10, 10), Region(18, 5, 30, 20), Region(9, 9, 19, 19), Region(30, 0, 40, 10)]
    assert apart(chain) == [Region(0, 0, 30, 20), Region(30, 0, 40, 10)]


@pytest.mark.parametrize("ink", [30, 250])
def test_print_on_a_bare_sheet(ink: int):
    """One short line, darker or paler than all the rest, which is of one level."""
    sheet = np.full((480, 640, 3), 140, np.uint8)
    cv2.putText(sheet, "D012", (60, 100), FACE, 1.35, (ink, ink, ink), 4, cv2.LINE_AA)
    [line] = text_detector().look(sheet, SMALL).lines
    assert np.abs(middle(line) - middle(ID)).max() < 8


def test_a_small_picture_is_not_enlarged(table: Frame):
    """What is looked at with more pixels than a picture has is looked at as it is."""
    small, large = (text_detector().look(table, longer).lines for longer in (SMALL, LARGE))
    assert [line.tolist() for line in small] == [line.tolist() for line in large]


@pytest.mark.parametrize("shape", [(1, 1, 3), (9, 700, 3), (720, 1280, 3)])
def test_nothing_in_nothing(shape: tuple[int, int, int]):
    """One grey, of any size."""
    assert text_detector().look(np.full(shape, 128, np.uint8), SMALL).lines == ()


def test_large_pictures_in_parts():
    """A line that the border of two parts goes through is found once and whole, as if there were no parts."""
    frame = np.full((720, 1280, 3), (205, 215, 220), np.uint8)
    cv2.putText(frame, "D012", (590, 300), FACE, 1.0, (30, 30, 40), 3, cv2.LINE_AA)  # 75 pixels long
    cv2.putText(frame, "M346", (40, 600), FACE, 1.0, (30, 30, 40), 3, cv2.LINE_AA)
    lines = sorted(text_detector().look(frame, LARGE).lines, key=lambda line: -float(line[:, 0].min()))
    assert [
        np.abs(middle(line) - wanted).max() < 8 for line, wanted in zip(lines, ((628, 289), (78, 589)), strict=True)
    ]
    assert [70 < float(np.ptp(line[:, 0])) < 100 for line in lines] == [True, True]


def test_a_line_is_cut_with_several_margins(table: Frame):
    """By 0.10, 0.17 and 0.24 of its height on each side, and once more as if it were pale; on green pale cuts are
    numbers, too."""
    lines = text_detector().look(table, SMALL).lines
    [code], [number] = ([each for each in lines if np.abs(middle(each) - middle(at)).max() < 8] for at in (ID, NUMBER))
    whole = float(np.linalg.norm(code[3] - code[0]))
    for pale in (False, True):
        cuts = [cut for cut in loose_cuts(Pyramid(table), code) if cut.loose and cut.pale == pale]
        assert [cut.height / whole for cut in cuts] == pytest.approx([0.80, 0.66, 0.52], abs=1e-3)
        assert not any(cut.boxed for cut in cuts)
    cuts = [cut for cut in loose_cuts(Pyramid(table), number) if cut.loose]
    assert [cut.boxed for cut in cuts if cut.pale] == [False, True] * 3
    assert not any(cut.boxed for cut in cuts if not cut.pale)


def test_one_margin_alone(table: Frame):
    """Where each cut is read, as nothing tells which is likely, there is one, and it is dark as the print is."""
    [code] = [each for each in text_detector().look(table, SMALL).lines if np.abs(middle(each) - middle(ID)).max() < 8]
    [cut] = loose_cuts(Pyramid(table), code, (0.10,))
    assert (cut.pale, cut.loose) == (False, True)


@pytest.mark.parametrize("room", [4, 6, 10])
@pytest.mark.parametrize("colour", [(170, 80, 190), (150, 90, 160)])
def test_dark_print_on_a_narrow_plate_is_dark(colour: tuple[int, int, int], room: int):
    """The white card round it makes it no pale print."""
    frame = on_a_plate(colour, room)
    assert [row.pale for row in find_lines(Pyramid(frame), text_detector().look(frame, SMALL))] == [False]


@pytest.mark.parametrize("size", [1.0, 1.35, 2.0])
@pytest.mark.parametrize("pale", [False, True])
def test_print_of_any_size(pale: bool, size: float):
    """Dark and pale as it is: a tight line of pale print covers more than half of it."""
    ink, ground = ((240, 240, 240), (120, 120, 140)) if pale else ((30, 30, 40), (205, 215, 220))
    frame = np.full((480, 640, 3), ground, np.uint8)
    cv2.putText(frame, "D012", (200, 250), FACE, size, ink, 4, cv2.LINE_AA)
    assert {row.pale for row in find_lines(Pyramid(frame), text_detector().look(frame, SMALL))} == {pale}


def test_a_cut_close_round_the_ink_on_a_plate():
    """Of a line whose margin reaches over the edges of a plate, 14 pixels round the print, one cut is as high as the
    print: 30 pixels."""
    frame = on_a_plate((150, 60, 170), 14)
    [line] = text_detector().look(frame, SMALL).lines
    close = [cut.height for cut in loose_cuts(Pyramid(frame), line) if not cut.loose and not cut.pale]
    assert close == [pytest.approx(30, abs=4)]
