"""Sickness, death, cure and treatment (rulebook p. 30, 31), and the limits on people (p. 16, 44)."""

import pytest

from companion.api.game import IllegalMove, Urgency
from companion.games.frostpunk.people.health import flip
from companion.games.frostpunk.transaction import Transaction
from tests.companion.games.frostpunk.table import Evening, begun
from tests.companion.games.meaning import prompted


def carry(evening: Evening, words: str) -> Evening:
    evening.play("card_words", words=words)
    return evening


def chosen(evening: Evening, workers: int = 0, engineers: int = 0, children: int = 0) -> Evening:
    evening.play("share", workers=workers, engineers=engineers, children=children)
    return evening


def taps(evening: Evening) -> list[str]:
    return [str(offer.label) for offer in evening.prompt.offers if offer.move.name == "share"]


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
    tx = Transaction(begun().group("workers", sick=15, grave=True).state)
    flip(tx, "workers")
    assert (tx.state.workers.citizens, tx.state.workers.sick, tx.state.workers.grave) == (21, 14, False)


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
    assert evening.asked == "action.turn"


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
    assert evening.board_facts == {"corpse_last": 15}


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
    evening.play("share", workers=0, engineers=1, children=0)
    evening.play("share", workers=0, engineers=0, children=1)
    assert (evening.state.engineers.citizens, evening.state.children.citizens) == (13, 9)
    assert not evening.state.tasks


def test_both_of_the_two_may_be_engineers():
    """p. 44, example: 2 engineers, at once."""
    evening = begun().group("workers", citizens=45)
    evening.play("gain", what="workers", count=7)
    evening.play("share", workers=0, engineers=2, children=0)
    assert (evening.state.engineers.citizens, evening.state.tasks) == (14, ())


def test_a_full_type_takes_no_surplus():
    """p. 44: of a type with 50, no more are added."""
    evening = begun().group("workers", citizens=50)
    evening.play("gain", what="workers", count=1)
    with pytest.raises(IllegalMove):
        evening.play("share", workers=1, engineers=0, children=0)


def test_the_only_type_with_room_takes_the_surplus():
    """p. 44: workers and engineers full, 49 children: one of 3 workers comes as a child, the others cannot come."""
    evening = begun().group("workers", citizens=50).group("engineers", citizens=50).group("children", citizens=49)
    evening.play("gain", what="workers", count=3)
    assert evening.state.children.citizens == 50
    assert not evening.state.tasks


def test_three_engineers_are_lost_where_there_are_two():
    """p. 16, example: losing 3 engineers with 2 left loses those 2."""
    evening = begun().group("engineers", citizens=2)
    evening.play("lose", what="engineers", count=3)
    assert evening.state.engineers.citizens == 0


# --- types that the players choose ------------------------------------------------------------------------------------


def test_the_players_choose_who_falls_sick():
    """p. 16, 30: two fall sick of no type: a worker, then a child."""
    evening = carry(begun(), "sick 2")
    assert prompted(evening.prompt) == ("people.sick_any", {"n": 2})
    assert taps(evening) == [
        "2 workers",
        "2 engineers",
        "2 children",
        "Several at once",
        "One worker",
        "One engineer",
        "One child",
    ]
    chosen(evening, workers=1)
    chosen(evening, children=1)
    assert [evening.state.group(kind).sick for kind in ("workers", "engineers", "children")] == [1, 0, 1]
    assert not evening.state.tasks


def test_all_may_be_chosen_at_once():
    """p. 30: five fall sick: three workers and two engineers in one answer; not six."""
    evening = carry(begun(), "sick 5")
    with pytest.raises(IllegalMove, match="from 1 to 5"):
        chosen(evening, workers=3, engineers=3)
    chosen(evening, workers=3, engineers=2)
    assert (evening.state.workers.sick, evening.state.engineers.sick, evening.state.tasks) == (3, 2, ())


def test_none_chosen_is_no_answer():
    """p. 30: at least one has to be chosen."""
    evening = carry(begun(), "sick 1")
    with pytest.raises(IllegalMove):
        chosen(evening)


def test_with_one_type_left_nobody_is_asked():
    """p. 30: only workers live here, so two of them fall sick without a tap."""
    evening = begun().group("engineers", citizens=0).group("children", citizens=0)
    carry(evening, "sick 2")
    assert (evening.state.workers.sick, evening.state.tasks) == (2, ())


def test_the_chosen_one_may_be_the_one_who_dies():
    """p. 30: all 8 children sick and one gravely ill: a child chosen to fall sick dies; its card comes before the
    second one is chosen."""
    evening = begun().group("children", sick=8, grave=True)
    carry(evening, "sick 2")
    chosen(evening, children=1)
    assert (evening.state.children.citizens, evening.state.children.sick) == (7, 7)
    assert [task.kind for task in evening.state.tasks] == ["death", "sick_any"]


def test_the_players_choose_who_dies():
    """p. 34: a Citizen dies, of a type that they choose."""
    evening = carry(begun(), "die")
    assert prompted(evening.prompt) == ("people.die_any", {"n": 1})
    chosen(evening, engineers=1)
    assert (evening.state.engineers.citizens, evening.state.corpses) == (11, 2)
    assert evening.asked == "death.card"


def test_where_the_last_ones_die_nobody_is_asked():
    """p. 30, 34: two die and only one engineer and one child live: both die, and two cards are asked for."""
    evening = begun().group("workers", citizens=0).group("engineers", citizens=1).group("children", citizens=1)
    carry(evening, "die 2")
    assert [task.about for task in evening.state.tasks] == ["engineers", "children"]


