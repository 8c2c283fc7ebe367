"""The example game in docs/adding-a-game.md is a whole game."""

import re
import sys
from pathlib import Path

import pytest

from companion.library.cards import Library
from companion.library.registry import find_games
from companion.library.rulebook import RuleBook, rules_named
from companion.testing.playscript import rewrite

PAGE = Path(__file__).parents[3] / "docs" / "adding-a-game.md"
FILE = re.compile(r"^```\w+ (?P<path>\S+/\S+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page's files, written to a folder of their own from which Python imports."""
    for match in FILE.finditer(PAGE.read_text(encoding="utf-8")):
        path = tmp_path / match["path"].replace("companion/games/", "example_games/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(match["text"], encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name in [name for name in sys.modules if name.split(".")[0] == "example_games"]:
        del sys.modules[name]


def test_the_example_is_found_and_played(files: Path):
    """Its folder alone makes it a game, and its evening goes as the page says."""
    troubles: list[str] = []
    games = find_games(lambda text: troubles.append(str(text)), files / "example_games", "example_games")
    assert (list(games), troubles) == (["lantern"], [])
    evening = (files / "tests/playthroughs/lantern/two_nights.evening").read_text(encoding="utf-8")
    went = rewrite(evening, games)
    for line in evening.splitlines():
        assert line in went.splitlines()


def test_the_example_s_rules_and_cards_can_be_looked_up(files: Path):
    """Every rule that its prompts and cards name has an entry, and a wind card is known."""
    folder = files / "example_games" / "lantern"
    book, library = RuleBook.load(folder), Library.load(folder)
    game = find_games(folder=folder.parent, package="example_games")["lantern"]
    named = rules_named(game.prompts(game.state(5, 5)), game.view(game.state(5, 5)))
    assert book.missing(named | {kind.rule for kind in library.kinds}) == set()
    assert str(library.look_up("w2").title) == "Wind card"  # type: ignore[union-attr]
