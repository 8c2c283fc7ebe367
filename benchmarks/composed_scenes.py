"""Composed camera frames: a pinhole camera over a table of real photographs, with another lens, another light and
another noise than in `reading_scenes`. Its typefaces and photographs are whatever lies in two folders."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from composed_cards import Composer
from reading_camera import Again, stored
from reading_cards import PX_PER_MM, TALL, WIDE
from reading_scenes import FRAME, Scene, any_code

from vision.find.picture import Floats
from vision.reads import CARD_ID, Frame, Quad

_SEES_DEG = (62, 66)  # from the left edge of the picture to the right one
_EDGE = 12  # pixels: a code stands at least so far from the picture's edge
_GAMMA = 2.2
_ROUND = 3.0  # millimetres: a card's corners
_OTHER_FROM_MM, _OTHER_TO_MM = 170.0, 420.0  # from the camera to other cards


@dataclass(frozen=True)
class Trouble:
    """How far a frame is from an ideal one. `defocus` is the diameter of the blur, `motion` its length, both in digit
    heights; `glare`, `sleeve`, `hand`, `shadow` and `fade` are probabilities."""

    name: str
    turned_deg: float
    tipped_deg: float
    defocus: float
    motion: float
    light: tuple[float, float]
    noise: tuple[float, float]
    lamp: float
    jpeg: tuple[int, int]
    glare: float
    sleeve: float
    hand: float
    shadow: float
    fade: float
    others: int


TROUBLES = (
    Trouble("easy", 20, 8, 0.10, 0.0, (0.85, 1.05), (1, 3), 0.05, (85, 96), 0.0, 0.1, 0.0, 0.1, 0.1, 1),
    Trouble("normal", 180, 25, 0.20, 0.10, (0.55, 1.1), (2, 6), 0.12, (70, 92), 0.2, 0.35, 0.3, 0.3, 0.2, 3),
    Trouble("hard", 180, 45, 0.30, 0.18, (0.25, 1.2), (4, 10), 0.25, (45, 85), 0.4, 0.5, 0.5, 0.5, 0.4, 4),
)


@dataclass(frozen=True)
class _View:
    """How a card lies under the camera: turned, and tipped about an axis of that direction, at (3,) millimetres."""

    turned_deg: float
    tipped_deg: float
    axis_deg: float
    at: tuple[float, float, float]


class Photographer:
    """Takes composed frames."""

    def __init__(self, fonts: Path, photographs: Path) -> None:
        self._fonts = sorted(str(file) for file in fonts.rglob("*.[ot]tf"))
        self._photographs = sorted(file for file in photographs.rglob("*.jpg"))
        if not self._fonts or not self._photographs:
            raise SystemExit(f"no typefaces (.ttf, .otf) in {fonts}, or no photographs (.jpg) in {photographs}")

    def scene(self, seed: Sequence[int], trouble: Trouble, kind: str) -> Scene:
        """A frame with one code of this kind; without a code where it is empty."""
        found: Scene | None = None
        for attempt in range(100):
            rng = np.random.default_rng((*seed, attempt))
            found = self._taken(rng, trouble, kind)
            if found is not None:
                break
        if found is None:
            raise RuntimeError("no card could be laid within the picture")
        return found

    def _taken(self, rng: np.random.Generator, trouble: Trouble, kind: str) -> Scene | None:
        composer, focal = Composer(rng, self._fonts, self._photographs), _focal_px(rng)
        picture = self._table(rng, composer)
        for _ in range(int(rng.integers(0, trouble.others + 1))):
            far = float(rng.uniform(_OTHER_FROM_MM, _OTHER_TO_MM))
            at = float(rng.uniform(-0.55, 0.55)) * far, float(rng.uniform(-0.32, 0.32)) * far, far
            view = _View(float(rng.uniform(0, 360)), 0.0, 0.0, at)
            _lay(rng, picture, composer.other().picture, _seen(_corners_mm(), view, focal), rng.random() < 0.3)
        if not kind:
            view = _any_view(rng, trouble, (0.0, 0.0, float(rng.uniform(120, 320))))
            _lay(rng, picture, composer.other().picture, _seen(_corners_mm(), view, focal), False)
            return Scene(*_photographed(rng, picture, trouble, 18.0))
        low, high = (16, 46) if kind == CARD_ID else (10, 40)
        wanted = math.exp(float(rng.uniform(math.log(low), math.log(high))))
        small = kind == CARD_ID or rng.random() < 0.5
        digit_mm = float(rng.uniform(2.0, 4.5) if small else rng.uniform(5, 12))
        card = composer.card(any_code(rng, kind), kind, digit_mm)
        [printed] = card.printed
        far = focal * printed.digit_px / PX_PER_MM / wanted
        across, down = (float(rng.uniform(-reach, reach)) * far for reach in (0.3, 0.17))
        view = _any_view(rng, trouble, (across, down, far))
        middle = printed.quad.mean(axis=0) / PX_PER_MM - (WIDE / 2, TALL / 2)
        quad = _seen(printed.quad / PX_PER_MM - (WIDE / 2, TALL / 2) - middle, view, focal)
        outline = _seen(_corners_mm() - middle, view, focal)
        tall = float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2
        inside = quad.min() > _EDGE and (quad.max(axis=0) < np.array(FRAME) - _EDGE).all()
        if tall < low or not inside:
            return None
        _lay(rng, picture, _faded(rng, card.picture, trouble), outline, rng.random() < trouble.sleeve)
        if rng.random() < trouble.hand:
            _hold(rng, picture, quad, outline)
        lit = _lit(rng, picture, trouble, quad)
        return Scene(*_photographed(rng, lit, trouble, tall), printed.code, kind, tall, quad)

    def _table(self, rng: np.random.Generator, composer: Composer) -> Frame:
        if rng.random() < 0.5:
            return composer.piece(FRAME, float(rng.uniform(3, 25)))
        small = rng.normal(0, 1, (int(rng.integers(8, 200)), int(rng.integers(4, 20)))).astype(np.float32)
        grain = cv2.resize(small, FRAME, interpolation=cv2.INTER_CUBIC)[..., None]
        return np.asarray(np.clip(rng.uniform(20, 210, 3) + grain * rng.uniform(2, 18), 0, 255), np.uint8)


def _focal_px(rng: np.random.Generator) -> float:
    return FRAME[0] / 2 / math.tan(math.radians(float(rng.uniform(*_SEES_DEG))) / 2)


def _any_view(rng: np.random.Generator, trouble: Trouble, at: tuple[float, float, float]) -> _View:
    turned = float(rng.uniform(-trouble.turned_deg, trouble.turned_deg))
    return _View(turned, float(rng.uniform(0, trouble.tipped_deg)), float(rng.uniform(0, 360)), at)


def _corners_mm() -> Quad:
    right, down = WIDE / 2, TALL / 2
    return np.array([[-right, -down], [right, -down], [right, down], [-right, down]], np.float32)


def _seen(points: Quad, view: _View, focal: float) -> Quad:
    """Points of a card's plane, (N, 2) millimetres, in the picture."""
    turn, tip, axis = (math.radians(part) for part in (view.turned_deg, view.tipped_deg, view.axis_deg))
    spin, _ = cv2.Rodrigues(np.array([0.0, 0.0, turn]))
    lean, _ = cv2.Rodrigues(np.array([math.cos(axis), math.sin(axis), 0.0]) * tip)
    flat = np.concatenate([points, np.zeros((len(points), 1))], axis=1)
    there = flat @ (lean @ spin).T + np.array(view.at)
    return np.asarray(focal * there[:, :2] / there[:, 2:] + np.array(FRAME) / 2, np.float32)


