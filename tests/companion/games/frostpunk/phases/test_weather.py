"""The Weather Phase, rulebook p. 21 and 22."""

from dataclasses import replace

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.cards.piles import Location, Stack
from companion.games.frostpunk.city.land import Building
from tests.companion.games.frostpunk.table import Evening, begun

NOTHING = {"cold": 0, "red": 0, "orange": 0, "yellow": 0, "scouts": 0, "storm": 0}
BLIZZARD = {"card.weather.Blizzard": "weather: cold 1; red 0; orange 0; yellow 1; scouts 2; storm 2"}


def weather(**board: object) -> Evening:
    """Round 2, the Weather card about to be revealed."""
    return begun(**board).at("weather.card", round=2)  # type: ignore[arg-type]


def built(evening: Evening, *kinds: str) -> Evening:
    """These Buildings stand on the map, one to a tile; a `+` behind one means upgraded."""
    city = evening.state.city
    new = tuple(
        Building(kind=kind.rstrip("+"), at=(f"N{n}.1",), upgraded=kind.endswith("+")) for n, kind in enumerate(kinds, 1)
    )
    return evening.at(evening.state.step, city=replace(city, buildings=(*city.buildings, *new)))


# --- the card ---------------------------------------------------------------------------------------------------------


def test_a_new_card_is_told_once_and_carried_out():
    """p. 21, examples: the Cold marker and the yellow indicator one space up, the Storm marker from 9 to 7."""
    evening = weather()
    evening.play("weather_new", name="Blizzard", **{**NOTHING, "cold": 1, "yellow": 1, "scouts": 2, "storm": 2})
    board = evening.state.generator
    assert (board.cold, board.red, board.orange, board.yellow) == (6, 1, 2, 4)
    assert evening.state.storm == 7
    assert evening.board_facts == BLIZZARD
    assert [str(fact.todo) for fact in evening.facts if fact.todo is not None] == [
        "Move up: Cold marker to 6 and yellow indicator to 4",
        "Move the Storm marker back to 7",
        "Weather card face up onto its discard pile",
    ]
    assert evening.asked == "preparation.advisor"


def test_a_card_is_discarded_once_all_of_it_is_resolved():
    """p. 21: "resolve it, and then place it face up"; the same where the Storm marker has left the game."""
    for storm in (9, 0):
        evening = weather(**BLIZZARD).at("weather.card", storm=storm)
        evening.play("weather_card", name="Blizzard")
        assert str([fact.todo for fact in evening.facts if fact.todo is not None][-1]).startswith(
            "Weather card face up"
        )


def test_a_known_card_is_one_tap():
    """p. 21: all four sections follow from the card's name."""
    evening = weather(**BLIZZARD)
    offer = evening.prompt.offers[0]
    assert (offer.move.args, offer.asks) == ({"name": "Blizzard"}, ())
    evening.play("weather_card", name="Blizzard")
    assert (evening.state.generator.cold, evening.state.storm, evening.asked) == (6, 7, "preparation.advisor")


def test_a_card_that_nobody_has_told_is_refused():
    """What it shows has to be entered first."""
    with pytest.raises(IllegalMove, match="told yet"):
        weather().play("weather_card", name="Blizzard")


def test_cards_on_the_discard_pile_are_offered_last():
    """p. 21: a card that was drawn lies face up on its pile; it is not expected again so soon."""
    board = {**BLIZZARD, "card.weather.Calm": "weather: storm 1"}
    evening = weather(**board)
    evening.play("weather_card", name="Blizzard")
    assert evening.state.weather == ("Blizzard",)
    evening.at("weather.card")
    names = [offer.move.args["name"] for offer in evening.prompt.offers if offer.move.name == "weather_card"]
    assert names == ["Calm", "Blizzard"]


def test_after_thirteen_cards_the_deck_begins_again():
    """p. 5: there are thirteen Weather cards; the fourteenth that is drawn begins a new pile."""
    evening = weather(**BLIZZARD).at("weather.card", weather=tuple(str(n) for n in range(13)))
    evening.play("weather_card", name="Blizzard")
    assert evening.state.weather == ("Blizzard",)


