"""Rulebook p. 20, line by line: fuelling, the cold, the stress check."""

import re

import pytest

from companion.api.game import IllegalMove, Urgency, Whole
from companion.games.frostpunk.game import GAME
from companion.games.frostpunk.generator import cold
from companion.games.frostpunk.phases.steps import applies
from tests.companion.games.frostpunk.table import Evening, begun


def checking(stress: int = 0, dropped: int = 3, inside: int = 0, heat: int = 4, **board: int) -> Evening:
    """A stress check that is about to begin, the cubes not dropped yet."""
    evening = begun(**{f"cubes_at_heat_{heat}": dropped}, **board)
    evening.generator(heat=heat, stress=stress, inside=inside).at("generator.sick", round=2)
    evening.play("freeze", workers=0, engineers=0, children=0)
    return evening


def usual(evening: Evening) -> str:
    """The answer that one tap gives."""
    [offer] = [offer for offer in evening.prompt.offers if offer.tone == "usual"]
    return str(offer.label)


# --- fuelling ---------------------------------------------------------------------------------------------------------


def test_each_coal_moves_the_heat_marker_one_space():
    """p. 20: 2 of 5 Coal move the Heat marker from space 1 to space 3."""
    evening = begun().at("generator.fuel")
    evening.play("fuel", coal=2)
    assert evening.state.coal == 3
    assert evening.state.generator.heat == 3
    assert evening.told("heat_rose").args == {"by": 2, "to": 3, "coal": 3}


def test_the_coal_that_is_spent_goes_into_the_bank():
    """p. 20: hands move it from the supply to the bank, and the Heat marker up."""
    evening = begun().at("generator.fuel")
    evening.play("fuel", coal=2)
    orders = [str(fact.todo) for fact in evening.facts if fact.todo is not None]
    assert orders == ["Put 2 Coal into the bank: 3 in the supply now", "Move the Heat marker to 3"]


def test_the_heat_marker_may_reach_the_cold_marker():
    """p. 20: 4 Coal move the Heat marker onto the Cold marker on space 5."""
    evening = begun().at("generator.fuel")
    evening.play("fuel", coal=4)
    assert evening.state.generator.heat == 5


def test_the_heat_marker_never_passes_the_cold_marker():
    """p. 20: a fifth Coal would move it beyond the Cold marker and is refused, with the page."""
    evening = begun().at("generator.fuel")
    with pytest.raises(IllegalMove, match="beyond the Cold marker") as refused:
        evening.play("fuel", coal=5)
    assert refused.value.page == 20
    assert evening.state.coal == 5


def test_only_coal_in_the_supply_can_be_spent():
    """p. 16: who has 1 Coal cannot spend 2."""
    evening = begun().at("generator.fuel", coal=1)
    with pytest.raises(IllegalMove, match="only 1 Coal"):
        evening.play("fuel", coal=2)


@pytest.mark.parametrize(("coal", "cold", "most"), [(5, 5, 4), (2, 5, 2), (5, 3, 2)])
def test_each_amount_that_can_be_spent_is_a_tap(coal: int, cold: int, most: int):
    """p. 20: from no Coal up to what the supply holds and the Cold marker allows."""
    evening = begun().at("generator.fuel", coal=coal).generator(cold=cold)
    amounts = sorted(offer.move.args.get("coal", 0) for offer in evening.prompt.offers)
    assert amounts == list(range(most + 1))


def test_much_coal_is_entered_as_a_number():
    """With 12 Coal and the Cold marker on 15, amounts up to 8 are taps and 9 to 12 are entered."""
    evening = begun().at("generator.fuel", coal=12).generator(cold=15)
    ask = evening.prompt.offers[-1].asks[0]
    assert (ask.at_least, ask.at_most, len(evening.prompt.offers)) == (9, 12, 10)


def test_what_was_spent_last_round_is_the_usual_answer():
    """Two Coal, then none: each is one tap in the next round."""
    evening = begun().at("generator.fuel")
    evening.play("fuel", coal=2)
    evening.generator(heat=1).at("generator.fuel")
    assert usual(evening) == "2 Coal"
    evening.play("no_fuel")
    evening.at("generator.fuel")
    assert usual(evening) == "No fuel"


