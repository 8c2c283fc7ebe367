"""What plain Buildings and the Generator Building do, and what holds for all (rulebook p. 26, 39 to 43)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.state import Token, Tokens
from tests.companion.games.meaning import offered

from .table import acting, city, law, offers, stand, take, tap, use, with_building


@pytest.mark.parametrize(
    ("kind", "upgraded", "label", "gained"),
    [
        ("charcoal_kiln", False, "Charcoal Kiln: 4 Coal for one Wood", {"coal": 24, "wood": 19}),
        ("charcoal_kiln", True, "Charcoal Kiln: 5 Coal for one Wood", {"coal": 25, "wood": 19}),
        ("hunters_hut", False, "Hunter’s Hut: 4 Food", {"food": 24}),
        ("hunters_hut", True, "Hunter’s Hut: 5 Food", {"food": 25}),
        ("hothouse", False, "Hothouse: 7 Food", {"food": 27}),
        ("hothouse", True, "Hothouse: 9 Food", {"food": 29}),
        ("coal_mine", False, "Coal Mine: 4 Coal", {"coal": 24}),
        ("coal_mine", True, "Coal Mine: 5 Coal", {"coal": 25}),
        ("wall_drill", False, "Wall Drill: 3 Wood", {"wood": 23}),
        ("wall_drill", True, "Wall Drill: 3 Wood", {"wood": 23}),
        ("factory", False, "Factory: an Automaton for a Steam Core", {"automatons": 1, "steam_cores": 4}),
    ],
)
def test_what_plain_buildings_give(kind: str, upgraded: bool, label: str, gained: dict[str, int]):
    """p. 41, 42: each Building's action, both sides, by one tap."""
    evening = with_building(kind, upgraded=upgraded)
    tap(evening, label)
    assert {what: getattr(evening.state, what) for what in gained} == gained
    assert evening.prompt.seat == 1


@pytest.mark.parametrize("kind", ["charcoal_kiln", "cookhouse", "factory"])
def test_what_cannot_be_paid_is_not_done(kind: str):
    """p. 16, 40, 41: without Wood, Food or a Steam Core to spend, the action cannot be taken, and no Meeple is lost."""
    evening = with_building(kind).at("action.turn", wood=0, food=2, steam_cores=0)
    assert not [one for one in offers(evening, "act_use") if one.move.args["building"] == kind]
    with pytest.raises(IllegalMove):
        use(evening, "N1.1", "engineers")
    assert not evening.state.city.placed


def test_the_cookhouse_raises_hope():
    """p. 40: 3 Food are spent, Hope increases, which is a choice of the players."""
    evening = acting()
    take(evening, "act_use", building="Cookhouse", way=1, what={"n": 3})
    assert evening.state.food == 17
    assert evening.asked == "hope.increase"


def test_the_cookhouse_lowers_discontent():
    """p. 40: or Discontent decreases."""
    evening = acting()
    take(evening, "act_use", building="Cookhouse", way=2, what={"n": 3})
    assert evening.asked == "discontent.decrease"


def test_the_turn_waits_for_the_choice():
    """p. 22: the next player's turn begins when the action is done."""
    evening = acting()
    take(evening, "act_use", building="Cookhouse", way=2, what={"n": 3})
    assert evening.state.turn == 0
    evening.play(evening.prompt.offers[0].move.name, **evening.prompt.offers[0].move.args)
    assert (evening.state.turn, evening.asked) == (1, "action.turn")


# --- the Generator Building -------------------------------------------------------------------------------------------


def test_five_stress_cubes_off():
    """p. 40: up to five Stress cubes are taken off: of seven, two stay."""
    evening = acting().generator(stress=7)
    take(evening, "act_use", building="Generator Building", way=1, what={"n": 5})
    assert evening.state.generator.stress == 2


def test_three_stress_cubes_off():
    """p. 40: up to five, so all of three."""
    evening = acting().generator(stress=3)
    take(evening, "act_use", building="Generator Building", way=1, what={"n": 3})
    assert evening.state.generator.stress == 0


def test_a_steam_core_takes_all_off_and_the_first_upgrades():
    """p. 40: a Steam Core takes all cubes off; the first one puts the Generator Upgrade in, the second does not."""
    evening = acting().generator(stress=9)
    tap(evening, "Generator Building: take all Stress cubes off for a Steam Core")
    assert (evening.state.steam_cores, evening.state.generator.stress) == (4, 0)
    assert "generator_upgraded" in evening.names
    evening.generator(stress=2)
    city(evening, placed=())
    tap(evening, "Generator Building: take all Stress cubes off for a Steam Core")
    assert "generator_upgraded" not in evening.names


def test_the_first_steam_core_upgrades_without_a_cube_too():
    """p. 40: what counts is the first Steam Core spent there; after it, nothing is left to be done without cubes."""
    evening = acting().generator(stress=0)
    tap(evening, "Generator Building: the Generator Upgrade for a Steam Core")
    assert (evening.state.generator.upgraded, evening.state.steam_cores) == (True, 4)
    city(evening, placed=())
    assert not [one for one in offers(evening, "act_use") if one.move.args["building"] == "generator_building"]
    with pytest.raises(IllegalMove, match="Stress cubes"):
        use(evening, "G.3", "engineers")


