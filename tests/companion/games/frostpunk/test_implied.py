"""What an answer says of the question before it needs no tap of its own."""

from __future__ import annotations

import pytest

from companion.api.game import CardExpected, CubesExpected, IllegalMove, Pick
from companion.games.frostpunk.cards.piles import Dusk
from companion.games.frostpunk.city.land import Space

from .action.table import acting, city, law, lay, offers, stand, warm
from .table import Evening, begun

FREE = {"wood": 0, "steam_cores": 0, "steel": 0}
INEVITABLE = {"card.D000": "name: Inevitable\n1 Hold out: hope -1\n2 Sing: hope +1"}


def building(**board: str) -> Evening:
    """Ada has built a Tent on N1, and may build twice more; Coal lies on N1 as well."""
    evening = acting(2, **board)
    lay(evening, "N1", Space(), Space(what="coal", count=2))
    warm(evening)
    evening.set(swift=True)
    evening.play("act_build", meeple="workers", building="tent")
    evening.play("construct_build", building="tent", at="N1.1", **FREE)
    return evening


def places(evening: Evening) -> list[str]:
    """From where something may be gathered, equally warm everywhere: one offer with all of them."""
    [gather] = offers(evening, "act_gather")
    [where] = gather.asks
    assert isinstance(where, Pick)
    assert all(choice.icon == "coal" or choice.icon == "wood" for choice in where.choices)
    return [choice.value for choice in where.choices]


def test_who_acts_next_lets_the_builder_be_done():
    """p. 26: up to three times; Ben gathers two Coal, so that Ada builds nothing more."""
    evening = building()
    assert "N1.2" in places(evening)
    coal = evening.state.coal
    evening.play("act_gather", at="N1.2", meeple="workers", heat="known")
    assert [fact.name for fact in evening.facts][:2] == ["implied_construct_done", "acted"]
    assert (evening.state.turn, evening.state.tasks, evening.state.coal) == (0, (), coal + 2)
    assert [meeple.at for meeple in evening.state.city.placed] == ["construct", "N1.2"]


def test_it_is_the_same_as_saying_so_first():
    """Nothing but the tap is saved."""
    one, two = building(), building()
    two.play("construct_done")
    for evening in (one, two):
        evening.play("act_gather", at="N1.2", meeple="workers", heat="known")
    assert one.state == two.state


def test_what_the_next_player_builds_does_not_stand_there():
    """It would stand beside what is still to be built now."""
    assert offers(building(), "construct_plan_then")
    assert not offers(building(), "act_build")
    assert not offers(building(), "act_build_then")


def test_while_a_site_is_chosen_nobody_else_acts():
    """A Building that was chosen is to be placed first."""
    evening = building()
    evening.play("construct_plan", building="sawmill")
    assert evening.asked == "action.site"
    assert not offers(evening, "act_gather")
    with pytest.raises(IllegalMove):
        evening.play("act_gather", at="N1.2", meeple="workers", heat="known")


def test_what_a_building_brings_is_answered_first():
    """p. 38: the first Workshop begins a Technology; that question stands alone."""
    evening = acting(2, "N1")
    evening.set(swift=True)
    evening.play("act_build", meeple="workers", building="workshop")
    evening.play("construct_build", building="workshop", at="N1.1", **FREE)
    assert evening.asked == "technology.choose"
    assert not offers(evening, "act_gather")


def test_the_dusk_card_says_that_nothing_more_is_built():
    """p. 22, 28: only Children are left, and the Dusk card lies before the camera."""
    evening = building(**INEVITABLE)
    evening.at("action.turn", dusk=Dusk(deck=("D000", "?dispute")))
    evening.group("workers", meeples=1)
    evening.group("engineers", meeples=0)
    law(evening, "children act", "L05")
    [expected] = [one for one in evening.prompt.expects if isinstance(one, CardExpected)]
    evening.play(expected.move.name, code="D000")
    assert (evening.asked, evening.state.card) == ("dusk.resolve", "D000")
    assert evening.facts[0].name == "implied_construct_done"


def test_with_nobody_left_the_dusk_card_follows_the_last_building():
    """p. 22, 26: no Child may act, so that Dusk comes as soon as the builder is done."""
    evening = building(**INEVITABLE)
    evening.at("action.turn", dusk=Dusk(deck=("D000", "?dispute")))
    evening.group("workers", meeples=1)
    evening.group("engineers", meeples=0)
    [expected] = [one for one in evening.prompt.expects if isinstance(one, CardExpected)]
    evening.play(expected.move.name, code="D000")
    assert (evening.asked, evening.state.card) == ("dusk.resolve", "D000")
    assert evening.facts[0].name == "implied_construct_done"


def test_while_others_can_act_a_dusk_card_lets_the_builder_build():
    """Workers are free: a card that lies there still ends nothing."""
    evening = building(**INEVITABLE)
    evening.at("action.turn", dusk=Dusk(deck=("D000", "?dispute")))
    assert not evening.prompt.expects


