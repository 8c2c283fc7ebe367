"""Rows of print whose ends are seen, and rows of which a card, a finger or light lies over the rest, in colour."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.find.picture import Floats, Grey, Pyramid, widened
from vision.read.ends import ENDS_HEIGHT, ENDS_WIDTH, ends_of
from vision.reads import Frame, Quad
from vision.training.beside import Inked, any_colour, card_border, decoration, inked_at, paint, ribbon, word_beside
from vision.training.examples import digit_height, glare_on, placed, shade_on, streak
from vision.training.labels import Wording, any_code
from vision.training.strip import TALL, Strip, any_font, inked, print_on
from vision.training.typefaces import digit_px

_SMALLEST, _LARGEST = 8.0, 40.0  # pixels of a digit in the camera's picture
_MARGIN = 1.9  # digit heights of the picture beyond the row
_HIDDEN = "01234567890123456789DMLIVX/DMLIVX/ABCEFGHKNPRSTUWZ"
_OFF = 0.04  # heights of the row: how far its corners are off, twice as far in a third of them
_LOOSE = 0.4  # of the rows: cut with a margin


@dataclass(frozen=True)
class EndsBatch:
    """`pictures` (N, 3, 48, 128) float32, as `ends_of` gives them; `whole` (N,) float32, 1 where both ends are seen."""

    pictures: Floats
    whole: Floats


def ends_batch(seed: tuple[int, int], count: int) -> EndsBatch:
    """The batch of a seed: always the same one, where the same typefaces are installed. Each row is seen twice."""
    rng = np.random.default_rng(seed)
    pictures = np.empty((count, 3, ENDS_HEIGHT, ENDS_WIDTH), np.float32)
    whole = np.asarray(np.arange(count) // 2 % 2, np.float32)
    for place in range(0, count, 2):
        row = _whole(rng) if whole[place] else _cut(rng)
        for view in range(place, min(place + 2, count)):
            pictures[view] = _seen(rng, row)
    return EndsBatch(pictures, whole)


@dataclass(frozen=True)
class _Row:
    """A row on its strip; the camera's picture ends so far (pixels of the strip) beyond its right end (1) or its left
    one (-1), where `side` is not 0."""

    strip: Strip
    side: int = 0
    over: float = 0.0


def _seen(rng: np.random.Generator, row: _Row) -> Floats:
    tall = digit_height(rng, _SMALLEST, _LARGEST)
    picture, quad = placed(rng, row.strip, tall, _MARGIN)
    if row.side:
        picture, quad = _at_pictures_edge(picture, quad, row.side, row.over)
    pixels = _troubled(rng, picture, tall)
    high = float(np.linalg.norm(quad[3] - quad[0]))
    off = rng.normal(0, _OFF if rng.random() < 0.7 else 2 * _OFF, (4, 2)) * high
    cut = np.asarray(quad + off, np.float32)
    if rng.random() < _LOOSE:  # as the finder cuts it: with some of the ground, or too close
        before, above, behind, below = (float(part) for part in rng.uniform(-0.04, 0.18, 4))
        cut = widened(cut, before, above, behind, below)
    return ends_of(Pyramid(pixels), cut)


def _at_pictures_edge(picture: Floats, quad: Quad, side: int, over: float) -> tuple[Floats, Quad]:
    """The picture without what lies farther than so beyond one end of a row: that edge of it which crosses the row
    most nearly."""
    ends = quad[[1, 2]] if side > 0 else quad[[0, 3]]
    outwards = (quad[1] - quad[0]) * side
    outwards = outwards / max(float(np.linalg.norm(outwards)), 1e-6)
    scale = float(np.linalg.norm(quad[3] - quad[0])) / TALL
    axis = int(np.argmax(np.abs(outwards)))
    way = 1 if outwards[axis] > 0 else -1
    middle = float(ends[:, axis].mean() if over < 0 else (ends[:, axis] * way).max() * way)
    at = round(middle + way * over * scale)
    height, width = picture.shape[:2]
    start, end = (0, at) if way > 0 else (at, (height, width)[1 - axis])
    start, end = max(start, 0), min(max(end, start + 8), (height, width)[1 - axis])
    kept = picture[:, start:end] if axis == 0 else picture[start:end]
    shift = np.array([start, 0] if axis == 0 else [0, start], np.float32)
    return np.ascontiguousarray(kept), np.asarray(quad - shift, np.float32)


def _whole(rng: np.random.Generator) -> _Row:
    picture, _, quad, at = _printed(rng, Wording(any_code(rng)), whole=True)
    which, side = rng.random(), int(rng.choice([-1, 1]))
    x = quad[1, 0] if side > 0 else quad[0, 0]
    far = max(at.clear, float(rng.uniform(0.18, 1.6)) * TALL)
    if which < 0.40:  # something lies near by, where no part of a sign can be under it, or the card ends
        _any_cover(rng)(rng, picture, x + side * max(far, 0.4 * TALL), side, quad)
    elif which < 0.55:
        _card(rng, picture, x + side * far, side, quad, upright=True)
    elif which < 0.63:
        return _Row(Strip(picture, quad), side, far)
    return _Row(Strip(picture, quad))


def _cut(rng: np.random.Generator) -> _Row:
    """A part of a row, and over the rest of it something that begins behind the last sign, in the gap or over the next
    one, of which a sliver is left more often than half of it."""
    side = int(rng.choice([-1, 1]))
    hidden = "".join(_HIDDEN[int(place)] for place in rng.integers(0, len(_HIDDEN), int(rng.integers(1, 4))))
    text = any_code(rng)
    if rng.random() < 0.5:  # of a code, some signs are left
        keep = int(rng.integers(1, len(text)))
        text, hidden = (text[:keep], text[keep:]) if side > 0 else (text[keep:], text[:keep])
        if not text or (text.strip("I1/") == "" and rng.random() < 0.7):
            text = any_code(rng)
    wording = Wording(text, before=hidden if side < 0 else "", behind=hidden if side > 0 else "")
    picture, mask, quad, _ = _printed(rng, wording)
    columns = mask.max(axis=0) > 0.3
    end = int(quad[1, 0]) if side > 0 else int(quad[0, 0]) - 1
    beyond = columns[end:] if side > 0 else columns[end::-1]
    first = int(np.argmax(beyond)) if beyond.any() else round(0.15 * TALL)
    sign = int(np.argmin(beyond[first:])) if not beyond[first:].all() else TALL // 2
    over = _how_far(rng, first, min(sign, 0.6 * TALL))
    if rng.random() < 0.1:
        row = _Row(Strip(picture, quad), side, over)
    else:
        _any_cover(rng)(rng, picture, (quad[1, 0] if side > 0 else quad[0, 0]) + side * over, side, quad)
        row = _Row(Strip(picture, quad))
    if over > first + 0.1 * TALL and rng.random() < 0.5:  # the rest of a sign was taken for a part of the row
        quad = quad.copy()
        quad[[1, 2] if side > 0 else [0, 3], 0] += side * over
        row = replace(row, strip=Strip(picture, quad), over=0.0)
    return row


def _how_far(rng: np.random.Generator, gap: float, sign: float) -> float:
    """How far behind the last sign that is seen something begins, in pixels: within the gap, or over the next sign."""
    which = rng.random()
    if which < 0.35:
        return float(rng.uniform(-0.05 * TALL, gap))
    return gap + sign * float(rng.uniform(0.02, 0.3) if which < 0.75 else rng.uniform(0.3, 0.6))


def _printed(rng: np.random.Generator, wording: Wording, *, whole: bool = False) -> tuple[Floats, Floats, Quad, Inked]:
    """A line in colours on any ground: the picture, (H, W, 3), its ink, the quad round its own text, and where all of
    its ink is. A `whole` one may have another word beside it."""
    font = any_font(rng)
    mask, quad = _around(*inked(rng, wording, font))
    ground, ink = _two_colours(rng)
    picture = _texture(rng, mask.shape, ground)
    at = inked_at(mask, float(quad[0, 1]), float(quad[2, 1]))
    if whole and rng.random() < 0.06:
        word_beside(rng, picture, at, ink, font)
    _setting(rng, picture, at, ground)
    if rng.random() < 0.35:
        _other_lines(rng, picture, quad, ink, font)
    _with_effects(rng, picture, mask, ink)
    if rng.random() < 0.12:
        mask = mask * np.clip(1.1 + 0.4 * rng.standard_normal((1, mask.shape[1])), 0.3, 1).astype(np.float32)
    paint(picture, mask, _inks(rng, mask.shape[0], at, ink))
    return picture, mask, quad, at


def _setting(rng: np.random.Generator, picture: Floats, at: Inked, ground: Floats) -> None:
    """What print stands on and what is printed beside it: a plate, a ribbon, the card's border, decoration; or
    nothing."""
    which = rng.random()
    if which < 0.38:
        _plate(rng, picture, (at.left, at.top), (at.right, at.bottom), ground)
    elif which < 0.52:
        ribbon(rng, picture, at, _texture)
    if rng.random() < 0.18:
        decoration(rng, picture, at)
    if rng.random() < 0.22:
        card_border(rng, picture, at, _texture)


def _inks(rng: np.random.Generator, height: int, at: Inked, ink: Floats) -> Floats:
    """One ink, or one that changes from the print's top to its foot."""
    if rng.random() < 0.88:
        return ink
    lower = np.clip(ink + rng.normal(0, 40, 3), 0, 255)
    share = np.clip((np.arange(height) - at.top) / max(at.bottom - at.top, 1.0), 0, 1)[:, None, None]
    return np.asarray(ink + share * (lower - ink), np.float32)


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
    if rng.random() < 0.12:
        _pattern(rng, picture, colour)
    if rng.random() < 0.2:  # art: bows and bars
        for _ in range(int(rng.integers(1, 5))):
            at = int(rng.integers(0, width)), int(rng.integers(0, height))
            shade = [float(level) for level in colour + rng.normal(0, 25, 3)]
            axes = int(rng.integers(10, 120)), int(rng.integers(4, 60))
            turn, thick = float(rng.uniform(0, 180)), int(rng.choice([-1, 2, 5]))
            cv2.ellipse(picture, at, axes, turn, 0, 360, shade, thick, cv2.LINE_AA)
    return picture


