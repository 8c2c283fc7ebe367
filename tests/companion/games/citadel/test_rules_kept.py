"""The page that says where every rule is kept tells the truth."""

from companion.games.citadel import game
from companion.games.citadel.game import GAME
from tests.companion.games.rules_page import RulesPage

PAGE = RulesPage("citadel", game)


def test_every_rule_is_kept_somewhere():
    """Each of the rules has its page and at least one place in the code."""
    PAGE.check_rules(177)


def test_every_place_is_there():
    """Every file that the page names exists, and has the name that it is said to have."""
    PAGE.check_places()


def test_every_fact_asked_is_listed():
    """Whatever the owner is asked stands on the page."""
    asked = {fact.row or fact.ask.name for fact in GAME.board}
    unlisted = {name for name in asked if f"`{name}`" not in PAGE.text}
    assert not unlisted
