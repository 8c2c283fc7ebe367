"""Every icon that a game names is drawn, stands within its box, and is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser

from companion.api.text import Text
from companion.library.looks import read_icon, read_look
from companion.library.registry import FOLDER, find_games
from companion.session.screen import Screen
from companion.storage.log import Log
from companion.testing.playscript import Player
from companion.testing.script import parse

EVENINGS = sorted((Path(__file__).parents[2] / "playthroughs").glob("*/*.evening"))
GAMES = sorted({path.parent.name for path in EVENINGS})
PAGE_ICONS = Path(__file__).parents[3] / "web" / "static" / "icons.js"


@cache
def for_all_games() -> frozenset[str]:
    """The icons that the page has for every game."""
    return frozenset(re.findall(r"^  (\w+): \"M", PAGE_ICONS.read_text(encoding="utf-8"), re.MULTILINE))


def drawn(game: str) -> dict[str, Path]:
    """The game's own icons."""
    return {path.stem: path for path in (FOLDER / game / "icons").glob("*.svg")}


def icons_in(value: Any) -> Iterator[str]:
    """Every name that stands in an `icon` or a `look` anywhere in this value."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name in ("icon", "look") and isinstance(inner, str):
                yield inner
            else:
                yield from icons_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from icons_in(inner)


def shown(screen: Screen) -> frozenset[str]:
    told = (screen.view, screen.prompts, screen.notices)
    return frozenset(
        icons_in(msgspec.to_builtins(told, enc_hook=lambda one: str(one) if isinstance(one, Text) else None))
    )


@cache
def used_in(path: Path, folder: Path) -> frozenset[str]:
    """The icons on every screen of a golden evening."""
    log = Log(folder / path.stem, durable=False)
    player = Player(parse(path.read_text(encoding="utf-8")), find_games(), log)
    found: frozenset[str] = frozenset()
    for _ in player.play():
        found |= shown(player.session.screen())
    log.close()
    return found


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("icons")


@pytest.mark.slow
@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_icon_of_an_evening_is_drawn(path: Path, folder: Path):
    """Whatever a golden evening's views and prompts name is a file of the game, or an icon for all games."""
    used = used_in(path, folder)
    assert used, "its screens show no icon"
    assert used - set(drawn(path.parent.name)) - for_all_games() == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_icon_can_be_read(game: str):
    """Each is a drawing in the two inks, and so one symbol of what the page loads; the colours and the picture, too."""
    told: list[Text] = []
    look = read_look(FOLDER / game, told.append)
    assert told == []
    assert look.icons is not None
    names = set(re.findall(rb'<symbol id="(\w+)"', look.icons.data))
    assert names == {name.encode() for name in drawn(game)}


@pytest.mark.parametrize("game", GAMES)
def test_no_icon_is_drawn_for_nothing(game: str, folder: Path):
    """Each is shown in a golden evening, or named in the game's code or tables."""
    used = frozenset[str]().union(*(used_in(path, folder) for path in EVENINGS if path.parent.name == game))
    files = [*(FOLDER / game).rglob("*.py"), *(FOLDER / game).rglob("*.toml")]
    named = re.compile(r"\"(\w+)\"|^\[(\w+)\]|^(\w+) =", re.MULTILINE)
    words = {word for path in files for found in named.findall(path.read_text(encoding="utf-8")) for word in found}
    assert set(drawn(game)) - used - words == set()


@pytest.mark.parametrize("game", GAMES)
def test_wished_icons_are_drawn(game: str):
    """Each name in the game's list of wishes has its file."""
    wishes = FOLDER / game / "icons" / "names.txt"
    lines = wishes.read_text(encoding="utf-8").splitlines() if wishes.is_file() else []
    names = {line.split()[0].rstrip(":") for line in lines if line.strip() and not line.startswith("#")}
    assert names - set(drawn(game)) - for_all_games() == set()


OUTSIDE = """icons => {
  const bad = [];
  for (const [name, text] of Object.entries(icons)) {
    document.body.innerHTML = text;
    for (const one of document.querySelectorAll('svg *')) {
      if (!one.getBBox) continue;
      const {x, y, width, height} = one.getBBox();
      const half = one.closest('[stroke]').getAttribute('stroke') === 'none' ? 0 : 1;
      if (x < half || y < half || x + width > 24 - half || y + height > 24 - half) bad.push(name);
    }
  }
  return bad;
}"""


@pytest.mark.browser
@pytest.mark.parametrize("game", GAMES)
def test_every_icon_stands_within_its_box(game: str, chromium: Browser):
    """With its strokes, so that nothing is cut off at the edge."""
    page = chromium.new_page()
    icons = {name: path.read_text(encoding="utf-8") for name, path in drawn(game).items()}
    assert page.evaluate(OUTSIDE, icons) == []
    page.close()


def test_an_icon_that_is_none_would_be_noticed(tmp_path: Path):
    """The reader of icons refuses what these tests rely on it to refuse."""
    path = tmp_path / "bad.svg"
    path.write_text("<svg/>", encoding="utf-8")
    with pytest.raises(ValueError, match="SVG"):
        read_icon(path)
