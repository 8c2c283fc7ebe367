"""Collects every text marked by `T()` and `N()`, and the words of the games' TOML files, for translators.

    python -m companion.translation.extraction               writes the templates (texts/texts.pot; not in git)
    python -m companion.translation.extraction update [pl]   brings new texts into the translators' files (texts.po);
                                                             with a language, begins the files that it lacks
    python -m companion.translation.extraction check         says what is missing or wrong in the translators' files
    python -m companion.translation.extraction compile       makes the catalogues (texts.mo) that the program reads

A developer's tool.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from companion.api import catalogues

ROOT = Path(__file__).parent.parent.parent
ROOMS = ("companion", "web")
PLACE = re.compile(r"\{(\w+)\}")
ORIGIN = datetime(2026, 1, 1, tzinfo=UTC)
KEYWORDS: dict[str, Any] = {"T": None, "N": (1, 2), "template": None, "template_n": (1, 2)}
# Device rooms know no texts; what their commands say stands in a mapping of codes to sentences.
SENTENCES = {ROOT / "vision" / "scan_command.py": "SENTENCES", ROOT / "hardware" / "weigh_command.py": "MESSAGES"}
# What a game's TOML files say to people, by key.
TOML_TEXTS = frozenset({"title", "what", "now", "where", "label", "source", "suits", "note", "group"})


@lru_cache(maxsize=1)
def templates() -> dict[Path, str]:
    """The text of every template by its path: the companion's own and each game's."""
    games = sorted(path for path in (ROOT / "companion" / "games").iterdir() if (path / "game.py").is_file())
    found = {ROOT / "companion" / "texts" / "texts.pot": _template([*_own_files(), *SENTENCES])}
    for game in games:
        found[game / "texts" / "texts.pot"] = _template(sorted([*game.rglob("*.py"), *game.glob("*.toml")]))
    return found


def write_templates() -> None:
    """Write the templates to their places."""
    for path, text in templates().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def update(language: str | None = None) -> list[Path]:
    """Merge the templates into the translators' files: new texts come in empty, those that are gone are marked obsolete
    and every translation is kept. With a language, begin the files that it lacks. The paths that were written."""
    written = []
    for template, texts in templates().items():
        known = {path.parts[-3] for path in template.parent.glob("*/LC_MESSAGES/texts.po")}
        for one in sorted(known | ({language} if language else set())):
            written.append(template.parent / one / "LC_MESSAGES" / "texts.po")
            merge(texts, written[-1], one)
    return written


def merge(template: str, target: Path, language: str) -> None:
    """Bring the texts of a template into a translators' file, or begin it."""
    wanted = read_po(BytesIO(template.encode()))
    catalogue = Catalog(locale=language, project="table-companion", charset="utf-8", fuzzy=False)
    catalogue.creation_date = catalogue.revision_date = ORIGIN  # a file changes when its texts do
    if target.is_file():
        with target.open("rb") as file:
            catalogue = read_po(file, locale=language)
    catalogue.update(wanted, no_fuzzy_matching=True, update_creation_date=False)
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as out:
        write_po(out, catalogue, sort_output=True, no_location=True, width=120)  # files move, texts stay


def faults(source: Path) -> list[str]:
    """What is missing or wrong in a translators' file, one line each."""
    template, language = source.parents[2] / "texts.pot", source.parts[-3]
    with source.open("rb") as file:
        catalogue = read_po(file, locale=language)
    forms = Catalog(locale=language).num_plurals
    if catalogue.num_plurals != forms:
        return [f"its header has {catalogue.num_plurals} plural forms, not {forms}"]
    wanted = [message for message in read_po(BytesIO(templates()[template].encode())) if message.id]
    return [f"{_first(one.id)!r}: {fault}" for one in wanted for fault in _faults_of(one.id, catalogue)]


def _first(msgid: Any) -> str:
    return msgid if isinstance(msgid, str) else msgid[0]


def _faults_of(msgid: Any, catalogue: Catalog) -> Iterator[str]:
    message = catalogue.get(msgid)
    string: Any = None if message is None else message.string
    said: tuple[str, ...] = string if isinstance(string, tuple) else (string,)
    if message is None or not said or not all(said):
        yield "is not translated"
        return
    if message.fuzzy:
        yield "its translation is marked as unsure"
    plural = not isinstance(msgid, str)
    for one in said:
        if not any(set(PLACE.findall(one)) ^ set(PLACE.findall(of)) <= _FREE[plural] for of in _forms(msgid)):
            yield f"other places than in English: {one!r}"


# Where a number decides the form, the form may leave the number out: "one cube".
_FREE: dict[bool, set[str]] = {False: set(), True: {"n"}}


def _forms(msgid: Any) -> tuple[str, ...]:
    return (msgid,) if isinstance(msgid, str) else tuple(msgid)


def conflicts(language: str) -> list[str]:
    """Texts that two catalogues of a language say differently: the one that is read first is what people get."""
    said: dict[Any, Any] = {}
    found = []
    for source in (path for path in catalogues.sources() if path.parts[-3] == language):
        with source.open("rb") as file:
            texts = [(message.id, message.string) for message in read_po(file, locale=language) if message.id]
        for msgid, string in texts:
            key = tuple(msgid) if isinstance(msgid, list | tuple) else msgid
            if said.setdefault(key, string) != string:
                found.append(f"{_first(msgid)!r}: also said as {said[key]!r}, in {source.relative_to(catalogues.HERE)}")
    return found


def check() -> int:
    """Print what is missing or wrong; the answer is how much."""
    count = 0
    for source in catalogues.sources():
        found = faults(source)
        count += len(found)
        sys.stdout.write(f"{source.relative_to(ROOT)}: {len(found)} to do\n" + "".join(f"    {one}\n" for one in found))
    for language in catalogues.languages():
        sys.stdout.writelines(f"{one}\n" for one in conflicts(language))
    return count


def _own_files() -> Iterator[Path]:
    """Every file of these rooms that is no game's, not even an unfinished one's."""
    games = ROOT / "companion" / "games"
    for room in ROOMS:
        yield from (path for path in sorted((ROOT / room).rglob("*.py")) if games not in path.parent.parents)


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


def main(arguments: list[str]) -> int:
    """Do what the command line asks for; the answer is the exit code."""
    match arguments:
        case []:
            write_templates()
        case ["update", *language] if len(language) < 2:
            update(*language)
        case ["check"]:
            return 1 if check() else 0
        case ["compile"]:
            catalogues.compile_all()
        case _:
            sys.stderr.write(str(__doc__))
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
