"""What changed from one frame to another, at a small fraction of the cost of reading one, and the mean of the frames in
which nothing did: there is less of a camera's noise in it than in any of them."""

from __future__ import annotations

import weakref
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.find.picture import Grey, Region
from vision.reads import Frame

Cells: TypeAlias = npt.NDArray[np.bool_]  # (90, 160): which cells of a frame changed
CELLS_SHAPE = (90, 160)  # of a frame, down and across
_CHANGED = 10  # grey levels
_FEWEST = 5  # cells; fewer are noise
_BARE_KEPT = 2  # pictures of the bare table: without what has been lying there for long, and with it
_MOST = 8  # frames: more take longer to gather than they add


class Stillness:
    """Compares each frame with the one that was last kept."""

    def __init__(self) -> None:
        self._kept: Grey | None = None
        self._thumbnail: Grey | None = None
        self._seen: weakref.ref[Frame] | None = None  # of which nobody else has to keep a copy for that
        self._bare: list[Grey] = []
        self.is_same = False  # whether the newest frame is the very one before: a simulated camera's, without any noise

    @property
    def knows_bare(self) -> bool:
        """Whether it is known how the table looks when nothing is there."""
        return bool(self._bare)

    def is_bare(self, region: Region, shape: tuple[int, ...]) -> bool:
        """Whether a part of the frame that was last kept, of this shape, looks as it did when nothing was there."""
        kept, part = self._kept, _cells_of(region, shape)
        return kept is not None and any(_is_alike(bare[part], kept[part]) for bare in self._bare)

    def learn_bare(self) -> None:
        """The frame that was last kept was searched to the end, and nothing is there."""
        if self._kept is not None and not (self._bare and self._bare[-1] is self._kept):
            others = [bare for bare in self._bare if not _is_alike(bare, self._kept)]
            self._bare = [*others, self._kept][-_BARE_KEPT:]

    def forget_bare(self) -> None:
        """What looks bare is not known any more."""
        self._bare = []

    def differs(self, thumbnail: Frame) -> bool:
        """Whether a frame's thumbnail differs by more than noise from the one before that did, or is the
        first since a frame was kept. With the kept frame it cannot be compared: where a card ends, an eighth of each
        side is another grey than the frame itself, made smaller."""
        now = _small(thumbnail)
        if self._thumbnail is not None and _is_alike(now, self._thumbnail):
            return False
        self._thumbnail = now
        return True

    def changed(self, frame: Frame) -> Cells | None:
        """The cells in which a frame differs from the one that was kept, which it then takes the place of; None, and
        nothing is kept, where nothing but noise differs."""
        self.is_same = self._seen is not None and frame is self._seen()
        if self.is_same:
            return None
        self._seen = weakref.ref(frame)
        now = _small(frame)
        if self._kept is None:
            self._kept, self._thumbnail = now, None
            return np.ones(now.shape, np.bool_)
        cells = np.asarray(cv2.absdiff(now, self._kept) > _CHANGED)
        if int(np.count_nonzero(cells)) < _FEWEST:
            return None
        self._kept, self._thumbnail = now, None
        return cells


def _small(frame: Frame) -> Grey:
    small = cv2.resize(frame, CELLS_SHAPE[::-1], interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def _is_alike(one: Grey, other: Grey) -> bool:
    """Whether nothing but noise differs."""
    return int(np.count_nonzero(cv2.absdiff(one, other) > _CHANGED)) < _FEWEST


def region_of_cells(cells: Cells, margin: int, shape: tuple[int, ...]) -> Region:
    """The part of a frame of this shape that holds all changed cells, with a margin in cells."""
    rows, columns = np.flatnonzero(cells.any(axis=1)), np.flatnonzero(cells.any(axis=0))
    down, across = shape[0] / cells.shape[0], shape[1] / cells.shape[1]
    left, right = max(int(columns[0]) - margin, 0), int(columns[-1]) + 1 + margin
    top, bottom = max(int(rows[0]) - margin, 0), int(rows[-1]) + 1 + margin
    edges = int(left * across), int(top * down)
    return Region(*edges, min(round(right * across), shape[1]), min(round(bottom * down), shape[0]))


def touched(cells: Cells, region: Region, shape: tuple[int, ...]) -> bool:
    """Whether any changed cell lies in a part of a frame of this shape."""
    return bool(cells[_cells_of(region, shape)].any())


def _cells_of(region: Region, shape: tuple[int, ...]) -> tuple[slice, slice]:
    """The rows and columns of the cells that hold a part of a frame of this shape."""
    down, across = CELLS_SHAPE[0] / shape[0], CELLS_SHAPE[1] / shape[1]
    rows = slice(int(region.top * down), int(np.ceil(region.bottom * down)))
    return rows, slice(int(region.left * across), int(np.ceil(region.right * across)))


class FrameAverage:
    """Gathers the frames since something changed."""

    def __init__(self) -> None:
        self._mean: Frame | None = None
        self._count = 0

    @property
    def mean(self) -> Frame | None:
        """The mean until now; None where something changed."""
        return self._mean

    def begin(self) -> None:
        """What is seen from now on has nothing to do with the frames before."""
        self._mean, self._count = None, 0

    def mean_with(self, frame: Frame) -> Frame:
        """The mean of the frames since then and of this one, all of one shape, (H, W, 3) uint8; of the first ones only,
        where they are many. The next call changes it, and nobody else may: whoever still works on what was cut out
        of it has less noise then, and no older mean, six megabytes of a Pi's camera, is held for that. A simulated
        camera's frame that comes again is its own mean."""
        if self._mean is None or self._mean.shape != frame.shape:
            self._mean, self._count = frame, 1
        elif frame is not self._mean and self._count < _MOST:
            self._count += 1
            into = self._mean if self._count > 2 else None  # the first one is the camera's own
            self._mean = np.asarray(
                cv2.addWeighted(self._mean, 1 - 1 / self._count, frame, 1 / self._count, 0, dst=into), np.uint8
            )
        return self._mean
