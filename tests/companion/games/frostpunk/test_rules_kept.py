"""The page that says where every rule is kept tells the truth."""

import re

from companion.games.frostpunk import game
from companion.games.frostpunk.game import GAME
from tests.companion.games.rules_page import RulesPage

PAGE = RulesPage("frostpunk", game)


def test_every_rule_is_kept_somewhere():
    """Each of the rules has its page and at least one place in the code."""
    PAGE.check_rules(279)


def test_every_place_is_there():
    """Every file that the page names exists, and has the name that it is said to have."""
    PAGE.check_places()


def test_every_board_fact_is_listed():
    """Whatever is asked of the owner stands on the page, and nothing else."""
    asked = {fact.row or fact.ask.name for fact in GAME.board}
    listed = set(re.findall(r"^\| [A-Z][^|]* \| `(\w+)`:", PAGE.text, re.MULTILINE))
    assert listed == asked
    for family in GAME.families:
        assert f"`{family.pattern.replace('|', '&#124;')}`" in PAGE.text
