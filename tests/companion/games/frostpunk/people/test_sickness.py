"""Sickness in the Preparation Phase, rulebook p. 22; Advisors are tested with their cards."""

import pytest

from companion.api.game import IllegalMove
from tests.companion.games.frostpunk.table import Evening, begun
from tests.companion.games.meaning import prompted


def section(first: int, last: int, tokens: int, flips: int) -> dict[str, int]:
    """The board facts of a section of the Population track."""
    spaces = range(first, last + 1)
    return {
        **{f"sickness_tokens_at_{space}": tokens for space in spaces},
        **{f"sickness_flips_at_{space}": flips for space in spaces},
    }


def resolving(evening: Evening) -> Evening:
    """The Advisor is seen to; now the Sickness markers."""
    evening.at("preparation.advisor", round=2)
    evening.play("no_advisor")
    return evening


def test_fifteen_sick_workers():
    """p. 22, example: 2 Spent tokens and 2 flips: Syringe to Skull, then back, and a worker dies."""
    evening = resolving(begun().group("workers", sick=15))
    assert prompted(evening.prompt) == (
        "preparation.sickness",
        {"who": "Workers", "sick": 15, "put": {"n": 2}, "turn": {"n": 2}},
    )
    evening.play("sickness", kind="any")
    group = evening.state.workers
    assert (group.spent, group.grave, group.citizens, group.sick) == (2, False, 21, 14)
    assert evening.names.index("gravely_ill") < evening.names.index("died")
    assert evening.state.tasks[0].kind == "death"


def test_six_sick_workers_would_be_gravely_ill():
    """p. 31, example: with 6 sick workers the marker flips to its Skull side, without any further effect."""
    evening = resolving(begun(**section(6, 6, 0, 1)).group("workers", sick=6))
    assert prompted(evening.prompt) == ("preparation.sickness", {"who": "Workers", "sick": 6, "turn": {"n": 1}})
    evening.play("sickness", kind="any")
    assert (evening.state.workers.grave, evening.state.workers.citizens, evening.state.workers.sick) == (True, 22, 6)
    assert evening.asked == "action.turn"


def test_the_health_advisor_keeps_the_marker_from_flipping():
    """p. 31, example: 2 of 6 sick workers are cured before, so that on 4 nothing happens."""
    evening = begun(**section(6, 6, 0, 1)).group("workers", sick=6).at("preparation.advisor", round=2)
    evening.play("cure", workers=2, engineers=0, children=0)
    resolving(evening)
    assert (evening.state.workers.sick, evening.state.workers.grave) == (4, False)
    assert evening.asked == "action.turn"


@pytest.mark.parametrize(("sick", "asked"), [(4, "action.turn"), (5, "preparation.sickness")])
def test_up_to_four_sick_have_no_effect(sick: int, asked: str):
    """p. 22, note: spaces 0 to 4 have no effect."""
    assert resolving(begun().group("workers", sick=sick)).asked.startswith(asked)


@pytest.mark.parametrize(("sick", "lost"), [(25, False), (26, True)])
def test_twenty_six_sick_lose_after_the_advisor(sick: int, lost: bool):
    """p. 22, 16: a Sickness marker on 26 loses once the Advisor was used or not; 25 does not."""
    evening = begun().group("workers", citizens=40, sick=sick).at("preparation.advisor")
    assert evening.state.ended == ""
    evening.play("no_advisor")
    assert (evening.state.ended == "sickness") is lost


def test_the_advisor_may_still_save_the_city():
    """p. 22: the check comes after the Advisor: 26 sick, 2 cured, the game goes on."""
    evening = begun().group("workers", citizens=40, sick=26).at("preparation.advisor")
    evening.play("cure", workers=2, engineers=0, children=0)
    evening.play("no_advisor")
    assert evening.state.ended == ""


def test_known_sections_are_resolved_by_one_tap_from_lowest_to_highest():
    """p. 22: 6 engineers, then 9 workers: 1 flip, then 1 Spent token."""
    evening = begun(**section(6, 6, 0, 1), **section(9, 9, 1, 0)).group("workers", sick=9).group("engineers", sick=6)
    resolving(evening)
    assert prompted(evening.prompt) == (
        "preparation.sickness",
        {
            "one": {"who": "Engineers", "sick": 6, "turn": {"n": 1}},
            "two": {"who": "Workers", "sick": 9, "put": {"n": 1}},
        },
    )
    evening.play("sickness", kind="any")
    assert evening.state.resolved == ("children", "engineers", "workers")
    assert (evening.state.engineers.grave, evening.state.workers.spent) == (True, 1)
    assert evening.asked == "action.meeples"


def test_a_higher_marker_first_is_refused():
    """p. 22: 6 engineers, 9 workers: the workers cannot come first, known or not."""
    evening = resolving(begun().group("workers", sick=9).group("engineers", sick=6))
    with pytest.raises(IllegalMove, match="lowest"):
        evening.play("sickness_told", kind="workers", tokens=0, flips=0, first=9, last=9)
    with pytest.raises(IllegalMove, match="lowest"):
        evening.play("sickness", kind="workers")


