"""The page that says where every rule is kept tells the truth."""

import re
from pathlib import Path

from companion.games.fire_brigade import game
from companion.games.fire_brigade.crew.cards import EVERYBODY
from companion.games.fire_brigade.game import GAME
from companion.games.fire_brigade.house_rules import ASKS
from tests.companion.games.rules_page import RulesPage

PAGE = RulesPage("fire_brigade", game)
OWNER = (Path(__file__).parents[4] / "docs" / "games" / "fire_brigade.md").read_text(encoding="utf-8")


def test_every_rule_is_kept_somewhere():
    """Each of the rules has its page and at least one place in the code."""
    PAGE.check_rules(87)


def test_every_place_is_there():
    """Every file that the page names exists, and has the name that it is said to have."""
    PAGE.check_places()


def test_every_ability_is_listed():
    """Each Captain and each crew member stands in the second table."""
    abilities = PAGE.text.partition("## Abilities")[2]
    for one in EVERYBODY.values():
        assert one.name in abilities or "(" in one.name, one.name


def test_what_is_asked_is_listed():
    """Every family of board facts, and as many house rules as are asked when they matter."""
    for family in GAME.families:
        assert f"`{family.pattern.partition(chr(92))[0]}." in OWNER
    asked = OWNER.partition("asked when it matters")[2].partition("Decided here")[0]
    assert len(re.findall(r"^\| (?!---)", asked, re.MULTILINE)) == len(ASKS) - 1  # but the sides, which the book asks
