"""What belongs to a row of print and lies close beside it, though nothing is hidden: ribbons, slanted boxes, a card's
border that runs round its corner, decoration, a word farther on."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import cv2
import numpy as np

from vision.find.picture import Floats, Grey
from vision.training.ground import any_colour, paint
from vision.training.labels import any_code
from vision.training.strip import TALL, any_font, print_on
from vision.training.typefaces import digit_px, face

Texture = Callable[[np.random.Generator, tuple[int, ...], Floats], Floats]
_SPARE = 0.12  # digit heights: so much wider than any gap in its row a margin is in which no sign can be missing
_LEAST = 0.18


class Inked(NamedTuple):
    """Where a row's ink is on its strip, and how far from its ends, in pixels, something may lie at the nearest that
    hides nothing: farther than its signs are from each other."""

    left: float
    top: float
    right: float
    bottom: float
    clear: float

    def beyond(self, side: int, far: float) -> float:
        """The column so far beyond its right end (1) or its left one (-1)."""
        return self.right + far if side > 0 else self.left - far


def inked_at(mask: Floats, top: float, bottom: float) -> Inked:
    """That of a row's ink, 0 to 1, between two lines of the strip."""
    columns = mask.max(axis=0) > 0.3
    ends = np.flatnonzero(columns)
    if len(ends) == 0:
        return Inked(mask.shape[1] / 2 - TALL, top, mask.shape[1] / 2 + TALL, bottom, _LEAST * TALL)
    gaps = np.diff(ends) - 1
    clear = max(float(gaps.max(initial=0)) + _SPARE * TALL, _LEAST * TALL)
    return Inked(float(ends[0]), top, float(ends[-1]), bottom, clear)


def ribbon(rng: np.random.Generator, picture: Floats, at: Inked, texture: Texture) -> tuple[float, float, float, float]:
    """A band along the print whose ends are notched, pointed or slanted, its own colour inside, another one outside:
    its left, top, right and bottom."""
    across = float(rng.uniform(0.12, 0.7)) * TALL
    top, bottom = at.top - across, at.bottom + across
    near = max(at.clear, float(np.exp(rng.uniform(math.log(0.16), math.log(1.0)))) * TALL)
    other = near + float(rng.normal(0, 0.05)) * TALL if rng.random() < 0.6 else float(rng.uniform(0.2, 1.4)) * TALL
    kind, depth = int(rng.integers(3)), float(rng.uniform(0.1, 0.6)) * (bottom - top)
    corners: list[tuple[float, float]] = []
    for side, far in ((-1, near), (1, max(other, at.clear))):
        inner, outer = at.beyond(side, far), at.beyond(side, far + depth)
        edge = {
            0: [(outer, top), (inner, (top + bottom) / 2), (outer, bottom)],  # a notch
            1: [(inner, top), (outer, (top + bottom) / 2), (inner, bottom)],  # a point
            2: [(outer if side < 0 else inner, top), (inner if side < 0 else outer, bottom)],  # a slant
        }[kind]
        corners += edge if side > 0 else edge[::-1]
    shape: Grey = np.zeros(picture.shape[:2], np.uint8)
    points = np.round(np.array(corners) * 16).astype(np.int32)
    if rng.random() < 0.5 and kind == 2:
        points[:, 0] = round(16 * (at.left + at.right)) - points[:, 0]  # the other slant
    cv2.fillPoly(shape, [points], 255, cv2.LINE_AA, shift=4)
    _leave_inside(rng, picture, shape, texture)
    return at.beyond(-1, near + depth), top, at.beyond(1, max(other, at.clear) + depth), bottom


def bar(rng: np.random.Generator, picture: Floats, at: Inked, texture: Texture) -> None:
    """A bar as wide as the card that the print stands on."""
    shape: Grey = np.zeros(picture.shape[:2], np.uint8)
    above, below = (float(rng.uniform(0.1, 1.2)) * TALL for _ in range(2))
    if rng.random() < 0.6:
        below = above + float(rng.normal(0, 0.05)) * TALL
    cv2.rectangle(shape, (-9, round(at.top - above)), (picture.shape[1] + 9, round(at.bottom + below)), 255, -1)
    _leave_inside(rng, picture, shape, texture)