# --- what holds for all -----------------------------------------------------------------------------------------------


def test_a_small_building_is_used_once():
    """p. 26: one Meeple on a small Building."""
    evening = with_building("hunters_hut")
    use(evening, "N1.1")
    with pytest.raises(IllegalMove, match="once"):
        use(evening, "N1.1")


def test_a_large_building_is_used_twice():
    """p. 26: two Meeples in two separate actions, on both its spaces."""
    evening = with_building("hothouse")
    use(evening, "N1.1")
    use(evening, "N1.1")
    assert evening.state.food == 34
    assert [meeple.at for meeple in evening.state.city.placed] == ["N1.1", "N1.2"]
    with pytest.raises(IllegalMove, match="twice"):
        use(evening, "N1.1")


@pytest.mark.parametrize("kind", ["beacon", "field_kitchen", "tent", "snow_pit"])
def test_buildings_without_an_action(kind: str):
    """p. 39: white Buildings and Shelters have no action."""
    with pytest.raises(IllegalMove, match="no action"):
        use(with_building(kind), "N1.1")


def test_a_ruin_is_not_used():
    """p. 42: a Ruin has no action."""
    evening = acting(2, "N1")
    stand(evening, "tent", "N1.1", ruin=True)
    with pytest.raises(IllegalMove, match="no action"):
        use(evening, "N1.1")


def test_pointless_actions_are_not_offered():
    """Nobody is sick: the Medical Post is not offered, though the rules would let an Engineer go there."""
    evening = with_building("medical_post")
    assert not [one for one in offers(evening, "act_use") if one.move.args["building"] == "medical_post"]
    use(evening, "N1.1", "engineers")
    assert evening.state.turn == 1


def test_of_several_effects_one_is_asked_for():
    """p. 42: with another Meeple on the map, the effect is chosen after it."""
    evening = with_building("infirmary").group("workers", sick=6, grave=True)
    use(evening, "N1.1", "engineers")
    assert evening.asked == "action.way"
    take(evening, "building_way", way=2, n=2)
    assert not evening.state.workers.grave


def test_a_technology_may_add_to_a_building():
    """p. 34, 38: "hunters hut gives food 1": five instead of four."""
    evening = with_building("hunters_hut")
    law(evening, "hunters hut gives food 1")
    use(evening, "N1.1")
    assert evening.state.food == 25


def test_without_an_automaton_in_the_bank_no_steam_core_is_spent():
    """p. 39, 41: a Steam Core is spent to gain an Automaton from the bank; the game has six (p. 7)."""
    evening = with_building("factory").at("action.turn", automatons=6, steam_cores=2)
    assert not [one for one in offers(evening, "act_use") if one.move.args["building"] == "factory"]
    with pytest.raises(IllegalMove, match="No Automaton is left in the bank, so no Steam Core is spent"):
        use(evening, "N1.1", "engineers")
    assert (evening.state.automatons, evening.state.steam_cores) == (6, 2)
    evening.at("action.turn", automatons=5)
    use(evening, "N1.1", "engineers")
    assert (evening.state.automatons, evening.state.steam_cores) == (6, 1)


def test_a_law_may_send_children_to_a_building_with_a_gear():
    """p. 23, 26: a Law that names the Building comes before the gear; one for all actions does not."""
    evening = with_building("medical_post").group("workers", sick=6)
    law(evening, "children act")
    with pytest.raises(IllegalMove, match="Engineer"):
        use(evening, "N1.1", "children")
    law(evening, "children act medical post", "L02")
    use(evening, "N1.1", "children")
    assert evening.state.workers.sick == 3


def test_a_workshop_with_nothing_to_do_is_refused():
    """p. 41: without anything to upgrade and without a token on the track there is no effect to choose."""
    evening = acting(2, "N1")
    stand(evening, "workshop", "N1.1")
    with pytest.raises(IllegalMove, match="upgraded"):
        use(evening, "N1.1", "engineers")


def test_a_workshop_ends_when_nothing_more_is_possible():
    """p. 41: with one Building to upgrade, the second effect is left out without a tap."""
    evening = acting(2, "N1", upgrade_cost_small_2="wood")
    stand(evening, "workshop", "N1.1")
    stand(evening, "sawmill", "N1.2")
    use(evening, "N1.1", "engineers")
    evening.play("workshop_upgrade", at="N1.2", pay="known")
    assert evening.asked == "action.turn"


def test_a_scenario_building_is_done_by_hand():
    """p. 43: a Scenario card says what it does."""
    evening = with_building("library")
    take(evening, "act_use", building="Library", way=1)
    assert evening.asked == "card.by_hand"


def test_food_is_not_spent_for_hope_that_cannot_rise():
    """p. 17, 40: with six active Hope tokens the Cookhouse is offered for Discontent alone."""
    evening = acting()
    evening.at("action.turn", hope=Tokens(row=(Token(kind="care", active=True),) * 6))
    told = [offered(one)[1] for one in offers(evening, "act_use")]
    cookhouse = [(one["way"], one["what"]) for one in told if one["building"] == "Cookhouse"]
    assert cookhouse == [(2, {"n": 3})]  # the second way lowers Discontent
