"""Digits of real print, from photographs of Sudokus in newspapers whose digits are known.

A folder of `NAME.jpg` beside `NAME.dat`, which has nine lines of nine digits (0 where nothing is printed), as in the
public collection `wichtounet/sudoku_dataset` on GitHub (folder `images`; it names no licence, so nothing of it is kept
here).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.find.picture import Grey
from vision.photos.card_photo import from_the_top
from vision.reads import Frame, Quad

_SIDE = 9  # cells
_SEARCHED_PX = 900  # longer side of the picture in which the grid is looked for
_CELL_PX = (24, 80)
_FEWEST_RIGHT, _CLEARLY = 75, 6  # of the 81 cells: printed or not as told, and as many more than turned otherwise
_ONE_SIZE = (0.85, 1.15)  # of the usual digit's height: others were cut badly
_AROUND = 0.25  # of a digit's height: ground above and below it
_CONTRAST = 45  # grey levels between ink and paper

Digits = npt.NDArray[np.int64]  # (9, 9)
Place = tuple[int, int, int, int]  # left, top, width, height


@dataclass(frozen=True)
class Number:
    """Three digits of one photograph set side by side: (H, W, 3) uint8, `digit_px` high."""

    text: str
    picture: Frame
    digit_px: float


def numbers(folder: Path, rng: np.random.Generator, of_each: int) -> Iterator[Number]:
    """So many numbers of each photograph whose grid is found, and whose way up is clear."""
    for file in sorted(folder.glob("*.jpg")):
        picture, told = cv2.imread(str(file)), _told(file.with_suffix(".dat"))
        if picture is not None and told is not None:
            yield from _of_photograph(np.asarray(picture, np.uint8), told, rng, of_each)


def _told(file: Path) -> Digits | None:
    if not file.exists():
        return None
    lines = [line.split() for line in file.read_text(errors="ignore").splitlines()]
    rows = [[int(digit) for digit in line] for line in lines if len(line) == _SIDE and all(map(str.isdigit, line))]
    return np.array(rows) if len(rows) == _SIDE else None


def _of_photograph(picture: Frame, told: Digits, rng: np.random.Generator, of_each: int) -> Iterator[Number]:
    grid = _upright_grid(picture, told)
    if grid is None:
        return
    places = _places(grid)
    cells = [(str(told[cell]), place) for cell, place in places.items() if told[cell]]
    usual = float(np.median([place[3] for _, place in cells]))
    cells = [(text, place) for text, place in cells if _ONE_SIZE[0] < place[3] / usual < _ONE_SIZE[1]]
    for _ in range(of_each if len(cells) > _SIDE else 0):
        chosen = [cells[number] for number in rng.choice(len(cells), 3, replace=False)]
        apart = float(rng.uniform(0.06, 0.35)) * usual
        parts = [_cut(grid, place, usual, apart) for _, place in chosen]
        if len({part.shape[0] for part in parts}) == 1:
            yield Number("".join(text for text, _ in chosen), _side_by_side(parts), usual)


def _upright_grid(picture: Frame, told: Digits) -> Frame | None:
    """The grid seen straight on, the right way up; None where it is not found or may be upside down."""
    best, clearly, found = 0, False, None
    for corners in _outlines(picture):
        grid = _straight(picture, corners)
        printed = np.zeros(told.shape, np.bool_)
        for cell in _places(grid):
            printed[cell] = True
        right = [int(np.count_nonzero(np.rot90(printed, turns) == (told > 0))) for turns in range(4)]
        first, second = sorted(right)[:-3:-1]
        if first > best:
            best, clearly = first, first - second >= _CLEARLY
            found = np.asarray(np.rot90(grid, right.index(first)), np.uint8)
    return found if best >= _FEWEST_RIGHT and clearly else None


def _outlines(picture: Frame) -> Iterator[Quad]:
    """Four corners of what may be the grid, clockwise."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    scale = _SEARCHED_PX / max(grey.shape)
    small = cv2.GaussianBlur(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), (5, 5), 0)
    for wide in (15, 25, 41):
        ink = cv2.adaptiveThreshold(small, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, wide, 5)
        ink = cv2.dilate(ink, np.ones((3, 3), np.uint8))
        outlines, _ = cv2.findContours(ink, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for outline in sorted(outlines, key=cv2.contourArea, reverse=True)[:3]:
            hull = cv2.convexHull(outline)
            for coarse in (0.02, 0.04, 0.06, 0.08):
                corners = cv2.approxPolyDP(hull, coarse * cv2.arcLength(hull, True), True)
                if len(corners) == 4 and cv2.contourArea(corners) > 0.1 * small.size:
                    yield from_the_top(np.asarray(corners.reshape(4, 2) / scale, np.float32))
                    break


def _straight(picture: Frame, corners: Quad) -> Frame:
    longest = max(float(np.linalg.norm(corners[1] - corners[0])), float(np.linalg.norm(corners[2] - corners[1])))
    side = _SIDE * int(np.clip(longest / _SIDE, *_CELL_PX))
    onto = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, onto)
    return np.asarray(cv2.warpPerspective(picture, matrix, (side, side), flags=cv2.INTER_AREA), np.uint8)


def _places(grid: Frame) -> dict[tuple[int, int], Place]:
    """Where in the grid digits stand, by their row and column."""
    grey: Grey = np.asarray(cv2.cvtColor(grid, cv2.COLOR_BGR2GRAY), np.uint8)
    found = {(row, column): _digit_in(grey, row, column) for row in range(_SIDE) for column in range(_SIDE)}
    return {cell: place for cell, place in found.items() if place is not None}


def _digit_in(grey: Grey, row: int, column: int) -> Place | None:
    cell = grey.shape[0] // _SIDE
    left, top = round((column + 0.1) * cell), round((row + 0.1) * cell)
    inside = grey[top : top + round(0.8 * cell), left : left + round(0.8 * cell)]
    ink, paper = np.percentile(inside, [2, 80])
    if paper - ink < _CONTRAST:
        return None
    mask = np.asarray(inside < (ink + paper) / 2, np.uint8)
    stats = cv2.connectedComponentsWithStats(mask)[2]
    high, wide = inside.shape
    whole = [
        (left + x, top + y, width, height)
        for x, y, width, height, _ in stats[1:].tolist()
        if height > 0.35 * high and x > 0 and y > 0 and x + width < wide and y + height < high
    ]
    return max(whole, key=lambda place: place[2] * place[3], default=None)


def _cut(grid: Frame, place: Place, usual: float, apart: float) -> Frame:
    """A digit with half of the gap at either side."""
    left, top, width, height = place
    margin, half = max(round(apart / 2), 1), round(usual * (0.5 + _AROUND))
    middle = top + height // 2
    return grid[max(middle - half, 0) : middle + half, max(left - margin, 0) : left + width + margin]


def _side_by_side(parts: list[Frame]) -> Frame:
    """The digits on one ground: each was lit a little differently."""
    grounds = [np.maximum(np.percentile(part.reshape(-1, 3), 85, axis=0), 1) for part in parts]
    mean = np.mean(grounds, axis=0)
    even = [np.clip(part * (mean / ground), 0, 255) for part, ground in zip(parts, grounds, strict=True)]
    return np.asarray(np.hstack(even), np.uint8)
