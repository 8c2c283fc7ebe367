"""A card's photo made fit to be kept: cut out where exactly one card lies there, upright, small, without notes."""

import struct
from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.drawn_deck import Pose, draw_card, empty_table, lay, show, write
from tests.vision.codes import EVERY
from tests.vision.photos.test_decode import CMYK, encoded, png_claiming, with_exif_orientation
from vision.photos.card_photo import LONGEST, CardPhoto, card_photo, find_card
from vision.photos.decode import BadPicture, decode
from vision.read.text_reader import TextReader
from vision.reads import Frame, Quad
from vision.scanner import Scanner

pytestmark = pytest.mark.slow

TABLES = {"green": (60, 110, 40), "black": (20, 20, 22), "grey": (120, 120, 120), "red": (40, 30, 150)}


@cache
def plain_table(colour: tuple[int, int, int], shaded: bool = False) -> Frame:
    """A table of one colour with a little noise, and a lamp at its left side where it is shaded."""
    rng = np.random.default_rng(3)
    frame = np.array(colour) + rng.normal(0, 6, (720, 960, 3))
    if shaded:
        frame *= np.linspace(1.15, 0.65, 960)[None, :, None]
    return np.clip(frame, 0, 255).astype(np.uint8)


def tables() -> Iterator[Frame]:
    """Tables of several colours, of wood, and lit from one side."""
    yield empty_table(960, 720)
    for colour in TABLES.values():
        yield plain_table(colour)
        yield plain_table(colour, shaded=True)


def worst_mm(found: Quad, corners: Quad, px_per_mm: float) -> float:
    """How far the worst corner lies from where it should be."""
    return float(max(min(np.linalg.norm(one - other) for one in found) for other in corners)) / px_per_mm


def made(frame: Frame, scanner: Scanner, **more: int) -> tuple[CardPhoto, Frame]:
    """A picture made fit to be kept, and what it shows then."""
    photo = card_photo(encoded(".jpg", frame, cv2.IMWRITE_JPEG_QUALITY, 95), scanner, **more)
    return photo, decode(photo.jpeg)


def codes(picture: Frame, scanner: Scanner) -> list[str]:
    """What is read in a picture whose text is upright: a code that lies on its side counts as none."""
    reads = [read for read in scanner.read(picture).reads if read.quad is not None]
    return [
        read.text
        for read in reads
        if read.quad and read.quad[1][0] - read.quad[0][0] > abs(read.quad[1][1] - read.quad[0][1])
    ]


@pytest.mark.parametrize(("turned", "tipped"), [(0, 0), (8, 0), (-20, 12), (40, 5), (90, 8), (170, 0)])
def test_the_corners_of_a_card(turned: float, tipped: float):
    """On any table the corners are found, at most a little outside the card, never inside it by more than a hair."""
    for table in tables():
        frame = table.copy()
        corners = lay(frame, draw_card("D012"), Pose(6, turned, tipped, (30, -20)))
        found = find_card(frame)
        assert found is not None
        assert worst_mm(found, corners, 6) < 1.3
        inside = [cv2.pointPolygonTest(found, (float(x), float(y)), True) for x, y in corners]
        assert min(inside) > -0.4 * 6


@pytest.mark.parametrize(
    "frame",
    [
        empty_table(),
        show("D012", "D013"),
        show("D012", pose=Pose(14)),
        show("D012", pose=Pose(5, shift_px=(560, 0))),
        show("D012", pose=Pose(2)),
        draw_card("D012"),
        np.random.default_rng(1).integers(0, 255, (600, 800, 3), np.uint8),
        np.full((24, 24, 3), 90, np.uint8),
    ],
    ids=["empty", "two", "too near", "half outside", "far away", "nothing but the card", "noise", "tiny"],
)
def test_no_card_for_certain(frame: Frame):
    """Where there is no card, or more than one, or not the whole of it, none is cut out."""
    assert find_card(frame) is None


@pytest.mark.parametrize("words", ["D012", "Lose one hope token"])
def test_words_on_a_pale_border_are_not_cut_off(words: str):
    """A pale card on a pale table shows its picture alone; as long as words stand around it, nothing is cut away."""
    card = np.full((880, 630, 3), 245, np.uint8)
    cv2.rectangle(card, (60, 60), (570, 700), (90, 70, 40), -1)
    write(card, words, 6, 82, 3.5)
    for colour in ((245, 245, 245), (205, 205, 205)):
        frame = plain_table(colour).copy()
        corners = lay(frame, card, Pose(6, 8))
        found = find_card(frame)
        assert found is None or worst_mm(found, corners, 6) < 1.3