def near_art(rng: np.random.Generator, picture: Floats, at: Inked, texture: Texture) -> None:
    """Art, or print, of which nothing comes nearer than the ground of the print goes."""
    shape: Grey = np.zeros(picture.shape[:2], np.uint8)
    left, right = (at.beyond(side, max(at.clear, float(rng.uniform(0.2, 1.6)) * TALL)) for side in (-1, 1))
    top, bottom = at.top - float(rng.uniform(0.1, 1.2)) * TALL, at.bottom + float(rng.uniform(0.1, 1.2)) * TALL
    cv2.rectangle(shape, (round(left), round(top)), (round(right), round(bottom)), 255, -1)
    soft = cv2.GaussianBlur(shape, (0, 0), float(rng.uniform(0.6, 5)))
    outside = texture(rng, picture.shape, np.asarray(picture.mean(axis=(0, 1)), np.float32))
    picture[:] = outside + (picture - outside) * (np.asarray(soft, np.float32) / 255)[:, :, None]


def _leave_inside(rng: np.random.Generator, picture: Floats, shape: Grey, texture: Texture) -> None:
    """Another ground outside a shape, and a line round it now and then."""
    outside = texture(rng, picture.shape, any_colour(rng))
    share = (shape.astype(np.float32) / 255)[:, :, None]
    picture[:] = outside + (picture - outside) * share
    if rng.random() < 0.4:
        wide = int(rng.integers(2, 6))
        edge = cv2.morphologyEx(shape, cv2.MORPH_GRADIENT, np.ones((wide, wide), np.uint8))
        paint(picture, np.asarray(edge, np.float32) / 255, any_colour(rng))


def card_border(rng: np.random.Generator, picture: Floats, at: Inked, texture: Texture) -> None:
    """The card's own border close beside one end or both, and mostly round its corner, with what lies beyond the
    card."""
    height, width = picture.shape[:2]
    far, side = 4.0 * max(height, width), int(rng.choice([-1, 1]))
    left, top, right, bottom = -far, -far, far, far
    gap = max(at.clear, float(np.exp(rng.uniform(math.log(0.18), math.log(1.4)))) * TALL)
    if side > 0 or rng.random() < 0.15:
        right = at.beyond(1, gap)
    if side < 0 or rng.random() < 0.15:
        left = at.beyond(-1, gap)
    across = 2.0 * TALL
    if rng.random() < 0.7:
        lower = rng.random() < 0.5
        across = float(rng.uniform(0.08, 0.9)) * TALL
        top, bottom = (top, at.bottom + across) if lower else (at.top - across, bottom)
    wide = float(rng.choice([0.0, 1.0])) * float(rng.uniform(0.04, 0.8)) * TALL
    radius = min(float(rng.uniform(0, 0.8)) * TALL * float(rng.random() < 0.6), 3 * min(gap, across))
    beyond = texture(rng, picture.shape, any_colour(rng))
    inner = _rounded_shares((height, width), (left, top, right, bottom), radius)
    outer = _rounded_shares((height, width), (left - wide, top - wide, right + wide, bottom + wide), radius + wide)
    if wide:
        paint(beyond, outer, any_colour(rng))
    elif rng.random() < 0.5:  # the shadow of the card's own edge
        beyond *= (
            1 - float(rng.uniform(0, 0.5)) * cv2.GaussianBlur(outer, (0, 0), float(rng.uniform(0.5, 6)))[:, :, None]
        )
    picture[:] = beyond + (picture - beyond) * inner[:, :, None]