def test_a_card_without_a_name_gets_the_next_number():
    """Cards 1 and 2 are known: the third is offered as 3."""
    evening = weather(**{"card.weather.1": "weather: cold 1", "card.weather.2": "weather: cold 2"})
    [new] = [offer for offer in evening.prompt.offers if offer.move.name == "weather_new"]
    assert new.asks[0].usual == "3"


def test_a_name_keeps_to_letters_and_digits():
    """A name that could not be kept as a board fact is refused."""
    with pytest.raises(IllegalMove, match="letters"):
        weather().play("weather_new", name="<b>", **NOTHING)


def test_a_card_told_again_takes_the_place_of_the_old_one():
    """The owner's other words of the card stay."""
    evening = weather(**{"card.weather.Calm": "text: Still air\nweather: storm 1"})
    evening.play("weather_new", name="Calm", **{**NOTHING, "storm": 2})
    words = evening.state.word("card.weather.Calm") or ""
    assert words.splitlines()[0] == "text: Still air"
    assert "storm 2" in words
    assert evening.state.storm == 7


# --- section A --------------------------------------------------------------------------------------------------------


def test_no_marker_goes_beyond_the_last_space():
    """p. 21: with the tracks' last spaces known, the Cold marker stops on 6 of 6 and yellow on 4 of 4."""
    evening = weather(heat_spaces=6, generator_track_spaces=4)
    evening.play("weather_new", name="", **{**NOTHING, "cold": 3, "yellow": 3})
    assert (evening.state.generator.cold, evening.state.generator.yellow) == (6, 4)


def test_what_is_entered_fits_on_the_tracks():
    """With 6 spaces on the Heat track no card can move a marker by more than 5."""
    evening = weather(heat_spaces=6, generator_track_spaces=4)
    most = {ask.name: getattr(ask, "at_most", 0) for ask in evening.prompt.offers[0].asks}
    assert (most["cold"], most["red"], most["storm"]) == (5, 3, 10)


# --- section B --------------------------------------------------------------------------------------------------------


def test_three_huts_one_upgraded_give_four_food():
    """p. 21, example: 2 symbols on the upgraded hut and 1 on each other: 8 Food become 12."""
    evening = built(weather(**BLIZZARD), "hunters_hut", "hunters_hut", "hunters_hut+")
    assert "4 Hunting symbols" in str(evening.prompt.more)
    evening.play("weather_card", name="Blizzard")
    assert evening.state.food == 12
    assert evening.told("hunted").args == {"caught": 4}


def test_without_a_hut_nothing_is_caught():
    """p. 21: no symbol, no Food."""
    evening = weather(**BLIZZARD)
    evening.play("weather_card", name="Blizzard")
    assert evening.state.food == 8
    assert "hunted" not in evening.names


def test_the_players_may_count_other_symbols():
    """Told as 5 where the map has 4, and kept as one more: with another hut they are 6."""
    evening = built(weather(**BLIZZARD), "hunters_hut", "hunters_hut", "hunters_hut+")
    evening.play("hunting_told", symbols=5)
    assert evening.asked == "weather.card"
    city = evening.state.city
    hut = Building(kind="hunters_hut", at=("N5.1",))
    evening.at("weather.card", city=replace(city, buildings=(*city.buildings, hut)))
    evening.play("weather_card", name="Blizzard")
    assert evening.state.food == 14


def test_food_beyond_fifty_is_lost():
    """p. 44: 49 Food and 4 symbols make 50."""
    evening = built(weather(**BLIZZARD), "hunters_hut+", "hunters_hut+").at("weather.card", food=49)
    evening.play("weather_card", name="Blizzard")
    assert evening.state.food == 50


# --- section C --------------------------------------------------------------------------------------------------------


def test_each_scout_moves_two_spaces():
    """p. 21, example: two spaces forward on its Expedition stack."""
    stack = Stack(cards=(Location(deck="A", spaces=5),), scout="workers", at=1)
    evening = weather(**BLIZZARD).at("weather.card", stacks=(stack,))
    evening.play("weather_card", name="Blizzard")
    assert evening.state.stacks[0].at == 3


