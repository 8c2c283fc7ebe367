"""The page that says where every rule is kept tells the truth."""

import re
from pathlib import Path

from companion.games.frostpunk import game
from companion.games.frostpunk.game import GAME

FOLDER = Path(game.__file__).parent
PAGE = (Path(__file__).parents[4] / "docs" / "games" / "frostpunk-rules.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (\d+) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$", re.MULTILINE)
PLACE = re.compile(r"`([a-z_/]+\.py)(?::(\w+))?`")
RULES = 279


def test_every_rule_is_kept_somewhere():
    """Each of the rules has its page and at least one place in the code."""
    rows = ROW.findall(PAGE)
    assert [int(number) for number, *_ in rows] == list(range(1, RULES + 1))
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


def test_every_board_fact_is_listed():
    """Whatever is asked of the owner stands on the page, and nothing else."""
    asked = {fact.row or fact.ask.name for fact in GAME.board}
    listed = set(re.findall(r"^\| [A-Z][^|]* \| `(\w+)`:", PAGE, re.MULTILINE))
    assert listed == asked
    for family in GAME.families:
        assert f"`{family.pattern.replace('|', '&#124;')}`" in PAGE
