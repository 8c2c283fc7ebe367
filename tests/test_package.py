"""What the program reads at run time is in the built package."""

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DATA = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-data"]
# Translators' templates; what is compiled from the catalogues may not be there yet.
LEFT_OUT = (".py", ".pyc", ".pot", ".mo")
TRAINING = ROOT / "vision" / "training"  # makes the models, and is not part of the program


@pytest.mark.parametrize("room", ["companion", "hardware", "vision", "web"])
def test_every_file_of_a_room_is_packed(room: str):
    """Catalogues, rules, cards, models, pages and styles of every room are among its package's data."""
    packed = {path for pattern in DATA.get(room, []) for path in (ROOT / room).glob(pattern)}
    files = {path for path in (ROOT / room).rglob("*") if path.is_file() and path.suffix not in LEFT_OUT}
    assert {path for path in files - packed if TRAINING not in path.parents} == set()


def test_what_is_compiled_is_packed():
    """A compiled catalogue would be packed beside its source."""
    assert "texts/*/LC_MESSAGES/*" in DATA["companion"]
    assert "games/*/texts/*/LC_MESSAGES/*" in DATA["companion"]
