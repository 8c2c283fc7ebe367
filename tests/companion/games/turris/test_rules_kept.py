"""The page that says where every rule is kept tells the truth."""

from companion.games.turris import game
from tests.companion.games.rules_page import RulesPage

PAGE = RulesPage("turris", game)


def test_every_rule_is_kept_somewhere():
    """Each of the rules has its page and at least one place in the code."""
    PAGE.check_rules(169)


def test_every_place_is_there():
    """Every file that the page names exists, and has the name that it is said to have."""
    PAGE.check_places()
