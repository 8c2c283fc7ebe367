"""The Hunger Phase, rulebook p. 28."""

import pytest

from tests.companion.games.frostpunk.table import begun


def test_round_eight_with_hunger_twelve_and_four_food():
    """p. 28, example: 4 Food bring Hunger 12 to 8; Discontent increases, 1 child dies, Hunger goes to 0."""
    evening = begun(fed_in_round_8="workers").at("dusk.dispute", round=8, hunger=12, food=4)
    evening.play("dispute_added")
    assert evening.asked == "hunger.previous"
    evening.play("pay_hunger")
    assert (evening.state.hunger, evening.state.food) == (8, 0)
    asks = {ask.name: ask.usual for ask in evening.prompt.offers[0].asks}
    assert asks == {"discontent": 1, "deaths": 1, "kind": "children"}
    evening.play("hunger_effects", **asks)
    assert evening.state.children.citizens == 7
    assert [task.kind for task in evening.state.todo] == ["increase", "death"]
    evening.play("choose_token", how="draw")
    evening.play("death_done")
    assert evening.asked == "hunger.reset"
    evening.play("done", step="hunger.reset")
    assert evening.state.hunger == 0
    assert evening.asked == "hunger.feed"


def test_thirty_two_workers_and_twenty_four_food():
    """p. 28, example: in round 6 all 24 Food are spent and Hunger rises to 8."""
    evening = begun().at("hunger.feed", round=6, food=24).group("workers", citizens=32)
    usual = [offer for offer in evening.prompt.offers if offer.tone == "usual"]
    assert [offer.move.args["kind"] for offer in usual] == ["workers"]  # p. 28 tells it for round 6
    evening.play("feed", kind="workers")
    assert (evening.state.food, evening.state.hunger) == (0, 8)
    assert evening.told("hunger_rose").args["to"] == 8


def test_enough_food_leaves_no_hunger():
    """p. 28: 8 children and 10 Food leave 2 Food."""
    evening = begun().at("hunger.feed", food=10)
    evening.play("feed", kind="children")
    assert (evening.state.food, evening.state.hunger) == (2, 0)


def test_the_type_of_a_round_is_asked_once():
    """The type over a round's column is a board fact: kept when told, one tap afterwards."""
    evening = begun().at("hunger.feed", round=2)
    assert all(offer.tone == "plain" for offer in evening.prompt.offers)
    evening.play("feed", kind="engineers")
    assert evening.learnt == {"fed_in_round_2": "engineers"}
    evening.at("hunger.feed", round=2)
    assert evening.prompt.offers[0].tone == "usual"


def test_another_type_once_does_not_change_what_the_board_shows():
    """A card may have another type fed: what is known of the round stays."""
    evening = begun().at("hunger.feed", round=6)
    evening.play("feed", kind="children")
    assert evening.learnt == {}


@pytest.mark.parametrize(("workers", "hunger", "flips"), [(25, 25, False), (26, 26, True)])
def test_beyond_twenty_five_the_marker_is_flipped(workers: int, hunger: int, flips: bool):
    """p. 28: beyond 25 the Hunger marker shows its other side and counts on; the game is not lost by that."""
    evening = begun().at("hunger.feed", food=0).group("workers", citizens=workers)
    evening.play("feed", kind="workers")
    assert evening.state.hunger == hunger
    assert ("flip its marker" in str(evening.told("hunger_rose").text)) is flips
    assert evening.state.ended == ""


@pytest.mark.parametrize(("food", "lost"), [(5, True), (6, False)])
def test_twenty_five_after_paying_loses(food: int, lost: bool):
    """p. 28, 16: of Hunger 30, 5 Food leave 25 and lose; 6 Food leave 24 and do not."""
    evening = begun().at("hunger.previous", round=3, hunger=30, food=food)
    evening.play("pay_hunger")
    assert (evening.state.ended == "hunger") is lost


def test_hunger_paid_in_full_has_no_effects():
    """p. 28: with Hunger 3 and 5 Food, Hunger is 0 and feeding follows."""
    evening = begun().at("hunger.previous", round=3, hunger=3, food=5)
    evening.play("pay_hunger")
    assert (evening.state.hunger, evening.state.food) == (0, 2)
    assert evening.asked == "hunger.feed"


def test_deaths_in_the_first_round_go_by_the_current_type():
    """p. 28, note: in round 1 the type over round 1 dies."""
    evening = begun(fed_in_round_1="engineers").at("hunger.effects", round=1, hunger=3)
    kind = next(ask.usual for ask in evening.prompt.offers[0].asks if ask.name == "kind")
    assert kind == "engineers"


def test_hunger_effects_are_asked_once_for_each_space():
    """What the section below a space shows is kept when told."""
    evening = begun().at("hunger.effects", round=3, hunger=5)
    evening.play("hunger_effects", discontent=1, deaths=0, kind="workers")
    assert evening.learnt == {"hunger_discontent_at_5": 1, "hunger_deaths_at_5": 0, "fed_in_round_2": "workers"}


def test_hunger_stops_at_fifty():
    """p. 44: 50 workers without Food on top of Hunger 10 make 50, not 60."""
    evening = begun().at("hunger.feed", food=0, hunger=10).group("workers", citizens=50)
    evening.play("feed", kind="workers")
    assert evening.state.hunger == 50


def test_food_stops_at_fifty():
    """p. 44: 8 Food and 45 more make 50."""
    evening = begun()
    evening.play("gain", what="food", count=45)
    assert evening.state.food == 50
