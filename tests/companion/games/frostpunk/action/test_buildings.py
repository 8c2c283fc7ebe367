"""Every Building's action, on both sides (rulebook p. 40 to 43)."""

from typing import Any

import pytest

from companion.game import IllegalMove
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.land import Space
from companion.games.frostpunk.state import Token, Tokens
from tests.companion.games.frostpunk.table import Evening

from .table import acting, city, labels, law, lay, offers, put, stand, tap, use, warm


def with_building(kind: str, *, upgraded: bool = False) -> Evening:
    """A Building of a kind on Near tile 1, everything heated."""
    evening = acting(2, "N1", "N2")
    large = BUILDINGS[kind].large
    stand(evening, kind, *(("N1.1", "N1.2") if large else ("N1.1",)), upgraded=upgraded)
    warm(evening)
    return evening


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
    tap(evening, "Cookhouse: increase Hope for 3 Food")
    assert evening.state.food == 17
    assert evening.asked == "hope.increase"


def test_the_cookhouse_lowers_discontent():
    """p. 40: or Discontent decreases."""
    evening = acting()
    tap(evening, "Cookhouse: decrease Discontent for 3 Food")
    assert evening.asked == "discontent.decrease"


def test_the_turn_waits_for_the_choice():
    """p. 22: the next player's turn begins when the action is done."""
    evening = acting()
    tap(evening, "Cookhouse: decrease Discontent for 3 Food")
    assert evening.state.turn == 0
    evening.play(evening.prompt.offers[0].move.name, **evening.prompt.offers[0].move.args)
    assert (evening.state.turn, evening.asked) == (1, "action.turn")


# --- the Generator Building -------------------------------------------------------------------------------------------


def test_five_stress_cubes_off():
    """p. 40: up to five Stress cubes are taken off: of seven, two stay."""
    evening = acting().generator(stress=7)
    tap(evening, "Generator Building: take 5 Stress cubes off")
    assert evening.state.generator.stress == 2


def test_three_stress_cubes_off():
    """p. 40: up to five, so all of three."""
    evening = acting().generator(stress=3)
    tap(evening, "Generator Building: take 3 Stress cubes off")
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


# --- Gathering Post, Sawmill, Coal Thumper ----------------------------------------------------------------------------


def test_a_gathering_post_takes_one_from_each_adjacent_space():
    """p. 41: Near tile 3 touches tiles 2 and 4, two Far tiles and here one space of the Generator tile."""
    evening = acting(2, "N3")
    lay(evening, "N2", Space(what="coal", count=3), Space(what="wood", count=1))
    lay(evening, "N4", Space(what="coal", count=1), Space(trees=2))
    lay(evening, "N6", Space(what="wood", count=5), Space())
    lay(evening, "N3", Space(), Space(what="steam_cores", count=2))
    stand(evening, "gathering_post", "N3.1")
    tap(evening, "Gathering Post: 2 Coal, 1 Steam Cores and 1 Wood")
    assert (evening.state.coal, evening.state.wood, evening.state.steam_cores) == (22, 21, 6)
    assert evening.state.city.tiles["N6"][0].count == 5


def test_a_gathering_post_with_nothing_around_is_not_offered():
    """p. 41: there is nothing to be taken."""
    evening = acting(2, "F1")
    stand(evening, "gathering_post", "F1.1")
    assert not [one for one in offers(evening, "act_use") if one.move.args["building"] == "gathering_post"]


def test_where_adjacency_is_not_told_the_players_point():
    """p. 40: the Generator tile's adjacency is only pictured; until it is told, the spaces are pointed at."""
    evening = acting()
    board = {name: value for name, value in evening.state.board.items() if not name.startswith("generator_")}
    evening.at("action.turn", board=board)
    lay(evening, "N1", Space(), Space(what="coal", count=3))
    stand(evening, "gathering_post", "N1.1")
    tap(evening, "Gathering Post: one Resource from each adjacent space")
    assert evening.asked == "action.around"
    evening.play("point", at="N1.2")
    evening.play("point", at="none")
    assert (evening.state.coal, evening.state.turn) == (21, 1)


def test_a_sawmill_fells_a_tree_of_its_tile():
    """p. 41: one Tree of its own tile gives three Wood."""
    evening = acting()
    lay(evening, "N1", Space(), Space(trees=2))
    stand(evening, "sawmill", "N1.1")
    tap(evening, "Sawmill: 3 Wood for a Tree")
    assert evening.state.wood == 23
    assert evening.state.city.tiles["N1"][1].trees == 1