def test_each_amount_says_what_it_brings():
    """p. 20, examples: with 3 cubes on the space, and icons of a child and an engineer between the markers."""
    evening = begun(cubes_at_heat_3=3, icons_3_5_workers=0, icons_3_5_engineers=1, icons_3_5_children=1)
    evening.at("generator.fuel")
    [two] = [offer for offer in evening.prompt.offers if offer.move.args.get("coal") == 2]
    assert str(two.note) == "Heat marker on 3, 3 cubes to drop. These fall sick: 1 engineer and 1 child."


def test_without_coal_fuelling_is_not_asked():
    """With no Coal the Generator Phase begins with the cold."""
    evening = begun().at("generator.fuel", coal=1)
    assert applies(evening.state, "generator.fuel")
    assert not applies(evening.at("generator.fuel", coal=0).state, "generator.fuel")


@pytest.mark.parametrize("step", ["generator.fuel", "night.fuel"])
def test_coal_that_goes_while_fuelling_is_asked_takes_the_offer_along(step: str):
    """With the last Coal set to 0 by hand, only going on without fuel is left."""
    evening = begun().at(step)
    evening.correct("coal", 0)
    assert [offer.move.name for offer in evening.prompt.offers] == ["no_fuel"]


@pytest.mark.parametrize("step", ["action.turn", "night.fuel"])
def test_fuelling_in_other_phases_brings_no_stress_check(step: str):
    """p. 23, 29: fuelling in the Action and Night Phases only moves the Heat marker."""
    evening = begun().at(step)
    evening.play("fuel", coal=2)
    assert evening.state.generator.heat == 3
    assert "cubes_dropped" not in evening.names
    assert not evening.asked.startswith("generator.")


def test_no_fuelling_where_it_does_not_belong():
    """Fuelling in the Hunger Phase is refused."""
    evening = begun().at("hunger.feed")
    with pytest.raises(IllegalMove):
        evening.play("fuel", coal=1)


# --- the cold ---------------------------------------------------------------------------------------------------------


def test_one_child_and_one_engineer_fall_sick():
    """p. 20, example: icons of a child and an engineer between the markers add one sick of each."""
    evening = begun().at("generator.sick")
    evening.play("freeze", workers=0, engineers=1, children=1)
    assert (evening.state.workers.sick, evening.state.engineers.sick, evening.state.children.sick) == (0, 1, 1)


def test_icons_of_one_type_are_one_tap():
    """p. 20: nobody, or a number of one type, is answered by one tap; only several types need a form."""
    evening = begun().at("generator.sick")
    shapes = [(dict(offer.move.args), [ask.name for ask in offer.asks]) for offer in evening.prompt.offers]
    assert shapes == [
        ({"workers": 0, "engineers": 0, "children": 0}, []),
        ({"engineers": 0, "children": 0}, ["workers"]),
        ({"workers": 0, "children": 0}, ["engineers"]),
        ({"workers": 0, "engineers": 0}, ["children"]),
        ({}, ["workers", "engineers", "children"]),
    ]


def test_icons_that_are_sure_leave_out_other_types_alone():
    """p. 20: two workers lie between 3 and 5, so that between 1 and 5 no engineer can lie alone."""
    told = {"icons_3_5_workers": 2, "icons_3_5_engineers": 0, "icons_3_5_children": 0}
    evening = begun(**told).at("generator.sick")
    workers, several = evening.prompt.offers
    assert [(ask.name, ask.at_least) for ask in workers.asks if isinstance(ask, Whole)] == [("workers", 2)]
    assert [ask.name for ask in several.asks] == ["workers", "engineers", "children"]


def test_a_sickness_marker_at_the_citizen_marker_is_flipped_instead():
    """p. 20: with all 8 children sick, another icon flips the marker to its Skull side."""
    evening = begun().at("generator.sick").group("children", sick=8)
    evening.play("freeze", workers=0, engineers=0, children=1)
    assert evening.state.children.sick == 8
    assert evening.state.children.grave


