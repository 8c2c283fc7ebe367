"""Pictures of unknown make: read right, or refused with a word."""

import struct
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.drawn_deck import Pose, show
from vision.photos.decode import BadPicture, decode, read_photo
from vision.reads import CARD_ID, Frame, FrameReads, Read
from vision.scanner import Scanner

pytestmark = pytest.mark.slow

CARD = show("D247", pose=Pose(5, 4), width=480, height=480)
CMYK = Path(__file__).parents[1] / "pictures" / "cmyk.jpg"  # the card D012 of the drawn deck, in the colours of print


def encoded(ending: str, picture: Frame = CARD, *flags: int) -> bytes:
    """A picture as a file of this kind."""
    return cv2.imencode(ending, picture, list(flags))[1].tobytes()


def codes_in(data: bytes, scanner: Scanner) -> list[str]:
    """What is read surely in a photo."""
    return [read.text for read in read_photo(data, scanner)[1].reads]


class Answers(Scanner):
    """A reader that gives these answers, and keeps how high the pictures were."""

    def __init__(self, answers: Sequence[FrameReads]) -> None:
        self._answers = iter(answers)
        self.heights: list[int] = []

    def read(self, frame: Frame) -> FrameReads:
        self.heights.append(len(frame))
        return next(self._answers)


def code_of(data: bytes) -> str:
    """The word with which bytes are refused."""
    with pytest.raises(BadPicture) as refused:
        decode(data)
    return refused.value.code


def with_exif_orientation(jpeg: bytes, orientation: int) -> bytes:
    """A JPEG with an EXIF note of how it is to be turned."""
    tiff = b"II*\x00\x08\x00\x00\x00" + struct.pack("<HHHIHHI", 1, 0x112, 3, 1, orientation, 0, 0)
    exif = b"Exif\x00\x00" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]


def png_claiming(width: int, height: int) -> bytes:
    """A PNG file whose header claims a size."""
    data = bytearray(encoded(".png"))
    data[16:24] = struct.pack(">II", width, height)
    return bytes(data)


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".gif", ".bmp"])
def test_kinds_of_files(scanner: Scanner, ending: str):
    """The usual kinds of picture files are read."""
    assert codes_in(encoded(ending), scanner) == ["D247"]


def test_progressive_jpeg(scanner: Scanner):
    """A JPEG that is stored in passes is read."""
    data = encoded(".jpg", CARD, cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    assert codes_in(data, scanner) == ["D247"]


def test_grey_deep_and_transparent_pictures(scanner: Scanner):
    """Grey, sixteen-bit and transparent pictures are read."""
    deep = CARD.astype(np.uint16) * 257
    for picture in (cv2.cvtColor(CARD, cv2.COLOR_BGR2GRAY), deep, cv2.cvtColor(CARD, cv2.COLOR_BGR2BGRA)):
        data = cv2.imencode(".png", picture)[1].tobytes()
        assert codes_in(data, scanner) == ["D247"]


def test_cmyk(scanner: Scanner):
    """A JPEG in the four colours of print is read."""
    assert codes_in(CMYK.read_bytes(), scanner) == ["D012"]


@pytest.mark.parametrize(("orientation", "shape"), [(1, (480, 640, 3)), (3, (480, 640, 3)), (6, (640, 480, 3))])
def test_exif_orientation(orientation: int, shape: tuple[int, int, int]):
    """A phone's note on how it was held is followed: 6 means that the picture's top is its right side."""
    picture = np.zeros((480, 640, 3), np.uint8)
    picture[:60, :60] = 255
    turned = decode(with_exif_orientation(encoded(".jpg", picture), orientation))
    assert turned.shape == shape
    corner = {1: turned[5, 5], 3: turned[-5, -5], 6: turned[5, -5]}[orientation]
    assert corner.min() > 240


@pytest.mark.parametrize("ending", [".gif", ".webp"])
def test_an_animation_shows_its_first_picture(ending: str, tmp_path: Path):
    """Of a moving picture, the first one is taken."""
    animation = cv2.Animation()
    animation.frames = [CARD, np.full_like(CARD, 255)]
    animation.durations = [100, 100]
    file = str(tmp_path / f"moving{ending}")
    assert cv2.imwriteanimation(file, animation)
    assert np.abs(decode(Path(file).read_bytes()).astype(int) - CARD).mean() < 30  # few colours; white would be 120 off


@pytest.mark.parametrize(
    "data", [b"", b"\xff", b"Dear companion,\n", b"%PDF-1.7\n", b"\x00" * 5000, b"RIFF\x00\x00\x00"]
)
def test_what_is_no_picture(data: bytes):
    """Text, other files and nothing at all are no pictures."""
    assert code_of(data) == "not_a_picture"


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".gif", ".bmp"])
@pytest.mark.parametrize("share", [0.3, 0.7, 0.99])
def test_a_picture_that_is_cut_off(ending: str, share: float):
    """A file whose end is missing is torn, however much of it there is."""
    data = encoded(ending)
    assert code_of(data[: int(len(data) * share)]) == "torn"


