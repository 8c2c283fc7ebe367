"""Drawn camera sequences: cards laid by a hand, lying, covered, taken away, in turn, several at once, lamps."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np

from hardware.drawn_deck import Pose, draw_card, empty_table, lay
from vision.grammar import turned
from vision.reads import Frame

FPS = 30
EMPTY, HAND, LYING = "empty table", "hand moves", "card lies"
_SKIN = (128, 160, 208)
_NOISES = 6  # pictures of noise that take turns


@dataclass(frozen=True)
class Shot:
    """One frame of a sequence: `doing` tells what goes on, `codes` lie still and uncovered from now on, for `still_s`
    seconds already; `shown` are all that are in the picture, covered or moving ones too."""

    frame: Frame
    doing: str
    codes: tuple[str, ...] = ()
    still_s: float = 0.0
    shown: tuple[str, ...] = ()


@dataclass
class _Card:
    code: str
    picture: Frame
    pose: Pose


@dataclass
class Table:
    """A table under a camera, with what lies on it; draws its own frames."""

    rng: np.random.Generator
    light: float = 1.0
    cards: list[_Card] = field(default_factory=list)
    _still: int = 0

    def __post_init__(self) -> None:
        self._wood = empty_table()
        level = self.rng.uniform(1.5, 4.5)
        self._noise = [self.rng.normal(0, level, self._wood.shape).astype(np.int8) for _ in range(_NOISES)]
        self._lens_px = self.rng.uniform(0.3, 0.9)

    def switch(self, light: float) -> None:
        """A lamp goes on or off: from then on nothing has been still."""
        self.light, self._still = light, 0

    def clear(self) -> None:
        """All cards are gone at once."""
        self.cards.clear()
        self._still = 0

    def wait(self, seconds: float, doing: str) -> Iterator[Shot]:
        """Nothing moves."""
        picture = self._picture()
        for _ in range(round(seconds * FPS)):
            yield self._shot(picture, doing, still=True)

    def lay_card(self, code: str, font: str, at: tuple[float, float] = (0, 0), px_per_mm: float | None = None) -> _Card:
        """A card that a hand is about to lay down at this place, pixels from the middle."""
        turn = float(self.rng.uniform(0, 360))
        scale = px_per_mm or float(self.rng.uniform(2.6, 5.0))
        pose = Pose(scale, turn, float(self.rng.uniform(-12, 12)), at)
        return _Card(code, draw_card(code, str(self.rng.choice(["gold", "green"])), font), pose)

    def carry(self, card: _Card, seconds: float, away: bool = False) -> Iterator[Shot]:
        """A hand brings a card from the picture's edge, or takes it away."""
        steps = round(seconds * FPS)
        others = [each for each in self.cards if each is not card]
        for step in range(steps):
            places = [_ease((step + part) / steps, away) for part in (0.0, 0.5)]  # the shutter is open for half a frame
            pictures = [self._picture(others, card, place) for place in places]
            yield self._shot(cv2.addWeighted(pictures[0], 0.5, pictures[1], 0.5, 0), HAND, moving=card)

    def hand(self, over: _Card, seconds: float, leaves: bool) -> Iterator[Shot]:
        """A hand goes away from over a card, or comes over it; the card lies there."""
        steps = round(seconds * FPS)
        for step in range(steps):
            place = step / steps if leaves else 1 - step / steps
            picture = self._picture()
            _draw_hand(picture, _middle(over), 60 + 700 * place)
            yield self._shot(picture, HAND)

    def _picture(self, cards: list[_Card] | None = None, moving: _Card | None = None, place: float = 0.0) -> Frame:
        picture = self._wood.copy()
        for card in self.cards if cards is None else cards:
            lay(picture, card.picture, card.pose)
        if moving is not None:
            pose = moving.pose
            away = 900 * (1 - place)
            shift = pose.shift_px[0] + 0.5 * away, pose.shift_px[1] + away
            held = Pose(pose.px_per_mm, pose.turned_deg + 25 * (1 - place), pose.tipped_deg, shift)
            lay(picture, moving.picture, held)
            _draw_hand(picture, (640 + shift[0], 360 + shift[1]), 60)
        return picture

    def _shot(self, picture: Frame, doing: str, still: bool = False, moving: _Card | None = None) -> Shot:
        self._still = self._still + 1 if still else 0
        seen = cv2.GaussianBlur(picture, (0, 0), self._lens_px)
        lit = cv2.convertScaleAbs(seen, alpha=self.light)
        noise = self._noise[int(self.rng.integers(_NOISES))]
        frame = np.asarray(cv2.add(lit, noise, dtype=cv2.CV_8U), np.uint8)
        codes = tuple(card.code for card in self.cards)
        shown = (*codes, *(() if moving is None else (moving.code,)))
        return Shot(frame, doing, codes if still else (), (self._still - 1) / FPS, shown)


