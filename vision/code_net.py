"""Upright crops to codes: our own small network in `cv2.dnn`, trained on drawn print alone (`vision/training/`)."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.glyphs import Floats, Grey
from vision.slots import HEIGHT, SIGNS, SLOTS, WIDTH

MODEL = Path(__file__).parent / "models" / "code_net.onnx"
SCENARIO_MODEL = MODEL.with_name("scenario_net.onnx")
_AT_ONCE = 32  # crops; so many rows the camera's frames seldom have
_FLAT = 4.0  # grey levels of standard deviation: less than that is noise


@dataclass(frozen=True)
class Guess:
    """What the network says of a crop: how likely it is a whole, upright code that stands alone (0 to 1), what it
    reads, and how sure it is of the least sure sign. `others` is what other crops of the same row said, where they
    said something else."""

    code: float
    text: str
    confidence: float
    others: tuple[str, ...] = ()


def fitted(grey: Grey) -> Floats:
    """A crop, dark ink on pale ground, (H, W) uint8, as the network gets it: (32, 128) float32, its mean 0, its
    deviation 1, its right end filled with its border's grey, or pressed together where it is too long."""
    width = max(round(grey.shape[1] * HEIGHT / grey.shape[0]), 1)
    size = (min(width, WIDTH), HEIGHT)
    scaled = grey if grey.shape[::-1] == size else cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    values = np.asarray(scaled, np.float32)
    values = (values - values.mean()) / max(float(values.std()), _FLAT)
    filled = np.full((HEIGHT, WIDTH), np.median(np.concatenate([values[0], values[-1]])), np.float32)
    filled[:, : size[0]] = values
    return filled


def answers_to(net: cv2.dnn.Net, crops: Sequence[Grey]) -> Floats:
    """What a network answers to crops. Not to all at once: it keeps memory for as many as it was ever given."""
    answers = []
    for start in range(0, len(crops), _AT_ONCE):
        net.setInput(np.stack([fitted(crop) for crop in crops[start : start + _AT_ONCE]])[:, None])
        answers.append(np.asarray(net.forward(), np.float32).copy())
    return np.concatenate(answers)


class CodeNet:
    """Reads crops, many at once. Usable from any thread."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(model))
        self._lock = threading.Lock()

    def read(self, crops: Sequence[Grey]) -> list[Guess]:
        """What each crop says; dark ink on a pale ground, of any size, upright."""
        return [_guess(code, shares) for code, shares in zip(*self.shares(crops), strict=True)]

    def shares(self, crops: Sequence[Grey]) -> tuple[Floats, Floats]:
        """How likely each crop is a code, (N,), and each place holds each sign, (N, 8, 19), no sign at all first."""
        if not crops:
            return np.empty(0, np.float32), np.empty((0, SLOTS, len(SIGNS) + 1), np.float32)
        with self._lock:
            answers = answers_to(self._net, crops)  # (crops, 1 + 8 * 19)
        scores = answers[:, 1:].reshape(-1, SLOTS, len(SIGNS) + 1)
        shares = np.exp(scores - scores.max(axis=2, keepdims=True))
        codes = 1 / (1 + np.exp(-np.clip(answers[:, 0], -30, 30)))
        return np.asarray(codes, np.float32), np.asarray(shares / shares.sum(axis=2, keepdims=True), np.float32)


def _guess(code: float, shares: npt.NDArray[np.float32]) -> Guess:
    return Guess(float(code), text_of(shares), float(shares.max(axis=1).min()))


def text_of(shares: npt.NDArray[np.float32]) -> str:
    """The likeliest sign of each place, (places, 19)."""
    return "".join(SIGNS[index - 1] for index in shares.argmax(axis=1) if index)


@cache
def code_net() -> CodeNet:
    """The one network of this process."""
    return CodeNet()


@cache
def scenario_net() -> CodeNet:
    """The one network of this process that tells scenario codes from dates: `code` is how likely it is one."""
    return CodeNet(SCENARIO_MODEL)
