"""The letter I, told from the digit 1: both are printed alike, but only the I looks the same upside down."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.alone import HEIGHT, spots_of
from vision.candidate import Candidate
from vision.glyphs import Grey
from vision.pyramid import Pyramid

_SAME = 0.80  # overlap with itself upside down: in 30 fonts an I has 0.82 to 1, a 1 with its flag 0.1 to 0.77
_NEAR = 0.35  # heights of the row: what is nearer to it than that belongs to it
_TALL = 0.42  # of a crop: what is lower is a dot


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
    """The masks of the row's glyphs from left to right, each cut out tightly; none where there are others close beside
    it, for then it is not the whole row."""
    spots = spots_of(pyramid, candidate)
    tall = [number for number in range(1, len(spots.stats)) if spots.stats[number, 3] > _TALL * HEIGHT]
    boxes = [(number, *(int(part) for part in spots.stats[number, :4])) for number in tall]
    near = _NEAR * spots.high
    close = [box for box in boxes if spots.start - near < box[1] + box[3] and box[1] < spots.end + near]
    if any(x + width <= spots.start + 2 or x >= spots.end - 2 for _, x, _, width, _ in close):
        return []
    return [
        np.asarray(spots.labels[y : y + height, x : x + width] == number, np.uint8)
        for number, x, y, width, height in sorted(close, key=lambda box: box[1])
    ]
