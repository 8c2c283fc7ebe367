"""What the documents say of a class is what the code has: a block that begins with a file's name is held against it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```python\n# (?P<file>[\w/]+\.py)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
DOCUMENTS = [ROOT / "docs" / "architecture.md", *sorted((ROOT / "docs" / "internals").glob("*.md"))]
BLOCKS = [
    (path, match["file"], match["code"]) for path in DOCUMENTS for match in BLOCK.finditer(path.read_text("utf-8"))
]


def public(body: ast.ClassDef) -> dict[str, str]:
    """Each public method's arguments and what it returns, by its name."""
    found = (one for one in body.body if isinstance(one, ast.FunctionDef))
    return {one.name: signature(one) for one in found if not one.name.startswith("_") or one.name == "__init__"}


def signature(function: ast.FunctionDef) -> str:
    returns = "" if function.returns is None else f" -> {ast.unparse(function.returns)}"
    return f"({ast.unparse(function.args)}){returns}"


@pytest.mark.parametrize(("path", "file", "code"), BLOCKS, ids=lambda one: getattr(one, "name", str(one)[:40]))
def test_a_documented_class_is_as_the_code_has_it(path: Path, file: str, code: str) -> None:
    """The same public methods, with the same arguments, and no other."""
    (said,) = (one for one in ast.parse(code).body if isinstance(one, ast.ClassDef))
    source = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    (there,) = (one for one in source.body if isinstance(one, ast.ClassDef) and one.name == said.name)
    assert public(said) == public(there)


def test_the_architecture_shows_no_other_signature() -> None:
    """There is something to hold; what stands in any other Python block would not be held against anything."""
    assert BLOCKS
    text = BLOCK.sub("", (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    assert not re.search(r"^\s*(def|class) ", text, re.MULTILINE)
