"""Our own small networks, trained on drawn print alone (`vision/training/`), what they were taught, and a first, cheap
reading of rows of glyphs with them: which of them may be codes, and which way up."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.find.picture import Candidate, Floats, Grey, Pyramid, widened
from vision.grammar import CodeKind, Grammar
from vision.inference import MODELS
from vision.network import Network
from vision.reads import Quad
from vision.thresholds import WORTH_ANOTHER

CODE_MODEL, NUMERAL_MODEL = MODELS / "code_net.onnx", MODELS / "numeral_net.onnx"
_AT_ONCE = 32  # crops; so many rows the camera's frames seldom have
_FLAT = 4.0  # grey levels of standard deviation: less than that is noise
with (MODELS / "taught.toml").open("rb") as _file:
    _TAUGHT = tomllib.load(_file)
SIGNS: str = _TAUGHT["signs"]
SLOTS: int = _TAUGHT["places"]
TAUGHT = Grammar(CodeKind(each["kind"], each["pattern"], marked=each.get("marked", True)) for each in _TAUGHT["kind"])
_WRITTEN = frozenset(pattern for each in _TAUGHT["kind"] for pattern in (each["pattern"], *each["written"]))
INPUT_HEIGHT, INPUT_WIDTH = 32, 128  # pixels of the picture that they look at


def is_taught(pattern: str) -> bool:
    """Whether the small networks know the codes of a pattern, as a list writes it."""
    return pattern in _WRITTEN


@dataclass(frozen=True)
class Prediction:
    """What the network says of a crop: how likely it is a whole, upright code that stands alone (0 to 1), what it
    reads, and how sure it is of the least sure sign. `others` is what other crops of the same row said, where they
    said something else."""

    likelihood: float
    text: str
    confidence: float
    others: tuple[str, ...] = ()

    @property
    def sureness(self) -> float:
        """How sure it is that this is what stands there, and all of it."""
        return min(self.likelihood, self.confidence)


def fitted(grey: Grey) -> Floats:
    """A crop, dark ink on pale ground, (H, W) uint8, as the network gets it: (32, 128) float32, its mean 0, its
    deviation 1, its right end filled with its border's grey, or pressed together where it is too long."""
    width = max(round(grey.shape[1] * INPUT_HEIGHT / grey.shape[0]), 1)
    size = (min(width, INPUT_WIDTH), INPUT_HEIGHT)
    scaled = grey if grey.shape[::-1] == size else cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    values = np.asarray(scaled, np.float32)
    values = (values - values.mean()) / max(float(values.std()), _FLAT)
    filled = np.full((INPUT_HEIGHT, INPUT_WIDTH), np.median(np.concatenate([values[0], values[-1]])), np.float32)
    filled[:, : size[0]] = values
    return filled


def answers_to(net: Network, crops: Sequence[Grey]) -> Floats:
    """What a network answers to crops. Not to all at once, which would take memory for all of them."""
    answers = []
    for start in range(0, len(crops), _AT_ONCE):
        answers.append(net.answer(np.stack([fitted(crop) for crop in crops[start : start + _AT_ONCE]])[:, None]))
    return np.concatenate(answers)


class CodeNet:
    """Reads crops, many at once. Usable from any thread."""

    def __init__(self, model: Path = CODE_MODEL) -> None:
        self._net = Network(model)

    def read(self, crops: Sequence[Grey]) -> list[Prediction]:
        """What each crop says; dark ink on a pale ground, of any size, upright."""
        return [_prediction(code, shares) for code, shares in zip(*self.shares(crops), strict=True)]

    def shares(self, crops: Sequence[Grey]) -> tuple[Floats, Floats]:
        """How likely each crop is a code, (N,), and each place holds each sign, (N, 8, 19), no sign at all first."""
        if not crops:
            return np.empty(0, np.float32), np.empty((0, SLOTS, len(SIGNS) + 1), np.float32)
        answers = answers_to(self._net, crops)  # (crops, 1 + 8 * 19)
        scores = answers[:, 1:].reshape(-1, SLOTS, len(SIGNS) + 1)
        shares = np.exp(scores - scores.max(axis=2, keepdims=True))
        codes = 1 / (1 + np.exp(-np.clip(answers[:, 0], -30, 30)))
        return np.asarray(codes, np.float32), np.asarray(shares / shares.sum(axis=2, keepdims=True), np.float32)


def _prediction(code: float, shares: npt.NDArray[np.float32]) -> Prediction:
    return Prediction(float(code), text_of(shares), float(shares.max(axis=1).min()))


def text_of(shares: npt.NDArray[np.float32]) -> str:
    """The likeliest sign of each place, (places, 19)."""
    return "".join(SIGNS[index - 1] for index in shares.argmax(axis=1) if index)


@cache
def code_net() -> CodeNet:
    """The one network of this process."""
    return CodeNet()


@cache
def numeral_net() -> CodeNet:
    """The one network of this process that tells numeral codes from dates: `likelihood` is how likely it is one."""
    return CodeNet(NUMERAL_MODEL)


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


class Prescreen(NamedTuple):
    """What the small network says of a row as it lies, and of the same row turned round."""

    upright: Prediction
    turned: Prediction

    @property
    def likelihood(self) -> float:
        """How likely it is a code, one way up or the other, 0 to 1."""
        return max(self.upright.likelihood, self.turned.likelihood)


def prescreen_rows(net: CodeNet, pyramid: Pyramid, rows: Sequence[Candidate]) -> list[Prescreen]:
    """Prescreen rows of a picture, all of them at once, and those that may be codes with another margin as well."""
    found = _looked_at(net, pyramid, rows, _MARGINS[0])
    again = [number for number, ways in enumerate(found) if ways.likelihood >= WORTH_ANOTHER]
    others = _looked_at(net, pyramid, [rows[number] for number in again], _MARGINS[1])
    for number, other in zip(again, others, strict=True):
        found[number] = Prescreen(*map(_agreed, found[number], other))
    return found


def view_consistency(net: CodeNet, pyramid: Pyramid, upright: Candidate, text: str) -> float:
    """How sure the network is of this text of an upright row in all crops of it but one: 0 to 1, 0 where it reads
    another text in two of them. A `#` before it makes no difference."""
    predictions = net.read(augmented_crops(pyramid, upright))
    same = [prediction.text.removeprefix("#") == text.removeprefix("#") for prediction in predictions]
    return sorted(each.sureness if said else 0.0 for each, said in zip(predictions, same, strict=True))[1]


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
) -> list[Prescreen]:
    """What the network says of each row as it lies, and turned round."""
    cuts = [_grey(pyramid.crop(widened(row.quad, *margins), INPUT_HEIGHT), row.pale) for row in rows]
    crops = [crop for cut in cuts for crop in (cut, np.asarray(np.ascontiguousarray(cut[::-1, ::-1]), np.uint8))]
    said = net.read(crops)
    return [Prescreen(*pair) for pair in zip(said[::2], said[1::2], strict=True)]


def _agreed(one: Prediction, other: Prediction) -> Prediction:
    """What two crops of one row say together; nobody is sure of what they read differently."""
    surest, least = sorted((one, other), key=lambda prediction: -prediction.confidence)
    others = (least.text,) if least.text != surest.text else ()
    likelihood = float(np.mean([one.likelihood, other.likelihood]))
    return Prediction(likelihood, surest.text, 0.0 if others else least.confidence, others)


def _grey(crop: Grey, pale: bool) -> Grey:
    grey = crop if crop.ndim == 2 else np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.uint8)
    return np.asarray(255 - grey, np.uint8) if pale else grey