def test_a_basic_sawmill_does_not_reach_another_tile():
    """p. 41: only the upgraded one takes a Tree of an adjacent space."""
    evening = acting(2, "N1")
    lay(evening, "N2", Space(trees=3), Space())
    stand(evening, "sawmill", "N1.1")
    assert not [one for one in offers(evening, "act_use") if one.move.args["building"] == "sawmill"]
    with pytest.raises(IllegalMove, match="Tree"):
        use(evening, "N1.1")


def test_an_upgraded_sawmill_reaches_adjacent_spaces():
    """p. 41: its own tile or an adjacent space, as the players choose."""
    evening = acting()
    lay(evening, "N1", Space(), Space(trees=1))
    lay(evening, "N2", Space(trees=3), Space())
    stand(evening, "sawmill", "N1.1", upgraded=True)
    tap(evening, "Sawmill: 3 Wood for a Tree on Near tile 2, space 1")
    assert evening.state.city.tiles["N2"][0].trees == 2


def test_a_coal_thumper_on_three_spaces():
    """p. 42: the empty space takes 3 Coal, the one with 4 Coal only 1; Trees and Wood are in the way."""
    evening = acting(2, "N2")
    lay(evening, "N1", Space(), Space(what="coal", count=4))
    lay(evening, "N3", Space(trees=1), Space(what="wood", count=1))
    stand(evening, "coal_thumper", "N2.1", "N2.2")
    tap(evening, "Coal Thumper: 4 Coal on 2 adjacent spaces")
    assert evening.state.city.tiles["N1"] == (Space(what="coal", count=3), Space(what="coal", count=5))
    assert evening.state.coal == 20


def test_a_coal_thumper_chooses_among_more():
    """p. 42: with four spaces that take Coal, three of them are chosen; upgraded, all four get it."""
    evening = acting(2, "N1", "N2", "N3")
    stand(evening, "coal_thumper", "N2.1", "N2.2")
    tap(evening, "Coal Thumper: 9 Coal on 3 adjacent spaces")
    assert evening.asked == "action.around"
    for space in ("N1.1", "N1.2", "N3.2"):
        evening.play("point", at=space)
    assert [space.count for place in ("N1", "N3") for space in evening.state.city.tiles[place]] == [3, 3, 0, 3]
    assert evening.state.turn == 1


def test_a_coal_thumper_does_not_use_a_space_twice():
    """p. 42: the spaces are different ones."""
    evening = acting(2, "N1", "N2", "N3")
    stand(evening, "coal_thumper", "N2.1", "N2.2")
    use(evening, "N2.1")
    evening.play("point", at="N1.1")
    with pytest.raises(IllegalMove, match="cannot be chosen"):
        evening.play("point", at="N1.1")


def test_an_upgraded_coal_thumper_on_four_spaces():
    """p. 42: four spaces, up to twelve Coal in all."""
    evening = acting(2, "N1", "N2", "N3")
    stand(evening, "coal_thumper", "N2.1", "N2.2", upgraded=True)
    tap(evening, "Coal Thumper: 12 Coal on 4 adjacent spaces")
    assert [space.count for place in ("N1", "N3") for space in evening.state.city.tiles[place]] == [3, 3, 3, 3]


# --- medicine ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "upgraded", "cured"),
    [("medical_post", False, 3), ("medical_post", True, 4), ("infirmary", False, 4), ("infirmary", True, 5)],
)
def test_cures(kind: str, upgraded: bool, cured: int):
    """p. 41, 42: with only workers sick, there is nothing to choose."""
    evening = with_building(kind, upgraded=upgraded).group("workers", sick=6)
    tap(evening, f"{BUILDINGS[kind].name}: Cure {cured}")
    assert evening.state.workers.sick == 6 - cured


@pytest.mark.parametrize(
    ("kind", "upgraded", "treated"), [("medical_post", True, 1), ("infirmary", False, 2), ("infirmary", True, 3)]
)
def test_treats(kind: str, upgraded: bool, treated: int):
    """p. 41, 42: a Skull side is turned without a death; what is left over is lost."""
    evening = with_building(kind, upgraded=upgraded).group("workers", sick=6, grave=True)
    tap(evening, f"{BUILDINGS[kind].name}: Treat {treated}")
    assert (evening.state.workers.grave, evening.state.workers.citizens) == (False, 22)


