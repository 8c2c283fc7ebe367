"""Rows of print whose ends are seen, and rows of which a card, a finger or light lies over the rest, in colour."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.find.picture import Floats, Grey, Pyramid, widened
from vision.read.ends import ENDS_HEIGHT, ENDS_WIDTH, ends_of
from vision.reads import Frame, Quad
from vision.training.beside import Inked, bar, card_border, decoration, inked_at, near_art, ribbon, word_beside
from vision.training.covers import any_cover, card, card_near_by
from vision.training.examples import digit_height, glare_on, placed, shade_on, streak
from vision.training.ground import any_colour, paint, scenery, texture
from vision.training.labels import Wording, any_code
from vision.training.strip import TALL, Strip, any_font, inked, print_on
from vision.training.typefaces import digit_px

_SMALLEST, _LARGEST = 8.0, 36.0  # pixels of a digit in the camera's picture
_ALONG, _ACROSS = 3.9, 2.2  # heights of the row: how far beyond its ends, and above and below it, it is drawn
_BESIDE = 0.05  # likewise: so near to a plate something else may be
_HIDDEN = "01234567890123456789DMLIVX/DMLIVX/ABCEFGHKNPRSTUWZ"
_OFF = 0.04  # heights of the row: how far its corners are off, twice as far in a third of them
_LOOSE = 0.4  # of the rows: cut with a margin


@dataclass(frozen=True)
class EndsBatch:
    """`pictures` (N, 6, 48, 128) float32, as `ends_of` gives them; `whole` (N,) float32, 1 where both ends are seen."""

    pictures: Floats
    whole: Floats


def ends_batch(seed: tuple[int, int], count: int) -> EndsBatch:
    """The batch of a seed: always the same one, where the same typefaces are installed. Each row is seen twice."""
    rng = np.random.default_rng(seed)
    pictures = np.empty((count, 6, ENDS_HEIGHT, ENDS_WIDTH), np.float32)
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
    picture, quad = placed(rng, row.strip, tall, _ALONG, _ACROSS)
    if row.side:
        picture, quad = _at_pictures_edge(picture, quad, row.side, row.over)
    pixels = _troubled(rng, picture, tall)
    high = float(np.linalg.norm(quad[3] - quad[0]))
    off = rng.normal(0, _OFF if rng.random() < 0.7 else 2 * _OFF, (4, 2)) * high
    cut = np.asarray(quad + off, np.float32)
    if rng.random() < _LOOSE:  # as the finder cuts it: with some of the ground, or too close
        before, above, behind, below = (float(part) for part in rng.uniform(-0.04, 0.18, 4))
        cut = widened(cut, before, above, behind, below)
    pyramid = Pyramid(pixels)
    pyramid.levels.append(np.asarray(cv2.pyrDown(pixels), np.uint8))  # as there is one of a whole frame
    return ends_of(pyramid, cut)


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
    picture, _, quad, own = _printed(rng, Wording(any_code(rng)), whole=True)
    which, side = rng.random(), int(rng.choice([-1, 1]))
    x = quad[1, 0] if side > 0 else quad[0, 0]
    far = max((own.beyond(side, own.clear) - x) * side, float(rng.uniform(0.18, 1.6)) * TALL)
    if which < 0.40:  # something lies near by, where no part of a sign can be under it, or the card ends
        any_cover(rng)(rng, picture, x + side * max(far, 0.4 * TALL), side, quad)
    elif which < 0.55:
        card(rng, picture, x + side * far, side, quad, upright=True)
    elif which < 0.62:
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
        any_cover(rng)(rng, picture, (quad[1, 0] if side > 0 else quad[0, 0]) + side * over, side, quad)
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
    its ink is, or the plate that it stands on. A `whole` one may have another word beside it."""
    font = any_font(rng)
    mask, quad = _around(*inked(rng, wording, font))
    ground, ink = _two_colours(rng)
    picture = texture(rng, mask.shape, ground)
    at = inked_at(mask, float(quad[0, 1]), float(quad[2, 1]))
    if whole and rng.random() < 0.06:
        word_beside(rng, picture, at, ink, font)
    own = _setting(rng, picture, at, ground)
    if rng.random() < 0.2:
        _other_lines(rng, picture, at, ink, font)
    _with_effects(rng, picture, mask, ink)
    if rng.random() < 0.12:
        mask = mask * np.clip(1.1 + 0.4 * rng.standard_normal((1, mask.shape[1])), 0.3, 1).astype(np.float32)
    paint(picture, mask, _inks(rng, mask.shape[0], at, ink))
    if rng.random() < 0.15:
        card_near_by(rng, picture, own)
    return picture, mask, quad, own


