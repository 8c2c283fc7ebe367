"""Collects every text marked by `T()` and `N()`, and the words of the games' TOML files, for translators.

    python -m companion.extraction           writes the templates (texts/texts.pot, one for the companion, one a game)
    python -m companion.extraction compile   makes the catalogues that the program reads from the translators' files

A developer's tool: it needs Babel, which the service does not.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
ROOMS = ("companion", "web")
KEYWORDS: dict[str, Any] = {"T": None, "N": (1, 2)}
# Device rooms know no texts; what their commands say stands in a mapping of codes to sentences.
SENTENCES = {ROOT / "vision" / "scan_command.py": "SENTENCES", ROOT / "hardware" / "weigh_command.py": "MESSAGES"}
# What a game's TOML files say to people, by key.
TOML_TEXTS = frozenset({"title", "what", "now", "where", "label", "source", "suits", "note"})


def templates() -> dict[Path, str]:
    """The text of every template by its path: the companion's own and each game's."""
    games = sorted(path for path in (ROOT / "companion" / "games").iterdir() if (path / "game.py").is_file())
    found = {ROOT / "companion" / "texts" / "texts.pot": _template([*_own_files(games), *SENTENCES])}
    for game in games:
        found[game / "texts" / "texts.pot"] = _template(sorted([*game.rglob("*.py"), *game.glob("*.toml")]))
    return found


def write_templates() -> None:
    """Write the templates to their places."""
    for path, text in templates().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def compile_catalogues() -> list[Path]:
    """Make a `.mo` of every translators' `.po`; the paths that were made."""
    made = []
    for source in sorted(ROOT.glob("companion/**/texts/*/LC_MESSAGES/texts.po")):
        made.append(source.with_suffix(".mo"))
        with source.open("rb") as po, made[-1].open("wb") as mo:
            write_mo(mo, read_po(po))
    return made


def _own_files(games: list[Path]) -> Iterator[Path]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            if not any(game in path.parents for game in games):
                yield path


def _template(files: list[Path]) -> str:
    catalogue = Catalog(project="table-companion", charset="utf-8")
    for path in files:
        place = path.relative_to(ROOT).as_posix()
        for message in _texts(path):
            # Line numbers would change the template with every edit; the file is enough to find it.
            catalogue.add(message, locations=[(place, 0)])
    out = BytesIO()
    write_po(out, catalogue, sort_output=True, omit_header=True, include_lineno=False, width=120)
    return out.getvalue().decode()


def _texts(path: Path) -> Iterator[str | tuple[str, ...]]:
    if path in SENTENCES:
        return _sentences(path, SENTENCES[path])
    return _toml_texts(path) if path.suffix == ".toml" else _python_texts(path)


def _sentences(path: Path, name: str) -> Iterator[str]:
    """The values of the mapping of this name."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        value = getattr(node, "value", None)
        if isinstance(target, ast.Name) and target.id == name and isinstance(value, ast.Dict):
            yield from (
                one.value for one in value.values if isinstance(one, ast.Constant) and isinstance(one.value, str)
            )


def _python_texts(path: Path) -> Iterator[str | tuple[str, ...]]:
    with path.open("rb") as source:
        for _, message, _, _ in extract("python", source, keywords=KEYWORDS):
            yield message


def _toml_texts(path: Path) -> Iterator[str]:
    yield from _words(tomllib.loads(path.read_text(encoding="utf-8")))


def _words(tree: Any) -> Iterator[str]:
    if isinstance(tree, dict):
        for key, value in tree.items():
            if isinstance(value, str) and value and key in TOML_TEXTS:
                yield value
            elif key == "pick" and isinstance(value, dict):  # each choice's name for people
                yield from value.values()
            else:
                yield from _words(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _words(value)


if __name__ == "__main__":
    compile_catalogues() if sys.argv[1:] == ["compile"] else write_templates()
