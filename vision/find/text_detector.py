"""Lines of print of any kind, by the PP-OCRv6 text detector: it was trained on far more than our print."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np

from vision.find.boxes import is_boxed
from vision.find.picture import Candidate, Floats, Grey, Pyramid, Region, is_middle_in, lying, trimmed, widened
from vision.inference import DETECTOR, MODELS
from vision.network import Network
from vision.reads import Frame, Quad

SMALL, LARGE = 640, 1280  # pixels of the longer side at which it looks: grainy and large print, and small print
_MULTIPLE = 32  # of pixels; other sizes it does not take
# Larger pictures are looked at in parts that overlap by more than a short line is long: the memory that it takes grows
# with what it is shown at once, 70 MB for 1280 x 960 pixels.
_PART, _OVERLAP = 736, 96
_TILE = 448  # likewise, where it looks between a camera's frames
_DARKEST_AND_PALEST, _NO_CONTRAST = (1, 99), 16.0  # percent of a picture's levels; levels between them
_PRINT, _LINE = 0.3, 0.5  # how likely print a pixel of a line is, and a whole line, as the detector's makers have it
_FAINT, _AROUND = 0.01, 24  # how likely print a pixel is that is looked at more closely; pixels round it, likewise
_MARGIN = 0.5  # of a row's height: so far round it print seems likely
_GROWN = 1.6  # lines are told shrunk: how much larger their area is for their length, likewise the makers' figure
_MOST_LINES = 200
_LOWEST = 3  # pixels of a shrunk line at the size looked at
_LENGTH = (0.85, 9.0)  # times its height: a shorter or longer line is no code
_GLYPHS = 0.54  # of a line's height: its digits, in the median of 43 lines of another generator
_TRIM = 0.10  # of a line's height: the least margin that it has round its print,
TRIMS = (_TRIM, 0.17, 0.24)  # and those that it may have;
_INNER = 0.14  # without so much of it, its print is often left on nothing but its own ground
_HIGH, _BEYOND = 48, 0.1  # pixels of a crop of a line, and heights of it that are seen beyond its ends
# Of a line's height, pixels of the crop: the border without that is its ground. Of 115 drawn lines, 35 of them on
# narrow plates, the others fine to bold, none is taken for the other kind, 33 by what covers less of the whole line.
_BORDER = 0.07, 2
_LOWEST_SIGN, _TALLEST = 0.3, 0.95  # of a line's height: what is lower is no sign; and the tallest of them
_EDGE = 0.5  # pixels of the picture: by so much soft edges make its signs seem larger on each side
_MOST_LEAN = 15.0  # degrees that a row may lean in its line


@dataclass(frozen=True)
class SeenPrint:
    """What the detector sees in a picture: its lines of print, each (4, 2) pixels of the picture, the first side along
    the line, which of its two ways is up is not known; and how `likely` print each pixel is, (H, W), 0 to 1, `scale`
    (2,) times as many of them as the picture has."""

    lines: tuple[Quad, ...]
    likely: Floats
    scale: Floats

    def worth_a_closer_look(self, known: Sequence[Quad] = ()) -> list[Region]:
        """The parts of the picture that may show print too small for this look: where any was the least bit likely,
        but for print that is `known` by now."""
        faint = np.asarray(self.likely > _FAINT, np.uint8)
        for quad in known:
            cv2.fillConvexPoly(faint, np.round(widened(quad, _MARGIN, _MARGIN) * self.scale).astype(np.int32), (0,))
        around = cv2.dilate(faint, np.ones((2 * _AROUND + 1,) * 2, np.uint8))
        _, _, stats, _ = cv2.connectedComponentsWithStats(around)
        corners = ((left, top, left + width, top + height) for left, top, width, height, _ in stats[1:])
        return [
            Region(*(round(float(side)) for side in each / np.tile(self.scale, 2))) for each in map(np.array, corners)
        ]


class TextDetector:
    """Finds print. Usable from any thread; one picture at a time."""

    def __init__(self) -> None:
        self._net = Network(MODELS / DETECTOR)

    def look(
        self, frame: Frame, longer: int, *, whole: bool = False, only: Sequence[Region] | None = None
    ) -> SeenPrint:
        """The print of a frame, (H, W, 3) uint8 BGR, looked at with so many pixels of its longer side; `only` of these
        regions of it, where there are any. Lines that are longer than a code are found for certain only where it is
        looked at as a `whole`, and not in parts."""
        height, width = frame.shape[:2]
        scale = min(longer / max(height, width), 1.0)
        size = _rounded(width * scale), _rounded(height * scale)
        picture = _stretched(np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8))
        full = np.array([width / size[0], height / size[1]], np.float32)
        regions = [Region(0, 0, *size)] if only is None else [_on_grid(region, full, size) for region in only]
        print_there = np.zeros((size[1], size[0]), np.float32)
        found: list[Quad] = []
        for part in (part for region in regions for part in _parts(region, max(size) if whole else _PART)):
            likely = self._likely(part.cut(picture))
            print_there[part.top : part.bottom, part.left : part.right] = likely
            quads = (quad for quad in _quads(likely) if not _is_cut(quad, part, size))
            there = [np.asarray((quad + np.array([part.left, part.top])) * full, np.float32) for quad in quads]
            found += [lying(quad) for quad in there if not any(is_middle_in(quad, other) for other in found)]
        return SeenPrint(tuple(found), print_there, np.asarray(1 / full, np.float32))

    def read(self) -> None:
        """Be in memory before the first look."""
        self._net.read()

    def let_go(self) -> None:
        """Be out of memory until the next look."""
        self._net.let_go(0.0)

    def _likely(self, picture: Frame) -> Floats:
        likely: Floats = self._net.answer(picture[None])[0, 0]
        return likely


@cache
def text_detector() -> TextDetector:
    """The one detector of this process; loading it takes a moment and some 40 MB."""
    return TextDetector()


def find_lines(pyramid: Pyramid, seen: SeenPrint) -> list[Candidate]:
    """Short lines of print that may be codes, close round their ink where that can be told, otherwise with the margin
    that they were found with; one in a dark box as both, a number and an ID on a plate."""
    found = []
    for line in seen.lines:
        long, high = (float(np.linalg.norm(line[corner] - line[0])) for corner in (1, 3))
        if not _LENGTH[0] < (long - high * _TRIM) / (high - high * _TRIM) < _LENGTH[1]:
            continue
        pale = _is_pale(pyramid, line)
        inked = _row_of(pyramid, line, pale=pale)
        if inked is not None and inked.length >= _LENGTH[1] * inked.height:
            continue
        found += _with_boxed(pyramid, inked or _loose_row(line, _TRIM, pale=pale))
    return found


def loose_cuts(pyramid: Pyramid, line: Quad, trims: Sequence[float] = TRIMS) -> list[Candidate]:
    """A line of print cut with each of the margins that it may have, in shares of its height, whatever its ink seems to
    be: of print with a halo or an outline, or that is blurred, that is not told. With several margins also close round
    the ink that is seen without the line's own margin, in which the edge of a narrow plate may lie, or other print; and
    all that as dark print and as pale, whichever it seems to be."""
    pale = _is_pale(pyramid, line)
    if len(trims) == 1:
        return _with_boxed(pyramid, _loose_row(line, trims[0], pale=pale))
    rows: list[Candidate] = []
    for kind in (pale, not pale):
        inked = _row_of(pyramid, trimmed(line, _INNER), pale=kind)
        rows += [*(_loose_row(line, trim, pale=kind) for trim in trims), *([inked] if inked else [])]
    return [each for row in rows for each in _with_boxed(pyramid, row)]


def _is_pale(pyramid: Pyramid, line: Quad) -> bool:
    """Whether a line's print is paler than its ground, which is what lies all along the border of it, without the least
    margin that it has: bold print may fill more than half of it, and the card round a narrow plate is no print."""
    grey = cv2.cvtColor(pyramid.crop(trimmed(line, _BORDER[0]), _HIGH), cv2.COLOR_BGR2GRAY)
    bright = cv2.threshold(grey, 0, 1, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1]
    bright[_BORDER[1] : -_BORDER[1], _BORDER[1] : -_BORDER[1]] = 2
    return bool(np.count_nonzero(bright == 0) > np.count_nonzero(bright == 1))


def _with_boxed(pyramid: Pyramid, row: Candidate) -> list[Candidate]:
    """A row, and where it stands in a dark box as a number as well."""
    boxed = row.pale and is_boxed(pyramid, row.quad)
    return [row, replace(row, boxed=True)] if boxed else [row]


def _loose_row(line: Quad, trim: float, *, pale: bool) -> Candidate:
    """A line as a row with a little less margin than it was found with, which is always too much."""
    return Candidate(trimmed(line, trim), pale, glyphs=_GLYPHS / (1 - 2 * trim))


def _row_of(pyramid: Pyramid, line: Quad, *, pale: bool) -> Candidate | None:
    """A line as a row close round its ink; None where that cannot be told."""
    around = widened(line, _BEYOND, 0.0)
    grey = cv2.GaussianBlur(cv2.cvtColor(pyramid.crop(around, _HIGH), cv2.COLOR_BGR2GRAY), (3, 3), 0)
    way = cv2.THRESH_BINARY if pale else cv2.THRESH_BINARY_INV
    ink = _rectangle_of(np.asarray(cv2.threshold(grey, 0, 255, way + cv2.THRESH_OTSU)[1], np.uint8))
    if ink is None:
        return None
    width, height = grey.shape[::-1]
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    onto = cv2.getPerspectiveTransform(flat, around)
    quad = cv2.perspectiveTransform(ink.reshape(-1, 1, 2), onto).reshape(4, 2)
    row = Candidate(np.asarray(quad, np.float32), pale)
    return replace(row, quad=trimmed(row.quad, min(_EDGE / max(row.height, 1.0), _TRIM)))


def _rectangle_of(mask: Grey) -> Quad | None:
    """The rectangle round the signs in an upright crop of a line: spots that are high enough and touch none of its
    edges; None where they make no row."""
    height, width = mask.shape
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    x, y, wide, high, _ = stats.T
    inside = (x > 0) & (y > 0) & (x + wide < width) & (y + high < height)
    signs = np.flatnonzero(inside & (high >= _LOWEST_SIGN * height))
    ink = np.argwhere(np.isin(labels, signs[signs > 0]))[:, ::-1].astype(np.float32)
    if len(ink) == 0:
        return None
    middle, size, angle = cv2.minAreaRect(ink)
    lean = (angle + 45) % 90 - 45
    if abs(lean) > _MOST_LEAN:
        (left, top), (right, bottom) = ink.min(axis=0), ink.max(axis=0)
        middle, size, lean = ((left + right) / 2, (top + bottom) / 2), (right - left, bottom - top), 0.0
    elif abs(angle - lean) > 1:  # its sides are told the other way round
        size = size[1], size[0]
    long, tall = size[0] + 1, size[1] + 1  # from edge to edge of the pixels
    if not (_LOWEST_SIGN * height <= tall <= _TALLEST * height and long > tall):
        return None
    along, down = (np.array([np.cos(turn), np.sin(turn)]) for turn in np.radians([lean, lean + 90]))
    right, under = along * long / 2, down * tall / 2
    corners = np.stack([-right - under, right - under, right + under, under - right])
    return np.asarray(corners + np.array(middle) + 0.5, np.float32)


def _rounded(side: float) -> int:
    return max(round(side / _MULTIPLE), 1) * _MULTIPLE


def _stretched(picture: Frame) -> Frame:
    """The picture with all the contrast that there is: faint print in dim light is not found without. Where nearly all
    of it is of one level, that becomes the middle one, and print on it stays darker or paler."""
    below = cv2.calcHist([picture.reshape(-1, 1)], [0], None, [256], [0, 256]).cumsum() / picture.size
    low, high = (float(np.searchsorted(below, percent / 100)) for percent in _DARKEST_AND_PALEST)
    wide = max(high - low, _NO_CONTRAST)
    levels = np.clip((np.arange(256) - (low + high - wide) / 2) * (255 / wide), 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, levels), np.uint8)


def tiles(region: Region, scale: float) -> Iterator[Region]:
    """Parts of a region that overlap, each small enough, once it is shrunk by `scale` (1 at most), for a look between
    frames."""
    size = round((region.right - region.left) * scale), round((region.bottom - region.top) * scale)
    for part in _parts(Region(0, 0, *size), _TILE):
        left, top, right, bottom = (round(side / scale) for side in (part.left, part.top, part.right, part.bottom))
        yield Region(
            region.left + left,
            region.top + top,
            min(region.left + right, region.right),
            min(region.top + bottom, region.bottom),
        )


def _on_grid(region: Region, full: Floats, size: tuple[int, int]) -> Region:
    """A region of a frame in the pixels that are looked at, of which it has `full` (2,) of its own each; grown to sides
    that the detector takes."""
    starts = (math.floor(side / by / _MULTIPLE) * _MULTIPLE for side, by in zip(region[:2], full, strict=True))
    ends = (math.ceil(side / by / _MULTIPLE) * _MULTIPLE for side, by in zip(region[2:], full, strict=True))
    return Region(*starts, *(min(end, most) for end, most in zip(ends, size, strict=True)))


def _parts(region: Region, most: int) -> Iterator[Region]:
    """Parts of a region that overlap, as few and as alike as can be."""
    for top, bottom in _ranges(region.bottom - region.top, most):
        for left, right in _ranges(region.right - region.left, most):
            yield Region(region.left + left, region.top + top, region.left + right, region.top + bottom)


def _ranges(side: int, most: int) -> list[tuple[int, int]]:
    count = max(math.ceil((side - _OVERLAP) / (most - _OVERLAP)), 1)
    length = min(math.ceil((side + (count - 1) * _OVERLAP) / count / _MULTIPLE) * _MULTIPLE, side)
    starts = (round(number * (side - length) / max(count - 1, 1)) for number in range(count))
    return [(start, start + length) for start in starts]


def _is_cut(quad: Quad, part: Region, size: tuple[int, int]) -> bool:
    """Whether a line in a part of a picture goes on beyond it: the next part has the whole of it."""
    (left, top), (right, bottom) = quad.min(axis=0), quad.max(axis=0)
    before = (left <= 0 < part.left) or (top <= 0 < part.top)
    return bool(
        before
        or (right >= part.right - part.left and part.right < size[0])
        or (bottom >= part.bottom - part.top and part.bottom < size[1])
    )


def _quads(likely: Floats) -> Iterator[Quad]:
    """The corners of each line in what the detector says of each pixel."""
    mask = np.asarray(likely > _PRINT, np.uint8)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for outline in sorted(outlines, key=cv2.contourArea, reverse=True)[:_MOST_LINES]:
        middle, (width, height), angle = cv2.minAreaRect(outline)
        if min(width, height) >= _LOWEST and _mean_inside(likely, outline) >= _LINE:
            by = width * height * _GROWN / (width + height)  # on both sides together
            yield np.asarray(cv2.boxPoints((middle, (width + by, height + by), angle)), np.float32)


def _mean_inside(likely: Floats, outline: cv2.typing.MatLike) -> float:
    left, top, width, height = cv2.boundingRect(outline)
    inside = np.zeros((height, width), np.uint8)
    cv2.fillPoly(inside, [outline - [left, top]], (1,))
    return float(cv2.mean(likely[top : top + height, left : left + width], inside)[0])
