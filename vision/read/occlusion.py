"""Whether something may lie over an end of a row: another card, whose edge may show as no more than a shadow, or a
finger."""

from __future__ import annotations

import math
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.find.picture import Candidate, Floats, Pyramid, ground_of, widened
from vision.read.isolation import (
    ABOVE,
    CLOSE,
    CROP_PX,
    SOFTENED,
    TALL,
    Spots,
    frames_of,
    is_soft_beside,
    spots_of,
)

Lines: TypeAlias = npt.NDArray[np.float64]  # where lines run, or at which angles
_HEIGHT = 72  # pixels of a crop
_BESIDE, _OVER = 0.8, 0.5  # heights of the row: what is looked at beside it, and above and below it
_SOFTENED = 0.03  # likewise: noise is smoothed away before
_PLACES = np.arange(-0.12, 0.14, 0.03)  # likewise: how far behind an end of the row a line runs in the middle,
_ANGLES = np.radians(np.arange(-40, 41, 5))  # and how far from straight up
_FARTHER = np.arange(0.12, 0.42, 0.03)  # likewise, of one that is not in line with the row
_ASLANT = np.radians(np.array([*range(-40, -9, 5), *range(10, 41, 5)], np.float64))
_STEP = 0.08  # heights of the row: on both sides of a line, what is compared
_SHARE = 15  # percent of a line that may be fainter: speckled
# Of the row's contrast. A card of one colour with the one under it had 0.22; of 66 rows that nothing lay beside, in
# composed frames, the most had 0.13. One that left a rest of a letter before the row had 0.19 farther away.
_EDGE = 0.15
_NEXT = (0.12, 0.35)  # heights of the row: from where to where beside it its ground must go on;
_OTHER_GROUND = 0.3  # of the row's contrast: more apart, and it is another ground;
_HARDLY_OTHER_GROUND = 0.2  # less apart, and an edge that is seen as well may be a shadow's
_END, _LOCALLY = 0.6, 1.2  # heights of the row: its end; differences from that one's ground count for more
_ALIKE = 0.15  # less apart, and both ends of the row lie on the same one
_REST = (0.10, 0.05, 0.006)  # heights of the row: how high and wide a rest of a letter is at the least, and its area
_SLOPE = 3  # pixels of the crop on both sides of an edge, to tell how steep it is;
_STEEPEST, _LEAST_STEEP = 90, 10  # percent of the slopes in a row, and of those along an edge,
_AS_STEEP = 0.5  # which are at least this share of the row's
_SIGN, _ALL_DOWN = 0.55, 0.9  # heights of the row: a sign is hardly wider; and of its height
_SHADED = 0.25  # of the row's contrast, the shadow's edge in it: print in a shadow has more, a card without print less
_BEYOND = (0.15, 0.1)  # heights of the row: so far ink goes on beyond its end, and so far it reaches into it


def is_at_edge(pyramid: Pyramid, row: Candidate) -> bool:
    """Whether a straight edge, as that of a card that may lie over the rest of it, runs past an end of a row from above
    it to below, so close as no card is cut beside its print."""
    return _runs_past(pyramid, row, _PLACES, _ANGLES)


def is_near_edge(pyramid: Pyramid, row: Candidate) -> bool:
    """Whether one does so a little farther away, aslant: the row's own card or plate may have one as well, so that
    counts only where something else tells of a letter under it."""
    return _runs_past(pyramid, row, _FARTHER, _ASLANT)


def _runs_past(pyramid: Pyramid, row: Candidate, places: Lines, angles: Lines) -> bool:
    crop = pyramid.crop(widened(row.quad, _BESIDE, _OVER), _HEIGHT)
    unit = _HEIGHT / (1 + 2 * _OVER)
    soft = np.asarray(cv2.GaussianBlur(crop, (0, 0), _SOFTENED * unit), np.float32)
    start, end = _BESIDE * unit, crop.shape[1] - _BESIDE * unit
    own = crop[round(_OVER * unit) : round((1 + _OVER) * unit), round(start) : round(end)]
    if own.size == 0:
        return False
    contrast = max(float(np.ptp(np.percentile(cv2.cvtColor(own, cv2.COLOR_BGR2GRAY), [5, 90]))), 1.0)
    at = np.concatenate([end + places * unit, start - places * unit])
    least = _EDGE * contrast
    return any(_is_steep(each, at, angles, _STEP * unit, least) for each in np.moveaxis(soft, 2, 0))


