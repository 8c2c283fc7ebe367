"""Figures on the Board (p. 22)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.board import figures
from companion.games.citadel.cards import taking

from ..laying import explored, sketch, terrain
from ..table import Evening, begun


def two_terrains(players: int = 2, **sides: str) -> Evening:
    """081 with everybody on it, 094 north of it."""
    evening = terrain(begun(players), "081", north="094 I")
    return explored(evening, "0,-1", "094", **sides)


def test_the_move_action_goes_to_an_adjacent_terrain():
    """A step moves one's own figure, and only that, to an adjacent Terrain card (p. 22)."""
    evening = two_terrains()
    evening.play("step", seat="seat1", to="094.1")
    assert [hero.place for hero in evening.state.party] == ["094.1", "081.1"]


def test_no_step_to_a_terrain_that_is_not_adjacent():
    """094 and 108 lie two steps apart."""
    evening = two_terrains(north="108 I")
    explored(evening, "0,-2", "108")
    with pytest.raises(IllegalMove, match="beside the one where you stand"):
        evening.play("step", seat="seat1", to="108.1")


def test_no_step_with_too_much_weight():
    """The move action needs a carried weight within the limit (p. 19, 22)."""
    evening = two_terrains(1)
    evening.play("enter_card", number="049", colour="green", kind="purse", where="purse", seat="seat1")
    evening.tell("card.049.1.weight", 5)
    evening.hero("seat1", character="arthen")
    evening.tell("limit.weight.arthen.1", 4)
    with pytest.raises(IllegalMove, match="carry more than you may"):
        evening.play("step", seat="seat1", to="094.1")
    evening.tell("limit.weight.arthen.1", 5)
    evening.play("step", seat="seat1", to="094.1")


def test_other_effects_move_figures_whatever_they_carry():
    """Other effects may move figures anywhere (p. 22)."""
    evening = two_terrains()
    evening.play("figures_to", who="all", to="094.1")
    assert figures.on(evening.state, "094.1") == ("seat1", "seat2")


def test_arriving_at_a_mandatory_action():
    """Players whose figures arrive take it together at once (p. 22); all who are there are involved (p. 11)."""
    evening = terrain(begun(2), "081", north="094 I")
    explored(evening, "0,-1", "094", mandatory="yes")
    assert evening.asked == "table.idle"
    evening.play("step", seat="seat1", to="094.1")
    assert evening.asked == "board.mandatory"
    assert evening.state.tasks[0].seats == ("seat1",)
    evening.play("mandatory_taken", seat="seat1")
    evening.play("step", seat="seat2", to="094.1")
    assert evening.state.tasks[0].seats == ("seat1", "seat2")


def test_a_mandatory_action_that_can_no_longer_be_taken():
    """It is not taken when it can no longer be taken (p. 22): it is not asked for again."""
    evening = terrain(begun(2), "081", north="094 I")
    explored(evening, "0,-1", "094", mandatory="yes")
    evening.play("step", seat="seat1", to="094.1")
    evening.play("mandatory_over")
    evening.play("step", seat="seat2", to="094.1")
    assert evening.asked == "table.idle"


def test_an_unconscious_character_has_no_figure_to_move():
    """The figure is off the Board (p. 20)."""
    evening = two_terrains()
    evening.hero("seat1", conscious=False, place="", life=0)
    with pytest.raises(IllegalMove, match="not on the Board"):
        evening.play("step", seat="seat1", to="094.1")
    with pytest.raises(IllegalMove, match="stays off the Board"):
        evening.play("figures_to", who="seat1", to="094.1")


def test_a_figure_can_be_put_right_by_hand():
    """The table says where it stands."""
    evening = two_terrains()
    evening.correct("figure_seat2", "094.1")
    assert evening.state.hero("seat2").place == "094.1"
    evening.correct("figure_seat2", "off")
    assert evening.state.hero("seat2").place == ""


def test_a_hidden_number_on_a_terrain_replaces_it():
    """Example on p. 22: on Terrain 154 the number 316 is spotted; 154 is discarded, 316 takes its place, and whoever
    stood there stands on 316."""
    evening = terrain(begun(2), "154", north="200 I")
    evening.writing(lambda tx: taking.spot(tx, "316", "154.1", "seat1"))
    evening.play("take_unseen", colour="green")
    evening.play("reveal", kind="terrain")
    assert evening.state.cards.copy("154.1").where == "past"
    assert [space.key for space in sketch(evening).terrains] == ["316.1"]
    assert {hero.place for hero in evening.state.party} == {"316.1"}
    assert (sketch(evening).terrains[0].x, sketch(evening).terrains[0].y) == (0, 0)


def test_actions_on_the_fog_beside_one_s_terrain():
    """Ludovic takes the action shown on the back of an Exploration card (p. 14, 21): cost 0, difficulty 0. As these
    cards are not told apart, it is read again for the next one."""
    evening = terrain(begun(1), "081", north="094 I")
    assert figures.fog_beside(evening.state, "081.1") == ("I.1",)
    evening.play("turn", seat="seat1")
    evening.play("act_new", seat="seat1", icon="pathfind", where="I.1")
    evening.play("sheet_told", cost=0, difficulty=0, sort="simple", duty="free")
    assert evening.board_facts == {}
    evening.play("draw", cards=0)
    evening.play("action_done")
    evening.play("explore", space="0,-1", became="past", seat="", by="")
    assert evening.asked == "card.take"


