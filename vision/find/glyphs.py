"""Spots of ink that may be letters or digits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import cv2
import numpy as np
import numpy.typing as npt

from vision.find.picture import Floats, Grey, Ints
from vision.reads import Quad

SMALLEST, LARGEST = 6, 96  # pixels of the longer side; a larger glyph is found on a smaller copy of the picture
_NEIGHBOURHOOD = 51  # pixels; wider than the strokes of the largest glyph
_CONTRAST = 12  # grey levels between ink and its neighbourhood
_BOLDEST = 21  # pixels; ink is what reaches a share of the strength of the boldest ink so near,
_SHARE = 0.5  # or blurred neighbours merge
_AS_TALL = (0.55, 1.75)  # glyphs of a code against their median; old-style digits differ as much as small letters do
_BAND = 1080  # rows that are searched at once: a camera's frame, or a third of a photo
_INK_DEPENDS_ON = 48  # rows above and below: half a neighbourhood, half of the boldest, and what is blurred
_MOST = 2500  # spots in one picture; a page of small print has more, and no codes that could be told apart
_NOISY = 4.0  # grey levels of noise; from here on a picture is softened first


@dataclass(frozen=True)
class Glyphs:
    """The spots of one picture: bounding boxes (N, 4) as x, y, width, height, and their outlines, (K, 1, 2) each."""

    boxes: Ints
    outlines: Sequence[Ints] = field(repr=False)
    _hulls: dict[int, Floats] = field(default_factory=dict, repr=False)

    @property
    def centres(self) -> Floats:
        """(N, 2) float32 pixels."""
        return (self.boxes[:, :2] + self.boxes[:, 2:] / 2).astype(np.float32)

    @property
    def sizes(self) -> Floats:
        """(N,) float32 pixels: the longer side of each box."""
        return np.asarray(self.boxes[:, 2:].max(axis=1), np.float32)

    def hull(self, index: int) -> Floats:
        """The convex hull of a spot, (K, 2) float32 pixels."""
        if index not in self._hulls:
            self._hulls[index] = np.asarray(cv2.convexHull(self.outlines[index]), np.float32).reshape(-1, 2)
        return self._hulls[index]


def noise(grey: Grey) -> float:
    """How much neighbouring pixels differ by chance, in grey levels, about one standard deviation."""
    rows = grey[::4].astype(np.int16)
    if rows.shape[1] < 3:
        return 0.0
    bend = np.abs(2 * rows[:, 1:-1:4] - rows[:, :-2:4] - rows[:, 2::4])
    return float(np.median(bend)) / (0.6745 * 6**0.5)


def find_glyphs(grey: Grey, *, pale: bool) -> Glyphs:
    """All spots of the size of a glyph: pale ones on a darker ground, or dark ones on a paler ground, from the bottom
    to the top. Band by band: the outlines of all specks in a grainy photo take 40 MB."""
    ink = partial(_ink_of, pale=pale, grainy=is_grainy(grey))
    bands = [_spots_of(grey, top, ink) for top in range(0, grey.shape[0], _BAND)]
    spots = [spot for band in reversed(bands) for spot in band][:_MOST]
    boxes = np.array([box for box, _ in spots], np.int32).reshape(-1, 4)
    return Glyphs(boxes, [outline for _, outline in spots])


def _spots_of(grey: Grey, top: int, ink: Callable[[Grey], Grey]) -> list[tuple[Ints, Ints]]:
    """Boxes and outlines of the spots whose uppermost row is in the band that begins at `top`. The row above shows
    which began there, and no glyph reaches beyond the rows below."""
    first, last = max(top - 1, 0), top + _BAND + LARGEST + 1
    seen = max(first - _INK_DEPENDS_ON, 0)
    mask = ink(grey[seen : last + _INK_DEPENDS_ON])[first - seen : last - seen]
    found, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE, offset=(0, first))
    if tree is None:
        return []
    outer = [found[int(index)] for index in np.flatnonzero(tree[0][:, 3] == -1) if len(found[int(index)]) >= 4]
    boxes = np.array([cv2.boundingRect(outline) for outline in outer], np.int32).reshape(-1, 4)
    begun = (boxes[:, 1] >= top) & (boxes[:, 1] < top + _BAND)
    return [
        (boxes[index], np.asarray(outer[index], np.int32))
        for index in np.flatnonzero(_fits(boxes) & begun)
        if cv2.contourArea(outer[index]) >= _least_area(boxes[index])
    ]


def _ink_of(grey: Grey, *, pale: bool, grainy: bool) -> Grey:
    """A mask of what is much paler, or much darker, than what is round it, and nearly as much as the boldest there."""
    seen = _grainless(grey) if grainy else grey
    around = cv2.blur(seen, (_NEIGHBOURHOOD, _NEIGHBOURHOOD))
    ink = np.asarray(cv2.subtract(seen, around, around) if pale else cv2.subtract(around, seen, around), np.uint8)
    del seen  # a photo has twelve megapixels; therefore also in place
    least = cv2.dilate(ink, np.ones((_BOLDEST, _BOLDEST), np.uint8))
    least = cv2.convertScaleAbs(least, least, alpha=_SHARE)
    np.maximum(least, _CONTRAST, out=least)
    return np.asarray(cv2.compare(ink, least, cv2.CMP_GT, least), np.uint8)


def is_grainy(grey: Grey) -> bool:
    """Whether there is so much noise that each speck would be a spot."""
    return noise(grey) > _NOISY


def _grainless(grey: Grey) -> Grey:
    return np.asarray(cv2.GaussianBlur(grey, (3, 3), 0), np.uint8)


def _fits(boxes: Ints) -> npt.NDArray[np.bool_]:
    longer, shorter = boxes[:, 2:].max(axis=1), boxes[:, 2:].min(axis=1)
    return np.asarray((longer >= SMALLEST) & (longer <= LARGEST) & (shorter >= 2) & (longer < 12 * shorter))


def _least_area(box: Ints) -> float:
    """A scratch or a bent hair encloses less; an outline runs through the middle of its pixels."""
    return max(0.05 * float(box[2] * box[3]), 4.0)


def tight_quad(hulls: Sequence[Floats]) -> Quad | None:
    """The rectangle round the hulls of a row of glyphs, its first side along the row; None where they make no straight
    row of one height."""
    quad = lying(np.asarray(cv2.boxPoints(cv2.minAreaRect(np.concatenate(hulls))), np.float32))
    along, down = quad[1] - quad[0], quad[3] - quad[0]
    length, height = float(np.linalg.norm(along)), float(np.linalg.norm(down))
    if height < 4 or not 1.2 < length / height < 9:
        return None
    tall, wide = _spans(hulls, down / height), _spans(hulls, along / length)
    usual = tall / max(sorted(tall.tolist())[len(tall) // 2], 1.0)
    even = usual.min() > _AS_TALL[0] and usual.max() < _AS_TALL[1]
    return quad if even and tall.min() > 0.42 * height and wide.max() < 1.6 * height else None


def unevenness(hulls: Sequence[Floats], quad: Quad) -> float:
    """How much the heights of a row's glyphs differ: their standard deviation, in shares of the row's height."""
    down = quad[3] - quad[0]
    height = float(np.linalg.norm(down))
    return float(_spans(hulls, down / height).std()) / height


def _spans(hulls: Sequence[Floats], direction: Floats) -> Floats:
    """How long each hull is in a direction, (N,) float32 pixels."""
    places = np.concatenate(hulls) @ direction
    starts = np.cumsum([0, *(len(hull) for hull in hulls[:-1])])
    return np.asarray(np.maximum.reduceat(places, starts) - np.minimum.reduceat(places, starts), np.float32)


def rectangles(mask: Grey, sides: tuple[int, int]) -> Iterator[tuple[Ints, Quad, tuple[float, float]]]:
    """The spots of a mask whose longer side is so many pixels: the outline of each, (K, 1, 2), the narrowest rectangle
    round it, its first side along it, and how low and how long that is."""
    found, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for outline in (np.asarray(each, np.int32) for each in found if len(each) >= 4):
        if sides[0] <= max(cv2.boundingRect(outline)[2:]) <= sides[1]:
            rectangle = cv2.minAreaRect(outline)
            low, long = sorted(rectangle[1])
            yield outline, lying(np.asarray(cv2.boxPoints(rectangle), np.float32)), (low, long)


def lying(corners: npt.NDArray[np.float32]) -> Quad:
    """The corners of a rectangle in their order round it, starting so that the first side is a longer one."""
    first, second = np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[2] - corners[1])
    quad = corners if first >= second else np.roll(corners, -1, axis=0)
    return np.asarray(quad, np.float32)
