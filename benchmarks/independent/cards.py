"""Cards as a printer would print them: flat, with their codes and all else that stands on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

import cv2
import numpy as np

from benchmarks.independent.assets import Assets, Picture, Rng, Typeface
from benchmarks.independent.levels import CARD_ID, NUMBOX, Level
from benchmarks.independent.printing import Colour, Ink, Look, ink_of, lay

SIZES = ((63, 88), (63, 88), (63, 88), (88, 63), (70, 70), (70, 120), (57, 89), (44, 67))  # millimetres
Box: TypeAlias = tuple[int, int, int, int]  # left, top, right, bottom
_TEXT = """
the storm has passed and scouts return with news from old mines where nobody dared go before choose
one of these people gather around fire until morning comes then discard this card or pay two coal
add water rope gain nothing if your hope is low draw again keep it hidden place marker on map turn
over when bell rings every traveller may rest here heal wound lose food during night watch tower
bridge snow river lantern captain engine
"""
_WORDS = tuple(_TEXT.split())
# Whose letters many people cannot read, or whose 8 is a 3 where it is small.
_UNREADABLE = ("unifrakturcook", "uncial-antiqua", "iceland")


@dataclass(frozen=True)
class Printed:
    """A code on a card, in pixels of the card: the corners of its ink, boxes of its signs, its ink as coverage from
    `left`, `top` on."""

    text: str
    kind: str
    ink: Ink
    left: int
    top: int
    causes: frozenset[str]
    box: Box  # all that belongs to it: its plate or green box

    @property
    def corners(self) -> Picture:
        """Top left, top right, bottom right, bottom left, (4, 2) float32."""
        high, wide = self.ink.cover.shape
        right, bottom = self.left + wide, self.top + high
        return np.array([[self.left, self.top], [right, self.top], [right, bottom], [self.left, bottom]], np.float32)


@dataclass
class Card:
    """A card: its picture (uint8 BGR), where it is (uint8), its codes."""

    picture: Picture
    cover: Picture
    codes: list[Printed] = field(default_factory=list)
    taken: list[Box] = field(default_factory=list)  # where words stand


def blank(assets: Assets, rng: Rng, density: float) -> Card:
    """A card without a code. `density` is pixels a millimetre."""
    wide, high = (round(side * density) for side in SIZES[int(rng.integers(len(SIZES)))])
    how = (_event, _full_picture, _plain, _back)[int(rng.choice(4, p=(0.4, 0.25, 0.2, 0.15)))]
    taken: list[Box] = []
    picture = how(assets, rng, wide, high, density, taken)
    return Card(picture, _rounded(wide, high, rng.uniform(0, 4) * density), taken=taken)


def print_id(card: Card, text: str, height: float, level: Level, assets: Assets, rng: Rng) -> None:
    """Prints an ID onto a card, its digits `height` pixels high (less where it would be too long)."""
    face = _face_for(assets, rng, level)
    ink = ink_of(text, face, height, rng.choice((0.0, 0.0, 0.05, 0.12)))
    ink = _no_wider(ink, text, face, 0.7 * card.picture.shape[1])
    left, top = _place(card, ink, rng)
    causes = {"faces"} if face.special else set[str]()
    styled = rng.random() < level.often_styled
    look, box = _ground_and_look(card, ink, left, top, styled, causes, rng)
    lay(card.picture, ink, left, top, look, rng)
    card.codes.append(Printed(text, CARD_ID, ink, left, top, frozenset(causes), box))


def print_number(
    card: Card, text: str, height: float, level: Level, assets: Assets, rng: Rng, kind: str = NUMBOX
) -> None:
    """Prints white signs in a dark green box with a margin on all sides onto a card."""
    face = _face_for(assets, rng, level)
    ink = ink_of(text, face, height, rng.choice((0.0, 0.0, 0.06, 0.15)))
    ink = _no_wider(ink, text, face, 0.6 * card.picture.shape[1])
    beside, above = (rng.uniform(0.3, 0.9) * ink.digit for _ in range(2))
    high, wide = ink.cover.shape
    room = (round(wide + 2 * beside), round(high + 2 * above))
    left, top = _corner_for(card, room, rng)
    box = (left, top, left + room[0], top + room[1])
    causes = {"faces"} if face.special else set[str]()
    _green_box(card.picture, box, ink.digit, rng)
    white = tuple(float(each) for each in rng.uniform(228, 256, 3))
    look = Look((white[0], white[1], white[2]), wear=rng.choice((0, 0, 0, 0.03)))
    if rng.random() < 0.6 * level.often_styled:
        look = _styled(look, (12.0, 30.0, 12.0), causes, rng)
    x, y = left + round((room[0] - wide) / 2), top + round((room[1] - high) / 2)
    lay(card.picture, ink, x, y, look, rng)
    card.codes.append(Printed(text, kind, ink, x, y, frozenset(causes), box))


def write(
    picture: Picture, text: str, face: Typeface, height: float, at: tuple[int, int], colour: Colour, rng: Rng
) -> int:
    """Writes a line of text, `height` pixels high, its ink's top left corner at `at`; how wide it became."""
    if not text.strip():
        return 0
    ink = ink_of(text, face, height)
    lay(picture, ink, *at, Look(colour), rng)
    return int(ink.cover.shape[1])


