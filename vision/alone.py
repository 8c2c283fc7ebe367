"""Whether a row of glyphs stands alone: a smaller letter close beside it makes another word of it (`D012a`)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.candidate import Candidate
from vision.card_edge import is_at_edge, is_near_edge
from vision.glyphs import Grey, Ints
from vision.ground import ground_of
from vision.plate import in_frame, on_plate
from vision.pyramid import Pyramid, widened

HEIGHT = 96  # pixels that a crop is enlarged or reduced to
BESIDE = 0.9  # heights of the row: how far beside it is looked
_ABOVE = 0.1  # likewise above and below
_CLOSE = 0.28  # heights of the row: a word's letters stand nearer, words farther apart
_TALL = (0.35, 1.15)  # heights of the row: a letter, and no line that a card is framed by
_GAP = 0.08  # heights of the row: its last letter's soft edge
_BAND = (-0.25, 0.45)  # heights of the row, from its middle line: where small letters have their ink
_INKED = 0.3  # of a column of that band: a letter, and no speck
_SOFTENED = 2.0  # pixels of the crop: noise is smoothed away before
_PALEST = 0.3  # of the row's contrast: a letter beside it that is printed with it has more
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
_MARKED = 1.4  # heights of the row: how far it is looked for a `#`, which is wider than a letter
_BEYOND = (0.15, 0.1)  # heights of the row: so far ink goes on beyond its end, and so far it reaches into it
_SPACE, _WIDER = 0.2, 2.5  # heights of the row: what parts words; and to any other gap between its signs
# Likewise, how far beside it what is sharp is looked for; percent of the slopes there, and of those in the row, of
# which they are less than this share: beside rows in soft shadows 0.22, where another card's edge ran 0.45 and more.
_SEEN, _SHARPEST, _SOFT = 0.6, 95, 0.4
_SPECK = 0.004  # of the row's height squared: less ink is none
_WIDE = 0.6  # heights of the row: no letter's strokes are wider, whatever light lies on them
_MERGED = 0.3  # heights of the row: what goes on so far behind its end is one more letter, run into the last one


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


def spots_of(
    pyramid: Pyramid, candidate: Candidate, deeper: float = 0.0, *, evenly_lit: bool = False, beside: float = BESIDE
) -> Spots:
    """The ink of an upright row and of so many heights of it beside it; only the boldest of it where `deeper` is more
    than 0, up to 1, which parts glyphs that blur has run together; in an even light where it is `evenly_lit`, in which
    nothing wider than a letter is seen."""
    crop = pyramid.crop(widened(candidate.quad, beside, _ABOVE), HEIGHT)
    grey: Grey = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.uint8)
    high = HEIGHT / (1 + 2 * _ABOVE)
    if evenly_lit:
        grey = _in_even_light(grey, round(_WIDE * high), pale=candidate.pale)
    start, end = round(beside * high), round(crop.shape[1] - beside * high)
    level, _ = cv2.threshold(grey[:, start:end], 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    if deeper:
        level += deeper * (float(np.percentile(grey[:, start:end], 95 if candidate.pale else 5)) - level)
    way = cv2.THRESH_BINARY if candidate.pale else cv2.THRESH_BINARY_INV
    mask = cv2.threshold(grey, level, 255, way)[1]
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    return Spots(grey, np.asarray(labels, np.int32), np.asarray(stats, np.int32), start, end, high)


def _in_even_light(grey: Grey, wide: int, *, pale: bool) -> Grey:
    """Print as it is where no shadow or lamp changes the ground, which is all that is wider than this."""
    way = cv2.MORPH_OPEN if pale else cv2.MORPH_CLOSE
    bordered = cv2.copyMakeBorder(grey, wide, wide, wide, wide, cv2.BORDER_REPLICATE)
    ground = cv2.morphologyEx(bordered, way, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide)))
    ink = cv2.absdiff(grey, ground[wide:-wide, wide:-wide])
    return np.asarray(ink if pale else 255 - ink, np.uint8)


def stands_alone(pyramid: Pyramid, candidate: Candidate, *, marked: bool) -> bool:
    """Whether no letter stands close beside an upright row; before it there may be a `#` where it is `marked`. A soft
    shadow is none."""
    spots = spots_of(pyramid, candidate)
    if _is_alone(spots, marked=marked):
        return True
    return _is_soft_beside(spots) and _is_alone(spots_of(pyramid, candidate, evenly_lit=True), marked=marked)


def _is_soft_beside(spots: Spots) -> bool:
    """Whether nothing beside a row is nearly as sharp as its print, as letters and other cards are."""
    grey = np.asarray(cv2.GaussianBlur(spots.grey, (0, 0), _SOFTENED), np.float32)
    slopes = cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    near, far = round(_GAP * spots.high), round(_SEEN * spots.high)
    sides = slopes[:, max(spots.start - far, 0) : spots.start - near], slopes[:, spots.end + near : spots.end + far]
    sharp = float(np.percentile(slopes[:, spots.start : spots.end], _SHARPEST))
    return all(float(np.percentile(side, _SHARPEST)) < _SOFT * sharp for side in sides)


def _is_alone(spots: Spots, *, marked: bool) -> bool:
    """Whether no spot beside a row is a letter, as far as this ink of it tells."""
    beside = [_side(spots, stats) for stats in spots.stats[1:]]
    behind = 1 in beside or _crowded(spots, spots.end + 1, 1)
    return not behind and (marked or not (-1 in beside or _crowded(spots, spots.start - 1, -1)))


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


def _crowded(spots: Spots, end: int, way: int) -> bool:
    """Whether ink that is as high as a letter stands in the gap that parts words, behind an end of the row. The row's
    own last letter may reach a little beyond it."""
    near, far = sorted((end + round(way * _GAP * spots.high), end + round(way * _CLOSE * spots.high)))
    middle = spots.labels.shape[0] / 2
    top, bottom = (round(middle + share * spots.high) for share in _BAND)
    beyond = way * (spots.stats[:, 0] + spots.stats[:, 2] / 2 - end) > 0
    beyond &= ~_frames(spots)
    beyond[0] = False  # the ground
    gap = beyond[spots.labels[top:bottom, max(near, 0) : max(far, 0)]]
    return gap.size > 0 and float(gap.mean(axis=0).max()) > _INKED


def _frames(spots: Spots) -> npt.NDArray[np.bool_]:
    """Which spots are no letters but what lies round a card: they go from top to bottom and to an end of the crop."""
    x, y, width, height, _ = spots.stats.T
    down = (y == 0) & (y + height == spots.labels.shape[0])
    return np.asarray(down & ((x == 0) | (x + width == spots.width)), np.bool_)


def blank_beside(pyramid: Pyramid, candidate: Candidate) -> tuple[bool, bool]:
    """Whether there is nothing but even ground before an upright row, and behind it: no letter, however pale."""
    crop = pyramid.crop(widened(candidate.quad, BESIDE, 0.0), HEIGHT)
    grey = cv2.GaussianBlur(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), (0, 0), _SOFTENED).astype(np.int16)
    start, end = round(BESIDE * HEIGHT), round(grey.shape[1] - BESIDE * HEIGHT)
    low, high = (float(level) for level in np.percentile(grey[:, start:end], [5, 95]))
    ground, gap = low if candidate.pale else high, round(_GAP * HEIGHT)
    sides = grey[:, : start - gap], grey[:, end + gap :]
    before, behind = (float(np.abs(side - ground).max(initial=0)) < _PALEST * (high - low) for side in sides)
    return before, behind


def is_cut_off(pyramid: Pyramid, candidate: Candidate) -> bool:
    """Whether the ground of a row, or the picture, ends close before it or behind it: another card or a finger may lie
    over the rest of it, and `1/08` without the flag of its 1 looks like `I/08`."""
    if _reaches_out(pyramid, candidate):
        return True
    spots = spots_of(pyramid, candidate)
    if _leaves_a_rest(spots) and _leaves_a_rest(spots_of(pyramid, candidate, evenly_lit=True)):
        return True
    change = _change_of_ground(pyramid, candidate)
    softly = _is_soft_beside(spots)  # the edge of a shadow or of a lamp's mirror image
    seen = change > _OTHER_GROUND and not softly
    seen = seen or _is_overlaid(spots, sharply=softly or change <= _HARDLY_OTHER_GROUND)
    seen = seen or is_at_edge(pyramid, candidate) or (_goes_beyond(spots) and is_near_edge(pyramid, candidate))
    return seen and not any(
        each(pyramid, row) for row in _with_mark(pyramid, candidate) for each in (on_plate, in_frame)
    )


def _with_mark(pyramid: Pyramid, candidate: Candidate) -> list[Candidate]:
    """A row and, where a sign stands before it, which can only be its `#`, both of them."""
    spots = spots_of(pyramid, candidate, beside=_MARKED)
    x, _, width, height, _ = spots.stats[1:].T
    merged = spots.start - _MERGED * spots.high
    before = (x > 0) & ((x + width <= spots.start + 2) | ((x < merged) & (x + width > merged)))
    before &= (height > _TALL[0] * spots.high) & (height < _TALL[1] * spots.high)
    if not before.any():
        return [candidate]
    right = (candidate.quad[1] - candidate.quad[0]) / max(spots.end - spots.start, 1)
    quad = candidate.quad.copy()
    quad[[0, 3]] -= right * (spots.start - int(x[before].min()))
    return [candidate, replace(candidate, quad=quad)]


def _leaves_a_rest(spots: Spots) -> bool:
    """Whether a bit of ink stands close behind a row, lower than a letter: what a card over M0171 leaves of its last
    digit. Before a row it may be a bit of a `#`."""
    x, _, width, height, area = spots.stats[1:].T
    low = (height >= _REST[0] * spots.high) & (height < _TALL[0] * spots.high) & (width >= _REST[1] * spots.high)
    close = (x >= spots.end) & (x - spots.end < _CLOSE * spots.high) & (x + width < spots.width)
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
    coming = _frames(spots) & (before | behind) & (width < spots.width) & ~_holds_print(spots)
    coming[0] = False  # the ground
    if not sharply:
        return bool(coming.any())
    return any(_is_sharp(spots, int(each), bool(before[each])) for each in np.flatnonzero(coming))


def _holds_print(spots: Spots) -> npt.NDArray[np.bool_]:
    """Which spots that come in over an end of a row do so by more than a sign, from top to bottom, and have print in
    them: nothing would be seen of it under another card, so that is a shadow."""
    margin, wide = round(_ABOVE * spots.high), round(_SIGN * spots.high)
    labels, grey = spots.labels[margin:-margin], cv2.GaussianBlur(spots.grey, (0, 0), _SOFTENED)[margin:-margin]
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
    margin = round(_ABOVE * spots.high)
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
    crop = pyramid.crop(widened(candidate.quad, _NEXT[1], 0.0), HEIGHT).astype(np.float32)
    margin, near = round(_NEXT[1] * HEIGHT), round(_NEXT[0] * HEIGHT)
    inside = crop[:, margin : max(crop.shape[1] - margin, margin + 1)]
    ground, contrast = ground_of(inside, candidate.pale)
    contrast = max(contrast / 3, 40.0)
    end = round(_END * HEIGHT)
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


def _side(spots: Spots, stats: Ints) -> int:
    """-1 for a spot that is a letter close before the row, 1 for one close behind it, 0 for any other."""
    x, _, width, height, _ = (int(part) for part in stats)
    if not _TALL[0] * spots.high < height < _TALL[1] * spots.high or x == 0 or x + width == spots.width:
        return 0
    close, merged = _CLOSE * spots.high, _MERGED * spots.high
    before = (x + width <= spots.start + 2 and spots.start - x - width < close) or (
        x < spots.start - merged < x + width
    )
    behind = (x >= spots.end - 2 and x - spots.end < close) or (x < spots.end + merged < x + width)
    return int(behind) - int(before)
