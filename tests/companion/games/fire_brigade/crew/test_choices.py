"""Abilities that leave a choice (card texts), each carried out."""

from __future__ import annotations

import pytest

from companion.api.game import IllegalMove

from ..table import Evening


def winning(name: str, kind: str, **rules: str) -> Evening:
    """The first player is about to win C2, of this kind, with three Renown; this crew member counts."""
    evening = Evening().laid_out().rule(**rules).fires(C2=3, F5=1).player(0, brigade="C2", wagon="C2")
    return evening.block("C2", kind=kind, value=3).able(0, name)


def win(evening: Evening) -> Evening:
    evening.play("extinguish", water=3)
    evening.play("place_renown", field="C2", count=3)
    assert evening.state.city["C2"].loyal == 0
    return evening


def test_chops_feeds_a_neighbour():
    """Card text: after a block was won, one neighbour may burn two higher; diagonals are neighbours on cards."""
    evening = win(winning("chops", "nobles"))
    assert len(evening.prompt.offers) > 1
    evening.play("use_ability", answer="D3")
    assert evening.burning() == {"D3": 2, "F5": 1}


def test_chops_may_be_left():
    """Card text: it is allowed, not required."""
    evening = win(winning("chops", "nobles"))
    evening.play("skip_ability")
    assert evening.burning() == {"F5": 1}
    assert not evening.state.tasks


def test_neighbours_at_the_sides_by_a_house_rule():
    """By the house rule diagonals are no neighbours."""
    evening = win(winning("chops", "nobles", neighbours="beside"))
    with pytest.raises(IllegalMove):
        evening.play("use_ability", answer="D3")
    assert {offer.move.args.get("answer") for offer in evening.prompt.offers} == {"C1", "B2", "D2", "C3", None}


def test_the_block_just_won_counts_for_its_crew():
    """p. 11: an ability set off by winning is there at once with the block just won: no other loyal block is needed."""
    evening = winning("zilda", "commons").block("B6", loyal=-1).block("C2", kind="nobles")
    evening.player(0, crew=(evening.state.players[0].crew[0].__class__(name="zilda", kind="nobles", holds=2, water=2),))
    evening.able(1, "kular", on="E6")
    win(evening)
    evening.play("use_ability", answer="kular")
    assert evening.state.players[1].crew == ()


def test_zilda_without_other_crews():
    """Card text: with nobody to discard nothing is asked."""
    assert not win(winning("zilda", "nobles")).state.tasks


def test_del_uge_cools_the_other_commons():
    """Card text, usual reading: only the other Commons blocks burn two lower; it gives no Renown."""
    evening = winning("del_uge", "commons").fires(C2=3, B1=3, A2=1, D4=2)
    win(evening)
    assert evening.burning() == {"B1": 1, "D4": 2}
    assert not evening.state.tasks


def test_del_uge_cools_every_block_by_a_house_rule():
    """Card text, other reading: every other block."""
    evening = winning("del_uge", "commons", del_uge="every").fires(C2=3, B1=3, A2=1, D4=4)
    win(evening)
    assert evening.burning() == {"B1": 1, "D4": 2}


def test_pep_takes_a_free_upgrade_and_mal_a_free_recruit():
    """Card texts: Merchant Markets give Pep an Upgrade, Council Quarters give Mal a Recruit."""
    evening = win(winning("pep", "merchants"))
    assert evening.prompt.name == "upgrade.free"
    evening.play("free_upgrade", track="wagon")
    evening.play("circle", circle="plain", value=3)
    assert evening.state.players[0].values["wagon"] == 3
    assert evening.state.turn.actions == 3
    assert (
        win(winning("mal", "council").player(0, values={"crew": 2, "wagon": 2, "leadership": 4})).prompt.name
        == "recruit"
    )


