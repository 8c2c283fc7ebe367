"""Whether a row of glyphs stands alone: a smaller letter close beside it makes another word of it (`D012a`), a stroke
before it another code (`X/13` may be the end of `IX/13`), and a wide gap in it two words."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.find.picture import Candidate, Floats, Grey, Ints, Pyramid, ground_of, widened

CROP_PX = 96  # pixels that a crop is enlarged or reduced to
BESIDE = 0.9  # heights of the row: how far beside it is looked
ABOVE = 0.1  # likewise above and below
CLOSE = 0.28  # heights of the row: a word's letters stand nearer, words farther apart
TALL = (0.35, 1.15)  # heights of the row: a letter, and no line that a card is framed by
_SPACE, _WIDER = 0.2, 2.5  # heights of the row: what parts words; and to any other gap between its signs
_SPECK = 0.004  # of the row's height squared: less ink is none
MERGED = 0.3  # heights of the row: what goes on so far behind its end is one more letter, run into the last one
_HIGH = 32  # pixels that the row has in the crop
_STROKE_SEEN = (1.05, 0.6)  # heights of the row: how far it is looked beside it, and above and below
_STROKE_SOFTENED = 0.05  # likewise: noise is smoothed away before
_PLACES = np.arange(-1.0, -0.11, 0.03)  # likewise: where a stroke may stand in the middle of its height,
_ANGLES = np.radians(np.arange(-30, 31, 5))  # and how far it may lean
_WITHIN, _PAST = (0.12, 0.88), (0.18, 0.50)  # likewise, of the row's height: a stroke's ink, and what lies past it
_NEAR = 0.16  # likewise: what goes on past a stroke's ends may lie so far beside its line
_THIN = 15  # percent of a stroke that may be fainter: speckled
# Of the row's contrast: a drawn stroke that was printed in a seventh of it had 0.12 at the least.
_STROKE_INK, _GOES_ON = 0.10, 0.5  # likewise as a share of the ink: so much past both ends of a letter, and it is none


@dataclass(frozen=True)
class Spots:
    """An upright crop of a row and what is beside it, in grey levels, and its ink: a number for each spot, and its x,
    y, width, height and area, (N, 5); the row itself goes from `start` to `end`, and is `high`, in pixels."""

    grey: Grey
    labels: Ints
    stats: Ints
    start: int
    end: int
    high: float

    @property
    def width(self) -> int:
        """Of the crop in pixels."""
        return int(self.labels.shape[1])


def spots_of(pyramid: Pyramid, candidate: Candidate, deeper: float = 0.0) -> Spots:
    """The ink of an upright row and of what is beside it; only the boldest where `deeper` is more than 0, up to 1,
    which parts glyphs that blur has run together."""
    crop = pyramid.crop(widened(candidate.quad, BESIDE, ABOVE), CROP_PX)
    grey: Grey = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.uint8)
    high = CROP_PX / (1 + 2 * ABOVE)
    start, end = round(BESIDE * high), round(crop.shape[1] - BESIDE * high)
    level, _ = cv2.threshold(grey[:, start:end], 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    if deeper:
        level += deeper * (float(np.percentile(grey[:, start:end], 95 if candidate.pale else 5)) - level)
    way = cv2.THRESH_BINARY if candidate.pale else cv2.THRESH_BINARY_INV
    mask = cv2.threshold(grey, level, 255, way)[1]
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    return Spots(grey, np.asarray(labels, np.int32), np.asarray(stats, np.int32), start, end, high)


def stands_alone(pyramid: Pyramid, candidate: Candidate, *, marked: bool) -> bool:
    """Whether no letter stands close beside an upright row; before it there may be a `#` where it is `marked`."""
    spots = spots_of(pyramid, candidate)
    beside = [_side(spots, stats) for stats in spots.stats[1:]]
    return 1 not in beside and (marked or -1 not in beside)


def is_of_two_words(pyramid: Pyramid, candidate: Candidate) -> bool:
    """Whether one gap between the signs of an upright row is as wide as what parts words, and far wider than the
    others: `No 305`. A narrow sign, as a 1, may stand in the middle of a wide place."""
    spots = spots_of(pyramid, candidate)
    signs = np.flatnonzero(spots.stats[:, 4] > _SPECK * spots.high**2)[1:]  # the first is the ground
    inked = np.asarray(np.isin(spots.labels, signs), np.int8).max(axis=0)[max(spots.start, 0) : spots.end]
    turns = np.flatnonzero(np.diff(inked, prepend=0, append=0)) / spots.high
    widths, gaps = turns[1::2] - turns[::2], turns[2::2] - turns[1:-1:2]
    if len(gaps) < 2:
        return False
    spare = np.maximum(np.median(widths) - widths, 0) / 2
    least, most = np.sort(gaps - spare[:-1] - spare[1:])[-2:]
    return bool(most > max(_SPACE, _WIDER * least))


def _side(spots: Spots, stats: Ints) -> int:
    """-1 for a spot that is a letter close before the row, 1 for one close behind it, 0 for any other."""
    x, _, width, height, _ = (int(part) for part in stats)
    if not TALL[0] * spots.high < height < TALL[1] * spots.high or x == 0 or x + width == spots.width:
        return 0
    close, merged = CLOSE * spots.high, MERGED * spots.high
    before = (x + width <= spots.start + 2 and spots.start - x - width < close) or (
        x < spots.start - merged < x + width
    )
    behind = (x >= spots.end - 2 and x - spots.end < close) or (x < spots.end + merged < x + width)
    return int(behind) - int(before)


def has_stroke_before(pyramid: Pyramid, upright: Candidate) -> bool:
    """Whether something as high as an upright row, and no higher, may stand close before it."""
    ink = _stroke_ink(pyramid, upright)
    if ink is None:
        return True
    within = np.asarray(np.percentile(_along(ink, *_WITHIN), _THIN, axis=-1), np.float32)
    near = np.asarray(cv2.dilate(ink, np.ones((1, 2 * round(_NEAR * _HIGH) + 1), np.uint8)), np.float32)
    past = (-_PAST[1], -_PAST[0]), (1 + _PAST[0], 1 + _PAST[1])
    over, under = (np.median(_along(near, *part), axis=-1) for part in past)
    ends = np.minimum(over, under) < _GOES_ON * within
    leaning = within.argmax(axis=1)[:, None]  # as what stands in each place leans
    return bool(np.take_along_axis((within >= _STROKE_INK) & ends, leaning, axis=1).any())


def _stroke_ink(pyramid: Pyramid, upright: Candidate) -> Floats | None:
    """How much ink there is, as a share of the row's, in a crop with what is round it; None where the row is too small
    to tell."""
    crop = pyramid.crop(widened(upright.quad, *_STROKE_SEEN), round(_HIGH * (1 + 2 * _STROKE_SEEN[1])))
    left, top = (round(share * _HIGH) for share in _STROKE_SEEN)
    soft = np.asarray(cv2.GaussianBlur(crop, (0, 0), _STROKE_SOFTENED * _HIGH), np.float32)
    inside = soft[top:-top, left:-left]
    if inside.size == 0:
        return None
    ground, contrast = ground_of(inside, upright.pale)
    return np.asarray((ground - soft).sum(axis=2) * (-1 if upright.pale else 1) / max(contrast, 1.0), np.float32)


def _along(ink: Floats, start: float, end: float) -> Floats:
    """The ink along lines through all places at all angles, (places, angles, N), between two heights of the row."""
    middle = ink.shape[0] / 2
    y = np.arange(round((start - 0.5) * _HIGH), round((end - 0.5) * _HIGH))
    x = (_STROKE_SEEN[0] + _PLACES)[:, None, None] * _HIGH + np.tan(_ANGLES)[None, :, None] * y
    rows = np.clip(np.round(y + middle), 0, ink.shape[0] - 1).astype(np.intp)
    return np.asarray(ink[rows, np.clip(np.round(x), 0, ink.shape[1] - 1).astype(np.intp)], np.float32)
