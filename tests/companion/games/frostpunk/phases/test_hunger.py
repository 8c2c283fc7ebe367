"""The Hunger Phase, rulebook p. 28."""

import pytest

from companion.games.frostpunk.state import Token, Tokens
from tests.companion.games.frostpunk.table import begun
from tests.companion.games.meaning import prompted


def test_round_eight_with_hunger_twelve_and_four_food():
    """p. 28, example: 4 Food bring Hunger 12 to 8; Discontent increases, 1 child dies, Hunger goes to 0: one tap, for
    the text tells what space 8 does and that a child dies."""
    evening = begun(fed_in_round_8="workers").at("hunger.previous", round=8, hunger=12, food=4)
    assert prompted(evening.prompt) == ("hunger.previous", {"left": 8, "n": 4})
    assert str(evening.prompt.more) == (
        "Then this happens: Discontent increases and 1 child dies. The Hunger marker goes back to zero."
    )
    evening.play("pay_hunger")
    assert evening.told("hunger_fell").args == {"by": 4, "to": 8, "food": 0}
    assert evening.state.children.citizens == 7
    assert [task.kind for task in evening.state.tasks] == ["increase", "death"]
    evening.play("choose_token", how="draw", of="anger")
    assert evening.asked != "hunger.feed"
    while evening.state.tasks:
        evening.at("hunger.effects", tasks=evening.state.tasks[1:], onward=True)
        evening.correct("wood", 4)
    assert evening.state.hunger == 0
    assert evening.asked == "hunger.feed"


def test_hunger_is_reset_only_after_its_effects():
    """p. 28: the marker goes back after the effects are resolved, so a Hunger that a death's card adds goes with it."""
    evening = begun(hunger_discontent_at_5=1, hunger_deaths_at_5=0).at("hunger.previous", round=3, hunger=5, food=0)
    evening.play("pay_hunger")
    assert evening.state.hunger == 5
    evening.play("gain", what="hunger", count=1)
    evening.play("choose_token", how="draw", of="anger")
    assert (evening.state.hunger, evening.asked) == (0, "hunger.feed")


def test_thirty_two_workers_and_twenty_four_food():
    """p. 28, example: in round 6 all 24 Food are spent and Hunger rises to 8."""
    evening = begun().at("hunger.feed", round=6, food=24).group("workers", citizens=32)
    usual = [offer for offer in evening.prompt.offers if offer.tone == "usual"]
    assert [offer.move.args["kind"] for offer in usual] == ["workers"]  # p. 28 tells it for round 6
    assert str(evening.prompt.do) == "Feed the workers: 24 Food."
    assert str(usual[0].note) == "8 stay hungry, Hunger rises to 8."
    evening.play("feed", kind="workers")
    assert (evening.state.food, evening.state.hunger) == (0, 8)
    assert evening.told("hunger_rose").args["to"] == 8


def test_enough_food_leaves_no_hunger():
    """p. 28: 8 children and 10 Food leave 2 Food."""
    evening = begun().at("hunger.feed", food=10)
    evening.play("feed", kind="children")
    assert (evening.state.food, evening.state.hunger) == (2, 0)
    assert evening.asked == "night.fuel"


def test_the_type_of_a_round_is_asked_once():
    """The type over a round's column is a board fact: kept when told, one tap afterwards."""
    evening = begun().at("hunger.feed", round=2)
    assert all(offer.tone == "plain" for offer in evening.prompt.offers)
    evening.play("feed", kind="engineers")
    assert evening.board_facts == {"fed_in_round_2": "engineers"}
    evening.at("hunger.feed", round=2)
    assert evening.prompt.offers[0].tone == "usual"


def test_another_type_once_does_not_change_what_the_board_shows():
    """A card may have another type fed: what is known of the round stays."""
    evening = begun().at("hunger.feed", round=6)
    evening.play("feed", kind="children")
    assert evening.board_facts == {}


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
    assert prompted(evening.prompt) == ("hunger.previous", {"n": 3})
    evening.play("pay_hunger")
    assert (evening.state.hunger, evening.state.food) == (0, 2)
    assert evening.asked == "hunger.feed"