def _is_steep(levels: Floats, places: Lines, angles: Lines, step: float, least: float) -> bool:
    """Whether both sides of a straight line through one of these places in the middle of a crop differ by more than
    `least`, alike nearly all along it."""
    y = np.arange(2, levels.shape[0] - 2)
    x = places[:, None, None] + np.tan(angles)[None, :, None] * (y - levels.shape[0] / 2)
    behind, before = (np.clip(np.round(x + off), 0, levels.shape[1] - 1).astype(np.intp) for off in (step, -step))
    apart = (levels[y, behind] - levels[y, before]).reshape(-1, len(y))
    return any(_exceeds(each, least) for each in (apart, -apart))


def _exceeds(lines: Floats, least: float) -> bool:
    """Whether nearly all of any of these lines, (N, K), is more than `least`."""
    fainter = math.floor(_SHARE / 100 * (lines.shape[1] - 1)) + 1  # so many at the most, which is soon told
    some = lines[np.count_nonzero(lines > least, axis=1) >= lines.shape[1] - fainter]
    return len(some) > 0 and float(np.percentile(some, _SHARE, axis=1).max()) > least


def is_cut_off(pyramid: Pyramid, candidate: Candidate) -> bool:
    """Whether the ground of a row, or the picture, ends close before it or behind it: another card or a finger may lie
    over the rest of it, and `1/08` without the flag of its 1 looks like `I/08`."""
    if _reaches_out(pyramid, candidate):
        return True
    spots = spots_of(pyramid, candidate)
    if _leaves_a_rest(spots) and _leaves_a_rest(spots_of(pyramid, candidate, evenly_lit=True)):
        return True
    change = _change_of_ground(pyramid, candidate)
    softly = is_soft_beside(spots)  # the edge of a shadow or of a lamp's mirror image
    seen = change > _OTHER_GROUND and not softly
    seen = seen or _is_overlaid(spots, sharply=softly or change <= _HARDLY_OTHER_GROUND)
    return seen or is_at_edge(pyramid, candidate) or (_goes_beyond(spots) and is_near_edge(pyramid, candidate))


def _leaves_a_rest(spots: Spots) -> bool:
    """Whether a bit of ink stands close behind a row, lower than a letter: what a card over M0171 leaves of its last
    digit. Before a row it may be a bit of a `#`."""
    x, _, width, height, area = spots.stats[1:].T
    low = (height >= _REST[0] * spots.high) & (height < TALL[0] * spots.high) & (width >= _REST[1] * spots.high)
    close = (x >= spots.end) & (x - spots.end < CLOSE * spots.high) & (x + width < spots.width)
    return bool((low & close & (area >= _REST[2] * spots.high**2)).any())


def _goes_beyond(spots: Spots) -> bool:
    """Whether the ink of a row goes on beyond an end of it: a rest of a letter that ran into its first or last one."""
    x, _, width, _, _ = spots.stats[1:].T
    beyond, inside = _BEYOND[0] * spots.high, _BEYOND[1] * spots.high
    before = (x > 0) & (x < spots.start - beyond) & (x + width > spots.start + inside)
    behind = (x + width < spots.width) & (x + width > spots.end + beyond) & (x < spots.end - inside)
    return bool((before | behind).any())


def _is_overlaid(spots: Spots, *, sharply: bool) -> bool:
    """Whether an edge that is not in line with the row, and so no edge of its own card, comes in over an end of it;
    nearly as sharp all along as the row's print where it must be: a shadow's edge is not."""
    x, _, width, _, _ = spots.stats.T
    before, behind = (x == 0) & (x + width > spots.start), (x + width == spots.width) & (x < spots.end)
    coming = frames_of(spots) & (before | behind) & (width < spots.width) & ~_holds_print(spots)
    coming[0] = False  # the ground
    if not sharply:
        return bool(coming.any())
    return any(_is_sharp(spots, int(each), bool(before[each])) for each in np.flatnonzero(coming))


