"""A picture in several sizes, parts of it, upright crops of it, and a row of glyphs in it that may be a code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.reads import CARD_ID, NUMBOX, Frame, Quad

Grey: TypeAlias = npt.NDArray[np.uint8]  # (H, W)
Floats: TypeAlias = npt.NDArray[np.float32]
Ints: TypeAlias = npt.NDArray[np.int32]
_SMALLEST_SIDE = 240  # pixels; smaller copies of a picture are of no use


class Pyramid:
    """A frame and its half-size copies, so that crops of large text are cut without stair steps."""

    def __init__(self, frame: Frame) -> None:
        self.levels = [frame]
        while min(self.levels[-1].shape[:2]) >= 2 * _SMALLEST_SIDE:
            self.levels.append(np.asarray(cv2.pyrDown(self.levels[-1]), np.uint8))

    def crop(self, quad: Quad, height: int) -> Frame:
        """The inside of a quad as an upright picture of `height` pixels, cut from the finest copy that suits."""
        along = float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2
        across = float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2
        width = max(round(height * along / max(across, 1.0)), 1)
        level = int(np.clip(np.floor(np.log2(max(across, 1.0) / height)), 0, len(self.levels) - 1))
        flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        onto = cv2.getPerspectiveTransform((quad / 2**level).astype(np.float32), flat)
        size = (min(width, 12 * height), height)
        picture = self.levels[level]
        crop = cv2.warpPerspective(picture, onto, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(crop, np.uint8)


def widened(quad: Quad, before: float, above: float, behind: float | None = None, below: float | None = None) -> Quad:
    """The quad with a margin, in shares of its height, before and above it, and as much behind and below where no other
    is told; less than 0 takes some of it away."""
    along, down = quad[1] - quad[0], quad[3] - quad[0]
    right = along / (float(np.linalg.norm(along)) or 1.0) * float(np.linalg.norm(down))
    behind, below = before if behind is None else behind, above if below is None else below
    sides = (-before, -above), (behind, -above), (behind, below), (-before, below)
    return np.asarray(quad + np.stack([x * right + y * down for x, y in sides]), np.float32)


def trimmed(quad: Quad, share: float) -> Quad:
    """The quad without such a margin on all sides."""
    return widened(quad, -share, -share)


def lying(corners: Floats) -> Quad:
    """The corners of a rectangle in their order round it, starting so that the first side is a longer one."""
    first, second = np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[2] - corners[1])
    quad = corners if first >= second else np.roll(corners, -1, axis=0)
    return np.asarray(quad, np.float32)


def is_middle_in(quad: Quad, other: Quad) -> bool:
    """Whether the middle of one quad lies in another one."""
    x, y = (float(part) for part in quad.mean(axis=0))
    return cv2.pointPolygonTest(other.reshape(-1, 1, 2), (x, y), measureDist=False) >= 0


def shrunk(frame: Frame, longest: int) -> Frame:
    """A picture whose longer side has at most so many pixels; the very same where it has no more."""
    scale = longest / max(frame.shape[:2])
    if scale >= 1:
        return frame
    size = (max(round(frame.shape[1] * scale), 1), max(round(frame.shape[0] * scale), 1))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)


def grey_pyramid(frame: Frame) -> Pyramid:
    """A pyramid of a frame without its colours."""
    return Pyramid(np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8))


def is_pale(pyramid: Pyramid, quad: Quad) -> bool:
    """Whether the print in a quad is paler than its ground: it covers less of it."""
    grey: Grey = np.asarray(cv2.cvtColor(pyramid.crop(quad, 48), cv2.COLOR_BGR2GRAY), np.uint8)
    _, mask = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return bool(np.count_nonzero(mask) < 0.5 * mask.size)


class Region(NamedTuple):
    """A part of a frame in pixels: its left and top edge, and those to its right and bottom that are no part of it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area(self) -> int:
        return max(self.right - self.left, 0) * max(self.bottom - self.top, 0)

    def around(self, other: Region) -> Region:
        """The smallest region that holds both."""
        edges = min(self.left, other.left), min(self.top, other.top)
        return Region(*edges, max(self.right, other.right), max(self.bottom, other.bottom))

    def moved(self, right: int, down: int) -> Region:
        """The same region so many pixels farther to the right and down."""
        return Region(self.left + right, self.top + down, self.right + right, self.bottom + down)

    def overlaps(self, other: Region) -> bool:
        """Whether any pixel is in both."""
        return max(self.left, other.left) < min(self.right, other.right) and max(self.top, other.top) < min(
            self.bottom, other.bottom
        )

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.left <= x < self.right and self.top <= y < self.bottom

    def cut(self, frame: Frame) -> Frame:
        """This part of a frame."""
        return frame[self.top : self.bottom, self.left : self.right]


def apart(regions: Iterable[Region]) -> list[Region]:
    """Regions that overlap nowhere, and hold all of these."""
    found: list[Region] = []
    for region in regions:
        while meets := [other for other in found if other.overlaps(region)]:
            found.remove(meets[0])
            region = region.around(meets[0])
        found.append(region)
    return found


def region_of(quad: Quad, margin: float, shape: tuple[int, ...]) -> Region:
    """The part of a frame of this shape that holds a quad with a margin in pixels."""
    left, top = np.floor(quad.min(axis=0) - margin).astype(int)
    right, bottom = np.ceil(quad.max(axis=0) + margin).astype(int)
    return Region(max(int(left), 0), max(int(top), 0), min(int(right), shape[1]), min(int(bottom), shape[0]))


@dataclass(frozen=True)
class Candidate:
    """A row of glyphs that may be a code.

    `quad` encloses it tightly, its first side along the row; which of the two ways is up is not known. `pale` tells
    pale glyphs on a darker ground, `boxed` three in a dark green box. A `given` one was told to be all the print
    that belongs together. `glyphs` is the share of its height that its glyphs have.
    """

    quad: Quad
    pale: bool
    boxed: bool = False
    given: bool = False
    glyphs: float = 1.0

    @property
    def loose(self) -> bool:
        """Whether it was cut with a margin that was guessed, and not close round its glyphs."""
        return self.glyphs != 1.0

    @property
    def glyph_height(self) -> float:
        """How high its glyphs are likely in pixels of the frame, which a loose row encloses with a margin."""
        return self.height * self.glyphs

    @cached_property
    def tight(self) -> Quad:
        """Its corners close round its glyphs, as a line has as much margin at its ends as above and below."""
        return trimmed(self.quad, (1 - self.glyphs) / 2)

    @cached_property
    def height(self) -> float:
        """Its height in pixels of the frame."""
        return float(np.linalg.norm(self.quad[3] - self.quad[0]) + np.linalg.norm(self.quad[2] - self.quad[1])) / 2

    @cached_property
    def length(self) -> float:
        """The length of the row in pixels of the frame."""
        return float(np.linalg.norm(self.quad[1] - self.quad[0]) + np.linalg.norm(self.quad[2] - self.quad[3])) / 2

    @property
    def kind(self) -> str:
        """What a code in it would be: three digits in a box are a number, anything else an ID."""
        return NUMBOX if self.boxed else CARD_ID

    def turned(self) -> Candidate:
        """The same row, read the other way up."""
        return replace(self, quad=np.roll(self.quad, 2, axis=0))

    def shifted(self, by: Quad) -> Candidate:
        """The same row somewhere else, by (2,) pixels to the right and down."""
        return replace(self, quad=np.asarray(self.quad + by, np.float32))
