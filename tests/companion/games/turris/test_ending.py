"""The endgame, its last rounds, and who wins (rulebook p. 20)."""

import pytest

from companion.games.turris.ending import ranking
from tests.companion.games.turris.table import FULL, GAME, Evening


def rounds(evening: Evening) -> int:
    """Rounds that are still played after the present one, everybody's turns being passed over."""
    first = evening.state.round
    for _ in range(10):
        evening.hunt()
        while evening.state.tasks and not evening.state.ended:
            move, args = evening.answers[0]
            evening.play(move, **args)
        if evening.state.ended:
            break
    return evening.state.round - first


@pytest.mark.parametrize("trigger", [{"prestige": 40}, {"tower": 6}])
def test_either_condition_triggers_the_endgame(trigger: dict[str, int]):
    """p. 20: 40 Prestige, or all six Tower Rooms (those of all players together)."""
    evening = Evening(3, **FULL).at("turns", "actions").player(0, **trigger).settle()
    assert evening.state.endgame
    assert evening.told("endgame").args == {"rounds": 3}


def test_rooms_of_all_players_count_together():
    """p. 20: two, three and one are six; five are not."""
    evening = Evening(3, **FULL).at("turns", "actions").player(0, tower=2).player(1, tower=3).settle()
    assert not evening.state.endgame
    evening.player(2, tower=1).settle()
    assert evening.state.endgame


def test_three_more_rounds_after_the_present_one():
    """p. 20: triggered before the Beast Phase: Harrow, Despair, Delusion, Pain leave, one at the end of each Beast
    Phase beginning with this one; then the game is over."""
    evening = Evening(3, **FULL).at("turns", "actions").player(1, prestige=40).settle()
    left = []
    for _ in range(4):
        evening.hunt()
        left.append(tuple(beast.name for beast in evening.state.beasts))
    assert left == [("pain", "delusion", "despair"), ("pain", "delusion"), ("pain",), ()]
    assert evening.state.ended
    assert evening.state.round == 4  # rounds 1 (the trigger's), 2, 3 and 4
    assert GAME.ending(evening.state) is not None


def test_four_more_rounds_when_triggered_in_a_beast_phase():
    """p. 20: a Council reward in the Beast Phase brings 40 Prestige: no Beast leaves in that phase."""
    board = {**FULL, "council.1": "gain prestige 1"}
    evening = Evening(3, **board).player(1, prestige=39).scouts(abyss="B").beasts(pain="grove").hunt()
    evening.play("council_take")
    assert evening.told("endgame").args == {"rounds": 4}
    assert evening.asked == "sites.change"  # for the 40 Prestige, before the next Beast acts (p. 21)
    assert evening.state.step == "pain"
    evening.play("lay_sites", site_a="", site_b="", site_c="", site_d="")
    assert len(evening.state.beasts) == 4
    assert evening.state.round == 2
    assert rounds(evening) == 3  # rounds 2, 3, 4 and 5


def test_the_most_prestige_wins():
    """p. 20."""
    evening = Evening(3, **FULL).player(0, prestige=38).player(1, prestige=41).player(2, prestige=40)
    assert ranking(evening.state) == (1, 2, 0)


def test_ties_go_to_the_most_resources():
    """p. 20: each of Ichor, Knowledge, Relics and Weaponry counts 1; an Artifact is no resource (p. 21)."""
    evening = Evening(3, **FULL).player(0, prestige=40, ichor=2, artifacts=5).player(1, prestige=40, ichor=1, relics=2)
    assert ranking(evening.state)[0] == 1
    evening.at("cleanup", beasts=()).settle()
    assert "most resources" in str(GAME.ending(evening.state))


def test_further_ties_go_to_the_nearest_to_the_first_player():
    """p. 20: clockwise from the First Player, who is nearest of all."""
    evening = Evening(3, **FULL).at("turns", first=2)
    assert ranking(evening.state) == (2, 0, 1)
    evening.player(2, prestige=0).player(0, prestige=1).player(1, prestige=1)
    assert ranking(evening.state)[0] == 0
    evening.at("cleanup", beasts=()).settle()
    assert "nearest in turn order" in str(GAME.ending(evening.state))


def test_the_token_passes_before_ties_are_broken():
    """p. 20: the game ends at the end of the Cleanup Phase, when the First Player token has changed hands."""
    evening = Evening(2, **FULL).at("cleanup", beasts=(), first=0, future=1).settle()
    assert evening.state.first == 1
    assert evening.told("game_over").args == {"seat": 2}


