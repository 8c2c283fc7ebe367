"""Every text can be translated, and the translators' templates hold them all."""

import ast
import re
from pathlib import Path

import pytest

from companion.extraction import templates

ROOT = Path(__file__).parent.parent
PLACE = re.compile(r"\{(\w+)\}")
# The page fills the places of its own texts itself.
FILES = sorted(
    {path for room in ("companion", "web") for path in (ROOT / room).rglob("*.py")} - {ROOT / "web" / "texts.py"}
)


@pytest.mark.parametrize("path", sorted(templates()), ids=lambda path: path.parent.parent.name)
def test_the_templates_are_up_to_date(path: Path):
    """A text that was added or changed is in its template; `python -m companion.extraction` writes them anew."""
    assert path.read_text(encoding="utf-8") == templates()[path]


# Templates whose places are filled where they are used: by a board fact's name, a type, a number.
FILLED_LATER = frozenset(
    {
        "adjusting_tokens.py", "dusk.py", "dusk_effects.py", "effects_words.py", "own.py", "choices.py",
        "setup_scenarios.py", "setup_societies.py", "sharing_prompts.py",
    }
)  # fmt: skip


def marked(path: Path) -> list[ast.Call]:
    """The calls of `T` and `N` in a file."""
    found = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    return [call for call in found if isinstance(call.func, ast.Name) and call.func.id in ("T", "N")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_marked_texts_are_whole_sentences_with_named_places(path: Path):
    """What is marked is a plain string (never put together), and each of its places is filled by name."""
    for call in marked(path):
        count = 2 if isinstance(call.func, ast.Name) and call.func.id == "N" else 1
        given = {keyword.arg for keyword in call.keywords} | ({"n"} if count == 2 else set())
        for message in call.args[:count]:
            where = f"{path.name}:{call.lineno}"
            assert isinstance(message, ast.Constant), f"{where}: not a plain string"
            assert isinstance(message.value, str)
            later = path.name in FILLED_LATER and not call.keywords
            if None not in given and not later:  # None: given by **mapping
                assert set(PLACE.findall(message.value)) <= given, f"{where}: a place is not filled"
