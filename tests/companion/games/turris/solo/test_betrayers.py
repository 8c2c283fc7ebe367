"""The Betrayer Phase (rulebook p. 25, 26). On the made-up board the numbers are: Shrine 1, Guild 2, Forge 3, Spire 4,
Garden 5, Nest 6, Abyss 7, Grove 8, Isle 9, Circle 10, Ridge 11, Brink 12."""

import pytest

from companion.api.game import IllegalMove
from companion.games.turris.solo.betrayers import Way, destination, moving_order
from tests.companion.games.turris.table import FULL, GAME, Evening


def alone(**scouts: str) -> Evening:
    return Evening(1, **FULL).scouts(**scouts)


def phase(evening: Evening, *betrayers: str) -> Evening:
    """The Betrayer Phase begins with their Scouts in these places."""
    return evening.at("betrayers", betrayers=betrayers or evening.state.betrayers).settle()


def test_their_scouts_begin_on_1_and_10():
    """p. 25: by the numbers on the board."""
    assert alone().state.betrayers == ("shrine", "circle")


UNNUMBERED = {name: value for name, value in FULL.items() if not name.startswith("location")}


def number(evening: Evening, *numbers: int) -> None:
    """The Locations of these numbers are asked for, one after the other, each by a tap on the map."""
    for wanted in numbers:
        assert evening.asked == "solo.numbers"
        [offer] = evening.prompt.offers
        assert offer.move.args == {"number": wanted}
        assert offer.asks[0].on == "board"  # type: ignore[union-attr]
        evening.play("location_is", number=wanted, place=FULL[f"location_{wanted}"])


def test_two_numbers_are_asked_after_the_setup():
    """Where their Scouts begin (p. 25), not before anybody can play; then known for all evenings."""
    evening = Evening(1, **UNNUMBERED)
    assert evening.asked == "setup"
    evening.play("set_up", beasts="pain delusion despair harrow", first="seat1")
    number(evening, 1, 10)
    assert evening.board_facts == {"location_10": "circle"}
    assert evening.state.betrayers == ("shrine", "circle")
    assert evening.asked == "turn.actions"
    with pytest.raises(IllegalMove):
        evening.play("location_is", number=1, place="brink")


def test_the_others_are_asked_as_their_scouts_go_there():
    """From 1 to 2, from 10 to 11; with your Scout in the 11th to the 12th (p. 26)."""
    evening = Evening(1, **{**UNNUMBERED, "location_1": "shrine", "location_10": "circle"})
    phase(evening)
    number(evening, 2, 11)
    assert evening.state.betrayers == ("guild", "ridge")
    evening = Evening(1, **{**UNNUMBERED, "location_1": "shrine", "location_10": "circle"}).scouts(ridge="A")
    phase(evening)
    number(evening, 2, 11, 12)
    assert evening.state.betrayers == ("guild", "brink")


def test_a_scout_that_was_driven_asks_for_its_number():
    """p. 18, 26: in a Location whose number nobody has read; that of the others is not asked."""
    evening = Evening(1, **{**UNNUMBERED, "location_1": "shrine", "location_10": "circle"})
    phase(evening, "shrine", "ridge")
    assert str(evening.prompt.do) == "Which number has this Location: Ridge?"
    assert len(evening.prompt.offers) == 10
    evening.play("location_is", number=11, place="ridge")
    number(evening, 2, 12)
    assert evening.state.betrayers == ("guild", "brink")


def test_the_last_number_follows_by_itself():
    """With eleven told, the twelfth Location is the one that is left."""
    told = {name: value for name, value in FULL.items() if name not in ("location_11", "location_12")}
    evening = phase(Evening(1, **told).scouts(guild="A"), "shrine", "circle")
    number(evening, 11)
    assert evening.board_facts == {"location_11": "ridge", "location_12": "brink"}


def test_with_more_players_nobody_asks_for_numbers():
    """p. 26: only the Betrayers go by them."""
    known = {name: value for name, value in FULL.items() if not name.startswith("location")}
    assert "solo.numbers" not in [prompt.name for prompt in GAME.prompts(Evening(2, **known).state)]


def test_each_moves_to_the_next_higher_free_number():
    """p. 26: from 1 to 2 and from 10 to 11; the places need not be adjacent."""
    evening = phase(alone())
    assert evening.state.betrayers == ("guild", "ridge")
    assert evening.asked == "solo.card"


def test_places_with_scouts_or_beasts_are_passed_over():
    """p. 26: 2 holds your Scout, 3 a Beast: to 4."""
    evening = phase(alone(guild="A").beasts(pain="forge"))
    assert evening.state.betrayers == ("spire", "ridge")