def test_beside_the_cold_marker_nobody_is_asked_for():
    """p. 20: with the Heat marker on the Cold marker nothing lies between them."""
    evening = begun().at("generator.fuel")
    evening.play("fuel", coal=4)
    assert "nobody_fell_sick" in evening.names
    assert evening.asked == "generator.cubes"


def test_icons_are_asked_once_for_the_same_two_spaces():
    """p. 20: the icons between spaces 1 and 5 are a board fact; told once, the sick of another round are told by
    themselves, and only where the markers stand on these spaces."""
    evening = begun(cubes_at_heat_1=0).at("generator.fuel")
    evening.play("no_fuel")
    assert evening.asked == "generator.sick"
    evening.play("freeze", workers=2, engineers=1, children=0)
    assert evening.board_facts == {"icons_1_5_workers": 2, "icons_1_5_engineers": 1, "icons_1_5_children": 0}
    evening.at("generator.fuel")
    evening.play("no_fuel")
    assert (evening.state.workers.sick, evening.state.engineers.sick, evening.state.children.sick) == (4, 2, 0)
    assert evening.asked == "weather.card"
    evening.generator(cold=6).at("generator.fuel")
    evening.play("no_fuel")
    assert evening.asked == "generator.sick"


def icons(heat: int, cold: int, workers: int, engineers: int, children: int) -> dict[str, int]:
    """The board facts of the icons between two spaces."""
    counts = {"workers": workers, "engineers": engineers, "children": children}
    return {f"icons_{heat}_{cold}_{kind}": count for kind, count in counts.items()}


def test_no_icons_between_two_spaces_are_none_between_closer_ones():
    """p. 20: none lie between 2 and 6, so none between 3 and 5, wherever they would be pictured; nobody is asked."""
    evening = begun(cubes_at_heat_3=0, **icons(2, 6, 0, 0, 0)).generator(heat=3).at("generator.fuel")
    evening.play("no_fuel")
    assert "nobody_fell_sick" in evening.names
    assert evening.asked == "generator.reset"


def test_as_many_between_closer_spaces_are_all_there_are():
    """p. 20: one engineer's icon between 1 and 6 and one between 3 and 5: so one between 2 and 5, and one between 2 and
    6; of the children's two only one lies between 3 and 5, so that it has to be read off."""
    both = {**icons(1, 6, 0, 1, 2), **icons(3, 5, 0, 1, 1)}
    evening = begun(**both).generator(heat=2).at("generator.sick")
    limits = {ask.name: (ask.at_least, ask.at_most) for ask in evening.prompt.offers[0].asks}
    assert limits == {"workers": (0, 0), "engineers": (1, 1), "children": (1, 2)}
    assert len(evening.prompt.offers) == 1  # "none at all" is out of the question
    assert cold.icons_at(begun(**icons(1, 6, 0, 1, 1), **icons(3, 5, 0, 1, 1)).state, 2) == {
        "workers": 0,
        "engineers": 1,
        "children": 1,
    }


def test_icons_that_do_not_fit_together_are_asked_again():
    """More between closer spaces than between those around them: somebody has slipped, and nothing is taken from it."""
    evening = begun(**icons(1, 6, 0, 0, 0), **icons(3, 4, 0, 2, 0)).generator(heat=2)
    assert cold.icons_between(evening.state, 2, "engineers") == (0, cold.MOST_ICONS)
    assert cold.icons_at(evening.state, 2) is None


def test_icons_have_a_name_of_their_own_in_the_owner_s_facts():
    """Told at the table, they are kept, exported and imported like every board fact."""
    assert any(re.fullmatch(family.pattern, "icons_2_7_engineers") for family in GAME.families)


# --- the stress check -------------------------------------------------------------------------------------------------


def test_cubes_of_a_space_are_asked_once_and_kept():
    """What a space of the Heat track shows is a board fact: asked where unknown, then never again."""
    evening = begun().generator(heat=3).at("generator.sick")
    evening.play("freeze", workers=0, engineers=0, children=0)
    assert evening.asked == "generator.cubes"
    [offer] = evening.prompt.offers
    assert isinstance(offer.asks[0], Whole)
    assert offer.asks[0].likely == 9  # a row of numbers, a tap for each
    evening.play("tell_cubes", cubes=2)
    assert evening.board_facts == {"cubes_at_heat_3": 2}
    assert evening.asked == "generator.drop"
    evening.at("generator.sick")
    evening.play("freeze", workers=0, engineers=0, children=0)
    assert evening.asked == "generator.drop"


