"""Print on cards: signs as ink, and ink with outlines, halos, shadows and wear."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from benchmarks.independent.assets import Picture, Rng, Typeface, glyph

Colour = tuple[float, float, float]  # BGR


@dataclass(frozen=True)
class Ink:
    """Print as coverage between 0 and 1, cut to the ink of all its signs. `signs` are their boxes in its pixels (left,
    top, right, bottom), `digit` the height of its tallest digit."""

    cover: Picture
    signs: tuple[tuple[int, int, int, int], ...]
    digit: float


@dataclass(frozen=True)
class Look:
    """How print looks: its colour, what lies round it, what was done to it. Widths are parts of a digit's height."""

    colour: Colour
    second: Colour | None = None  # the colour at the foot, where it changes downwards
    outline: Colour | None = None
    outline_width: float = 0.08
    halo: Colour | None = None
    halo_width: float = 0.25
    shadow: float = 0.0  # how dark
    shadow_way: tuple[float, float] = (0.08, 0.1)
    emboss: float = 0.0
    wear: float = 0.0  # how much of the ink is rubbed off


def ink_of(text: str, face: Typeface, digit_height: float, tracking: float = 0.0) -> Ink:
    """Text as ink whose tallest digit (or sign, where it has no digit) is `digit_height` pixels high."""
    glyphs = [glyph(face.file, sign) for sign in text]
    digits = [len(each[0]) for sign, each in zip(text, glyphs, strict=True) if sign.isdigit()]
    scale = digit_height / max(digits or [len(each[0]) for each in glyphs])
    top = min(each[2] for each in glyphs)
    bottom = max(each[2] + len(each[0]) for each in glyphs)
    pen, boxes = 0.0, []
    for ink, left, above, advance in glyphs:
        boxes.append((pen + left, above - top, pen + left + ink.shape[1], above - top + len(ink)))
        pen += advance + tracking * digit_height / scale
    begin, end = min(box[0] for box in boxes), max(box[2] for box in boxes)
    sheet = np.zeros((bottom - top + 1, int(end - begin) + 2), np.uint8)
    for (ink, *_), box in zip(glyphs, boxes, strict=True):
        x, y = round(box[0] - begin), round(box[1])
        part = sheet[y : y + len(ink), x : x + ink.shape[1]]
        np.maximum(part, ink[: part.shape[0], : part.shape[1]], out=part)
    size = (max(round(sheet.shape[1] * scale), 1), max(round(sheet.shape[0] * scale), 1))
    small = cv2.resize(sheet, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    signs = tuple(
        (round((x0 - begin) * scale), round(y0 * scale), round((x1 - begin) * scale), round(y1 * scale))
        for (x0, y0, x1, y1), sign in zip(boxes, text, strict=True)
        if sign != " "
    )
    return Ink(small.astype(np.float32) / 255, signs, digit_height)


def lay(ground: Picture, ink: Ink, x: int, y: int, look: Look, rng: Rng) -> None:
    """Prints ink onto a ground (uint8 BGR, changed in place), its top left corner at `x`, `y`. What lies outside the
    ground is left out."""
    room = int(ink.digit * 0.9) + 3
    cover = np.pad(ink.cover, room)
    left, top = x - room, y - room
    cut = (max(-left, 0), max(-top, 0))
    cover = cover[cut[1] : max(ground.shape[0] - top, 0), cut[0] : max(ground.shape[1] - left, 0)]
    if not cover.size:
        return
    left, top = left + cut[0], top + cut[1]
    place = ground[top : top + cover.shape[0], left : left + cover.shape[1]]
    under = place.astype(np.float32)
    under = _surroundings(under, cover, ink.digit, look)
    if look.wear:
        cover = cover * _worn(cover.shape, look.wear, rng)
    under = _over(under, _filled(cover.shape, look), cover)
    if look.emboss:
        under = _embossed(under, cover, look.emboss)
    place[:] = np.clip(under, 0, 255).astype(np.uint8)


def _surroundings(under: Picture, cover: Picture, digit: float, look: Look) -> Picture:
    if look.shadow:
        way = np.array([[1, 0, look.shadow_way[0] * digit], [0, 1, look.shadow_way[1] * digit]], np.float32)
        fallen = cv2.warpAffine(cover, way, cover.shape[::-1])
        fallen = cv2.GaussianBlur(fallen, (0, 0), max(0.05 * digit, 0.4))
        under = _over(under, (10.0, 10.0, 10.0), fallen * look.shadow)
    if look.halo is not None:
        wide = cv2.GaussianBlur(_wider(cover, look.halo_width * 0.5 * digit), (0, 0), look.halo_width * 0.5 * digit)
        under = _over(under, look.halo, np.minimum(wide * 1.4, 1))
    if look.outline is not None:
        under = _over(under, look.outline, _wider(cover, look.outline_width * digit))
    return under


def _wider(cover: Picture, by: float) -> Picture:
    size = 2 * max(round(by), 1) + 1
    return cv2.dilate(cover, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))


def _filled(shape: tuple[int, ...], look: Look) -> Picture:
    one = np.array(look.colour, np.float32)
    other = np.array(look.second or look.colour, np.float32)
    way = np.linspace(0, 1, shape[0], dtype=np.float32)[:, None, None]
    return np.broadcast_to(one * (1 - way) + other * way, (*shape[:2], 3))


def _over(under: Picture, colour: Picture | Colour, cover: Picture) -> Picture:
    part = cover[..., None]
    return np.asarray(under * (1 - part) + np.asarray(colour, np.float32) * part)


def _worn(shape: tuple[int, ...], wear: float, rng: Rng) -> Picture:
    fine = rng.random((max(shape[0] // 2, 1), max(shape[1] // 2, 1))).astype(np.float32)
    patches = cv2.resize(cv2.GaussianBlur(fine, (0, 0), 1.2), (shape[1], shape[0]))
    floor = np.quantile(patches, wear)
    return np.asarray(np.clip((patches - floor) * 18 + 0.3, 0, 1), np.float32)


def _embossed(under: Picture, cover: Picture, strength: float) -> Picture:
    soft = cv2.GaussianBlur(cover, (0, 0), 1.2)
    slope = cv2.Sobel(soft, cv2.CV_32F, 1, 0) + cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    return np.asarray(under + (slope * 40 * strength)[..., None])
