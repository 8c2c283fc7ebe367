"""Every icon of a game can be read and stands within its box. That those which a golden evening names are drawn, and
none for nothing, is seen where these are played: `tests/playthroughs/test_playthroughs.py`."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.api.text import Text
from companion.library.looks import read_icon, read_look
from companion.library.registry import FOLDER

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
