"""Roman numbers: strokes are counted, not read, and told from the digit 1.

The recogniser makes one stroke of several (III/08 becomes 11/08), and an I and a 1 are printed alike; but only the I
looks the same upside down, and in print whose digits are of several heights it is as high as the highest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import cv2
import numpy as np

from vision.alone import HEIGHT, spots_of
from vision.candidate import Candidate
from vision.glyphs import Grey
from vision.pyramid import Pyramid
from vision.recogniser import Word

_SAME = 0.80  # overlap with itself upside down: in 30 fonts an I has 0.82 to 1, a 1 with its flag 0.1 to 0.77
_SEEN = re.compile("([1VX]{1,4})/([0-9]{2})")
_STROKE = 0.55  # of its height: an I is narrower
_SERIFED, _WAIST = 0.8, 0.4  # likewise: an I with long serifs, as typewriters have it, and its stroke
_ALIKE = 1.45  # the widest to the narrowest I of one number
_WIDE = (0.45, 1.2)  # of its height: a V or an X; what is wider is more than one letter
_SLANTS = (0.0, 0.12, 0.22)  # of its height, of letters upright to italic
_MIRRORED = 0.5  # overlap of a V or an X with itself in a mirror
_AS_HIGH = 0.88  # of the highest digit: a letter is not lower, an old-style 1 is
_OF_SLASH = 0.68  # of the slash: likewise, where the digits are all low ones
_NEAR = 0.35  # heights of the row: what is nearer to it than that belongs to it
_TALL = 0.42  # of a crop: what is lower is a dot
_LEAST = 4  # glyphs: a letter, a slash and two digits
_BAR, _EVEN = 0.22, 0.93  # of its height, and overlap with itself upside down: a stroke without serifs
_BEHIND = 2  # glyphs, at least: a slash and digits
_MERGED = 2  # strokes that the recogniser may have missed


def is_roman(word: Word) -> bool:
    """Whether a word is read as a scenario code that has strokes."""
    seen = _SEEN.fullmatch(word.text.upper())
    return seen is not None and "1" in seen[1]


def are_letters(text: str, places: Sequence[int], pyramid: Pyramid, candidate: Candidate) -> bool:
    """Whether the strokes at these places of a text are the letter I; False also where its glyphs cannot be told
    apart (III/10 is easily read as II/10)."""
    glyphs = _glyphs(pyramid, candidate)
    if len(glyphs) != len(text):
        return False
    return all(overlap(glyphs[place]) >= _SAME for place in places)


def counted(word: Word, pyramid: Pyramid, candidate: Candidate) -> Word | None:
    """A scenario code with its strokes counted, and how sure the rest of it is; None where the word looks like none, or
    where its strokes cannot be counted or are digits."""
    seen = _SEEN.fullmatch(word.text.upper())
    if seen is None:
        return None
    letters = _letters(seen[1], _glyphs(pyramid, candidate))
    if letters is None:
        return None
    rest = [sure for sign, sure in zip(word.text, word.each, strict=False) if sign != "1"]
    tail = list(word.each[len(seen[1]) + 1 :])
    return Word(f"{letters}/{seen[2]}", min([*rest, *tail]), word.each, len(letters) != len(seen[1]))


def _letters(read: str, glyphs: Sequence[Grey]) -> str | None:
    """The letters before the slash, from the masks of all glyphs and what was read."""
    if len(glyphs) < _LEAST:
        return None
    *head, slash, tens, ones = glyphs
    wide = [letter for letter in read if letter != "1"]
    strokes = [glyph for glyph in head if _is_stroke(glyph)]
    others = [glyph for glyph in head if not _is_stroke(glyph)]
    missed = len(strokes) - read.count("1")
    if len(others) != len(wide) or len(wide) > 1 or not 0 <= missed <= _MERGED:
        return None
    if not others and any(_is_stroke(digit) for digit in (tens, ones)):
        return None  # this print has ones that look like an I: `1/12` and `I/12` are the same in it
    widths = [glyph.shape[1] for glyph in strokes]
    if (
        any(_is_low(glyph, slash, tens, ones) for glyph in strokes)
        or max(widths, default=1) > _ALIKE * min(widths, default=1)
        or not all(map(_is_wide, others))
    ):
        return None
    return "".join("I" if _is_stroke(glyph) else wide[0] for glyph in head)


def begins_with_bars(pyramid: Pyramid, candidate: Candidate, count: int) -> bool:
    """Whether so many first glyphs of a row are bars without serif or flag: no 1 is, but where it looks like an I."""
    bars = _glyphs(pyramid, candidate)[:count]
    return len(bars) == count and all(bar.shape[1] <= _BAR * bar.shape[0] and overlap(bar) >= _EVEN for bar in bars)


def begins_low(pyramid: Pyramid, candidate: Candidate) -> bool | None:
    """Whether the first glyph of a row is lower than a letter is beside a slash and digits, as an old-style 1 is; None
    where they cannot be seen apart from each other, or from what is above and below them."""
    first, *rest = _glyphs(pyramid, candidate) or [np.empty((0, 0), np.uint8)]
    if len(rest) < _BEHIND or any(glyph.shape[0] >= HEIGHT for glyph in rest[-3:]):
        return None
    slash, *digits = rest[-3:]  # the digits may run into each other
    return _is_low(first, slash, digits[0], digits[-1])


def _is_low(glyph: Grey, slash: Grey, tens: Grey, ones: Grey) -> bool:
    """Whether a stroke is lower than a letter: an old-style 1."""
    return bool(glyph.shape[0] < max(_AS_HIGH * max(tens.shape[0], ones.shape[0]), _OF_SLASH * slash.shape[0]))


def _is_stroke(glyph: Grey) -> bool:
    height, width = glyph.shape
    narrow = width < _STROKE * height or (width < _SERIFED * height and _waist(glyph) < _WAIST * height)
    return narrow and overlap(glyph) >= _SAME


def _waist(glyph: Grey) -> int:
    """How wide the middle half of a glyph's mask is at most, in pixels: that of an I ends before its serifs."""
    quarter = glyph.shape[0] // 4
    columns = np.flatnonzero(glyph[quarter : glyph.shape[0] - quarter].any(axis=0))
    return int(np.ptp(columns)) + 1 if len(columns) else 0


