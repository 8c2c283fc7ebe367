"""A first, cheap reading of rows of glyphs with the small network: which of them may be codes, and which way up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.find.candidate import Candidate
from vision.find.picture import Floats, Grey, Pyramid, widened
from vision.read.networks import INPUT_HEIGHT, CodeNet, Prediction, Prefilter
from vision.reads import Quad

_MARGINS = ((0.28, 0.16), (0.42, 0.26))  # along and across a row, in glyph heights; each way up
# Views that tell whether the network holds to what it read: margins along and across, and by how much of its height one
# end of the row is lifted over the other.
_AUGMENTATIONS = (
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
# Of the prefilter: how likely a code is a row that is worth prescreening, and one that is worth it first. Of 200 rows
# in frames that were hard to read, which the prescreen then reads with 0.7 or more, none had less than 0.17 and 4 less
# than 0.3, as three quarters of all rows have; of 58 that were found as blobs 3 had less than 0.4, as two thirds of all
# such rows have. Boxes are few, and 3 of 38 had less than 0.25. A plain `#D017` of bold print had 0.05, as one row in
# ten has or less.
WORTH_PRESCREENING, LIKELY_BOX, LIKELY_CODE, LIKELY_BLOB = 0.04, 0.12, 0.30, 0.40
_AT_ONCE = 64  # crops in one pass, so that memory stays small


@dataclass(frozen=True)
class Prescreen:
    """What the small network says of a row as it lies, and of the same row turned round."""

    upright: Prediction
    turned: Prediction

    @property
    def ways(self) -> tuple[Prediction, Prediction]:
        """What it says of both, upright first."""
        return self.upright, self.turned

    def way(self, turned: bool) -> Prediction:
        """What it says of one way up."""
        return self.turned if turned else self.upright

    @property
    def likelihood(self) -> float:
        """How likely it is a code, one way up or the other, 0 to 1."""
        return max(self.upright.likelihood, self.turned.likelihood)


def prefilter_rows(prefilter: Prefilter, pyramid: Pyramid, rows: Sequence[Candidate]) -> Floats:
    """How likely each row of a picture is a code as it lies, and turned round, (N, 2): less to be relied on than a
    prescreen, at a tenth of its time."""
    return prefilter.likelihoods([_crop(pyramid, row, _MARGINS[0]) for row in rows])


def prescreen_rows(net: CodeNet, pyramid: Pyramid, rows: Sequence[Candidate]) -> list[Prescreen]:
    """Prescreen rows of a picture, all of them at once."""
    found = [Prescreen(*pair) for pair in _looked_at(net, pyramid, rows, _MARGINS[0])]
    again = [number for number, prescreen in enumerate(found) if prescreen.likelihood >= _WORTH_ANOTHER]
    for margins in _MARGINS[1:]:
        others = _looked_at(net, pyramid, [rows[number] for number in again], margins)
        for number, (upright, turned) in zip(again, others, strict=True):
            found[number] = Prescreen(
                _agreed([found[number].upright, upright]), _agreed([found[number].turned, turned])
            )
    return found


def view_consistency(net: CodeNet, pyramid: Pyramid, upright: Candidate, text: str) -> float:
    """How sure the network is of this text of an upright row in all crops of it but one: 0 to 1, 0 where it reads
    another text in two of them. A `#` before it makes no difference."""
    predictions = net.read(augmented_crops(pyramid, upright))
    same = [prediction.text.removeprefix("#") == text.removeprefix("#") for prediction in predictions]
    return sorted(
        min(each.likelihood, each.confidence) if said else 0.0 for each, said in zip(predictions, same, strict=True)
    )[1]


def wide_predictions(net: CodeNet, pyramid: Pyramid, upright: Candidate) -> list[Prediction]:
    """What the network says of an upright row with what stands close before and behind it."""
    return net.read([_grey(pyramid.crop(widened(upright.quad, *each), INPUT_HEIGHT), upright.pale) for each in _WIDE])


def augmented_crops(pyramid: Pyramid, upright: Candidate) -> list[Grey]:
    """Crops of an upright row, dark on pale, each cut a little otherwise."""
    return [_grey(pyramid.crop(_augmented(upright, *view), INPUT_HEIGHT), upright.pale) for view in _AUGMENTATIONS]


def _augmented(row: Candidate, along: float, across: float, lifted: float) -> Quad:
    quad = widened(row.quad, along, across)
    lift = (quad[3] - quad[0]) * lifted / 2 / (1 + 2 * across)
    return np.asarray(quad + np.stack([-lift, lift, lift, -lift]), np.float32)


def _looked_at(
    net: CodeNet, pyramid: Pyramid, rows: Sequence[Candidate], margins: tuple[float, float]
) -> list[tuple[Prediction, Prediction]]:
    """What the network says of each row as it lies, and turned round."""
    crops = [crop for row in rows for crop in _crops(pyramid, row, margins)]
    predictions = [
        prediction
        for start in range(0, len(crops), _AT_ONCE)
        for prediction in net.read(crops[start : start + _AT_ONCE])
    ]
    return list(zip(predictions[::2], predictions[1::2], strict=True))


def _agreed(predictions: Sequence[Prediction]) -> Prediction:
    """What several crops of one row say together; nobody is sure of what they read differently."""
    code = float(np.mean([prediction.likelihood for prediction in predictions]))
    surest = max(predictions, key=lambda prediction: prediction.confidence)
    others = tuple(prediction.text for prediction in predictions if prediction.text != surest.text)
    return Prediction(
        code, surest.text, 0.0 if others else min(prediction.confidence for prediction in predictions), others
    )


def _crops(pyramid: Pyramid, row: Candidate, margins: tuple[float, float]) -> tuple[Grey, Grey]:
    """One row, dark on pale, as it lies and turned round."""
    cut = _crop(pyramid, row, margins)
    return cut, np.asarray(np.ascontiguousarray(cut[::-1, ::-1]), np.uint8)


def _crop(pyramid: Pyramid, row: Candidate, margins: tuple[float, float]) -> Grey:
    return _grey(pyramid.crop(widened(row.quad, *margins), INPUT_HEIGHT), row.pale)


def _grey(crop: Grey, pale: bool) -> Grey:
    grey = crop if crop.ndim == 2 else np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.uint8)
    return np.asarray(255 - grey, np.uint8) if pale else grey
