"""Spots of ink to straight rows of them, in any direction: words and codes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vision.find.glyphs import Glyphs
from vision.find.picture import Floats, Ints

GLYPHS_IN_A_CODE = range(3, 9)  # L09 to VIII/08
_APART = 1.25  # centres of neighbours in a word, in glyph heights,
_HYPHENED = 2.0  # and of signs on either side of a hyphen
_ALIKE = 1.9  # the larger of two neighbours to the smaller one
_MUDDLE = 14  # glyphs; in larger clusters only words are looked for
_BLOCK = 256  # glyphs compared with their neighbours at once


def rows_in(glyphs: Glyphs, cluster: Ints, gap: float = _APART) -> Iterator[Ints]:
    """The rows that a cluster may hold: itself, its words when it is a text, straight chains when it is a muddle."""
    if len(cluster) in GLYPHS_IN_A_CODE:
        yield cluster
    if len(cluster) > GLYPHS_IN_A_CODE[0]:
        yield from _split(glyphs, cluster, gap)
    if GLYPHS_IN_A_CODE[0] < len(cluster) <= _MUDDLE:
        yield from _chains(glyphs, cluster, gap)


def hyphened_rows(glyphs: Glyphs) -> Iterator[Ints]:
    """The rows of all clusters, where a hyphen may part two of theirs; each without its smallest glyph as well, which
    may be the hyphen, and not as high as the others."""
    for cluster in clusters(glyphs, _HYPHENED):
        for row in rows_in(glyphs, cluster, _HYPHENED):
            yield row
            if len(row) > GLYPHS_IN_A_CODE[0]:
                yield np.delete(row, int(np.argmin(glyphs.sizes[row])))


def _chains(glyphs: Glyphs, cluster: Ints, gap: float = _APART) -> Iterator[Ints]:
    """Straight rows through each pair of neighbours, of glyphs of their size, up to the first gap on either side."""
    centres, sizes = glyphs.centres[cluster], glyphs.sizes[cluster]
    first, second = _neighbours(centres, sizes, gap)
    apart = centres[second] - centres[first]
    along = apart / np.maximum(np.linalg.norm(apart, axis=1, keepdims=True), 1.0)
    offset = centres[None, :] - centres[first][:, None]  # (pairs, glyphs, 2)
    away = np.abs(offset[..., 1] * along[:, None, 0] - offset[..., 0] * along[:, None, 1])
    size = np.maximum(sizes[first], sizes[second])
    fits, place = away < 0.22 * size[:, None], np.einsum("pgx,px->pg", offset, along)
    for pair, (one, other) in enumerate(zip(first.tolist(), second.tolist(), strict=True)):
        row = _unbroken(np.flatnonzero(fits[pair]).astype(np.int32), place[pair], gap * float(size[pair]), one)
        if other in row and len(row) in GLYPHS_IN_A_CODE:
            yield cluster[row]


def _unbroken(members: Ints, place: Floats, gap: float, one: int) -> list[int]:
    """The members in order of their place, as far as no gap parts them from this one of them."""
    ordered = sorted(members.tolist(), key=place.tolist().__getitem__)
    start = end = ordered.index(one)
    while start > 0 and place[ordered[start]] - place[ordered[start - 1]] <= gap:
        start -= 1
    while end < len(ordered) - 1 and place[ordered[end + 1]] - place[ordered[end]] <= gap:
        end += 1
    return ordered[start : end + 1]


def clusters(glyphs: Glyphs, gap: float = _APART) -> list[Ints]:
    """Groups of glyphs of about one size that stand near each other, their centres at most so many heights apart."""
    first, second = _neighbours(glyphs.centres, glyphs.sizes, gap)
    group = np.arange(len(glyphs.boxes))
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


def _neighbours(centres: Floats, sizes: Floats, gap: float = _APART) -> tuple[Ints, Ints]:
    """Pairs of glyphs of about one size that stand near each other, each pair once. Goes from left to right in blocks,
    so that a page of print takes little memory."""
    order = np.argsort(centres[:, 0], kind="stable").astype(np.int32)
    x, reach = centres[order, 0], gap * float(sizes.max(initial=0))
    pairs = [(np.empty(0, np.int32), np.empty(0, np.int32))]
    for start in range(0, len(order), _BLOCK):
        end = min(start + _BLOCK, len(order))
        upto = int(np.searchsorted(x, x[end - 1] + reach, side="right"))
        pairs.append(_near(centres, sizes, order[start:end], order[start:upto], gap))
    first, second = (np.concatenate(part).astype(np.int32) for part in zip(*pairs, strict=True))
    return first, second


def _near(centres: Floats, sizes: Floats, block: Ints, others: Ints, gap: float) -> tuple[Ints, Ints]:
    """Neighbours of the glyphs of a block among these others, which begin with the block itself."""
    apart = centres[block][:, None] - centres[others][None, :]
    larger = np.maximum(sizes[block][:, None], sizes[others][None, :])
    near = np.square(apart).sum(axis=2) < (gap * larger) ** 2
    near &= larger < _ALIKE * np.minimum(sizes[block][:, None], sizes[others][None, :])
    first, second = np.nonzero(np.triu(near, 1))
    return block[first], others[second]


def _split(glyphs: Glyphs, cluster: Ints, gap: float = _APART) -> Iterator[Ints]:
    """The words of a cluster that is too large for one code: lines along its reading direction, cut at wide gaps."""
    size = float(np.median(glyphs.sizes[cluster]))
    centres = _along_reading_direction(glyphs.centres[cluster], _APART * size)
    lines = np.argsort(centres[:, 1], kind="stable")
    for line in np.split(lines, np.flatnonzero(np.diff(centres[lines, 1]) > 0.3 * size) + 1):
        placed = line[np.argsort(centres[line, 0])]
        for word in np.split(placed, np.flatnonzero(np.diff(centres[placed, 0]) > 0.95 * gap * size) + 1):
            if len(word) in GLYPHS_IN_A_CODE:
                yield cluster[word]


def _along_reading_direction(centres: Floats, near: float) -> Floats:
    """Centres turned so that lines of text lie along the first axis: most neighbours stand side by side."""
    first, second = _neighbours(centres, np.full(len(centres), near / _APART, np.float32))
    apart = centres[second] - centres[first]
    nearest = np.full(len(centres), np.inf, np.float32)
    distance = np.asarray(np.linalg.norm(apart, axis=1), np.float32)
    for one in (first, second):
        np.minimum.at(nearest, one, distance)
    step = apart[(distance <= nearest[first]) | (distance <= nearest[second])]
    doubled = 2 * np.arctan2(step[:, 1], step[:, 0])  # a direction and its opposite count as one
    angle = float(np.arctan2(np.sin(doubled).mean(), np.cos(doubled).mean())) / 2 if len(step) else 0.0
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(centres @ turn, np.float32)