def test_three_dropped_two_fell_nine_lay_there():
    """p. 20, example: 3 cubes dropped, 2 fall, 9 lay on the track: 11, so the Generator breaks down."""
    evening = checking(stress=9, dropped=3)
    evening.play("all_dropped")
    assert evening.state.generator.inside == 3
    evening.play("cubes_fell", cubes=2)
    evening.play("place_cubes", waiting=0)
    assert evening.state.generator.stress == 11
    assert evening.state.generator.inside == 1
    assert evening.told("broke_down").urgency == Urgency.URGENT
    assert evening.state.ended == ""


def test_ten_cubes_fill_the_small_spaces_and_are_no_breakdown():
    """p. 20: the tenth cube takes the last small space, nothing lies on the overflow space."""
    evening = checking(stress=8, dropped=3)
    evening.play("all_dropped")
    evening.play("cubes_fell", cubes=2)
    evening.play("place_cubes", waiting=0)
    assert evening.state.generator.stress == 10
    assert "broke_down" not in evening.names


def test_the_supply_keeps_its_coal():
    """p. 20: the cubes dropped come from the bank, not from the supply."""
    evening = checking(dropped=3)
    evening.play("all_dropped")
    assert evening.state.coal == 5


def test_cubes_left_inside_may_fall_in_a_later_round():
    """p. 20: with 4 cubes inside from before and 3 dropped, all 7 may come out."""
    evening = checking(dropped=3, inside=4)
    evening.play("all_dropped")
    evening.play("cubes_fell", cubes=7)
    evening.play("place_cubes", waiting=0)
    assert evening.state.generator.stress == 7
    assert evening.state.generator.inside == 0


def test_no_more_can_fall_than_are_inside():
    """8 cubes cannot come out of a Generator with 7 inside."""
    evening = checking(dropped=3, inside=4)
    evening.play("all_dropped")
    with pytest.raises(IllegalMove, match="only 7 cubes"):
        evening.play("cubes_fell", cubes=8)


def test_the_number_may_be_told_again_until_the_cubes_are_placed():
    """p. 20: cubes that fall out while the drawer is pulled count too."""
    evening = checking(dropped=3)
    evening.play("all_dropped")
    evening.play("cubes_fell", cubes=1)
    evening.play("cubes_fell", cubes=2)
    evening.play("place_cubes", waiting=0)
    assert evening.state.generator.stress == 2


def test_cubes_that_fall_as_the_drawer_goes_in_wait_for_the_next_round():
    """p. 20: they stay in the drawer, off the Stress track, and are counted a round later."""
    evening = checking(dropped=3)
    evening.play("all_dropped")
    evening.play("cubes_fell", cubes=1)
    evening.play("place_cubes", waiting=2)
    assert evening.state.generator.stress == 1
    assert evening.state.generator.waiting == 2
    assert evening.told("cubes_wait").args == {"count": 2}
    evening.generator(heat=4).at("generator.sick", round=3)
    evening.play("freeze", workers=0, engineers=0, children=0)
    evening.play("cubes_weighed", cubes=1)
    assert evening.state.generator.fell == 3  # 2 that waited, 1 new one on the scale
    evening.play("place_cubes", waiting=0)
    assert evening.state.generator.stress == 4
    assert evening.state.generator.waiting == 0


def test_no_more_can_fall_into_the_drawer_than_are_left_inside():
    """With 2 cubes left inside, 3 cannot fall as the drawer goes in."""
    evening = checking(dropped=3)
    evening.play("all_dropped")
    evening.play("cubes_fell", cubes=1)
    with pytest.raises(IllegalMove, match="only 2 cubes"):
        evening.play("place_cubes", waiting=3)


def test_an_empty_generator_still_gets_its_drawer_back():
    """After all cubes came out, none can fall as the drawer goes in."""
    evening = checking(dropped=3)
    evening.play("all_dropped")
    evening.play("cubes_fell", cubes=3)
    assert [offer.move.name for offer in evening.prompt.offers] == ["place_cubes", "cubes_fell"]