def test_the_lower_number_moves_first():
    """p. 26: from 1 and 2: the first moves to 3, for 2 is taken, then the second to 4, for 3 is taken."""
    evening = phase(alone(), "guild", "shrine")
    assert moving_order(evening.at("betrayers", betrayers=("guild", "shrine")).state) == (1, 0)
    assert phase(alone(), "guild", "shrine").state.betrayers == ("spire", "forge")


def test_without_a_higher_number_it_starts_again_and_damages_a_room():
    """p. 26: from 12 to the lowest free number; a Damaged tile, 4 Prestige for them."""
    evening = phase(alone(shrine="A"), "isle", "brink")
    assert evening.state.betrayers == ("circle", "guild")
    assert evening.state.damaged == (1,)
    assert evening.state.betrayer_prestige == 4


def test_higher_numbers_that_are_all_taken_are_no_valid_move():
    """p. 26: from 10 with 11 and 12 taken: the lowest free number and a Damaged tile."""
    evening = phase(alone(ridge="A").beasts(pain="brink"), "forge", "circle")
    assert evening.state.betrayers == ("spire", "shrine")
    assert evening.state.damaged == (1,)


def test_tiles_go_to_the_next_room_without_one():
    """p. 26: from the top right on; rooms that have a tile are passed over."""
    evening = phase(alone().at("turns", damaged=(1, 3)), "isle", "brink")
    assert evening.state.damaged == (1, 3, 2)
    evening = phase(alone().at("turns", damaged=(1, 2, 3, 4, 5, 6)), "isle", "brink")
    assert (len(evening.state.damaged), evening.state.betrayer_prestige) == (6, 0)


def test_from_a_site_to_the_lowest_free_number_without_damage():
    """p. 26: an Excavation Site has no number."""
    evening = phase(alone(), "isle", "a")
    assert evening.state.betrayers == ("circle", "shrine")
    assert evening.state.damaged == ()
    assert destination(evening.state, "a") == Way("guild")


def test_the_card_moves_a_beast_by_the_rules_of_the_beast_phase():
    """p. 26: Pain goes for your nearest Scout; at the end of the phase the Betrayers gain 1 Prestige."""
    evening = phase(alone(grove="A").beasts(pain="abyss"))
    evening.play("card_shows", beast="pain")
    assert evening.at_place("pain") != "abyss"
    assert evening.state.players[0].graveyard == 1
    assert evening.state.betrayer_prestige >= 1
    assert "betrayers_gain" in evening.names


def test_a_flipped_beast_turns_upright_by_the_card():
    """p. 26 with p. 16."""
    evening = alone(grove="A").beasts(pain="abyss")
    evening.correct("pain_flipped", "yes")
    phase(evening).play("card_shows", beast="pain")
    assert "turned_upright" in evening.names


def test_no_chain_attack_by_the_card():
    """p. 19: the chain belongs to the Beast Phase alone."""
    evening = phase(alone(isle="A", grove="A").beasts(harrow="left", pain="b", delusion="d", despair="c"))
    evening.play("card_shows", beast="harrow")
    card = [fact.name for fact in evening.facts]
    assert "chain" not in card[: card.index("betrayers_gain")]


def test_without_your_scouts_the_beast_goes_for_the_cards_location():
    """p. 26: the Location is asked only now, and kept for the Beast Phase of the round."""
    evening = phase(alone().beasts(pain="guild"))
    evening.play("card_shows", beast="pain")
    assert evening.asked == "solo.lure"
    evening.play("card_location", place="brink")
    targets = [fact.args for fact in evening.facts if fact.name == "target"]
    assert len(targets) == 5  # the card's Beast, then all four
    assert {(target["place"], target["why"]) for target in targets} == {("brink", "lure")}


def test_a_site_that_is_not_there_cannot_be_the_cards_location():
    """p. 21: alone there is Site A only."""
    evening = phase(alone())
    evening.play("card_shows", beast="pain")
    with pytest.raises(IllegalMove):
        evening.play("card_location", place="c")


def test_the_location_is_asked_anew_each_round():
    """p. 26: each Betrayer Phase draws a card."""
    evening = phase(alone().at("turns", lure="isle"))
    assert evening.state.lure == ""


@pytest.mark.parametrize(("choice", "changes"), [("stay", False), ("change", True)])
def test_the_betrayers_prestige_and_the_site(choice: str, changes: bool) -> None:
    """9 and 1 are 10: the Site changes only if the table plays it so, for the Betrayers are no player (p. 21, 26)."""
    evening = Evening(1, {"betrayers_sites": choice}, **FULL).at("betrayers", "moved", betrayer_prestige=9).settle()
    assert evening.state.betrayer_prestige == 10
    assert (10 in evening.state.reached) == changes
    assert (evening.asked == "sites.change") == changes
