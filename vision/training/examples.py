"""Pictures for the network, each with what it should say: a strip as a camera sees it, cut out as the finder does."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
from cv2.typing import MatLike

from vision.find.picture import Floats, Grey, widened
from vision.read.networks import INPUT_HEIGHT, INPUT_WIDTH, SLOTS, fitted
from vision.reads import Quad
from vision.training.labels import Wording, any_wording
from vision.training.strip import Figures, Strip, draw_nothing, draw_strip

_NOTHING = 0.06  # of the examples
_SMALLEST, _LARGEST = 7.0, 30.0  # pixels of a digit in the camera's picture
_SHOWN_ROUND = 1.1  # digit heights of it beyond the line
# What stands before the slash, and how often: what is easily taken for another one is drawn most.
_CODES = {"I": 0.18, "II": 0.13, "III": 0.10, "IV": 0.02, "V": 0.02, "VI": 0.03, "VII": 0.03, "VIII": 0.03, "IX": 0.02}
_NUMBERS = {"1": 0.18, "11": 0.13, "111": 0.05, "21": 0.02, "31": 0.02}
_SHOWN = {**_CODES, **_NUMBERS, "X": 0.02, "IIII": 0.02}
_DAYS = 0.6  # of the lines: no more than a month has days, as in dates
# How often the digits are old-style ones, or have ones like a small I, or like a tall one.
_HANGING, _SMALL_I, _TALL_I = 0.08, 0.20, 0.06
_LOWEST, _LOW = 0.58, 0.78  # of a digit's height: that of low ones
_ROUND = 0.4  # of the lines with ones like a small I: their noughts are as round as an o


@dataclass(frozen=True)
class Batch:
    """`pictures` (N, 1, 32, 128) float32; `codes` (N,) float32, 1 for a whole, upright code that stands alone; `slots`
    (N, 8) int64, the signs; `read` (N,) float32, 0 where the signs do not count."""

    pictures: Floats
    codes: Floats
    slots: npt.NDArray[np.int64]
    read: Floats


def batch(seed: tuple[int, int], count: int) -> Batch:
    """The batch of a seed: (`count` is even) always the same one, where the same typefaces are installed."""
    rng = np.random.default_rng(seed)
    pictures = np.empty((count, 1, INPUT_HEIGHT, INPUT_WIDTH), np.float32)
    codes, read = np.zeros(count, np.float32), np.zeros(count, np.float32)
    slots = np.zeros((count, SLOTS), np.int64)
    for place in range(0, count, 2):  # each line is seen twice, the second time upside down
        wording = any_wording(rng) if rng.random() > _NOTHING else None
        strip = draw_nothing(rng) if wording is None else draw_strip(rng, wording)
        for turned in (0, 1):
            pictures[place + turned, 0] = seen(rng, strip, bool(turned))
        if wording is not None:
            codes[place] = wording.is_code
            if wording.slots is not None:
                slots[place], read[place] = wording.slots, 1
    return Batch(pictures, codes, slots, read)


def seen(rng: np.random.Generator, strip: Strip, turned: bool) -> Floats:
    """A strip as the network gets it, (32, 128) float32."""
    tall = digit_height(rng, _SMALLEST, _LARGEST)
    picture, quad = through_camera(rng, strip, tall)
    if turned:
        quad = np.roll(quad, 2, axis=0)
    return fitted(cut_out(rng, picture, quad))


def digit_height(rng: np.random.Generator, low: float, high: float) -> float:
    """A height of digits in pixels, from `low` to `high`; each doubling is as likely as the next one."""
    return float(np.exp(rng.uniform(math.log(low), math.log(high))))


def through_camera(rng: np.random.Generator, strip: Strip, tall: float) -> tuple[Grey, Quad]:
    """The line in a camera's picture, at this height of its digits, with the place of its quad there."""
    picture, quad = placed(rng, strip, tall, _SHOWN_ROUND)
    return _troubled(rng, picture, tall), quad