def test_a_basic_medical_post_does_not_treat():
    """p. 41: Treat comes with the upgrade."""
    evening = with_building("medical_post").group("workers", sick=6, grave=True)
    assert labels(evening, "act_use")[-1] == "Medical Post: Cure 3"


def test_who_is_cured_is_chosen():
    """p. 30: with two types sick, the players choose."""
    evening = with_building("medical_post").group("workers", sick=6).group("children", sick=2)
    tap(evening, "Medical Post: Cure 3")
    assert evening.state.todo[0].kind == "cure_any"


def test_only_engineers_where_the_gear_is():
    """p. 26: a Worker cannot be sent to a Medical Post."""
    evening = with_building("medical_post").group("workers", sick=6)
    with pytest.raises(IllegalMove, match="Engineer") as refused:
        use(evening, "N1.1", "workers")
    assert refused.value.page == 26


def test_the_child_engineer_is_an_engineer():
    """p. 39: it acts as if it were one."""
    evening = with_building("medical_post").group("workers", sick=6).at("action.turn", child_engineer=True)
    use(evening, "N1.1", "child_engineer")
    assert evening.state.workers.sick == 3


def test_the_care_house_with_care():
    """p. 42: Cure 2, or Cure 5 for exhausting an active Care token."""
    evening = with_building("care_house").group("workers", sick=6)
    tap(evening, "Care House: exhaust a Care token and Cure 5")
    assert evening.state.workers.sick == 1
    assert Token(kind="care", active=False) in evening.state.hope.row


def test_the_care_house_without_care():
    """p. 42: without an active Care token only Cure 2 is left."""
    evening = with_building("care_house").group("workers", sick=6)
    evening.at("action.turn", hope=Tokens(row=(Token(kind="justice", active=True), Token(kind="care"))))
    tap(evening, "Care House: Cure 2")
    assert evening.state.workers.sick == 4


# --- Laws' Buildings --------------------------------------------------------------------------------------------------


def test_the_fighting_arena():
    """p. 42: Discontent decreases."""
    evening = with_building("fighting_arena")
    tap(evening, "Fighting Arena: decrease Discontent")
    assert evening.asked == "discontent.decrease"


def test_the_public_house():
    """p. 42: Hope increases."""
    evening = with_building("public_house")
    tap(evening, "Public House: increase Hope")
    assert evening.asked == "hope.increase"


@pytest.mark.parametrize(("spaces", "words"), [(1, "one space"), (2, "two spaces")])
def test_the_cemetery(spaces: int, words: str):
    """p. 43: the Corpse marker moves one or two spaces back, and Hope increases."""
    evening = with_building("cemetery").at("action.turn", corpses=4)
    tap(evening, f"Cemetery: Corpse marker {words} back, and increase Hope")
    assert evening.state.corpses == 4 - spaces
    assert evening.asked == "hope.increase"


def test_the_temple_activates_all_of_one_type():
    """p. 43: of three exhausted tokens, both Care tokens become active and Justice does not."""
    evening = with_building("temple")
    row = (Token(kind="care"), Token(kind="justice"), Token(kind="care"))
    evening.at("action.turn", hope=Tokens(row=row))
    tap(evening, "Temple: activate all Care")
    assert [token.active for token in evening.state.hope.row] == [True, False, True]


def test_the_agitator_exhausts_all_of_one_type():
    """p. 43: all active Anger is exhausted."""
    evening = with_building("agitator")
    row = (Token(kind="anger", active=True), Token(kind="greed", active=True), Token(kind="anger", active=True))
    evening.at("action.turn", discontent=Tokens(row=row))
    tap(evening, "Agitator: exhaust all Anger")
    assert [token.active for token in evening.state.discontent.row] == [False, True, False]


def test_the_prison_lowers_hunger_and_keeps_its_meeple():
    """p. 43: Hunger falls by 4, to zero at least; the Meeple stays for the night."""
    evening = with_building("prison").at("action.turn", hunger=6)
    tap(evening, "Prison: 4 less Hunger")
    assert evening.state.hunger == 2
    assert [meeple.stays for meeple in evening.state.city.placed] == [True]


def test_the_platform_introduces_a_law():
    """p. 37, 40: an Engineer there brings in one Law of the display."""
    evening = acting()
    tap(evening, "Platform: introduce a Law")
    assert evening.asked == "action.platform"
    code = "L05"
    evening.play("platform_law", law=code)
    assert evening.state.laws.passed == (code,)


