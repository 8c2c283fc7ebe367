"""Which way up a number is that reads as another one upside down."""

import cv2
import numpy as np
import pytest

from tests.vision.codes import EVERY
from vision.drawn_deck import Pose, empty_table, lay, write
from vision.find.candidate import Candidate
from vision.grammar import turned
from vision.read.fusion import ReadFusion
from vision.read.orientation import NearbyWords
from vision.read.recogniser import Recognition
from vision.reads import NUMBOX, Frame
from vision.scanner import Scanner

pytestmark = pytest.mark.slow

PAPER, GREEN, PALE = (222, 232, 236), (44, 74, 26), (226, 240, 240)


def page(number: str, *words: tuple[str, float, float]) -> Frame:
    """A card with a number in a dark green box in its middle, and words at these places in millimetres."""
    card = np.empty((880, 630, 3), np.uint8)
    card[:] = PAPER
    cv2.rectangle(card, (235, 400), (395, 480), GREEN, -1)
    for place, digit in enumerate(number):
        write(card, digit, 25.4 + 4.6 * place, 45.9, 4.0, PALE)
    for word, left_mm, base_mm in words:
        write(card, word, left_mm, base_mm, 3.0)
    return card


def found(scanner: Scanner, card: Frame, *angles: float) -> set[tuple[str, ...]]:
    """The sure readings of a card that lies turned, one frame for each angle."""
    seen = set()
    for angle in angles:
        frame = empty_table(576, 640)  # little more than the card
        lay(frame, card, Pose(6, angle))
        seen.add(tuple(read.text for read in scanner.read(frame).reads))
    return seen


TEXT = (("walk", 9, 45.5), ("past", 42, 45.5), ("Then look round", 9, 38), ("or stay here", 9, 53))


@pytest.mark.parametrize("number", ["890", "066"])
def test_a_number_in_a_text(scanner: Scanner, number: str):
    """Words round the number tell which way up it is, however the card lies."""
    assert found(scanner, page(number, *TEXT), 0, 200) == {(number,)}


def test_a_number_alone(scanner: Scanner):
    """Without other print nothing tells, for a 6 is a 9 the other way up: it is asked about."""
    assert found(scanner, page("690"), 0, 180) == {()}


def test_words_on_one_side_only_may_be_on_another_card(scanner: Scanner):
    """Words above the number alone do not count: a card may lie there the other way round."""
    assert found(scanner, page("690", ("Then look round", 9, 36), ("walk past it", 9, 31)), 0, 180) == {()}


def test_words_that_contradict_each_other(scanner: Scanner):
    """Where some words stand upside down to others, nothing is told."""
    card = page("690", *TEXT[:3])
    below = page("   ", ("or stay here", 30, 38))[300:400, :]
    card[485:585] = below[::-1, ::-1]
    assert found(scanner, card, 0, 180) == {()}


def test_words_across(scanner: Scanner):
    """Words at a right angle to the number do not count: it is asked about, or told by its digits' shapes."""
    upright = page("   ", *TEXT)
    across = np.ascontiguousarray(np.rot90(upright))
    card = np.empty((880, 880, 3), np.uint8)
    card[:] = PAPER
    card[125 : 125 + across.shape[0], : across.shape[1]] = across
    card[400:480, 360:520] = page("890")[400:480, 235:395]
    assert found(scanner, card, 0, 180) <= {(), ("890",)}


def told(number: str, upright: float, flipped: float) -> list[tuple[str, str]]:
    """The readings of a boxed number whose looks are so sure, the right way up and the other way."""
    fusion = ReadFusion(boxed=True)
    while (look := fusion.next_crop) is not None:
        text, sure = (turned(number) or "", flipped) if look.turned else (number, upright)
        fusion.take(look, Recognition(text, sure), EVERY.fit(text, NUMBOX))
    row = Candidate(np.array([[0, 0], [60, 0], [60, 20], [0, 20]], np.float32), pale=True, boxed=True)
    return [(read.text, read.uncertainty_reason) for read in fusion.reads(row)]


def test_ones_tell_which_way_up_a_number_is():
    """A 1 has its flag at its top: where the recogniser doubts it the other way up, the number is sure."""
    assert told("168", 0.99, 0.5) == [("168", "")]
    assert {uncertainty_reason for _, uncertainty_reason in told("168", 0.99, 0.8)} == {"upside_down"}
    assert {uncertainty_reason for _, uncertainty_reason in told("168", 0.95, 0.5)} == {"upside_down"}


def test_only_ones_tell():
    """A 6 and a 9, and an 8 either way up, are too much alike."""
    assert {uncertainty_reason for _, uncertainty_reason in told("890", 0.99, 0.5)} == {"upside_down"}


def test_words_are_read_once():
    """However often a number is found in one place, the words round it are read once; those of another one as well."""
    frame, read = page("890", *TEXT), []

    def look(word: Candidate) -> ReadFusion:
        read.append(word)
        return ReadFusion(False)

    words = NearbyWords(frame, look)
    box = Candidate(np.array([[250, 415], [380, 415], [380, 462], [250, 462]], np.float32), pale=True, boxed=True)
    first = words.near(box)
    assert len(first) == len(read) > 1
    assert words.near(box.shifted(np.array([4, -3], np.float32)).turned()) is first
    assert words.near(box.shifted(np.array([0, 60], np.float32))) is not first
    assert len(read) > len(first)