def placed(
    rng: np.random.Generator, strip: Strip, tall: float, along: float, across: float | None = None
) -> tuple[Floats, Quad]:
    """Likewise, before a camera's troubles: the strip turned and tilted, so many of its heights beside the quad, and
    above and below it."""
    high = float(np.linalg.norm(strip.quad[3] - strip.quad[0]))
    scale = tall / high
    margin = 1.1 * high
    source = widened(strip.quad, along, along if across is None else across)
    turn = float(rng.uniform(0, 2 * math.pi))
    lean = rng.normal(0, 0.12, 4)  # of a tilted card: narrower, sheared, nearer at one end
    shape = np.array([[1 - abs(lean[0]), lean[1]], [0, 1 - abs(lean[2])]])
    spin = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    middle = strip.quad.mean(axis=0)
    onto = (source - middle) * scale @ (spin @ shape).T
    onto *= 1 + 0.10 * lean[3] * ((source[:, :1] - middle[0]) / (np.ptp(source[:, 0]) + margin))
    corner = onto.min(axis=0) - 2
    size = np.ceil(np.ptp(onto, axis=0) + 4).astype(int)
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), (onto - corner).astype(np.float32))
    soft = cv2.GaussianBlur(strip.picture, (0, 0), 0.42 / scale) if scale < 1 else strip.picture
    picture = _warped(soft, matrix, (int(size[0]), int(size[1])))
    quad = cv2.perspectiveTransform(strip.quad.reshape(-1, 1, 2), matrix).reshape(-1, 2)
    return np.asarray(picture, np.float32), np.asarray(quad, np.float32)


def _troubled(rng: np.random.Generator, picture: Floats, tall: float) -> Grey:
    """Blur, motion, light, glare, noise, sharpening, JPEG."""
    sigma = float(rng.uniform(0, 0.14)) * tall * float(rng.random())
    if sigma > 0.25:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)
    length = float(rng.uniform(0, 0.18)) * tall
    if rng.random() < 0.3 and length > 1:
        picture = np.asarray(cv2.filter2D(picture, -1, streak(length, float(rng.uniform(0, math.pi)))), np.float32)
    contrast = float(rng.uniform(0.25, 1.0)) if rng.random() < 0.5 else 1.0
    light = float(rng.uniform(0.3, 1.25)) if rng.random() < 0.6 else 1.0
    picture = (picture * contrast + float(rng.uniform(0, 255 * (1 - contrast)))) * light
    if rng.random() < 0.12:
        picture = picture * shade_on(rng, picture.shape)
    if rng.random() < 0.12:
        picture = picture + glare_on(rng, picture.shape)
    picture = picture + rng.standard_normal(picture.shape, dtype=np.float32) * float(rng.uniform(0.5, 9.0)) * light
    if rng.random() < 0.3:  # a camera's own sharpening
        picture = picture + float(rng.uniform(0.3, 1.2)) * (picture - cv2.GaussianBlur(picture, (0, 0), 1.2))
    grey: Grey = np.asarray(np.clip(picture, 0, 255), np.uint8)
    if rng.random() < 0.7:
        stored = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 95))])[1]
        grey = np.asarray(cv2.imdecode(stored, cv2.IMREAD_GRAYSCALE), np.uint8)
    return grey


