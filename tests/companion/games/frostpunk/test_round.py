"""The course of a round: Dawn, Morning, Weather, Action, Dusk and Night (rulebook p. 18 to 29)."""

import pytest

from companion.game import CardExpected, IllegalMove
from tests.companion.games.frostpunk.table import Evening, begun


def test_the_first_round_starts_in_the_action_phase():
    """p. 18: phases 1 to 5 are skipped in round 1."""
    evening = begun()
    assert (evening.asked, evening.state.round) == ("action.meeples", 1)


def finish_round(evening: Evening) -> None:
    """From the Action Phase to the next Dawn, with nothing special happening."""
    evening.play("done", step="action.meeples")
    evening.play("actions_over")
    evening.play("done", step="dusk.effects")
    evening.play("reveal_dusk", code="D012")
    evening.play("resolved")
    evening.play("discard_card")
    evening.play("feed", kind="children")
    evening.play("done", step="night.meeples")
    if evening.asked == "night.fuel":
        evening.play("no_fuel")
    evening.play("done", step="night.shelters")
    evening.play("night_cold", workers=0, engineers=0, children=0)
    evening.play("done", step="night.cards")


def test_the_steps_of_a_quiet_round_in_the_order_of_the_book():
    """p. 19 to 22: Dawn, Morning, Generator, Weather and Preparation of round 2, step by step."""
    evening = begun(cubes_at_heat_1=1)
    finish_round(evening)
    asked = []
    moves = [
        ("pass_leadership", {}), ("advance_round", {}), ("done", {"step": "dawn.development"}),
        ("reveal", {}), ("resolved", {}), ("remove_card", {}),
        ("no_fuel", {}), ("freeze", {"workers": 0, "engineers": 0, "children": 0}), ("all_dropped", {}),
        ("cubes_fell", {"cubes": 0}), ("place_cubes", {}), ("close_drawer", {"cubes": 0}),
        ("weather_heat", {"cold": 1, "red": 0, "orange": 0, "yellow": 1}), ("hunt", {"symbols": 0}),
        ("done", {"step": "weather.scouts"}), ("move_storm", {"spaces": 2}), ("no_advisor", {}),
    ]  # fmt: skip
    for move, args in moves:
        asked.append(evening.asked)
        evening.play(move, **args)
    assert asked == [
        "dawn.leader", "dawn.round", "dawn.development",
        "morning.card", "morning.resolve", "morning.place",
        "generator.fuel", "generator.sick", "generator.drop",
        "generator.count", "generator.drawer", "generator.close",
        "weather.heat", "weather.hunt",
        "weather.scouts", "weather.storm", "preparation.advisor",
    ]  # fmt: skip
    assert evening.asked == "action.meeples"
    assert (evening.state.generator.cold, evening.state.generator.yellow) == (6, 4)  # p. 21, example
    assert evening.state.storm == 7  # p. 21, example: two spaces back, from 9


def test_leadership_goes_clockwise_and_round_again():
    """p. 19: from the last seat back to the first."""
    evening = Evening(3)
    evening.play("all_set_up", food=0, leader="seat3")
    evening.at("dawn.leader")
    evening.play("pass_leadership")
    assert evening.state.leader == 0


def test_alone_the_leadership_stays():
    """p. 19: with one player Dawn begins with the Round marker."""
    evening = begun(1)
    finish_round(evening)
    assert evening.asked == "dawn.round"


@pytest.mark.parametrize(("round_", "asked"), [(3, "dawn.trigger"), (4, "dawn.development"), (10, "dawn.trigger")])
def test_scenario_triggers_on_four_and_eleven(round_: int, asked: str):
    """p. 15, 19: in A New Home the tokens lie on 4 and 11."""
    evening = begun().at("dawn.round", round=round_)
    evening.play("advance_round")
    assert evening.asked == asked


def test_after_round_fifteen_the_scenario_card_decides():
    """p. 38: the Round track ends at 15; the companion asks how the game ended."""
    evening = begun().at("night.cards", round=15)
    evening.play("done", step="night.cards")
    assert evening.asked == "end.scenario"
    evening.play("declare_won")
    assert evening.state.ended == "won"


# --- Weather ----------------------------------------------------------------------------------------------------------


def test_three_huts_one_upgraded_give_four_food():
    """p. 21, example: 4 Hunting symbols, 4 Food; the next round offers the same by one tap."""
    evening = begun().at("weather.hunt")
    evening.play("hunt", symbols=4)
    assert evening.state.food == 12
    evening.at("weather.hunt")
    assert evening.prompt.offers[0].asks[0].usual == 4


@pytest.mark.parametrize(("round_", "hits"), [(6, False), (7, True), (8, True)])
def test_a_storm_hits_on_or_before_the_round_marker(round_: int, hits: bool):
    """p. 21: the Storm marker moves from 9 to 7; in round 7 or 8 that is a storm, in round 6 it is not."""
    evening = begun().at("weather.storm", round=round_)
    evening.play("move_storm", spaces=2)
    assert ("storm_hit" in evening.names) is hits


