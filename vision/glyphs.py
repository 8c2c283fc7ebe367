"""Spots of ink that may be letters or digits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.reads import Quad

Grey: TypeAlias = npt.NDArray[np.uint8]  # (H, W)
Floats: TypeAlias = npt.NDArray[np.float32]
Ints: TypeAlias = npt.NDArray[np.int32]

SMALLEST, LARGEST = 6, 96  # pixels of the longer side; a larger glyph is found on a smaller copy of the picture
_NEIGHBOURHOOD = 51  # pixels; wider than the strokes of the largest glyph
_CONTRAST = 12  # grey levels between ink and its neighbourhood
_BOLDEST = 21  # pixels; ink is what reaches half the strength of the boldest ink so near, or blurred neighbours merge
_AS_TALL = (0.78, 1.35)  # glyphs of a code against their median; letters with and without ascenders differ more
_MOST = 2500  # spots in one picture; a page of small print has more, and no codes that could be told apart


@dataclass(frozen=True)
class Glyphs:
    """The spots of one picture: bounding boxes (N, 4) as x, y, width, height, and where each spot's pixels are."""

    boxes: Ints
    labels: Ints  # (H, W), the spot that each pixel belongs to
    numbers: Ints  # (N,), the spots' numbers in `labels`
    _outlines: dict[int, Floats] = field(default_factory=dict, repr=False)

    @property
    def centres(self) -> Floats:
        """(N, 2) float32 pixels."""
        return (self.boxes[:, :2] + self.boxes[:, 2:] / 2).astype(np.float32)

    @property
    def sizes(self) -> Floats:
        """(N,) float32 pixels: the longer side of each box."""
        return np.asarray(self.boxes[:, 2:].max(axis=1), np.float32)

    def outline(self, index: int) -> Floats:
        """The convex hull of a spot, (K, 2) float32 pixels."""
        if index not in self._outlines:
            self._outlines[index] = self._hull(index)
        return self._outlines[index]

    def _hull(self, index: int) -> Floats:
        x, y, width, height = self.boxes[index]
        inside = self.labels[y : y + height, x : x + width] == self.numbers[index]
        rows, columns = np.nonzero(inside)
        points = np.stack([columns + x, rows + y], axis=1).astype(np.float32)
        return np.asarray(cv2.convexHull(points), np.float32).reshape(-1, 2)


def find_glyphs(grey: Grey, *, pale: bool) -> Glyphs:
    """All spots of the size of a glyph: pale ones on a darker ground, or dark ones on a paler ground."""
    around = cv2.blur(grey, (_NEIGHBOURHOOD, _NEIGHBOURHOOD))
    ink = cv2.subtract(grey, around) if pale else cv2.subtract(around, grey)
    boldest = cv2.dilate(ink, np.ones((_BOLDEST, _BOLDEST), np.uint8))
    mask = cv2.compare(ink, np.maximum(np.asarray(boldest, np.uint8) // 2, _CONTRAST), cv2.CMP_GT)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8, ltype=cv2.CV_32S)
    numbers = np.flatnonzero(_fits(np.asarray(stats, np.int32))).astype(np.int32)[:_MOST]
    return Glyphs(stats[numbers, :4].astype(np.int32), labels.astype(np.int32, copy=False), numbers)


def _fits(stats: Ints) -> npt.NDArray[np.bool_]:
    width, height, area = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT], stats[:, cv2.CC_STAT_AREA]
    longer, shorter = np.maximum(width, height), np.minimum(width, height)
    fits = (longer >= SMALLEST) & (longer <= LARGEST) & (shorter >= 2)
    fits &= (area >= 0.08 * width * height) & (area >= 10) & (longer < 12 * shorter)
    fits[0] = False  # the ground
    return np.asarray(fits)


def tight_quad(outlines: Sequence[Floats]) -> Quad | None:
    """The rectangle round the outlines of a row of glyphs, its first side along the row; None where they make no
    straight row of one height."""
    quad = _lying(np.asarray(cv2.boxPoints(cv2.minAreaRect(np.concatenate(outlines))), np.float32))
    along, down = quad[1] - quad[0], quad[3] - quad[0]
    length, height = float(np.linalg.norm(along)), float(np.linalg.norm(down))
    if height < 4 or not 1.2 < length / height < 9:
        return None
    tall = np.array([np.ptp(outline @ (down / height)) for outline in outlines])
    wide = np.array([np.ptp(outline @ (along / length)) for outline in outlines])
    usual = tall / max(float(np.median(tall)), 1.0)
    even = (usual > _AS_TALL[0]).all() and (usual < _AS_TALL[1]).all()
    return quad if even and (tall > 0.6 * height).all() and (wide < 1.6 * height).all() else None


def _lying(corners: npt.NDArray[np.float32]) -> Quad:
    """The corners in their order round the rectangle, starting so that the first side is a longer one."""
    first, second = np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[2] - corners[1])
    quad = corners if first >= second else np.roll(corners, -1, axis=0)
    return np.asarray(quad, np.float32)
