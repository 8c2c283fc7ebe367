"""One line of text to the characters of a code: the PP-OCRv6 recogniser, which knows nothing of codes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.inference import MODELS, TEXT
from vision.network import Network
from vision.reads import Frame
from vision.thresholds import SURE_OF_PRINT

HEIGHT = 48  # pixels of a line that the network was trained on
STEP = 8  # pixel columns for each of its answers
_MAX_WIDTH = 480
_NOTHING = 0
# Printed alike, and no code has both in one place: the likelihoods of the others count for the first. Digits that stand
# apart look like the wide digits of Chinese print, of M and V small letters differ in nothing but their height, a 6
# with a short top looks like the Polish ó, and a small 1 among old-style figures like an i.
_ALIKE = {
    **{digit: chr(0xFF10 + int(digit)) for digit in "23456789"},
    "6": "ó\uff16",
    "0": "Oo\uff10",
    "1": "Iil|\uff11",
    "/": "\uff0f",
    "M": "m\uff2d\uff4d",
    "V": "v\uff36",
}
# Print that is no code, whichever way up it lies, where it is surely read: so many letters that are plainly small ones,
# or so many signs in all as no code has.
_SMALL_LETTERS, _LEAST_SMALL, _LEAST_SIGNS = frozenset("abdefghjnqrty"), 2, 11
_STROKES = {"Ⅱ": "11", "Ⅲ": "111", "Ⅳ": "1V"}  # one sign of other print, several of a code


@cache
def line_network() -> Network:
    """The network that reads a line of print, one in this process for codes and for the text of cards: pictures
    (N, 3, 48, W), -1 to 1, to how likely each of `line_characters` is, (N, W / 8, 2514)."""
    return Network(MODELS / TEXT)


@cache
def line_characters() -> tuple[str, ...]:
    """What each of its answers stands for: nothing at all (""), its characters, and the space between words."""
    listed = (MODELS / "pp_ocrv6_text_characters.txt").read_text(encoding="utf-8").split("\n")[:-1]
    return "", *listed, " "


@dataclass(frozen=True)
class Recognition:
    """What the recogniser makes of a picture: its best text without spaces, and how sure it is of the least sure
    character (0 to 1; 0 for no text). The letters O, I and l are told as the digits 0 and 1."""

    text: str
    confidence: float
    each: tuple[float, ...] = ()  # how sure it is of each character

    @property
    def is_other_print(self) -> bool:
        """Whether it is a word in small letters or a whole line, which upside down is no code either."""
        small = sum(sign in _SMALL_LETTERS for sign in self.text)
        much = small >= _LEAST_SMALL or len(self.text) >= _LEAST_SIGNS
        return much and self.confidence >= SURE_OF_PRINT


class Recogniser:
    """Reads upright pictures of one line of text. Usable from any thread; one picture at a time."""

    def __init__(self) -> None:
        self._net = line_network()
        self._characters = line_characters()
        self._alike = [
            (self._characters.index(one), [self._characters.index(other) for other in others])
            for one, others in _ALIKE.items()
        ]

    def read(self, crops: Sequence[Frame]) -> list[Recognition]:
        """Read several crops of the same shape class at once; each is scaled to 48 pixels of height."""
        if not crops:
            return []
        width = max(_width(crop) for crop in crops)
        batch = cv2.dnn.blobFromImages([_fit(crop, width) for crop in crops], 1 / 127.5, (width, HEIGHT), (127.5,) * 3)
        answers = self._net.answer(np.asarray(batch, np.float32))  # (crops, width / 8, 2514) probabilities
        return [self._word(answer) for answer in answers]

    def _word(self, steps: npt.NDArray[np.float32]) -> Recognition:
        for one, others in self._alike:
            steps[:, one] += steps[:, others].sum(axis=1)
            steps[:, others] = 0
        best = steps.argmax(axis=1)
        confidences: list[float] = []
        text: list[str] = []
        previous = _NOTHING
        for step, index in enumerate(best):
            if index == previous and index != _NOTHING:  # the same character seen again: its surest step counts
                confidences[-1] = max(confidences[-1], float(steps[step, index]))
            elif index != _NOTHING:
                text.append(self._characters[index])
                confidences.append(float(steps[step, index]))
            previous = int(index)
        spelt = [(_STROKES.get(sign, sign), sure) for sign, sure in zip(text, confidences, strict=True)]
        seen = [(c, min(p, 1.0)) for signs, p in spelt for c in signs if c.strip()]
        sure = tuple(p for _, p in seen)
        return Recognition("".join(c for c, _ in seen), min(sure, default=0.0), sure)


@cache
def recogniser() -> Recogniser:
    """The one recogniser of this process; loading it takes a moment and some 40 MB."""
    return Recogniser()


def _width(crop: Frame) -> int:
    height, width = crop.shape[:2]
    scaled = round(width * HEIGHT / height)
    return int(np.clip(-(-scaled // (4 * STEP)) * 4 * STEP, 2 * HEIGHT, _MAX_WIDTH))


def _fit(crop: Frame, width: int) -> Frame:
    """The crop at the network's height, its right end filled with the colour of its border."""
    scaled_width = min(max(round(crop.shape[1] * HEIGHT / crop.shape[0]), 1), width)
    shrinks = crop.shape[0] > HEIGHT
    scaled = cv2.resize(crop, (scaled_width, HEIGHT), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC)
    border = np.median(np.concatenate([scaled[0], scaled[-1], scaled[:, -1]]), axis=0)
    filled = np.empty((HEIGHT, width, 3), np.uint8)
    filled[:] = border.astype(np.uint8)
    filled[:, :scaled_width] = scaled
    return filled