def test_faith_keepers_may_discard_a_card():
    """p. 43: three Dusk cards are revealed, one goes onto the discard pile without its effect."""
    evening = with_building("faith_keepers")
    deck = replace_dusk(evening, deck=("D000", "D012", "D031", "?dispute"))
    tap(evening, "Faith Keepers: reveal three Dusk cards")
    evening.play("keep_faith", code="D012")
    assert evening.state.dusk.deck == ("D000", "D031", "?dispute")
    assert evening.state.dusk.discard == (*deck.discard, "D012")


def test_faith_keepers_never_discard_the_red_icon():
    """p. 43: a Social Dispute cannot be chosen."""
    evening = with_building("faith_keepers")
    evening.at("action.turn", board={**evening.state.board, "card.D040": "social dispute"})
    tap(evening, "Faith Keepers: reveal three Dusk cards")
    with pytest.raises(IllegalMove, match="red icon"):
        evening.play("keep_faith", code="D040")
    evening.play("keep_none")
    assert evening.state.turn == 1


def replace_dusk(evening: Evening, **changes: Any) -> Any:
    from dataclasses import replace

    dusk = replace(evening.state.dusk, **changes)
    evening.at("action.turn", dusk=dusk)
    return dusk


# --- the Workshop -----------------------------------------------------------------------------------------------------


def workshop() -> Evening:
    """A Workshop and two Sawmills; the upgrade of their column costs a Wood, as the test's board says."""
    evening = acting(2, "N1", "N2", upgrade_cost_small_2="wood")
    stand(evening, "workshop", "N1.1")
    stand(evening, "sawmill", "N1.2")
    stand(evening, "sawmill", "N2.1")
    return evening


def test_the_workshop_has_two_effects():
    """p. 41: two upgrades, the same effect twice, each for its cost."""
    evening = workshop()
    tap(evening, "Workshop: choose two effects")
    evening.play("workshop_upgrade", at="N1.2", pay="known")
    evening.play("workshop_upgrade", at="N2.1", pay="known")
    assert [one.upgraded for one in evening.state.city.buildings if one.kind == "sawmill"] == [True, True]
    assert (evening.state.wood, evening.state.turn) == (18, 1)


def test_an_unknown_upgrade_cost_is_asked_and_kept():
    """p. 41: 1 Wood, or 1 or 2 Steam Cores, as depicted below the column."""
    evening = workshop()
    board = {name: value for name, value in evening.state.board.items() if name != "upgrade_cost_small_2"}
    evening.at("action.turn", board=board)
    use(evening, "N1.1", "engineers")
    evening.play("workshop_upgrade", at="N1.2", pay="cores")
    assert evening.state.steam_cores == 3
    assert evening.learnt["upgrade_cost_small_2"] == "cores"
    evening.play("workshop_done")
    assert evening.asked == "action.turn"


def test_no_upgrade_under_a_meeple_but_use_after_it():
    """p. 41: a Building with a Meeple cannot be upgraded; one that was upgraded can be used in the same round."""
    evening = workshop()
    put(evening, "workers", "N1.2")
    use(evening, "N1.1", "engineers")
    assert [offer.move.args["at"] for offer in offers(evening, "workshop_upgrade")] == ["N2.1"]
    evening.play("workshop_upgrade", at="N2.1", pay="known")
    lay_tree(evening)
    tap(evening, "Sawmill: 3 Wood for a Tree")


def lay_tree(evening: Evening) -> None:
    tiles = evening.state.city.tiles
    city(evening, tiles={**tiles, "N2": (tiles["N2"][0], Space(trees=1))})


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
    tap(evening, "Treat 2")
    assert not evening.state.workers.grave


def test_a_technology_may_add_to_a_building():
    """p. 34, 38: "hunters hut gives food 1": five instead of four."""
    evening = with_building("hunters_hut")
    law(evening, "hunters hut gives food 1")
    use(evening, "N1.1")
    assert evening.state.food == 25


def test_a_seventh_automaton_is_not_offered():
    """p. 39: with six in the game none can be gained; the rules do not forbid to spend the Steam Core for nothing, so
    it is not offered, and not refused either."""
    evening = with_building("factory").at("action.turn", automatons=6)
    assert not [one for one in offers(evening, "act_use") if one.move.args["building"] == "factory"]
    use(evening, "N1.1", "engineers")
    assert (evening.state.automatons, evening.state.steam_cores) == (6, 4)


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
    tap(evening, "Library: as the scenario says")
    assert evening.asked == "card.by_hand"