def _lay(rng: np.random.Generator, picture: Frame, card: Frame, outline: Quad, sleeved: bool) -> None:
    """A card with round corners and its shadow, in place."""
    height, width = card.shape[:2]
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    onto = cv2.getPerspectiveTransform(flat, outline.astype(np.float32))
    shrink = math.sqrt(width * height / max(abs(cv2.contourArea(outline)), 1.0))
    soft = cv2.GaussianBlur(card, (0, 0), 0.45 * shrink) if shrink > 1.2 else card
    mask = cv2.warpPerspective(_rounded((height, width)), onto, FRAME)[..., None].astype(np.float32) / 255
    shadow = np.roll(cv2.GaussianBlur(mask, (0, 0), 5), (4, 4), (0, 1))[..., None]
    laid = picture * (1 - 0.35 * shadow * (1 - mask)) * (1 - mask) + cv2.warpPerspective(soft, onto, FRAME) * mask
    if sleeved:
        over = (outline.mean(axis=0) + (outline - outline.mean(axis=0)) * 1.06).astype(np.int32)
        veil = laid.copy()
        cv2.fillPoly(veil, [over], (228, 230, 232))
        share = float(rng.uniform(0.04, 0.15))
        laid = laid * (1 - share) + veil * share + _streak(rng, over)
    picture[:] = np.clip(laid, 0, 255).astype(np.uint8)


