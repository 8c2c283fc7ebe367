"""A whole Beast Phase (rulebook p. 13), and what is set by hand."""

import pytest

from companion.api.game import IllegalMove
from companion.games.turris.game import GAME
from tests.companion.games.turris.table import FULL, KNOWN, Evening


def test_beasts_act_in_their_order():
    """p. 13: Pain, Delusion, Despair, Harrow."""
    evening = Evening(3, **FULL).scouts(abyss="A").hunt()
    assert [fact.args["beast"] for fact in evening.facts if fact.name == "target"] == [
        "pain", "delusion", "despair", "harrow",
    ]  # fmt: skip
    assert evening.state.phase == "turns"
    assert evening.state.round == 2


def test_later_beasts_see_what_the_earlier_ones_did():
    """p. 13: each does all four steps before the next one begins: what Pain devoured is no target any more."""
    evening = Evening(3, **FULL).scouts(shrine="A", ridge="B").beasts(pain="guild", delusion="left").hunt()
    targets = {fact.args["beast"]: fact.args["place"] for fact in evening.facts if fact.name == "target"}
    assert targets["pain"] == "shrine"
    assert targets["delusion"] == "ridge"


def test_the_beasts_wait_for_the_links():
    """Without the links of the board nothing can be computed: they are asked first, then all goes on by itself."""
    evening = Evening(3, **{**FULL, "links_told": "no"}).scouts(shrine="A").beasts(pain="guild").hunt()
    assert evening.asked == "map.links"
    evening.play("links_done")
    assert evening.state.round == 2
    assert "devoured" in evening.names


def test_a_removed_beast_is_left_out():
    """p. 20: only those still in the game act."""
    evening = Evening(3, **FULL).scouts(abyss="A")
    evening.correct("harrow_at", "out")
    evening.hunt()
    assert "harrow" not in [fact.args["beast"] for fact in evening.facts if fact.name == "target"]


def test_the_steps_begin_anew_with_each_phase():
    """The map shows the last Beast Phase only."""
    evening = Evening(3, **FULL).scouts(abyss="A").hunt()
    first = len(evening.state.told)
    evening.hunt()
    assert 4 <= len(evening.state.told) <= 12
    assert first >= 4


def test_everything_on_the_board_can_be_set_by_hand():
    """What the table says counts; setting a Beast somewhere has no effect on Scouts there."""
    evening = Evening(3, **FULL).scouts(abyss="A").at("turns", "actions")
    evening.correct("pain_at", "abyss")
    evening.correct("fruit", "isle")
    evening.correct("altar", "despair")
    evening.correct("fast", "despair")
    evening.correct("delusion_flipped", "yes")
    state = evening.state
    assert (evening.at_place("pain"), state.fruit, state.altar, state.fast) == ("abyss", "isle", "despair", "despair")
    assert state.manned("abyss") == 1
    evening.correct("fruit", "out")
    evening.correct("fast", "out")
    assert (evening.state.fruit, evening.state.fast) == ("", "")
    with pytest.raises(IllegalMove):
        evening.correct("delusion_at", "abyss")  # Pain is there


def test_two_beasts_never_stand_in_one_place_by_hand():
    """p. 17: a place with another Beast is not among the answers."""
    evening = Evening(3, **FULL)
    ask = next(one.ask for one in GAME.corrections(evening.state) if one.ask.name == "pain_at")
    values = {choice.value for choice in ask.choices}  # type: ignore[union-attr]
    assert "a" in values
    assert not values & {"b", "c", "d"}


def test_a_beast_can_be_put_back_onto_its_first_spot_by_hand():
    """p. 21: on a spot without Site, when it turns out that it has not left it yet."""
    evening = Evening(2, **FULL).scouts(isle="A").hunt("despair").at("turns", "actions")
    assert evening.at_place("despair") == "isle"
    evening.correct("despair_at", "c")
    assert evening.at_place("despair") == "c"


def test_known_links_alone_do_not_start_the_beasts():
    """Eleven links are known from the examples; the others have to be told."""
    evening = Evening(3, **KNOWN).scouts(shrine="A").hunt()
    assert evening.asked == "map.links"
    assert not evening.state.told