def _pattern(rng: np.random.Generator, picture: Floats, colour: Floats) -> None:
    """Stripes, checks or large triangles, in shades of a colour."""
    height, width = picture.shape[:2]
    columns, rows = np.arange(width, dtype=np.float32)[None, :], np.arange(height, dtype=np.float32)[:, None]
    turn, wide = float(rng.uniform(0, math.pi)), float(rng.uniform(5, 60))
    along = columns * math.cos(turn) + rows * math.sin(turn)
    across = rows * math.cos(turn) - columns * math.sin(turn)
    kind, begin = int(rng.integers(3)), float(rng.uniform(0, 60))
    strong = rng.normal(0, 22, 3).astype(np.float32)
    if kind == 0:
        share = (along + begin) % wide < wide * float(rng.uniform(0.2, 0.8))
    elif kind == 1:
        share = ((along + begin) // wide + across // wide) % 2 > 0
    else:
        share = (along + begin > 0.4 * width) ^ (across * float(rng.uniform(0.5, 2)) > along * 0.5)
    picture += np.asarray(share, np.float32)[:, :, None] * strong


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
        paint(picture, shape.astype(np.float32) / 255, np.asarray(rng.uniform(0, 255, 3), np.float32))
        return
    outside = _texture(rng, picture.shape, np.asarray(rng.uniform(0, 255, 3), np.float32))
    share = (shape.astype(np.float32) / 255)[:, :, None]
    picture[:] = outside + (picture - outside) * share
    if rng.random() < 0.5:
        edge = np.asarray(cv2.morphologyEx(shape, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)), np.float32) / 255
        paint(picture, edge, np.asarray(ground + rng.normal(0, 90, 3), np.float32))


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
    paint(picture, mask.astype(np.float32) / 255, ink)


