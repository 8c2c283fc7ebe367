"""The example game in docs/adding-a-game.md is a whole game, and a package of its own."""

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.api import catalogues
from companion.library.cards import Library
from companion.library.registry import FoundGame, find
from companion.library.rulebook import RuleBook, rules_named
from companion.testing import rewrite
from tests.web.household import Household
from tests.web.rooms import Room

PAGE = Path(__file__).parents[3] / "docs" / "adding-a-game.md"
FILE = re.compile(r"^```\w+ (?P<path>\S+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's files, as somebody would write them."""
    folder = tmp_path_factory.mktemp("source")
    for match in FILE.finditer(PAGE.read_text(encoding="utf-8")):
        path = folder / match["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(match["text"], encoding="utf-8")
    (folder / "lantern" / "__init__.py").write_text('"""Lantern."""\n')
    return folder


@pytest.fixture(scope="module")
def installed(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the package was installed; it needs nothing that is not here already."""
    folder = tmp_path_factory.mktemp("site")
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, "--target", folder, source], check=True)
    return folder


@pytest.fixture
def games(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, FoundGame]]:
    """The games that are found where it is installed."""
    monkeypatch.syspath_prepend(str(installed))
    monkeypatch.setattr(catalogues, "_added", [])
    importlib.invalidate_caches()
    troubles: list[str] = []
    yield find(lambda text: troubles.append(str(text)))
    assert troubles == []
    for name in [name for name in sys.modules if name.split(".")[0] == "lantern"]:
        del sys.modules[name]


@pytest.mark.slow
def test_an_installed_game_is_found_and_played(source: Path, games: dict[str, FoundGame]) -> None:
    """Its entry point alone makes it a sixth game, and its evening goes as the page says."""
    assert list(games) == ["citadel", "fire_brigade", "frostpunk", "torrenar", "turris", "lantern"]
    evening = (source / "tests/playthroughs/lantern/two_nights.evening").read_text(encoding="utf-8")
    went = rewrite(evening, {name: one.game for name, one in games.items()})
    for line in evening.splitlines():
        assert line in went.splitlines()


def test_its_rules_and_cards_can_be_looked_up(games: dict[str, FoundGame]) -> None:
    """Every rule that its prompts and cards name has an entry, and a wind card is known."""
    found = games["lantern"]
    book, library, game = RuleBook.load(found.folder), Library.load(found.folder), found.game
    named = rules_named(game.prompts(game.state(5, 5)), game.view(game.state(5, 5)))
    assert book.missing(named | {kind.rule for kind in library.kinds}) == set()
    assert str(library.look_up("w2").title) == "Wind card"  # type: ignore[union-attr]


@pytest.mark.slow
def test_its_own_tests_pass(source: Path, installed: Path, games: dict[str, FoundGame]) -> None:
    """They use the public tools for tests alone."""
    root = PAGE.parents[1]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    done = subprocess.run(
        command, cwd=source, env={"PYTHONPATH": f"{installed}:{root}", "PATH": "/usr/bin:/bin"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "6 passed" in done.stdout, done.stdout + done.stderr


def test_a_second_game_of_that_name_is_left_out(
    games: dict[str, FoundGame], installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that was there stays; a sentence names the package of the other."""
    other = tmp_path / "another_lantern-2.0.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: another-lantern\nVersion: 2.0\n")
    (other / "entry_points.txt").write_text("[table_companion.games]\nturris = lantern.game:GAME\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    troubles: list[str] = []
    assert "lantern" in find(lambda text: troubles.append(str(text)))
    assert len(troubles) == 1
    assert "“another-lantern” is left out" in troubles[0]


@pytest.mark.browser
def test_it_is_played_on_the_page(games: dict[str, FoundGame], chromium: Browser, tmp_path: Path) -> None:
    """Begun, played and lost on a phone, whose page knows nothing of it."""
    found = games["lantern"]
    library = Library.load(found.folder)
    house = Household(tmp_path / "data", game=found.game, options={"library": lambda game: library})
    room = Room(house, chromium)
    try:
        house.session.tell_board("lantern", "oil", 3)
        house.begin()
        page = room.joined("Ada")
        expect(page.get_by_role("heading", name="Turn over a wind card.")).to_be_visible()
        page.locator(".action-bar .answer").click()
        page.get_by_role("textbox", name="Wind card").fill("W3")
        page.keyboard.press("Enter")
        expect(page.get_by_text("The lantern went out: you have lost.").first).to_be_visible()
    finally:
        room.close()
        house.close()
    assert room.faults == []