@pytest.mark.parametrize("code", ["D012", "112"])
@pytest.mark.parametrize("turned", [3, 95, 185, 265])
def test_a_card_is_cut_out_upright(scanner: Scanner, code: str, turned: float):
    """However the card lies before the phone, it is kept alone, in its own shape, and the right way up."""
    frame = empty_table(1000, 900)
    lay(frame, draw_card(code), Pose(7, turned, 6))
    photo, picture = made(frame, scanner)
    assert photo.straightened
    assert (photo.width, photo.height) == (picture.shape[1], picture.shape[0])
    assert photo.height / photo.width == pytest.approx(88 / 63, rel=0.05)
    assert codes(picture, scanner) == [code]


def test_a_card_that_fills_the_photo_is_turned_upright(scanner: Scanner):
    """A phone that is held flat does not know which way is up; the card's code does."""
    photo, picture = made(cv2.rotate(draw_card("D012"), cv2.ROTATE_90_CLOCKWISE), scanner)
    assert (photo.width, photo.height, photo.straightened) == (630, 880, False)
    assert codes(picture, scanner) == ["D012"]


def test_as_it_was_taken(scanner: Scanner):
    """Who wants the photo as it was taken gets it whole, only smaller."""
    frame = empty_table(1600, 1200)
    lay(frame, draw_card("D012"), Pose(9, 90))
    photo, _ = made(frame, scanner, as_it_is=True)
    assert (photo.width, photo.height, photo.straightened) == (1000, 750, False)


def test_a_quarter_turn(scanner: Scanner):
    """A turn to the right puts the left side on top, on top of what the code told."""
    frame = np.full((300, 400, 3), 90, np.uint8)
    frame[250:, :50] = 255
    _, picture = made(frame, scanner, turned=1)
    assert picture.shape[:2] == (400, 300)
    assert picture[5, 5].min() > 240
    _, picture = made(cv2.rotate(draw_card("D012"), cv2.ROTATE_90_CLOCKWISE), scanner, turned=2)
    assert codes(cv2.rotate(picture, cv2.ROTATE_180), scanner) == ["D012"]


def test_it_is_small(scanner: Scanner):
    """A photo of twelve megapixels is kept with a thousand pixels on its longer side, in less than 400 kB."""
    frame = np.random.default_rng(1).integers(0, 255, (3000, 4000, 3), np.uint8)
    photo, picture = made(cv2.GaussianBlur(frame, (0, 0), 2), scanner, as_it_is=True)  # nothing is searched in noise
    assert max(picture.shape) == LONGEST
    assert len(photo.jpeg) < 400_000
    small, _ = made(draw_card("D012")[::2, ::2], scanner)
    assert (small.width, small.height) == (315, 440)


def test_the_phones_notes_go(scanner: Scanner):
    """Where and when a photo was taken, and by what, is not kept; how it is to be held is followed."""
    jpeg = with_exif_orientation(encoded(".jpg", draw_card("D012")), 6)
    noted = jpeg[:2] + b"\xff\xe1" + struct.pack(">H", 24) + b"http://ns.adobe GPS 52N"[:22] + jpeg[2:]
    photo = card_photo(noted, scanner, as_it_is=True)
    assert (photo.width, photo.height) == (880, 630)
    for note in (b"Exif", b"GPS", b"http", b"\xff\xe1"):
        assert note not in photo.jpeg
    assert decode(photo.jpeg).shape == (630, 880, 3)


def test_the_colours_of_print(scanner: Scanner):
    """A CMYK JPEG becomes one that every phone shows."""
    photo = card_photo(CMYK.read_bytes(), scanner)
    assert codes(decode(photo.jpeg), scanner) == ["D012"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not_a_picture"),
        (b"<svg onload='alert(1)'/>", "not_a_picture"),
        (encoded(".jpg", draw_card("D012"))[:5000], "torn"),
        (png_claiming(60_000, 60_000), "too_large"),
        (encoded(".png", np.zeros((8, 8, 3), np.uint8)), "too_tiny"),
    ],
)
def test_what_cannot_be_kept(scanner: Scanner, data: bytes, code: str):
    """What is no picture, torn, huge or tiny is refused with a word, as any photo is."""
    with pytest.raises(BadPicture) as refused:
        card_photo(data, scanner)
    assert refused.value.code == code


@settings(max_examples=25, deadline=None)
@given(
    width=st.integers(24, 400),
    height=st.integers(24, 400),
    boxes=st.lists(st.tuples(*[st.integers(0, 400)] * 4, st.integers(0, 255)), max_size=4),
)
def test_any_picture_is_kept_or_refused(width: int, height: int, boxes: list[tuple[int, int, int, int, int]]):
    """Whatever shapes a picture holds, it comes out whole, and no longer than it may be."""
    frame = np.full((height, width, 3), 128, np.uint8)
    for left, top, right, bottom, grey in boxes:
        cv2.rectangle(frame, (left, top), (right, bottom), (grey, 255 - grey, grey), -1)
    photo = card_photo(encoded(".png", frame), SCANNER)
    assert max(photo.width, photo.height) <= LONGEST
    assert decode(photo.jpeg).shape == (photo.height, photo.width, 3)


SCANNER = Scanner(TextReader(EVERY))
