"""The translators' files: found, read, and compiled for `gettext`.

A language is a `texts.po` in `companion/texts/<language>/LC_MESSAGES/` and in each game's `texts/`. `./setup.sh`
compiles them; what is not compiled, or was changed since, is read as it is.
"""

from __future__ import annotations

import gettext
from functools import cache
from io import BytesIO
from pathlib import Path

NAME = "texts"
HERE = Path(__file__).parent.parent


_added: list[Path] = []  # of games that are packages of their own


def add(folder: Path) -> None:
    """A game that is a package of its own brings its catalogues."""
    if folder not in _added:
        _added.append(folder)


def folders() -> list[Path]:
    """Folders that hold catalogues: the companion's, then each game's."""
    return [HERE / NAME, *sorted(HERE.glob(f"games/*/{NAME}")), *_added]


def sources() -> list[Path]:
    """Every translators' file."""
    return [path for folder in folders() for path in sorted(folder.glob(f"*/LC_MESSAGES/{NAME}.po"))]


def languages() -> list[str]:
    """The languages that there are catalogues of."""
    return list(_languages(HERE, tuple(_added)))


@cache  # every request asks, and a card's folders are slow to read
def _languages(here: Path, added: tuple[Path, ...]) -> tuple[str, ...]:
    found = {path.parts[-3] for folder in folders() for path in folder.glob(f"*/LC_MESSAGES/{NAME}.[mp]o")}
    return tuple(sorted(found))


def translations(folder: Path, language: str) -> gettext.GNUTranslations | None:
    """What a folder's catalogue says in a language; None where it has none."""
    source = folder / language / "LC_MESSAGES" / f"{NAME}.po"
    made = source.with_suffix(".mo")
    if made.is_file() and not (source.is_file() and source.stat().st_mtime > made.stat().st_mtime):
        with made.open("rb") as file:
            return gettext.GNUTranslations(file)
    return gettext.GNUTranslations(BytesIO(compiled(source))) if source.is_file() else None


def compiled(source: Path) -> bytes:
    """A translators' file as `gettext` reads it. What is not translated, not wholly or not surely, stays English."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with source.open("rb") as file:
        catalogue = read_po(file)
    for message in list(catalogue):
        if message.id and not (all(message.string) if isinstance(message.string, tuple) else message.string):
            catalogue.delete(message.id)
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def compile_all() -> list[Path]:
    """Compile every translators' file; the paths that were made."""
    made = []
    for source in sources():
        made.append(source.with_suffix(".mo"))
        made[-1].write_bytes(compiled(source))
    return made
