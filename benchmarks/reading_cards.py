"""Cards that no game has, drawn with all that stands on cards: for the benchmarks of reading.

Lengths on a card are millimetres, drawn at `PX_PER_MM` pixels each.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from reading_fonts import fonts

from companion.app.codes import codes_of_all_games
from vision.reads import CARD_ID, NUMBOX, Frame, Quad
from vision.training.typefaces import digit_px, face

PX_PER_MM = 12
WIDE, TALL = 63, 88
# Print that is no code: prices, dates, hours, page numbers, two and four digits, codes of other games, misprints.
NO_CODES = (
    "12.99", "3,50 EUR", "12/03/2024", "07:45", "2024", "17", "42", "page 113", "D12", "M0171", "BD012", "D012a", "L17",
    "L00", "1/08", "11/08", "1985", "No 305", "A017", "N203", "+48 601", "100%", "3 x 4", "X/8", "Q012", "p. 64", "-5",
    "+2", "x3", "24.12.", "1/12", "$4.95", "1999", "1:250", "3/4", "12+", "0049", "ISBN 978", "R2D2", "N/08", "7/7",
)  # fmt: skip
WORDS = (
    "the wind turns at dusk and somebody lights a lamp then counts sacks of grain while snow falls upon roofs you may "
    "draw another card or walk past old walls until morning discard place gain lose choose roll turn look under stone"
)
ARROWS = ("up", "down", "left", "right")


@dataclass(frozen=True)
class Printed:
    """A code on a card: where it stands, (4, 2) pixels of the card, and the height of its digits in pixels of it."""

    code: str
    kind: str
    quad: Quad
    digit_px: float


@dataclass(frozen=True)
class Card:
    """A drawn card with the codes that are printed on it, which may be none."""

    picture: Frame
    printed: tuple[Printed, ...] = ()


class CardPress:
    """Draws cards, each another one. `side` chooses the families of type: `tuning` or `test`."""

    def __init__(self, rng: np.random.Generator, side: str = "test") -> None:
        self.rng, self._families = rng, fonts(side)

    def font(self) -> str:
        """Any file of any family."""
        family = self._families[int(self.rng.integers(len(self._families)))]
        return str(family[int(self.rng.integers(len(family)))])

    def card(self, code: str, boxed_in_text: bool = False) -> Card:
        """A card that carries a code in the way of its kind; with an empty code, one without any."""
        if codes_of_all_games().code(code, NUMBOX):
            return self._in_a_text(code) if boxed_in_text else self._back(code)
        return self._face(code)

    def other(self) -> Card:
        """A card of another game, with prices, dates and numbers."""
        return self._face("")

    def _face(self, code: str) -> Card:
        rng, card, font = self.rng, self._paper(), self.font()
        self._art(card)
        self._text(card, self.font(), 6.0, float(rng.uniform(52, 60)), int(rng.integers(2, 5)))
        if not code:
            self._no_codes(card)
            return Card(card)
        left, base = float(rng.choice([5.0, 26.0, 40.0])), float(rng.choice([9.0, 82.0]))
        mark = "#" if code[0] in "DML" and rng.random() < 0.4 else ""
        height_mm = float(rng.uniform(2.4, 4.6))
        left = min(left, WIDE - 4 - height_mm * 0.95 * len(mark + code))
        plate = rng.random() < 0.25
        ink, ground = (_pale(rng), _dark(rng)) if plate else (_dark(rng), None)
        if ground is not None:
            strip = (0, round((base - height_mm - 2.2) * PX_PER_MM)), (card.shape[1], round((base + 2.2) * PX_PER_MM))
            cv2.rectangle(card, *strip, ground, -1)
        printed = write(card, mark + code, (left, base), height_mm, ink, font)
        return Card(card, (Printed(code, CARD_ID, *printed),))

    def _back(self, number: str) -> Card:
        """A green or golden back with a large numbox in its middle or at an edge."""
        rng, card = self.rng, self._tinted()
        height_mm = float(rng.uniform(4.0, 9.0))
        middle = WIDE / 2, float(rng.choice([14.0, TALL / 2, TALL - 14.0]))
        return Card(card, (self._numbox(card, number, middle, height_mm),))

    def _in_a_text(self, number: str) -> Card:
        """A small numbox within a text, or at an edge beside an arrow."""
        rng, card, font = self.rng, self._paper(), self.font()
        self._art(card)
        height_mm = float(rng.uniform(2.4, 4.0))
        base = float(rng.uniform(56, 62))
        self._text(card, font, 6.0, base, int(rng.integers(2, 5)), height_mm * 0.8)
        if rng.random() < 0.5:
            middle = float(rng.uniform(20, WIDE - 20)), base + 10.0
            cover = round((middle[0] - 9) * PX_PER_MM), round((middle[1] - 4) * PX_PER_MM)
            cv2.rectangle(card, cover, (cover[0] + 18 * PX_PER_MM, cover[1] + 8 * PX_PER_MM), _at(card, 3, 3), -1)
        else:
            middle = float(rng.choice([13.0, WIDE - 13.0])), float(rng.uniform(20, 44))
            self._arrow(card, (middle[0], middle[1] - height_mm * 2.6), height_mm)
        return Card(card, (self._numbox(card, number, middle, height_mm),))

    def _numbox(self, card: Frame, number: str, middle: tuple[float, float], height_mm: float) -> Printed:
        rng, font = self.rng, self.font()
        gap = float(rng.uniform(0.25, 0.6) if rng.random() < 0.5 else rng.uniform(0.0, 0.12)) * height_mm
        pitches = [_width_mm(digit, height_mm, font) for digit in number]
        long = sum(pitches) + 2 * gap
        pad = rng.uniform(0.5, 1.0) * height_mm, rng.uniform(0.3, 0.6) * height_mm
        box = middle[0] - long / 2 - pad[0], middle[1] - height_mm / 2 - pad[1]
        size = long + 2 * pad[0], height_mm + 2 * pad[1]
        rounded_box(card, box, size, float(rng.uniform(0.2, 0.5)) * size[1], _dark_green(rng))
        quads, left = [], middle[0] - long / 2
        ink = _pale(rng)
        for digit, pitch in zip(number, pitches, strict=True):
            quads.append(write(card, digit, (left, middle[1] + height_mm / 2), height_mm, ink, font))
            left += pitch + gap
        corners = np.concatenate([quad for quad, _ in quads])
        (x, y), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
        quad = np.array([[x, y], [right, y], [right, bottom], [x, bottom]], np.float32)
        return Printed(number, NUMBOX, quad, float(np.median([digit_px for _, digit_px in quads])))

    def _paper(self) -> Frame:
        rng = self.rng
        card = np.empty((TALL * PX_PER_MM, WIDE * PX_PER_MM, 3), np.float32)
        card[:] = np.array(_pale(rng), np.float32)
        card *= 1 + 0.03 * _grain(rng, card.shape, int(rng.integers(3, 40)))[..., None]
        picture = np.asarray(np.clip(card, 0, 255), np.uint8)
        if rng.random() < 0.4:  # a white or dark border
            side = 255 if rng.random() < 0.6 else 30
            cv2.rectangle(picture, (0, 0), picture.shape[1::-1], (side,) * 3, round(5 * PX_PER_MM))
        return picture

    def _tinted(self) -> Frame:
        rng = self.rng
        gold, green = (60, 150, 190), (84, 140, 78)
        colour = np.array(gold if rng.random() < 0.5 else green, np.float32) * rng.uniform(0.75, 1.2, 3)
        card = np.empty((TALL * PX_PER_MM, WIDE * PX_PER_MM, 3), np.float32)
        card[:] = colour
        card *= 1 + float(rng.uniform(0.03, 0.15)) * _grain(rng, card.shape, int(rng.integers(8, 120)))[..., None]
        picture = np.asarray(np.clip(card, 0, 255), np.uint8)
        for _ in range(int(rng.integers(3, 14))):
            place = tuple(int(part) for part in rng.integers(0, (picture.shape[1], picture.shape[0])))
            tint = tuple(float(part) for part in colour * rng.uniform(0.6, 1.3))
            cv2.circle(picture, place, int(rng.integers(20, 240)), tint, int(rng.integers(2, 14)), cv2.LINE_AA)
        return picture

    def _art(self, card: Frame) -> None:
        rng = self.rng
        left, top, right, bottom = 5 * PX_PER_MM, 13 * PX_PER_MM, 58 * PX_PER_MM, 48 * PX_PER_MM
        area = card[top:bottom, left:right]
        grain = _grain(rng, area.shape, int(rng.integers(20, 160)))
        area[:] = np.clip(np.array(rng.uniform(50, 190, 3)) + 40 * grain[..., None], 0, 255).astype(np.uint8)
        for _ in range(int(rng.integers(4, 16))):
            place = tuple(int(part) for part in rng.integers(0, (area.shape[1], area.shape[0])))
            axes = tuple(int(part) for part in rng.integers(10, 160, 2))
            cv2.ellipse(
                area, place, axes, int(rng.integers(180)), 0, 360, rng.uniform(20, 235, 3).tolist(), -1, cv2.LINE_AA
            )

    def _text(self, card: Frame, font: str, left: float, base: float, lines: int, height_mm: float = 2.0) -> None:
        for line in range(lines):
            words = " ".join(self.rng.choice(WORDS.split(), int(self.rng.integers(4, 7))))
            write(card, words, (left, base + line * 2.3 * height_mm), height_mm, (40, 36, 34), font)

    def _no_codes(self, card: Frame) -> None:
        chosen = [str(text) for text in self.rng.choice(NO_CODES, 5, replace=False)]
        for place, text in enumerate(chosen):
            at = (6.0 if place % 2 == 0 else 36.0), (9.0, 70.0, 82.0)[place // 2]
            write(card, text, at, float(self.rng.uniform(2.5, 6.0)), _dark(self.rng), self.font())

    def _arrow(self, card: Frame, middle: tuple[float, float], height_mm: float) -> None:
        way = ARROWS.index(str(self.rng.choice(ARROWS)))
        along = np.array([(0, -1), (0, 1), (-1, 0), (1, 0)][way])
        across = along[::-1]
        tip, base = np.array(middle) + along * height_mm, np.array(middle) - along * 0.2 * height_mm
        points = np.array([tip, base + across * 0.7 * height_mm, base - across * 0.7 * height_mm]) * PX_PER_MM
        cv2.fillPoly(card, [points.astype(np.int32)], _dark(self.rng), cv2.LINE_AA)


def write(
    card: Frame, text: str, at_mm: tuple[float, float], digit_mm: float, ink: tuple[float, ...], font: str
) -> tuple[Quad, float]:
    """Write a line with its left end on the base line; returns the rectangle round its ink, and how high digits are."""
    type_face, size = face(font), _size(digit_mm, font)
    place = round(at_mm[0] * PX_PER_MM), round(at_mm[1] * PX_PER_MM)
    cv2.putText(card, text, place, ink, type_face, size)
    x, y, width, height = cv2.getTextSize(card.shape[1::-1], text, place, type_face, size)
    tall = digit_px(font) * size / 100
    quad = np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)
    quad[:2, 1], quad[2:, 1] = place[1] - tall, place[1]
    return quad, tall


def _size(digit_mm: float, font: str) -> int:
    return max(round(digit_mm * PX_PER_MM * 100 / digit_px(font)), 4)


def _width_mm(digit: str, height_mm: float, font: str) -> float:
    canvas = np.zeros((240, 240), np.uint8)
    cv2.putText(canvas, digit, (60, 180), 255, face(font), 100)
    ink = np.count_nonzero(canvas.max(axis=0) > 100)
    return float((ink + 12) * height_mm / digit_px(font))


def rounded_box(
    card: Frame, box: tuple[float, float], size: tuple[float, float], radius: float, colour: tuple[float, ...]
) -> None:
    """Draw a box with round corners: its upper left corner, its size and its radius in millimetres."""
    left, top = (round(part * PX_PER_MM) for part in box)
    right, bottom = (round((part + long) * PX_PER_MM) for part, long in zip(box, size, strict=True))
    r = round(radius * PX_PER_MM)
    cv2.rectangle(card, (left + r, top), (right - r, bottom), colour, -1)
    cv2.rectangle(card, (left, top + r), (right, bottom - r), colour, -1)
    for x in (left + r, right - r):
        for y in (top + r, bottom - r):
            cv2.circle(card, (x, y), r, colour, -1, cv2.LINE_AA)


def _grain(rng: np.random.Generator, shape: tuple[int, ...], coarse: int) -> Quad:
    small = rng.normal(0, 1, (shape[0] // coarse + 2, shape[1] // coarse + 2)).astype(np.float32)
    return np.asarray(cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)


def _pale(rng: np.random.Generator) -> tuple[int, ...]:
    return tuple(int(part) for part in np.clip(rng.uniform(190, 250) + rng.uniform(-22, 12, 3), 0, 255))


def _dark(rng: np.random.Generator) -> tuple[int, ...]:
    return tuple(int(part) for part in np.clip(rng.uniform(15, 60) + rng.uniform(-12, 20, 3), 0, 255))


def _dark_green(rng: np.random.Generator) -> tuple[int, ...]:
    return int(rng.uniform(22, 55)), int(rng.uniform(56, 92)), int(rng.uniform(10, 38))


def _at(card: Frame, x_mm: float, y_mm: float) -> tuple[int, ...]:
    return tuple(int(part) for part in card[round(60 * PX_PER_MM), round(3.2 * PX_PER_MM)])
