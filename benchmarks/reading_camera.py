"""What a camera makes of a scene: lens, motion, defocus, glare, sleeves, lamp colour, low light, noise, JPEG."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.find.picture import Floats
from vision.reads import Frame, Quad

Again: TypeAlias = Callable[[np.random.Generator], Frame]  # takes one more frame, with other noise


@dataclass(frozen=True)
class Level:
    """How far a frame is from an ideal one; lengths that blur are shares of the digits' height."""

    name: str
    turned_deg: float
    tipped_deg: float
    blur: float  # of the digits' height, one standard deviation
    motion: float  # of the digits' height
    lens: float  # radial distortion at the corners
    light: tuple[float, float]  # of full exposure
    noise: tuple[float, float]  # grey levels at full exposure
    lamp: float  # how far its colour is from white
    glare: float  # probabilities
    sleeve: float
    hand: float
    others: tuple[int, int]  # other cards in the picture
    jpeg: tuple[int, int]


LEVELS = (
    Level("easy", 25, 8, 0.03, 0.0, 0.01, (0.85, 1.1), (1, 3), 0.05, 0.0, 0.1, 0.0, (0, 1), (85, 95)),
    Level("normal", 180, 25, 0.06, 0.06, 0.03, (0.6, 1.15), (2, 5), 0.12, 0.2, 0.35, 0.3, (0, 3), (70, 92)),
    Level("hard", 180, 45, 0.09, 0.12, 0.06, (0.25, 1.25), (3, 8), 0.22, 0.45, 0.5, 0.5, (1, 4), (50, 85)),
)


def taken(scene: Frame, level: Level, digit_px: float, rng: np.random.Generator) -> tuple[Frame, Again]:
    """The frame that the camera delivers of a scene in which digits are so high, and what takes others like it."""
    picture = _defocused(scene, level, digit_px, rng).astype(np.float32)
    picture *= _lamp(scene.shape, level, rng)
    light = rng.uniform(*level.light)
    read_noise = rng.uniform(*level.noise)
    photons = np.sqrt(np.clip(picture, 0, 255) * light / 255) * read_noise * 1.2
    gain = 1.0 if light > 0.5 else float(rng.uniform(1.0, 0.7 / light))  # what is dark is amplified, noise and all
    first = rng.normal(0, 1, scene.shape)
    denoised, quality = rng.random() < 0.5, int(rng.integers(*level.jpeg))

    def seen(drawn: npt.NDArray[np.float64]) -> Frame:
        noise = drawn.astype(np.float32) * (photons + 0.6 * read_noise)
        if denoised:  # a camera's own denoising and sharpening
            noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), 0.7) * 1.4, np.float32)
        return stored(np.clip((picture * light + noise) * gain, 0, 255).astype(np.uint8), quality)

    return seen(first), lambda noises: seen(noises.normal(0, 1, scene.shape))


def stored(picture: Frame, quality: int) -> Frame:
    """The picture after JPEG of this quality."""
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def _defocused(scene: Frame, level: Level, digit_px: float, rng: np.random.Generator) -> Frame:
    sigma = max(float(rng.uniform(0.2, 1.0)) * level.blur * digit_px, 0.35)
    picture = cv2.GaussianBlur(scene, (0, 0), sigma)
    length = float(rng.uniform(0, 1)) * level.motion * digit_px
    if length > 1:
        side = int(np.ceil(length)) | 1
        kernel = np.zeros((side, side), np.float32)
        angle = rng.uniform(0, np.pi)
        reach = np.array([np.cos(angle), np.sin(angle)]) * (side - 1) / 2
        centre = np.array([side // 2, side // 2])
        start, end = (tuple(int(part) for part in np.round(centre + sign * reach)) for sign in (-1, 1))
        cv2.line(kernel, start, end, 1.0, 1)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    return np.asarray(picture, np.uint8)


def _lamp(shape: tuple[int, ...], level: Level, rng: np.random.Generator) -> Floats:
    """A lamp's colour, and its light that falls off to one side."""
    colour = 1 + level.lamp * np.array([rng.uniform(-1, 0.6), rng.uniform(-0.2, 0.2), rng.uniform(-0.6, 1)])
    angle, strength = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2.5) * level.lamp
    x, y = np.linspace(-1, 1, shape[1])[None, :], np.linspace(-1, 1, shape[0])[:, None]
    fall = 1 + strength * (np.cos(angle) * x + np.sin(angle) * y) / 2
    return np.asarray(fall[..., None] * colour, np.float32)


def bent(scene: Frame, strength: float) -> Frame:
    """The scene through a lens that bends straight lines, outwards or, where negative, inwards."""
    height, width = scene.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    u, v = (x - width / 2) / (width / 2), (y - height / 2) / (width / 2)
    scale = 1 + strength * (u * u + v * v)
    onto = (u * scale * width / 2 + width / 2, v * scale * width / 2 + height / 2)
    return np.asarray(cv2.remap(scene, *onto, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.uint8)


def sleeved(scene: Frame, corners: Quad, rng: np.random.Generator) -> None:
    """A clear sleeve over a card: a veil, a bright edge, and a faint streak."""
    middle = corners.mean(axis=0)
    outer = (middle + (corners - middle) * 1.05).astype(np.int32)
    veil = scene.copy()
    cv2.fillPoly(veil, [outer], (235, 235, 235), cv2.LINE_AA)
    share = float(rng.uniform(0.04, 0.14))
    cv2.addWeighted(veil, share, scene, 1 - share, 0, dst=scene)
    cv2.polylines(scene, [outer], True, (225, 225, 225), 1, cv2.LINE_AA)


def glared(scene: Frame, away_from: Quad, rng: np.random.Generator) -> Frame:
    """A lamp mirrored somewhere, its brightest part not on the code."""
    middle, reach = away_from.mean(axis=0), float(np.linalg.norm(away_from[1] - away_from[3]))
    angle, far = rng.uniform(0, 2 * np.pi), reach * rng.uniform(0.75, 2.0)
    x, y = middle + far * np.array([np.cos(angle), np.sin(angle)])
    spot = np.zeros(scene.shape[:2], np.float32)
    wide = max(float(rng.uniform(0.2, 0.5)) * reach, 6.0)
    cv2.ellipse(
        spot, (int(x), int(y)), (int(wide), int(wide * rng.uniform(0.3, 1))), int(rng.integers(180)), 0, 360, 1.0, -1
    )
    spot = cv2.GaussianBlur(spot, (0, 0), wide / 3)
    return np.asarray(np.clip(scene + 320 * spot[..., None] * rng.uniform(0.5, 1.0), 0, 255), np.uint8)
