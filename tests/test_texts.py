"""Every text can be translated, and the translators' templates hold them all."""

import ast
import os
import re
from pathlib import Path

import pytest

from companion.api.catalogues import HERE, compile_all, sources
from companion.api.text import N, T, catalogue, languages
from companion.translation.extraction import conflicts, faults, merge, templates, update

ROOT = Path(__file__).parent.parent
PLACE = re.compile(r"\{(\w+)\}")
# The page fills the places of its own texts itself.
# The page's scripts fill these words themselves.
OF_THE_PAGE = {
    ROOT / "web" / name for name in ("texts.py", "device_texts.py", "housekeeping_texts.py", "venue/texts.py")
}
FILES = sorted({path for room in ("companion", "web") for path in (ROOT / room).rglob("*.py")} - OF_THE_PAGE)


# Catalogues in which everything is translated; a new one joins when its last text is.
COMPLETE = (
    "texts/pl",
    "games/citadel/texts/pl",
    "games/fire_brigade/texts/pl",
    "games/frostpunk/texts/pl",
    "games/torrenar/texts/pl",
    "games/turris/texts/pl",
)


@pytest.mark.parametrize("name", COMPLETE)
def test_every_text_is_translated(name: str):
    """No text lacks its translation, each has its places, and as many forms as the language has plurals."""
    assert faults(HERE / name / "LC_MESSAGES" / "texts.po") == []


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.relative_to(HERE).parts[1])
def test_what_is_translated_is_translated_rightly(path: Path):
    """In catalogues that are still being written too, no translation has other places or forms than it must."""
    assert [one for one in faults(path) if not one.endswith("is not translated")] == []


def _project(folder: Path, monkeypatch: pytest.MonkeyPatch, template: str) -> Path:
    """A project with one catalogue; gives its template's path."""
    home = folder / "companion"
    path = home / "texts" / "texts.pot"
    path.parent.mkdir(parents=True)
    path.write_text(template, encoding="utf-8")
    monkeypatch.setattr("companion.api.catalogues.HERE", home)
    monkeypatch.setattr("companion.translation.extraction.templates", lambda: {path: template})
    return path


FIRST = """msgid "Take {what}"
msgstr ""

msgid "{n} cube"
msgid_plural "{n} cubes"
msgstr[0] ""
msgstr[1] ""
"""
POLISH = """
msgid ""
msgstr ""
"Language: pl\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgid "Take {what}"
msgstr "Weźcie {what}"

msgid "{n} cube"
msgid_plural "{n} cubes"
msgstr[0] "{n} kostka"
msgstr[1] "{n} kostki"
msgstr[2] "{n} kostek"
"""


