"""The letter I against the digit 1. The L of a code, told from a 7 that lies upside down by how its stem stands. Codes
that are nearly numbers upside down, told from those by how surely either is read."""

import cv2
import numpy as np
import pytest

from hardware.drawn_deck import Pose, show, write
from tests.vision.codes import EVERY
from tests.vision.drawn_rows import row_of
from vision.find.picture import Candidate, Pyramid
from vision.read.glyphs import are_letters, has_upright_l, is_no_number, may_be_number, may_be_ones, turned_number
from vision.read.recogniser import Recognition, recogniser
from vision.read.text_reader import TextReader
from vision.reads import Frame
from vision.scanner import Scanner


def printed(*, flag: bool, apart: int = 40) -> tuple[Pyramid, Candidate]:
    """A stroke, with or without the flag of a 1, and two rings behind it."""
    card = np.full((300, 500, 3), 230, np.uint8)
    cv2.rectangle(card, (100, 100), (116, 200), (30, 30, 30), -1)
    if flag:
        cv2.line(card, (106, 106), (84, 128), (30, 30, 30), 10)
    for place in range(2):
        cv2.ellipse(card, (116 + apart + 28 + 80 * place, 150), (24, 44), 0, 0, 360, (30, 30, 30), 12)
    return Pyramid(card), row_of(card)


def test_a_stroke_is_a_letter():
    """It looks the same upside down, and a 1 does not."""
    assert are_letters("100", (0,), *printed(flag=False))
    assert not are_letters("100", (0,), *printed(flag=True))


def test_glyphs_that_cannot_be_told_apart():
    """Nothing is said of a stroke that runs into its neighbour, or where another count was read."""
    assert not are_letters("100", (0,), *printed(flag=False, apart=-8))
    assert not are_letters("1100", (0, 1), *printed(flag=False))


