"""Hope and Discontent set by hand, token by token or by their numbers (rulebook p. 17)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.game import GAME
from tests.companion.games.frostpunk.table import Evening, begun


def shown(evening: Evening, about: str = "hope") -> str:
    row = evening.state.tokens(about).row
    return " ".join(token.kind.capitalize() if token.active else token.kind for token in row)


def now(evening: Evening, name: str) -> object:
    [value] = [one.now for one in GAME.corrections(evening.state) if one.ask.name == name]
    return value


def test_a_token_is_set_to_what_lies_there():
    """The second Hope token, an active Justice, is in truth an exhausted Motivation."""
    evening = begun().at("action.turn")
    assert now(evening, "hope_2") == "justice_active"
    evening.correct("hope_2", "motivation_exhausted")
    assert shown(evening) == "Care motivation"


def test_a_token_is_added_on_the_next_place():
    """Two Hope tokens lie there, a third one is put beside them."""
    evening = begun().at("action.turn")
    assert now(evening, "hope_3") == "empty"
    evening.correct("hope_3", "care_exhausted")
    assert shown(evening) == "Care Justice care"


def test_only_the_last_token_can_be_taken_off():
    """Tokens slide left, so an empty place lies only behind the last one."""
    evening = begun().at("action.turn")
    with pytest.raises(IllegalMove):
        evening.correct("hope_1", "empty")
    evening.correct("hope_2", "empty")
    assert shown(evening) == "Care"


def test_the_last_hope_token_taken_off_by_hand_loses():
    """p. 16: what the board says counts."""
    evening = begun().at("action.turn")
    evening.correct("hope_2", "empty")
    evening.correct("hope_1", "empty")
    assert evening.state.ended == "hope"


def test_no_more_of_a_type_than_the_bag_held():
    """p. 5: told that there are two Care tokens, a third one cannot lie there."""
    evening = begun(bag_care=2, bag_justice=4, bag_motivation=3).at("action.turn")
    evening.correct("hope_3", "care_exhausted")
    with pytest.raises(IllegalMove, match="Care"):
        evening.correct("hope_4", "care_active")


def test_fewer_and_more_tokens_by_number():
    """Of two active tokens the right one goes; a new exhausted one has a type to be told."""
    evening = begun().at("action.turn")
    evening.correct("hope_active", 1)
    evening.correct("hope_exhausted", 1)
    assert shown(evening) == "Care untold"


def test_six_places_at_most():
    """p. 17: with six Hope tokens there is no seventh place."""
    evening = begun().at("action.turn")
    evening.correct("hope_exhausted", 4)
    names = {one.ask.name for one in GAME.corrections(evening.state)}
    assert "hope_6" in names
    assert "hope_7" not in names


def test_the_owners_name_of_the_third_type_is_shown():
    """Once the third type of Discontent is named, its tokens are called so."""
    evening = begun(third_discontent_name="Despair").at("action.turn")
    [ask] = [one.ask for one in GAME.corrections(evening.state) if one.ask.name == "discontent_1"]
    assert "Despair, active" in [str(choice.label) for choice in ask.choices]
