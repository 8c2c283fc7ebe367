"""Placing Scouts (rulebook p. 8, 24)."""

import pytest

from companion.api.game import IllegalMove
from tests.companion.games.turris.places_made_up import turn
from tests.companion.games.turris.table import Evening


def where(evening: Evening) -> set[str]:
    """The places that are offered for a Place Action."""
    [offer] = [one for one in evening.prompt.offers if one.move.name == "put"]
    [ask] = offer.asks
    return {choice.value for choice in ask.choices}  # type: ignore[union-attr]


def test_alice_places_in_the_nest_and_in_the_guild():
    """The Garden is taken; the Nest brings two cards at once, the Guild nothing yet (p. 8, example)."""
    evening = turn().scouts(garden="B")
    assert "garden" not in where(evening)
    with pytest.raises(IllegalMove, match="limited to 1"):
        evening.play("place", place="garden")
    evening.play("place", place="nest")
    assert evening.state.players[0].tactics == 2
    evening.play("place", place="guild")
    alice = evening.state.players[0]
    assert (alice.relics, alice.knowledge, alice.reserve) == (0, 0, 2)
    assert evening.asked == "turn.close"


def test_limited_keeps_ones_own_second_scout_out():
    """Whoever's Scout it is, there is room for one (p. 8)."""
    evening = turn().scouts(garden="A")
    assert "garden" not in where(evening)


def test_several_scouts_share_a_place():
    """A place that is not limited takes Scouts of everybody (p. 8)."""
    evening = turn().scouts(forge="ABBC")
    evening.play("place", place="forge")
    assert evening.state.standing("forge") == (2, 2, 1)


def test_no_place_with_a_beast():
    """A Beast keeps Scouts out (p. 8)."""
    evening = turn().beasts(pain="forge")
    assert "forge" not in where(evening)
    with pytest.raises(IllegalMove, match="a Beast is there"):
        evening.play("place", place="forge")


def test_no_place_after_a_collect():
    """Place and Collect do not go together in a turn (p. 8, 9)."""
    evening = turn().scouts(forge="A")
    evening.play("collect", scouts="forge", artifacts=0, rewards="all")
    assert not evening.offered("put")
    with pytest.raises(IllegalMove, match="Collect"):
        evening.play("place", place="guild")


def test_place_may_be_repeated():
    """Both Actions may be a Place, even in the same place (p. 8)."""
    evening = turn()
    evening.play("place", place="forge")
    evening.play("place", place="forge")
    assert evening.state.standing("forge") == (2, 0, 0)


def test_no_scout_in_the_reserve():
    """Only Scouts of the reserve can be Placed (p. 8)."""
    evening = turn().scouts(forge="AAAA")
    assert not evening.offered("put")


def test_crossroads_and_spots_without_a_site_are_no_places():
    """No Scout ever stands in a Crossroads, nor on a spot without a Site (p. 18, 21)."""
    evening = turn(players=2)
    assert {"left", "right", "c", "d"}.isdisjoint(where(evening))
    for place in ("left", "c"):
        with pytest.raises(IllegalMove, match="no Scout may stand"):
            evening.play("place", place=place)


def test_an_immediate_place_must_be_received_in_full():
    """With nobody in the Graveyard the Isle has nothing to give: no Place there (p. 24)."""
    evening = turn()
    assert "isle" not in where(evening)
    evening.player(0, graveyard=1, reserve=3)
    assert "isle" in where(evening)


def test_the_isle_revives_several_at_once():
    """Up to three here: how many is the player's choice, all of them the usual answer (p. 9, example)."""
    evening = turn().player(0, graveyard=3, reserve=1)
    evening.play("place", place="isle")
    assert evening.asked == "reward.revive"
    evening.play("revive_some", count=2)
    alice = evening.state.players[0]
    assert (alice.reserve, alice.graveyard) == (2, 1)


def test_no_place_for_a_card_that_one_holds_already():
    """Who holds the Future First Player card cannot take it again, so gets nothing in the Spire (p. 24)."""
    evening = turn().at("turns", "actions", future=0)
    assert "spire" not in where(evening)
    evening.at("turns", "actions", future=1)
    evening.play("place", place="spire")
    assert evening.state.future == 0