def _rounded(shape: tuple[int, int]) -> Frame:
    mask, radius = np.zeros(shape, np.uint8), round(_ROUND * PX_PER_MM)
    inner = np.zeros(shape, np.uint8)
    cv2.rectangle(inner, (radius, radius), (shape[1] - radius - 1, shape[0] - radius - 1), 255, -1)
    side = 2 * radius + 1
    return np.asarray(cv2.dilate(inner, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), mask), np.uint8)


def _streak(rng: np.random.Generator, sleeve: Quad) -> Floats:
    """A lamp's streak in a sleeve, from one corner to another."""
    line = np.zeros(FRAME[::-1], np.float32)
    one, other = (tuple(int(part) for part in sleeve[int(rng.integers(4))]) for _ in range(2))
    cv2.line(line, one, other, 1.0, int(rng.integers(4, 20)))
    return np.asarray(cv2.GaussianBlur(line, (0, 0), 8)[..., None] * float(rng.uniform(0, 50)), np.float32)


def _faded(rng: np.random.Generator, card: Frame, trouble: Trouble) -> Frame:
    if rng.random() >= trouble.fade:
        return card
    share = float(rng.uniform(0.45, 0.85))
    return np.asarray(np.clip(card * share + card.mean() * (1 - share) + 10, 0, 255), np.uint8)


def _hold(rng: np.random.Generator, picture: Frame, code: Quad, outline: Quad) -> None:
    """Three fingers on the corner that is farthest from the code."""
    middle = code.mean(axis=0)
    far = max(outline, key=lambda corner: float(np.linalg.norm(corner - middle)))
    way = (far - middle) / max(float(np.linalg.norm(far - middle)), 1.0)
    clear = float(np.linalg.norm(code[0] - code[2])) / 2 + 2.2 * float(np.linalg.norm(code[3] - code[0])) + 30
    tip = middle + way * max(0.8 * float(np.linalg.norm(far - middle)), clear)
    skin = np.array([110, 145, 200]) * float(rng.uniform(0.4, 1.2))
    for finger in (-1, 0, 1):
        start = tip + np.array([-way[1], way[0]]) * finger * 50 + way * abs(finger) * 25
        for aside, wide, shade in ((0, 46, 1.0), (8, 14, 0.85)):
            one, other = (tuple(int(part) + aside for part in point) for point in (start, start + way * 900))
            cv2.line(picture, one, other, tuple(float(part) for part in skin * shade), wide, cv2.LINE_AA)


