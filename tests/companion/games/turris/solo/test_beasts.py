"""Beasts and the Betrayers' Scouts (rulebook p. 26)."""

from companion.games.turris.beasts.paths import aim
from tests.companion.games.turris.table import FULL, Evening


def alone(**scouts: str) -> Evening:
    return Evening(1, **FULL).scouts(**scouts)


def test_betrayers_are_no_target():
    """p. 26: Pain beside a Betrayer goes for your Scout three steps away."""
    evening = alone(spire="A").beasts(pain="shrine").at("turns", betrayers=("guild", "a"))
    found = aim(evening.state, "pain")
    assert found is not None
    assert (found.places, found.steps) == (("spire",), 3)


def test_a_beast_stops_at_a_betrayer_and_drives_it_away():
    """p. 26: with two steps it still ends in the Guild, where a Betrayer stands; that one flees as from the Delusion,
    and you choose between Shrine and Forge. (The other path leads over Site A through the Harrow to the Forge.)"""
    evening = alone(spire="A").beasts(pain="shrine", harrow="a").at("turns", betrayers=("guild", "brink"))
    evening.at("turns", altar="pain", fast="pain").hunt("pain")
    assert sorted(evening.places) == ["forge", "guild"]
    evening.play("beast_goes", place="guild")
    assert evening.asked == "beasts.betrayer"
    assert sorted(evening.places) == ["forge", "shrine"]
    evening.play("drive_to", place="forge", count=1)
    assert evening.state.betrayers == ("forge", "brink")


def test_without_a_tie_it_flees_by_itself():
    """p. 26: one adjacent place is free."""
    evening = alone(brink="A").beasts(pain="right", despair="isle").at("turns", betrayers=("circle", "forge"))
    evening.at("turns", fruit="circle").hunt("pain")
    assert evening.state.betrayers == ("brink", "forge")


def test_your_scouts_are_hit_as_well():
    """p. 26: in a place with both, yours is devoured and the Betrayers' driven away."""
    evening = alone(guild="A").beasts(pain="shrine", harrow="a").at("turns", betrayers=("guild", "brink")).hunt("pain")
    assert evening.state.players[0].graveyard == 1
    evening.play("drive_to", place="forge", count=1)
    assert evening.state.betrayers == ("forge", "brink")


def test_betrayers_keep_no_chain_going():
    """p. 19, 26: only your Scouts count."""
    evening = alone(circle="A").beasts(harrow="isle").at("turns", betrayers=("brink", "forge")).hunt("harrow")
    assert "chain" not in evening.names
    assert evening.state.players[0].graveyard == 1


def test_a_beast_phase_without_scouts_goes_for_the_card():
    """p. 26: as soon as none of your Scouts is left, the Beasts that have yet to move go for the card's Location."""
    evening = alone(guild="A").beasts(pain="shrine", harrow="a").at("turns", betrayers=("isle", "brink"), lure="spire")
    evening.hunt()
    targets = [(fact.args["beast"], fact.args["place"]) for fact in evening.facts if fact.name == "target"]
    assert targets == [("pain", "guild"), ("delusion", "spire"), ("despair", "spire"), ("harrow", "spire")]


def test_scouts_that_are_all_with_beasts_leave_the_abyss():
    """p. 13, 26: the card counts only with no Scout on the board at all."""
    evening = alone(shrine="A").beasts(pain="shrine", delusion="nest").at("turns", lure="spire").hunt("delusion")
    assert evening.at_place("delusion") == "abyss"
