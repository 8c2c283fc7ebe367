"""Whether the ink of a row goes on beyond its ends.

A letter that is larger than its neighbours, or whose thin strokes break, is found as no glyph of its row, though its
ink stands right beside them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.find.picture import Candidate, Grey, Ints, Pyramid, ground_of, widened

_EXTENT_PX = 48  # pixels of a crop
_BESIDE, _OVER = 4.5, 0.7  # heights of the row: what is looked at beside it, and above and below it
_GAP = 0.42  # likewise: ink that is nearer belongs to the row
_HIGHEST = 2.1  # likewise: what is higher is no print that goes on
_SPECK = 0.06  # likewise, both sides of a spot: less is noise
_INTO = 0.12  # likewise: how far a spot must reach into the band of the row
_OVER_A_LETTER = 0.15  # likewise: so much of its ground a box has over a letter and under it
_OTHER_GROUND = 0.18  # of the row's contrast: so much farther from the ground than over and under the row,
_BEYOND = 0.2  # heights of the row: for so long, and it is beyond the box
_DEEPER = (0.0, 0.5)  # of the way to the boldest ink: where the ground grows brighter beside a row, letters run into it
_ONE_MORE = 1.15  # times as long: no true number of 111 in drawn boxes grew that much
_WORD_GAP = 1.4  # heights of the row: a letter that is nearer, in line with it in the same box, is of the same text;
_IN_LINE, _THINNEST = 0.13, 0.12  # likewise: how far its ends may be off, and how thin a letter is at least


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