def paragraph(picture: Picture, box: Box, face: Typeface, height: float, colour: Colour, rng: Rng) -> None:
    """Fills a box with lines of words."""
    y = box[1]
    while y + height * 1.4 < box[3]:
        words, width = "", 0.0
        while width < box[2] - box[0]:
            words = f"{words} {_word(rng)}".strip()
            width = len(words) * height * 0.68
        words = words[: int((box[2] - box[0]) / (height * 0.68))].rsplit(" ", 1)[0]
        if rng.random() > 0.08:
            write(picture, words, face, height, (box[0], round(y)), colour, rng)
        y = round(y + height * 1.9)


def _word(rng: Rng) -> str:
    if rng.random() < 0.06:
        return str(rng.choice(("+1", "-2", "3", "x2", "10%", "(4)", "1:2", "5+", "12")))
    return str(rng.choice(_WORDS))


def _face_for(assets: Assets, rng: Rng, level: Level) -> Typeface:
    while True:
        face = assets.face(rng, special=bool(rng.random() < level.often_special))
        if not face.name.startswith(_UNREADABLE):
            return face


def _no_wider(ink: Ink, text: str, face: Typeface, most: float) -> Ink:
    wide = ink.cover.shape[1]
    return ink if wide <= most else ink_of(text, face, ink.digit * most / wide)


def _place(card: Card, ink: Ink, rng: Rng) -> tuple[int, int]:
    high, wide = ink.cover.shape
    room = (round(wide + 1.4 * ink.digit), round(high + 0.9 * ink.digit))
    left, top = _corner_for(card, room, rng)
    return left + (room[0] - wide) // 2, top + (room[1] - high) // 2


def _corner_for(card: Card, room: tuple[int, int], rng: Rng) -> tuple[int, int]:
    """Where a box of that size stands on a card: mostly in a corner or in the middle of a side."""
    high, wide = card.picture.shape[:2]
    left, top = 1, 1
    for _ in range(12):
        aside = rng.uniform(0.02, 0.08) * min(high, wide)
        x = rng.choice((aside, (wide - room[0]) / 2, wide - room[0] - aside))
        y = rng.choice((aside, (high - room[1]) / 2, high - room[1] - aside), p=(0.35, 0.1, 0.55))
        left, top = max(round(float(x)), 1), max(round(float(y)), 1)
        if not _is_taken(card, (left, top, left + room[0], top + room[1])):
            break
    return left, top


def _is_taken(card: Card, box: Box) -> bool:
    """Whether words stand there already."""
    return any(box[0] < each[2] and each[0] < box[2] and box[1] < each[3] and each[1] < box[3] for each in card.taken)