def test_a_death_is_dealt_with_before_the_next_marker():
    """p. 22, 30: 6 engineers with the Skull side up: one dies, and the Citizen card comes before the workers."""
    evening = begun(**section(6, 6, 0, 1), **section(9, 9, 1, 0)).group("workers", sick=9)
    resolving(evening.group("engineers", sick=6, grave=True))
    evening.play("sickness", kind="any")
    assert (evening.state.engineers.citizens, set(evening.state.resolved)) == (11, {"children", "engineers"})
    assert evening.state.tasks[0].kind == "death"


def test_markers_on_the_same_space_need_no_choice_where_it_makes_no_difference():
    """The rulebook gives no order for markers on the same space: without a death both are resolved by one tap."""
    evening = begun(**section(7, 7, 1, 1)).group("workers", sick=7).group("children", sick=7)
    resolving(evening)
    evening.play("sickness", kind="any")
    assert set(evening.state.resolved) == {"workers", "engineers", "children"}


def test_markers_on_the_same_space_are_the_players_choice_where_one_dies():
    """With the children's Skull side up, one child dies: the players say whose marker comes first."""
    evening = begun(**section(7, 7, 1, 1)).group("workers", sick=7).group("children", sick=7, grave=True)
    resolving(evening)
    assert [offer.move.args["kind"] for offer in evening.prompt.offers] == ["workers", "children"]
    evening.play("sickness", kind="workers")
    assert evening.state.resolved == ("engineers", "workers", "children")
    assert evening.state.children.citizens == 7


def test_a_marker_that_was_quiet_has_had_its_turn():
    """p. 22: 4 engineers and 15 workers sick: the engineers' marker is the lower one and does nothing; the Citizen card
    of the worker's death makes a fifth engineer sick, and their marker is not looked at again."""
    evening = resolving(begun(**section(5, 5, 1, 0)).group("workers", sick=15).group("engineers", sick=4))
    evening.play("sickness", kind="any")
    evening.play("sick", workers=0, engineers=1, children=0)
    evening.play("death_done")
    assert (evening.state.engineers.sick, evening.state.engineers.spent) == (5, 0)
    assert evening.asked == "action.meeples"


def test_a_marker_set_right_before_its_turn_is_resolved():
    """A slip put right by hand before any marker was resolved: 5 engineers are sick, not 4."""
    evening = resolving(begun(**section(5, 5, 1, 0)).group("workers", sick=15).group("engineers", sick=4))
    evening.correct("engineers_sick", 5)
    assert prompted(evening.prompt) == (
        "preparation.sickness",
        {
            "one": {"who": "Engineers", "sick": 5, "put": {"n": 1}},
            "two": {"who": "Workers", "sick": 15, "put": {"n": 2}, "turn": {"n": 2}},
        },
    )


def test_what_a_section_shows_is_asked_once_for_all_its_spaces():
    """Told at 6 for spaces 5 to 8; the flip at 6 is known from p. 31, its tokens are not."""
    evening = resolving(begun().group("workers", sick=6))
    assert [getattr(ask, "usual", None) for ask in evening.prompt.offers[0].asks] == [None, 1, 6, 6]
    evening.play("sickness_told", kind="workers", tokens=1, flips=1, first=5, last=8)
    assert evening.state.fact("sickness_tokens_at_5") == 1
    assert evening.state.fact("sickness_flips_at_8") == 1
    assert "sickness_tokens_at_9" not in evening.board_facts
    assert (evening.state.workers.spent, evening.state.workers.grave) == (1, True)


def test_spent_tokens_never_exceed_the_five_in_the_box():
    """p. 5: there are five Spent tokens of a type: with 4 out, a section of 3 puts out one more."""
    evening = resolving(begun(**section(6, 6, 3, 0)).group("workers", sick=6, spent=4))
    assert prompted(evening.prompt) == ("preparation.sickness", {"who": "Workers", "sick": 6, "put": {"n": 1}})
    evening.play("sickness", kind="any")
    assert evening.state.workers.spent == 5


def test_a_section_of_the_board_may_be_corrected():
    """Known, but told wrongly before: the board says otherwise, and that is kept."""
    evening = resolving(begun(**section(6, 6, 3, 0)).group("workers", sick=6))
    evening.play("sickness_told", kind="workers", tokens=1, flips=0, first=6, last=6)
    assert (evening.state.workers.spent, evening.board_facts) == (1, {"sickness_tokens_at_6": 1})


def test_a_marker_pushed_to_twenty_six_while_the_others_are_resolved_loses():
    """p. 16: at any time in the Preparation Phase after the Advisor; a death's card may add that many sick."""
    evening = begun(**section(6, 6, 0, 1)).group("engineers", sick=6, grave=True)
    resolving(evening.group("workers", citizens=40, sick=25))
    evening.play("sickness", kind="any")
    evening.group("workers", sick=26)
    evening.at("preparation.sickness", tasks=(), onward=True)
    evening.correct("wood", 4)
    assert evening.state.ended == "sickness"


def test_the_sick_set_by_hand_until_no_marker_is_left_to_resolve():
    """p. 22, note: 9 sick workers are asked about; set by hand to 4, nothing is to be resolved: the phase is over."""
    evening = resolving(begun().group("workers", sick=9))
    evening.correct("workers_sick", 4)
    assert evening.asked == "action.turn"
