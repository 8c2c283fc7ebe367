"""Typefaces of Debian's packages to draw print with."""

from __future__ import annotations

import os
import subprocess
from collections import defaultdict
from functools import cache
from pathlib import Path

import cv2
import numpy as np

_HAS = ":charset=23 2f 30 31 32 33 34 35 36 37 38 39 44 49 4c 4d 56 58"  # what codes are printed with
_TEX_LIVE = "texlive"
_WHERE = Path(__file__).with_name("fonts.conf")
# Families that only the benchmarks of reading may draw with, and what is no print.
HELD_OUT = (
    "roboto", "carlito", "caladea", "cantarell", "gentium", "hack", "comfortaa", "vollkorn", "jura", "inter",
    "goudybookletter", "junicode", "prociono",
)  # fmt: skip
_COMPOSED_WITH = (  # what composed frames are printed with, which come from elsewhere (docs/internals/reading.md)
    "alegreya", "almendra", "archiv", "arvo", "bitter", "chivo", "cinzel", "cormorant", "crimson", "fira", "ibmplex",
    "imfe", "fell", "josefin", "librebaskerville", "librecaslon", "librefranklin", "marcellus", "merriweather",
    "librebsk", "librecsl", "montserrat", "nunito", "playfair", "raleway", "source", "spectral",
)  # fmt: skip
_JUDGED_WITH = (  # those that benchmarks/independent prints with, too, of the packages that train.sh installs
    "b612mono", "bebasneue", "dosis", "hind", "karla", "lexend", "manrope", "sora", "yanonekaffeesatz", "yrsa",
)  # fmt: skip
_NO_PRINT = (
    "dingb", "d050000l", "symbol", "keyboard", "initials", "math", "hairline", "thin", "outline", "shadow",
    "biolinum_k", "libertine_i", "engadget", "emoji", "variable", "[", "century-catalogue", "isabella", "rounded-x",
    "arabian", "handwriting", "robotic", "storytime", "linoscroll", "londonscroll", "yfrak", "missaali", "caslonopen",
    "slogan", "coronation", "florencia", "boulevard", "blackforest", "claytablet", "uncial", "tumbleweed", "ghoul",
    "snowcaps", "cloistered", "miama",
)  # fmt: skip


@cache
def families() -> tuple[tuple[str, ...], ...]:
    """The installed families that may be trained with, each as its font files, in a fixed order.

    Raises RuntimeError where there are too few for print that was never seen to be read as well.
    """
    asked, where = ["fc-list", _HAS, "file"], {**os.environ, "FONTCONFIG_FILE": str(_WHERE)}
    told = subprocess.run(asked, capture_output=True, text=True, check=True, env=where).stdout
    files = sorted({line.rstrip(": ").strip() for line in told.splitlines() if line.strip()})
    found: dict[str, list[str]] = defaultdict(list)
    for file in files:
        if file.endswith((".ttf", ".otf")) and _is_print(Path(file)):
            found[_family(Path(file))].append(file)
    if len(found) < 60:
        raise RuntimeError(f"only {len(found)} families of type are installed: see vision/training/README.md")
    return tuple(tuple(each) for _, each in sorted(found.items()))


@cache
def face(file: str) -> cv2.FontFace:
    """A font file, opened."""
    return cv2.FontFace(file)


@cache
def digit_px(file: str) -> float:
    """How high an 8 is at a size of 100."""
    canvas = np.zeros((300, 300), np.uint8)
    cv2.putText(canvas, "8", (80, 220), 255, face(file), 100)
    return float(max(int(np.count_nonzero(canvas.max(axis=1) > 100)), 1))


def _family(file: Path) -> str:
    of_one = _TEX_LIVE in file.parts and file.parent.name != "qualitype"  # where a folder is a family
    return file.parent.name if of_one else f"{file.parent.name}/{file.stem.split('-')[0]}"


def _is_print(file: Path) -> bool:
    name = file.stem.lower()
    return not is_held_out(file) and not any(word in name for word in _NO_PRINT) and _draws(str(file))


def is_held_out(file: Path) -> bool:
    """Whether a font file is, by its name, of a family that a benchmark prints with: nothing may be trained with it."""
    return file.stem.lower().startswith((*HELD_OUT, *_COMPOSED_WITH, *_JUDGED_WITH))


def _draws(file: str) -> bool:
    """Whether a font file has digits of its own and draws them."""
    canvas, other = np.zeros((120, 200), np.uint8), np.zeros((120, 200), np.uint8)
    cv2.putText(canvas, "D8", (20, 90), 255, face(file), 60)
    cv2.putText(other, "D8", (20, 90), 255, face("uni"), 60)
    return bool(canvas.any()) and not np.array_equal(canvas, other)
