"""Whatever is sent as a photo: read right, or one clear sentence. The real reader behind the real address."""

from __future__ import annotations

import struct
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from companion.app.camera import CameraService
from companion.app.settings import CameraSettings
from companion.status.health import HealthBoard
from hardware.drawn_deck import Pose, show
from tests.vision import bombs

from .household import Household
from .phones import Phone

pytestmark = pytest.mark.slow

CARD = show("D247", pose=Pose(5, 4), width=480, height=480)
CMYK = Path(__file__).parents[1] / "vision" / "pictures" / "cmyk.jpg"  # the card D012
NO_PICTURE = "This file is not a picture. Send a photo (JPEG, PNG or WebP)."
TORN = "This picture did not arrive whole. Send it once more."
TOO_LARGE = "This picture is too large. Send a JPEG photo of at most 60 megapixels."
HEIC = (
    "This is a HEIC picture, which cannot be read here. Send it as JPEG; an iPhone takes those with Settings, Camera, "
    "Formats, Most Compatible."
)
TINY = "This picture is too small to read anything in it. Take the photo closer."
DAMAGED = "This picture is damaged. Take the photo once more."


@pytest.fixture(scope="module")
def reader() -> Iterator[CameraService]:
    """The reader of photos, without a camera."""
    made = CameraService(CameraSettings(source="none"), HealthBoard())
    yield made
    made.stop()


@pytest.fixture(scope="module")
def sender(reader: CameraService, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """A joined phone whose photos that reader reads."""
    house = Household(tmp_path_factory.mktemp("photos"), options={"read_photo": reader.read_photo})
    phone = Phone(house)
    phone.join()
    yield phone
    house.close()


def send(phone: Phone, data: bytes, kind: str = "image/jpeg") -> TestResponse:
    """Send a photo."""
    length = {"CONTENT_LENGTH": str(len(data))}
    return phone.post("/api/photo", json=None, data=data, content_type=kind, environ_overrides=length)


def codes(phone: Phone, data: bytes, kind: str = "image/jpeg") -> list[str]:
    """The sure codes of a photo that is read."""
    answer = send(phone, data, kind)
    assert answer.status_code == 200, answer.json
    return [one["text"] for one in answer.json["reads"] if one["sure"]]  # type: ignore[index]


def refusal(phone: Phone, data: bytes) -> str:
    """The sentence with which a photo is refused."""
    answer = send(phone, data)
    assert (answer.status_code, answer.json["kind"]) == (422, "photo")  # type: ignore[index]
    return str(answer.json["error"])  # type: ignore[index]


def encoded(ending: str, picture: np.ndarray = CARD, *flags: int) -> bytes:
    """A picture as a file of this kind."""
    return cv2.imencode(ending, picture, list(flags))[1].tobytes()


def exif(jpeg: bytes, orientation: int) -> bytes:
    """A JPEG with a phone's note of how it was held."""
    tiff = b"II*\x00\x08\x00\x00\x00" + struct.pack("<HHHIHHI", 1, 0x112, 3, 1, orientation, 0, 0)
    note = b"Exif\x00\x00" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(note) + 2) + note + jpeg[2:]


def chunk(kind: bytes, data: bytes) -> bytes:
    """One chunk of a PNG."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, *more: bytes) -> bytes:
    """A grey PNG that claims this size, with further chunks, and says hardly anything."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + b"".join(more) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


# --- read right -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".gif", ".bmp"])
def test_kinds_of_files(sender: Phone, ending: str) -> None:
    """Every usual kind, also where the phone does not say which."""
    assert codes(sender, encoded(ending), "application/octet-stream") == ["D247"]


def test_deep_grey_and_transparent(sender: Phone) -> None:
    """Sixteen bits, grey, sixteen bits grey, transparent."""
    deep, grey = CARD.astype(np.uint16) * 257, cv2.cvtColor(CARD, cv2.COLOR_BGR2GRAY)
    for picture in (deep, grey, grey.astype(np.uint16) * 257, cv2.cvtColor(CARD, cv2.COLOR_BGR2BGRA)):
        assert codes(sender, encoded(".png", picture), "image/png") == ["D247"]


def test_the_colours_of_print(sender: Phone) -> None:
    """CMYK, as a scanner or a shop's picture has it."""
    assert codes(sender, CMYK.read_bytes()) == ["D012"]


def test_in_passes(sender: Phone) -> None:
    """A progressive JPEG."""
    assert codes(sender, encoded(".jpg", CARD, cv2.IMWRITE_JPEG_PROGRESSIVE, 1)) == ["D247"]


@pytest.mark.parametrize("orientation", range(1, 9))
def test_however_the_phone_was_held(sender: Phone, orientation: int) -> None:
    """All eight notes on how a picture is to be turned, mirrored ones too: the card is read once it is upright."""
    turned = {
        1: CARD,
        2: cv2.flip(CARD, 1),
        3: cv2.rotate(CARD, cv2.ROTATE_180),
        4: cv2.flip(CARD, 0),
        5: cv2.transpose(CARD),
        6: cv2.rotate(CARD, cv2.ROTATE_90_COUNTERCLOCKWISE),
        7: cv2.flip(cv2.transpose(CARD), -1),
        8: cv2.rotate(CARD, cv2.ROTATE_90_CLOCKWISE),
    }[orientation]
    assert codes(sender, exif(encoded(".jpg", turned), orientation)) == ["D247"]