def evening(seed: int, fonts: list[str], rounds: int) -> Iterator[Shot]:
    """A seeded sequence of all that happens at a scan spot, so many times over."""
    for number in range(rounds):
        rng = np.random.default_rng([seed, number])
        table = Table(rng)
        font = str(rng.choice(fonts))
        yield from table.wait(1.0, EMPTY)
        yield from _one_in_turn(table, font)
        yield from _several(table, font)


def _one_in_turn(table: Table, font: str) -> Iterator[Shot]:
    for code in (any_code(table.rng), any_code(table.rng)):
        at = tuple(float(part) for part in table.rng.uniform(-1, 1, 2) * (260, 100))
        card = table.lay_card(code, font, (at[0], at[1]))
        yield from table.carry(card, 0.6)
        table.cards.append(card)
        yield from table.hand(card, 0.4, leaves=True)
        yield from table.wait(1.6, LYING)
        yield from table.hand(card, 0.3, leaves=False)
        yield from table.hand(card, 0.3, leaves=True)
        yield from table.wait(1.2, LYING)
        table.switch(float(table.rng.uniform(0.55, 0.8)))
        yield from table.wait(1.2, LYING)
        table.switch(1.0)
        yield from table.carry(card, 0.5, away=True)
        table.clear()
        yield from table.wait(1.3, EMPTY)


def _several(table: Table, font: str) -> Iterator[Shot]:
    for place in (-400, 0, 400):
        code = any_code(table.rng, [card.code for card in table.cards])
        card = table.lay_card(code, font, (place, 0), float(table.rng.uniform(2.6, 3.6)))
        yield from table.carry(card, 0.6)
        table.cards.append(card)
        yield from table.hand(card, 0.4, leaves=True)
        yield from table.wait(1.4, LYING)
    table.clear()
    yield from table.wait(1.3, EMPTY)


def any_code(rng: np.random.Generator, but: list[str] | None = None) -> str:
    """A code of any kind; no number that can be turned, which is asked about."""
    number = int(rng.integers(0, 1000))
    which = str(rng.choice(["D", "M", "L", "/", "box", "box"]))
    code = {
        "L": f"L{number % 16 + 1:02}",
        "/": f"{rng.choice(['I', 'II', 'III', 'IV', 'V', 'VI', 'X'])}/{number % 20:02}",
        "box": f"{number:03}",
    }.get(which, f"{which}{number:03}")
    return any_code(rng, but) if turned(code) not in (None, code) or code in (but or []) else code


def _ease(share: float, away: bool) -> float:
    """How near to its place a hand has brought a card: it slows down at the end."""
    there = 0.5 - 0.5 * math.cos(math.pi * min(share, 1.0))
    return 1 - there if away else there


def _middle(card: _Card) -> tuple[float, float]:
    return 640 + card.pose.shift_px[0], 360 + card.pose.shift_px[1]


def _draw_hand(picture: Frame, at: tuple[float, float], below: float) -> None:
    """An arm that comes from below with its fingers at a place."""
    x, y = round(at[0]), round(at[1] + below)
    cv2.ellipse(picture, (x, y + 60), (70, 85), 0, 0, 360, _SKIN, -1, cv2.LINE_AA)
    for finger in (-48, -16, 16, 48):
        cv2.line(picture, (x + finger, y + 20), (x + finger * 5 // 4, y - 40), _SKIN, 26, cv2.LINE_AA)
    cv2.line(picture, (x, y + 80), (x + 60, y + 900), _SKIN, 95, cv2.LINE_AA)
