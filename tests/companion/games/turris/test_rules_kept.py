"""The page that says where every rule is kept tells the truth."""

import re
from pathlib import Path

from companion.games.turris import game

FOLDER = Path(game.__file__).parent
PAGE = (Path(__file__).parents[4] / "docs" / "games" / "turris-rules.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (\d+) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$", re.MULTILINE)
PLACE = re.compile(r"`([a-z_/]+\.py)(?::(\w+))?`")
RULES = 169


def test_every_rule_is_kept_somewhere():
    """Each of the rules has its page and at least one place in the code."""
    rows = ROW.findall(PAGE)
    assert sorted(int(number) for number, *_ in rows) == list(range(1, RULES + 1))
    for _, page, rule, kept in rows:
        assert re.search(r"\d", page)
        assert rule
        assert PLACE.findall(kept)


def test_every_place_is_there():
    """Every file that the page names exists, and has the name that it is said to have."""
    for file, name in PLACE.findall(PAGE):
        path = FOLDER / file
        assert path.is_file(), file
        assert not name or re.search(rf"\b{name}\b", path.read_text(encoding="utf-8")), f"{file}: {name}"
