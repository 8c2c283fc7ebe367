"""A picture to spots of ink of the size of a glyph, and those to straight rows in any direction: words and codes."""

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


GLYPHS_IN_A_CODE = range(3, 9)  # L09 to VIII/08
_APART = 1.25  # centres of neighbours in a word, in glyph heights,
_HYPHENED = 2.0  # and of signs on either side of a hyphen
_OF_ONE_SIZE = 1.9  # the larger of two neighbours to the smaller one
_MUDDLE = 14  # glyphs; in larger clusters only words are looked for
_BLOCK = 256  # glyphs compared with their neighbours at once


def rows_in(glyphs: Glyphs, cluster: Ints, gap: float = _APART) -> Iterator[Ints]:
    """The rows that a cluster may hold: itself, its words when it is a text, straight chains when it is a muddle."""
    if len(cluster) in GLYPHS_IN_A_CODE:
        yield cluster
    if len(cluster) > GLYPHS_IN_A_CODE[0]:
        yield from _split(glyphs, cluster, gap)
    if GLYPHS_IN_A_CODE[0] < len(cluster) <= _MUDDLE:
        yield from _chains(glyphs, cluster, gap)


def hyphened_rows(glyphs: Glyphs) -> Iterator[Ints]:
    """The rows of all clusters, where a hyphen may part two of theirs; each without its smallest glyph as well, which
    may be the hyphen, and not as high as the others."""
    for cluster in clusters(glyphs, _HYPHENED):
        for row in rows_in(glyphs, cluster, _HYPHENED):
            yield row
            if len(row) > GLYPHS_IN_A_CODE[0]:
                yield np.delete(row, int(np.argmin(glyphs.sizes[row])))


def _chains(glyphs: Glyphs, cluster: Ints, gap: float = _APART) -> Iterator[Ints]:
    """Straight rows through each pair of neighbours, of glyphs of their size, up to the first gap on either side."""
    centres, sizes = glyphs.centres[cluster], glyphs.sizes[cluster]
    first, second = _neighbours(centres, sizes, gap)
    apart = centres[second] - centres[first]
    along = apart / np.maximum(np.linalg.norm(apart, axis=1, keepdims=True), 1.0)
    offset = centres[None, :] - centres[first][:, None]  # (pairs, glyphs, 2)
    away = np.abs(offset[..., 1] * along[:, None, 0] - offset[..., 0] * along[:, None, 1])
    size = np.maximum(sizes[first], sizes[second])
    fits, place = away < 0.22 * size[:, None], np.einsum("pgx,px->pg", offset, along)
    for pair, (one, other) in enumerate(zip(first.tolist(), second.tolist(), strict=True)):
        row = _unbroken(np.flatnonzero(fits[pair]).astype(np.int32), place[pair], gap * float(size[pair]), one)
        if other in row and len(row) in GLYPHS_IN_A_CODE:
            yield cluster[row]


def _unbroken(members: Ints, place: Floats, gap: float, one: int) -> list[int]:
    """The members in order of their place, as far as no gap parts them from this one of them."""
    ordered = sorted(members.tolist(), key=place.tolist().__getitem__)
    start = end = ordered.index(one)
    while start > 0 and place[ordered[start]] - place[ordered[start - 1]] <= gap:
        start -= 1
    while end < len(ordered) - 1 and place[ordered[end + 1]] - place[ordered[end]] <= gap:
        end += 1
    return ordered[start : end + 1]


def clusters(glyphs: Glyphs, gap: float = _APART) -> list[Ints]:
    """Groups of glyphs of about one size that stand near each other, their centres at most so many heights apart."""
    first, second = _neighbours(glyphs.centres, glyphs.sizes, gap)
    group = np.arange(len(glyphs.boxes))
    for _ in range(64):  # the smallest number spreads along each group; long chains take several rounds
        lower = np.minimum(group[first], group[second])
        before = group.copy()
        np.minimum.at(group, first, lower)
        np.minimum.at(group, second, lower)
        group = group[group]
        if np.array_equal(before, group):
            break
    order = np.argsort(group, kind="stable").astype(np.int32)
    return [part for part in np.split(order, np.flatnonzero(np.diff(group[order])) + 1) if len(part) >= 3]


def _neighbours(centres: Floats, sizes: Floats, gap: float = _APART) -> tuple[Ints, Ints]:
    """Pairs of glyphs of about one size that stand near each other, each pair once. Goes from left to right in blocks,
    so that a page of print takes little memory."""
    order = np.argsort(centres[:, 0], kind="stable").astype(np.int32)
    x, reach = centres[order, 0], gap * float(sizes.max(initial=0))
    pairs = [(np.empty(0, np.int32), np.empty(0, np.int32))]
    for start in range(0, len(order), _BLOCK):
        end = min(start + _BLOCK, len(order))
        upto = int(np.searchsorted(x, x[end - 1] + reach, side="right"))
        pairs.append(_near(centres, sizes, order[start:end], order[start:upto], gap))
    first, second = (np.concatenate(part).astype(np.int32) for part in zip(*pairs, strict=True))
    return first, second


def _near(centres: Floats, sizes: Floats, block: Ints, others: Ints, gap: float) -> tuple[Ints, Ints]:
    """Neighbours of the glyphs of a block among these others, which begin with the block itself."""
    apart = centres[block][:, None] - centres[others][None, :]
    larger = np.maximum(sizes[block][:, None], sizes[others][None, :])
    near = np.square(apart).sum(axis=2) < (gap * larger) ** 2
    near &= larger < _OF_ONE_SIZE * np.minimum(sizes[block][:, None], sizes[others][None, :])
    first, second = np.nonzero(np.triu(near, 1))
    return block[first], others[second]


def _split(glyphs: Glyphs, cluster: Ints, gap: float = _APART) -> Iterator[Ints]:
    """The words of a cluster that is too large for one code: lines along its reading direction, cut at wide gaps."""
    size = float(np.median(glyphs.sizes[cluster]))
    centres = _along_reading_direction(glyphs.centres[cluster], _APART * size)
    lines = np.argsort(centres[:, 1], kind="stable")
    for line in np.split(lines, np.flatnonzero(np.diff(centres[lines, 1]) > 0.3 * size) + 1):
        placed = line[np.argsort(centres[line, 0])]
        for word in np.split(placed, np.flatnonzero(np.diff(centres[placed, 0]) > 0.95 * gap * size) + 1):
            if len(word) in GLYPHS_IN_A_CODE:
                yield cluster[word]


def _along_reading_direction(centres: Floats, near: float) -> Floats:
    """Centres turned so that lines of text lie along the first axis: most neighbours stand side by side."""
    first, second = _neighbours(centres, np.full(len(centres), near / _APART, np.float32))
    apart = centres[second] - centres[first]
    nearest = np.full(len(centres), np.inf, np.float32)
    distance = np.asarray(np.linalg.norm(apart, axis=1), np.float32)
    for one in (first, second):
        np.minimum.at(nearest, one, distance)
    step = apart[(distance <= nearest[first]) | (distance <= nearest[second])]
    doubled = 2 * np.arctan2(step[:, 1], step[:, 0])  # a direction and its opposite count as one
    angle = float(np.arctan2(np.sin(doubled).mean(), np.cos(doubled).mean())) / 2 if len(step) else 0.0
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(centres @ turn, np.float32)
