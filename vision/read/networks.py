"""Our own small networks, trained on drawn print alone (`vision/training/`), and what they were taught.

`CodeNet` reads upright crops as codes, and `Prefilter` tells at a tenth of the time which crops are worth that."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.find.picture import Floats, Grey
from vision.grammar import CodeKind, Grammar
from vision.network import Network

CODE_MODEL = Path(__file__).parent.parent / "models" / "code_net.onnx"
NUMERAL_MODEL = CODE_MODEL.with_name("numeral_net.onnx")
_AT_ONCE = 32  # crops; so many rows the camera's frames seldom have
_FLAT = 4.0  # grey levels of standard deviation: less than that is noise
PREFILTER_MODEL = CODE_MODEL.with_name("prefilter_net.onnx")
with CODE_MODEL.with_name("taught.toml").open("rb") as _file:
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


class Prefilter:
    """Tells codes from what is none. Usable from any thread."""

    def __init__(self, model: Path = PREFILTER_MODEL) -> None:
        self._net = Network(model)

    def likelihoods(self, crops: Sequence[Grey]) -> Floats:
        """How likely each crop, dark ink on a pale ground, of any size, is a whole code as it lies, and upside down,
        (N, 2), 0 to 1, as the network that reads codes has it."""
        if not crops:
            return np.empty((0, 2), np.float32)
        scores = answers_to(self._net, crops)
        return np.asarray(1 / (1 + np.exp(-np.clip(scores, -30, 30))), np.float32)


@cache
def prefilter() -> Prefilter:
    """The one prefilter of this process."""
    return Prefilter()
