"""A table with cards, things and hands on it, as a plane measured in millimetres, drawn as a camera sees it."""

from __future__ import annotations

import cv2
import numpy as np

from benchmarks.independent.assets import Assets, Picture, Rng
from benchmarks.independent.camera import Camera
from benchmarks.independent.cards import Card

_SKIN = ((140, 170, 225), (110, 145, 205), (90, 120, 180), (60, 85, 135), (45, 60, 95), (165, 190, 235))  # BGR
_COARSE = 4  # how much coarser is looked at what covers what


class Table:
    """What has been laid down, as straight lines see it, `finer` times as fine as the picture."""

    def __init__(self, camera: Camera, finer: int, assets: Assets, rng: Rng) -> None:
        self.camera, self.finer = camera, finer
        self.size = (camera.width * finer, camera.height * finer)
        self.to_canvas = np.diag([finer, finer, 1.0]) @ camera.plane
        self.canvas = self._ground(assets, rng)
        self._kept_clear = np.zeros((camera.height // _COARSE, camera.width // _COARSE), np.uint8)

    def keep_clear(self, points: Picture) -> None:
        """Nothing may be laid over these corners (millimetres) from now on."""
        cv2.fillPoly(self._kept_clear, [self._coarse(points)], 1)

    def is_free(self, points: Picture) -> bool:
        """Whether what has these corners (millimetres) would leave all clear that must be."""
        covered = np.zeros_like(self._kept_clear)
        cv2.fillPoly(covered, [self._coarse(points)], 1)
        return not bool((covered & self._kept_clear).any())

    def lay(self, card: Card, place: Picture, rng: Rng) -> None:
        """Lays a card down; `place` takes its pixels to millimetres. It throws a little shadow."""
        by = self.to_canvas @ place
        fine = float(np.sqrt(abs(np.linalg.det(by[:2, :2] / by[2, 2]))))  # canvas pixels a pixel of the card
        picture = card.picture
        if fine < 0.7:
            picture = cv2.GaussianBlur(picture, (0, 0), 0.35 / fine)
        seen = cv2.warpPerspective(picture, by, self.size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
        cover = self.covered_by(card.cover, by)
        self._shade(cover, 0.3 * self.finer * rng.uniform(1, 6), rng.uniform(0.2, 0.6))
        self._put(seen, cover)

    def covered_by(self, cover: Picture, by: Picture) -> Picture:
        """Coverage as it is seen on the canvas, between 0 and 1."""
        seen = cv2.warpPerspective(cover, by, self.size, flags=cv2.INTER_LINEAR)
        return seen.astype(np.float32) / (255 if cover.dtype == np.uint8 else 1)

    def lay_thing(self, thing: Picture, at: Picture, size: float, rng: Rng) -> None:
        """Lays down something cut out (BGRA), its middle at `at`, `size` millimetres wide, turned anyhow."""
        high, wide = thing.shape[:2]
        place = placing(np.array([wide / 2, high / 2]), at, rng.uniform(0, 360), size / wide)
        self.lay(Card(np.ascontiguousarray(thing[..., :3]), np.ascontiguousarray(thing[..., 3])), place, rng)

    def lay_finger(self, tip: Picture, way: float, width: float, rng: Rng) -> None:
        """A finger whose tip's middle is at `tip` and that comes from where `way` (radians) points, in millimetres."""
        spine = np.array([tip + np.array([np.cos(way), np.sin(way)]) * far for far in (0.0, 14.0, 30.0, 60.0, 120.0)])
        spine[2:] += rng.uniform(-3, 3, 2)
        points = cv2.perspectiveTransform(spine.reshape(-1, 1, 2), self.to_canvas).reshape(-1, 2)
        across = float(np.linalg.norm(points[1] - points[0])) / 14.0 * width
        mask = np.zeros(self.size[::-1], np.uint8)
        widths = across * np.array([0.86, 1.0, 1.04, 1.12, 1.2])
        for (one, other), (thin, thick) in zip(zip(points, points[1:], strict=False), zip(widths, widths[1:], strict=False), strict=True):
            _capsule(mask, one, other, thin / 2, thick / 2)
        self._shade(mask / np.float32(255), across * 0.12, 0.55)
        self._put(_skin(mask, across, points, rng), cv2.GaussianBlur(mask, (0, 0), 1.0) / np.float32(255))

    def _ground(self, assets: Assets, rng: Rng) -> Picture:
        corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64) * self.size
        seen = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), np.linalg.inv(self.to_canvas)).reshape(-1, 2)
        low, far = seen.min(axis=0), seen.max(axis=0)
        wide, high = 1400, max(round(1400 * float((far - low)[1] / (far - low)[0])), 50)
        ground = _any_ground(assets, rng, wide, min(high, 2500))
        scale = (far - low) / (ground.shape[1], ground.shape[0])
        place = np.array([[scale[0], 0, low[0]], [0, scale[1], low[1]], [0, 0, 1]])
        return cv2.warpPerspective(
            ground, self.to_canvas @ place, self.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )

    def _coarse(self, points: Picture) -> Picture:
        return np.asarray(np.round(self.camera.seen(points) / _COARSE), np.int32)

    def _shade(self, cover: Picture, soft: float, dark: float) -> None:
        small = cv2.resize(cover, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        small = cv2.GaussianBlur(small, (0, 0), max(soft / 2, 0.6))
        shade = cv2.resize(small, self.size) * dark
        self.canvas = (self.canvas * (1 - shade[..., None])).astype(np.uint8)

    def _put(self, seen: Picture, cover: Picture) -> None:
        ys, xs = np.nonzero(cover > 0)
        if len(xs):
            part = np.s_[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
            by = cover[part][..., None]
            self.canvas[part] = (self.canvas[part] * (1 - by) + seen[part] * by).astype(np.uint8)


def placing(point: Picture, at: Picture, degrees: float, scale: float) -> Picture:
    """What takes pixels to the plane so that `point` comes to lie at `at`, turned and `scale` millimetres a pixel."""
    cos, sin = np.cos(np.deg2rad(degrees)) * scale, np.sin(np.deg2rad(degrees)) * scale
    turned = np.array([[cos, -sin], [sin, cos]])
    return np.vstack((np.column_stack((turned, at - turned @ point)), (0, 0, 1)))


def moved(points: Picture, place: Picture) -> Picture:
    """Points, (N, 2), taken somewhere else by a (3, 3) matrix."""
    return cv2.perspectiveTransform(np.asarray(points, np.float64).reshape(-1, 1, 2), place).reshape(-1, 2)


def outline_of(card: Card) -> Picture:
    """The four corners of a card in its pixels."""
    high, wide = card.cover.shape
    return np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)


def _any_ground(assets: Assets, rng: Rng, wide: int, high: int) -> Picture:
    how = rng.choice(("photo", "wood", "cloth", "desk"), p=(0.45, 0.25, 0.2, 0.1))
    if how == "photo":
        return assets.photo(rng, wide, high)
    base = rng.uniform(25, 225) * np.array([rng.uniform(0.4, 1.1), rng.uniform(0.6, 1.05), 1.0])
    if how == "wood":
        base = rng.uniform(60, 215) * np.array([rng.uniform(0.3, 0.75), rng.uniform(0.6, 0.85), 1.0])
        return _wood(base, wide, high, rng)
    grain = rng.normal(0, 14 if how == "cloth" else 3, (high, wide)).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), 1.1) * 2
    if how == "cloth":
        y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
        grain += 7 * np.sin(x * rng.uniform(0.6, 1.6)) * np.sin(y * rng.uniform(0.6, 1.6))
    return np.clip(base + grain[..., None], 0, 255).astype(np.uint8)