def test_the_storm_waits_for_the_scouts():
    """p. 21: section D comes after C: a Scout who has arrived is looked after before the Storm marker moves."""
    stack = Stack(cards=(Location(deck="A", spaces=3),), scout="workers", at=1)
    evening = weather(**BLIZZARD).at("weather.card", stacks=(stack,))
    evening.play("weather_card", name="Blizzard")
    assert evening.state.tasks
    assert (evening.state.storm, evening.state.storm_spaces) == (9, 2)


# --- section D and storms ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("round_", "hits"), [(6, False), (7, True), (8, True)])
def test_a_storm_hits_on_or_before_the_round_marker(round_: int, hits: bool):
    """p. 21: the Storm marker moves from 9 to 7; in round 7 or 8 that is a storm, in round 6 it is not."""
    evening = weather(**BLIZZARD).at("weather.card", round=round_)
    evening.play("weather_card", name="Blizzard")
    assert ("storm_hit" in evening.names) is hits


def test_a_storm_may_hit_although_its_marker_stays():
    """p. 19, 21: reached at Dawn, the marker on 9 hits in the Weather Phase of round 9 even with nothing to move."""
    evening = weather().at("weather.card", round=9)
    evening.play("weather_new", name="", **NOTHING)
    assert "storm_hit" in evening.names


def test_the_marker_stops_on_the_first_space():
    """The Round track begins with 1: from 2, four spaces back lead to 1."""
    evening = weather().at("weather.card", storm=2, round=2)
    evening.play("weather_new", name="", **{**NOTHING, "storm": 4})
    assert evening.state.storm == 1


def test_the_first_storm_ruins_the_tents():
    """p. 22: Tents on the map and on the Buildings board become Ruins, the Storm marker goes to space 12."""
    evening = built(weather(**BLIZZARD), "tent", "bunkhouse").at("weather.card", round=8)
    evening.play("weather_card", name="Blizzard")
    assert "Tents" in str(evening.prompt.do)
    evening.play("storm_done")
    ruined = {building.kind: building.ruin for building in evening.state.city.buildings}
    assert (ruined["tent"], ruined["bunkhouse"]) == (True, False)
    assert "tent" in evening.state.city.ruins
    assert (evening.state.storm, evening.state.storms) == (12, 1)
    assert evening.state.tally["storms"] == 1
    assert evening.asked == "preparation.advisor"


def test_the_second_storm_ruins_the_bunkhouses_and_is_the_last():
    """p. 22: Bunkhouses on map and board become Ruins; the marker leaves the game, and no card moves it any more."""
    evening = built(weather(**BLIZZARD), "tent", "bunkhouse").at("weather.card", round=11, storm=12, storms=1)
    evening.play("weather_card", name="Blizzard")
    assert "Bunkhouses" in str(evening.prompt.do)
    evening.play("storm_done")
    assert "bunkhouse" in evening.state.city.ruins
    assert (evening.state.storm, evening.state.storms) == (0, 2)
    evening.at("weather.card", round=12)
    evening.play("weather_card", name="Blizzard")
    assert "storm_hit" not in evening.names
    assert (evening.state.storm, evening.state.storm_spaces, evening.asked) == (0, 0, "preparation.advisor")


def test_another_scenario_s_storm_is_told_by_hand():
    """p. 21: its Storm card says where the marker goes and what else happens; the books are open for that."""
    evening = weather(**BLIZZARD).at("weather.card", round=8, scenario="The Ark")
    evening.play("weather_card", name="Blizzard")
    with pytest.raises(IllegalMove, match="Storm card"):
        evening.play("storm_done")
    evening.play("storm_told", space=12)
    assert evening.state.storm == 12
    assert evening.state.tasks[0].kind == "by_hand"
    assert evening.offered("change")
    evening.play("by_hand_done")
    assert evening.asked == "preparation.advisor"
