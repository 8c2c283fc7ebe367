"""Typefaces of Debian's packages for drawn print, parted into families to tune with and families to test with."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from vision.training.typefaces import HELD_OUT, families

PACKAGES = (
    "fonts-dejavu-core fonts-liberation fonts-freefont-ttf fonts-lato fonts-open-sans fonts-ebgaramond "
    "fonts-linuxlibertine fonts-cabin fonts-adf-romande fonts-dosis fonts-roboto-unhinted fonts-crosextra-carlito "
    "fonts-crosextra-caladea fonts-cantarell fonts-sil-gentium fonts-hack fonts-comfortaa fonts-vollkorn fonts-jura "
    "fonts-inter fonts-goudybookletter fonts-junicode fonts-prociono"
)
_ROOTS = (Path("/usr/share/fonts/truetype"), Path("/usr/share/fonts/opentype"))
# Families, by how their files' names begin. No family is on both sides, nor a copy of one under another name.
_TUNING = (
    "DejaVu", "Liberation", "FreeMono", "FreeSerif", "FreeSans", "Lato", "OpenSans", "EBGaramond", "LinLibertine",
    "LinBiolinum", "Cabin", "Romande", "Dosis",
)  # fmt: skip
_NO_PRINT = (
    "Dingbat",
    "Symbol",
    "Keyboard",
    "Initials",
    "Math",
    "Hairline",
    "Thin",
    "ExtraLight",
    "Outline",
    "Shadow",
    "Biolinum_K",
    "Libertine_I",
)


@cache
def fonts(side: str) -> tuple[tuple[str, ...], ...]:
    """The installed families of one side, `tuning`, `test` or `training` (all that the small network may learn from,
    with those to tune with among them), each as its font files; `uni`, which comes with OpenCV, stands in where none is
    installed."""
    if side == "training":
        return families()
    files = sorted(file for root in _ROOTS for file in root.rglob("*.[ot]tf") if not _is_no_print(file))
    wanted = _TUNING if side == "tuning" else HELD_OUT
    found = [tuple(str(file) for file in files if file.name.lower().startswith(name.lower())) for name in wanted]
    return tuple(family for family in found if family) or (("uni",),)


def _is_no_print(file: Path) -> bool:
    return any(word.lower() in file.name.lower() for word in _NO_PRINT)
