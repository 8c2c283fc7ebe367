"""Makes `vision/models/words_en.xz` and `words_pl.xz`: `python -m vision.training.vocabulary`.

The lists, a word a line (Debian): `wamerican-large`, `wbritish-large` (SCOWL), `wpolish` (the dictionary of sjp.pl).
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Collection
from pathlib import Path

import numpy as np

from vision.inference import MODELS
from vision.text.vocabulary import NEGATED, NEGATION, hash_of

LISTS = {"en": ("american-english-large", "british-english-large"), "pl": ("polish",)}
_FOLDER = Path("/usr/share/dict")
_WORD = re.compile(r"[^\W\d_]{2,24}(?:'[^\W\d_]+)?")


def main() -> None:
    """Write the lists."""
    for language, lists in LISTS.items():
        words = {word.lower() for name in lists for word in (_FOLDER / name).read_text(encoding="utf-8").split()}
        words = {word.removesuffix("'s") for word in words if _WORD.fullmatch(word)}
        if language == "pl":
            words = {word for word in words if not _is_negated(word, words)}
        (MODELS / f"words_{language}.xz").write_bytes(_packed(words))
        print(f"{language}: {len(words)} words")


def _is_negated(word: str, words: Collection[str]) -> bool:
    rest = word.removeprefix(NEGATION)
    return NEGATED <= len(rest) < len(word) and rest in words


def _packed(words: Collection[str]) -> bytes:
    """A list as it is kept: how far each hash lies above the one before, low bytes first, then high ones."""
    hashes = np.unique(np.array([hash_of(word) for word in words], np.int64))
    steps = np.diff(hashes, prepend=0).astype("<u2").view(np.uint8)
    return lzma.compress(steps[0::2].tobytes() + steps[1::2].tobytes(), preset=9)


if __name__ == "__main__":
    main()
