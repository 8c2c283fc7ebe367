"""The course of a round: Dawn, Night, and what belongs to no phase (rulebook p. 16 to 29)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.city.land import Building, Meeple
from companion.games.frostpunk.phases.names import PHASES, ROUND_STEPS, phase_of
from tests.companion.games.frostpunk.table import Evening, begun
from tests.companion.games.meaning import prompted


def test_the_first_round_starts_in_the_action_phase():
    """p. 18: phases 1 to 5 are skipped in round 1."""
    evening = begun()
    assert (evening.asked, evening.state.round) == ("action.turn", 1)


def test_the_phases_come_in_the_order_of_the_book():
    """p. 18: nine phases, each step belonging to one of them, in their order."""
    order = list(dict.fromkeys(phase_of(step) for step in ROUND_STEPS))
    assert order == list(PHASES) == [
        "dawn", "morning", "generator", "weather", "preparation", "action", "dusk", "hunger", "night",
    ]  # fmt: skip


# --- Dawn -------------------------------------------------------------------------------------------------------------


def test_leadership_and_round_marker_are_one_tap():
    """p. 19: the Leadership marker goes to Ben, then the Round marker to 2, and the Morning Phase follows."""
    evening = begun().at("dawn.begin")
    assert prompted(evening.prompt) == ("dawn.begin", {"name": "Ben", "number": 2})
    evening.play("new_day")
    assert (evening.state.leader, evening.state.turn, evening.state.round) == (1, 1, 2)
    assert evening.asked == "morning.card"


def test_leadership_goes_clockwise_and_round_again():
    """p. 19: from the last seat back to the first."""
    evening = begun(3).at("dawn.begin", leader=2)
    evening.play("new_day")
    assert evening.state.leader == 0


def test_alone_the_leadership_stays():
    """p. 19: with one player only the Round marker is moved."""
    evening = begun(1).at("dawn.begin")
    assert prompted(evening.prompt) == ("dawn.begin", {"number": 2})
    evening.play("new_day")
    assert (evening.state.leader, "leadership_passed" in evening.names) == (0, False)


def test_what_belongs_to_a_round_is_over_with_it():
    """p. 22, 27, 32: Advisor, resolved sickness, Citizen cards and Special Actions are free again."""
    evening = begun().at("dawn.begin", resolved=("workers",), advisor_used=True, played=(1,), done=("M017",))
    evening.play("new_day")
    state = evening.state
    assert (state.resolved, state.advisor_used, state.played, state.done) == ((), False, (), ())


@pytest.mark.parametrize(("round_", "asked"), [(3, "dawn.trigger"), (4, "morning.card"), (10, "dawn.trigger")])
def test_scenario_triggers_on_four_and_eleven(round_: int, asked: str):
    """p. 15, 19: in A New Home the tokens lie on 4 and 11."""
    evening = begun().at("dawn.begin", round=round_)
    evening.play("new_day")
    assert evening.asked == asked


def test_the_storm_marker_reached_at_dawn_waits_for_the_weather():
    """p. 19, note: the Round marker moves onto the Storm marker's space 9, and nothing happens yet."""
    evening = begun().at("dawn.begin", round=8)
    assert "Weather Phase" in str(evening.prompt.more)
    evening.play("new_day")
    assert "storm_hit" not in evening.names


def test_after_round_fifteen_the_scenario_card_decides():
    """p. 38: the Round track ends at 15; the companion asks how the game ended."""
    evening = begun().at("night.shelters", round=15, city=begun().state.city)
    sleep_warm(evening)
    assert evening.asked == "end.scenario"
    evening.play("declare_won")
    assert evening.state.ended == "won"


# --- Night ------------------------------------------------------------------------------------------------------------


def sleep_warm(evening: Evening) -> None:
    """Nobody falls sick tonight."""
    for kind in ("workers", "engineers", "children"):
        evening.group(kind, meeples=0)
    evening.at("night.fuel")
    evening.play("no_fuel")


def test_spent_tokens_without_a_meeple_stay():
    """p. 29: of 3 Spent worker tokens, two carry a Meeple and go back, one does not and stays."""
    evening = begun().group("workers", spent=3, carried=2).at("night.return")
    assert str(evening.prompt.more).startswith("1 Spent token lies without a Meeple")
    evening.play("night_return")
    assert (evening.state.workers.spent, evening.state.workers.carried) == (1, 0)


def test_the_players_may_count_other_spent_tokens():
    """p. 29: they say that two of three lie without a Meeple."""
    evening = begun().group("workers", spent=3, carried=3).at("night.return")
    evening.play("night_return_told", workers=2, engineers=0, children=0)
    assert evening.state.workers.spent == 2


def test_meeples_come_back_but_for_those_that_stay():
    """p. 29, 43: a Meeple in the Prison stays there overnight, one in the snow comes back."""
    placed = (Meeple(kind="workers", at="snow"), Meeple(kind="workers", at="N1.1", stays=True))
    prison = Building(kind="prison", at=("N1.1", "N1.2"))
    evening = begun()
    city = evening.state.city
    evening.at("night.return", city=type(city)(tiles=city.tiles, buildings=(*city.buildings, prison), placed=placed))
    evening.play("night_return")
    assert [meeple.at for meeple in evening.state.city.placed] == ["N1.1"]


def test_fuel_at_night_brings_no_stress_check():
    """p. 29: two Coal move the Heat marker from 1 to 3, and no cubes are dropped."""
    evening = begun().at("night.fuel")
    evening.play("fuel", coal=2)
    assert (evening.state.coal, evening.state.generator.heat) == (3, 3)
    assert "cubes_dropped" not in evening.names


def test_without_coal_the_night_asks_for_none():
    """p. 29: after the Meeples come back, the shelters follow at once."""
    evening = begun().at("night.return", coal=0)
    evening.play("night_return")
    assert evening.state.step != "night.fuel"


# --- gaining, losing, spending ----------------------------------------------------------------------------------------


def test_losing_three_wood_with_one():
    """p. 16, example: only the 1 Wood is lost."""
    evening = begun().at("action.turn", wood=1)
    evening.play("lose", what="wood", count=3)
    assert evening.state.wood == 0


def test_spending_two_wood_with_one_is_refused():
    """p. 16, example: it cannot be spent, and nothing changes."""
    evening = begun().at("action.turn", wood=1)
    with pytest.raises(IllegalMove, match="Wood") as refused:
        evening.play("spend", food=1, coal=0, wood=2, steam_cores=0, steel=0)
    assert refused.value.page == 16
    assert (evening.state.food, evening.state.wood) == (8, 1)


def test_the_books_are_offered_where_cards_and_buildings_act():
    """While a card is resolved and on a turn they are open; while cubes are counted nothing distracts."""
    assert begun().at("morning.resolve").offered("change")
    assert begun().at("action.turn").offered("change")
    assert not begun().generator(inside=3).at("generator.count").offered("change")


def test_nothing_is_played_after_the_end():
    """After the end every move is refused with a sentence."""
    evening = begun()
    evening.play("declare_lost", how="scenario")
    with pytest.raises(IllegalMove, match="over"):
        evening.play("gain", what="food", count=1)