def _wood(base: Picture, wide: int, high: int, rng: Rng) -> Picture:
    along = cv2.resize(rng.normal(0, 1, (40, 5)).astype(np.float32), (wide, high), interpolation=cv2.INTER_CUBIC)
    y = np.arange(high, dtype=np.float32)[:, None] / high
    rings = np.sin((y * rng.uniform(20, 60) + along * 1.5) * 3)
    fine = cv2.resize(rng.normal(0, 1, (high, max(wide // 40, 1))).astype(np.float32), (wide, high))
    tone = 1 + 0.08 * rings + 0.05 * fine
    boards = int(rng.integers(2, 9))
    for edge in np.linspace(0, high, boards + 1)[1:-1]:
        tone[int(edge) : int(edge) + 4] *= 0.5
    return np.clip(base * tone[..., None], 0, 255).astype(np.uint8)


def _capsule(mask: Picture, one: Picture, other: Picture, thin: float, thick: float) -> None:
    along = (other - one) / max(float(np.linalg.norm(other - one)), 1e-6)
    side = np.array([-along[1], along[0]])
    points = [one + side * thin, other + side * thick, other - side * thick, one - side * thin]
    cv2.fillPoly(mask, [np.round(np.clip(points, -20000, 20000)).astype(np.int32)], 255)
    for at, radius in ((one, thin), (other, thick)):
        if np.abs(at).max() < 20000:
            cv2.circle(mask, (int(at[0]), int(at[1])), max(int(radius), 1), 255, -1)


def _skin(mask: Picture, across: float, points: Picture, rng: Rng) -> Picture:
    deep = cv2.distanceTransform((mask > 0).astype(np.uint8), cv2.DIST_L2, 3) / max(across / 2, 1)
    round_it = np.sqrt(np.clip(1 - (1 - np.clip(deep, 0, 1)) ** 2, 0, 1))
    tone = np.array(_SKIN[int(rng.integers(len(_SKIN)))], np.float32) * rng.uniform(0.85, 1.1)
    grain = cv2.resize(rng.normal(0, 1, (90, 160)).astype(np.float32), mask.shape[::-1]) * 0.03
    skin = tone * (0.5 + 0.5 * round_it + grain)[..., None]
    if rng.random() < 0.7:
        way = points[1] - points[0]
        at = points[0] + way * (across * 0.12 / max(float(np.linalg.norm(way)), 1e-6))
        nail = np.zeros(mask.shape, np.float32)
        axes = (max(int(across * 0.33), 1), max(int(across * 0.26), 1))
        if np.abs(at).max() < 20000:
            angle = float(np.degrees(np.arctan2(way[1], way[0])))
            cv2.ellipse(nail, (int(at[0]), int(at[1])), axes, angle, 0, 360, 1.0, -1, cv2.LINE_AA)
        nail = cv2.GaussianBlur(nail, (0, 0), max(across * 0.02, 0.8))[..., None] * 0.6
        skin = skin * (1 - nail) + (tone * 0.75 + 60) * nail
    return np.clip(skin, 0, 255)