def _with_effects(rng: np.random.Generator, picture: Floats, mask: Floats, ink: Floats) -> None:
    """An outline, a halo, a drop shadow, or more than one of them, under the print."""
    if rng.random() < 0.25:
        right, down = (int(part) for part in rng.integers(-4, 5, 2))
        moved = cv2.warpAffine(mask, np.array([[1, 0, right], [0, 1, down]], np.float32), mask.shape[::-1])
        soft = float(rng.uniform(0.3, 2.5))
        paint(
            picture,
            float(rng.uniform(0.3, 0.9)) * np.asarray(cv2.GaussianBlur(moved, (0, 0), soft)),
            0.3 * picture.mean(axis=(0, 1)),
        )
    if rng.random() < 0.08:  # in relief: bright above, dark below, or the other way
        far, strong = float(rng.uniform(0.8, 2.5)), float(rng.uniform(0.4, 1.0))
        for way, level in ((-1, 255.0), (1, 0.0)) if rng.random() < 0.5 else ((1, 255.0), (-1, 0.0)):
            shift = np.array([[1, 0, way * far], [0, 1, way * far]], np.float32)
            paint(picture, strong * cv2.warpAffine(mask, shift, mask.shape[::-1]), np.full(3, level, np.float32))
    which = rng.random()
    other = np.asarray(255 - ink if rng.random() < 0.7 else rng.uniform(0, 255, 3), np.float32)
    if which < 0.25:
        wide = int(rng.integers(2, 8))
        if rng.random() < 0.25:  # two of them
            more = wide + int(rng.integers(2, 7))
            round_it = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (more, more))
            paint(picture, cv2.dilate(mask, round_it), any_colour(rng))
        paint(picture, cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))), other)
    elif which < 0.45:
        wide = int(rng.integers(3, 14))
        halo = cv2.GaussianBlur(cv2.dilate(mask, np.ones((wide, wide), np.uint8)), (0, 0), float(rng.uniform(1, 6)))
        paint(picture, float(rng.uniform(0.4, 1.0)) * np.asarray(halo), other)


