"""What people lay under a camera that has no code: prices, dates, number plates, pages, screens, other games' cards."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from benchmarks.independent.assets import Assets, Rng
from benchmarks.independent.cards import Card, blank, paragraph, print_id, print_number, write
from benchmarks.independent.levels import NUMBOX, Level
from benchmarks.independent.printing import Colour

DENSITY = 8.0  # pixels a millimetre
_DARK: Colour = (25, 22, 20)


def near_misses(assets: Assets, level: Level, rng: Rng) -> tuple[str, list[Card]]:
    """What kind of thing it is, and one to three of them; none for a photograph alone."""
    name = str(rng.choice(tuple(_KINDS)))
    if name == "photograph":
        return name, []
    many = 1 if name in ("page", "phone screen") else int(rng.integers(1, 4))
    return name, [_KINDS[name](assets, level, rng) for _ in range(many)]


def _sheet(rng: Rng, wide: float, high: float, colour: Colour | None = None) -> Card:
    size = (round(wide * DENSITY), round(high * DENSITY))
    tone = np.array(colour) if colour is not None else rng.uniform(200, 250) * np.array([rng.uniform(0.85, 1), 0.98, 1])
    picture = np.clip(tone + rng.normal(0, 2, (size[1], size[0], 1)), 0, 255) * np.ones(3)
    return Card(picture.astype(np.uint8), np.full((size[1], size[0]), 255, np.uint8))


def _lines(card: Card, texts: list[str], assets: Assets, rng: Rng, height: float, kinds: tuple[str, ...]) -> Card:
    """Lines of print below each other, each no wider than the sheet."""
    face, y, step = assets.face(rng, *kinds), round(height * 0.6), height * rng.uniform(1.5, 2.1)
    for text in texts:
        size = min(height, 1.25 * card.picture.shape[1] / max(len(text), 1))
        write(card.picture, text, face, size, (round(height * 0.5), y), _DARK, rng)
        y = round(y + step)
    return card


def _price(assets: Assets, level: Level, rng: Rng) -> Card:
    card = _sheet(rng, 60, 38, (60, 220, 250) if rng.random() < 0.3 else None)
    amount = f"{rng.integers(1, 400)}{rng.choice((',', '.'))}{rng.choice(('99', '50', '00', '49'))}"
    text = str(rng.choice((f"{amount} zł".replace("ł", "l"), f"${amount}", amount, f"{rng.integers(100, 900)} g")))
    return _lines(card, [text, f"{rng.integers(1, 99)} / 100 g"], assets, rng, 0.34 * card.picture.shape[0], ())


def _date(assets: Assets, level: Level, rng: Rng) -> Card:
    day, month, year = rng.integers(1, 29), rng.integers(1, 13), rng.integers(1990, 2027)
    forms = (f"{day:02}/{month:02}", f"{day}.{month:02}.{year}", f"{year}-{month:02}-{day:02}", f"{month}/{day}/{year}")
    card = blank(assets, rng, DENSITY) if rng.random() < 0.5 else _sheet(rng, 60, 40)
    if card.picture.shape[1] < 62 * DENSITY:
        return _lines(card, [str(rng.choice(forms))], assets, rng, rng.uniform(3, 8) * DENSITY, ())
    print_id(card, str(rng.choice(forms)), rng.uniform(2.5, 6) * DENSITY, level, assets, rng)
    return card


def _plate(assets: Assets, level: Level, rng: Rng) -> Card:
    card = _sheet(rng, 130, 28, (240, 240, 240) if rng.random() < 0.7 else (70, 210, 240))
    high, wide = card.picture.shape[:2]
    card.picture[:, : wide // 12] = (150, 60, 20)
    letters = "".join(rng.choice(list("ABCEFGHKPRSTWZ"), 2))
    forms = (
        f"{letters} {rng.integers(10000):05}",
        f"{letters} {rng.integers(1000):03}{letters[0]}",
        f"K {letters} {rng.integers(1000):03}",
    )
    text = str(rng.choice(forms))
    write(card.picture, text, assets.face(rng, "sans", "condensed"), 0.6 * high, (wide // 9, high // 5), _DARK, rng)
    return card


def _page(assets: Assets, level: Level, rng: Rng) -> Card:
    card = _sheet(rng, 148, 205)
    high, wide = card.picture.shape[:2]
    face, size = assets.face(rng, "serif", "sans", "slab"), rng.uniform(2.0, 3.0) * DENSITY
    write(card.picture, "Setting up the game", assets.face(rng), 2 * size, (80, 60), _DARK, rng)
    if rng.random() < 0.6:
        card.picture[170:560, 80 : wide - 80] = assets.photo(rng, wide - 160, 390)
    paragraph(card.picture, (80, 600, wide - 80, high - 330), face, size, _DARK, rng)
    for row in range(4):
        texts = (
            f"{rng.integers(1, 30)} x",
            str(rng.integers(100, 999)),
            f"p. {rng.integers(2, 200)}",
            f"{rng.integers(1, 9)}/{rng.integers(10, 30)}",
        )
        for column, text in enumerate(texts):
            write(
                card.picture,
                text,
                face,
                size,
                (80 + column * wide // 5, high - 310 + round(row * 2 * size)),
                _DARK,
                rng,
            )
    write(card.picture, str(rng.integers(2, 400)), face, size, (wide // 2, high - 60), _DARK, rng)
    return card


def _phone(assets: Assets, level: Level, rng: Rng) -> Card:
    dark = rng.random() < 0.5
    card = _sheet(rng, 68, 145, (18, 16, 16) if dark else (250, 250, 250))
    high, wide = card.picture.shape[:2]
    ink: Colour = (235, 235, 235) if dark else (30, 30, 30)
    face = assets.face(rng, "sans")
    write(card.picture, f"{rng.integers(24):02}:{rng.integers(60):02}", face, 24, (30, 20), ink, rng)
    write(card.picture, f"{rng.integers(5, 100)}%", face, 22, (wide - 90, 20), ink, rng)
    if rng.random() < 0.5:
        write(card.picture, f"{rng.integers(24)}:{rng.integers(60):02}", face, 110, (70, 180), ink, rng)
    for row in range(8):
        y = 360 + row * 95
        cv2.circle(
            card.picture, (60, y + 15), 28, tuple(float(each) for each in rng.uniform(40, 220, 3)), -1, cv2.LINE_AA
        )
        write(
            card.picture,
            str(rng.choice(("Anna", "Game night", "Weather", "Bank", "Mum"))),
            face,
            24,
            (110, y - 10),
            ink,
            rng,
        )
        write(
            card.picture,
            f"{rng.integers(1, 29)}.{rng.integers(1, 13):02}  {rng.integers(24)}:{rng.integers(60):02}",
            face,
            18,
            (110, y + 30),
            ink,
            rng,
        )
    cv2.rectangle(card.picture, (0, 0), (wide - 1, high - 1), (12, 12, 12), 12)
    return card


def _receipt(assets: Assets, level: Level, rng: Rng) -> Card:
    card = _sheet(rng, 72, 150)
    goods = ("COFFEE", "BREAD", "MILK", "APPLES", "CHEESE", "WATER", "TEA")
    texts = [
        f"{rng.integers(1, 5)} x {rng.choice(goods)}  {rng.integers(1, 90)},{rng.integers(100):02}" for _ in range(10)
    ]
    texts += [
        f"SUM  {rng.integers(100, 999)},{rng.integers(100):02}",
        f"{rng.integers(1, 29):02}.{rng.integers(1, 13):02}.2026  {rng.integers(24):02}:{rng.integers(60):02}",
    ]
    return _lines(card, texts, assets, rng, 3 * DENSITY, ("mono", "condensed"))


def _other_box(assets: Assets, level: Level, rng: Rng) -> Card:
    """A dark green box with something other than three digits."""
    card = blank(assets, rng, DENSITY)
    texts = (
        f"{rng.integers(10, 100)}",
        f"{rng.integers(10000):04}",
        "EXIT",
        f"{rng.integers(10, 100)}%",
        f"+{rng.integers(1, 10)}",
    )
    print_number(card, str(rng.choice(texts)), rng.uniform(3, 6) * DENSITY, level, assets, rng, NUMBOX)
    return card


def _other_code(assets: Assets, level: Level, rng: Rng) -> Card:
    """A code of another game, which has nearly the form of ours."""
    card = blank(assets, rng, DENSITY)
    number = rng.integers(1000)
    texts = (
        f"{rng.choice(list('ABCEFGHKPRST'))}{number:03}", f"{rng.choice(('M', 'D'))}{number // 10:02}",
        f"D{rng.integers(10000):04}", f"L{rng.integers(20, 100)}", f"L{number:03}", f"XI/{number // 10:02}",
        f"{rng.integers(1, 13):02}/{rng.integers(1, 31):02}", f"{rng.choice(('I', 'V', 'X'))}/{number % 10}",
        f"{number:03}/{rng.integers(100, 1000)}", f"No. {number}",
    )  # fmt: skip
    print_id(card, str(rng.choice(texts)), rng.uniform(2.6, 6) * DENSITY, level, assets, rng)
    return card


def _calendar(assets: Assets, level: Level, rng: Rng) -> Card:
    card = _sheet(rng, 110, 90)
    face = assets.face(rng, "sans", "serif")
    for day in range(1, 32):
        at = (30 + (day % 7) * 118, 110 + day // 7 * 110)
        write(card.picture, str(day), face, 34, at, _DARK if day % 7 else (40, 40, 190), rng)
    write(
        card.picture,
        f"{rng.choice(('May', 'June', 'October'))} {rng.integers(2015, 2028)}",
        face,
        44,
        (40, 30),
        _DARK,
        rng,
    )
    return card


def _card(assets: Assets, level: Level, rng: Rng) -> Card:
    return blank(assets, rng, DENSITY)


def _nothing(assets: Assets, level: Level, rng: Rng) -> Card:
    raise AssertionError("a photograph has no cards")


_KINDS: dict[str, Callable[[Assets, Level, Rng], Card]] = {
    "photograph": _nothing, "price": _price, "date": _date, "number plate": _plate, "page": _page,
    "phone screen": _phone, "receipt": _receipt, "other box": _other_box, "other game's code": _other_code,
    "calendar": _calendar, "card without a code": _card,
}  # fmt: skip
NAMES = tuple(_KINDS)
