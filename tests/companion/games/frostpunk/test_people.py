"""Sickness, death, cure and treatment (rulebook p. 30, 31), and the limits on people (p. 16, 44)."""

import pytest

from companion.game import IllegalMove, Urgency
from tests.companion.games.frostpunk.table import begun


def test_sickness_moves_the_marker():
    """p. 30: three more sick workers move the marker from 2 to 5."""
    evening = begun().group("workers", sick=2)
    evening.play("sick", workers=3, engineers=0, children=0)
    assert evening.state.workers.sick == 5
    assert evening.told("fell_sick").args == {"kind": "workers", "count": 3, "sick": 5}


def test_the_marker_flips_where_it_would_pass_the_citizens():
    """p. 30: 8 children, 7 sick, 2 more: the marker stops on 8 and is flipped once; nobody dies."""
    evening = begun().group("children", sick=7)
    evening.play("sick", workers=0, engineers=0, children=2)
    assert (evening.state.children.sick, evening.state.children.grave, evening.state.corpses) == (8, True, 1)
    assert evening.told("gravely_ill").args == {"kind": "children"}


def test_flipping_back_to_the_syringe_kills_one_and_moves_the_marker_back():
    """p. 30: all 8 children sick and one gravely ill: another dies; 7 children, 7 sick, Corpse marker on 2."""
    evening = begun().group("children", sick=8, grave=True)
    evening.play("sick", workers=0, engineers=0, children=1)
    group = evening.state.children
    assert (group.citizens, group.sick, group.grave, evening.state.corpses) == (7, 7, False, 2)
    assert evening.told("died").urgency == Urgency.URGENT
    assert evening.asked == "death.card"


def test_a_death_by_sickness_takes_a_sick_one():
    """p. 30: who dies of sickness was sick: 15 sick workers become 14, 22 workers 21."""
    evening = begun().group("workers", sick=15, grave=True).at("preparation.sickness")
    evening.play("resolve_sickness", kind="workers", tokens=0, flips=1)
    assert (evening.state.workers.citizens, evening.state.workers.sick) == (21, 14)


def test_a_death_of_another_cause_leaves_the_sick_alone():
    """p. 30: 22 workers with 5 sick: one dies, 21 workers, still 5 sick."""
    evening = begun().group("workers", sick=5)
    evening.play("die", kind="workers")
    assert (evening.state.workers.citizens, evening.state.workers.sick, evening.state.corpses) == (21, 5, 2)


def test_a_death_takes_a_sick_one_where_all_are_sick():
    """p. 30: 8 children, all sick: one dies, and the Sickness marker moves back to 7 with the Citizen marker."""
    evening = begun().group("children", sick=8)
    evening.play("die", kind="children")
    assert (evening.state.children.citizens, evening.state.children.sick) == (7, 7)


def test_people_who_leave_take_the_sickness_marker_with_them():
    """p. 30: 12 engineers with 10 sick lose 5: 7 engineers, 7 sick."""
    evening = begun().group("engineers", sick=10)
    evening.play("lose", what="engineers", count=5)
    assert (evening.state.engineers.citizens, evening.state.engineers.sick) == (7, 7)


def test_every_death_asks_for_a_citizen_card():
    """p. 30: two deaths ask for two Citizen cards, one after the other."""
    evening = begun()
    evening.play("die", kind="workers")
    evening.play("die", kind="children")
    assert str(evening.prompt.do).startswith("A worker died")
    evening.play("death_done")
    assert str(evening.prompt.do).startswith("A child died")
    evening.play("death_done")
    assert evening.asked == "action.meeples"


def test_the_last_space_of_the_corpse_track_loses():
    """p. 16, 30: with its last space known to be 20, the death that moves the marker from 19 to 20 loses."""
    evening = begun(corpse_last=20)
    evening.at("action.turn", corpses=19)
    evening.play("die", kind="workers")
    assert evening.state.ended == "deaths"


def test_an_unknown_corpse_track_is_asked_at_the_table():
    """p. 16: while its length is unknown, one tap says that the marker stands on the last space; it is kept."""
    evening = begun().at("action.turn", corpses=14)
    evening.play("die", kind="workers")
    evening.play("corpse_track_full")
    assert evening.state.ended == "deaths"
    assert evening.learnt == {"corpse_last": 15}


def test_curing_two_workers_and_a_child():
    """p. 30, example: Cure 3 is used for 2 workers and 1 child."""
    evening = begun().group("workers", sick=5).group("children", sick=2)
    evening.play("cure", workers=2, engineers=0, children=1)
    assert (evening.state.workers.sick, evening.state.children.sick) == (3, 1)


def test_the_health_advisor_cures_six_to_four():
    """p. 31, example: 2 of 6 sick workers are cured."""
    evening = begun().group("workers", sick=6)
    evening.play("cure", workers=2, engineers=0, children=0)
    assert evening.state.workers.sick == 4


def test_cure_points_beyond_the_sick_are_lost():
    """p. 30: 4 points for 1 sick engineer cure one."""
    evening = begun().group("engineers", sick=1)
    evening.play("cure", workers=0, engineers=4, children=0)
    assert evening.state.engineers.sick == 0


def test_a_gravely_ill_one_is_not_cured_to_zero():
    """p. 30: a marker on its Skull side stops on space 1."""
    evening = begun().group("workers", sick=3, grave=True)
    evening.play("cure", workers=3, engineers=0, children=0)
    assert evening.state.workers.sick == 1


def test_treating_flips_without_a_death():
    """p. 31: the Skull side becomes the Syringe side, nobody dies, nobody is cured."""
    evening = begun().group("workers", sick=3, grave=True)
    evening.play("treat", workers=1, engineers=1, children=0)
    assert (evening.state.workers.grave, evening.state.workers.sick, evening.state.corpses) == (False, 3, 1)


def test_forty_five_workers_gain_seven():
    """p. 44, example: 5 workers make 50, then 2 of other types, such as one engineer and one child."""
    evening = begun().group("workers", citizens=45)
    evening.play("gain", what="workers", count=7)
    assert evening.state.workers.citizens == 50
    assert evening.asked == "people.surplus"
    evening.play("surplus", kind="engineers")
    evening.play("surplus", kind="children")
    assert (evening.state.engineers.citizens, evening.state.children.citizens) == (13, 9)
    assert evening.asked == "action.meeples"


def test_a_full_type_takes_no_surplus():
    """p. 44: of a type with 50, no more are added."""
    evening = begun().group("workers", citizens=50)
    evening.play("gain", what="workers", count=1)
    with pytest.raises(IllegalMove, match="fifty") as refused:
        evening.play("surplus", kind="workers")
    assert refused.value.page == 44


def test_three_engineers_are_lost_where_there_are_two():
    """p. 16, example: losing 3 engineers with 2 left loses those 2."""
    evening = begun().group("engineers", citizens=2)
    evening.play("lose", what="engineers", count=3)
    assert evening.state.engineers.citizens == 0