def figures(stroke: int, *rings: tuple[int, int], slash: int = 100) -> tuple[Pyramid, Candidate]:
    """A stroke of this height, a slash, and rings, each so wide and so high, all standing on one line."""
    card, x = np.full((400, 700, 3), 230, np.uint8), 100
    cv2.rectangle(card, (x, 250 - stroke), (x + 18, 249), (30, 30, 30), -1)
    cv2.line(card, (x + 45, 249), (x + 85, 250 - slash), (30, 30, 30), 12)
    x += 110
    for width, height in rings:
        middle, axes = (x + width // 2, 250 - height // 2), (width // 2, height // 2)
        cv2.ellipse(card, middle, axes, 0, 0, 360, (30, 30, 30), 10)
        x += width + 25
    return Pyramid(card), row_of(card)


def test_a_letter_is_as_high_as_digits():
    """A stroke as high as the digits and the slash, unlike any 1 there, is no 1."""
    assert may_be_ones(1, "08", *figures(100, (56, 100), (60, 100))) is False


def test_an_old_style_one():
    """It is lower than the digits beside it, or than the slash: `1/08` is a date."""
    assert may_be_ones(1, "08", *figures(70, (56, 70), (60, 100)))
    assert may_be_ones(1, "33", *figures(62, (40, 62), (40, 62)))


def test_small_figures():
    """A 1 is as high as the other small ones among old-style figures: `1/02` may be a date."""
    assert may_be_ones(1, "02", *figures(80, (80, 80), (78, 80), slash=85))


def test_round_figures_as_high_as_the_slash():
    """They are no small ones, however wide the print is."""
    assert may_be_ones(1, "02", *figures(80, (80, 80), (78, 80), slash=80)) is False


@pytest.mark.parametrize(("nought", "may_be"), [(100, False), (92, True)])
def test_round_figures_as_high_as_others(nought: int, may_be: bool):
    """A nought as round as an O is no small one where it is as high as the 7 behind it; a lower one may be."""
    assert may_be_ones(1, "07", *figures(100, (96, nought), (60, 100))) is may_be


def test_figures_that_cannot_be_told_apart():
    """Then nothing is known of a stroke as high as they are, nor where there are more of them than were read."""
    assert may_be_ones(1, "08", *figures(100, (120, 100))) is None
    assert may_be_ones(1, "08", *figures(100, (56, 100), (60, 100), (60, 100))) is None


def test_a_one_like_the_first_stroke():
    """Print that has the same stroke for both tells nothing: `1/12` is `I/12` in it."""
    card = np.full((300, 600, 3), 230, np.uint8)
    for left in (100, 210):
        cv2.rectangle(card, (left, 100), (left + 18, 200), (30, 30, 30), -1)
    cv2.line(card, (140, 199), (180, 101), (30, 30, 30), 12)
    cv2.ellipse(card, (290, 150), (26, 46), 0, 0, 360, (30, 30, 30), 10)
    assert may_be_ones(1, "10", Pyramid(card), row_of(card))


def printed_upright_l(text: str, lean: float = 0.0) -> Frame:
    """A text on a blank card, ten pixels to a millimetre, whose strokes lean so far to the right of their height."""
    card = np.full((400, 900, 3), 230, np.uint8)
    write(card, text, 30, 20, 4.0)
    shear = np.array([[1, -lean, 200 * lean], [0, 1, 0]], np.float32)
    return np.asarray(cv2.warpAffine(card, shear, (900, 400), borderValue=(230, 230, 230)), np.uint8)


@pytest.mark.parametrize("code", ["L01", "L06", "L08", "L09", "L10", "L11", "L16"])
@pytest.mark.parametrize("lean", [0.0, 0.2, -0.2])
def test_an_l(code: str, lean: float):
    """It stands as its figures do, also in print that leans."""
    card = printed_upright_l(code, lean)
    assert has_upright_l(code, Pyramid(card), row_of(card))


@pytest.mark.parametrize(("number", "code"), [("607", "L09"), ("907", "L06"), ("807", "L08"), ("107", "L01")])
@pytest.mark.parametrize("lean", [0.0, 0.2, -0.1])
def test_a_seven(number: str, code: str, lean: float):
    """Upside down its stroke leans over to the right, more than its figures do."""
    card = np.ascontiguousarray(printed_upright_l(number, lean)[::-1, ::-1])
    assert not has_upright_l(code, Pyramid(card), row_of(card))


def test_figures_of_another_height():
    """Among old-style figures a 7 may stand upright as well."""
    card = printed_upright_l("L")
    end = row_of(card).quad[2]
    write(card, "09", end[0] / 10 + 0.6, end[1] / 10, 2.9)
    assert not has_upright_l("L09", Pyramid(card), row_of(card))


def test_glyphs_that_run_together():
    """Where they cannot be told apart, nothing is."""
    card = printed_upright_l("L09")
    cv2.line(card, *[(int(x), 180) for x in row_of(card).quad[:2, 0]], (38, 38, 38), 12)
    assert not has_upright_l("L09", Pyramid(card), row_of(card))


@pytest.mark.parametrize(
    ("code", "number"),
    [("L09", "607"), ("L10", "017"), ("L11", "117"), ("L02", None), ("L12", None), ("D018", None), ("I/08", None)],
)
def test_what_a_code_is_upside_down(code: str, number: str | None):
    """Only where each digit is one upside down as well."""
    assert turned_number(code) == number


@pytest.mark.parametrize(
    ("code", "sure", "turned", "likely", "consistency", "may_be"),
    [
        ("L09", 0.97, "607", 1.0, 0.95, True),  # a page number that lies upside down
        ("L09", 0.99, "607", 0.95, 0.95, True),
        ("L10", 0.99, "017", 0.80, 0.61, False),
        ("L10", 0.99, "017", 0.80, 0.59, True),
        ("L10", 0.89, "017", 0.80, 0.95, True),
        ("L09", 0.97, "60T", 0.9, 0.0, False),
        ("L09", 0.80, "607#", 1.0, 0.0, False),  # no number has a mark behind it
        ("L02", 0.80, "207", 1.0, 0.0, False),
    ],
)
def test_which_of_the_two(code: str, sure: float, turned: str, likely: float, consistency: float, may_be: bool):
    """A code is sure where the number is read clearly less so, and the small network holds to it."""
    looks = [Recognition("", 0.0), Recognition(turned, likely)]
    assert may_be_number(code, Recognition(code, sure), consistency, looks) is may_be
    assert not may_be_number(code, Recognition(code, sure), consistency, [])


class Turning:
    """The recogniser, which sees a number where it sees nothing like a code."""

    def read(self, crops: list[Frame]) -> list[Recognition]:
        """As it does, but for those."""
        return [word if word.text.startswith("L") else Recognition("607", 1.1) for word in recogniser().read(crops)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("consistency", "shaped", "sure"), [(0.5, True, set()), (0.95, False, set()), (0.95, True, {"L09"})]
)
def test_what_may_be_a_number_is_asked_about(
    monkeypatch: pytest.MonkeyPatch, consistency: float, shaped: bool, sure: set[str]
):
    """The same card is read where no number is seen in it upside down; where one is, it is asked about, unless the
    small network holds to the code in many crops and the L is an L by its shape."""
    frame = show("L09", pose=Pose(6, 3))
    assert [read.text for read in Scanner(TextReader(EVERY)).read(frame).reads] == ["L09"]
    monkeypatch.setattr("vision.read.text_reader.view_consistency", lambda *_: consistency)
    monkeypatch.setattr("vision.read.text_reader.has_upright_l", lambda *_: shaped)
    found = Scanner(TextReader(EVERY, Turning())).read(frame)  # type: ignore[arg-type]
    assert {read.text for read in found.reads} == sure
    assert "L09" in {read.text for read in (*found.reads, *found.unsure)}


@pytest.mark.parametrize(
    ("sure", "consistency", "shaped", "told"),
    [(0.81, 0.61, True, True), (0.81, 0.61, False, False), (0.79, 0.99, True, False), (0.99, 0.59, True, False)],
)
def test_a_code_that_is_no_number(sure: float, consistency: float, shaped: bool, told: bool):
    """The recogniser and the small network must see the code in it, and it must have an L by its shape."""
    assert is_no_number(Recognition("L09", sure), consistency, shaped=shaped) is told
