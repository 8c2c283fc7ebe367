"""Who sleeps warm and who falls sick (rulebook p. 29, 42, 43)."""

from dataclasses import replace

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.cards.piles import Location, Stack
from companion.games.frostpunk.phases import shelters
from tests.companion.games.frostpunk.action.table import acting, law, put, stand, warm
from tests.companion.games.frostpunk.table import Evening
from tests.companion.games.meaning import meant, offered, prompted

PLACES = ("N1", "N2", "N3", "N4")


def town(*kinds: str, heated: bool = True) -> Evening:
    """5 Workers, 3 Engineers and 2 Children, and these shelters; `ruin` is a ruined Tent."""
    evening = acting(2, *PLACES)
    spaces = [f"{place}.{n}" for place in PLACES for n in (1, 2)]
    for kind, space in zip(kinds, spaces, strict=False):
        stand(evening, "tent" if kind == "ruin" else kind, space, ruin=kind == "ruin")
    if heated:
        warm(evening)
    return evening


def night(evening: Evening) -> Evening:
    """From the return of the Meeples to the shelters."""
    evening.at("night.return", coal=0)
    evening.play("night_return")
    return evening


def sick(evening: Evening) -> tuple[int, int, int]:
    return tuple(evening.state.group(kind).sick for kind in ("workers", "engineers", "children"))  # type: ignore[return-value]


EXAMPLE = ("ruin", "ruin", "bunkhouse", "bunkhouse", "bunkhouse", "child_shelter")


def test_two_of_ten_sleep_outside():
    """p. 29, example: two ruined Tents shelter nobody, three Bunkhouses six, the Child Shelter both Children; a Worker
    and an Engineer stay outside by one tap."""
    evening = night(town(*EXAMPLE))
    assert evening.asked == "night.shelters"
    assert prompted(evening.prompt) == ("night.shelters", {"n": 2})
    first = evening.prompt.offers[0]
    assert (first.tone, str(first.label)) == ("usual", "1 Worker and 1 Engineer")
    evening.play("night_outside", **first.move.args)
    assert sick(evening) == (1, 1, 0)
    assert evening.state.step.startswith("dawn")


def test_the_players_choose_who():
    """p. 29: two Workers or two Engineers instead, but not the Children, whose own places are free."""
    evening = night(town(*EXAMPLE))
    assert [offered(offer) for offer in evening.prompt.offers[1:]] == [
        ("night_outside", {"workers": 0, "engineers": 2, "children": 0, "n": 2}),
        ("night_outside", {"workers": 2, "engineers": 0, "children": 0, "n": 2}),
    ]
    with pytest.raises(IllegalMove, match="2 Meeples"):
        evening.play("night_outside", workers=0, engineers=0, children=2)
    with pytest.raises(IllegalMove, match="2 Meeples"):
        evening.play("night_outside", workers=1, engineers=0, children=0)
    evening.play("night_outside", workers=0, engineers=2, children=0)
    assert sick(evening) == (0, 2, 0)


def test_where_fewer_lie_down_it_is_asked_who():
    """p. 29: "choose a Meeple in the supply and lay it down": of ten, two sleep in one Tent, and nobody names eight."""
    evening = night(town("tent"))
    assert str(evening.prompt.do) == "Who lies down in the 2 warm places?"
    labels = {str(offer.label): offer.move.args for offer in evening.prompt.offers}
    assert set(labels) == {"1 Worker and 1 Engineer", "1 Worker and 1 Child", "1 Engineer and 1 Child"} | {
        "2 Workers", "2 Engineers", "2 Children",
    }  # fmt: skip
    evening.play("night_outside", **labels["1 Worker and 1 Child"])
    assert sick(evening) == (4, 3, 1)


def test_where_many_ways_lead_to_bed_the_others_are_counted():
    """Four places, and fifteen ways to choose who sleeps there: more than stand on a page."""
    evening = night(town("tent", "tent").group("workers", meeples=6).group("children", meeples=4))
    assert str(evening.prompt.do) == "Who lies down in the 4 warm places?"
    assert str(evening.prompt.offers[-1].label) == "These stand in the cold"