def _ground_and_look(
    card: Card, ink: Ink, left: int, top: int, styled: bool, causes: set[str], rng: Rng
) -> tuple[Look, Box]:
    high, wide = ink.cover.shape
    beside, above = rng.uniform(0.3, 0.7) * ink.digit, rng.uniform(0.22, 0.45) * ink.digit
    box = (
        max(round(left - beside), 0), max(round(top - above), 0),
        round(left + wide + beside), round(top + high + above),
    )  # fmt: skip
    part = card.picture[box[1] : box[3], box[0] : box[2]]
    busy = float(part.std())
    if _is_taken(card, box) or (not styled and (busy > 16 or rng.random() < 0.6)):
        _patch(card.picture, box, rng)
    under = card.picture[top : top + high, left : left + wide].reshape(-1, 3).mean(axis=0)
    light = float(under @ (0.11, 0.59, 0.3))
    colour = _against(light, rng)
    look = Look(
        colour,
        second=_shaded(colour, rng) if rng.random() < 0.12 else None,
        emboss=float(rng.choice((0, 0, 0, 1.0))),
        wear=float(rng.choice((0, 0, 0, 0.04))),
    )
    if styled:
        look = _styled(look, _against(float(np.dot(colour, (0.11, 0.59, 0.3))), rng), causes, rng)
    return look, box


def _styled(look: Look, round_it: Colour, causes: set[str], rng: Rng) -> Look:
    """With an outline, a halo or a shadow, or two of them."""
    names = rng.choice(
        ("outline", "halo", "shadow"), size=1 + int(rng.random() < 0.3), replace=False, p=(0.4, 0.3, 0.3)
    )
    causes.update(str(name) for name in names)
    return Look(
        look.colour, look.second,
        outline=round_it if "outline" in names else None, outline_width=rng.uniform(0.05, 0.12),
        halo=round_it if "halo" in names else None, halo_width=rng.uniform(0.15, 0.4),
        shadow=rng.uniform(0.6, 0.95) if "shadow" in names else 0.0,
        shadow_way=(rng.uniform(-0.12, 0.12), rng.uniform(0.05, 0.13)),
        emboss=look.emboss, wear=look.wear,
    )  # fmt: skip


def _against(light: float, rng: Rng) -> Colour:
    """A colour that stands out from a ground of that lightness."""
    pale = light < 118
    while True:
        colour = rng.uniform(170, 256, 3) if pale else rng.uniform(0, 95, 3)
        if rng.random() < 0.5:
            colour[:] = colour.mean() + rng.uniform(-12, 12)
        colour = np.clip(colour, 0, 255)
        if abs(float(colour @ (0.11, 0.59, 0.3)) - light) > 85:
            return float(colour[0]), float(colour[1]), float(colour[2])


def _shaded(colour: Colour, rng: Rng) -> Colour:
    by = rng.uniform(0.75, 1.25)
    return min(colour[0] * by, 255), min(colour[1] * by, 255), min(colour[2] * rng.uniform(0.9, 1.1), 255)


def _any_colour(rng: Rng, low: float = 0, high: float = 255) -> Colour:
    hue, strong = int(rng.integers(180)), int(rng.integers(20, 220))
    pixel = np.array([[[hue, strong, int(rng.uniform(low, high))]]], np.uint8)
    b, g, r = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0]
    return float(b), float(g), float(r)


def _patch(picture: Picture, box: Box, rng: Rng) -> None:
    """A plate, pill, hexagon, ribbon or token under print."""
    colour = _any_colour(rng, 10, 110) if rng.random() < 0.5 else _any_colour(rng, 170, 255)
    left, top, right, bottom = box
    high = bottom - top
    form = rng.choice(("plate", "pill", "hexagon", "ribbon", "round plate"))
    corners = {"plate": 0.0, "pill": high / 2, "round plate": high / 5}
    if form in corners:
        mask = np.zeros(picture.shape[:2], np.uint8)
        _round_box(mask, box, corners[form])
    else:
        reach = high // 2 if form == "hexagon" else high // 3
        sign = 1 if form == "hexagon" else -1
        outer = left - reach, right + reach
        middle = (top + bottom) // 2
        points = (
            [(left, top), (right, top), (outer[1], middle), (right, bottom), (left, bottom), (outer[0], middle)]
            if sign > 0
            else [
                (outer[0], top),
                (outer[1], top),
                (right, middle),
                (outer[1], bottom),
                (outer[0], bottom),
                (left, middle),
            ]
        )
        mask = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.array(points, np.int32)], 255, cv2.LINE_AA)
    edge = cv2.dilate(mask, np.ones((3, 3), np.uint8), iterations=int(rng.integers(1, 4)))
    if rng.random() < 0.5:
        _paint(picture, edge, _any_colour(rng, 20, 250))
    _paint(picture, mask, colour, see_through=float(rng.choice((0, 0, 0.25))))


