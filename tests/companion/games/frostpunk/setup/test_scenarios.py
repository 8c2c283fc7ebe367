"""Scenarios other than A New Home, rulebook p. 8: what their Scenario Book says is entered once."""

from typing import Any

import pytest

from companion.api.game import IllegalMove, Table, Value
from companion.games.frostpunk.game import GAME
from companion.games.frostpunk.setup import scenarios
from companion.session.owner_board import asked
from tests.companion.games.frostpunk.table import KNOWN, NAMES, Evening
from tests.companion.games.meaning import prompted

BOOK: dict[str, Value] = {
    "storm": 12,
    "triggers": "3, 7 and 13",
    "face_up": "ii/1, II/02",
    "storm_card": "II/9",
    "steel_used": "yes",
    "steel": 2,
    "heat": 2,
    "cold": 7,
    "red": 1,
    "orange": 3,
    "yellow": 4,
    "left_out": "Steam Hub, two Weather cards",
}


def begin(name: str = "The Refugees", players: int = 2, **board: Value) -> Evening:
    """An evening with another scenario."""
    evening = Evening(players)
    choices: dict[str, Value] = {"scenario": "other", "name": name, "society": "I", "level": "normal"}
    outcome = GAME.start(Table(players=NAMES[:players], choices=choices, board={**KNOWN, **board}))
    evening.state, evening.facts, evening.board_facts = outcome.state, outcome.facts, dict(outcome.board_facts)
    return evening


def test_another_scenario_is_asked_for_first():
    """p. 8 and 16: the Scenario Book comes first; nothing else can be done before it is entered."""
    evening = begin()
    assert evening.asked == "setup.scenario"
    assert prompted(evening.prompt) == ("setup.scenario", {"scenario": {"name": "The Refugees"}})
    for move, args in (("set_up", {"step": "setup.map"}), ("all_set_up", {"food": 0, "leader": "seat1"})):
        with pytest.raises(IllegalMove, match="Scenario Book"):
            evening.play(move, **args)  # type: ignore[arg-type]


def test_what_the_book_says_is_set_up():
    """Markers, tokens and cards lie as entered; codes are tidied."""
    evening = begin()
    evening.play("scenario_told", **BOOK)
    state = evening.state
    assert (state.storm, state.triggers, state.steel) == (12, (3, 7, 13), 2)
    assert state.scenario_cards == ("II/01", "II/02")
    board = state.generator
    assert (board.heat, board.cold, board.red, board.orange, board.yellow) == (2, 7, 1, 3, 4)
    assert evening.asked == "setup.map"


def test_a_scenario_is_entered_once():
    """The next evening with it begins at the map, with its numbers."""
    evening = begin()
    evening.play("scenario_told", **BOOK)
    assert str(evening.board_facts["scenario.The Refugees"]).startswith("storm: 12\ntriggers: 3, 7 and 13\n")
    assert all(asked(GAME, name) for name in evening.board_facts)
    again = begin(**evening.board_facts)
    assert (again.asked, again.state.storm, again.state.generator.cold) == ("setup.map", 12, 7)
    assert begin("The Arks", **evening.board_facts).asked == "setup.scenario"


def test_the_list_follows_the_book():
    """What is left out, Steel, markers and the Storm card stand in the items."""
    evening = begin()
    evening.play("scenario_told", **BOOK)
    said = "\n".join(
        str(offer.label)
        for step in ("map", "expeditions", "technologies", "supply", "round", "generator", "other")
        for offer in evening.at(f"setup.{step}").prompt.offers
    )
    for words in (
        "Steel too", "as the Scenario Book says", "two Weather cards", "Onto it: 2 Steel", "Storm marker on 12",
        "red on 1, orange on 3, yellow on 4", "II/01, II/02 face up", "rounds 3, 7, 13", "II/09",
    ):  # fmt: skip
        assert words in said


@pytest.mark.parametrize("wrong", [{"triggers": "16"}, {"triggers": "1 2 3 4 5 6 7 8"}, {"heat": 8}])
def test_what_cannot_be(wrong: dict[str, Any]):
    """p. 5 and 20: seven Trigger tokens on fifteen rounds; the Heat marker never stands beyond the Cold marker."""
    evening = begin()
    with pytest.raises(IllegalMove):
        evening.play("scenario_told", **{**BOOK, **wrong})


def test_another_scenario_needs_a_name():
    """A scenario without a name could not be kept."""
    with pytest.raises(IllegalMove, match="Say which scenario"):
        begin("  ")


@pytest.mark.parametrize("name", ["A New Home", "a new home: crater"])
def test_a_new_home_by_its_name(name: str):
    """Who types the first scenario's name gets what the rulebook tells of it."""
    assert begin(name).state.storm == 9


@pytest.mark.parametrize(
    ("words", "found"),
    [("4, 11", (4, 11)), ("11 4 4", (4, 11)), ("", ()), ("rounds 3 and 7", (3, 7))],
)
def test_rounds_in_words(words: str, found: tuple[int, ...]):
    """Rounds may be typed as one likes."""
    assert scenarios.rounds(words) == found


def test_odd_signs_in_a_name_do_no_harm():
    """A name is kept in a form that a board fact can have."""
    evening = begin("  Fall of\tWinterhome / II “x” ")
    evening.play("scenario_told", **BOOK)
    assert evening.state.scenario == "Fall of Winterhome II x"
    assert all(asked(GAME, name) for name in evening.board_facts)
