"""The page that says where every rule is kept tells the truth."""

import re
from pathlib import Path

import pytest

from companion.games.citadel import game
from companion.games.citadel.game import GAME

FOLDER = Path(game.__file__).parent
PAGE = (Path(__file__).parents[4] / "docs" / "games" / "citadel-rules.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (\d+) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$", re.MULTILINE)
ALSO = re.compile(r"`(\w+)`")
RULES = 177


def places() -> list[tuple[str, str]]:
    """Every file with a name in it; names after a comma belong to the file before them."""
    found = []
    for *_, kept in ROW.findall(PAGE):
        for part in re.split(r"; ?", kept):
            file = re.search(r"`([a-z_/.]+\.(?:py|toml|md))(?::(\w+))?`", part)
            if file:
                found += [(file[1], file[2] or ""), *((file[1], name) for name in ALSO.findall(part[file.end() :]))]
    return found


def test_every_rule_is_kept_somewhere():
    """Each of the rules has its page and at least one place in the code."""
    rows = ROW.findall(PAGE)
    numbered = [int(number) for number, *_ in rows]
    assert numbered[:RULES] == list(range(1, RULES + 1))
    for number, page, rule, kept in rows:
        assert re.search(r"\d", page), number
        assert rule, number
        assert re.search(r"`[a-z_/.]+(\.py|\.toml|\.md)", kept), number


@pytest.mark.parametrize(("file", "name"), sorted(set(places())))
def test_every_place_is_there(file: str, name: str):
    """Every file that the page names exists, and has the name that it is said to have."""
    path = FOLDER / file
    assert path.is_file(), file
    assert not name or re.search(rf"\b{name}\b", path.read_text(encoding="utf-8")), f"{file}: {name}"


def test_every_fact_asked_is_listed():
    """Whatever the owner is asked stands on the page."""
    asked = {fact.row or fact.ask.name for fact in GAME.board}
    assert all(f"`{name}`" in PAGE for name in asked), sorted(name for name in asked if f"`{name}`" not in PAGE)