def test_children_whom_a_law_lets_act_are_left_out_by_the_dusk_card():
    """p. 22: they may act, and nobody wants them to."""
    evening = acting(2, **INEVITABLE)
    evening.set(swift=True, dusk=Dusk(deck=("D000", "?dispute")))
    law(evening, "children act", "L05")
    evening.group("workers", meeples=0)
    evening.group("engineers", meeples=0)
    [expected] = [one for one in evening.prompt.expects if isinstance(one, CardExpected)]
    evening.play(expected.move.name, code="D000")
    assert evening.state.card == "D000"


def advised() -> Evening:
    """An Advisor may be used; Ada leads, and the Generator can be fuelled."""
    evening = acting(2, "N1")
    warm(evening)
    evening.generator(heat=1)
    return evening.set(swift=True).at("preparation.advisor")


def test_who_acts_uses_no_advisor():
    """p. 22: Advisors are used before the Action Phase; fuelling for a turn or acting says that none is."""
    evening = advised()
    assert evening.asked == "preparation.advisor"
    assert offers(evening, "fuel")
    coal = evening.state.coal
    evening.play("fuel", coal=2)
    assert evening.facts[0].name == "implied_no_advisor"
    assert (evening.state.step, evening.state.coal, evening.state.generator.heat) == ("action.turn", coal - 2, 3)


def test_the_weather_card_says_that_the_cubes_were_placed():
    """p. 20, 21: 8 on the track and 4 fallen break the Generator down, which is done before the Weather card."""
    evening = acting(2, **{"card.weather.Thaw": "weather: storm 1"})
    evening.set(swift=True).at("generator.drawer")
    evening.generator(heat=2, cold=6, stress=8, inside=6, fell=4)
    assert evening.asked == "generator.drawer"
    [thaw] = offers(evening, "weather_card")
    evening.play("weather_card", **thaw.move.args)
    assert evening.facts[0].name == "implied_place_cubes"
    assert (evening.state.generator.stress, evening.state.generator.cold) == (0, 7)


def sleeping(**changes: int) -> Evening:
    """Everybody has a place in a House that is heated at Heat 5, and a Coal might still be spent."""
    evening = acting(2, "N1")
    warm(evening)
    stand(evening, "house", "N1.1")
    for kind in ("workers", "engineers", "children"):
        evening.group(kind, meeples=1 if kind == "workers" else 0)
    evening.generator(heat=5, cold=7)
    return evening.set(swift=True).at("night.fuel", coal=3, **changes)


def test_the_next_morning_card_says_that_there_is_no_fuel():
    """p. 29: all sleep warm, and the next day's card lies before the camera; Coal and Heat marker stay."""
    evening = sleeping()
    assert evening.asked == "night.fuel"
    [expected] = [one for one in evening.prompt.expects if isinstance(one, CardExpected)]
    before = evening.state.round
    evening.play(expected.move.name, code="M017")
    assert evening.facts[0].name == "implied_no_fuel"
    assert (evening.state.round, evening.state.coal, evening.state.generator.heat) == (before + 1, 3, 5)
    assert evening.state.card == "M017"


def test_cubes_in_the_drawer_say_that_there_is_no_fuel():
    """p. 20: Heat 4 has three cubes, nothing is pictured up to the Cold marker; two of them fall."""
    board = {"cubes_at_heat_4": 3, **{f"icons_4_5_{kind}": 0 for kind in ("workers", "engineers", "children")}}
    evening = begun(swift=True, **board).at("generator.fuel", coal=5)
    evening.generator(heat=4, cold=5, inside=0, stress=0)
    [expected] = [one for one in evening.prompt.expects if isinstance(one, CubesExpected)]
    assert (expected.at_least, expected.at_most) == (1, 3)
    evening.play(expected.move.name, cubes=2)
    assert evening.facts[0].name == "implied_no_fuel"
    assert (evening.state.coal, evening.state.generator.stress, evening.state.generator.inside) == (5, 2, 1)


def test_where_somebody_falls_sick_without_fuel_that_is_told_first():
    """p. 21: what is pictured between the markers is not known yet, so cubes say nothing."""
    evening = begun(swift=True, cubes_at_heat_4=3).at("generator.fuel", coal=5)
    evening.generator(heat=4, cold=5, inside=0, stress=0)
    assert not evening.prompt.expects


def test_where_somebody_sleeps_outside_that_is_asked_first():
    """p. 29: three for one place; who sleeps in the cold is the players' choice."""
    evening = sleeping()
    city(evening, buildings=())
    evening.group("workers", meeples=2)
    evening.group("engineers", meeples=2)
    stand(evening, "tent", "N1.2")
    assert not evening.prompt.expects


def test_old_evenings_ask_one_after_the_other():
    """Their screens are as they were."""
    evening = building()
    evening.set(swift=False)
    assert not offers(evening, "act_gather")
