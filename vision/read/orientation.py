"""Which way up a number is, told by the print round it: for numbers that read as another one upside down.

Only print that is certainly on the same card counts: words close by, in line with the number or both above and below
it, all of which read one way round and not the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.find.candidate import Candidate
from vision.find.picture import Floats, Pyramid, region_of
from vision.find.search import find_words
from vision.read.fusion import ReadFusion
from vision.reads import Frame, Quad

_LEAST_WORDS, _MOST_WORDS = 2, 14
_PARALLEL = 0.997  # cosine of the angle between a word and the number: 4 degrees
_REACH = 3.5  # heights of the number: how far above and below it words count,
_BESIDE = 2.5  # and how far beside its ends
_SAME_PLACE, _SAME_HEIGHT = 0.5, 1.5  # likewise: one number that is found twice


@dataclass(frozen=True)
class _NearbyWord:
    """A word near a number: `up` is 1 where it reads the way of the number's quad, -1 where it reads the other way;
    `along` and `down` are where its middle lies from the number's, in heights of the number."""

    up: int
    along: float
    down: float


class NearbyWords:
    """The words round the numbers of one frame, each of them read once, however often a number is found there."""

    def __init__(self, frame: Frame, read: Callable[[Candidate], ReadFusion]) -> None:
        self._frame, self._read = frame, read
        self._seen: list[tuple[Candidate, list[tuple[Candidate, ReadFusion]]]] = []

    def near(self, number: Candidate) -> list[tuple[Candidate, ReadFusion]]:
        """The words round a number, with what was read in them."""
        for other, words in self._seen:
            apart = float(np.linalg.norm(number.quad.mean(axis=0) - other.quad.mean(axis=0)))
            if apart < _SAME_PLACE * number.height and other.height < _SAME_HEIGHT * number.height:
                return words
        self._seen.append((number, [(word, self._read(word)) for word in words_near(self._frame, number)]))
        return self._seen[-1][1]


def words_near(frame: Frame, number: Candidate) -> list[Candidate]:
    """What may be words round a number, the nearest first."""
    margin = number.height * (_REACH + 1) + number.length
    region = region_of(number.quad, margin, frame.shape)
    corner = np.array([region.left, region.top], np.float32)
    words = [word.shifted(corner) for word in find_words(Pyramid(region.cut(frame)))]
    middle = number.quad.mean(axis=0)
    return sorted(words, key=lambda word: float(np.linalg.norm(word.quad.mean(axis=0) - middle)))[:_MOST_WORDS]


def way_up(number: Candidate, rows: Sequence[tuple[Candidate, ReadFusion]]) -> int:
    """1 where the print round a number says that its quad is upright, -1 where it is upside down, 0 where nothing
    tells. `rows` are the rows of glyphs of the same picture, with what was read in them."""
    if not number.boxed:
        return 0
    words = [word for row, fusion in rows if row is not number and (word := _near(number, row, fusion)) is not None]
    ways = {word.up for word in words}
    return ways.pop() if len(ways) == 1 and len(words) >= _LEAST_WORDS and _enclose(number, words) else 0


def _near(number: Candidate, row: Candidate, fusion: ReadFusion) -> _NearbyWord | None:
    if not fusion.word_orientation or fusion.promising:
        return None
    right, down = _axes(number.quad)
    along = float(_axes(row.quad)[0] @ right)
    apart = (row.quad.mean(axis=0) - number.quad.mean(axis=0)) / max(number.height, 1.0)
    across, beside = float(apart @ down), float(apart @ right)
    reach = (number.length + row.length) / 2 / max(number.height, 1.0) + _BESIDE
    if abs(along) < _PARALLEL or abs(across) > _REACH or abs(beside) > reach:
        return None
    return _NearbyWord(fusion.word_orientation if along > 0 else -fusion.word_orientation, beside, across)


def _enclose(number: Candidate, words: Sequence[_NearbyWord]) -> bool:
    """Whether words stand on the number's own line, or both above and below it: no other card's do."""
    on_its_line = any(abs(word.down) < 0.6 for word in words)
    return on_its_line or (any(word.down < 0 for word in words) and any(word.down > 0 for word in words))


def _axes(quad: Quad) -> tuple[Floats, Floats]:
    right, down = quad[1] - quad[0], quad[3] - quad[0]
    return right / max(float(np.linalg.norm(right)), 1e-6), down / max(float(np.linalg.norm(down)), 1e-6)