def _holds_print(spots: Spots) -> npt.NDArray[np.bool_]:
    """Which spots that come in over an end of a row do so by more than a sign, from top to bottom, and have print in
    them: nothing would be seen of it under another card, so that is a shadow."""
    margin, wide = round(ABOVE * spots.high), round(_SIGN * spots.high)
    labels, grey = spots.labels[margin:-margin], cv2.GaussianBlur(spots.grey, (0, 0), SOFTENED)[margin:-margin]
    holds = np.zeros(len(spots.stats), np.bool_)
    for column, part in (
        (spots.start + wide, slice(spots.start, spots.start + wide)),
        (spots.end - wide, slice(spots.end - wide, spots.end)),
    ):
        printed = np.ptp(np.percentile(grey[:, part], [5, 95]))
        if printed >= _SHADED * np.ptp(np.percentile(grey[:, spots.start : spots.end], [5, 95])):
            holds |= np.bincount(labels[:, column], minlength=len(holds)) >= _ALL_DOWN * len(labels)
    return holds


def _is_sharp(spots: Spots, number: int, before: bool) -> bool:
    """Whether what comes in from an end of the crop ends sharply over the row."""
    margin = round(ABOVE * spots.high)
    inside, grey = spots.labels[margin:-margin] == number, spots.grey[margin:-margin].astype(np.int16)
    slopes = np.abs(np.pad(grey[:, 2 * _SLOPE :] - grey[:, : -2 * _SLOPE], ((0, 0), (_SLOPE, _SLOPE)), mode="edge"))
    at = inside.shape[1] - 1 - inside[:, ::-1].argmax(axis=1) if before else inside.argmax(axis=1)
    lines = np.flatnonzero(inside.any(axis=1) & ((at > spots.start) if before else (at < spots.end)))
    steep = float(np.percentile(slopes[:, spots.start : spots.end], _STEEPEST))
    return len(lines) > 0 and float(np.percentile(slopes[lines, at[lines]], _LEAST_STEEP)) >= _AS_STEEP * steep


def _reaches_out(pyramid: Pyramid, candidate: Candidate) -> bool:
    """Whether what is close beside a row lies outside the picture: M017 at its edge may go on as M0171."""
    beside = widened(candidate.quad, _NEXT[1], 0.0)
    height, width = pyramid.levels[0].shape[:2]
    return bool((beside < 0).any() or (beside > (width, height)).any())


def _change_of_ground(pyramid: Pyramid, candidate: Candidate) -> float:
    """By how much the ground beside a row differs from its own, in shares of its contrast to the ink: the whole row's,
    and that of the end which is beside it. Glare and soft shadows change the ground there as well."""
    crop = pyramid.crop(widened(candidate.quad, _NEXT[1], 0.0), CROP_PX).astype(np.float32)
    margin, near = round(_NEXT[1] * CROP_PX), round(_NEXT[0] * CROP_PX)
    inside = crop[:, margin : max(crop.shape[1] - margin, margin + 1)]
    ground, contrast = ground_of(inside, candidate.pale)
    contrast = max(contrast / 3, 40.0)
    end = round(_END * CROP_PX)
    ends = [ground_of(part, candidate.pale)[0] for part in (inside[:, :end], inside[:, -end:])]
    strips = crop[:, : margin - near], crop[:, crop.shape[1] - margin + near :]
    sides = [np.median(strip.reshape(-1, 3), axis=0) for strip in strips]
    between = float(np.abs(sides[0] - sides[1]).max())
    clearer = all(float((side - ground).sum()) * (-1 if candidate.pale else 1) > 0 for side in sides)
    if clearer and between < _ALIKE * contrast:
        return between / contrast  # blur has spread the ink over all the ground between its letters
    changes = [
        min(float(np.abs(side - ground).max()), _LOCALLY * float(np.abs(side - own).max()))
        for side, own in zip(sides, ends, strict=True)
    ]
    return max(changes) / contrast
