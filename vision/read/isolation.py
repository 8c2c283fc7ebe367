"""Whether a row of glyphs stands alone: a smaller letter close beside it makes another word of it (`D012a`), and a wide
gap in it two words."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.find.picture import Candidate, Grey, Ints, Pyramid, widened

CROP_PX = 96  # pixels that a crop is enlarged or reduced to
BESIDE = 1.6  # heights of the row: how far beside it is looked; a wide letter must be seen as a whole
ABOVE = 0.1  # likewise above and below
CLOSE = 0.28  # heights of the row: a word's letters stand nearer, words farther apart
TALL = (0.35, 1.15)  # heights of the row: a letter, and no line that a card is framed by
_SPACE, _WIDER = 0.2, 2.5  # heights of the row: what parts words; and to any other gap between its signs
_SPECK = 0.004  # of the row's height squared: less ink is none
MERGED = 0.3  # heights of the row: what goes on so far behind its end is one more letter, run into the last one


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


def stands_alone(pyramid: Pyramid, candidate: Candidate, *, marked: bool = False) -> bool:
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
