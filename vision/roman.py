"""Whether a stroke is the letter I or a digit 1: printed alike, but only the I looks the same upside down."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.card_finder import Candidate, widened
from vision.glyphs import Grey
from vision.pyramid import Pyramid

_HEIGHT = 96  # pixels that a crop is enlarged or reduced to
_SAME = 0.80  # overlap with itself upside down: in 30 fonts an I has 0.82 to 1, a 1 with its flag 0.1 to 0.77


def are_letters(text: str, places: Sequence[int], pyramid: Pyramid, candidate: Candidate) -> bool:
    """Whether the strokes at these places of a text are the letter I; False also where its glyphs cannot be told
    apart (III/10 is easily read as II/10)."""
    glyphs = _glyphs(pyramid, candidate)
    if len(glyphs) != len(text):
        return False
    return all(overlap(glyphs[place]) >= _SAME for place in places)


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