def _lit(rng: np.random.Generator, picture: Frame, trouble: Trouble, code: Quad) -> Floats:
    """The picture with the edge of somebody's shadow across it, and a lamp mirrored beside the code."""
    y, x = np.mgrid[: FRAME[1], : FRAME[0]].astype(np.float32)
    lit = picture.astype(np.float32)
    if rng.random() < trouble.shadow:
        turn = float(rng.uniform(0, 2 * math.pi))
        far = (x - rng.uniform(0, FRAME[0])) * math.cos(turn) + (y - rng.uniform(0, FRAME[1])) * math.sin(turn)
        inside = 1 / (1 + np.exp(-np.clip(far / rng.uniform(4, 40), -30, 30)))
        lit *= (1 - float(rng.uniform(0.2, 0.55)) * inside)[..., None]
    if rng.random() < trouble.glare:
        turn, reach = float(rng.uniform(0, 2 * math.pi)), float(np.linalg.norm(code[0] - code[2]))
        spot = code.mean(axis=0) + np.array([math.cos(turn), math.sin(turn)]) * reach * rng.uniform(0.9, 2)
        wide = reach * float(rng.uniform(0.12, 0.35))
        lit += rng.uniform(120, 300) * np.exp(-((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / (2 * wide**2))[..., None]
    return np.asarray(np.clip(lit, 0, 255), np.float32)


def _photographed(
    rng: np.random.Generator, picture: Frame | Floats, trouble: Trouble, tall: float
) -> tuple[Frame, Again]:
    """What the sensor makes of it: blur and vignette in linear light, lamp colour, noise, sharpening, JPEG; and what
    takes others like it."""
    light: Floats = np.asarray((np.asarray(picture, np.float32) / 255) ** _GAMMA, np.float32)
    light = _blurred(light, float(rng.uniform(0.2, 1)) * trouble.defocus * tall / 2)
    streak = float(rng.uniform(0, 1)) * trouble.motion * tall
    light = _moved(light, streak, float(rng.uniform(0, math.pi))) if streak > 1 else light
    y, x = np.mgrid[-1 : 1 : FRAME[1] * 1j, -1 : 1 : FRAME[0] * 1j]
    light *= (1 - float(rng.uniform(0, 0.18)) * (x * x + y * y))[..., None]
    light *= (1 + trouble.lamp * rng.uniform(-1, 1, 3)) * rng.uniform(*trouble.light)
    grey = np.clip(light, 0, None) ** (1 / _GAMMA) * 255
    first, strength = _noise(rng), float(rng.uniform(*trouble.noise))
    denoised, sharpened = rng.random() < 0.3, rng.random() < 0.5
    quality = int(rng.integers(*trouble.jpeg))

    def seen(noise: Floats) -> Frame:
        frame = np.asarray(np.clip((grey + noise * strength).astype(np.float32), 0, 255), np.uint8)
        if denoised:
            frame = np.asarray(cv2.bilateralFilter(frame, 5, 20, 3), np.uint8)
        if sharpened:
            frame = np.asarray(cv2.addWeighted(frame, 1.4, cv2.GaussianBlur(frame, (0, 0), 1.2), -0.4, 0), np.uint8)
        return stored(frame, quality)

    return seen(first), lambda noises: seen(_noise(noises))


def _noise(rng: np.random.Generator) -> Floats:
    """Of a frame: of each pixel, and of larger spots."""
    fine, coarse = rng.normal(0, 1, (FRAME[1], FRAME[0], 3)), rng.normal(0, 1, (FRAME[1] // 2, FRAME[0] // 2, 3))
    return np.asarray(0.7 * fine + 0.8 * cv2.resize(coarse, FRAME), np.float64)


def _blurred(light: Floats, radius: float) -> Floats:
    """Out of focus: each point is a disk."""
    if radius <= 0.6:
        return np.asarray(cv2.GaussianBlur(light, (0, 0), 0.5), np.float32)
    reach = math.ceil(radius)
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disk = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return np.asarray(cv2.filter2D(light, -1, disk / disk.sum()), np.float32)


def _moved(light: Floats, length: float, angle: float) -> Floats:
    side = math.ceil(length) | 1
    line, reach = np.zeros((side, side), np.float32), np.array([math.cos(angle), math.sin(angle)]) * (side - 1) / 2
    one, other = (tuple(int(part) for part in np.round(side // 2 + sign * reach)) for sign in (-1, 1))
    cv2.line(line, one, other, 1.0, 1)
    return np.asarray(cv2.filter2D(light, -1, line / line.sum()), np.float32)
