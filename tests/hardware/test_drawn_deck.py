"""The drawn deck."""

import numpy as np
import pytest

from hardware.drawn_deck import Pose, ScanSpot, draw_card, empty_table, lay, show
from tests.vision.codes import EVERY
from vision.read.text_reader import TextReader
from vision.scanner import Scanner


@pytest.fixture(scope="module")
def scanner() -> Scanner:
    """One for all: loading its models takes a moment."""
    return Scanner(TextReader(EVERY))


def test_cards_have_the_size_of_a_card():
    """A card is 63 by 88 millimetres at ten pixels each."""
    assert draw_card("D012").shape == (880, 630, 3)


def test_cards_differ():
    """Every code, and no code, gives another picture."""
    pictures = [draw_card(code).tobytes() for code in ("", "D012", "D013", "L09", "I/08", "123", "124")]
    assert len(set(pictures)) == len(pictures)


def test_where_a_card_comes_to_lie():
    """Corners follow scale, turn and shift: a quarter turn clockwise brings the top left corner to the top right."""
    corners = lay(empty_table(), draw_card("D012"), Pose(2, 90, 0, (10, -20)))
    # Middle (650, 340); 63 x 88 mm at 2 px/mm is 126 x 176 pixels, lying on its side 176 x 126.
    assert np.allclose(corners, [[738, 277], [738, 403], [562, 403], [562, 277]], atol=0.5)


def test_the_same_frame_twice():
    """Drawing is the same every time."""
    assert np.array_equal(show("D012", "123"), show("D012", "123"))


def test_frames_have_the_asked_size():
    """Frames are (H, W, 3) uint8."""
    frame = show("D012", width=640, height=480)
    assert (frame.shape, frame.dtype) == ((480, 640, 3), np.uint8)


@pytest.mark.slow
def test_the_scan_spot(scanner: Scanner):
    """Each showing lies differently and is read; nothing shown is the empty table."""
    spot = ScanSpot()
    frames = [spot.show("D247") for _ in range(5)]
    assert len({frame.tobytes() for frame in frames}) == 5
    assert not any(frame.flags.writeable for frame in frames)  # who shows one need not copy it
    assert [[read.text for read in scanner.read(frame).reads] for frame in frames] == [["D247"]] * 5
    assert np.array_equal(spot.show(None), empty_table())


@pytest.mark.slow
def test_several_cards_on_the_scan_spot(scanner: Scanner):
    """Codes parted by spaces lie side by side: each is read in one showing or another, and nothing else is."""
    spot = ScanSpot()
    seen = {read.text for _ in range(3) for read in scanner.read(spot.show("049 112 316")).reads}
    assert seen == {"049", "112", "316"}