def _setting(rng: np.random.Generator, picture: Floats, at: Inked, ground: Floats) -> Inked:
    """What print stands on and what is printed beside it: a plate, a ribbon, a bar, a panel round them, the card's
    border, decoration; or nothing but its card. A plate or a ribbon is told: it is whole where its print is."""
    which = rng.random()
    start, end = (at.left, at.top), (at.right, at.bottom)
    if which < 0.40:
        at = Inked(*_plate(rng, picture, start, end, ground), _BESIDE * TALL)
    elif which < 0.52:
        at = Inked(*ribbon(rng, picture, at, scenery), _BESIDE * TALL)
    elif which < 0.64:
        bar(rng, picture, at, scenery)
    elif which < 0.72:
        near_art(rng, picture, at, scenery)
    if rng.random() < 0.12:
        more = float(rng.uniform(0.4, 1.6)) * TALL
        _plate(rng, picture, (at.left - more, at.top - more), (at.right + more, at.bottom + more), ground)
    if rng.random() < 0.18:
        decoration(rng, picture, at)
    if rng.random() < 0.22:
        card_border(rng, picture, at, scenery)
    return at


def _inks(rng: np.random.Generator, height: int, at: Inked, ink: Floats) -> Floats:
    """One ink, or one that changes from the print's top to its foot."""
    if rng.random() < 0.88:
        return ink
    lower = np.clip(ink + rng.normal(0, 40, 3), 0, 255)
    share = np.clip((np.arange(height) - at.top) / max(at.bottom - at.top, 1.0), 0, 1)[:, None, None]
    return np.asarray(ink + share * (lower - ink), np.float32)


def _around(mask: Floats, quad: Quad) -> tuple[Floats, Quad]:
    """All of a line's ink, with what may be seen round it."""
    columns = np.flatnonzero(mask.max(axis=0) > 0)
    along, across = round((_ALONG + 0.3) * TALL), round((_ACROSS + 0.2) * TALL)
    left, right = int(min(columns[0], quad[0, 0])), int(max(columns[-1] + 1, quad[1, 0]))
    left, right = max(left, int(quad[0, 0]) - along), min(right, int(quad[1, 0]) + along)
    top, bottom = int(quad[0, 1]), int(quad[2, 1])
    far = max(along - (int(quad[0, 0]) - left), 0), max(along - (right - int(quad[1, 0])), 0)
    y, below = max(top - across, 0), min(bottom + across, mask.shape[0])
    part = mask[y:below, left:right]
    pads = (across - (top - y), across - (below - bottom)), far
    return np.pad(part, pads), np.asarray(quad + np.array([far[0] - left, pads[0][0] - y]), np.float32)


def _two_colours(rng: np.random.Generator) -> tuple[Floats, Floats]:
    """A ground's and an ink's, which differ enough to be read."""
    while True:
        two = rng.uniform(0, 255, (2, 3)) if rng.random() < 0.6 else np.repeat(rng.uniform(0, 255, (2, 1)), 3, axis=1)
        two = np.asarray(two + rng.normal(0, 8, (2, 3)), np.float32)
        if abs(float(two[0].mean() - two[1].mean())) > 60:
            return two[0], two[1]


def _plate(
    rng: np.random.Generator, picture: Floats, start: tuple[float, float], end: tuple[float, float], ground: Floats
) -> tuple[float, float, float, float]:
    """A label, a pill, a plate or a frame round all of the print, with about the same margin at both its ends: its
    left, top, right and bottom."""
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
        paint(picture, shape.astype(np.float32) / 255, any_colour(rng))
        return left, top, right, bottom
    outside = scenery(rng, picture.shape, any_colour(rng))
    share = (shape.astype(np.float32) / 255)[:, :, None]
    picture[:] = outside + (picture - outside) * share
    if rng.random() < 0.5:
        edge = np.asarray(cv2.morphologyEx(shape, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)), np.float32) / 255
        paint(picture, edge, np.asarray(ground + rng.normal(0, 90, 3), np.float32))
    return left, top, right, bottom


def _rounded(shape: Grey, box: tuple[float, float, float, float], radius: float) -> None:
    left, top, right, bottom = (round(each) for each in box)
    r = round(min(radius, (bottom - top) / 2, (right - left) / 2))
    cv2.rectangle(shape, (left + r, top), (right - r, bottom), 255, -1)
    cv2.rectangle(shape, (left, top + r), (right, bottom - r), 255, -1)
    for x in (left + r, right - r):
        for y in (top + r, bottom - r):
            cv2.circle(shape, (x, y), r, 255, -1, cv2.LINE_AA)


def _other_lines(rng: np.random.Generator, picture: Floats, at: Inked, ink: Floats, font: str) -> None:
    """Print above and below, in the ink of the line."""
    size = max(round(TALL * float(rng.uniform(0.5, 1.1)) * 100 / digit_px(font)), 4)
    mask: Grey = np.zeros(picture.shape[:2], np.uint8)
    for base in (at.top - rng.uniform(0.3, 1.2) * TALL, at.bottom + rng.uniform(1.3, 2.2) * TALL):
        if rng.random() < 0.7:
            text = " ".join(any_code(rng) for _ in range(6))
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
