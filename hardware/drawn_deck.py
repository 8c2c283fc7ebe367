"""A small deck of the project's own design, drawn as pictures: for the simulated table and for tests.

Nothing of it is any game's art. Lengths on a card are millimetres, drawn at ten pixels each.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import cv2
import numpy as np

from vision.find.picture import region_of
from vision.reads import Frame, Quad

Colour: TypeAlias = tuple[int, int, int]  # blue, green, red

CARD_MM = (63, 88)
_PX_PER_MM = 10
_FRAME = (1280, 720)  # pixels of a frame, across and down
_WIDE_PX = 1200  # of it: so wide may a row of cards be
_STRIP = 32  # rows that a card is laid at a time
_INK: Colour = (38, 32, 30)
_PAPER: Colour = (222, 232, 236)
_NUMBER = re.compile("[0-9]{3}")
_GREEN: Colour = (44, 74, 26)
_PALE: Colour = (226, 240, 240)
_WOOD: Colour = (62, 88, 124)
_BACKS: dict[str, Colour] = {"gold": (60, 150, 190), "green": (84, 140, 78)}


@dataclass(frozen=True)
class Pose:
    """How a card lies under the camera: its scale, turned clockwise, tipped away, shifted from the middle."""

    px_per_mm: float = 6.0
    turned_deg: float = 0.0
    tipped_deg: float = 0.0
    shift_px: tuple[float, float] = (0.0, 0.0)


def draw_card(code: str, back: str = "gold", font: str = "uni") -> Frame:
    """A card that carries `code`: an ID such as `D012`, `L09` or `I/08` in its corner, or three digits as a numbox on
    a `gold` or `green` back. An empty code draws a card without one. `font` is the path of a font file, or `uni`, which
    comes with OpenCV."""
    return _draw_numbox_card(code, back, font) if _NUMBER.fullmatch(code) else _draw_id_card(code, font)


def empty_table(width: int = _FRAME[0], height: int = _FRAME[1]) -> Frame:
    """A wooden table with nothing on it, always the same. Drawn anew each time: a table that is kept takes as much
    memory as what the camera sees."""
    rng = np.random.default_rng(7)
    grain = 5 * cv2.resize(rng.normal(0, 1, (height // 4 + 1, 9)).astype(np.float32), (width, height))
    grain += np.linspace(6, -6, width, dtype=np.float32)
    table = np.empty((height, width, 3), np.uint8)
    for channel, shade in enumerate(_WOOD):
        table[..., channel] = np.clip(grain + shade, 0, 255)
    return table


def lay(frame: Frame, card: Frame, pose: Pose = Pose()) -> Quad:
    """Draw a card onto a frame in place; returns where its corners are, (4, 2) float32 pixels, TL TR BR BL."""
    height, width = card.shape[:2]
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    centred = (flat - np.array([width / 2, height / 2])).astype(np.float32)
    quad = np.asarray(_project(centred, pose) + _middle(frame) + np.array(pose.shift_px), np.float32)
    onto = cv2.getPerspectiveTransform(flat, quad)
    shrink = max(_PX_PER_MM / pose.px_per_mm, 1.0)
    softened = cv2.GaussianBlur(card, (0, 0), 0.4 * shrink) if shrink > 1 else card  # as a lens does; no stair steps
    there = region_of(quad, 1.0, frame.shape)
    if there.area:
        part = there.cut(frame)
        size = (part.shape[1], part.shape[0])
        onto = np.array([[1, 0, -there.left], [0, 1, -there.top], [0, 0, 1]], np.float64) @ onto
        paper = cv2.warpPerspective(softened, onto, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        mask = cv2.warpPerspective(_rounded(card.shape[1], card.shape[0]), onto, size)
        for top in range(0, len(part), _STRIP):  # the whole at once took five times the picture's memory
            rows = slice(top, top + _STRIP)
            inside = mask[rows, :, None].astype(np.float32) / 255
            part[rows] = (paper[rows] * inside + part[rows] * (1 - inside)).astype(np.uint8)
    return quad


def show(*codes: str, pose: Pose = Pose(), width: int = _FRAME[0], height: int = _FRAME[1]) -> Frame:
    """A camera frame of the table with these cards side by side."""
    frame = empty_table(width, height)
    apart = CARD_MM[0] * 1.15 * pose.px_per_mm
    for place, code in enumerate(codes):
        right = (place - (len(codes) - 1) / 2) * apart
        shifted = Pose(pose.px_per_mm, pose.turned_deg, pose.tipped_deg, (pose.shift_px[0] + right, pose.shift_px[1]))
        lay(frame, draw_card(code), shifted)
    return frame


class ScanSpot:
    """The simulated table under the camera: each card that is laid there lies a little differently, as by hand."""

    def __init__(self, seed: int = 1) -> None:
        self._rng = np.random.default_rng(seed)

    def show(self, code: str | None) -> Frame:
        """A frame of the table with this card alone on it, with several side by side where spaces part their codes, or
        with nothing. Nobody can change it, so that who shows it need not copy it."""
        codes = (code or "").split()
        frame = self._lying(codes) if codes else empty_table()
        frame.setflags(write=False)
        return frame

    def _lying(self, codes: list[str]) -> Frame:
        right, down, turned = (float(value) for value in self._rng.uniform(-1, 1, 3))
        if len(codes) > 1:
            px_per_mm = min(6.0, _WIDE_PX / (1.15 * CARD_MM[0] * len(codes)))
            return show(*codes, pose=Pose(px_per_mm, 0.0, 0.0, (0.0, 60 * down)))
        frame = empty_table()
        lay(frame, draw_card(codes[0]), Pose(6.0, 8 * turned, 0.0, (90 * right, 60 * down)))
        return frame


def write(
    card: Frame,
    text: str,
    left_mm: float,
    base_mm: float,
    digit_mm: float,
    ink: Colour = _INK,
    font: str = "uni",
) -> None:
    """Write a line of text onto a card, digits about `digit_mm` high, its left end and base line in millimetres."""
    size = round(digit_mm * _PX_PER_MM / 0.72)  # a font's digits are about 0.72 of its size high
    cv2.putText(card, text, (round(left_mm * _PX_PER_MM), round(base_mm * _PX_PER_MM)), ink, _face(font), size, 500)


@cache
def _face(font: str) -> cv2.FontFace:
    return cv2.FontFace(font)


def _draw_id_card(code: str, font: str) -> Frame:
    card = _blank(_PAPER)
    cv2.rectangle(card, (60, 170), (570, 480), (128, 108, 84), -1)
    cv2.circle(card, (315, 330), 120, (164, 150, 126), -1)
    cv2.rectangle(card, (60, 400), (570, 480), (98, 84, 70), -1)
    for line, words in enumerate(("The wind turns at dusk.", "Somebody lights a lamp", "and counts the sacks.")):
        write(card, words, 6, 58 + 7 * line, 2.6, font=font)
    if code:
        write(card, code, 6, 13, 6.0, font=font)
    return card


def _draw_numbox_card(number: str, back: str, font: str) -> Frame:
    card = _blank(_BACKS[back])
    darker = tuple(int(0.8 * value) for value in _BACKS[back])
    for ring in range(3):
        cv2.circle(card, (315, 440), 110 + 55 * ring, darker, 8)
    _fill_rounded(card, (175, 380), (455, 500), 36, _GREEN)
    for place, digit in enumerate(number):
        write(card, digit, 20.5 + 8.6 * place, 47.6, 7.2, _PALE, font)
    return card


def _blank(colour: Colour) -> Frame:
    width, height = (side * _PX_PER_MM for side in CARD_MM)
    card = np.empty((height, width, 3), np.uint8)
    card[:] = colour
    return card


def _rounded(width: int, height: int) -> Frame:
    mask = np.zeros((height, width), np.uint8)
    _fill_rounded(mask, (0, 0), (width - 1, height - 1), 3 * _PX_PER_MM, (255, 255, 255))
    return mask


def _fill_rounded(
    picture: Frame, top_left: tuple[int, int], bottom_right: tuple[int, int], radius: int, colour: Colour
) -> None:
    (left, top), (right, bottom) = top_left, bottom_right
    cv2.rectangle(picture, (left + radius, top), (right - radius, bottom), colour, -1)
    cv2.rectangle(picture, (left, top + radius), (right, bottom - radius), colour, -1)
    for x in (left + radius, right - radius):
        for y in (top + radius, bottom - radius):
            cv2.circle(picture, (x, y), radius, colour, -1, cv2.LINE_AA)


def _project(points: Quad, pose: Pose) -> Quad:
    """Points on the card (pixels from its middle) to points in the frame, seen from 400 mm above."""
    turn, tip = math.radians(pose.turned_deg), math.radians(pose.tipped_deg)
    x = points[:, 0] * math.cos(turn) - points[:, 1] * math.sin(turn)
    y = points[:, 0] * math.sin(turn) + points[:, 1] * math.cos(turn)
    away = 400 * _PX_PER_MM
    nearer = away / (away - y * math.sin(tip))
    scale = pose.px_per_mm / _PX_PER_MM
    return np.stack([x * nearer * scale, y * math.cos(tip) * nearer * scale], axis=1).astype(np.float32)


def _middle(frame: Frame) -> Quad:
    return np.array([frame.shape[1] / 2, frame.shape[0] / 2], np.float32)
