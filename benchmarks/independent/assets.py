"""Typefaces, photographs and small things to draw with; without a folder of them, plain stand-ins."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Picture: TypeAlias = npt.NDArray[Any]  # (H, W, 3) BGR or (H, W) or (H, W, 4), uint8 or float32
Rng: TypeAlias = np.random.Generator

_BIG = 120  # size at which glyphs are drawn before they are made smaller
_ITALIC, _SLASHED, _OLD_STYLE, _DECORATIVE = "italic", "slashed zero", "old style figures", "decorative"


@dataclass(frozen=True)
class Typeface:
    """A font file. `special` tells what makes it unlike ordinary print: italic, slashed zero, old style, decorative."""

    name: str
    file: str
    kind: str
    special: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Assets:
    """What frames are drawn with: files of photographs, of small things with transparency, and typefaces."""

    faces: tuple[Typeface, ...]
    photos: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    _by_kind: dict[str, tuple[Typeface, ...]] = field(default_factory=dict)

    def face(self, rng: Rng, *kinds: str, special: bool | None = None) -> Typeface:
        """Any face of these kinds (of all but handwriting where none is named), special or plain where that is told."""
        fitting = [
            each
            for each in self.faces
            if (each.kind in kinds if kinds else each.kind != "hand") and special in (None, bool(each.special))
        ]
        return fitting[int(rng.integers(len(fitting)))] if fitting else self.faces[0]

    def photo(self, rng: Rng, width: int, height: int) -> Picture:
        """A part of a photograph, mirrored and tinted a little."""
        picture = _read(self.photos[int(rng.integers(len(self.photos)))]) if self.photos else _clouds(rng)
        part = _any_part(picture, width, height, rng)
        if rng.random() < 0.5:
            part = part[:, ::-1]
        tint = rng.uniform(0.8, 1.1, 3) * rng.uniform(0.75, 1.1)
        return np.clip(part * tint, 0, 255).astype(np.uint8)

    def thing(self, rng: Rng) -> Picture | None:
        """A small thing to lay about, BGRA; None where there is none."""
        return _read(self.things[int(rng.integers(len(self.things)))], alpha=True) if self.things else None


def assets_in(folder: Path | None) -> Assets:
    """What `getting.py` put into a folder; stand-ins where there is none. Raises FileNotFoundError for an empty one."""
    if folder is None:
        return Assets((Typeface("sans", "sans", "sans"), Typeface("italic", "italic", "sans", frozenset({_ITALIC}))))
    files = sorted((folder / "faces").glob("*/*.ttf"))
    if not files:
        raise FileNotFoundError(f"no typefaces in {folder}: get them with -m benchmarks.independent.getting {folder}")
    photos, things = (sorted(str(file) for file in (folder / name).iterdir()) for name in ("photos", "things"))
    return Assets(tuple(_typeface(file) for file in files), tuple(photos), tuple(things))


def _typeface(file: Path) -> Typeface:
    told = {
        _ITALIC: file.stem.endswith("italic"),
        _SLASHED: _contours_of(str(file), "0") > 2,
        _OLD_STYLE: _is_old_style(str(file)),
        _DECORATIVE: file.parent.name == "decorative",
    }
    return Typeface(file.stem, str(file), file.parent.name, frozenset(name for name, is_so in told.items() if is_so))


@lru_cache(maxsize=300)
def opened(file: str) -> cv2.FontFace:
    """A font file, or a built-in face by its name, opened."""
    return cv2.FontFace(file)


@lru_cache(maxsize=6000)
def glyph(file: str, sign: str) -> tuple[Picture, int, int, float]:
    """A sign at the size that all are drawn at: its ink (uint8), where its ink begins beside the pen and above the base
    line (pixels), and how far the pen goes on."""
    canvas: Picture = np.zeros((3 * _BIG, 4 * _BIG), np.uint8)
    at = (_BIG, 2 * _BIG)
    pen, canvas = cv2.putText(canvas, sign, at, 255, opened(file), _BIG)
    left, top, wide, high = cv2.boundingRect(canvas)
    if not wide:
        return np.zeros((1, 1), np.uint8), 0, 0, 0.35 * _BIG
    return canvas[top : top + high, left : left + wide].copy(), left - at[0], top - at[1], float(pen[0] - at[0])


def _contours_of(file: str, sign: str) -> int:
    ink = glyph(file, sign)[0]
    contours, _ = cv2.findContours((np.pad(ink, 2) > 100).astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    return len([each for each in contours if cv2.contourArea(each) > 12])


def _is_old_style(file: str) -> bool:
    zero, nine = glyph(file, "0"), glyph(file, "9")
    return (nine[2] + len(nine[0])) - (zero[2] + len(zero[0])) > 0.12 * _BIG


@lru_cache(maxsize=48)
def _read(file: str, alpha: bool = False) -> Picture:
    picture = cv2.imread(file, cv2.IMREAD_UNCHANGED if alpha else cv2.IMREAD_COLOR)
    if picture is None:
        raise FileNotFoundError(file)
    return picture


def _clouds(rng: Rng) -> Picture:
    coarse = rng.integers(0, 256, (9, 12, 3)).astype(np.uint8)
    return cv2.resize(coarse, (900, 700), interpolation=cv2.INTER_CUBIC)


def _any_part(picture: Picture, width: int, height: int, rng: Rng) -> Picture:
    most = min(picture.shape[1] / width, picture.shape[0] / height)
    scale = most * rng.uniform(0.45, 1.0)
    wide, high = max(int(width * scale), 2), max(int(height * scale), 2)
    x = int(rng.integers(max(picture.shape[1] - wide, 0) + 1))
    y = int(rng.integers(max(picture.shape[0] - high, 0) + 1))
    how = cv2.INTER_AREA if scale > 1 else cv2.INTER_CUBIC
    return cv2.resize(picture[y : y + high, x : x + wide], (width, height), interpolation=how)
