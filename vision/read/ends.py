"""Whether something may lie over an end of a row: a card, a finger, or the picture's own edge.

A small network sees both ends: it knows what cards, fingers and light that lie over the rest of a row look like, and
what plates, outlines, halos and shadows look like that belong to it. Beside it the margins are measured: a plate, a box
or a card has about the same at both ends of its print, or a wide one. Where something lies over a part of the print,
the ground ends close beside the last sign that is seen, on one side only, or has a rest of a sign before its end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.find.picture import Candidate, Floats, Ints, Pyramid, ground_of, widened
from vision.inference import MODELS
from vision.network import Network
from vision.reads import Frame, Quad
from vision.thresholds import CLOSE_GROUND

ENDS_MODEL = MODELS / "ends_net.onnx"
ENDS_HEIGHT, ENDS_WIDTH = 48, 128  # pixels of the picture that it looks at: one end of the row beside the other one
_ABOVE, _INSIDE, _BEYOND = 0.4375, 1.0, 1.5  # heights of the row that an end shows: across, of its print, and beyond
_FLAT = 8.0  # grey levels of standard deviation: less than that is noise
# How much looser than its print a row is cut, in heights: before, above, behind and below it. In close cuts it errs:
# of 65 cut codes that were surely read, five were said to be whole by one, two by the mean of these.
_LOOSER = (0.08, 0.08, 0.08, 0.08), (0.0, 0.10, 0.0, -0.05), (0.0, -0.05, 0.0, 0.10), (0.15, 0.15, 0.15, 0.15)
_HIGH = 32  # pixels of a crop, which is as high as the row
_SEEN = 1.6  # heights of the row: how far beside it is looked
# Likewise: what is so near beside its print lies in the picture. On 96 whole and 180 cut codes at the picture's edge
# (seed 3301 of benchmarks/independent) 29 of 61 that are surely read but for their ends are whole then, and 2 of 68 cut
# ones; 26 and 2 with half a height, reckoned from the corners that a row was cut with.
_AT_EDGE = 0.4
_INK, _SOME_INK = 0.5, 0.3  # of the row's contrast: so far from its ground towards its ink, and it is ink, or a rest;
_OTHER = 0.25  # so far in any colour, and it is no ground,
_FOR = 0.2  # where that goes on for so many heights of the row
_STEP, _STEEP = 0.12, 0.25  # and begins within so many with so much of the contrast: a halo, or light, does so softly
_FAINTEST = 40.0  # grey levels: the least contrast that is reckoned with
_END = 0.8  # heights of the row: its end, whose ground counts as well, as art and light change along a row
_SIGN = 0.35  # likewise: what goes on so far beyond a row's end is no part of its last sign
_REST, _BEFORE = 0.012, 0.7  # of its height squared, heights: so much ink before an end so near is a rest of a sign
_EDGE = 3  # pixels of the crop: its upper and its lower edge, where print's ends are soft
# Heights of the row: less on the one side, and so much more on the other. Chosen on 72 frames with codes and 72 with
# codes that are cut (seeds 501, 602 and 777 of benchmarks/independent): with 0.34 one more of the cut ones is read as
# its rest, and one more of the others.
HEMMED_IN = (0.38, 0.15), (0.14, 0.06)
HEMMED_IN_A_BOX = (0.38, 0.20), (0.14, 0.06)  # likewise: boxes whose digits stand apart differed by up to 0.16
# Heights of the row: so far beside its end and within it; grey levels of all colours; and so much of both is white. Of
# 298 codes of seeds 3101, 1301, 1501 and 9301 of benchmarks/independent that were surely read one has more than 0.01 of
# it at one end: `SM086`, whose S is lost in it and was read as none.
_GLARE, _WHITE, _SOME_WHITE = (0.8, 0.6), 248, 0.10
REST = -1.0  # the margin where a rest of one more sign is seen

_Mask: TypeAlias = npt.NDArray[np.bool_]


def wholeness(pyramid: Pyramid, row: Candidate, net: EndsNet) -> float:
    """How likely nothing lies over any part of an upright row (the logarithm of the odds): what the network says of its
    ends, less where the ground ends close beside its print; never at the picture's edge, nor where a lamp is mirrored
    in one end of it."""
    if is_at_pictures_edge(pyramid, row) or _is_washed_out(pyramid, row):
        return -math.inf
    return net.wholeness(pyramid, row) - (CLOSE_GROUND if is_hemmed_in(pyramid, row) else 0.0)


# --- by the network ---------------------------------------------------------------------------------------------------


def ends_of(pyramid: Pyramid, quad: Quad) -> Floats:
    """Both ends of an upright row, (3, 48, 128) float32, its mean 0, its deviation 1: in the left half what is round
    its first sign, in the right one what is round its last one, each as high as 1.9 rows."""
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    right = quad[1] - quad[0] + quad[2] - quad[3]
    right = right / max(float(np.linalg.norm(right)), 1e-6) * float(np.linalg.norm(down))
    halves = [
        _end(pyramid, (quad[0], quad[3]), right, (-_BEYOND, _INSIDE)),
        _end(pyramid, (quad[1], quad[2]), right, (-_INSIDE, _BEYOND)),
    ]
    values = np.concatenate(halves, axis=1).astype(np.float32)
    values = (values - values.mean()) / max(float(values.std()), _FLAT)
    return np.ascontiguousarray(values.transpose(2, 0, 1), np.float32)


def _end(pyramid: Pyramid, corners: tuple[Floats, Floats], right: Floats, reach: tuple[float, float]) -> Frame:
    top, bottom = corners
    above, (left, far) = _ABOVE * (bottom - top), reach
    upper, lower = top - above, bottom + above
    quad = np.stack([upper + left * right, upper + far * right, lower + far * right, lower + left * right])
    crop = pyramid.crop(np.asarray(quad, np.float32), ENDS_HEIGHT)
    size = (ENDS_WIDTH // 2, ENDS_HEIGHT)
    return crop if crop.shape[1::-1] == size else np.asarray(cv2.resize(crop, size), np.uint8)


class EndsNet:
    """Tells whether the ends of rows are seen. Usable from any thread."""

    def __init__(self, model: Path = ENDS_MODEL) -> None:
        self._net = Network(model)

    def wholeness(self, pyramid: Pyramid, row: Candidate) -> float:
        """How likely nothing lies over any part of an upright row, by what several looser cuts of it show: the
        logarithm of the odds."""
        cuts = [ends_of(pyramid, widened(row.tight, *each)) for each in _LOOSER]
        return float(self._net.answer(np.stack(cuts)).mean())


@cache
def ends_net() -> EndsNet:
    """The one network of this process."""
    return EndsNet()


# --- by the margins ---------------------------------------------------------------------------------------------------


def is_hemmed_in(pyramid: Pyramid, row: Candidate) -> bool:
    """Whether the ground of an upright row ends so close beside its print that more of it may lie behind."""
    near, far = sorted(margins_of(pyramid, row))
    limits = HEMMED_IN_A_BOX if row.boxed else HEMMED_IN
    return near == REST or any(near < close and far > near + farther for close, farther in limits)


def is_at_pictures_edge(pyramid: Pyramid, row: Candidate) -> bool:
    """Whether one more sign of a row may stand outside the picture."""
    beside = widened(row.tight, _AT_EDGE, 0.0)
    height, width = pyramid.levels[0].shape[:2]
    return bool((beside < 0).any() or (beside > (width, height)).any())


def _is_washed_out(pyramid: Pyramid, row: Candidate) -> bool:
    """Whether the picture is white beside one end of an upright row and within it, as where a lamp is mirrored: that
    hides signs and leaves no edge. On white paper both ends are as white."""
    crop = pyramid.crop(widened(row.quad, _GLARE[0], 0.0), _HIGH)
    white = np.asarray(crop.min(axis=2) >= _WHITE, np.bool_)
    beside, both = (round(share * _HIGH) for share in (_GLARE[0], sum(_GLARE)))
    shares = ((side[:, :beside].mean(), side[:, beside:both].mean()) for side in (white, white[:, ::-1]))
    washed = [min(outside, inside) >= _SOME_WHITE for outside, inside in shares]
    return any(washed) and not all(washed)


def margins_of(pyramid: Pyramid, row: Candidate) -> tuple[float, float]:
    """How far the ground of an upright row goes on before its first sign and behind its last one, in heights of the
    row; `REST` where one of one more is seen there; as far as is looked where it goes on for longer."""
    crop = np.asarray(pyramid.crop(widened(row.quad, _SEEN, 0.0), _HIGH), np.float32)
    beside = round(_SEEN * _HIGH)
    inside = crop[:, beside:-beside]
    if inside.size == 0:
        return _SEEN, _SEEN
    whole = ground_of(inside, row.pale)
    own = round(_END * _HIGH)
    ends = (-1, inside[:, :own]), (1, inside[:, -own:])
    sides = (_Side(crop[:, ::way], row.pale, (whole, ground_of(end, row.pale))) for way, end in ends)
    before, behind = (side.margin(crop.shape[1] - beside) for side in sides)
    return before, behind


class _Side:
    """One side of a row, which its ground and its ink go on to the right of."""

    def __init__(self, crop: Floats, pale: bool, whole_and_end: Sequence[tuple[Floats, float]]) -> None:
        grounds, contrasts = [ground for ground, _ in whole_and_end], [contrast for _, contrast in whole_and_end]
        inks = [self._share(crop, ground, own, pale=pale) for ground, own in zip(grounds, contrasts, strict=True)]
        ink = np.maximum(np.minimum(inks[0], self._share(crop, grounds[1], contrasts[0], pale=pale)), inks[1])
        least = np.minimum(*(np.abs(crop - ground).max(axis=2) for ground in grounds))
        level = max(contrasts[0] / 3, _FAINTEST)
        step = round(_STEP * _HIGH)
        soft = cv2.blur(np.pad(crop, ((0, 0), (step, step), (0, 0)), mode="edge"), (3, 3))
        steep = np.abs(soft[:, 2 * step :] - soft[:, : -2 * step]).max(axis=2) > _STEEP * level
        self._ink: _Mask = np.asarray(ink > _INK, np.bool_)[_EDGE:-_EDGE]
        self._some_ink: _Mask = np.asarray(ink > _SOME_INK, np.bool_)[_EDGE:-_EDGE]
        self._other: _Mask = np.asarray(cv2.blur(least, (3, 3)) > _OTHER * level, np.bool_)[_EDGE:-_EDGE]
        self._steep: _Mask = np.asarray(steep, np.bool_)[_EDGE:-_EDGE]

    @staticmethod
    def _share(crop: Floats, ground: Floats, contrast: float, *, pale: bool) -> Floats:
        """How far each pixel is from the ground to the ink: 0 to 1."""
        towards = (crop - ground).sum(axis=2) * (1 if pale else -1)
        return np.asarray(cv2.blur(towards, (3, 1)) / max(contrast, 1.0), np.float32)

    def margin(self, end: int) -> float:
        """How far the ground goes on behind the last sign of a row that ends about this column, in its heights."""
        last = self._last_of_print(end)
        if last is None:
            return REST
        ground = last + 2
        stops = self._stops(ground)
        far = float(np.median(stops)) / _HIGH
        columns = np.arange(self._ink.shape[1])
        rest = self._some_ink & (columns > ground) & (columns < (ground + stops)[:, None])
        if far < _BEFORE and np.count_nonzero(rest) >= _REST * _HIGH**2:
            return REST
        return far

    def _last_of_print(self, end: int) -> int | None:
        """The last column of the ink that begins within the row; None where it goes on for longer than a sign."""
        inked: _Mask = np.asarray(self._ink.any(axis=0), np.bool_)
        within = np.flatnonzero(inked[:end])
        if len(within) == 0:
            return end
        last = int(within[-1])
        beyond = np.flatnonzero(~inked[last:])
        last += int(beyond[0]) - 1 if len(beyond) else len(inked) - last
        return None if last - end > _SIGN * _HIGH else last

    def _stops(self, start: int) -> Ints:
        """How many columns each line of ground goes on from here until something else begins."""
        wide, step = round(_FOR * _HIGH), round(_STEP * _HIGH)
        other = np.pad(self._other[:, start:], ((0, 0), (0, wide)))
        sums = np.cumsum(np.pad(other, ((0, 0), (1, 0))), axis=1)
        runs: _Mask = sums[:, wide:] - sums[:, :-wide] == wide
        steep = cv2.dilate(self._steep.astype(np.uint8), np.ones((1, 2 * step + 1), np.uint8))[:, start:] > 0
        found = runs[:, : steep.shape[1]] & steep
        return np.asarray(np.where(found.any(axis=1), found.argmax(axis=1), self._other.shape[1] - start), np.int32)
