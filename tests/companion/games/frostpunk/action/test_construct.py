"""Construct (rulebook p. 26)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.city.land import Space
from tests.companion.games.frostpunk.table import Evening

from .table import acting, city, lay, offers, put, stand, warm

FREE = {"wood": 0, "steam_cores": 0, "steel": 0}


def constructing(*places: str) -> Evening:
    """A Worker stands on the Construction space."""
    evening = acting(2, *places)
    evening.play("act_construct", meeple="workers")
    return evening


def build(evening: Evening, kind: str, at: str) -> None:
    evening.play("construct_build", building=kind, at=at, **FREE)


def planned(evening: Evening) -> set[str]:
    """What can be chosen to be built."""
    return {choice.value for one in offers(evening, "construct_plan") for choice in one.asks[0].choices}  # type: ignore[union-attr]


def sites(evening: Evening) -> dict[str, str]:
    """Where the chosen Building can stand, with what goes back to the bank."""
    [offer] = offers(evening, "construct_build")
    return {choice.value: str(choice.label) for choice in offer.asks[0].choices}  # type: ignore[union-attr]


def test_always_heated():
    """p. 23: before the Generator is started nobody falls sick from constructing."""
    assert constructing("N1").state.workers.sick == 0


def test_build_dismantle_and_build_again():
    """p. 26, example: a Building is built, another dismantled, and a new one built on its space."""
    evening = acting(2, "N1")
    stand(evening, "tent", "N1.1")
    evening.play("act_construct", meeple="workers")
    build(evening, "sawmill", "N1.2")
    evening.play("construct_dismantle", at="N1.1")
    build(evening, "bunkhouse", "N1.1")
    kinds = {one.kind: one.at for one in evening.state.city.buildings if one.at[0].startswith("N1")}
    assert kinds == {"sawmill": ("N1.2",), "bunkhouse": ("N1.1",)}
    assert evening.state.wood == 20 - 2 - 3
    assert evening.asked == "action.turn"


def test_up_to_three():
    """p. 26: fewer are allowed; the players say when that is all."""
    evening = constructing("N1")
    build(evening, "tent", "N1.1")
    evening.play("construct_done")
    assert (evening.state.turn, evening.asked) == (1, "action.turn")


def test_it_may_be_done_several_times_a_round():
    """p. 26: a second Meeple on the same space."""
    evening = constructing("N1")
    evening.play("construct_done")
    evening.play("act_construct", meeple="engineers")
    assert [meeple.at for meeple in evening.state.city.placed] == ["construct", "construct"]


def test_what_it_costs_is_paid():
    """p. 26, 42: an Infirmary costs 4 Wood and a Steam Core."""
    evening = constructing("N1")
    build(evening, "infirmary", "N1.1")
    assert (evening.state.wood, evening.state.steam_cores) == (16, 4)
    assert evening.state.city.buildings[-1].at == ("N1.1", "N1.2")


def test_what_cannot_be_paid_is_not_offered():
    """p. 16, 26: with 1 Wood neither a Tent nor a Sawmill."""
    evening = acting(2, "N1").at("action.turn", wood=1)
    evening.play("act_construct", meeple="workers")
    built = planned(evening)
    assert {"workshop", "gathering_post"} <= built
    assert not built & {"tent", "sawmill", "bunkhouse"}
    with pytest.raises(IllegalMove, match="Wood"):
        build(evening, "tent", "N1.1")


def test_resources_and_trees_go_back_to_the_bank():
    """p. 26: what lay there is not gained."""
    evening = acting()
    lay(evening, "N1", Space(what="coal", count=4, trees=1), Space())
    evening.play("act_construct", meeple="workers")
    build(evening, "tent", "N1.1")
    assert evening.state.coal == 20
    assert evening.state.city.tiles["N1"][0] == Space()


def test_not_on_a_meeple():
    """p. 26: the space holds no Meeple and no other Building."""
    evening = acting(2, "N1")
    put(evening, "workers", "N1.1")
    evening.play("act_construct", meeple="workers")
    with pytest.raises(IllegalMove, match="Meeple"):
        build(evening, "tent", "N1.1")


def test_a_building_used_this_round_is_not_dismantled():
    """p. 26: no Meeple may stand on it."""
    evening = acting(2, "N1")
    stand(evening, "hunters_hut", "N1.1")
    warm(evening)
    evening.play("act_at", at="N1.1", meeple="workers", heat="known")
    evening.play("act_construct", meeple="workers")
    [dismantle] = offers(evening, "construct_dismantle")
    assert "N1.1" not in {choice.value for choice in dismantle.asks[0].choices}  # type: ignore[union-attr]


def test_a_dismantled_ruin_leaves_the_game():
    """p. 26: it does not go back onto the Buildings board."""
    evening = acting(2, "N1")
    stand(evening, "tent", "N1.1", ruin=True)
    evening.play("act_construct", meeple="workers")
    evening.play("construct_dismantle", at="N1.1")
    assert evening.state.city.gone == {"tent": 1}


def test_a_building_below_the_board_waits_for_its_law():
    """p. 26: a Care House is built once a card has unlocked it, for the cost on that card."""
    evening = acting(2, "N1")
    evening.play("act_construct", meeple="workers")
    assert "care_house" not in planned(evening)
    city(evening, unlocked=("care_house",))
    evening.play("construct_plan", building="care_house")
    evening.play("cost_told", what="wood", count=3)
    evening.play("cost_told", what="steam_cores", count=1)
    assert evening.board_facts["build_wood_care_house"] == 3
    [offer] = offers(evening, "construct_build")
    evening.play("construct_build", **offer.move.args, at="N1.1")
    assert (evening.state.wood, evening.state.steam_cores) == (17, 4)


def test_what_a_card_says_may_turn_out_too_dear():
    """p. 16, 26: its cost is kept, and something else is built."""
    evening = acting(2, "N1")
    city(evening, unlocked=("care_house",))
    evening.play("act_construct", meeple="workers")
    evening.play("construct_plan", building="care_house")
    evening.play("cost_told", what="wood", count=20)
    evening.play("cost_told", what="steam_cores", count=6)
    assert evening.asked == "action.construct"
    assert "care_house" not in planned(evening)


def test_the_first_building_is_chosen_with_the_action():
    """p. 26: which one is one tap, where it stands another; up to two more follow."""
    evening = acting(2, "N1")
    evening.play("act_build", meeple="workers", building="tent")
    assert evening.asked == "action.site"
    [offer] = offers(evening, "construct_build")
    evening.play("construct_build", **offer.move.args, at="N1.2")
    assert (evening.state.tasks[0].kind, evening.state.tasks[0].count) == ("construct", 2)
    evening.play("construct_plan", building="sawmill")
    evening.play("construct_another")
    assert evening.asked == "action.construct"


def test_the_first_building_may_be_dismantled():
    """p. 26: with the tap that takes the action."""
    evening = acting(2, "N1")
    stand(evening, "tent", "N1.1")
    evening.play("act_dismantle", meeple="workers", at="N1.1")
    assert not any(one.kind == "tent" for one in evening.state.city.buildings)
    assert evening.state.tasks[0].count == 2
    with pytest.raises(IllegalMove):
        evening.play("construct_dismantle", at="N1.1")


def test_the_only_site_needs_no_choice():
    """p. 26: a large Building takes a whole tile; with one empty tile it stands there by the tap that chooses it."""
    evening = constructing("N1")
    evening.play("construct_plan", building="hothouse")
    assert evening.state.city.buildings[-1].at == ("N1.1", "N1.2")


def test_the_first_workshop_begins_a_technology():
    """p. 41: the choice of the Technology comes before the next sub-action."""
    evening = constructing("N1")
    build(evening, "workshop", "N1.1")
    assert evening.state.tasks[0].kind == "technology"
    assert evening.state.tasks[1].kind == "construct"


@pytest.mark.parametrize(("corpses", "most"), [(5, 3), (2, 2)])
def test_a_snow_pit_moves_the_corpse_marker_back(corpses: int, most: int):
    """p. 43: when it is built, one to three spaces back, as far as there are any."""
    evening = acting(2, "N1").at("action.turn", corpses=corpses)
    city(evening, unlocked=("snow_pit",))
    evening.play("act_construct", meeple="workers")
    build(evening, "snow_pit", "N1.1")
    assert len(offers(evening, "snow_pit")) == most
    evening.play("snow_pit", spaces=most)
    assert evening.state.corpses == corpses - most
    assert evening.asked == "action.construct"


def test_with_nothing_left_to_do_the_action_ends_by_itself():
    """p. 26: no Wood is left, a Meeple stands on the Cookhouse, the other two are printed on the Generator tile."""
    evening = acting(2, "N1").at("action.turn", wood=2, steam_cores=0)
    put(evening, "workers", "G.1")
    evening.play("act_construct", meeple="workers")
    build(evening, "tent", "N1.1")
    evening.play("construct_dismantle", at="N1.1")
    assert evening.asked == "action.turn"


def test_what_goes_back_to_the_bank_is_said_before():
    """p. 26: each space says what lies there and would go back."""
    evening = acting(2, "N1")
    lay(evening, "N1", Space(what="coal", count=3), Space(trees=2))
    evening.play("act_construct", meeple="workers")
    evening.play("construct_plan", building="tent")
    where = sites(evening)
    assert where["N1.1"] == "Near tile 1, space 1: 3 Coal to the bank"
    assert where["N1.2"] == "Near tile 1, space 2: 2 Trees to the bank"
    evening.play("construct_another")
    evening.play("construct_plan", building="hothouse")
    assert sites(evening) == {"N1.1": "Near tile 1, space 1: 3 Coal, 2 Trees to the bank"}


def test_the_size_of_a_scenario_building_is_never_guessed():
    """p. 39, 43: only its tile shows it, so it is asked once, before anything is built."""
    evening = acting(2, "N1", "N2")
    city(evening, unlocked=("library",))
    evening.play("act_construct", meeple="workers")
    evening.play("construct_plan", building="library")
    assert not offers(evening, "construct_build")
    evening.play("building_size", building="library", size=2)
    evening.play("cost_told", what="wood", count=1)
    evening.play("cost_told", what="steam_cores", count=0)
    assert list(sites(evening)) == ["N1.1", "N2.1"]
    evening.play("construct_build", building="library", at="N1.1", wood=1, steam_cores=0, steel=0)
    assert evening.state.city.buildings[-1].at == ("N1.1", "N1.2")


def test_without_its_size_a_scenario_building_is_not_built():
    """p. 39: one space or two, somebody has to say."""
    evening = acting(2, "N1")
    city(evening, unlocked=("library",))
    evening.play("act_construct", meeple="workers")
    with pytest.raises(IllegalMove, match="how many spaces"):
        evening.play("construct_build", building="library", at="N1.1", wood=1, steam_cores=0, steel=0)