def test_ali_gives_two_water_to_the_crew():
    """Card text, first answer: two water for the crew cards, not for the Captain."""
    evening = winning("ali", "merchants")
    win(evening)
    before = evening.state.players[0]
    evening.play("use_ability", answer="water")
    after = evening.state.players[0]
    assert after.captain_water == before.captain_water
    assert after.crew[0].water == 2


def test_ali_moves_a_renown():
    """Card text, second answer: one own Renown goes to another block, and wins it if it is enough."""
    evening = win(winning("ali", "merchants").block("A5", renown=(1, 0)).block("E2", renown=(2, 0)))
    evening.play("use_ability", answer="renown")
    evening.play("use_ability", answer="A5")
    evening.play("use_ability", answer="E2")
    assert evening.state.city["A5"].renown == (0, 0)
    assert evening.state.city["E2"].loyal == 0


def test_ali_cools_a_neighbour():
    """Card text, third answer: a neighbouring block burns one lower."""
    evening = win(winning("ali", "merchants").fires(C2=3, C1=2))
    evening.play("use_ability", answer="C1")
    assert evening.burning() == {"C1": 1}


def test_immora_places_on_every_other_noble_block():
    """Card text: one Renown on each other block of the Nobles' Rise; what that wins sets it off again."""
    evening = winning("immora", "nobles").block("B3", value=1).block("D2", kind="commons")
    win(evening)
    city = evening.state.city
    assert city["B3"].loyal == 0
    # E1, B4, B5, F5 and E6 got one from C2 and one more from B3
    assert {place: city[place].renown[0] for place in ("E1", "B4", "B5", "F5", "E6")} == dict.fromkeys(
        ("E1", "B4", "B5", "F5", "E6"), 2
    )


def test_too_few_markers_leave_a_choice():
    """p. 2: sixteen Renown markers; with too few of them the player says where they go."""
    evening = winning("immora", "nobles").block("D2", kind="commons").block("A2", renown=(2, 0), value=4)
    for place in ("C1", "D1", "F2", "A3", "E3"):
        evening.block(place, renown=(2, 0))
    assert evening.state.renown_left(0) == 4
    evening.play("extinguish", water=3)
    evening.play("place_renown", field="C2", count=3)
    assert evening.state.tasks[0].kind == "immora"
    for place in ("E1", "B3", "B4", "B5"):
        evening.play("use_ability", answer=place)
    assert evening.state.renown_left(0) == 0
    assert not evening.state.tasks


def test_orange_insures_the_merchants():
    """Board text, orange side 2: after any block was won, one Renown on each other Merchant Markets block, if liked."""
    evening = Evening().laid_out().captain(0, side="orange").fires(C2=3, F5=1).player(0, brigade="C2", wagon="C2")
    win(evening)
    assert evening.prompt.name == "ability.orange"
    evening.play("use_ability", answer="yes")
    assert all(evening.state.city[place].renown[0] == 1 for place in ("D1", "A3", "A4", "A5", "E5", "D6"))


# --- moving -----------------------------------------------------------------------------------------------------------


def test_gness_may_feed_the_fire_under_the_brigade():
    """Card text: after a move that ends on a burning block it may rise by one."""
    evening = Evening().laid_out().fires(B2=2, D4=1).able(0, "gness")
    evening.play("move_brigade", field="B2")
    evening.play("use_ability", answer="yes")
    assert evening.burning()["B2"] == 3


def test_mog_pushes_another_brigade():
    """Card text: the Brigade may end where another is; that one goes to a free neighbour of the mover's choice."""
    evening = Evening().laid_out().quiet().able(0, "mog").player(1, brigade="B2")
    evening.play("move_brigade", field="B2")
    assert evening.prompt.name == "ability.mog"
    with pytest.raises(IllegalMove):
        evening.play("skip_ability")
    evening.play("use_ability", answer="C3")
    assert evening.state.players[1].brigade == "C3"
    assert evening.state.players[0].brigade == "B2"