def test_all_warm_needs_no_tap():
    """p. 29: five heated shelters hold all ten."""
    evening = night(town("house", "house", "bunkhouse", "tent", "tent"))
    assert "slept_warm" in evening.names
    assert evening.state.step.startswith("dawn")


def test_without_any_shelter_all_fall_sick_without_a_tap():
    """p. 29: one of the type for each Meeple: there is nothing to choose."""
    evening = night(town())
    assert sick(evening) == (5, 3, 2)
    assert evening.state.step.startswith("dawn")


def test_a_cold_shelter_is_none():
    """p. 29: with the Generator not started, no shelter is heated."""
    evening = night(town("house", "house", "house", "house", "house", heated=False))
    assert sick(evening) == (5, 3, 2)


def test_ruins_with_a_law_must_still_be_heated():
    """p. 29: with such a Law a Ruin is a shelter, and blue: heated by zone alone."""
    evening = town("ruin", "ruin")
    law(evening, "ruins shelter")
    assert shelters.warm(evening.state).anybody == 4
    evening.generator(heat=1)
    assert shelters.warm(evening.state).anybody == 0


def test_a_law_may_put_more_into_shelters():
    """p. 29: "shelters hold 3": two Tents sleep six; the Child Shelter is no such shelter."""
    evening = town("tent", "tent", "child_shelter")
    law(evening, "shelters hold 3")
    slots = shelters.warm(evening.state)
    assert (slots.anybody, slots.children) == (6, 4)


def test_a_law_may_let_other_buildings_shelter():
    """p. 29: "care house holds children 2": two more Children sleep warm there."""
    evening = town("care_house")
    law(evening, "care house holds children 2")
    assert shelters.warm(evening.state).children == 2


def test_the_child_shelter_takes_children_only():
    """p. 42: four places for Children; grown-ups stay outside whatever is free."""
    evening = night(town("child_shelter"))
    assert sick(evening) == (5, 3, 0)


def test_children_beyond_their_places_use_others():
    """p. 42: with six Children, four sleep in the Child Shelter, two in a Tent."""
    evening = town("child_shelter", "tent").group("children", meeples=6).group("workers", meeples=0)
    evening.group("engineers", meeples=0)
    assert shelters.outside(evening.state, shelters.warm(evening.state)) == 0


def test_the_child_worker_sleeps_as_a_child():
    """p. 39: it is a Child Meeple in all respects but acting."""
    evening = town("child_shelter").at("action.turn", child_worker=True)
    assert shelters.sleepers(evening.state)["children"] == 3


def test_scouts_do_not_sleep_at_home():
    """p. 29: Scouts stay on their Expeditions, and need no place."""
    evening = town().at("action.turn", stacks=(Stack(cards=(Location(deck="A"),), scout="workers", at=1),))
    assert shelters.sleepers(evening.state)["workers"] == 4


def test_automatons_need_no_shelter():
    """p. 39: no Citizens, no sickness."""
    evening = night(town("house", "house", "house", "house", "house").at("action.turn", automatons=6))
    assert sick(evening) == (0, 0, 0)


@pytest.mark.parametrize(("heated", "fell"), [(True, 0), (False, 1)])
def test_the_prison_is_a_shelter_if_it_is_heated(heated: bool, fell: int):
    """p. 43: the Meeple in Prison sleeps there, takes no other place, and falls sick where the Prison is cold."""
    evening = town("house", "house", "house", "house", "house")
    stand(evening, "prison", "N4.1", "N4.2")
    put(evening, "workers", "N4.1", stays=True)
    evening.group("workers", meeples=6)
    if not heated:
        evening.generator(heat=1).group("workers", meeples=1)
        evening.group("engineers", meeples=0).group("children", meeples=0)
    night(evening)
    assert evening.state.workers.sick == fell
    assert not evening.state.city.placed


