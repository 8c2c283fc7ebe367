"""Society cards, rulebook p. 11 to 13."""

from typing import Any

import pytest

from companion.api.game import IllegalMove, Outcome, Table, Value
from companion.games.frostpunk.setup import societies
from companion.games.frostpunk.state import State
from companion.session.owner_board import asked
from tests.companion.games.frostpunk.table import GAME, KNOWN, NAMES, Evening
from tests.companion.games.meaning import prompted

CARD: dict[str, int] = {
    "workers": 15,
    "engineers": 15,
    "children": 10,
    "sick_workers": 2,
    "sick_engineers": 0,
    "sick_children": 1,
    "food": 6,
    "corpses": 2,
    "wood": 3,
    "coal": 7,
    "steam_cores": 1,
    "automatons": 1,
    "discontent_drawn": 3,
    "discontent_active": 2,
    "hope_drawn": 3,
    "hope_active": 1,
}


def begin(society: str = "II", level: str = "hard", **board: Value) -> Evening:
    """An evening with another Society card."""
    evening = Evening(2)
    table = Table(players=NAMES[:2], choices={"society": society, "level": level}, board={**KNOWN, **board})
    outcome: Outcome[State] = GAME.start(table)
    evening.state, evening.facts, evening.board_facts = outcome.state, outcome.facts, dict(outcome.board_facts)
    return evening


def at_the_card() -> Evening:
    evening = begin()
    evening.play("map_laid", food=2)
    evening.play("set_up", step="setup.expeditions")
    evening.play("set_up", step="setup.technologies")
    return evening


def test_an_unknown_card_is_asked_for_in_its_step():
    """p. 11: the fourth step asks what the card shows; only then the City has its numbers."""
    evening = at_the_card()
    assert prompted(evening.prompt) == ("setup.society", {"society": {"card": "II", "level": "Hard"}})
    assert [ask.name for ask in evening.prompt.offers[0].asks] == list(CARD)
    evening.play("society_told", **CARD)
    state = evening.state
    assert [group.citizens for group in (state.workers, state.engineers, state.children)] == [15, 15, 10]
    assert [group.sick for group in (state.workers, state.engineers, state.children)] == [2, 0, 1]
    assert (state.wood, state.coal, state.steam_cores, state.automatons, state.corpses) == (3, 7, 1, 1, 2)
    assert [token.active for token in state.discontent.row] == [True, True, False]
    assert [token.active for token in state.hope.row] == [True, False, False]
    assert evening.asked == "setup.population"


def test_the_food_of_the_tiles_is_kept():
    """p. 12: 6 Food of the card and 2 of the tiles that were turned up before make 8."""
    evening = at_the_card()
    evening.play("society_told", **CARD)
    assert evening.state.food == 8


def test_a_card_is_entered_once():
    """What was told is kept as board facts, and the next game with this card begins with it."""
    evening = at_the_card()
    evening.play("society_told", **CARD)
    assert "\nfood: 6\n" in str(evening.board_facts["society.II hard"])
    assert all(asked(GAME, name) for name in evening.board_facts)
    state = begin(**evening.board_facts).state
    assert (state.workers.citizens, state.workers.sick, state.food, state.hope.count) == (15, 2, 6, 3)


def test_a_card_that_is_known_in_part_is_filled_in():
    """A value that was told already stands in the form; the others have to be said."""
    evening = begin(**{"society.II hard": "Food: 6\nsick children: 99\ncoal: five\nsomething else"})
    usual = {ask.name: ask.usual for ask in societies.asks(evening.state)}
    assert (usual["food"], usual["coal"], usual["sick_children"]) == (6, None, 0)


def test_the_list_cannot_be_left_out_before_the_card_is_known():
    """Without its numbers the City cannot begin."""
    evening = begin()
    assert not evening.offered("all_set_up")
    with pytest.raises(IllegalMove, match="Society card"):
        evening.play("all_set_up", food=0, leader="seat1")
    evening.at("setup.society")
    with pytest.raises(IllegalMove, match="Society card"):
        evening.play("set_up", step="setup.society")


@pytest.mark.parametrize(
    "wrong", [{"sick_workers": 16}, {"hope_active": 4}, {"discontent_active": 4, "discontent_drawn": 3}]
)
def test_numbers_that_do_not_fit_together(wrong: dict[str, Any]):
    """p. 13 and 30: no more active tokens than drawn, no more sick than people."""
    evening = at_the_card()
    with pytest.raises(IllegalMove):
        evening.play("society_told", **{**CARD, **wrong})
    assert evening.state.hope.count == 0


def test_the_owner_holds_over_the_rulebook():
    """A value of Society I, Normal, that the owner's card shows otherwise is taken from the card."""
    assert begin("I", "normal", **{"society.I normal": "food: 9"}).state.food == 9


@pytest.mark.parametrize("name", ["society.VII normal", "society.II easy", "society.", "society"])
def test_only_cards_of_the_game(name: str):
    """p. 11: Societies I to VI, Normal and Hard."""
    assert asked(GAME, name) is None


def test_the_facts_name_their_card():
    """The form of board facts says which card a value belongs to."""
    ask = asked(GAME, "society.IV hard")
    assert ask is not None
    assert str(ask.label) == "Society IV hard"


def test_every_step_shows_with_another_card():
    """All fourteen steps can be shown before and after the card is read."""
    evening = at_the_card()
    evening.play("society_told", **CARD)
    while evening.asked.startswith("setup.") and evening.asked != "setup.other":
        assert GAME.view(evening.state)
        assert GAME.prompts(evening.state)
        evening.play("set_up", step=evening.asked)
    assert evening.asked == "setup.other"
