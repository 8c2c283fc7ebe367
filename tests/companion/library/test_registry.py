"""Every game folder is found; a broken one is told in words and harms no other."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.library.registry import find_games

GOOD = """from dataclasses import replace
from tests.companion.toy_game import GAME as TOY
GAME = replace(TOY, name={name!r})
"""
BROKEN = {
    "no_game": ("GAMES = 1\n", "its game.py has no GAME"),
    "other_name": (GOOD.format(name="else"), "not as the folder"),
    "typo": ("def (:\n", "SyntaxError"),
    "missing": ("import not_a_module_at_all\n", "No module named"),
    "bad_state": (
        GOOD.format(name="bad_state") + "GAME = replace(GAME, state=list[object] | list[int])\n", "TypeError"
    ),
    "kept_name": (
        GOOD.format(name="kept_name") + "GAME = replace(GAME, moves={'undo': TOY.moves['fuel']})\n",
        "may not be named 'undo'",
    ),
}  # fmt: skip


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of two good games and some broken ones."""
    package = tmp_path / "some_games"
    for name, source in {"one": GOOD.format(name="one"), "two": GOOD.format(name="two")}.items():
        _write(package / name, source)
    for name, (source, _) in BROKEN.items():
        _write(package / name, source)
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    yield package
    for module in [name for name in sys.modules if name.startswith("some_games")]:
        del sys.modules[module]


def _write(folder: Path, source: str) -> None:
    folder.mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "game.py").write_text(source)


def test_broken_games_are_left_out_in_words(games: Path) -> None:
    """The good games are found, and for each broken one a sentence names its folder and what is wrong."""
    troubles: list[str] = []
    found = find_games(lambda text: troubles.append(str(text)), games, "some_games")
    assert list(found) == ["one", "two"]
    assert len(troubles) == len(BROKEN)
    for name, (_, reason) in BROKEN.items():
        (sentence,) = [trouble for trouble in troubles if f"“{name}”" in trouble]
        assert reason in sentence


def test_all_our_games_load() -> None:
    """No game of this project is broken."""
    troubles: list[str] = []
    find_games(lambda text: troubles.append(str(text)))
    assert troubles == []