_Cover = Callable[[np.random.Generator, Floats, float, int, Quad], None]


def _any_cover(rng: np.random.Generator) -> _Cover:
    which = rng.random()
    return _card if which < 0.6 else _finger if which < 0.9 else _light


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
        paint(over, border, np.asarray(rng.uniform(0, 255, 3), np.float32))
    if rng.random() < 0.3:
        font, mask = any_font(rng), np.zeros((height, width), np.uint8)
        print_on(
            mask,
            " ".join(any_code(rng) for _ in range(6)),
            (0, int(rng.integers(40, 130))),
            font,
            int(rng.integers(14, 50)),
        )
        paint(over, mask.astype(np.float32) / 255, np.asarray(rng.uniform(0, 255, 3), np.float32))
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
        paint(over, 0.6 * nail, np.asarray(colour + 35, np.float32))
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
    sigma = float(rng.uniform(0, 0.11)) * tall * float(rng.random())
    if sigma > 0.25:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)
    length = float(rng.uniform(0, 0.18)) * tall
    if rng.random() < 0.25 and length > 1:
        picture = np.asarray(cv2.filter2D(picture, -1, streak(length, float(rng.uniform(0, math.pi)))), np.float32)
    lamps = np.exp(rng.normal(0, 0.45 if rng.random() < 0.3 else 0.08, 3)).astype(np.float32)
    light = float(rng.uniform(0.25, 1.25)) if rng.random() < 0.6 else 1.0
    light = float(rng.uniform(0.08, 0.3)) if rng.random() < 0.08 else light
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
