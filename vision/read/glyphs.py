"""The glyphs of a row, cut apart: whether others stand close beside them, so that they are no code (`D012a`, and a wide
gap makes two words), and which of two signs that look alike they are: the letter I or the digit 1, of which only the I
looks the same upside down; or an L, which is nearly a 7 upside down, so that `L09` may be the number 607."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.find.picture import Candidate, Grey, Ints, Pyramid, widened
from vision.grammar import turned
from vision.read.recogniser import Recognition
from vision.thresholds import CONSISTENT_L, SEEN_AS_L, SURER_THAN_NUMBER

_CROP_PX = 96  # pixels that a crop is enlarged or reduced to
_BESIDE = 1.6  # heights of the row: how far beside it is looked; a wide letter must be seen as a whole
_ABOVE = 0.1  # likewise above and below
_CLOSE = 0.28  # heights of the row: a word's letters stand nearer, words farther apart
_LETTER = (0.35, 1.15)  # heights of the row: a letter, and no line that a card is framed by
_SPACE, _WIDER = 0.2, 2.5  # heights of the row: what parts words; and to any other gap between its signs
_SPECK = 0.004  # of the row's height squared: less ink is none
_MERGED = 0.3  # heights of the row: what goes on so far behind its end is one more letter, run into the last one
_SAME = 0.80  # overlap with itself upside down: in 30 fonts an I has 0.82 to 1, a 1 with its flag 0.1 to 0.77
_NEAR = 0.35  # heights of the row: what is nearer to it than that belongs to it
_TALL = 0.42  # of a crop: what is lower is a dot
_AS_HIGH = 0.88  # of the highest digit: a letter is not lower, an old-style 1 is
_OF_SLASH = 0.68  # of the slash: likewise, where the digits are all low ones
_ONE_KIND, _ALIKE = 0.88, 0.70  # overlap of two strokes of one kind, and of an I and a 1 with serifs
_TALL_DIGITS = "3456789"  # as high as letters among old-style figures
_FULL = 0.95  # of the slash: so high no low figure is (of 138 typefaces with low ones ten have them higher than 0.88)
_AS_TALL = 0.94  # of a digit that is as high as letters: a small one is lower
_ROUND = 0.80  # of its height: the 0 and the 2 of old-style figures are as wide as small letters
_LINING = 0.80  # of the highest sign: among old-style figures, which differ more, a 7 has an upright stem as well
_STEM = (0.08, 0.62)  # of the L's height: from its top serif down to its foot
_FEWEST = 5  # rows of pixels that tell how the stem leans
_LEANS = 0.15  # of its height: by how much more than the figures. Of 243 sevens one in twenty leans less
_EVEN = "018"  # figures that are alike on both sides
CROPS_UPSIDE_DOWN = 2  # at what a code is upside down


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


def spots_of(pyramid: Pyramid, candidate: Candidate) -> Spots:
    """The ink of an upright row and of what is beside it."""
    crop = pyramid.crop(widened(candidate.quad, _BESIDE, _ABOVE), _CROP_PX)
    grey: Grey = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.uint8)
    high = _CROP_PX / (1 + 2 * _ABOVE)
    start, end = round(_BESIDE * high), round(crop.shape[1] - _BESIDE * high)
    level, _ = cv2.threshold(grey[:, start:end], 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
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
    if not _LETTER[0] * spots.high < height < _LETTER[1] * spots.high or x == 0 or x + width == spots.width:
        return 0
    close, merged = _CLOSE * spots.high, _MERGED * spots.high
    before = (x + width <= spots.start + 2 and spots.start - x - width < close) or (
        x < spots.start - merged < x + width
    )
    behind = (x >= spots.end - 2 and x - spots.end < close) or (x < spots.end + merged < x + width)
    return int(behind) - int(before)


# --- signs that look alike --------------------------------------------------------------------------------------------


def are_letters(text: str, places: Sequence[int], pyramid: Pyramid, candidate: Candidate) -> bool:
    """Whether the strokes at these places of a text are the letter I; False also where its glyphs cannot be told
    apart (III/10 is easily read as II/10)."""
    glyphs = _glyphs(pyramid, candidate)
    if len(glyphs) != len(text):
        return False
    turned = (np.ascontiguousarray(glyphs[place][::-1, ::-1]) for place in places)
    return all(_mask_overlap(glyphs[place], each) >= _SAME for place, each in zip(places, turned, strict=True))


def may_be_ones(count: int, digits: str, pyramid: Pyramid, candidate: Candidate) -> bool | None:
    """Whether the strokes that an upright row begins with, so many before a slash and two digits, may be ones: the
    figures are old-style ones, or the strokes look like a 1 among the digits. None where they look somewhat like it,
    or where the glyphs cannot be seen apart from each other, or from what is above and below them."""
    glyphs = _glyphs(pyramid, candidate)
    head, slash, figures = glyphs[:count], glyphs[count : count + 1], glyphs[count + 1 :]
    if not figures or len(figures) > len(digits) or any(each.shape[0] >= _CROP_PX for each in glyphs):
        return None
    if any(_is_low(stroke, slash[0], figures) for stroke in head):
        return True
    if len(figures) < len(digits):
        return None
    each = list(zip(digits, figures, strict=True))
    alike = max((_mask_overlap(stroke, one) for stroke in head for digit, one in each if digit == "1"), default=0.0)
    tallest = _highest(each, _TALL_DIGITS)
    low = [figure for figure in each if figure[1].shape[0] < _FULL * slash[0].shape[0]]
    if alike >= _ONE_KIND or any(_is_small(*figure, tallest) for figure in low):
        return True
    return None if alike >= _ALIKE else False


def _is_small(digit: str, figure: Grey, tallest: int) -> bool:
    """Whether a figure is one of the small ones among old-style figures, beside which a 1 looks as high as a letter:
    round, and not as high as one that is no small one."""
    small = digit in "02" and figure.shape[1] > _ROUND * figure.shape[0]
    return small and (tallest == 0 or figure.shape[0] < _AS_TALL * tallest)


def _highest(figures: Sequence[tuple[str, Grey]], digits: str) -> int:
    """How high the highest of these digits is; 0 where there are none."""
    return max((figure.shape[0] for digit, figure in figures if digit in digits), default=0)


def _is_low(glyph: Grey, slash: Grey, figures: Sequence[Grey]) -> bool:
    """Whether a stroke is lower than a letter: an old-style 1."""
    highest = max(figure.shape[0] for figure in figures)
    return bool(glyph.shape[0] < max(_AS_HIGH * highest, _OF_SLASH * slash.shape[0]))


def _mask_overlap(one: Grey, other: Grey) -> float:
    """How much of two masks, each cut out tightly and brought to one size, is the same: 0 to 1."""
    ink = one > 0
    scaled = cv2.resize(other, ink.shape[::-1], interpolation=cv2.INTER_AREA) > 0
    return float(np.count_nonzero(ink & scaled)) / max(float(np.count_nonzero(ink | scaled)), 1.0)


def _glyphs(pyramid: Pyramid, candidate: Candidate) -> list[Grey]:
    """The masks of the row's glyphs from left to right, each cut out tightly; none where there are others close beside
    it, for then it is not the whole row."""
    spots = spots_of(pyramid, candidate)
    tall = [number for number in range(1, len(spots.stats)) if spots.stats[number, 3] > _TALL * _CROP_PX]
    boxes = [(number, *(int(part) for part in spots.stats[number, :4])) for number in tall]
    near = _NEAR * spots.high
    close = [box for box in boxes if spots.start - near < box[1] + box[3] and box[1] < spots.end + near]
    if any(x + width <= spots.start + 2 or x >= spots.end - 2 for _, x, _, width, _ in close):
        return []
    return [
        np.asarray(spots.labels[y : y + height, x : x + width] == number, np.uint8)
        for number, x, y, width, height in sorted(close, key=lambda box: box[1])
    ]


def has_upright_l(code: str, pyramid: Pyramid, upright: Candidate) -> bool:
    """Whether the stem of an upright L code stands as its figures do; False also where that cannot be told."""
    glyphs = _glyphs(pyramid, upright)
    heights = [glyph.shape[0] for glyph in glyphs]
    if len(glyphs) != len(code) or min(heights) < _LINING * max(heights):
        return False
    stem = _stem(glyphs[0])
    figures = [_shear(glyph) for sign, glyph in zip(code[1:], glyphs[1:], strict=True) if sign in _EVEN]
    return stem is not None and bool(figures) and stem - float(np.mean(figures)) < _LEANS


def _stem(glyph: Grey) -> float | None:
    """How far the stem of an L goes to the right on its way up, in shares of the way."""
    first, last = (round(share * glyph.shape[0]) for share in _STEM)
    inked = [(y, np.flatnonzero(glyph[y])) for y in range(first, last) if glyph[y].any()]
    if len(inked) < _FEWEST:
        return None
    middles = [(row[0] + row[-1]) / 2 for _, row in inked]
    return -float(np.polyfit([y for y, _ in inked], middles, 1)[0])


def _shear(glyph: Grey) -> float:
    """Likewise of a figure."""
    moments = cv2.moments(glyph, binaryImage=True)
    return -moments["mu11"] / max(moments["mu02"], 1.0)


def turned_number(code: str) -> str | None:
    """The number that a code looks like upside down, or None: `L09` is 607, and `L02` is none."""
    number = turned(code[1:]) if code.startswith("L") else None
    return None if number is None else f"{number}7"


def is_no_number(seen: Recognition, consistency: float, *, shaped: bool) -> bool:
    """Whether a row that was first `seen` as a code is no number: its L is `shaped` like one, and the small network is
    so `consistent` in many crops."""
    return shaped and seen.confidence >= SEEN_AS_L and consistency >= CONSISTENT_L


def may_be_number(code: str, seen: Recognition, consistency: float, upside_down: Sequence[Recognition]) -> bool:
    """Whether it may be one by what was read `upside_down`: they read the number, nearly as surely."""
    number = turned_number(code)
    likely = max((recognition.confidence for recognition in upside_down if recognition.text == number), default=None)
    if number is None or likely is None:
        return False
    return consistency < CONSISTENT_L or seen.confidence < likely + SURER_THAN_NUMBER
