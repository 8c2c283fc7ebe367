"""Cards for composed frames: pieces of real photographs as pictures, other layouts and other typefaces than those of
`reading_cards`, so that what was tuned with the one is measured with the other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from reading_cards import PX_PER_MM, TALL, WIDE, Card, Printed, rounded_box, write

from vision.reads import CARD_ID, NUMBOX, Frame
from vision.training.typefaces import digit_px, face

# Print that is no code, other than in `reading_cards.NO_CODES`.
NO_CODES = (
    "12,50 zl", "03/11/2023", "18:30", "2026", "36", "107 / 220", "D3", "M1205", "v1.4", "L18", "L20", "2/07", "12/11",
    "1987", "No. 14", "B203", "H045", "x4", "+3", "75%", "III", "IV.", "II/5", "0,5 l", "600 ml", "EAN 590", "1-4",
    "60-90 min", "14+", "3/8", "T12", "D 4", "R017", "KM 24", "88", "1000", "4711", "1:72",
)  # fmt: skip
_WORDS = (
    "pay two coal or raise discontent once per round when scouts return add their load to your stores if nobody sleeps "
    "in tents ignore frost otherwise the doctor heals one worker and hope rises shuffle what remains"
)
_SMALL_MM = 4.2  # digits of a numbox within a text are lower
_MARK = 0.35  # of the D and M cards: a # before the code

Colour = tuple[float, ...]


class Composer:
    """Makes cards, each another one, with any of these font files and pieces of these photographs."""

    def __init__(self, rng: np.random.Generator, fonts: Sequence[str], photographs: Sequence[Path]) -> None:
        self.rng, self._fonts, self._photographs = rng, fonts, photographs

    def card(self, code: str, kind: str, digit_mm: float) -> Card:
        """A card with a code whose digits are so high."""
        return self._id_card(code, digit_mm) if kind == CARD_ID else self._number_card(code, digit_mm)

    def other(self) -> Card:
        """A card without a code."""
        card = self._blank()
        self._picture(card, 12, 34)
        self._paragraph(card, 56, 1.9, int(self.rng.integers(1, 5)))
        places = ((6, 10), (38, 10), (6, 83), (38, 83))
        for text, place in zip(self.rng.choice(NO_CODES, 4, replace=False), places, strict=True):
            write(card, str(text), place, float(self.rng.uniform(2, 4.5)), self._dark(), self._font())
        return Card(card)

    def piece(self, size: tuple[int, int], blur: float) -> Frame:
        """A piece of a photograph, so many pixels wide and high, blurred until nothing in it can be read."""
        picture = None
        while picture is None or min(picture.shape[:2]) < 60:
            file = self._photographs[int(self.rng.integers(len(self._photographs)))]
            picture = cv2.imread(str(file), cv2.IMREAD_REDUCED_COLOR_2)
        width, height = size
        scale = max(width / picture.shape[1], height / picture.shape[0]) * float(self.rng.uniform(1, 1.6))
        large = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        x, y = (int(self.rng.integers(0, room + 1)) for room in (large.shape[1] - width, large.shape[0] - height))
        return np.asarray(cv2.GaussianBlur(large[y : y + height, x : x + width], (0, 0), blur), np.uint8)

    def _id_card(self, code: str, digit_mm: float) -> Card:
        rng, card, font = self.rng, self._blank(), self._font()
        self._picture(card, 12, float(rng.uniform(28, 40)))
        text = ("#" if code[0] in "DM" and rng.random() < _MARK else "") + code
        long = _width_mm(text, digit_mm, font)
        left, base = ((6.0, 82.0), (57 - long, 82.0), (57 - long, 9.5), ((WIDE - long) / 2, 83.0))[int(rng.integers(4))]
        if base > TALL / 2:
            write(card, str(rng.choice(_WORDS.split())).title(), (6.0, 9.5), 3.2, self._dark(), self._font())
        self._paragraph(card, 58, 1.9, int(rng.integers(2, 6)))
        ink = self._around_id(card, (left - 0.6 * digit_mm, base - 1.6 * digit_mm), (long, digit_mm))
        return Card(card, (Printed(code, CARD_ID, *write(card, text, (left, base), digit_mm, ink, font)),))

    def _around_id(self, card: Frame, corner: tuple[float, float], code: tuple[float, float]) -> Colour:
        """A plate or a frame for an ID, or neither; the colour to print it in."""
        which, (long, high), ink = self.rng.random(), code, self._dark()
        start = round(corner[0] * PX_PER_MM), round(corner[1] * PX_PER_MM)
        end = round((corner[0] + long + 1.2 * high) * PX_PER_MM), round((corner[1] + 2.2 * high) * PX_PER_MM)
        if which < 0.3:
            cv2.rectangle(card, start, end, self._dark(120), -1)
            return self._pale()
        if which < 0.45:
            cv2.rectangle(card, start, end, ink, 3)
        return ink if which < 0.8 else self._dark(120)

    def _number_card(self, number: str, digit_mm: float) -> Card:
        rng, font = self.rng, self._font()
        if digit_mm < _SMALL_MM:
            card, middle = self._blank(), (float(rng.choice([12.0, 31.0, 51.0])), float(rng.uniform(52, 80)))
            self._picture(card, 8, 30)
            self._paragraph(card, 45, 2.2, int((middle[1] - 45 - 2 * digit_mm) / 4.6))
        else:
            card, middle = self._back(), (WIDE / 2, float(rng.choice([14.0, TALL / 2, TALL - 14.0])))
        text = number if rng.random() < 0.5 else " ".join(number)
        long = _width_mm(text, digit_mm, font)
        pad = float(rng.uniform(0.4, 1.0)) * digit_mm, float(rng.uniform(0.3, 0.7)) * digit_mm
        corner = middle[0] - long / 2 - pad[0], middle[1] - digit_mm / 2 - pad[1]
        size = long + 2 * pad[0], digit_mm + 2 * pad[1]
        radius = float(rng.uniform(0.15, 0.5)) * size[1]
        if rng.random() < 0.3:  # a pale line round it
            line = 0.08 * digit_mm
            outer = (corner[0] - line, corner[1] - line), (size[0] + 2 * line, size[1] + 2 * line)
            rounded_box(card, *outer, radius + line, self._pale())
        green = float(rng.uniform(20, 60)), float(rng.uniform(55, 95)), float(rng.uniform(8, 45))
        rounded_box(card, corner, size, radius, green)
        at = middle[0] - long / 2, middle[1] + digit_mm / 2
        return Card(card, (Printed(number, NUMBOX, *write(card, text, at, digit_mm, self._pale(), font)),))

    def _blank(self) -> Frame:
        rng = self.rng
        card = np.empty((TALL * PX_PER_MM, WIDE * PX_PER_MM, 3), np.uint8)
        card[:] = np.asarray(self._pale(), np.uint8)
        if rng.random() < 0.35:  # a print under the text
            card[:] = np.clip(0.8 * card + 0.2 * self.piece((card.shape[1], card.shape[0]), 30) + 5, 0, 255)
        if rng.random() < 0.5:
            side = (255, 255, 255) if rng.random() < 0.6 else (22, 20, 20)
            cv2.rectangle(card, (0, 0), card.shape[1::-1], side, 2 * round(float(rng.uniform(2, 4)) * PX_PER_MM))
        return card

    def _back(self) -> Frame:
        """A golden or green back."""
        tone = np.array([60, 150, 190] if self.rng.random() < 0.5 else [80, 130, 70]) * self.rng.uniform(0.7, 1.2)
        light = self.piece((WIDE * PX_PER_MM, TALL * PX_PER_MM), 12).mean(axis=2, keepdims=True) / 255
        return np.asarray(np.clip(tone * (0.6 + 0.8 * light), 0, 255), np.uint8)

    def _picture(self, card: Frame, top_mm: float, high_mm: float) -> None:
        x, y, width, height = (round(part * PX_PER_MM) for part in (5, top_mm, WIDE - 10, high_mm))
        card[y : y + height, x : x + width] = self.piece((width, height), float(self.rng.uniform(6, 16)))

    def _paragraph(self, card: Frame, top_mm: float, digit_mm: float, lines: int) -> None:
        font, ink = self._font(), self._dark()
        for line in range(lines):
            text = ""
            while _width_mm(text, digit_mm, font) < 42:
                text = f"{text} {self.rng.choice(_WORDS.split())}".strip()
            write(card, text, (6.0, top_mm + 2.1 * digit_mm * line), digit_mm, ink, font)

    def _font(self) -> str:
        return self._fonts[int(self.rng.integers(len(self._fonts)))]

    def _pale(self) -> Colour:
        return _colour(self.rng.uniform(195, 252) + self.rng.uniform(-25, 8, 3))

    def _dark(self, palest: float = 70) -> Colour:
        return _colour(self.rng.uniform(10, palest) + self.rng.uniform(-10, 25, 3))


def _colour(values: npt.NDArray[np.float64]) -> Colour:
    return tuple(float(part) for part in np.clip(values, 0, 255))


def _width_mm(text: str, digit_mm: float, font: str) -> float:
    size = max(round(digit_mm * PX_PER_MM * 100 / digit_px(font)), 4)
    return float(cv2.getTextSize((4000, 4000), text, (0, 0), face(font), size)[2]) / PX_PER_MM
