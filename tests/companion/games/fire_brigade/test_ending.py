"""Winning and ending (rulebook p. 8)."""

from __future__ import annotations

import pytest

from companion.games.fire_brigade.ending import chief, evacuation, score
from companion.games.fire_brigade.streets import TOWN, UNIVERSITY

from .table import Evening


def test_five_blocks_of_one_kind():
    """p. 8: Loyalty on five blocks of one kind wins; four do not."""
    evening = Evening().laid_out()
    commons = [place for place in TOWN if evening.state.city[place].kind == "commons"]
    for place in commons[:4]:
        evening.block(place, loyal=1)
    assert chief(evening.state) is None
    evening.block(commons[4], loyal=1)
    assert chief(evening.state) == (1, "quarter")


def test_three_university_blocks():
    """p. 8: three of the University are enough."""
    evening = Evening().laid_out()
    for place in UNIVERSITY[:3]:
        evening.block(place, loyal=0)
    assert chief(evening.state) == (0, "quarter")


def test_one_of_each_of_the_five_kinds():
    """p. 8: one block of each of the five kinds, the University among them."""
    evening = Evening().laid_out()
    for place in TOWN[:4]:
        evening.block(place, loyal=0)
    assert chief(evening.state) is None
    evening.block("C3", loyal=0)
    assert chief(evening.state) == (0, "citizens")


def test_a_win_is_immediate():
    """p. 8: the game is over with the marker that wins."""
    evening = Evening().laid_out().fires(C3=2, F5=1).player(0, brigade="C3")
    for place in TOWN[:4]:
        evening.block(place, loyal=0)
    evening.block("C3", renown=(4, 0))
    evening.play("extinguish", water=2)
    evening.play("place_renown", field="C3", count=1)
    assert evening.state.ended == "citizens"
    assert evening.state.winners == (0,)
    assert evening.state.phase == "over"


def test_eight_destroyed_or_three_of_the_university():
    """p. 8: the city is evacuated with eight blocks destroyed, or three of the University."""
    evening = Evening().laid_out()
    for place in TOWN[:7]:
        evening.block(place, destroyed=True)
    assert not evacuation(evening.state)
    assert evacuation(evening.block(TOWN[7], destroyed=True).state)
    other = Evening().laid_out()
    for place in UNIVERSITY[:3]:
        other.block(place, destroyed=True)
    assert evacuation(other.state)


def almost(players: int, seat: int, **choices: str) -> Evening:
    """Seven blocks are destroyed, and B2 burns at 4 with A2 beside it: a gust to the east is the eighth."""
    evening = Evening(players, **choices).at_event(seat).fires(A2=1, B2=4, F5=1)
    for place in [one for one in TOWN if one not in ("A2", "B2", "C2", "F5", "E5")][:7]:
        evening.block(place, destroyed=True)
    return evening


def finish(evening: Evening) -> list[int]:
    """Play on without doing anything; the seats that had an Action Phase."""
    seats = []
    while not evening.state.ended:
        if evening.state.phase == "event":
            evening.play("other_event")
            continue
        seats.append(evening.state.turn.seat)
        evening.play("end_turn")
    return seats


def test_everybody_else_has_one_last_turn():
    """p. 8: the active player's event card evacuates the city; this turn is finished, then each of the others has one
    more."""
    evening = almost(3, 1)
    evening.play("gust", direction="east")
    assert evening.state.left == (2, 0)
    assert finish(evening) == [1, 2, 0]
    assert evening.state.ended == "evacuation"


def test_the_summary_finishes_the_round_to_the_first_player():
    """The quick reference: until the first player; chosen as a house rule."""
    evening = almost(3, 1, evacuation="first")
    evening.play("gust", direction="east")
    assert finish(evening) == [1, 2]