def test_a_mandatory_action_that_was_taken_before_is_one_tap():
    """What the Terrain card shows is known by then: one tap for whoever is to be active (p. 11, 22)."""
    evening = terrain(begun(2), "081", mandatory="yes")
    evening.tell("action.081.1.run", "cost 2 rows 1 mandatory")
    [taken] = [offer for offer in evening.prompt.offers if offer.move.name == "act_now" and not offer.asks]
    assert taken.move.args == {"seat": "seat1", "icon": "run"}
    evening.play("act_now", **taken.move.args)
    [other] = [offer for offer in evening.prompt.offers if offer.move.name == "active_is"]
    evening.play("active_is", **other.move.args)
    assert evening.state.action is not None
    assert evening.state.action.involved == ("seat2", "seat1")
    assert evening.state.action.active == "seat2"
    assert all(task.kind != "board.mandatory" for task in evening.state.tasks)


# --- what is going on -------------------------------------------------------------------------------------------------


def test_an_effect_moves_figures_only_as_a_consequence():
    """During an action effects are applied in its Consequence step (p. 13): before that no figure goes anywhere."""
    evening = two_terrains()
    evening.play("turn", seat="seat1")
    evening.play("act_new", seat="seat1", icon="climb", where="081.1")
    evening.play("sheet_told", cost=0, difficulty=0, sort="simple", duty="free")
    with pytest.raises(IllegalMove, match="Consequence step") as refused:
        evening.play("figures_to", who="seat1", to="094.1")
    assert refused.value.page == 13
    evening.play("draw", cards=0)
    assert evening.offered("figures_to")
    evening.play("figures_to", who="seat1", to="094.1")
    assert evening.state.hero("seat1").place == "094.1"


def test_figures_wait_for_what_has_to_be_done_first():
    """A mandatory action has to be taken (p. 22): its prompt comes first, and nobody can be moved away from it by an
    effect."""
    evening = terrain(begun(2), "081", north="094 I")
    explored(evening, "0,-1", "094", mandatory="yes")
    evening.play("step", seat="seat1", to="094.1")
    with pytest.raises(IllegalMove, match="has to be done first"):
        evening.play("figures_to", who="seat1", to="081.1")


def test_nobody_is_moved_to_where_they_stand():
    """Only those who stand elsewhere are offered, and only Terrain cards where somebody does not stand yet."""
    evening = terrain(begun(2), "081", north="094 I")
    assert not evening.offered("figures_to")
    explored(evening, "0,-1", "094")
    offers = [one for one in evening.prompt.offers if one.move.name == "figures_to"]
    assert [one.move.args["who"] for one in offers] == ["all", "seat1", "seat2"]
    assert {choice.value for one in offers for choice in one.asks[0].choices} == {"094.1"}
    evening.play("figures_to", who="all", to="094.1")
    with pytest.raises(IllegalMove, match="on 094 already"):
        evening.play("figures_to", who="all", to="094.1")


def test_alone_nobody_is_asked_whose_figure():
    """With one player there is one figure."""
    evening = two_terrains(1)
    offers = [one for one in evening.prompt.offers if one.move.name == "figures_to"]
    assert [one.move.args["who"] for one in offers] == ["seat1"]


def test_a_mandatory_action_that_everybody_has_left():
    """The figure was put there by mistake and is put right by hand: nobody stands there, so nobody must act (p. 11)."""
    evening = terrain(begun(2), "081", north="094 I")
    explored(evening, "0,-1", "094", mandatory="yes")
    evening.play("step", seat="seat1", to="094.1")
    evening.correct("figure_seat1", "081.1")
    assert evening.asked == "table.idle"


def test_a_stored_evening_in_which_everybody_had_left():
    """An earlier program kept asking for it: such an evening opens, and what can be said is that it is over."""
    evening = terrain(begun(2), "081", mandatory="yes")
    for hero in evening.state.heroes:
        evening.hero(hero.seat, place="")
    assert [offer.move.name for offer in evening.prompt.offers] == ["mandatory_over"]
    evening.play("mandatory_over")
    assert evening.asked == "table.idle"


def test_whoever_is_there_now_takes_the_mandatory_action():
    """Ben's figure was forgotten and is put there by hand: all who are there are involved (p. 11)."""
    evening = terrain(begun(2), "081", north="094 I")
    explored(evening, "0,-1", "094", mandatory="yes")
    evening.play("step", seat="seat1", to="094.1")
    evening.correct("figure_seat2", "094.1")
    assert "Involved: Ada, Ben." in str(evening.prompt.more)
    evening.play("act_now", seat="seat2", icon="run")
    assert evening.state.action is not None
    assert evening.state.action.active == "seat2"