def test_nothing_is_asked_once_it_is_over():
    """The last fact interrupts what is being said, and no move is left."""
    evening = Evening(2, **FULL).at("cleanup", beasts=()).settle()
    assert GAME.prompts(evening.state) == ()
    assert evening.state.phase == "over"


# --- slips ------------------------------------------------------------------------------------------------------------


def test_a_corrected_slip_takes_back_the_endgame_that_it_began():
    """p. 20: 41 typed for 14 begins it; with 14 nobody has 40 Prestige, so that no Beast leaves in this round."""
    evening = Evening(3, **FULL).at("turns", "actions").player(1, prestige=14)
    evening.correct("prestige_2", 41)
    assert evening.state.endgame
    evening.correct("prestige_2", 14)
    assert not evening.state.endgame
    assert str(evening.told("endgame_taken_back").text) == "The endgame has not begun after all."
    evening.hunt()
    assert len(evening.state.beasts) == 4


def test_a_slip_in_the_rooms_as_well():
    """p. 20: 6 typed for 1."""
    evening = Evening(3, **FULL).at("turns", "actions")
    evening.correct("tower_1", 6)
    assert evening.state.endgame
    evening.correct("tower_1", 1)
    assert not evening.state.endgame


def test_a_slip_corrected_within_the_beast_phase_keeps_the_beast():
    """p. 20: the Harrow would leave at the end of this phase; the slip is found while a Beast waits for a choice."""
    evening = Evening(3, **FULL).at("beasts", "harrow", endgame=True, closing=True, reasons=("seat1",))
    evening.player(0, prestige=40).correct("prestige_1", 4)
    assert [beast.name for beast in evening.state.beasts] == ["pain", "delusion", "despair", "harrow"]


def test_beasts_that_left_for_a_slip_are_to_be_put_back():
    """Where they stood nobody knows any more: the table puts them back and says where they are."""
    evening = Evening(3, **FULL).at("turns", "actions")
    evening.correct("prestige_1", 44)
    evening.set(tasks=(), change=False, due=()).hunt()
    assert len(evening.state.beasts) == 3
    evening.correct("prestige_1", 4)
    assert "Put the Beasts back" in str(evening.told("endgame_taken_back").text)
    evening.correct("harrow_at", "left")
    assert evening.at_place("harrow") == "left"


@pytest.mark.parametrize("other", [{"prestige": 40}, {"tower": 6}])
def test_what_else_began_it_keeps_it(other: dict[str, int]):
    """p. 20: one condition is enough: with Bob's 40 Prestige (or his six rooms) Alice's slip changes nothing."""
    evening = Evening(3, **FULL).at("turns", "actions").player(1, **other)
    evening.correct("prestige_1", 41)
    evening.correct("prestige_1", 1)
    assert evening.state.endgame


def test_prestige_lost_later_does_not_end_the_endgame():
    """p. 20: it was triggered. Bob reached 40 and lost 5 by a card; Alice's slip, set right, takes nothing back."""
    evening = Evening(3, **FULL).at("turns", "actions", reached=(10, 20, 30, 40)).player(1, prestige=40).settle()
    evening.play("open_card", who="seat1")
    evening.play("card_other", who="seat2", what="prestige", how="lose", count=5)
    evening.play("card_done")
    assert evening.state.endgame
    evening.correct("prestige_1", 41)
    evening.correct("prestige_1", 1)
    assert evening.state.endgame
    evening.correct("prestige_2", 34)
    assert evening.state.endgame


def test_the_endgame_set_by_hand_stays():
    """Whoever says that it has begun is believed, whatever is set right afterwards."""
    evening = Evening(3, **FULL).at("turns", "actions")
    evening.correct("endgame", "yes")
    evening.correct("prestige_1", 41)
    evening.correct("prestige_1", 1)
    assert evening.state.endgame
    evening.correct("endgame", "no")
    assert not evening.state.endgame


def test_an_evening_of_before_keeps_its_endgame():
    """Kept without a reason: only a condition that holds and is set right takes it back."""
    evening = Evening(3, **FULL).at("turns", "actions", endgame=True).player(0, prestige=35)
    evening.correct("prestige_1", 34)
    assert evening.state.endgame
    evening = Evening(3, **FULL).at("turns", "actions", endgame=True).player(0, prestige=41)
    evening.correct("prestige_1", 14)
    assert not evening.state.endgame
