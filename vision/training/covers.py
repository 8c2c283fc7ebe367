"""What lies over a row of print, or near by: another card, a finger, a token, light."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from vision.find.picture import Floats
from vision.reads import Quad
from vision.training.beside import Inked
from vision.training.ground import any_colour, paint, scenery, texture
from vision.training.strip import TALL

Cover = Callable[[np.random.Generator, Floats, float, int, Quad], None]
_SKIN = np.array([[150, 180, 230], [135, 170, 215], [110, 145, 200], [70, 100, 150], [45, 65, 100]], np.float32)


def any_cover(rng: np.random.Generator) -> Cover:
    """Something that lies over all that is beyond a column of the picture, in the middle of a row, on this side."""
    which = rng.random()
    return card if which < 0.58 else _finger if which < 0.84 else _token if which < 0.91 else _light


def card(rng: np.random.Generator, picture: Floats, x: float, side: int, quad: Quad, upright: bool = False) -> None:
    """Another card, of the same colour as often as not, the table, paper: its edge goes through x in the middle of the
    row, and may end at its corner above or below it."""
    middle = (quad[0, 1] + quad[2, 1]) / 2
    lean = float(rng.normal(0, 0.03)) if upright else float(rng.uniform(-0.8, 0.8)) * float(rng.random() < 0.7)
    turn = math.atan(lean)
    outwards = np.array([side * math.cos(turn), -side * math.sin(turn)])
    corner = rng.random() < 0.35
    down = float(rng.choice([-1, 1])) * float(rng.uniform(0.9, 3.5)) * TALL if corner else 0.0
    _lay(rng, picture, np.array([x, middle]), outwards, down)


def card_near_by(rng: np.random.Generator, picture: Floats, at: Inked) -> None:
    """Another card at any angle, as near to the print as it may lie without any doubt that all of that is seen."""
    turn = float(rng.uniform(0, 2 * math.pi))
    outwards = np.array([math.cos(turn), math.sin(turn)])
    left, right = at.left - at.clear, at.right + at.clear
    corners = np.array([[left, at.top], [right, at.top], [right, at.bottom], [left, at.bottom]])
    farthest = corners[int(np.argmax(corners @ outwards))]
    gap = float(np.exp(rng.uniform(math.log(0.03), math.log(1.5)))) * TALL
    _lay(rng, picture, farthest + gap * outwards, outwards, 0.0)


def _lay(rng: np.random.Generator, picture: Floats, point: Floats, outwards: Floats, corner: float) -> None:
    """Lay a card over all that is beyond a line through a point, across this way; where `corner` is not 0, it ends so
    far along that line."""
    height, width = picture.shape[:2]
    columns = np.arange(width, dtype=np.float32)[None, :] - np.float32(point[0])
    rows = np.arange(height, dtype=np.float32)[:, None] - np.float32(point[1])
    far = columns * np.float32(outwards[0]) + rows * np.float32(outwards[1])
    if corner:
        along = (columns * np.float32(-outwards[1]) + rows * np.float32(outwards[0])) * np.float32(np.sign(corner))
        other = np.float32(abs(corner)) - along
        radius = np.float32(rng.uniform(0, 0.8) * TALL * float(rng.random() < 0.7)) + np.float32(0.01)
        near = np.minimum(far, other)
        round_it = radius - np.hypot(np.maximum(radius - far, 0), np.maximum(radius - other, 0))
        far = np.where(near < radius, np.minimum(round_it, near), near)
    own = np.median(picture[::4, ::8].reshape(-1, 3), axis=0)
    colour = np.asarray(own + rng.normal(0, 12, 3) if rng.random() < 0.35 else rng.uniform(0, 255, 3), np.float32)
    over = scenery(rng, picture.shape, colour) if rng.random() < 0.7 else texture(rng, picture.shape, colour)
    if rng.random() < 0.4:  # a border along its edge
        begins, wide = float(rng.uniform(-1, 12)), float(rng.uniform(1, 30))
        border = np.clip(far - begins + 0.5, 0, 1) * np.clip(begins + wide - far + 0.5, 0, 1)
        paint(over, border, any_colour(rng))
    if rng.random() < 0.7:  # its shadow
        soft = float(rng.uniform(0.5, 12))
        picture *= (1 - float(rng.uniform(0, 0.6)) * np.exp(np.minimum(far, 0) / soft))[:, :, None]
    if rng.random() < 0.15:  # its pale, worn edge
        paint(over, np.exp(-np.maximum(far, 0) / float(rng.uniform(0.5, 2))), np.asarray(rng.uniform(150, 255, 3)))
    picture += (over - picture) * np.clip(far + 0.5, 0, 1)[:, :, None]


def _finger(rng: np.random.Generator, picture: Floats, x: float, side: int, quad: Quad) -> None:
    """A finger whose tip, or side, ends at x."""
    radius = float(rng.uniform(0.7, 3.2)) * TALL
    middle = (quad[0, 1] + quad[2, 1]) / 2 + float(rng.uniform(-0.35, 0.35)) * radius
    turn = float(rng.uniform(-1.5, 1.5))
    tip = np.array([x + side * radius, middle])
    away = np.array([side * math.cos(turn), math.sin(turn)])
    height, width = picture.shape[:2]
    columns, rows = (
        np.arange(width, dtype=np.float32)[None, :] - np.float32(tip[0]),
        np.arange(height, dtype=np.float32)[:, None] - np.float32(tip[1]),
    )
    along = np.maximum(columns * np.float32(away[0]) + rows * np.float32(away[1]), 0)
    apart = np.hypot(columns - along * np.float32(away[0]), rows - along * np.float32(away[1]))  # from its middle line
    colour = _SKIN[int(rng.integers(len(_SKIN)))] * float(rng.uniform(0.7, 1.15)) + rng.normal(0, 10, 3)
    over = texture(rng, picture.shape, np.asarray(colour, np.float32))
    over *= (1 - float(rng.uniform(0.1, 0.5)) * np.clip(apart / radius, 0, 1) ** 2)[:, :, None]
    if rng.random() < 0.4:
        nail = np.exp(-((((columns - 0.1 * radius * away[0]) ** 2 + rows**2) / (0.45 * radius) ** 2) ** 3))
        paint(over, 0.6 * nail, np.asarray(colour + 35, np.float32))
    soft = float(rng.uniform(1, 14))
    if rng.random() < 0.7:
        picture *= (1 - float(rng.uniform(0, 0.5)) * np.exp(-np.maximum(apart - radius, 0) / soft))[:, :, None]
    edge = float(rng.uniform(0.7, 3))
    picture += (over - picture) * np.clip((radius - apart) / edge + 0.5, 0, 1)[:, :, None]


def _token(rng: np.random.Generator, picture: Floats, x: float, side: int, quad: Quad) -> None:
    """A disc or a block that lies on the card, with a rim and a shadow."""
    height, width = picture.shape[:2]
    radius = float(rng.uniform(0.8, 2.5)) * TALL
    middle = (quad[0, 1] + quad[2, 1]) / 2 + float(rng.uniform(-0.3, 0.3)) * radius
    columns = (np.arange(width, dtype=np.float32)[None, :] - np.float32(x)) * side
    rows = np.arange(height, dtype=np.float32)[:, None] - np.float32(middle)
    if rng.random() < 0.5:
        far = radius - np.hypot(columns - radius, rows)
    else:
        far = np.minimum(np.minimum(columns, float(rng.uniform(1.5, 4)) * TALL - columns), radius - np.abs(rows))
    colour = any_colour(rng)
    over = texture(rng, picture.shape, colour)
    if rng.random() < 0.5:
        begins, wide = float(rng.uniform(0, 8)), float(rng.uniform(1, 8))
        rim = np.clip(far - begins + 0.5, 0, 1) * np.clip(begins + wide - far + 0.5, 0, 1)
        paint(over, rim, any_colour(rng))
    if rng.random() < 0.8:
        soft = float(rng.uniform(0.5, 10))
        picture *= (1 - float(rng.uniform(0, 0.6)) * np.exp(np.minimum(far, 0) / soft))[:, :, None]
    picture += (over - picture) * np.clip(far + 0.5, 0, 1)[:, :, None]


def _light(rng: np.random.Generator, picture: Floats, x: float, side: int, quad: Quad) -> None:
    """Glare that leaves nothing of what is beyond x."""
    height, width = picture.shape[:2]
    middle = (quad[0, 1] + quad[2, 1]) / 2
    long, high = float(rng.uniform(1.0, 3)) * TALL, float(rng.uniform(0.8, 2.5)) * TALL
    columns = (np.arange(width, dtype=np.float32)[None, :] - np.float32(x + side * long)) / np.float32(long)
    rows = (np.arange(height, dtype=np.float32)[:, None] - np.float32(middle)) / np.float32(high)
    inside = 1 / (1 + np.exp(np.clip((np.hypot(columns, rows) - 1) * float(rng.uniform(4, 25)), -30, 30)))
    picture += (250 - picture) * inside[:, :, None]
