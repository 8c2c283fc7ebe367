"""Makes `vision/models/words_en.xz` and `words_pl.xz`: `python -m vision.training.vocabulary`.

The lists, a word a line (Debian): `wamerican-large`, `wbritish-large` (SCOWL), `wpolish` (the dictionary of sjp.pl).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from vision.text.vocabulary import MODELS, NEGATED, NEGATION, packed

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
        (MODELS / f"words_{language}.xz").write_bytes(packed(words))
        print(f"{language}: {len(words)} words")


def _is_negated(word: str, words: Collection[str]) -> bool:
    rest = word.removeprefix(NEGATION)
    return NEGATED <= len(rest) < len(word) and rest in words


if __name__ == "__main__":
    main()