@pytest.mark.parametrize(("stolen", "points"), [("value", 8), ("nothing", 5)])
def test_points_are_the_values_of_loyal_blocks(stolen: str, points: int):
    """p. 8 and 10: the University's 5 and a stolen block's printed 3; by the house rule a stolen one gives nothing."""
    evening = Evening(stolen=stolen).laid_out().block("C3", loyal=0).block("B2", loyal=0, stolen=True, value=3)
    assert score(evening.state, 0) == points


def test_a_tie_is_shared():
    """The book is silent about ties: both are named."""
    evening = almost(2, 0)
    evening.play("gust", direction="east")
    finish(evening)
    assert evening.state.winners == (0, 1)


def test_a_last_event_card_ends_the_evacuation():
    """p. 8 can also be read so: after the others' last turns the player who evacuated reveals one more event card."""
    evening = almost(3, 1, evacuation="event")
    evening.play("gust", direction="east")
    seats = []
    while not evening.state.closing:
        if evening.state.phase == "event":
            evening.play("gust", direction="south")
        seats.append(evening.state.turn.seat)
        evening.play("end_turn")
    assert seats == [1, 2, 0]
    assert (evening.state.turn.seat, evening.state.phase) == (1, "event")
    evening.play("other_event")
    assert evening.state.ended == "evacuation"


def test_brother_ben_gives_no_turn_in_an_evacuation():
    """p. 8: one last turn is one."""
    evening = almost(2, 0).player(0, again=1)
    evening.play("gust", direction="east")
    assert finish(evening) == [0, 1]


def test_fires_that_burn_out_end_the_game_too():
    """p. 8: when the last fire goes with its block, nothing burns any more."""
    evening = Evening().at_event().fires(A2=1, B2=4).block("B2", fire=5).fires(B2=5)
    evening.play("other_event")
    assert evening.state.ended == "all_out"


# --- slips ------------------------------------------------------------------------------------------------------------


def test_a_slip_does_not_put_all_fires_out():
    """p. 8: 0 typed for the last fire ends the game; set right, the turn goes on where it was."""
    evening = Evening().laid_out().fires(F5=2)
    evening.correct("F5.fire", 0)
    assert evening.state.ended == "all_out"
    evening.correct("F5.fire", 2)
    assert (evening.state.ended, evening.state.winners, evening.state.phase) == ("", (), "action")
    assert evening.state.turn.actions == 4


def test_a_slip_makes_nobody_chief():
    """p. 8: the fifth block of a kind was marked as Ben's by mistake; it is Ada's."""
    evening = Evening().laid_out().quiet()
    commons = [place for place in TOWN if evening.state.city[place].kind == "commons"]
    for place in commons[:4]:
        evening.block(place, loyal=1)
    evening.correct(f"{commons[4]}.loyal", "seat2")
    assert evening.state.winners == (1,)
    evening.correct(f"{commons[4]}.loyal", "seat1")
    assert (evening.state.ended, evening.state.phase) == ("", "action")


def test_what_is_set_right_after_the_end_counts():
    """p. 8: all fires are out; a block whose Loyalty was forgotten is set by hand: it counts, and decides who wins."""
    evening = Evening().laid_out().block("B1", loyal=0, value=2).block("C1", value=4)
    evening.fires(F5=1).correct("F5.fire", 0)
    assert evening.state.winners == (0,)
    evening.correct("C1.loyal", "seat2")
    assert (evening.state.ended, evening.state.winners) == ("all_out", (1,))


def test_a_slip_evacuates_nobody():
    """p. 8: seven blocks are destroyed; the eighth was a slip: there are no last turns."""
    evening = Evening().laid_out().quiet()
    for place in TOWN[:7]:
        evening.block(place, destroyed=True)
    evening.correct(f"{TOWN[7]}.side", "burnt")
    assert evening.state.left is not None
    evening.correct(f"{TOWN[7]}.side", "stands")
    assert evening.state.left is None
    assert evening.told("evacuation_taken_back")
    evening.correct(f"{TOWN[7]}.side", "burnt")
    evening.correct(f"{TOWN[8]}.fire", 2)
    assert evening.state.left is not None
