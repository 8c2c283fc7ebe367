"""Where the rulebook is silent: asked when it first matters, with the usual reading as the large button, then kept."""

import pytest

from companion.games.turris.game import GAME
from tests.companion.games.turris.places_made_up import turn
from tests.companion.games.turris.table import FULL, Evening


def readings(evening: Evening) -> list[tuple[str, str]]:
    """What can be answered, and which of it is the large button."""
    return [(str(offer.move.args["reading"]), offer.tone) for offer in evening.prompt.offers]


def collecting(**board: str) -> Evening:
    """Alice Collects two Scouts from the Forge and one from the Guild; nobody has said how that is played."""
    evening = turn(choices={}, **board).scouts(forge="AA", guild="A")
    evening.play("collect", scouts="forge forge guild", artifacts=0, rewards="all")
    return evening


@pytest.mark.parametrize(("reading", "weaponry"), [("each", 4), ("once", 2)])
def test_two_scouts_of_one_location(reading: str, weaponry: int):
    """p. 9 does not say whether each brings the reward; the Guild's is gained either way."""
    evening = collecting()
    assert (evening.asked, readings(evening)) == ("house.rule", [("each", "usual"), ("once", "plain")])
    evening.play("house_rule", reading=reading)
    alice = evening.state.players[0]
    assert (alice.weaponry, alice.relics, alice.knowledge) == (weaponry, 1, 1)
    assert evening.state.choices == {"rewards": reading}


def test_it_is_asked_once():
    """The next time it is played in the same way."""
    evening = collecting()
    evening.play("house_rule", reading="once")
    evening.at("turns", "actions", done=()).scouts(forge="AA").player(0, ichor=2, reserve=2)
    evening.play("collect", scouts="forge forge", artifacts=0, rewards="all")
    assert evening.asked != "house.rule"
    assert evening.state.players[0].weaponry == 4


def test_it_is_not_asked_where_it_does_not_matter():
    """One Scout each, or a place that gives nothing when Collected."""
    evening = turn(choices={}).scouts(forge="A", guild="A")
    evening.play("collect", scouts="forge guild", artifacts=0, rewards="all")
    assert evening.asked == "turn.actions"
    evening = turn(choices={}).scouts(circle="AA")
    evening.play("collect", scouts="circle circle", artifacts=0, rewards="all")
    assert evening.asked == "turn.actions"


def in_the_way() -> Evening:
    """The Delusion has two steps to the Fruit in the Nest; Pain stands there."""
    evening = Evening(3, **FULL).scouts(nest="A").beasts(delusion="grove", pain="nest")
    return evening.at("turns", altar="delusion", fast="delusion", fruit="nest").hunt("delusion")


@pytest.mark.parametrize(("reading", "place"), [("near", "abyss"), ("stay", "grove")])
def test_a_second_place_that_is_taken(reading: str, place: str):
    """p. 17 does not say whether the Beast goes one step."""
    evening = in_the_way()
    assert (evening.asked, readings(evening)) == ("house.rule", [("near", "usual"), ("stay", "plain")])
    evening.play("house_rule", reading=reading)
    assert evening.at_place("delusion") == place


@pytest.mark.parametrize(("reading", "again"), [("ignored", False), ("counts", True)])
def test_the_chain_and_a_scout_beside_another_beast(reading: str, again: bool):
    """p. 19 does not say whether a Scout that stands with another Beast keeps the chain going."""
    evening = Evening(3, **FULL).scouts(circle="A", brink="B").beasts(harrow="isle", pain="brink").hunt("harrow")
    assert (evening.asked, readings(evening)) == ("house.rule", [("ignored", "usual"), ("counts", "plain")])
    evening.play("house_rule", reading=reading)
    assert ("chain" in evening.names) == again


@pytest.mark.parametrize(("reading", "changes"), [("stay", False), ("change", True)])
def test_the_betrayers_and_the_site(reading: str, changes: bool):
    """p. 21, 25: they are no player; some let them change the Site all the same."""
    evening = Evening(1, **FULL).at("betrayers", betrayers=("isle", "brink"), betrayer_prestige=8).settle()
    assert (evening.asked, readings(evening)) == ("house.rule", [("stay", "usual"), ("change", "plain")])
    evening.play("house_rule", reading=reading)
    assert (10 in evening.state.reached) == changes
    assert evening.asked == "solo.card"


def test_a_reading_is_set_right_by_hand():
    """Each as it is played now; that of the Betrayers only alone."""
    evening = collecting()
    evening.play("house_rule", reading="once")
    evening.correct("rewards", "each")
    assert evening.state.choices["rewards"] == "each"
    names = {one.ask.name: one.now for one in GAME.corrections(evening.state)}
    assert names["blocked"] == "near"
    assert "betrayers_sites" not in names
    assert "betrayers_sites" in {one.ask.name for one in GAME.corrections(Evening(1).state)}