def test_without_hunger_feeding_comes_first():
    """p. 28: a marker on 0 needs nothing: the Hunger Phase begins with feeding."""
    evening = begun().at("hunger.feed", hunger=0)
    evening.correct("phase", "night")
    evening.correct("phase", "hunger")
    assert evening.asked == "hunger.feed"


def test_without_food_hunger_stays_and_bites():
    """p. 28: nothing can be spent, so the section of Hunger 8 follows."""
    evening = begun(fed_in_round_2="engineers").at("hunger.previous", round=3, hunger=8, food=0)
    assert prompted(evening.prompt) == ("hunger.previous", {"left": 8})
    evening.play("pay_hunger")
    assert evening.state.engineers.citizens == 11


def test_deaths_in_the_first_round_go_by_the_current_type():
    """p. 28, note: in round 1 one of the type over round 1 dies."""
    evening = begun(fed_in_round_1="engineers").at("hunger.previous", round=1, hunger=8, food=0)
    evening.play("pay_hunger")
    assert (evening.state.engineers.citizens, evening.state.children.citizens) == (11, 8)


def test_an_unknown_type_is_asked_for_before_somebody_dies():
    """Space 8 is known, the type over round 2 is not: the section is asked with what is known filled in."""
    evening = begun().at("hunger.previous", round=3, hunger=8, food=0)
    evening.play("pay_hunger")
    asks = {ask.name: getattr(ask, "usual", None) for ask in evening.prompt.offers[0].asks}
    assert evening.asked == "hunger.effects"
    assert asks == {"discontent": 1, "deaths": 1, "kind": None, "first": 8, "last": 8}


def test_a_section_is_told_once_for_all_its_spaces():
    """What the section below spaces 5 to 7 shows is kept for each of them."""
    evening = begun(fed_in_round_2="workers").at("hunger.effects", round=3, hunger=6)
    evening.play("hunger_told", discontent=1, deaths=0, kind="workers", first=5, last=7)
    assert evening.board_facts == {
        **{f"hunger_discontent_at_{space}": 1 for space in (5, 6, 7)},
        **{f"hunger_deaths_at_{space}": 0 for space in (5, 6, 7)},
    }
    evening.at("hunger.previous", round=3, hunger=7, food=0, tasks=())
    evening.play("pay_hunger")
    assert evening.state.step == "hunger.effects"
    assert [task.kind for task in evening.state.tasks] == ["increase"]


def test_the_sixth_discontent_token_of_hunger_loses():
    """p. 16, 28: Discontent increases by hunger, and the sixth token is drawn."""
    row = tuple(Token(kind="anger", active=True) for _ in range(5))
    evening = begun(hunger_discontent_at_5=1, hunger_deaths_at_5=0)
    evening.at("hunger.previous", round=3, hunger=5, food=0, discontent=Tokens(row=row))
    evening.play("pay_hunger")
    if not evening.state.ended:
        evening.play("choose_token", how="draw", of="anger")
    assert evening.state.ended == "discontent"


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


def test_a_marker_beyond_twenty_five_is_turned_back():
    """p. 28: from 30 down to 20 the marker has to show its first side again."""
    evening = begun().at("hunger.previous", hunger=30, food=10)
    assert prompted(evening.prompt) == ("hunger.previous", {"left": 20, "n": 10})
    assert str(evening.prompt.more).startswith("Turn the Hunger marker back to its first side.")
    assert not str(evening.at("hunger.previous", hunger=25).prompt.more).startswith("Turn")


def test_the_marker_is_moved_to_where_its_section_is_read():
    """p. 28: 1 Food brings Hunger 5 to 4, below which nobody has read the section: hands move both markers, so that the
    right one is read."""
    evening = begun().at("hunger.previous", round=3, hunger=5, food=1)
    evening.play("pay_hunger")
    assert evening.asked == "hunger.effects"
    fell = evening.told("hunger_fell")
    assert str(fell.todo) == "Food marker to 0; Hunger marker to 4"
    assert str(fell.back) == "Food marker to 1; Hunger marker to 5"