def _green_box(picture: Picture, box: Box, digit: float, rng: Rng) -> None:
    hue, strong, light = int(rng.integers(48, 84)), int(rng.integers(70, 230)), int(rng.integers(38, 100))
    pixel = np.array([[[hue, strong, light]]], np.uint8)
    b, g, r = (float(each) for each in cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0])
    corner = float(rng.choice((0, 0.1, 0.3))) * digit
    if rng.random() < 0.45:
        by = max(round(rng.uniform(0.04, 0.14) * digit), 1)
        frame = np.zeros(picture.shape[:2], np.uint8)
        _round_box(frame, (box[0] - by, box[1] - by, box[2] + by, box[3] + by), corner + by)
        _paint(picture, frame, _any_colour(rng, 120, 250))
    mask = np.zeros(picture.shape[:2], np.uint8)
    _round_box(mask, box, corner)
    _paint(picture, mask, (b, g, r))
    if rng.random() < 0.35:
        noise = rng.normal(0, rng.uniform(2, 7), picture.shape[:2]).astype(np.float32)
        grain = cv2.GaussianBlur(noise, (0, 0), rng.uniform(0.6, 2)) * 2 * (mask > 0)
        picture[:] = np.clip(picture + grain[..., None], 0, 255).astype(np.uint8)


def _round_box(mask: Picture, box: Box, corner: float) -> None:
    left, top, right, bottom = box
    by = int(min(corner, (right - left) / 2, (bottom - top) / 2))
    cv2.rectangle(mask, (left + by, top), (right - by, bottom), 255, -1)
    cv2.rectangle(mask, (left, top + by), (right, bottom - by), 255, -1)
    for x in (left + by, right - by):
        for y in (top + by, bottom - by):
            cv2.circle(mask, (x, y), by, 255, -1, cv2.LINE_AA)


def _paint(picture: Picture, mask: Picture, colour: Colour, see_through: float = 0.0) -> None:
    part = (mask.astype(np.float32) / 255 * (1 - see_through))[..., None]
    picture[:] = (picture * (1 - part) + np.array(colour, np.float32) * part).astype(np.uint8)


def _rounded(wide: int, high: int, corner: float) -> Picture:
    mask = np.zeros((high, wide), np.uint8)
    _round_box(mask, (0, 0, wide - 1, high - 1), corner)
    return mask


def _paper(rng: Rng, wide: int, high: int) -> Picture:
    tone = np.array(_any_colour(rng, 200, 252)) * 0.25 + 0.75 * rng.uniform(205, 250)
    coarse = cv2.resize(rng.normal(0, 5, (12, 9)).astype(np.float32), (wide, high), interpolation=cv2.INTER_CUBIC)
    fine = rng.normal(0, 2.5, (high, wide)).astype(np.float32)
    return np.clip(tone + (coarse + fine)[..., None], 0, 255).astype(np.uint8)


def _event(assets: Assets, rng: Rng, wide: int, high: int, density: float, taken: list[Box]) -> Picture:
    """A title, a picture, a text."""
    border = round(rng.uniform(0, 4) * density)
    card = np.full((high, wide, 3), _any_colour(rng, 15, 250), np.uint8)
    card[border : high - border, border : wide - border] = _paper(rng, wide - 2 * border, high - 2 * border)
    split = round(rng.uniform(0.4, 0.65) * high)
    bar = round(rng.uniform(7, 10) * density)
    card[border + bar : split, border : wide - border] = assets.photo(rng, wide - 2 * border, split - border - bar)
    dark = _any_colour(rng, 10, 90)
    title = " ".join(str(rng.choice(_WORDS)) for _ in range(int(rng.integers(1, 4)))).title()
    size = min(bar * 0.45, 1.2 * (wide - 2 * border) / max(len(title), 1))
    at = (border + round(2 * density), border + round(bar * 0.25))
    long = write(card, title, assets.face(rng), size, at, dark, rng)
    taken.append((at[0], at[1], at[0] + long, at[1] + round(1.3 * size)))
    aside = border + round(3 * density)
    inner = (aside, split + round(3 * density), wide - aside, high - border - round(9 * density))
    taken.append(inner)
    paragraph(card, inner, assets.face(rng, "serif", "sans", "slab"), rng.uniform(1.3, 2.0) * density, dark, rng)
    if rng.random() < 0.5:
        _icons(card, assets, rng, density)
    return card