def _rounded_shares(size: tuple[int, int], box: tuple[float, float, float, float], radius: float) -> Floats:
    """How much of each pixel a rectangle with round corners covers."""
    left, top, right, bottom = box
    columns, rows = np.arange(size[1], dtype=np.float32)[None, :], np.arange(size[0], dtype=np.float32)[:, None]
    x = np.maximum(np.maximum(left + radius - columns, columns - right + radius), 0)
    y = np.maximum(np.maximum(top + radius - rows, rows - bottom + radius), 0)
    within = np.minimum(np.minimum(columns - left, right - columns), np.minimum(rows - top, bottom - rows))
    apart = radius - np.hypot(x, y) if radius >= 1 else within
    return np.asarray(np.clip(np.minimum(apart, within) + 0.5, 0, 1), np.float32)


def decoration(rng: np.random.Generator, picture: Floats, at: Inked) -> None:
    """Discs, rings, squares and stars beside an end, now and then with a sign in them."""
    for side in (-1, 1) if rng.random() < 0.3 else (int(rng.choice([-1, 1])),):
        size = float(rng.uniform(0.12, 0.8)) * TALL
        gap = max(at.clear, float(np.exp(rng.uniform(math.log(0.18), math.log(1.4)))) * TALL)
        middle = at.beyond(side, gap + size), (at.top + at.bottom) / 2 + float(rng.normal(0, 0.2)) * TALL
        shape: Grey = np.zeros(picture.shape[:2], np.uint8)
        thick = -1 if rng.random() < 0.7 else int(rng.integers(1, 5))
        kind = int(rng.integers(4))
        if kind == 0:
            cv2.circle(shape, (round(middle[0]), round(middle[1])), round(size), 255, thick, cv2.LINE_AA)
        else:
            count, inner = ((4, 1.0), (4, 1.0), (10, float(rng.uniform(0.4, 0.7))))[kind - 1]
            turn = math.pi / 4 if kind == 1 else 0.0
            angles = turn + np.arange(count) * 2 * math.pi / count
            reach = np.where(np.arange(count) % 2, inner, 1.0) * size
            points = np.stack([middle[0] + reach * np.cos(angles), middle[1] + reach * np.sin(angles)], axis=1)
            cv2.polylines(shape, [points.astype(np.int32)], True, 255, max(thick, 1), cv2.LINE_AA)
            if thick < 0:
                cv2.fillPoly(shape, [points.astype(np.int32)], 255, cv2.LINE_AA)
        paint(picture, shape.astype(np.float32) / 255, any_colour(rng))
        if thick < 0 and size > 0.4 * TALL and rng.random() < 0.4:
            _sign_on(rng, picture, middle, size)


def _sign_on(rng: np.random.Generator, picture: Floats, middle: tuple[float, float], size: float) -> None:
    font, mask = any_font(rng), np.zeros(picture.shape[:2], np.uint8)
    high = max(round(size * 100 / digit_px(font)), 4)
    at = round(middle[0] - 0.3 * size), round(middle[1] + 0.5 * size)
    print_on(mask, str(rng.integers(10)), at, font, high)
    paint(picture, mask.astype(np.float32) / 255, any_colour(rng))


def word_beside(rng: np.random.Generator, picture: Floats, at: Inked, ink: Floats, font: str) -> None:
    """Another word on the same line, a word's gap away."""
    size, text = max(round(TALL * 100 / digit_px(font)), 4), any_code(rng)
    mask: Grey = np.zeros(picture.shape[:2], np.uint8)
    gap = at.clear + float(rng.uniform(0.6, 1.4)) * TALL
    if rng.random() < 0.5:
        print_on(mask, text, (round(at.beyond(1, gap)), round(at.bottom)), font, size)
    else:
        wide = cv2.getTextSize((picture.shape[1], picture.shape[0]), text, (0, 0), face(font), size)[2]
        print_on(mask, text, (round(at.beyond(-1, gap) - wide), round(at.bottom)), font, size)
    paint(picture, mask.astype(np.float32) / 255, ink)
