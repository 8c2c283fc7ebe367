"""Frame to candidate codes: short, straight rows of glyphs of one height, in any orientation, and upright crops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.glyphs import Floats, Glyphs, Grey, Ints, find_glyphs, tight_quad
from vision.green_box import find_boxed
from vision.reads import Frame, Quad

GLYPHS_IN_A_CODE = range(3, 9)  # L09 to VIII/08
_SMALLEST_SIDE = 240  # pixels; smaller copies of a picture are of no use
_APART = 1.25  # centres of neighbours in a word, in glyph heights
_MUDDLE = 14  # glyphs; in larger clusters only words are looked for


@dataclass(frozen=True)
class Candidate:
    """A row of glyphs that may be a code.

    `quad` encloses it tightly, its first side along the row; which of the two ways is up is not known. `pale` tells
    pale glyphs on a darker ground, `boxed` three of them in a dark green box.
    """

    quad: Quad
    pale: bool
    boxed: bool = False

    @property
    def height(self) -> float:
        """The height of its glyphs in pixels of the frame."""
        return float(np.linalg.norm(self.quad[3] - self.quad[0]) + np.linalg.norm(self.quad[2] - self.quad[1])) / 2

    @property
    def length(self) -> float:
        """The length of the row in pixels of the frame."""
        return float(np.linalg.norm(self.quad[1] - self.quad[0]) + np.linalg.norm(self.quad[2] - self.quad[3])) / 2

    def turned(self) -> Candidate:
        """The same row, read the other way up."""
        return replace(self, quad=np.roll(self.quad, 2, axis=0))


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


def widened(quad: Quad, along: float, across: float) -> Quad:
    """The quad with a margin, in shares of its height, before and after (`along`) and above and below (`across`)."""
    right, down = quad[1] - quad[0], quad[3] - quad[0]
    height = float(np.linalg.norm(down)) or 1.0
    right = right / (float(np.linalg.norm(right)) or 1.0) * height * along
    down = down / height * height * across
    return np.asarray(quad + np.stack([-right - down, right - down, right + down, -right + down]), np.float32)


def find_candidates(pyramid: Pyramid, at_most: int = 40) -> list[Candidate]:
    """Rows of glyphs that may be codes, each once, boxed ones first, then the tallest first."""
    found = [Candidate(quad, pale=True, boxed=True) for quad in find_boxed(pyramid.levels[0])]
    for level, picture in list(enumerate(pyramid.levels))[::2]:  # each finds glyphs of sixteen sizes, from 6 pixels on
        grey: Grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        for pale in (False, True):
            found += [_at_full_size(candidate, 2**level) for candidate in _rows_of(grey, pale)]
    return _distinct(found)[:at_most]


def _rows_of(grey: Grey, pale: bool) -> Iterator[Candidate]:
    glyphs = find_glyphs(grey, pale=pale)
    seen: set[frozenset[int]] = set()
    for cluster in _clusters(glyphs):
        for row in _rows_in(glyphs, cluster):
            members = frozenset(row.tolist())
            quad = None if members in seen else tight_quad([glyphs.outline(int(index)) for index in row])
            seen.add(members)
            if quad is not None:
                yield Candidate(quad, pale)


def _rows_in(glyphs: Glyphs, cluster: Ints) -> Iterator[Ints]:
    """The rows that a cluster may hold: itself, its words when it is a text, straight chains when it is a muddle."""
    if len(cluster) in GLYPHS_IN_A_CODE:
        yield cluster
    if len(cluster) > GLYPHS_IN_A_CODE[0]:
        yield from _split(glyphs, cluster)
    if GLYPHS_IN_A_CODE[0] < len(cluster) <= _MUDDLE:
        yield from _chains(glyphs, cluster)


def _chains(glyphs: Glyphs, cluster: Ints) -> Iterator[Ints]:
    """Straight rows through each pair of neighbours, of glyphs of their size, up to the first gap on either side."""
    centres, sizes = glyphs.centres[cluster], glyphs.sizes[cluster]
    first, second = _neighbours(Glyphs(glyphs.boxes[cluster], glyphs.labels, cluster))
    for one, other in zip(first.tolist(), second.tolist(), strict=True):
        size = float(max(sizes[one], sizes[other]))
        along = (centres[other] - centres[one]) / max(float(np.linalg.norm(centres[other] - centres[one])), 1.0)
        away = (centres - centres[one]) @ np.array([-along[1], along[0]], np.float32)
        fits = np.flatnonzero(np.abs(away) < 0.22 * size)
        place = (centres[fits] - centres[one]) @ along
        order = np.argsort(place)
        for run in np.split(order, np.flatnonzero(np.diff(place[order]) > _APART * size) + 1):
            row = fits[run]
            if one in row and other in row and len(row) in GLYPHS_IN_A_CODE:
                yield cluster[row]


def _clusters(glyphs: Glyphs) -> list[Ints]:
    """Groups of glyphs of about one size that stand near each other."""
    first, second = _neighbours(glyphs)
    group = np.arange(len(glyphs.numbers))
    for _ in range(64):  # the smallest number spreads along each group; long chains take several rounds
        lower = np.minimum(group[first], group[second])
        before = group.copy()
        np.minimum.at(group, first, lower)
        np.minimum.at(group, second, lower)
        group = group[group]
        if np.array_equal(before, group):
            break
    order = np.argsort(group, kind="stable").astype(np.int32)
    return [part for part in np.split(order, np.flatnonzero(np.diff(group[order])) + 1) if len(part) >= 3]


def _neighbours(glyphs: Glyphs) -> tuple[Ints, Ints]:
    centres, sizes = glyphs.centres, glyphs.sizes
    across = centres[:, None, 0] - centres[None, :, 0]
    down = centres[:, None, 1] - centres[None, :, 1]
    larger = np.maximum(sizes[:, None], sizes[None, :])
    near = across**2 + down**2 < (_APART * larger) ** 2
    near &= larger < 1.9 * np.minimum(sizes[:, None], sizes[None, :])
    first, second = np.nonzero(np.triu(near, 1))
    return first.astype(np.int32), second.astype(np.int32)


def _split(glyphs: Glyphs, cluster: Ints) -> Iterator[Ints]:
    """The words of a cluster that is too large for one code: lines along its reading direction, cut at wide gaps."""
    size = float(np.median(glyphs.sizes[cluster]))
    centres = _along_reading_direction(glyphs.centres[cluster], _APART * size)
    lines = np.argsort(centres[:, 1], kind="stable")
    for line in np.split(lines, np.flatnonzero(np.diff(centres[lines, 1]) > 0.3 * size) + 1):
        placed = line[np.argsort(centres[line, 0])]
        for word in np.split(placed, np.flatnonzero(np.diff(centres[placed, 0]) > 0.95 * _APART * size) + 1):
            if len(word) in GLYPHS_IN_A_CODE:
                yield cluster[word]


def _along_reading_direction(centres: Floats, near: float) -> Floats:
    """Centres turned so that lines of text lie along the first axis: most neighbours stand side by side."""
    apart = centres[None, :] - centres[:, None]
    distance = np.linalg.norm(apart, axis=2) + np.where(np.eye(len(centres), dtype=bool), np.inf, 0)
    nearest = distance.argmin(axis=1)
    step = apart[np.arange(len(centres)), nearest][distance.min(axis=1) < near]
    doubled = 2 * np.arctan2(step[:, 1], step[:, 0])  # a direction and its opposite count as one
    angle = float(np.arctan2(np.sin(doubled).mean(), np.cos(doubled).mean())) / 2 if len(step) else 0.0
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(centres @ turn, np.float32)


def _at_full_size(candidate: Candidate, factor: int) -> Candidate:
    return replace(candidate, quad=candidate.quad * factor)


def _distinct(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Each row once, though it may have been found on several copies of the picture, and no part of another row."""
    kept: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda each: (not each.boxed, -each.length)):
        if not any(_holds(other, candidate) for other in kept):
            kept.append(candidate)
    return sorted(kept, key=lambda each: (not each.boxed, -each.height))


def _holds(row: Candidate, part: Candidate) -> bool:
    """Whether the middle of a part lies on a row of the same height and ground that is as long or longer."""
    if row.pale != part.pale or not 0.74 < row.height / part.height < 1.35:
        return False
    offset = part.quad.mean(axis=0) - row.quad.mean(axis=0)
    along, down = (row.quad[1] - row.quad[0]) / row.length, (row.quad[3] - row.quad[0]) / row.height
    return bool(abs(offset @ along) < row.length / 2 and abs(offset @ down) < 0.35 * row.height)