def test_mog_does_not_pass():
    """p. 11: ending there is not passing: what lies behind another Brigade stays out of reach."""
    evening = Evening().laid_out().quiet().able(0, "mog").player(0, brigade="A2").player(1, brigade="B2")
    evening.block("B1", destroyed=True).block("A3", destroyed=True).block("B3", destroyed=True)
    reach = evening.prompt.offers[0].asks[0]
    assert "B2" in {choice.value for choice in reach.choices}  # type: ignore[union-attr]
    with pytest.raises(IllegalMove):
        evening.play("move_brigade", field="E2")


def test_aurath_passes_and_takes_water():
    """Card text: other Brigades and Wagons may be passed, and give one water each if there is room for it."""
    evening = Evening().laid_out().quiet().able(0, "aurath", water=1).player(1, brigade="B2", wagon="F6")
    evening.play("move_brigade", field="C3")
    assert evening.prompt.name == "ability.aurath"
    evening.play("use_ability", answer="seat2.brigade")
    assert evening.state.players[1].captain_water == 1
    assert evening.state.players[0].brigade_water == 4
    assert not evening.state.tasks
    with pytest.raises(IllegalMove):
        evening.turn(actions=2).player(1, brigade="D4").play("move_brigade", field="D4")


# --- firestorms -------------------------------------------------------------------------------------------------------


def storm(evening: Evening, *fields: str) -> Evening:
    for place in fields:
        evening.play("mark_fireball", field=place)
    evening.play("marked_storm")
    return evening


def test_cindy_marks_what_is_hit():
    """Card text: when a firestorm is revealed, one Renown on each block that is hit, not on destroyed or own ones."""
    evening = Evening().at_event().quiet().able(1, "cindy").block("C2", destroyed=True)
    storm(evening, "C2", "D2", "E2", "B6")
    assert evening.state.city["D2"].renown == (0, 1)
    assert evening.state.city["E2"].renown == (0, 1)
    assert evening.state.renown_left(1) == 14


def test_veda_places_renown_where_a_fireball_would_fall():
    """Card text: on the block of the Brigade or the Wagon."""
    evening = Evening().at_event().quiet().able(0, "veda").player(0, brigade="C2", wagon="D2")
    storm(evening, "C2", "D2", "E2")
    assert evening.state.city["C2"].renown == (1, 0)
    assert evening.state.city["D2"].renown == (1, 0)
    assert evening.burning() == {"D4": 1, "E2": 1}


def test_esme_turns_a_fireball_away():
    """Card text: a fireball on the Brigade's block may go to a neighbour instead, which is not protected by it."""
    evening = Evening().at_event().quiet().able(0, "esme").player(0, brigade="C2")
    storm(evening, "C2")
    assert evening.prompt.name == "ability.esme"
    evening.play("use_ability", answer="B2")
    assert evening.burning() == {"B2": 1, "D4": 1}
    assert evening.state.phase == "action"


# --- refilling --------------------------------------------------------------------------------------------------------


def test_walder_takes_one_of_each_refill():
    """Card text: when another player refills, one water goes again, out of Brigade or Wagon."""
    evening = Evening().laid_out().quiet().able(1, "walder").player(0, captain_water=0, wagon_water=0)
    evening.play("refill")
    assert evening.prompt.name == "ability.walder"
    evening.play("use_ability", answer="wagon")
    assert (evening.state.players[0].captain_water, evening.state.players[0].wagon_water) == (2, 1)


def test_walder_asks_nothing_where_only_the_brigade_has_water():
    """Card text: what leaves no choice is done."""
    evening = Evening().laid_out().quiet().able(1, "walder").player(0, captain_water=0, wagon_water=0, wagon="C2")
    evening.play("refill")
    assert evening.state.players[0].captain_water == 1
    assert not evening.state.tasks


def test_asleep_without_a_loyal_block():
    """p. 5: without Loyalty on a block of the same kind the ability does not count."""
    evening = Evening().laid_out().quiet().able(1, "walder").block("B6", loyal=-1).player(0, captain_water=0)
    evening.play("refill")
    assert evening.state.players[0].captain_water == 2