def test_cure_three_on_two_workers_and_a_child():
    """p. 30, example: Cure 3 on 5 sick workers and 2 sick children: 2 workers and 1 child."""
    evening = begun().group("workers", sick=5).group("children", sick=2)
    carry(evening, "cure 3")
    assert taps(evening) == ["3 workers", "Several at once", "One worker", "One child"]
    chosen(evening, workers=2, children=1)
    assert (evening.state.workers.sick, evening.state.children.sick, evening.state.tasks) == (3, 1, ())


def test_cure_points_for_everybody_need_no_choice():
    """p. 30: Cure 4 with 2 workers and 1 child sick cures all three; the fourth point is lost."""
    evening = begun().group("workers", sick=2).group("children", sick=1)
    carry(evening, "cure 4")
    assert (evening.state.workers.sick, evening.state.children.sick, evening.state.tasks) == (0, 0, ())


def test_cure_points_that_nobody_can_use_are_lost():
    """p. 30: one gravely ill worker on space 1 and nobody else sick: Cure 2 does nothing."""
    evening = begun().group("workers", sick=1, grave=True)
    carry(evening, "cure 2")
    assert (evening.state.workers.sick, evening.state.tasks) == (1, ())


def test_no_more_than_can_be_cured_is_taken():
    """p. 30: 2 sick workers, one of them gravely ill: at most one worker is cured, the second point goes elsewhere."""
    evening = begun().group("workers", sick=2, grave=True).group("children", sick=3)
    carry(evening, "cure 2")
    with pytest.raises(IllegalMove, match="at most 1"):
        chosen(evening, workers=2)


def test_the_infirmary_treats_two():
    """p. 31, example: Treat 2 with three gravely ill types: two are chosen, nobody dies."""
    evening = begun()
    for kind in ("workers", "engineers", "children"):
        evening.group(kind, sick=3, grave=True)
    carry(evening, "treat 2")
    chosen(evening, workers=1, children=1)
    assert [evening.state.group(kind).grave for kind in ("workers", "engineers", "children")] == [False, True, False]
    assert (evening.state.corpses, evening.state.tasks) == (1, ())


def test_treat_points_that_nobody_can_use_are_lost():
    """p. 31: one is gravely ill, so one of 3 points is used without asking, and the others are lost."""
    evening = begun().group("engineers", sick=3, grave=True)
    carry(evening, "treat 3")
    assert (evening.state.engineers.grave, evening.state.engineers.sick, evening.state.tasks) == (False, 3, ())


def test_newcomers_of_no_type():
    """p. 16: three people join: their types are chosen one by one or at once."""
    evening = chosen(carry(begun(), "people +3"), workers=1, children=2)
    assert (evening.state.workers.citizens, evening.state.children.citizens) == (23, 10)


def test_people_of_no_type_leave():
    """p. 16, 30: two leave: a healthy type keeps its marker, an all-sick one takes it along."""
    evening = begun().group("children", citizens=8, sick=8)
    chosen(carry(evening, "people -2"), workers=1, children=1)
    assert (evening.state.workers.citizens, evening.state.children.citizens, evening.state.children.sick) == (21, 7, 7)


# --- special cases of p. 30 -------------------------------------------------------------------------------------------


def test_a_healthy_death_can_leave_the_skull_on_zero():
    """p. 30: the only child is gravely ill and dies of something else: both markers go to 0, the Skull stays up."""
    evening = begun().group("children", citizens=1, sick=1, grave=True)
    evening.play("die", kind="children")
    group = evening.state.children
    assert (group.citizens, group.sick, group.grave) == (0, 0, True)


def test_nobody_falls_sick_where_nobody_is_left():
    """p. 30: with no child left, its Sickness marker is neither moved nor flipped."""
    evening = begun().group("children", citizens=0)
    carry(evening, "sick children 2")
    assert (evening.state.children.sick, evening.state.children.grave) == (0, False)


def test_a_long_row_of_the_sick():
    """p. 30: 2 children, 1 sick, 5 more: move to 2, flip to the Skull, flip back and one dies (1 and 1), flip to the
    Skull, flip back and the last one dies."""
    evening = begun().group("children", citizens=2, sick=1)
    carry(evening, "sick children 5")
    group = evening.state.children
    assert (group.citizens, group.sick, group.grave, evening.state.corpses) == (0, 0, False, 3)


def test_a_gravely_ill_one_stays_so_when_others_leave():
    """p. 30: 5 engineers with 4 sick, one gravely: 3 leave, 2 stay, both sick, the Skull side stays up."""
    evening = begun().group("engineers", citizens=5, sick=4, grave=True)
    carry(evening, "engineers -3")
    group = evening.state.engineers
    assert (group.citizens, group.sick, group.grave) == (2, 2, True)


def test_deaths_are_counted_for_the_story():
    """Two workers die in this round."""
    evening = carry(begun(), "die workers 2")
    assert evening.state.tally["deaths"] == 2


def test_a_lost_game_asks_for_no_more_cards():
    """p. 16, 30: with the track ending at 3, the second of three deaths loses; nothing else is asked."""
    evening = begun(corpse_last=3)
    carry(evening, "die workers 3")
    assert (evening.state.ended, evening.state.workers.citizens, evening.state.tasks) == ("deaths", 20, ())