def test_a_space_that_shows_no_cubes_and_an_empty_generator_need_no_drawer():
    """With nothing to drop and nothing inside, the check goes straight on to the Heat marker."""
    evening = checking(dropped=0)
    assert evening.asked == "generator.reset"
    evening.play("reset_heat")
    assert (evening.state.generator.heat, evening.asked) == (1, "weather.card")


def test_the_drawer_is_looked_into_even_when_nothing_was_dropped():
    """p. 20: cubes that waited in the drawer go onto the track although this round drops none."""
    evening = checking(dropped=0, inside=2).generator(waiting=2)
    assert evening.asked == "generator.count"


def test_the_heat_marker_goes_back_without_a_breakdown():
    """p. 20: after the check the Heat marker goes back to the first space, and the Weather Phase follows."""
    evening = checking(dropped=3)
    evening.play("cubes_fell", cubes=0)
    evening.play("place_cubes", waiting=0)
    assert "heat_reset" in evening.names
    assert evening.state.generator.heat == 1
    assert evening.asked == "weather.card"


def test_drop_and_count_by_hand_are_one_tap():
    """p. 20: of 3 cubes dropped onto 4 inside, each number from 0 to 7 is a tap of its own."""
    evening = checking(dropped=3, inside=4)
    counts = [offer.move.args["cubes"] for offer in evening.prompt.offers if offer.move.name == "cubes_fell"]
    assert counts == list(range(8))
    evening.play("cubes_fell", cubes=2)
    assert (evening.state.generator.inside, evening.asked) == (7, "generator.drawer")


def test_the_drawer_says_beforehand_that_the_generator_breaks_down():
    """p. 20: 9 on the track and 2 in the drawer: one goes onto the overflow space."""
    evening = checking(stress=9, dropped=3)
    evening.play("cubes_fell", cubes=2)
    assert "breaks down" in str(evening.prompt.more)
    evening.generator(overheated=True)
    assert "explodes" in str(evening.prompt.more)


# --- what the scale may answer ----------------------------------------------------------------------------------------


def test_the_scale_counts_while_cubes_are_dropped():
    """The first cube that comes out answers, of 4 + 3 that can; that none does, somebody says."""
    evening = checking(dropped=3, inside=4)
    assert evening.asked == "generator.drop"
    expected = evening.expects
    assert (expected.place, expected.drop, expected.at_least, expected.at_most) == ("drawer", "round-2", 1, 7)


def test_after_the_drop_any_count_of_what_is_inside_answers():
    """From no cube to all 7 inside."""
    evening = checking(dropped=3, inside=4)
    evening.play("all_dropped")
    expected = evening.expects
    assert (expected.drop, expected.at_least, expected.at_most, expected.known) == ("round-2", 0, 7, None)


def test_a_late_cube_is_news_and_a_lighter_drawer_is_none():
    """With 2 counted, 2 again is no news, 3 is a late cube; fewer is the drawer being emptied and answers nothing."""
    evening = checking(dropped=3)
    evening.play("all_dropped")
    evening.play("cubes_weighed", cubes=2)
    assert evening.asked == "generator.drawer"
    expected = evening.expects
    assert (expected.known, expected.at_least, expected.at_most) == (2, 2, 3)
    evening.play("cubes_weighed", cubes=3)
    assert evening.state.generator.fell == 3


def test_cubes_that_waited_are_not_new_to_the_scale():
    """Of 5 cubes inside, 2 lay in the drawer when the scale took its zero: 3 and the 3 dropped can be new."""
    evening = checking(dropped=3, inside=5).generator(waiting=2)
    assert (evening.expects.at_least, evening.expects.at_most) == (1, 6)
    evening.play("all_dropped")
    assert evening.expects.at_most == 6


def test_a_sure_count_before_anybody_tapped_counts_the_drop_too():
    """All cubes weighed while they were still being dropped: the drop is in the books as well."""
    evening = checking(dropped=3)
    evening.play("cubes_weighed", cubes=3)
    assert evening.state.generator.inside == 3
    assert evening.state.generator.fell == 3
    assert evening.asked == "generator.drawer"
