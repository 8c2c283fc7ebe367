"""A first, cheap look at rows of glyphs with the small network: which of them may be codes, and which way up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.candidate import Candidate
from vision.code_net import CodeNet, Guess
from vision.glyphs import Floats, Grey
from vision.pyramid import Pyramid, widened
from vision.reads import Quad
from vision.sieve import Sieve
from vision.slots import HEIGHT

_MARGINS = ((0.28, 0.16), (0.42, 0.26))  # along and across a row, in glyph heights; each way up
# Views that tell whether the network holds to what it read: margins along and across, and by how much of its height one
# end of the row is lifted over the other.
_VIEWS = (
    (0.20, 0.12, 0.0),
    (0.35, 0.34, 0.0),
    (0.50, 0.18, 0.0),
    (0.30, 0.20, 0.12),
    (0.30, 0.20, -0.12),
    (0.30, 0.20, 0.24),
    (0.30, 0.20, -0.24),
)
# Margins in which one more sign before a row can be seen, in glyph heights.
_WIDE = ((0.80, 0.16), (0.80, 0.26), (0.95, 0.20))
_WORTH_ANOTHER = 0.02  # of the first crop: how likely a code is a row that is looked at in the others too
# Of the sieve: how likely a code is a row that is worth a glance, and one that is worth it first. Of 200 rows in frames
# that were hard to read, which a glance then reads with 0.7 or more, none had less than 0.17 and 4 less than 0.3, as
# three quarters of all rows have; of 58 that were found as blobs 3 had less than 0.4, as two thirds of all such rows
# have. Boxes are few, and 3 of 38 had less than 0.25. A plain `#D017` of bold print had
# 0.05, as one row in ten has or less.
WORTH_A_GLANCE, LIKELY_BOX, LIKELY_CODE, LIKELY_BLOB = 0.04, 0.12, 0.30, 0.40
_AT_ONCE = 64  # crops in one pass, so that memory stays small


@dataclass(frozen=True)
class Glance:
    """What the small network says of a row as it lies, and of the same row turned round."""

    upright: Guess
    turned: Guess

    @property
    def ways(self) -> tuple[Guess, Guess]:
        """What it says of both, upright first."""
        return self.upright, self.turned

    def way(self, turned: bool) -> Guess:
        """What it says of one way up."""
        return self.turned if turned else self.upright

    @property
    def likely(self) -> float:
        """How likely it is a code, one way up or the other, 0 to 1."""
        return max(self.upright.code, self.turned.code)


def likely_codes(sieve: Sieve, pyramid: Pyramid, rows: Sequence[Candidate]) -> Floats:
    """How likely each row of a picture is a code as it lies, and turned round, (N, 2): less to be relied on than a
    glance, at a tenth of its time."""
    return sieve.likely([_crop(pyramid, row, _MARGINS[0]) for row in rows])


def glances(net: CodeNet, pyramid: Pyramid, rows: Sequence[Candidate]) -> list[Glance]:
    """Look at rows of a picture, all of them at once."""
    found = [Glance(*pair) for pair in _looked_at(net, pyramid, rows, _MARGINS[0])]
    again = [number for number, glance in enumerate(found) if glance.likely >= _WORTH_ANOTHER]
    for margins in _MARGINS[1:]:
        others = _looked_at(net, pyramid, [rows[number] for number in again], margins)
        for number, (upright, turned) in zip(again, others, strict=True):
            found[number] = Glance(_agreed([found[number].upright, upright]), _agreed([found[number].turned, turned]))
    return found


def steadiness(net: CodeNet, pyramid: Pyramid, upright: Candidate, text: str) -> float:
    """How sure the network is of this text of an upright row in all views of it but one: 0 to 1, 0 where it reads
    another text in two of them. A `#` before it makes no difference."""
    guesses = net.read(views(pyramid, upright))
    same = [guess.text.removeprefix("#") == text.removeprefix("#") for guess in guesses]
    return sorted(min(each.code, each.confidence) if said else 0.0 for each, said in zip(guesses, same, strict=True))[1]


def wide_looks(net: CodeNet, pyramid: Pyramid, upright: Candidate) -> list[Guess]:
    """What the network says of an upright row with what stands close before and behind it."""
    return net.read([_grey(pyramid.crop(widened(upright.quad, *each), HEIGHT), upright.pale) for each in _WIDE])


def views(pyramid: Pyramid, upright: Candidate) -> list[Grey]:
    """Crops of an upright row, dark on pale, each cut a little otherwise."""
    return [_grey(pyramid.crop(_view(upright, *view), HEIGHT), upright.pale) for view in _VIEWS]


def _view(row: Candidate, along: float, across: float, lifted: float) -> Quad:
    quad = widened(row.quad, along, across)
    lift = (quad[3] - quad[0]) * lifted / 2 / (1 + 2 * across)
    return np.asarray(quad + np.stack([-lift, lift, lift, -lift]), np.float32)


def _looked_at(
    net: CodeNet, pyramid: Pyramid, rows: Sequence[Candidate], margins: tuple[float, float]
) -> list[tuple[Guess, Guess]]:
    """What the network says of each row as it lies, and turned round."""
    crops = [crop for row in rows for crop in _crops(pyramid, row, margins)]
    guesses = [guess for start in range(0, len(crops), _AT_ONCE) for guess in net.read(crops[start : start + _AT_ONCE])]
    return list(zip(guesses[::2], guesses[1::2], strict=True))


def _agreed(guesses: Sequence[Guess]) -> Guess:
    """What several crops of one row say together; nobody is sure of what they read differently."""
    code = float(np.mean([guess.code for guess in guesses]))
    surest = max(guesses, key=lambda guess: guess.confidence)
    others = tuple(guess.text for guess in guesses if guess.text != surest.text)
    return Guess(code, surest.text, 0.0 if others else min(guess.confidence for guess in guesses), others)


def _crops(pyramid: Pyramid, row: Candidate, margins: tuple[float, float]) -> tuple[Grey, Grey]:
    """One row, dark on pale, as it lies and turned round."""
    cut = _crop(pyramid, row, margins)
    return cut, np.asarray(np.ascontiguousarray(cut[::-1, ::-1]), np.uint8)


def _crop(pyramid: Pyramid, row: Candidate, margins: tuple[float, float]) -> Grey:
    return _grey(pyramid.crop(widened(row.quad, *margins), HEIGHT), row.pale)


def _grey(crop: Grey, pale: bool) -> Grey:
    grey = crop if crop.ndim == 2 else np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.uint8)
    return np.asarray(255 - grey, np.uint8) if pale else grey
