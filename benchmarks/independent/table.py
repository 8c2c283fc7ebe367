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
        soft, dark = 0.3 * self.finer * rng.uniform(1, 6), rng.uniform(0.2, 0.6)
        part = self._part(moved(outline_of(card), by), 3 * soft + 2)
        if part is None:
            return
        by = np.array([[1, 0, -part[1].start], [0, 1, -part[0].start], [0, 0, 1.0]]) @ by
        size = (part[1].stop - part[1].start, part[0].stop - part[0].start)
        fine = float(np.sqrt(abs(np.linalg.det(by[:2, :2] / by[2, 2]))))  # canvas pixels a pixel of the card
        picture = card.picture
        if fine < 0.7:
            picture = cv2.GaussianBlur(picture, (0, 0), 0.35 / fine)
        seen = cv2.warpPerspective(picture, by, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
        cover = cv2.warpPerspective(card.cover, by, size, flags=cv2.INTER_LINEAR).astype(np.float32) / 255
        self._put(part, seen, cover, soft, dark)

    def sharp(self, ink: Picture, place: Picture, part: tuple[slice, slice]) -> Picture:
        """Ink (float32, between 0 and 1) as it would be seen in a part of the picture if all were sharp."""
        x, y = np.meshgrid(*(np.arange(side.start, side.stop, dtype=np.float64) + 0.5 for side in part[::-1]))
        straight = self.camera.straight(np.column_stack((x.ravel(), y.ravel())))
        at = moved(straight, np.linalg.inv(self.camera.plane @ place)).astype(np.float32).reshape(*x.shape, 2) - 0.5
        fine = max(float(np.abs(np.diff(at, axis=1)).max(initial=0)), 1.0)  # pixels of ink a pixel of the picture
        soft = cv2.GaussianBlur(ink, (0, 0), 0.4 * fine)
        ways = [np.asarray(at[..., side], np.float32) for side in (0, 1)]
        return np.asarray(cv2.remap(soft, ways[0], ways[1], cv2.INTER_LINEAR))

    def lay_thing(self, thing: Picture, at: Picture, size: float, rng: Rng) -> None:
        """Lays down something cut out (BGRA), its middle at `at`, `size` millimetres wide, turned anyhow."""
        high, wide = thing.shape[:2]
        place = placing(np.array([wide / 2, high / 2]), at, rng.uniform(0, 360), size / wide)
        self.lay(Card(np.ascontiguousarray(thing[..., :3]), np.ascontiguousarray(thing[..., 3])), place, rng)

    def lay_finger(self, tip: Picture, way: float, width: float, rng: Rng) -> None:
        """A finger whose tip's middle is at `tip` and that comes from where `way` (radians) points, in millimetres."""
        spine = np.array(
            [tip + np.array([np.cos(way), np.sin(way)]) * far for far in (0.0, 14.0, 30.0, 60.0, 120.0, 600.0)]
        )
        spine[2:] += rng.uniform(-3, 3, 2)
        points = cv2.perspectiveTransform(spine.reshape(-1, 1, 2), self.to_canvas).reshape(-1, 2)
        across = float(np.linalg.norm(points[1] - points[0])) / 14.0 * width
        soft = across * 0.12
        part = self._part(np.vstack((points - across, points + across)), 3 * soft)
        if part is None:
            return
        points = points - (part[1].start, part[0].start)
        mask = np.zeros((part[0].stop - part[0].start, part[1].stop - part[1].start), np.uint8)
        widths = across * np.array([0.86, 1.0, 1.04, 1.12, 1.3, 2.6])
        for n in range(len(points) - 1):
            _capsule(mask, points[n], points[n + 1], widths[n] / 2, widths[n + 1] / 2)
        cover = cv2.GaussianBlur(mask, (0, 0), 1.0) / np.float32(255)
        self._put(part, _skin(mask, across, points, rng), cover, soft, 0.55)

    def _ground(self, assets: Assets, rng: Rng) -> Picture:
        corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64) * self.size
        seen = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), np.linalg.inv(self.to_canvas)).reshape(-1, 2)
        low, far = seen.min(axis=0), seen.max(axis=0)
        wide, high = 1400, max(round(1400 * float((far - low)[1] / (far - low)[0])), 50)
        ground = _any_ground(assets, rng, wide, min(high, 2500))
        scale = (far - low) / (ground.shape[1], ground.shape[0])
        place = np.array([[scale[0], 0, low[0]], [0, scale[1], low[1]], [0, 0, 1]])
        size = (self.camera.width, self.camera.height)
        seen = cv2.warpPerspective(
            ground, self.camera.plane @ place, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
        return cv2.resize(seen, self.size)

    def _coarse(self, points: Picture) -> Picture:
        return np.asarray(np.round(self.camera.seen(points) / _COARSE), np.int32)

    def _part(self, points: Picture, room: float) -> tuple[slice, slice] | None:
        """The part of the canvas that holds these points and some room; None where none of it is seen."""
        low = np.clip(np.floor(points.min(axis=0) - room), 0, self.size).astype(int)
        far = np.clip(np.ceil(points.max(axis=0) + room), 0, self.size).astype(int)
        return None if (far - low < 2).any() else (slice(low[1], far[1]), slice(low[0], far[0]))

    def _put(self, part: tuple[slice, slice], seen: Picture, cover: Picture, soft: float, dark: float) -> None:
        """Puts something into a part of the canvas, with its shadow round it."""
        high, wide = cover.shape
        small = cv2.resize(cover, (max(wide // 4, 1), max(high // 4, 1)), interpolation=cv2.INTER_AREA)
        small = cv2.GaussianBlur(small, (0, 0), max(soft / 2, 0.6))
        shade = 1 - cv2.resize(small, (wide, high)) * np.float32(dark)
        under = self.canvas[part] * (shade * (1 - cover))[..., None]
        self.canvas[part] = (under + seen * cover[..., None]).astype(np.uint8)


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
    grain: Picture = rng.normal(0, 14 if how == "cloth" else 3, (high, wide)).astype(np.float32)
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
    return np.asarray(np.clip(base * tone[..., None], 0, 255), np.uint8)


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
    return np.asarray(np.clip(skin, 0, 255), np.float32)
