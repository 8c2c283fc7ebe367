"""Successes in the result areas of revealed cards (p. 12): stars, half-stars, and the best choice under a chain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

WILD = "wild"


@dataclass(frozen=True, kw_only=True)
class Face:
    """What the result area of one card shows, or of several together. `icons` are class icons by their names."""

    stars: int = 0
    left: int = 0
    right: int = 0
    icons: Mapping[str, int] = field(default_factory=dict)


def successes(faces: Sequence[Face]) -> int:
    """A full star is one, and so is a left half with a right one, wherever they are."""
    left, right = sum(face.left for face in faces), sum(face.right for face in faces)
    return sum(face.stars for face in faces) + min(left, right)


def best(faces: Sequence[Face], most: int | None) -> tuple[int, tuple[int, ...]]:
    """The most successes that cards can give of which `most` count at most (None: all), and which these are.

    Among equal choices the one with the fewest cards.
    """
    if most is None or most >= len(faces):
        return successes(faces), tuple(range(len(faces)))
    kept: dict[tuple[int, int, int], tuple[int, tuple[int, ...]]] = {(0, 0, 0): (0, ())}
    for index, face in enumerate(faces):
        for (taken, left, right), (stars, chosen) in list(kept.items()):
            key = (taken + 1, left + face.left, right + face.right)
            found = (stars + face.stars, (*chosen, index))
            if key[0] <= most and (key not in kept or kept[key][0] < found[0]):
                kept[key] = found
    options = [(stars + min(key[1], key[2]), -key[0], chosen) for key, (stars, chosen) in kept.items()]
    total, _, chosen = max(options, key=lambda option: (option[0], option[1]))
    return total, chosen


def icons(faces: Sequence[Face]) -> dict[str, int]:
    """All class icons of all revealed cards; a chain does not limit them (p. 13)."""
    found: dict[str, int] = {}
    for face in faces:
        for name, count in face.icons.items():
            found[name] = found.get(name, 0) + count
    return found
