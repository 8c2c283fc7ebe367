"""A line of print to words: PP-OCRv6's recogniser with the letters of the languages that are asked for."""

from __future__ import annotations

import string
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import cv2
import numpy as np

from vision.find.picture import Floats, Ints
from vision.read.recogniser import HEIGHT, STEP, line_characters, line_network
from vision.reads import Frame

_WIDTHS = (96, 2400)  # pixels of a line at that height
_BATCH = 6  # lines at once; more take more memory and no less time
_NOTHING, _BLANK = 0, -1  # no sign; the one between words
_PRINT = frozenset(string.ascii_letters + string.digits + string.punctuation + " ’‘“”–—…×·½¼¾°éüöäèà")
LETTERS = {"en": frozenset[str](), "pl": frozenset("ąćęłńóśźżĄĆĘŁŃÓŚŹŻ")}
# Signs that the network takes pictures for, and that no card is printed with.
_PICTURES = frozenset("©®@^~`|\\{}<>_$#§¶¤•·")
# Letters that differ by a stroke which some typefaces print faintly.
_STROKES = {"ł": "tl", "ą": "a", "ć": "c", "ę": "e", "ń": "n", "ó": "o", "ś": "s", "ż": "zź", "ź": "z"}
ALIKE = {
    one: "".join(letter for letter, others in _STROKES.items() if one in others) + _STROKES.get(one, "")
    for one in {*_STROKES, *"".join(_STROKES.values())}
}
_NUMERALS = {"I": "1", "l": "1", "O": "0", "o": "0"}
_POSSIBLE = 0.05  # how likely such a letter is, at least: the network is surer of what it reads than it is right
_FULL_WIDTH = {chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F)}


@dataclass(frozen=True)
class Sign:
    """One sign of a line: how sure it is, and where its middle is, in shares of the line's length; which letters that
    look alike it may be as well; how likely a blank stands before it. What is no letter of ours has an empty `text`."""

    text: str
    confidence: float
    at: float
    others: str = ""
    apart: float = 0.0


class TextRecogniser:
    """Reads upright pictures of one line of print. Usable from any thread; a few lines at a time."""

    def __init__(self) -> None:
        self._net = line_network()
        self._characters = line_characters()
        places = {one: at for at, one in enumerate(self._characters) if one.strip()}
        self._folds = [(places[full], places[plain]) for full, plain in _FULL_WIDTH.items() if full in places]
        alike = {one: ALIKE.get(one, "") + _NUMERALS.get(one, "") for one in {*ALIKE, *_NUMERALS}}
        self._alike = {places[one]: [places[other] for other in others] for one, others in alike.items()}
        self._unused = lru_cache(maxsize=4)(self._not_in)

    def read(self, crops: Sequence[Frame], languages: Collection[str]) -> list[tuple[Sign, ...]]:
        """The signs of each line, blanks among them."""
        order = sorted(range(len(crops)), key=lambda at: crops[at].shape[1] / crops[at].shape[0])
        found: list[tuple[Sign, ...]] = [()] * len(crops)
        for start in range(0, len(order), _BATCH):
            some = order[start : start + _BATCH]
            for at, signs in zip(some, self._read([crops[at] for at in some], frozenset(languages)), strict=True):
                found[at] = signs
        return found

    def _read(self, crops: Sequence[Frame], languages: frozenset[str]) -> Iterator[tuple[Sign, ...]]:
        widths = [min(max(round(crop.shape[1] * HEIGHT / crop.shape[0]), STEP), _WIDTHS[1]) for crop in crops]
        whole = max(_WIDTHS[0], -(-max(widths) // (4 * STEP)) * 4 * STEP)
        batch = np.zeros((len(crops), 3, HEIGHT, whole), np.float32)  # 0 is the grey that its makers fill up with
        for at, (crop, width) in enumerate(zip(crops, widths, strict=True)):
            shrinks = crop.shape[0] > HEIGHT
            scaled = cv2.resize(crop, (width, HEIGHT), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC)
            batch[at, :, :, :width] = scaled.transpose(2, 0, 1).astype(np.float32) / 127.5 - 1
        for steps, width in zip(self._net.answer(batch), widths, strict=True):
            yield tuple(self._signs(steps[: max(-(-width // STEP), 1)], languages, width / STEP))

    def _signs(self, steps: Floats, languages: frozenset[str], length: float) -> Iterator[Sign]:
        for full, plain in self._folds:
            steps[:, plain] += steps[:, full]
        steps[:, self._unused(languages)] = 0
        best = steps.argmax(axis=1)
        start = end = 0  # of this sign, and of the one before
        for at in range(1, len(best) + 1):
            if at < len(best) and best[at] == best[start]:
                continue
            if best[start] != _NOTHING:
                text, sure = self._characters[best[start]], float(steps[start:at, best[start]].max())
                alike = self._alike.get(int(best[start]), [])
                others = "".join(self._characters[one] for one in alike if steps[start:at, one].max() > _POSSIBLE)
                middle = min((start + at) / 2 / length, 1.0)
                apart = min(float(steps[end:at, _BLANK].max()), 1.0)
                yield Sign("" if _is_picture(text) else text, min(sure, 1.0), middle, others, apart)
                end = at
            start = at

    def _not_in(self, languages: frozenset[str]) -> Ints:
        """The letters of the Latin script, and the signs, that none of the languages has."""
        used = _PRINT.union(*(LETTERS[one] for one in languages if one in LETTERS))
        unused = [at for at, one in enumerate(self._characters) if one and one not in used and ord(one) < 0x250]
        return np.array(unused + [at for at, _ in self._folds], np.int32)


def _is_picture(text: str) -> bool:
    return text in _PICTURES or (text not in "’‘“”–—… " and ord(text) >= 0x250)


@cache
def text_recogniser() -> TextRecogniser:
    """The one of this process; loading it takes a moment and some 40 MB."""
    return TextRecogniser()
