"""Pictures for the sieve, each with what the network that reads codes says of it: codes and words cut well, and cut
anyhow, as much of what the finder finds on a table is."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.code_net import code_net, fitted
from vision.glyphs import Floats, Grey
from vision.reads import Quad
from vision.slots import HEIGHT, WIDTH
from vision.training.examples import cut_out, digit_height, through_camera
from vision.training.labels import any_wording
from vision.training.strip import draw_nothing, draw_strip

_NOTHING = 0.08  # of the pictures
_EACH = 4  # crops of one picture: one cut well, the others
_ANYHOW = 3  # more and more anyhow
_SMALLEST, _LARGEST = 7.0, 30.0  # pixels of a digit in the camera's picture


@dataclass(frozen=True)
class Taught:
    """`pictures` (N, 1, 32, 128) float32, `codes` (N, 2) float32: how likely each is a whole code as it lies, and
    upside down, as the network that reads codes has it."""

    pictures: Floats
    codes: Floats


def sieve_batch(seed: tuple[int, int], count: int) -> Taught:
    """The batch of a seed, `count` a multiple of four: always the same one where the same typefaces are installed."""
    rng = np.random.default_rng(seed)
    crops: list[Grey] = []
    while len(crops) < count:
        strip = draw_nothing(rng) if rng.random() < _NOTHING else draw_strip(rng, any_wording(rng))
        picture, quad = through_camera(rng, strip, digit_height(rng, _SMALLEST, _LARGEST))
        if rng.random() < 1 / 2:
            quad = np.roll(quad, 2, axis=0)
        crops += [cut_out(rng, picture, anyhow(rng, quad, number / _ANYHOW)) for number in range(_EACH)]
    turned = [np.ascontiguousarray(crop[::-1, ::-1]) for crop in crops]
    upright_codes, turned_codes = (code_net().shares(each)[0] for each in (crops, turned))
    pictures = np.stack([fitted(crop) for crop in crops]).reshape(-1, 1, HEIGHT, WIDTH)
    return Taught(pictures, np.stack([upright_codes, turned_codes], axis=1))


def anyhow(rng: np.random.Generator, quad: Quad, much: float) -> Quad:
    """A quad moved, turned, and made longer or shorter: `much` from 0, not at all, to 1."""
    if not much:
        return quad
    along, down = quad[1] - quad[0], quad[3] - quad[0]
    middle = quad.mean(axis=0) + much * (rng.normal(0, 0.35) * along + rng.normal(0, 0.35) * down)
    turn = much * float(rng.normal(0, 0.5))
    turned = cv2.getRotationMatrix2D((0.0, 0.0), math.degrees(turn), 1.0)[:, :2]
    stretched = np.exp(much * rng.normal(0, 0.35, 2))
    half = np.stack([along * stretched[0], down * stretched[1]]) / 2 @ turned.T
    corners = [middle - half[0] - half[1], middle + half[0] - half[1], middle + half[0] + half[1]]
    return np.array([*corners, middle - half[0] + half[1]], np.float32)
