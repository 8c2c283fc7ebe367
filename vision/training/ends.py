"""Rows of print whose ends are seen, and rows of which a card, a finger or light lies over the rest, in colour."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.find.picture import Floats, Grey, Pyramid
from vision.read.ends import ENDS_HEIGHT, ENDS_WIDTH, ends_of
from vision.reads import Frame, Quad
from vision.training.examples import digit_height, glare_on, placed, shade_on, streak
from vision.training.labels import Wording, any_code
from vision.training.strip import TALL, Strip, any_font, inked, print_on
from vision.training.typefaces import digit_px

_SMALLEST, _LARGEST = 8.0, 48.0  # pixels of a digit in the camera's picture
_MARGIN = 1.9  # digit heights of the picture beyond the row
_HIDDEN = "0123456789DMLIVX/BKPT"
_OFF = 0.04  # heights of the row: how far its corners are off


@dataclass(frozen=True)
class EndsBatch:
    """`pictures` (N, 3, 48, 128) float32, as `ends_of` gives them; `whole` (N,) float32, 1 where both ends are seen."""

    pictures: Floats
    whole: Floats


def ends_batch(seed: tuple[int, int], count: int) -> EndsBatch:
    """The batch of a seed: always the same one, where the same typefaces are installed."""
    rng = np.random.default_rng(seed)
    pictures = np.empty((count, 3, ENDS_HEIGHT, ENDS_WIDTH), np.float32)
    whole = np.asarray(np.arange(count) % 2, np.float32)
    for place in range(count):
        pictures[place] = _seen(rng, bool(whole[place]))
    return EndsBatch(pictures, whole)


def _seen(rng: np.random.Generator, whole: bool) -> Floats:
    strip = _whole(rng) if whole else _cut(rng)
    tall = digit_height(rng, _SMALLEST, _LARGEST)
    picture, quad = placed(rng, strip, tall, _MARGIN)
    pixels = _troubled(rng, picture, tall)
    high = float(np.linalg.norm(quad[3] - quad[0]))
    off = rng.normal(0, _OFF, (4, 2)) * high
    return ends_of(Pyramid(pixels), np.asarray(quad + off, np.float32))


def _whole(rng: np.random.Generator) -> Strip:
    picture, _, quad = _printed(rng, Wording(any_code(rng)))
    if rng.random() < 0.45:  # something lies near by, farther than a sign is wide, or the card ends
        side = int(rng.choice([-1, 1]))
        x = (quad[1, 0] if side > 0 else quad[0, 0]) + side * float(rng.uniform(0.85, 1.6)) * TALL
        _any_cover(rng)(rng, picture, x, side, quad)
    elif rng.random() < 0.5:
        side = int(rng.choice([-1, 1]))
        x = (quad[1, 0] if side > 0 else quad[0, 0]) + side * float(rng.uniform(0.4, 1.6)) * TALL
        _card(rng, picture, x, side, quad, upright=True)
    return Strip(picture, quad)


def _cut(rng: np.random.Generator) -> Strip:
    """A part of a row, and over the rest of it something that begins behind the last sign, or over the next one."""
    side = int(rng.choice([-1, 1]))
    hidden = "".join(_HIDDEN[int(place)] for place in rng.integers(0, len(_HIDDEN), int(rng.integers(1, 4))))
    text = any_code(rng)
    if rng.random() < 0.5:  # of a code, some signs are left
        keep = int(rng.integers(1, len(text)))
        text, hidden = (text[:keep], text[keep:]) if side > 0 else (text[keep:], text[:keep])
        if not text or (text.strip("I1/") == "" and rng.random() < 0.7):
            text = any_code(rng)
    wording = Wording(text, before=hidden if side < 0 else "", behind=hidden if side > 0 else "")
    picture, mask, quad = _printed(rng, wording)
    columns = mask.max(axis=0) > 0.3
    end = int(quad[1, 0]) if side > 0 else int(quad[0, 0]) - 1
    beyond = columns[end:] if side > 0 else columns[end::-1]
    first = int(np.argmax(beyond)) if beyond.any() else round(0.15 * TALL)
    sign = int(np.argmin(beyond[first:])) if not beyond[first:].all() else TALL // 2
    over = float(rng.uniform(-0.05, first / TALL + 0.5 * min(sign, 0.6 * TALL) / TALL)) * TALL
    _any_cover(rng)(rng, picture, end + side * over, side, quad)
    if over > first and rng.random() < 0.5:  # the rest of a sign was taken for a part of the row
        quad = quad.copy()
        quad[[1, 2] if side > 0 else [0, 3], 0] += side * over
    return Strip(picture, quad)


def _printed(rng: np.random.Generator, wording: Wording) -> tuple[Floats, Floats, Quad]:
    """A line in colours on any ground: the picture, (H, W, 3), its ink, and the quad round its own text."""
    font = any_font(rng)
    mask, quad = _around(*inked(rng, wording, font))
    ground, ink = _two_colours(rng)
    picture = _texture(rng, mask.shape, ground)
    ends = np.flatnonzero(mask.max(axis=0) > 0.3)
    left, right = (float(ends[0]), float(ends[-1])) if len(ends) else (quad[0, 0], quad[1, 0])
    if rng.random() < 0.45:
        _plate(rng, picture, (left, float(quad[0, 1])), (right, float(quad[2, 1])), ground)
    if rng.random() < 0.4:
        _other_lines(rng, picture, quad, ink, font)
    _with_effects(rng, picture, mask, ink)
    if rng.random() < 0.12:
        mask = mask * np.clip(1.1 + 0.4 * rng.standard_normal((1, mask.shape[1])), 0.3, 1).astype(np.float32)
    _paint(picture, mask, ink)
    return picture, mask, quad


def _around(mask: Floats, quad: Quad) -> tuple[Floats, Quad]:
    """What of a line may be seen."""
    (left, top), (right, bottom) = quad[0].astype(int), quad[2].astype(int)
    along, across = round(2.6 * TALL), round(1.3 * TALL)
    x, y = max(left - along, 0), max(top - across, 0)
    part = mask[y : bottom + across, x : right + along].copy()
    return part, np.asarray(quad - (x, y), np.float32)


def _two_colours(rng: np.random.Generator) -> tuple[Floats, Floats]:
    """A ground's and an ink's, which differ enough to be read."""
    while True:
        two = rng.uniform(0, 255, (2, 3)) if rng.random() < 0.6 else np.repeat(rng.uniform(0, 255, (2, 1)), 3, axis=1)
        two = np.asarray(two + rng.normal(0, 8, (2, 3)), np.float32)
        if abs(float(two[0].mean() - two[1].mean())) > 60:
            return two[0], two[1]


def _texture(rng: np.random.Generator, shape: tuple[int, ...], colour: Floats) -> Floats:
    """Ground of a colour, even, grained, cloudy or with light that changes along it."""
    height, width = shape[:2]
    picture = np.empty((height, width, 3), np.float32)
    picture[:] = colour
    if rng.random() < 0.6:
        coarse, strength = int(rng.integers(3, 90)), float(rng.uniform(2, 30)) * float(rng.random())
        depth = 3 if rng.random() < 0.5 else 1
        small = rng.standard_normal((height // coarse + 2, width // coarse + 2, depth), dtype=np.float32)
        cloud = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
        picture += strength * cloud.reshape(height, width, -1)
    if rng.random() < 0.3:
        slope = np.linspace(-1, 1, width, dtype=np.float32)[None, :, None] * rng.normal(0, 30, 3).astype(np.float32)
        picture += slope
    if rng.random() < 0.2:  # art: bows and bars
        for _ in range(int(rng.integers(1, 5))):
            at = int(rng.integers(0, width)), int(rng.integers(0, height))
            shade = [float(level) for level in colour + rng.normal(0, 25, 3)]
            axes = int(rng.integers(10, 120)), int(rng.integers(4, 60))
            turn, thick = float(rng.uniform(0, 180)), int(rng.choice([-1, 2, 5]))
            cv2.ellipse(picture, at, axes, turn, 0, 360, shade, thick, cv2.LINE_AA)
    return picture


def _plate(
    rng: np.random.Generator, picture: Floats, start: tuple[float, float], end: tuple[float, float], ground: Floats
) -> None:
    """A label, a pill, a plate or a frame round all of the print, with about the same margin at both its ends."""
    along = float(np.exp(rng.uniform(math.log(0.12), math.log(1.1)))) * TALL
    across = min(float(rng.uniform(0.12, 0.8)) * TALL, 1.2 * along + 0.2 * TALL)
    uneven = rng.normal(0, 0.04, 2) * TALL
    left, top = start[0] - along + uneven[0], start[1] - across
    right, bottom = end[0] + along + uneven[1], end[1] + across
    shape: Grey = np.zeros(picture.shape[:2], np.uint8)
    radius = float(rng.choice([0.0, 0.15, 0.3, 0.5])) * (bottom - top)
    _rounded(shape, (left, top, right, bottom), radius)
    if rng.random() < 0.25:  # a frame alone
        thick = int(rng.integers(1, 4)) | 1
        shape = np.asarray(
            cv2.morphologyEx(shape, cv2.MORPH_GRADIENT, np.ones((thick + 1, thick + 1), np.uint8)), np.uint8
        )
        _paint(picture, shape.astype(np.float32) / 255, np.asarray(rng.uniform(0, 255, 3), np.float32))
        return
    outside = _texture(rng, picture.shape, np.asarray(rng.uniform(0, 255, 3), np.float32))
    share = (shape.astype(np.float32) / 255)[:, :, None]
    picture[:] = outside + (picture - outside) * share
    if rng.random() < 0.5:
        edge = np.asarray(cv2.morphologyEx(shape, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)), np.float32) / 255
        _paint(picture, edge, np.asarray(ground + rng.normal(0, 90, 3), np.float32))


def _rounded(shape: Grey, box: tuple[float, float, float, float], radius: float) -> None:
    left, top, right, bottom = (round(each) for each in box)
    r = round(min(radius, (bottom - top) / 2, (right - left) / 2))
    cv2.rectangle(shape, (left + r, top), (right - r, bottom), 255, -1)
    cv2.rectangle(shape, (left, top + r), (right, bottom - r), 255, -1)
    for x in (left + r, right - r):
        for y in (top + r, bottom - r):
            cv2.circle(shape, (x, y), r, 255, -1, cv2.LINE_AA)


def _other_lines(rng: np.random.Generator, picture: Floats, quad: Quad, ink: Floats, font: str) -> None:
    """Print above and below, in the ink of the line."""
    size = max(round(TALL * float(rng.uniform(0.5, 1.1)) * 100 / digit_px(font)), 4)
    mask: Grey = np.zeros(picture.shape[:2], np.uint8)
    for base in (quad[0, 1] - rng.uniform(0.5, 1.2) * TALL, quad[2, 1] + rng.uniform(1.3, 2.2) * TALL):
        if rng.random() < 0.7:
            text = " ".join(any_code(rng) for _ in range(4))
            print_on(mask, text, (int(rng.integers(-60, 200)), int(base)), font, size)
    _paint(picture, mask.astype(np.float32) / 255, ink)


def _with_effects(rng: np.random.Generator, picture: Floats, mask: Floats, ink: Floats) -> None:
    """An outline, a halo, a drop shadow, or more than one of them, under the print."""
    if rng.random() < 0.25:
        right, down = (int(part) for part in rng.integers(-4, 5, 2))
        moved = cv2.warpAffine(mask, np.array([[1, 0, right], [0, 1, down]], np.float32), mask.shape[::-1])
        soft = float(rng.uniform(0.3, 2.5))
        _paint(
            picture,
            float(rng.uniform(0.3, 0.9)) * np.asarray(cv2.GaussianBlur(moved, (0, 0), soft)),
            0.3 * picture.mean(axis=(0, 1)),
        )
    which = rng.random()
    other = np.asarray(255 - ink if rng.random() < 0.7 else rng.uniform(0, 255, 3), np.float32)
    if which < 0.25:
        wide = int(rng.integers(2, 8))
        _paint(picture, cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))), other)
    elif which < 0.45:
        wide = int(rng.integers(3, 14))
        halo = cv2.GaussianBlur(cv2.dilate(mask, np.ones((wide, wide), np.uint8)), (0, 0), float(rng.uniform(1, 6)))
        _paint(picture, float(rng.uniform(0.4, 1.0)) * np.asarray(halo), other)


def _paint(picture: Floats, share: cv2.typing.MatLike, colour: Floats) -> None:
    picture += (np.asarray(colour, np.float32) - picture) * np.asarray(share, np.float32)[:, :, None]


_Cover = Callable[[np.random.Generator, Floats, float, int, Quad], None]


def _any_cover(rng: np.random.Generator) -> _Cover:
    which = rng.random()
    return _card if which < 0.5 else _finger if which < 0.88 else _light


def _card(rng: np.random.Generator, picture: Floats, x: float, side: int, quad: Quad, upright: bool = False) -> None:
    """Something with a straight edge through x in the middle of the row, and all that is beyond it: another card, of
    the same colour as often as not, the table, paper."""
    height, width = picture.shape[:2]
    middle = (quad[0, 1] + quad[2, 1]) / 2
    lean = float(rng.normal(0, 0.03)) if upright else float(rng.uniform(-0.8, 0.8)) * float(rng.random() < 0.7)
    columns, rows = np.arange(width, dtype=np.float32)[None, :], np.arange(height, dtype=np.float32)[:, None]
    far = side * (columns - x - lean * (rows - middle)) / math.hypot(1, lean)  # pixels beyond the edge
    own = np.median(picture[:, ::8].reshape(-1, 3), axis=0)
    alike = rng.random() < 0.35
    colour = np.asarray(own + rng.normal(0, 12, 3) if alike else rng.uniform(0, 255, 3), np.float32)
    over = _texture(rng, picture.shape, colour)
    if rng.random() < 0.35:  # a border along its edge
        begins, wide = float(rng.uniform(-1, 8)), float(rng.uniform(1, 14))
        border = np.clip(far - begins + 0.5, 0, 1) * np.clip(begins + wide - far + 0.5, 0, 1)
        _paint(over, border, np.asarray(rng.uniform(0, 255, 3), np.float32))
    if rng.random() < 0.3:
        font, mask = any_font(rng), np.zeros((height, width), np.uint8)
        print_on(
            mask,
            " ".join(any_code(rng) for _ in range(6)),
            (0, int(rng.integers(40, 130))),
            font,
            int(rng.integers(14, 50)),
        )
        _paint(over, mask.astype(np.float32) / 255, np.asarray(rng.uniform(0, 255, 3), np.float32))
    if rng.random() < 0.7:  # its shadow
        soft = float(rng.uniform(0.5, 10))
        picture *= (1 - float(rng.uniform(0, 0.5)) * np.exp(np.minimum(far, 0) / soft))[:, :, None]
    share = np.clip(far + 0.5, 0, 1)[:, :, None]
    picture += (over - picture) * share


def _finger(rng: np.random.Generator, picture: Floats, x: float, side: int, quad: Quad) -> None:
    """A finger whose tip, or side, ends at x."""
    radius = float(rng.uniform(0.7, 2.2)) * TALL
    middle = (quad[0, 1] + quad[2, 1]) / 2 + float(rng.uniform(-0.35, 0.35)) * radius
    turn = float(rng.uniform(-1.5, 1.5))
    tip = np.array([x + side * radius, middle])
    away = np.array([side * math.cos(turn), math.sin(turn)])
    height, width = picture.shape[:2]
    columns, rows = (
        np.arange(width, dtype=np.float32)[None, :] - tip[0],
        np.arange(height, dtype=np.float32)[:, None] - tip[1],
    )
    along = np.maximum(columns * away[0] + rows * away[1], 0)
    apart = np.hypot(columns - along * away[0], rows - along * away[1])  # from the finger's middle line
    skin = np.array([[150, 180, 230], [110, 145, 200], [70, 100, 150], [45, 65, 100]], np.float32)
    colour = skin[int(rng.integers(4))] * float(rng.uniform(0.7, 1.15)) + rng.normal(0, 10, 3)
    over = _texture(rng, picture.shape, np.asarray(colour, np.float32))
    over *= (1 - float(rng.uniform(0.1, 0.5)) * np.clip(apart / radius, 0, 1) ** 2)[:, :, None]
    if rng.random() < 0.4:
        nail = np.exp(-((((columns - 0.1 * radius * away[0]) ** 2 + rows**2) / (0.45 * radius) ** 2) ** 3))
        _paint(over, 0.6 * nail, np.asarray(colour + 35, np.float32))
    soft = float(rng.uniform(1, 10))
    if rng.random() < 0.7:
        picture *= (1 - float(rng.uniform(0, 0.5)) * np.exp(-np.maximum(apart - radius, 0) / soft))[:, :, None]
    edge = float(rng.uniform(0.7, 3))
    picture += (over - picture) * np.clip((radius - apart) / edge + 0.5, 0, 1)[:, :, None]


def _light(rng: np.random.Generator, picture: Floats, x: float, side: int, quad: Quad) -> None:
    """Glare that leaves nothing of what is beyond x."""
    height, width = picture.shape[:2]
    middle = (quad[0, 1] + quad[2, 1]) / 2
    long, high = float(rng.uniform(1.0, 3)) * TALL, float(rng.uniform(0.8, 2.5)) * TALL
    columns = (np.arange(width, dtype=np.float32)[None, :] - (x + side * long)) / long
    rows = (np.arange(height, dtype=np.float32)[:, None] - middle) / high
    inside = 1 / (1 + np.exp(np.clip((np.hypot(columns, rows) - 1) * float(rng.uniform(4, 25)), -30, 30)))
    picture += (250 - picture) * inside[:, :, None]


def _troubled(rng: np.random.Generator, picture: Floats, tall: float) -> Frame:
    """Blur, motion, lamps of any colour, shade, glare, noise, sharpening, JPEG."""
    sigma = float(rng.uniform(0, 0.14)) * tall * float(rng.random())
    if sigma > 0.25:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)
    length = float(rng.uniform(0, 0.18)) * tall
    if rng.random() < 0.25 and length > 1:
        picture = np.asarray(cv2.filter2D(picture, -1, streak(length, float(rng.uniform(0, math.pi)))), np.float32)
    lamps = np.exp(rng.normal(0, 0.35 if rng.random() < 0.3 else 0.08, 3)).astype(np.float32)
    light = float(rng.uniform(0.25, 1.25)) if rng.random() < 0.6 else 1.0
    haze = float(rng.uniform(0, 0.5)) if rng.random() < 0.3 else 0.0
    picture = (np.clip(picture, 0, 255) * (1 - haze) + 255 * haze * float(rng.random())) * (lamps * light)
    if rng.random() < 0.12:
        picture = picture * shade_on(rng, picture.shape[:2])[:, :, None]
    if rng.random() < 0.12:
        picture = picture + glare_on(rng, picture.shape[:2])[:, :, None]
    noise = float(rng.uniform(0.5, 9.0)) * max(light, 0.5)
    picture = picture + rng.standard_normal(picture.shape, dtype=np.float32) * noise
    if rng.random() < 0.3:
        picture = picture + float(rng.uniform(0.3, 1.2)) * (picture - cv2.GaussianBlur(picture, (0, 0), 1.2))
    pixels = np.asarray(np.clip(picture, 0, 255), np.uint8)
    if rng.random() < 0.7:
        stored = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 95))])[1]
        pixels = np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR), np.uint8)
    return pixels
