"""A camera over a table: where it stands, what its lens bends, and what light, glare, blur and packing do."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from benchmarks.independent.assets import Picture, Rng

_LAMPS = (  # BGR: warm bulbs, cold tubes, coloured lamps
    (0.62, 0.88, 1.08), (0.5, 0.8, 1.1), (1.12, 1.0, 0.86), (1.2, 0.62, 0.5), (0.42, 0.45, 1.15), (0.55, 1.08, 0.62),
    (1.1, 0.6, 1.05),
)  # fmt: skip


@dataclass(frozen=True)
class Camera:
    """A pinhole camera over a plane measured in millimetres: `plane` takes it to pixels, `bend` is the lens's (parts of
    the half diagonal squared, below 0 a barrel)."""

    width: int
    height: int
    plane: Picture
    bend: float

    def seen(self, points: Picture) -> Picture:
        """Points of the plane, (N, 2) millimetres, as pixels of the picture."""
        flat = cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), self.plane).reshape(-1, 2)
        return self._bent(flat)

    def _bent(self, flat: Picture) -> Picture:
        middle, reach = self._lens()
        away = (flat - middle) / reach
        found = away.copy()
        for _ in range(8):  # the picture's point whose straight one this is
            found = away / (1 + self.bend * (found**2).sum(axis=1, keepdims=True))
        return np.asarray(found * reach + middle)

    def straight(self, points: Picture) -> Picture:
        """Where points of the picture, (N, 2), would be without the lens's bend."""
        middle, reach = self._lens()
        away = (points - middle) / reach
        return np.asarray(away * (1 + self.bend * (away**2).sum(axis=1, keepdims=True)) * reach + middle)

    def bent(self, picture: Picture) -> Picture:
        """A straight picture as the lens bends it."""
        if not self.bend:
            return picture
        middle, reach = self._lens()
        y, x = np.mgrid[0 : self.height, 0 : self.width].astype(np.float32)
        x, y = (x + 0.5 - middle[0]) / reach, (y + 0.5 - middle[1]) / reach
        by = 1 + self.bend * (x**2 + y**2)
        ways = [np.asarray(side * by * reach + at - 0.5, np.float32) for side, at in zip((x, y), middle, strict=True)]
        return cv2.remap(picture, ways[0], ways[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)

    def _lens(self) -> tuple[Picture, float]:
        return np.array([self.width / 2, self.height / 2]), float(np.hypot(self.width, self.height) / 2)


def camera_over(width: int, height: int, tilt: float, scale: float, bend: float, rng: Rng) -> Camera:
    """A camera that looks at the plane's origin, tilted by `tilt` degrees in any direction, where a millimetre is
    `scale` pixels."""
    focal = rng.uniform(0.9, 1.5) * width
    axis, angle = rng.uniform(0, 2 * np.pi), np.deg2rad(tilt)
    turned, _ = cv2.Rodrigues(np.array([np.cos(axis), np.sin(axis), 0.0]) * angle)
    inside = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    outside = np.column_stack((turned[:, 0], turned[:, 1], (0, 0, focal / scale)))
    return Camera(width, height, inside @ outside, bend)


def lit(picture: Picture, lamps: bool, rng: Rng) -> Picture:
    """Under one light or, with `lamps`, a coloured one or two of different colours; float32."""
    high, wide = picture.shape[:2]
    one = np.array(_LAMPS[int(rng.integers(len(_LAMPS)))] if lamps else rng.uniform(0.93, 1.05, 3), np.float32)
    way = _slope(wide, high, rng)
    if lamps and rng.random() < 0.5:
        other = np.array(_LAMPS[int(rng.integers(len(_LAMPS)))], np.float32)
        return np.asarray(picture * (one * way[..., None] + other * (1 - way[..., None])))
    return np.asarray(picture * one * (1 - rng.uniform(0, 0.45) * way)[..., None])


def _slope(wide: int, high: int, rng: Rng) -> Picture:
    y, x = np.mgrid[0 : max(high // 8, 2), 0 : max(wide // 8, 2)].astype(np.float32) / max(wide // 8, 2)
    way = rng.uniform(0, 2 * np.pi)
    far = x * np.cos(way) + y * np.sin(way)
    far = (far - far.min()) / max(float(far.max() - far.min()), 1e-6)
    return np.asarray(cv2.resize(1 / (1 + np.exp(-8 * (far - rng.uniform(0.3, 0.7)))), (wide, high)))


def glare_at(shape: tuple[int, int], at: Picture, size: float, rng: Rng) -> Picture:
    """Where a lamp or a window is mirrored, between 0 and 1: a spot, a strip or the panes of a window near a point."""
    spot = np.zeros(shape, np.float32)
    centre = (float(at[0]), float(at[1]))
    angle = rng.uniform(0, 180)
    form = rng.choice(("spot", "strip", "window"))
    if form == "spot":
        axes = (max(int(size * rng.uniform(0.5, 1.4)), 2), max(int(size * rng.uniform(0.4, 1.0)), 2))
        cv2.ellipse(spot, (int(at[0]), int(at[1])), axes, angle, 0, 360, 1.0, -1, cv2.LINE_AA)
    elif form == "strip":
        corners = cv2.boxPoints((centre, (size * 6, size * rng.uniform(0.25, 0.6)), angle))
        cv2.fillPoly(spot, [corners.astype(np.int32)], 1.0, cv2.LINE_AA)
    else:
        for way in (-0.55, 0.55):
            by = np.deg2rad(angle)
            pane = (centre[0] + way * size * np.cos(by), centre[1] + way * size * np.sin(by))
            corners = cv2.boxPoints((pane, (size * 0.9, size * 1.5), angle))
            cv2.fillPoly(spot, [corners.astype(np.int32)], 1.0, cv2.LINE_AA)
    soft = max(size * rng.uniform(0.06, 0.35), 1.0)
    return cv2.GaussianBlur(spot, (0, 0), soft)


def blurred(picture: Picture, sigma: float, moved: float, rng: Rng) -> Picture:
    """Out of focus by `sigma` pixels and moved by `moved` pixels in any direction."""
    if sigma > 0.25:
        if rng.random() < 0.5:
            picture = cv2.GaussianBlur(picture, (0, 0), sigma)
        else:
            picture = cv2.filter2D(picture, -1, _disc(2 * sigma))
    if moved > 0.8:
        size = 2 * int(np.ceil(moved / 2)) + 3
        line = np.zeros((size, size), np.float32)
        way = rng.uniform(0, np.pi)
        step = np.array([np.cos(way), np.sin(way)]) * moved / 2
        middle = size // 2
        ends = [tuple(int(16 * (middle + sign * each)) for each in step) for sign in (-1, 1)]
        cv2.line(line, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
        picture = cv2.filter2D(picture, -1, line / line.sum())
    return picture


def _disc(radius: float) -> Picture:
    size = int(np.ceil(radius))
    y, x = np.mgrid[-size : size + 1, -size : size + 1]
    disc = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return np.asarray(disc / disc.sum(), np.float32)


def taken(picture: Picture, exposure: float, noise: float, quality: int, rng: Rng) -> Picture:
    """What the sensor and the JPEG make of it: uint8."""
    linear = np.clip(picture * np.float32(exposure / 255), 0, 1).astype(np.float32)
    bright: Picture = 255 * cv2.pow(linear, rng.uniform(0.85, 1.1))
    grain: Picture = rng.standard_normal(bright.shape, np.float32)
    grain += cv2.merge([grain.mean(axis=2)] * 3)
    bright = bright + grain * np.float32(0.75 * noise)
    if rng.random() < 0.35:  # as phones sharpen
        bright = bright + (bright - cv2.GaussianBlur(bright, (0, 0), 1.2)) * rng.uniform(0.3, 0.9)
    whole = np.clip(bright, 0, 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", whole, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    unpacked = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    assert unpacked is not None
    return unpacked