def _is_wide(glyph: Grey) -> bool:
    """Whether it is a V or an X, upright or slanted."""
    height, width = glyph.shape
    return _WIDE[0] * height < width < _WIDE[1] * height and any(_mirrored(glyph, by) for by in _SLANTS)


def _mirrored(glyph: Grey, slant: float) -> bool:
    """Whether a mask is like itself in a mirror, once this much of its height is taken from its slant."""
    height, width = glyph.shape
    lean = slant * height
    upright = cv2.warpAffine(glyph, np.array([[1, slant, 0], [0, 1, 0]], np.float32), (width + round(lean), height))
    columns = np.flatnonzero(upright.any(axis=0))
    ink = upright[:, columns[0] : columns[-1] + 1] > 0 if len(columns) else upright > 0
    share = float(np.count_nonzero(ink & ink[:, ::-1])) / max(float(np.count_nonzero(ink | ink[:, ::-1])), 1.0)
    return share >= _MIRRORED


def overlap(glyph: Grey) -> float:
    """How much of a glyph's mask, cut out tightly, it shares with itself turned upside down: 0 to 1."""
    ink, other = glyph > 0, glyph[::-1, ::-1] > 0
    return float(np.count_nonzero(ink & other)) / max(float(np.count_nonzero(ink | other)), 1.0)


def _glyphs(pyramid: Pyramid, candidate: Candidate) -> list[Grey]:
    """The masks of the row's glyphs from left to right, each cut out tightly; none where there are others close beside
    it, for then it is not the whole row."""
    spots = spots_of(pyramid, candidate)
    tall = [number for number in range(1, len(spots.stats)) if spots.stats[number, 3] > _TALL * HEIGHT]
    boxes = [(number, *(int(part) for part in spots.stats[number, :4])) for number in tall]
    near = _NEAR * spots.high
    close = [box for box in boxes if spots.start - near < box[1] + box[3] and box[1] < spots.end + near]
    if any(x + width <= spots.start + 2 or x >= spots.end - 2 for _, x, _, width, _ in close):
        return []
    return [
        np.asarray(spots.labels[y : y + height, x : x + width] == number, np.uint8)
        for number, x, y, width, height in sorted(close, key=lambda box: box[1])
    ]
