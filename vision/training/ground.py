"""Grounds that print stands on, and what stands beside it on them."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.find.picture import Floats, Grey
from vision.training.labels import any_wording
from vision.training.strip import TALL, any_font, print_on
from vision.training.typefaces import digit_px


def paint(picture: Floats, share: cv2.typing.MatLike, colour: Floats) -> None:
    """Lay a colour, or a picture, over a picture, so much of it at each pixel."""
    over = np.asarray(colour, np.float32)
    picture += (over - picture) * cv2.merge([np.asarray(share, np.float32)] * 3)


def any_colour(rng: np.random.Generator) -> Floats:
    """Any colour."""
    return np.asarray(rng.uniform(0, 255, 3), np.float32)


def texture(rng: np.random.Generator, shape: tuple[int, ...], colour: Floats) -> Floats:
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


def scenery(rng: np.random.Generator, shape: tuple[int, ...], colour: Floats) -> Floats:
    """What else may be seen beside a card's print: ground of a colour with lines of print, panels and art on it."""
    picture = texture(rng, shape, colour)
    for _ in range(int(rng.integers(1, 6)) if rng.random() < 0.45 else 0):
        _panel(rng, picture)
    if rng.random() < 0.45:
        size = float(rng.uniform(0.3, 1.1)) * TALL
        bases = np.arange(float(rng.uniform(0, 40)), picture.shape[0] + size, size * float(rng.uniform(1.4, 2.2)))
        _lines(rng, picture, bases, size)
    return picture


def _panel(rng: np.random.Generator, picture: Floats) -> None:
    """A rectangle or an ellipse at any angle, filled or as a line."""
    height, width = picture.shape[:2]
    shape: Grey = np.zeros((height, width), np.uint8)
    middle = float(rng.uniform(0, width)), float(rng.uniform(0, height))
    sides = float(rng.uniform(0.3, 6)) * TALL, float(rng.uniform(0.3, 5)) * TALL
    turn, thick = float(rng.choice([0.0, 0.0, rng.uniform(0, 90)])), int(rng.choice([-1, -1, 1, 3]))
    if rng.random() < 0.7:
        corners = np.round(cv2.boxPoints((middle, sides, turn)) * 16).astype(np.int32)
        if thick < 0:
            cv2.fillPoly(shape, [corners], 255, cv2.LINE_AA, shift=4)
        else:
            cv2.polylines(shape, [corners], True, 255, thick, cv2.LINE_AA, shift=4)
    else:
        cv2.ellipse(shape, (middle, sides, turn), 255, thick, cv2.LINE_AA)
    paint(picture, shape.astype(np.float32) * (float(rng.uniform(0.3, 1.0)) / 255), any_colour(rng))


def _lines(rng: np.random.Generator, picture: Floats, bases: Floats, size: float) -> None:
    """Lines of print that stand on these heights, in one ink and one typeface."""
    mask: Grey = np.zeros(picture.shape[:2], np.uint8)
    font = any_font(rng)
    pixels = max(round(size * 100 / digit_px(font)), 4)
    for base in bases:
        if rng.random() < 0.85:
            text = " ".join(any_wording(rng).text for _ in range(7))
            print_on(mask, text, (int(rng.integers(-60, 120)), int(base)), font, pixels)
    paint(picture, mask.astype(np.float32) / 255, any_colour(rng))
