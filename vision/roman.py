"""Whether a stroke is a Roman I or a digit 1: printed alike, but only the I looks the same upside down."""

from __future__ import annotations

import re

import cv2
import numpy as np

from vision.card_finder import Candidate, Pyramid, widened
from vision.glyphs import Grey

_SCENARIO = re.compile(r"[1VX]{1,5}/[0-9]{2}")
_HEIGHT = 96  # pixels that a crop is enlarged or reduced to
_SAME = 0.80  # overlap with itself upside down: in 30 fonts an I has 0.82 to 1, a 1 with its flag 0.1 to 0.77


def restored(text: str, pyramid: Pyramid, candidate: Candidate) -> str:
    """The text of a scenario code with its Roman I's, which the recogniser tells as the digit 1: `1V/08` is `IV/08`.
    Any other text, and one whose strokes are digits (a date), is returned as it is."""
    if not _SCENARIO.fullmatch(text):
        return text
    glyphs = _glyphs(pyramid, candidate)
    number = text.partition("/")[0]
    if len(glyphs) != len(text):  # III/10 is easily read as II/10
        return text
    strokes = [glyph for letter, glyph in zip(number, glyphs, strict=False) if letter == "1"]
    return text.replace("1", "I", len(strokes)) if all(overlap(stroke) >= _SAME for stroke in strokes) else text


def overlap(glyph: Grey) -> float:
    """How much of a glyph's mask, cut out tightly, it shares with itself turned upside down: 0 to 1."""
    ink, other = glyph > 0, glyph[::-1, ::-1] > 0
    return float(np.count_nonzero(ink & other)) / max(float(np.count_nonzero(ink | other)), 1.0)


def _glyphs(pyramid: Pyramid, candidate: Candidate) -> list[Grey]:
    """The masks of the row's glyphs from left to right, each cut out tightly."""
    crop = pyramid.crop(widened(candidate.quad, 0.15, 0.1), _HEIGHT)
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    way = cv2.THRESH_BINARY if candidate.pale else cv2.THRESH_BINARY_INV
    mask = cv2.threshold(grey, 0, 255, way | cv2.THRESH_OTSU)[1]
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    tall = [index for index in range(1, len(stats)) if stats[index, cv2.CC_STAT_HEIGHT] > 0.5 * _HEIGHT]
    boxes = {index: stats[index, :4] for index in sorted(tall, key=lambda index: int(stats[index, 0]))}
    return [
        np.asarray(labels[y : y + height, x : x + width] == index, np.uint8)
        for index, (x, y, width, height) in boxes.items()
    ]