def test_a_meeple_in_prison_is_left_there_and_comes_back_in_the_morning():
    """p. 29, 43: who takes the Meeples back is told that one stays, and after the night that it comes back."""
    evening = town("house", "house", "house", "house", "house")
    stand(evening, "prison", "N4.1", "N4.2")
    put(evening, "workers", "N4.1", stays=True)
    evening.group("workers", meeples=6).group("workers", spent=1).at("night.return", coal=0)
    assert str(evening.prompt.more).startswith("The Meeple in the Prison stays there.")
    evening.play("night_return")
    assert meant(evening.told("prisoners_back").text) == {"n": 1}


def test_without_the_prison_its_meeple_needs_a_shelter():
    """p. 29, 34: a card at Dusk destroyed the Prison: its Meeple comes back like the others, and stands outside."""
    evening = town("house", "house", "house", "house", "house")
    put(evening, "workers", "N4.1", stays=True)
    evening.group("workers", meeples=6)
    night(evening)
    assert prompted(evening.prompt) == ("night.shelters", {"n": 1})


def test_a_shelter_whose_heat_is_unknown_is_asked_about():
    """p. 29: the symbols' heights are only pictured; one answer settles all Tents in the same zone."""
    evening = town("tent", "tent", heated=False).generator(heat=3)
    night(evening)
    where = {"tile": {"n": 1}, "n": "1"}
    assert prompted(evening.prompt) == ("night.shelters.heat", {"building": "Tent", "where": where})
    evening.play("shelter_heat", at="N1.1", heat="heated")
    assert prompted(evening.prompt) == ("night.shelters.warm", {"n": 4})


def test_below_the_last_fuel_it_is_said_what_may_be_heated():
    """p. 29: "Heated" and "Cold" stand below an amount of Coal; of which Building they speak stands above them."""
    evening = town("tent", heated=False).generator(heat=3)
    evening.at("night.return", coal=1, swift=True)
    evening.play("night_return")
    none, *_ = evening.prompt.offers
    assert none.move.name == "no_fuel_then"
    assert str(none.note) == "Heat marker on 3. Is the Tent on Near tile 1, space 1 heated?"


def test_unknown_heat_is_not_asked_where_it_does_not_matter():
    """p. 29: all sleep in places that are known to be warm; a further Tent is of no concern."""
    evening = town("house", "house", "house", "house", "house", "tent")
    board = {name: value for name, value in evening.state.board.items() if not name.startswith("yellow_")}
    zones = {name: 24 for name in board if "_zone_above" in name}
    night(evening.at("action.turn", board={**board, **zones}))
    assert sick(evening) == (0, 0, 0)


def test_who_is_suggested():
    """The type with the fewest sick comes first, so that no marker is pushed far: a Child, then an Engineer."""
    evening = town("house", "house", "house", "house").group("workers", sick=9).group("engineers", sick=1)
    slots = shelters.warm(evening.state)
    assert shelters.sensible(evening.state, slots) == {"workers": 0, "engineers": 1, "children": 1}


def test_a_night_in_the_cold_may_kill():
    """p. 29, 30: all five workers are sick and one gravely: a Worker outside means a death."""
    evening = town().group("engineers", meeples=0).group("children", meeples=0)
    evening.group("workers", citizens=5, sick=5, grave=True, meeples=1)
    night(evening)
    assert (evening.state.workers.citizens, evening.asked) == (4, "death.card")
    evening.play("death_done")
    assert evening.state.step.startswith("dawn")


def test_without_the_map_the_players_count():
    """p. 29: where the companion knows no map, who stands in the cold is entered."""
    evening = town()
    evening.state = replace(evening.state, city=replace(evening.state.city, tiles={}, buildings=()))
    night(evening)
    evening.play("night_cold", workers=1, engineers=1, children=0)
    assert sick(evening) == (1, 1, 0)