def test_an_unknown_place_is_read_once():
    """What the board says of a place is asked with the first Scout there, and kept (p. 8)."""
    evening = Evening(2).at("turns").settle()
    evening.play("place", place="guild")
    assert evening.asked == "place.read"
    evening.play("place_told", limited="no", immediate="no", words="gain relics 1")
    assert evening.board_facts == {"limited.guild": "no", "reward.guild": "gain relics 1"}
    assert evening.state.standing("guild") == (1, 0)
    evening.play("place", place="guild")
    assert evening.state.standing("guild") == (2, 0)


def test_a_place_that_turns_out_to_be_taken():
    """Read as limited with a Scout in it, it takes no second one, and no Action is spent (p. 8)."""
    evening = Evening(2).at("turns").settle().scouts(forge="B")
    evening.play("place", place="forge")
    evening.play("place_told", limited="yes", immediate="no", words="gain relics 1")
    assert evening.told("not_placed")
    assert evening.state.done == ()
    assert evening.asked == "turn.actions"


def test_back_from_reading_a_place():
    """A place tapped by mistake costs nothing."""
    evening = Evening(2).at("turns").settle()
    evening.play("place", place="forge")
    evening.play("place_not_told")
    assert evening.state.done == ()
    assert evening.board_facts == {}


def test_words_that_are_not_understood_are_refused():
    """A slip in the words is named, with what was probably meant."""
    evening = Evening(2).at("turns").settle()
    evening.play("place", place="forge")
    with pytest.raises(IllegalMove, match="did you mean"):
        evening.play("place_told", limited="no", immediate="no", words="gian relics 1")


def test_a_reward_left_to_the_table_is_read_every_time():
    """Who does not want to enter a reward taps what it gave."""
    evening = Evening(2).at("turns").settle()
    evening.play("place", place="ridge")
    evening.play("place_told", limited="no", immediate="yes", words="")
    assert evening.asked == "card.do"
    assert str(evening.prompt.more) == "Ridge: tap what it gives, one by one."
    evening.play("card_gain", what="relics")
    evening.play("card_done")
    assert evening.state.players[0].relics == 1
    assert evening.asked == "turn.actions"


def test_an_effect_lets_place_after_a_collect():
    """An effect that says Place is stronger than the rule, and is no Action (p. 24)."""
    evening = turn(**{"reward.forge": "place"}).scouts(forge="A")
    evening.play("collect", scouts="forge", artifacts=0, rewards="all")
    evening.play("take_reward", place="forge")
    assert evening.asked == "place.free"
    evening.play("place_free", place="guild")
    assert evening.state.standing("guild") == (1, 0, 0)
    assert evening.state.done == ("collect",)


def test_two_free_places():
    """Each is chosen on its own; the second may be left."""
    evening = turn(**{"reward.forge": "place 2"}).scouts(forge="A")
    evening.play("collect", scouts="forge", artifacts=0, rewards="all")
    evening.play("take_reward", place="forge")
    evening.play("place_free", place="guild")
    assert evening.asked == "place.free"
    evening.play("no_place")
    assert evening.asked == "turn.actions"


def test_the_ridge_moves_no_beast_of_a_crossroads():
    """A Beast in a Crossroads cannot be chosen there (p. 24)."""
    evening = turn().beasts(pain="left", delusion="forge", despair="right", harrow="brink")
    evening.play("place", place="ridge")
    assert {str(offer.move.args["beast"]) for offer in evening.prompt.offers} == {"delusion", "harrow"}


def test_no_place_in_the_ridge_when_all_beasts_are_elsewhere():
    """With the only Beasts in the Crossroads there is none to choose, so no Place there (p. 24)."""
    evening = turn().beasts(pain="left", delusion="right")
    beasts = tuple(beast for beast in evening.state.beasts if beast.name in ("pain", "delusion"))
    evening.at("turns", "actions", beasts=beasts)
    assert "ridge" not in where(evening)
    with pytest.raises(IllegalMove, match="no Beast"):
        evening.play("place", place="ridge")


def test_an_immediate_place_is_measured_with_the_scout_there():
    """“Place another Scout” needs a second one in the reserve; “a Scout back” can take this very one (p. 24)."""
    evening = turn(**{"reward.nest": "place", "reward.isle": "recall"}).player(0, reserve=1, graveyard=3)
    assert "nest" not in where(evening)
    with pytest.raises(IllegalMove, match="reserve"):
        evening.play("place", place="nest")
    evening.play("place", place="isle")
    evening.play("recall", place="isle")
    assert evening.state.players[0].reserve == 1
    assert "nest" in where(turn(**{"reward.nest": "place"}).player(0, reserve=2, graveyard=2))