def test_a_third_language_is_one_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A language begins as a file of empty texts with the right number of forms, and is offered at once."""
    _project(tmp_path, monkeypatch, FIRST)
    (made,) = update("pl")
    assert faults(made) == ["'Take {what}': is not translated", "'{n} cube': is not translated"]
    assert "nplurals=3" in made.read_text(encoding="utf-8")
    assert languages() == ["en", "pl"]


def test_translations_outlive_an_update(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A new text comes in empty, a text that is gone is kept aside, every other translation stays as it was."""
    template = _project(tmp_path, monkeypatch, FIRST)
    (made,) = update("pl")
    made.write_text(POLISH, encoding="utf-8")
    assert faults(made) == []
    changed = FIRST.replace("Take {what}", "Put {what} back")
    template.write_text(changed, encoding="utf-8")
    monkeypatch.setattr("companion.translation.extraction.templates", lambda: {template: changed})
    update()
    assert faults(made) == ["'Put {what} back': is not translated"]
    assert '#~ msgstr "Weźcie {what}"' in made.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ("Weźcie {what}", "Weźcie {co}", "other places than in English: 'Weźcie {co}'"),
        ("Weźcie {what}", "Weźcie", "other places than in English: 'Weźcie'"),
        ('msgstr[2] "{n} kostek"\n', "", "is not translated"),
        ('msgid "Take', '#, fuzzy\nmsgid "Take', "its translation is marked as unsure"),
    ],
)
def test_a_wrong_translation_is_found(
    right: str, wrong: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A place that is named otherwise or missing, a form too few, a mark of doubt: each is told."""
    _project(tmp_path, monkeypatch, FIRST)
    (made,) = update("pl")
    made.write_text(POLISH.replace(right, wrong), encoding="utf-8")
    assert [one.partition(": ")[2] for one in faults(made)] == [fault]


def test_two_translations_of_one_text_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A text that two catalogues translate differently is pointed out, for only the first is ever seen."""
    _project(tmp_path, monkeypatch, FIRST)
    (made,) = update("pl")
    made.write_text(POLISH, encoding="utf-8")
    other = tmp_path / "companion" / "games" / "chess" / "texts" / "pl" / "LC_MESSAGES" / "texts.po"
    other.parent.mkdir(parents=True)
    other.write_text(POLISH.replace("Weźcie", "Bierzcie"), encoding="utf-8")
    (told,) = conflicts("pl")
    assert told.startswith("'Take {what}': also said as 'Weźcie {what}', in games/chess/")


def test_a_wrong_count_of_plurals_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A file that claims two forms for Polish, which has three, is told apart from one that is right."""
    _project(tmp_path, monkeypatch, FIRST)
    (made,) = update("pl")
    made.write_text(POLISH.replace("nplurals=3; plural=(n==1 ? 0 :", "nplurals=2; plural=(n==1 ? 0 : 1 ? 1 :"), "utf-8")
    assert "its header has 2 plural forms, not 3" in faults(made)


def test_what_is_not_compiled_is_read_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A translators' file speaks as it is, compiled, and when it is newer than what was compiled."""
    _project(tmp_path, monkeypatch, FIRST)
    (made,) = update("pl")
    made.write_text(POLISH, encoding="utf-8")

    def said() -> list[str]:
        catalogue.cache_clear()
        return [catalogue("pl").say(T("Take {what}", what="2")), catalogue("pl").say(N("{n} cube", "{n} cubes", 3))]

    try:
        assert said() == ["Weźcie 2", "3 kostki"]
        (compiled,) = compile_all()
        made.rename(made.with_suffix(".away"))
        assert said() == ["Weźcie 2", "3 kostki"]
        made.write_text(POLISH.replace("Weźcie", "Bierzcie"), encoding="utf-8")
        os.utime(made, (compiled.stat().st_mtime + 9,) * 2)
        assert said() == ["Bierzcie 2", "3 kostki"]
    finally:
        catalogue.cache_clear()


def test_what_is_half_translated_stays_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A form that is missing or doubtful never shows as an empty line."""
    _project(tmp_path, monkeypatch, FIRST)
    (made,) = update("pl")
    made.write_text(POLISH.replace('"{n} kostek"', '""'), encoding="utf-8")
    catalogue.cache_clear()
    try:
        assert catalogue("pl").say(N("{n} cube", "{n} cubes", 5)) == "5 cubes"
    finally:
        catalogue.cache_clear()


def marked(path: Path) -> list[ast.Call]:
    """The calls of `T` and `N` in a file."""
    found = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    return [call for call in found if isinstance(call.func, ast.Name) and call.func.id in ("T", "N")]


def test_marked_texts_are_whole_sentences_with_named_places():
    """What is marked is a plain string (never put together), and each of its places is filled by name."""
    for path, call in ((file, call) for file in FILES for call in marked(file)):
        count = 2 if isinstance(call.func, ast.Name) and call.func.id == "N" else 1
        given = {keyword.arg for keyword in call.keywords} | ({"n"} if count == 2 else set())
        for message in call.args[:count]:
            where = f"{path.relative_to(ROOT)}:{call.lineno}"
            assert isinstance(message, ast.Constant), f"{where}: not a plain string"
            assert isinstance(message.value, str)
            if None not in given:  # None: given by **mapping
                assert set(PLACE.findall(message.value)) <= given, f"{where}: a place is not filled"


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.relative_to(HERE).parts[1])
def test_translators_files_are_in_order(path: Path, tmp_path: Path):
    """New texts stand in their places and gone ones aside: `python -m companion.translation.extraction update`."""
    template = next(text for place, text in templates().items() if place.parent == path.parents[2])
    copy = tmp_path / "texts.po"
    copy.write_bytes(path.read_bytes())
    merge(template, copy, path.parts[-3])
    assert copy.read_text(encoding="utf-8") == path.read_text(encoding="utf-8")