def test_the_first_storm_sends_the_marker_to_twelve():
    """p. 22: Tents become Ruins, the Storm marker goes to space 12."""
    evening = begun().at("weather.storm", round=8)
    evening.play("move_storm", spaces=1)
    assert "Tents" in str(evening.prompt.do)
    evening.play("storm_done")
    assert (evening.state.storm, evening.state.storms) == (12, 1)
    assert evening.asked == "preparation.advisor"


def test_the_second_storm_takes_the_marker_out_of_the_game():
    """p. 22: Bunkhouses become Ruins; from then on only the card is discarded."""
    evening = begun().at("weather.storm", round=11, storm=12, storms=1)
    evening.play("move_storm", spaces=1)
    assert "Bunkhouses" in str(evening.prompt.do)
    evening.play("storm_done")
    assert evening.state.storm == 0
    evening.at("weather.storm")
    evening.play("move_storm", spaces=0)
    assert "storm_hit" not in evening.names


# --- Action -----------------------------------------------------------------------------------------------------------


def test_turns_go_round_from_the_leader():
    """p. 22: three players, the leader in the second seat: second, third, first."""
    evening = Evening(3)
    evening.play("all_set_up", food=0, leader="seat2")
    evening.play("done", step="action.meeples")
    turns = []
    for _ in range(3):
        turns.append(evening.prompt.seat)
        evening.play("turn_over")
    assert turns == [1, 2, 0]


def test_two_coal_before_an_action():
    """p. 23, example: 2 Coal move the Heat marker two spaces; it is still the same player's turn."""
    evening = begun().at("action.turn")
    evening.play("fuel", coal=2)
    assert (evening.state.coal, evening.state.generator.heat, evening.asked) == (3, 3, "action.turn")


def test_an_action_in_the_cold_makes_one_sick():
    """p. 23: one of the Meeple's type falls sick."""
    evening = begun().at("action.turn")
    evening.play("cold_action", kind="engineers")
    assert evening.state.engineers.sick == 1


# --- Morning and Dusk cards -------------------------------------------------------------------------------------------


def test_the_camera_reads_a_morning_card():
    """Only a Morning card answers in the Morning Phase; it is named until it has its place."""
    evening = begun().at("morning.card")
    [expected] = evening.prompt.expects
    assert isinstance(expected, CardExpected)
    assert (expected.pattern, expected.move.name) == ("M[0-9]{3}", "reveal_morning")
    evening.play("reveal_morning", code="M017")
    evening.play("resolved")
    evening.play("display_card")
    assert evening.state.display == ("M017",)


def test_a_dusk_card_is_not_revealed_in_the_morning():
    """A Dusk card shown in the Morning Phase is refused."""
    evening = begun().at("morning.card")
    with pytest.raises(IllegalMove):
        evening.play("reveal_dusk", code="D012")


def test_a_morning_card_is_never_discarded():
    """p. 28, 34: only Dusk cards have a discard pile."""
    evening = begun().at("morning.place")
    assert not evening.offered("discard_card")
    with pytest.raises(IllegalMove):
        evening.play("discard_card")


def test_a_social_dispute_brings_the_next_one():
    """p. 28: it leaves the game and the next is shuffled in; of ten, nine wait at the start."""
    evening = begun().at("dusk.place")
    evening.play("dispute_resolved")
    assert evening.asked == "dusk.dispute"
    evening.play("dispute_added")
    assert evening.state.disputes == 8
    assert evening.asked == "hunger.feed"


def test_an_empty_social_dispute_deck_adds_none():
    """p. 28: when it has run out, none is added."""
    evening = begun().at("dusk.dispute", disputes=0)
    assert "No Social Dispute" in str(evening.prompt.do)
    evening.play("dispute_added")
    assert evening.state.disputes == 0


# --- Night ------------------------------------------------------------------------------------------------------------


def test_spent_tokens_without_a_meeple_stay():
    """p. 29: of 3 Spent worker tokens, one had no Meeple and stays."""
    evening = begun().group("workers", spent=3).at("hunger.feed")
    evening.play("feed", kind="children")
    assert evening.asked == "night.spent"
    evening.play("spent_returned", workers=1, engineers=0, children=0)
    assert evening.state.workers.spent == 1


def test_one_worker_and_one_engineer_sleep_outside():
    """p. 29, example: 1 worker and 1 engineer without a warm place get sick."""
    evening = begun().at("night.sick")
    evening.play("night_cold", workers=1, engineers=1, children=0)
    assert (evening.state.workers.sick, evening.state.engineers.sick, evening.state.children.sick) == (1, 1, 0)


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
        evening.play("spend", food=1, coal=0, wood=2, steam_cores=0)
    assert refused.value.page == 16
    assert (evening.state.food, evening.state.wood) == (8, 1)


def test_the_books_are_offered_where_cards_and_buildings_act():
    """While a card is resolved and on a turn they are open; while cubes are counted nothing distracts."""
    assert begun().at("morning.resolve").offered("gain")
    assert begun().at("action.turn").offered("gain")
    assert not begun().generator(inside=3).at("generator.count").offered("gain")


def test_nothing_is_played_after_the_end():
    """After the end every move is refused with a sentence."""
    evening = begun()
    evening.play("declare_lost", how="scenario")
    with pytest.raises(IllegalMove, match="over"):
        evening.play("gain", what="food", count=1)