def streak(length: float, angle: float) -> Floats:
    """The kernel of a camera that moves so many pixels at this angle."""
    side = math.ceil(length) | 1
    kernel = np.zeros((side, side), np.float32)
    reach = np.array([math.cos(angle), math.sin(angle)]) * (side - 1) / 2
    start, end = (tuple(int(part) for part in np.round(side // 2 + sign * reach)) for sign in (-1, 1))
    cv2.line(kernel, start, end, 1.0, 1)
    return np.asarray(kernel / kernel.sum(), np.float32)


def shade_on(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """What is left of the light where something's shadow falls over a part of the picture, 0 to 1."""
    height, width = shape
    turn, soft = float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(0.5, 12))
    x, y = np.arange(width)[None, :] - rng.uniform(0, width), np.arange(height)[:, None] - rng.uniform(0, height)
    inside = 1 / (1 + np.exp(-np.clip((x * math.cos(turn) + y * math.sin(turn)) / soft, -30, 30)))
    return np.asarray(1 - float(rng.uniform(0.2, 0.6)) * inside, np.float32)


def glare_on(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """What glare adds to a picture, in grey levels."""
    height, width = shape
    x, y = np.arange(width)[None, :] - rng.uniform(0, width), np.arange(height)[:, None] - rng.uniform(0, height)
    wide = float(rng.uniform(0.15, 0.6)) * max(shape)
    return np.asarray(float(rng.uniform(40, 200)) * np.exp(-(x * x + y * y) / wide**2), np.float32)


def cut_out(rng: np.random.Generator, picture: Grey, quad: Quad) -> Grey:
    """What the finder would cut out: with another margin each time, and its corners a little off."""
    high = float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2
    off = rng.normal(0, 0.035, (4, 2)) * high
    wide = widened(np.asarray(quad + off, np.float32), float(rng.uniform(0.2, 0.5)), float(rng.uniform(0.10, 0.34)))
    along = float(np.linalg.norm(wide[1] - wide[0]) + np.linalg.norm(wide[2] - wide[3])) / 2
    across = float(np.linalg.norm(wide[3] - wide[0]) + np.linalg.norm(wide[2] - wide[1])) / 2
    width = int(np.clip(round(INPUT_HEIGHT * along / max(across, 1)), 8, 3 * INPUT_WIDTH))
    flat = np.array([[0, 0], [width, 0], [width, INPUT_HEIGHT], [0, INPUT_HEIGHT]], np.float32)
    matrix = cv2.getPerspectiveTransform(wide.astype(np.float32), flat)
    return np.asarray(_warped(picture, matrix, (width, INPUT_HEIGHT)), np.uint8)


def _warped(picture: MatLike, matrix: MatLike, size: tuple[int, int]) -> MatLike:
    return cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def numeral_batch(seed: tuple[int, int], count: int) -> Batch:
    """The batch of a seed (`count` is even), all of it upright: `codes` is 1 for a numeral code."""
    rng = np.random.default_rng(seed)
    pictures = np.empty((count, 1, INPUT_HEIGHT, INPUT_WIDTH), np.float32)
    codes, slots = np.zeros(count, np.float32), np.zeros((count, SLOTS), np.int64)
    for place in range(0, count, 2):  # each line is seen twice
        figures = numeral_figures(rng)
        wording = date_of_ones(rng) if _are_tall(figures) else numeral_wording(rng)
        strip = draw_strip(rng, wording, figures=figures)
        for view in (place, place + 1):
            pictures[view, 0] = seen(rng, strip, turned=False)
            codes[view], slots[view] = wording.is_code, wording.slots or 0
    return Batch(pictures, codes, slots, np.ones(count, np.float32))


def numeral_wording(rng: np.random.Generator) -> Wording:
    """A numeral code, or what is printed nearly alike."""
    share = np.array(list(_SHOWN.values()))
    head = str(rng.choice(list(_SHOWN), p=share / share.sum()))
    return Wording(f"{head}/{rng.integers(0, 32 if rng.random() < _DAYS else 100):02}")


def numeral_figures(rng: np.random.Generator) -> Figures:
    """How the digits of a line look."""
    which, low = rng.random(), float(rng.uniform(_LOWEST, _LOW))
    if which < _TALL_I:
        return Figures(drawn_as={"1": "I"})
    if which < _TALL_I + _SMALL_I:
        return Figures(low, {"1": "I", "0": "O"} if rng.random() < _ROUND else {"1": "I"})
    return Figures(low) if which < _TALL_I + _SMALL_I + _HANGING else Figures()


def date_of_ones(rng: np.random.Generator) -> Wording:
    """A date that has a 1 among its last digits: where that looks like an I, so does what stands before the slash, and
    a numeral code in such print cannot be told from it."""
    behind = str(rng.choice(["01", "21", "31", *(str(number) for number in range(10, 20))]))
    return Wording(f"{rng.choice(['1', '11'])}/{behind}")


def _are_tall(figures: Figures) -> bool:
    return figures.low == 1.0 and "1" in figures.drawn_as
