"""Rows that were cut out badly: those whose ink goes on beyond their ends, and those that lean.

A letter that is larger than its neighbours, or whose thin strokes break, is found as no glyph of its row, though its
ink stands right beside them. A tilted card shears its print, and a rectangle round it cuts leaning glyphs out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.find.candidate import Candidate
from vision.find.picture import Floats, Grey, Ints, Pyramid, ground_of, widened
from vision.reads import Quad

_EXTENT_PX = 48  # pixels of a crop
_BESIDE, _OVER = 4.5, 0.7  # heights of the row: what is looked at beside it, and above and below it
_GAP = 0.42  # likewise: ink that is nearer belongs to the row
_HIGHEST, _LONGEST = 2.1, 9.0  # likewise: of what is extended
_SPECK = 0.06  # likewise, both sides of a spot: less is noise
_INTO = 0.12  # likewise: how far a spot must reach into the band of the row
_MORE = 1.06  # times as long or as high, or it has not extended
_OVER_A_LETTER = 0.15  # likewise: so much of its ground a box has over a letter and under it
_OTHER_GROUND = 0.18  # of the row's contrast: so much farther from the ground than over and under the row,
_BEYOND = 0.2  # heights of the row: for so long, and it is beyond the box
_DEEPER = (0.0, 0.5)  # of the way to the boldest ink: where the ground grows brighter beside a row, letters run into it
_ONE_MORE = 1.15  # times as long: no true number of 111 in drawn boxes grew that much
_WORD_GAP = 1.4  # heights of the row: a letter that is nearer, in line with it in the same box, is of the same text;
_IN_LINE, _THINNEST = 0.13, 0.12  # likewise: how far its ends may be off, and how thin a letter is at least
_DESLANT_PX = 32  # pixels of the crop that is looked at
_DESLANT_MARGIN = 0.35  # heights of the row: what is looked at beside it
_LEANS = np.arange(-0.8, 0.81, 0.2)  # how far the top of a glyph stands beside its foot, in shares of its height
_LEAST = 0.25  # likewise: print that leans less is read as it is
_CLEARER = 1.06  # times as much as it lies: how much its strokes gather in columns once it is straightened
_INKED = 0.15  # of the fullest column: a column with ink in it
_SHORTEST = 1.1  # times its height: the length of a code


@dataclass(frozen=True)
class _Extent:
    """How far the ink of a row goes in a crop of it and of what is round it, `unit` pixels to its height: the sides of
    the row, those of all its ink and those of each spot in its box, (N, 4): left, top, right and bottom."""

    unit: float
    row: tuple[float, float, float, float]
    ink: tuple[float, float, float, float]
    spots: Ints

    @property
    def longer(self) -> float:
        """How many times as long as the row all its ink is."""
        return (self.ink[2] - self.ink[0]) / (self.row[2] - self.row[0])

    @property
    def high(self) -> float:
        """How high all the ink is, in heights of the row."""
        return (self.ink[3] - self.ink[1]) / self.unit

    @property
    def has_word_beside(self) -> bool:
        """Whether a letter as high as the row stands in line with it, no farther off than the next word would."""
        left, top, right, bottom = self.spots.T / self.unit
        start, up, end, down = (side / self.unit for side in self.row)
        in_line = (np.abs(top - up) < _IN_LINE) & (np.abs(bottom - down) < _IN_LINE) & (right - left > _THINNEST)
        beside = ((right <= start) & (right > start - _WORD_GAP)) | ((left >= end) & (left < end + _WORD_GAP))
        return bool((in_line & beside).any())


def extended(pyramid: Pyramid, row: Candidate) -> Candidate | None:
    """The row with all the ink that goes on from it; None where there is none, or where it goes on for longer than a
    code."""
    extent = _extent(pyramid, row)
    left, up, right, down = extent.ink
    start, top, end, bottom = extent.row
    higher = (down - up) / (bottom - top)
    if max(extent.longer, higher) < _MORE or (right - left) > _LONGEST * extent.unit or extent.high > _HIGHEST:
        return None
    if left < 1 or right > end + start - 1:
        return None
    moved = (left - start, up - top, right - end, down - bottom)
    return replace(row, quad=_moved_sides(row.quad, row.height / extent.unit, moved))


def _extent(pyramid: Pyramid, row: Candidate, deeper: float = 0.0) -> _Extent:
    around = widened(row.quad, _BESIDE, _OVER)
    crop = pyramid.crop(around, _EXTENT_PX)
    unit = _EXTENT_PX / (1 + 2 * _OVER)  # pixels of the row's height
    start, end = _BESIDE * unit, crop.shape[1] - _BESIDE * unit
    top, bottom = _OVER * unit, _EXTENT_PX - _OVER * unit
    boxes = _spots(crop, row.pale, (round(start), round(end)), unit, deeper)
    if row.boxed:
        boxes = _between(boxes, *_ends_of_box(crop, row.pale, (start, top, end, bottom), unit))
    ends = start, top, end, bottom
    return _Extent(unit, ends, _joined(boxes, ends, unit), boxes)


def continues(pyramid: Pyramid, row: Candidate) -> bool:
    """Whether one more letter stands beside a row, or many: `312` on a green plate may be the end of `M312`, and `201`
    the beginning of a date; or another word, in the same box: `119` of a number plate."""
    extents = [_extent(pyramid, row, deeper) for deeper in _DEEPER]
    return any((each.longer > _ONE_MORE and each.high <= _HIGHEST) or each.has_word_beside for each in extents)


def _spots(crop: Grey, pale: bool, ends: tuple[int, int], unit: float, deeper: float) -> Ints:
    """The spots of ink in a crop: (N, 4) left, top, right, bottom; of only the boldest where `deeper` is more than 0,
    up to 1."""
    grey = crop if crop.ndim == 2 else np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.uint8)
    level, _ = cv2.threshold(grey[:, ends[0] : ends[1]], 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    level += deeper * (float(np.percentile(grey[:, ends[0] : ends[1]], 95 if pale else 5)) - level)
    mask = cv2.threshold(grey, level, 255, cv2.THRESH_BINARY if pale else cv2.THRESH_BINARY_INV)[1]
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    x, y, width, height, _ = stats[1:].T
    kept = (np.minimum(width, height) >= max(_SPECK * unit, 2)) & ((y > 0) & (y + height < crop.shape[0]))
    kept &= (x > ends[0]) | (x + width < ends[1])  # what goes all round a row is the frame of its box
    return np.asarray(np.stack([x, y, x + width, y + height], axis=1)[kept], np.int32)


def _ends_of_box(crop: Grey, pale: bool, row: tuple[float, float, float, float], unit: float) -> tuple[float, float]:
    """Where a box ends before its row and behind it: over and under any letter its ground goes on, but not beyond its
    edge, where a bright card may look like more ink."""
    start, top, end, bottom = (round(each) for each in row)
    colours = np.asarray(crop if crop.ndim == 3 else cv2.cvtColor(crop, cv2.COLOR_GRAY2BGR), np.float32)
    ground, contrast = ground_of(colours[top:bottom, start:end], pale)
    over = round(_OVER_A_LETTER * unit)
    strips = colours[max(top - over, 0) : top], colours[bottom : bottom + over]
    apart = np.minimum(*(np.abs(np.median(strip, axis=0) - ground).max(axis=1) for strip in strips)) / (contrast / 3)
    least = float(np.median(apart[start:end])) + _OTHER_GROUND
    wide = round(_BEYOND * unit)
    run = np.convolve(apart > least, np.ones(wide), mode="valid") >= wide
    behind, before = np.flatnonzero(run[end:]), np.flatnonzero(run[: max(start - wide, 0)])
    return (
        float(before[-1] + wide) if len(before) else 0.0,
        float(end + behind[0]) if len(behind) else float(crop.shape[1]),
    )


def _between(spots: Ints, left: float, right: float) -> Ints:
    return spots[(spots[:, 0] >= left) & (spots[:, 2] <= right)]


def _joined(spots: Ints, row: tuple[float, float, float, float], unit: float) -> tuple[float, float, float, float]:
    """The rectangle of a row with all spots that stand near it, or near those that do."""
    left, top, right, bottom = row
    into, gap = _INTO * unit, _GAP * unit
    rest = [tuple(int(part) for part in spot) for spot in spots if spot[3] > top + into and spot[1] < bottom - into]
    found = True
    while found:
        found = False
        for spot in list(rest):
            if spot[0] < right + gap and spot[2] > left - gap:
                left, right = min(left, spot[0]), max(right, spot[2])
                top, bottom = min(top, spot[1]), max(bottom, spot[3])
                rest.remove(spot)
                found = True
    return left, top, right, bottom


def _moved_sides(quad: Quad, scale: float, moved: tuple[float, float, float, float]) -> Quad:
    """A quad with its left, upper, right and lower side moved by so much."""
    right, down = quad[1] - quad[0], quad[3] - quad[0]
    right, down = right / np.linalg.norm(right) * scale, down / np.linalg.norm(down) * scale
    left_by, up_by, right_by, down_by = moved
    sides = np.stack(
        [
            right * left_by + down * up_by,
            right * right_by + down * up_by,
            right * right_by + down * down_by,
            right * left_by + down * down_by,
        ]
    )
    return np.asarray(quad + sides, np.float32)


def deslanted(pyramid: Pyramid, row: Candidate) -> Candidate | None:
    """The row with the sides of its quad along its leaning strokes; None where they hardly lean."""
    ink = _ink(pyramid, row)
    upright = [_columns(ink, float(lean)) for lean in _LEANS]
    gathered = [float(np.square(columns).sum()) for columns in upright]
    best = int(np.argmax(gathered))
    lean = float(_LEANS[best])
    if abs(lean) < _LEAST or gathered[best] <= _CLEARER * gathered[len(_LEANS) // 2]:
        return None
    inked = np.flatnonzero(upright[best] > _INKED * upright[best].max())
    start, end = int(inked[0]), int(inked[-1]) + 1
    if start == 0 or end == len(upright[best]) or end - start < _SHORTEST * _DESLANT_PX:
        return None
    return replace(row, quad=_deslanted_quad(row, start, ink.shape[1] - end, lean))


def _ink(pyramid: Pyramid, row: Candidate) -> Floats:
    """How much each pixel of a crop differs from its ground, towards the ink."""
    crop = pyramid.crop(widened(row.quad, _DESLANT_MARGIN, 0.0), _DESLANT_PX)
    grey: Grey = crop if crop.ndim == 2 else np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.uint8)
    values = np.asarray(grey, np.float32) * (1 if row.pale else -1)
    ground, bold = (float(level) for level in np.percentile(values, [40, 95]))
    return np.asarray(np.clip(values - ground - 0.2 * (bold - ground), 0, None), np.float32)


def _columns(ink: Floats, lean: float) -> Floats:
    """The ink in each column of a crop, once print that leans that much stands upright."""
    shift = np.array([[1, lean, -lean * (_DESLANT_PX - 1) / 2], [0, 1, 0]], np.float32)
    upright = cv2.warpAffine(ink, shift, ink.shape[::-1], flags=cv2.INTER_LINEAR)
    return np.asarray(upright.sum(axis=0), np.float32)


def _deslanted_quad(row: Candidate, before: int, behind: int, lean: float) -> Quad:
    """The quad of the print that leaves so many columns of the crop before and behind it."""
    right = (row.quad[1] - row.quad[0]) / max(row.length, 1.0) * row.height
    starts, ends = before / _DESLANT_PX - _DESLANT_MARGIN, _DESLANT_MARGIN - behind / _DESLANT_PX
    over = lean / 2
    sides = np.stack([right * (starts + over), right * (ends + over), right * (ends - over), right * (starts - over)])
    return np.asarray(row.quad + sides, np.float32)
