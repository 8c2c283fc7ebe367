"""Looking Frostpunk's cards up: every kind by its code or name, with a rule to open."""

from pathlib import Path

import pytest

from companion.games.frostpunk.cards import owner_facts
from companion.games.frostpunk.game import FOLDER, GAME
from companion.library.cards import Library
from companion.library.rulebook import RuleBook

LIBRARY = Library.load(Path(FOLDER))
RULES = RuleBook.load(Path(FOLDER), "en")


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("M017", "morning"),
        ("D045", "dusk"),
        ("d45", "dusk"),
        ("L05", "law"),
        ("L16", "law"),
        ("L05/2", "consequence"),
        ("I/01", "scenario"),
        ("IV/12", "scenario"),
        ("citizen.Anybody", "citizen"),
        ("weather.Blizzard", "weather"),
        ("society.III Hard", "society"),
        ("technology.Hunting Tactics", "technology"),
        ("expedition.Somewhere", "expedition"),
        ("Health Advisor", "advisor"),
        ("Call to Rise", "call_to_rise"),
        ("Outpost card", "outpost"),
        ("Phase tracker", "phase_tracker"),
    ],
)
def test_every_kind_of_card_has_an_entry(typed: str, kind: str):
    """What it is, what to do, and a rule."""
    entry = LIBRARY.look_up(typed)
    assert entry is not None
    assert entry.kind == kind
    assert str(entry.what)


@pytest.mark.parametrize("typed", ["L17", "L00", "Q12", "X", "M1234"])
def test_what_is_no_card_is_none(typed: str):
    """Laws go from one to sixteen; Morning and Dusk cards have three digits."""
    assert LIBRARY.look_up(typed) is None


def test_every_rule_that_a_card_names_can_be_opened():
    """No entry leads nowhere."""
    named = {one.rule for one in (*LIBRARY.kinds, *LIBRARY.cards) if one.rule}
    assert not [rule for rule in named if RULES.entry(rule) is None]


@pytest.mark.parametrize("key", owner_facts.KNOWN_TEXTS)
def test_every_card_the_rulebook_tells_of_can_be_looked_up(key: str):
    """By its code, or by kind and name, so that the owner can add what is missing."""
    code = key.removeprefix("card.")
    if code.startswith(("morning.", "law.", "consequence.")):
        code = code.partition(".")[2]  # the text names these without telling their codes
        assert LIBRARY.look_up(code) is not None
        return
    entry = LIBRARY.look_up(code)
    assert entry is not None
    assert entry.own == code


def test_the_pairs_of_starting_laws():
    """L01 and L02, L03 and L04, L05 and L06, L07 and L08 (p. 37)."""
    for code, pair in {"L01": "L02", "L04": "L03", "L05": "L06", "L08": "L07"}.items():
        entry = LIBRARY.look_up(code)
        assert entry is not None
        assert pair in str(entry.what)


def test_the_prompts_rules_can_be_opened():
    """Every rule that an Event card's prompt names is there."""
    for rule in (
        "cards.own",
        "events.none",
        "events.place",
        "dusk.empty",
        "dusk.add",
        "laws.consequence",
        "events.remove",
    ):
        assert RULES.entry(rule) is not None
    assert GAME.families