def _full_picture(assets: Assets, rng: Rng, wide: int, high: int, density: float, taken: list[Box]) -> Picture:
    """A picture all over, with a band of text or without."""
    card = assets.photo(rng, wide, high)
    if rng.random() < 0.6:
        top = round(rng.uniform(0.5, 0.7) * high)
        bottom = round(rng.uniform(0.8, 0.9) * high)
        part = card[top:bottom].astype(np.float32)
        card[top:bottom] = (part * 0.3 + np.array(_any_colour(rng, 190, 255)) * 0.7).astype(np.uint8)
        inner = (round(4 * density), top + round(2 * density), wide - round(4 * density), bottom)
        taken.append(inner)
        paragraph(card, inner, assets.face(rng, "serif", "sans"), rng.uniform(1.4, 2.1) * density, (25, 20, 20), rng)
    if rng.random() < 0.6:
        border = round(rng.uniform(1, 4) * density)
        cv2.rectangle(card, (0, 0), (wide - 1, high - 1), _any_colour(rng, 0, 255), 2 * border)
    return card


def _plain(assets: Assets, rng: Rng, wide: int, high: int, density: float, taken: list[Box]) -> Picture:
    """Text alone, or nothing, on paper or on a colour."""
    dark = rng.random() < 0.35
    card = _paper(rng, wide, high)
    if dark:
        card[:] = (card * (np.array(_any_colour(rng, 15, 90)) / 255)).astype(np.uint8)
    ink: Colour = (230, 235, 235) if dark else _any_colour(rng, 0, 90)
    if rng.random() < 0.7:
        inner = (round(6 * density), round(14 * density), wide - round(6 * density), high - round(14 * density))
        taken.append(inner)
        paragraph(card, inner, assets.face(rng, "serif", "sans", "slab"), rng.uniform(1.4, 2.6) * density, ink, rng)
    if rng.random() < 0.5:
        by = round(rng.uniform(1.5, 4) * density)
        cv2.rectangle(card, (by, by), (wide - by, high - by), ink, max(round(0.3 * density), 1), cv2.LINE_AA)
    return card


def _back(assets: Assets, rng: Rng, wide: int, high: int, density: float, taken: list[Box]) -> Picture:
    """A pattern, as on the backs of cards."""
    colour = np.array(_any_colour(rng, 40, 160), np.float32)
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32) / density
    step = rng.uniform(2, 7)
    waves: tuple[Callable[[], Picture], ...] = (
        lambda: np.sin(x / step * 3) * np.sin(y / step * 3),
        lambda: np.sin((x + y) / step * 3),
        lambda: np.sin(np.hypot(x - wide / density / 2, y - high / density / 2) / step * 4),
    )
    wave = waves[int(rng.integers(3))]()
    card = np.clip(colour * (1 + 0.25 * np.sign(wave) * rng.uniform(0.3, 1))[..., None], 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        side = round(0.5 * min(wide, high))
        top, left = (high - side) // 2, (wide - side) // 2
        mask = np.zeros((high, wide), np.float32)
        cv2.circle(mask, (wide // 2, high // 2), side // 2, 1.0, -1, cv2.LINE_AA)
        whole = card.astype(np.float32)
        whole[top : top + side, left : left + side] = assets.photo(rng, side, side)
        card = (card * (1 - mask[..., None]) + whole * mask[..., None]).astype(np.uint8)
    return card


def _icons(card: Picture, assets: Assets, rng: Rng, density: float) -> None:
    """Small discs with a figure, such as costs."""
    high, wide = card.shape[:2]
    for _ in range(int(rng.integers(1, 4))):
        radius = round(rng.uniform(2.5, 4) * density)
        at = (int(rng.integers(radius, wide - radius)), int(rng.uniform(0.15, 0.55) * high))
        cv2.circle(card, at, radius, _any_colour(rng, 20, 120), -1, cv2.LINE_AA)
        text = str(rng.integers(1, 10))
        where = (at[0] - radius // 3, at[1] - radius // 2)
        write(card, text, assets.face(rng, "sans", "condensed"), radius, where, (240, 240, 240), rng)
