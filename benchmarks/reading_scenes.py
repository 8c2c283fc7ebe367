"""Camera frames with known codes: cards on a table among clutter, and pictures without any code."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from reading_camera import Again, Level, bent, glared, sleeved, taken
from reading_cards import PX_PER_MM, Card, CardPress

from vision.grammar import turned
from vision.reads import CARD_ID, NUMBOX, Frame, Quad

FRAME = (1280, 720)
_AWAY_MM = 400.0  # from the camera to the card


@dataclass(frozen=True)
class Scene:
    """A frame, what takes others like it with other noise, the code that is in it (empty: none), its kind, the height
    of its digits in pixels, and where it is."""

    frame: Frame
    again: Again
    code: str = ""
    kind: str = ""
    digit_px: float = 0.0
    quad: Quad | None = None

    @property
    def ambiguous(self) -> bool:
        """Whether it reads as another number upside down."""
        return self.kind == NUMBOX and turned(self.code) not in (None, self.code)


def any_code(rng: np.random.Generator, kind: str) -> str:
    """A code of a kind, each number as likely as any other."""
    number = int(rng.integers(0, 1000))
    if kind == NUMBOX:
        return f"{number:03}"
    which = str(rng.choice(["D", "M", "L", "/"]))
    if which == "L":
        return f"L{number % 16 + 1:02}"
    if which == "/":
        return f"{rng.choice(['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'IX', 'X'])}/{number % 20:02}"
    return f"{which}{number:03}"


def scene(
    seed: tuple[int, ...],
    level: Level,
    kind: str,
    side: str = "test",
    digit_px: float | None = None,
    code: str | None = None,
) -> Scene:
    """A frame with one code of this kind (none where it is empty), or this one, and whatever else lies on a table."""
    rng = np.random.default_rng(seed)
    press = CardPress(rng, side)
    smallest = 16.0 if kind == CARD_ID else 10.0
    wanted = digit_px or float(smallest * rng.uniform(1.0, 3.2))
    wanted_code = any_code(rng, kind) if kind else ""
    card = press.card(code or wanted_code, rng.random() < 0.5) if kind else press.other()
    picture = table(rng)
    for _ in range(int(rng.integers(level.others[0], level.others[1] + 1))):
        far = rng.uniform(-1, 1, 2) * (620, 340)
        _lay(
            picture, press.other(), rng.uniform(2.5, 5.5), rng.uniform(0, 360), 0.0, (float(far[0]), float(far[1])), rng
        )
    _clutter(picture, rng)
    if not kind:
        _lay(
            picture,
            card,
            rng.uniform(3, 7),
            rng.uniform(-1, 1) * level.turned_deg,
            rng.uniform(0, level.tipped_deg),
            (0, 0),
            rng,
        )
        return Scene(*taken(picture, level, wanted, rng))
    return _with_code(picture, card, level, wanted, rng)


def _with_code(picture: Frame, card: Card, level: Level, wanted: float, rng: np.random.Generator) -> Scene:
    printed = card.printed[0]
    turn, tip = rng.uniform(-1, 1) * level.turned_deg, rng.uniform(0, 1) * level.tipped_deg
    scale = wanted / printed.digit_px * PX_PER_MM
    # The code itself lies within the picture; the card may go on outside of it.
    matrix = _pose(card.picture.shape, scale, turn, tip, (0, 0))
    at = _onto(printed.quad, matrix).mean(axis=0)
    target = np.array(FRAME) / 2 + rng.uniform(-1, 1, 2) * (360, 180)
    matrix = np.array([[1, 0, target[0] - at[0]], [0, 1, target[1] - at[1]], [0, 0, 1]]) @ matrix
    _paste(picture, card.picture, matrix)
    quad, outline = _onto(printed.quad, matrix), _onto(_corners(card.picture.shape), matrix)
    if rng.random() < level.sleeve:
        sleeved(picture, outline, rng)
    if rng.random() < level.hand:
        _hand(picture, quad, outline, rng)
    if rng.random() < level.glare:
        picture = glared(picture, quad, rng)
    picture = bent(picture, float(rng.uniform(-1, 1)) * level.lens)
    down = (np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2
    return Scene(*taken(picture, level, float(down), rng), printed.code, printed.kind, float(down), quad)


def table(rng: np.random.Generator) -> Frame:
    """A table of wood, cloth, stone or plain colour."""
    width, height = FRAME
    colour = np.array(
        rng.uniform(25, 190, 3) if rng.random() < 0.4 else np.array([62, 88, 124]) * rng.uniform(0.5, 1.5)
    )
    stretch = (height // 4 + 1, 9) if rng.random() < 0.5 else (height // int(rng.integers(2, 30)), width // 6)
    grain = cv2.resize(rng.normal(0, 1, stretch).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(colour + float(rng.uniform(1, 14)) * grain[..., None], 0, 255), np.uint8)


def photographs(folder: Path | None = None) -> Iterator[tuple[str, Frame]]:
    """Real photographs without a code: those of a folder, and the free ones that scikit-image brings, if installed."""
    folders = [folder] if folder else []
    try:
        import skimage

        folders.append(Path(skimage.__file__).parent / "data")
    except ImportError:
        pass
    for each in folders:
        for file in sorted(each.iterdir()):
            picture = cv2.imread(str(file), cv2.IMREAD_COLOR) if file.suffix in (".png", ".jpg", ".jpeg") else None
            if picture is not None and min(picture.shape[:2]) >= 100:
                yield file.name, np.asarray(picture, np.uint8)


def _clutter(picture: Frame, rng: np.random.Generator) -> None:
    for _ in range(int(rng.integers(0, 10))):  # cubes, tokens, pens
        x, y = (int(part) for part in rng.integers(0, FRAME))
        colour, size = rng.uniform(10, 240, 3).tolist(), int(rng.integers(8, 40))
        if rng.random() < 0.5:
            cv2.circle(picture, (x, y), size, colour, -1, cv2.LINE_AA)
        else:
            points = cv2.boxPoints(((x, y), (size, size * float(rng.uniform(1, 6))), float(rng.uniform(0, 90))))
            cv2.fillPoly(picture, [points.astype(np.int32)], colour, cv2.LINE_AA)


def _hand(picture: Frame, code: Quad, outline: Quad, rng: np.random.Generator) -> None:
    """A finger or two on a corner of the card that does not hold the code."""
    middle = code.mean(axis=0)
    corner = max(outline, key=lambda each: float(np.linalg.norm(each - middle)))
    clear = 0.75 * float(np.linalg.norm(code[0] - code[2]))
    skin = tuple(float(part) for part in np.array([128, 160, 208]) * rng.uniform(0.5, 1.1))
    away = (corner - middle) / max(float(np.linalg.norm(corner - middle)), 1.0)
    for finger in (-1, 0, 1):
        side = np.array([-away[1], away[0]]) * finger * 46
        tip = corner + side - away * min(60.0, max(float(np.linalg.norm(corner - middle)) - clear - 30, 0.0))
        cv2.line(picture, tuple(int(p) for p in tip), tuple(int(p) for p in tip + away * 700), skin, 40, cv2.LINE_AA)


def _lay(
    picture: Frame, card: Card, scale: float, turn: float, tip: float, at: tuple[float, float], rng: np.random.Generator
) -> None:
    matrix = _pose(card.picture.shape, scale, turn, tip, at)
    _paste(picture, card.picture, matrix)
    if rng.random() < 0.3:
        sleeved(picture, _onto(_corners(card.picture.shape), matrix), rng)


def _pose(shape: tuple[int, ...], scale: float, turn_deg: float, tip_deg: float, at: tuple[float, float]) -> Quad:
    """The matrix from a card's pixels to the frame's."""
    flat = _corners(shape)
    turn, tip = math.radians(turn_deg), math.radians(tip_deg)
    points = (flat - flat.mean(axis=0)) / PX_PER_MM
    x = points[:, 0] * math.cos(turn) - points[:, 1] * math.sin(turn)
    y = points[:, 0] * math.sin(turn) + points[:, 1] * math.cos(turn)
    nearer = _AWAY_MM / (_AWAY_MM - y * math.sin(tip))
    there = np.stack([x * nearer, y * math.cos(tip) * nearer], axis=1) * scale + np.array(FRAME) / 2 + np.array(at)
    return np.asarray(cv2.getPerspectiveTransform(flat, there.astype(np.float32)), np.float64)


def _corners(shape: tuple[int, ...]) -> Quad:
    height, width = shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)


def _onto(points: Quad, matrix: Quad) -> Quad:
    return np.asarray(cv2.perspectiveTransform(points.reshape(-1, 1, 2), matrix).reshape(-1, 2), np.float32)


def _paste(picture: Frame, card: Frame, matrix: Quad) -> None:
    flat = _corners(card.shape)
    there = _onto(flat, matrix)
    shrink = math.sqrt(abs(cv2.contourArea(flat)) / max(abs(cv2.contourArea(there)), 1.0))
    soft = cv2.GaussianBlur(card, (0, 0), 0.4 * shrink) if shrink > 1 else card
    size = (picture.shape[1], picture.shape[0])
    paper = cv2.warpPerspective(soft, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    whole = np.full(card.shape[:2], 255, np.uint8)
    inside = cv2.warpPerspective(whole, matrix, size)[..., None].astype(np.float32) / 255
    picture[:] = (paper * inside + picture * (1 - inside)).astype(np.uint8)