@pytest.mark.parametrize("ending", [".gif", ".webp", ".png"])
def test_the_first_picture_of_an_animation(sender: Phone, ending: str, tmp_path: Path) -> None:
    """A moving picture is read as what it begins with."""
    animation = cv2.Animation()
    animation.frames = [CARD, np.full_like(CARD, 255)]
    animation.durations = [100, 100]
    file = tmp_path / f"moving{ending}"
    assert cv2.imwriteanimation(str(file), animation)
    assert codes(sender, file.read_bytes()) == ["D247"]


def test_surplus_behind_a_picture_does_no_harm(sender: Phone) -> None:
    """Phones append short films to their photos."""
    assert codes(sender, encoded(".jpg") + b"ftypmp42" + bytes(50_000)) == ["D247"]


# --- refused in words -------------------------------------------------------------------------------------------------


def test_nothing_at_all(sender: Phone) -> None:
    """An empty body has a sentence of its own."""
    assert refusal(sender, b"") == "The photo was empty. Take it once more."


@pytest.mark.parametrize(
    "data",
    [
        b"\xff", b"Dear companion,", b"%PDF-1.7\n", bytes(5000), b"RIFF\x00\x00\x00", b"<svg xmlns='x'/>",
        b"II*\x00\x08\x00\x00\x00", b"\x00\x00\x00\x18ftypmp42", b"GIF89a", b"PK\x03\x04", b"\x89PNG\r\n\x1a\n",
    ],
)  # fmt: skip
def test_what_is_no_picture(sender: Phone, data: bytes) -> None:
    """Other files, among them kinds of pictures that are not taken."""
    assert refusal(sender, data) == NO_PICTURE


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".gif", ".bmp"])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_cut_off(sender: Phone, ending: str, share: float) -> None:
    """A picture that did not arrive whole is never read in part."""
    data = encoded(ending)
    assert refusal(sender, data[: int(len(data) * share)]) in (TORN, NO_PICTURE)


def test_huge(sender: Phone) -> None:
    """By what it claims, before anything is decoded; by its bytes, before they are taken in."""
    begun = time.monotonic()
    for width, height in ((10_000, 10_000), (2**31 - 1, 2**31 - 1), (2**31 - 1, 1), (60_000, 300)):
        assert refusal(sender, png(width, height)) == TOO_LARGE
    assert time.monotonic() - begun < 5
    answer = send(sender, b"\xff\xd8\xff" + bytes(12 * 2**20))
    assert answer.status_code == 413
    assert "at most 12288 kB" in answer.json["error"]  # type: ignore[index]


def test_a_size_that_is_hidden(sender: Phone) -> None:
    """400 megapixels behind a marker that has no length are judged by what would be decoded."""
    assert refusal(sender, bombs.hidden_size(20_000)) == TOO_LARGE
    assert codes(sender, encoded(".jpg")) == ["D247"]


@pytest.mark.parametrize("brand", [b"heic", b"mif1", b"heix", b"avif"])
def test_heic(sender: Phone, brand: bytes) -> None:
    """What an iPhone keeps: how to send it so that it can be read."""
    data = b"\x00\x00\x00\x24ftyp" + brand + b"\x00\x00\x00\x00mif1MiHE" + bytes(4000)
    assert refusal(sender, data) == HEIC


def test_a_megabyte_of_notes(sender: Phone) -> None:
    """Long EXIF is passed over."""
    assert codes(sender, bombs.long_notes(encoded(".jpg"), 4)) == ["D247"]


def test_too_small(sender: Phone) -> None:
    """A picture of a few pixels."""
    assert refusal(sender, encoded(".png", CARD[:10, :10])) == TINY


def test_hostile(sender: Phone) -> None:
    """A picture that says nothing, one with a bomb in its texts, one with thousands of chunks, impossible sizes: each a
    sentence, at once."""
    bomb = chunk(b"zTXt", b"x\x00\x00" + zlib.compress(bytes(50_000_000), 9))
    begun = time.monotonic()
    for data in (
        png(480, 480),
        png(480, 480, bomb),
        png(480, 480, *[chunk(b"tEXt", b"a\x00b")] * 20_000),
        png(480, 480, chunk(b"PLTE", b"")),
        png(0, 0),
        png(480, 0),
    ):
        assert refusal(sender, data) in (DAMAGED, TINY, TOO_LARGE, NO_PICTURE) or "No code" in refusal(sender, data)
    assert time.monotonic() - begun < 20


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    ending=st.sampled_from([".jpg", ".png", ".webp", ".gif", ".bmp"]),
    damage=st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 255)), min_size=1, max_size=12),
)
def test_damage_is_never_a_wrong_read(sender: Phone, ending: str, damage: list[tuple[int, int]]) -> None:
    """With bytes changed near its beginning, a picture is read as what it shows, or refused with a sentence."""
    data = bytearray(encoded(ending, CARD[::2, ::2]))
    for place, value in damage:
        data[place % len(data)] = value
    answer = send(sender, bytes(data))
    assert answer.status_code in (200, 422)
    body = answer.json
    assert body is not None
    if answer.status_code == 422:
        assert body["error"]
    else:
        assert all(one["text"] == "D247" for one in body["reads"] if one["sure"])


def test_other_types_are_not_taken(sender: Phone) -> None:
    """A form or a text is not a photo."""
    assert send(sender, encoded(".jpg"), "text/plain").status_code == 415