def test_a_huge_picture_is_refused_by_its_header():
    """A hundred megapixels are refused before anything is decoded, also where the file is small."""
    assert code_of(png_claiming(10_000, 10_000)) == "too_large"
    assert code_of(png_claiming(2**31 - 1, 2**31 - 1)) == "too_large"
    huge = bytearray(encoded(".jpg"))
    at = huge.index(b"\xff\xc0")
    huge[at + 5 : at + 9] = struct.pack(">HH", 10_000, 10_000)
    assert code_of(bytes(huge)) == "too_large"


def test_a_huge_file_is_refused():
    """Forty megabytes are the most."""
    assert code_of(b"\xff\xd8\xff" + bytes(40_000_000)) == "too_large"


def test_a_large_photo_is_decoded_at_half_its_size():
    """Twenty-four megapixels of JPEG are read without ever holding them all."""
    assert decode(encoded(".jpg", np.zeros((4000, 6000, 3), np.uint8))).shape == (2000, 3000, 3)


@pytest.mark.parametrize(
    ("size", "looked_at"),
    [
        ((3024, 4032), (1512, 2016)),
        ((6000, 8000), (1500, 2000)),
        ((1944, 2592), (1944, 2592)),
        ((480, 640), (480, 640)),
    ],
)
def test_a_photo_is_looked_at_with_some_two_megapixels(size: tuple[int, int], looked_at: tuple[int, int]):
    """Of 12 megapixels a half of each side tells a code, of 48 a quarter; 5 megapixels would leave too few."""
    assert decode(encoded(".jpg", np.zeros((*size, 3), np.uint8)), small=True).shape == (*looked_at, 3)


def test_an_unsure_photo_is_looked_at_whole():
    """Where something is not sure in the smaller picture, the whole one is read; not where nothing is there at all."""
    unsure, sure = FrameReads(unsure=(Read("M044", CARD_ID, 0.7),)), FrameReads((Read("M044", CARD_ID, 1.0),))
    data = encoded(".jpg", np.zeros((1600, 5000, 3), np.uint8))
    for answers, heights in (([unsure, sure], [800, 1600]), ([sure], [800]), ([FrameReads()], [800])):
        reader = Answers(answers)
        frame, found = read_photo(data, reader)
        assert reader.heights == heights
        assert (found, len(frame)) == (answers[-1], heights[-1])


def test_too_few_pixels():
    """A picture in which nothing could be read is refused."""
    assert code_of(encoded(".png", np.zeros((10, 300, 3), np.uint8))) == "too_tiny"


def test_a_damaged_picture():
    """A whole file with damaged contents is broken."""
    data = bytearray(encoded(".png"))
    data[60:400] = bytes(340)
    assert code_of(bytes(data)) == "broken"


@settings(max_examples=60, deadline=None)
@given(
    ending=st.sampled_from([".jpg", ".png", ".webp", ".gif", ".bmp"]),
    damage=st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 255)), max_size=12),
    cut=st.integers(0, 9000),
)
def test_damage_never_crashes(ending: str, damage: list[tuple[int, int]], cut: int):
    """Whatever happens to a file, it is a frame or a refusal."""
    data = bytearray(encoded(ending, CARD[::8, ::8]))
    for at, value in damage:
        data[at % len(data)] = value
    try:
        frame = decode(bytes(data[: cut or None]))
    except BadPicture:
        return
    assert frame.dtype == np.uint8
    assert frame.shape[2] == 3
