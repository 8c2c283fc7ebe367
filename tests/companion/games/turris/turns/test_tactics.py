"""Tactics cards (rulebook p. 10, 12, 24)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.turris.state import LOCATIONS
from tests.companion.games.turris.places_made_up import turn
from tests.companion.games.turris.table import Evening


def test_one_card_in_an_action_step():
    """A second card of one's own is refused; before, between or after Actions is all the same (p. 10)."""
    evening = turn().player(0, tactics=2)
    evening.play("play_tactics", name="")
    evening.play("card_gain", what="knowledge")
    evening.play("card_done")
    assert (evening.state.players[0].knowledge, evening.state.players[0].tactics) == (1, 1)
    assert not evening.offered("play_tactics")
    with pytest.raises(IllegalMove, match="Only one"):
        evening.play("play_tactics", name="")


def test_a_card_after_the_second_action():
    """After fully resolving any Action is after the last one, too (p. 10)."""
    evening = turn().player(0, tactics=1)
    evening.play("gather")
    evening.play("gather")
    assert evening.offered("play_tactics")
    evening.play("play_tactics", name="")
    evening.play("card_done")
    assert evening.asked == "turn.close"


def test_carol_plays_two_with_the_stroboscope():
    """The Site's card does not count: one of the hand may still be played before or after it (p. 10, example)."""
    evening = turn(seat=2, **{"limited.site_stroboscope": "no"}).player(2, tactics=1)
    evening.at("turns", "actions", sites={"a": "Stroboscope", "b": "", "c": ""}).beasts(pain="forge")
    evening.play("place", place="a")
    assert evening.asked == "tactics.free"
    assert evening.state.players[2].tactics == 2  # another one was drawn
    evening.play("play_free", name="")
    evening.play("card_done")
    assert evening.offered("play_tactics")
    evening.play("play_tactics", name="")
    evening.play("card_done")
    assert evening.state.players[2].tactics == 0


def test_the_card_of_an_effect_may_be_kept():
    """It may be played, it need not be."""
    evening = turn(**{"reward.nest": "draw 1; play"})
    evening.play("place", place="nest")
    evening.play("no_tactics")
    assert evening.state.players[0].tactics == 1
    assert evening.asked == "turn.actions"


def test_no_card_in_hand():
    """Without a card there is nothing to play."""
    evening = turn()
    assert not evening.offered("play_tactics")
    with pytest.raises(IllegalMove, match="no Tactics card"):
        evening.play("play_tactics", name="")


def test_a_card_told_in_words_is_known_the_next_time():
    """One tap then: its name from a list, its effects by themselves."""
    evening = turn().player(0, tactics=2)
    evening.play("play_tactics", name="")
    evening.play("card_words", words="gain relics 2; advance", name="Swift Feet")
    assert evening.board_facts == {"tactics.swift_feet": "gain relics 2; advance"}
    alice = evening.state.players[0]
    assert (alice.relics, alice.council, alice.ichor) == (2, 1, 4)
    evening.play("gather")
    evening.play("gather")
    evening.play("end_turn")
    evening.at("turns", "", turn=0).settle()
    evening.play("play_tactics", name="swift_feet")
    assert evening.state.players[0].relics == 4


def test_a_card_must_be_done_in_full():
    """What cannot be done in full may not be played (p. 24)."""
    evening = turn(**{"tactics.bargain": "spend relics 2; gain artifacts 1"}).player(0, tactics=1, relics=1)
    assert len([one for one in evening.prompt.offers if one.move.name == "play_tactics"]) == 1
    with pytest.raises(IllegalMove, match="in full"):
        evening.play("play_tactics", name="bargain")
    assert evening.state.players[0].tactics == 1
    evening.play("play_tactics", name="")
    with pytest.raises(IllegalMove, match="in full"):
        evening.play("card_words", words="spend relics 2", name="")


def test_down_to_four_at_the_end_of_the_turn():
    """Five cards and more are discarded down to four after the Trionfi Step (p. 12)."""
    evening = turn().player(0, tactics=6)
    evening.play("gather")
    evening.play("gather")
    evening.play("end_turn")
    assert evening.state.players[0].tactics == 4
    assert evening.told("hand_cut").args["count"] == 2


def test_four_cards_stay():
    """Nobody discards with four."""
    evening = turn().player(0, tactics=4)
    evening.play("gather")
    evening.play("gather")
    evening.play("end_turn")
    assert "hand_cut" not in evening.names


def test_a_card_between_a_collect_and_a_place_by_a_card():
    """A Tactics card that places a Scout does so after a Collect (p. 24)."""
    evening = turn(**{"tactics.vanguard": "place"}).scouts(forge="A").player(0, tactics=1)
    evening.play("collect", scouts="forge", artifacts=0, rewards="all")
    evening.play("play_tactics", name="vanguard")
    evening.play("place_free", place="forge")
    assert evening.state.standing("forge") == (1, 0, 0)


# --- only what can be played ------------------------------------------------------------------------------------------


def listed(evening: Evening) -> list[str]:
    """The known cards that are offered to be played."""
    return [
        choice.value
        for offer in evening.prompt.offers
        if offer.move.name in ("play_tactics", "play_free", "card_known")
        for ask in offer.asks
        for choice in ask.choices  # type: ignore[union-attr]
    ]


@pytest.mark.parametrize("words", ["discard tactics 1; gain relics 2", "play; gain relics 1"])
def test_a_card_that_needs_another_one_is_not_listed_alone(words: str):
    """It leaves the hand when it is played, so it cannot pay for itself (p. 24)."""
    evening = turn(**{"tactics.trade": words}).player(0, tactics=1)
    assert listed(evening) == []
    assert listed(evening.player(0, tactics=2)) == ["trade"]


def test_a_card_that_places_a_scout_needs_a_place():
    """All twelve Locations and three Sites limited to 1 and taken: no Place can be done (p. 8, 24)."""
    names = (*LOCATIONS, "site_w", "site_x", "site_y")
    full = {f"limited.{name}": "yes" for name in names}
    evening = turn(**{"tactics.vanguard": "place", **full}).player(0, tactics=1)
    evening.at("turns", "actions", sites={"a": "W", "b": "X", "c": "Y"})
    assert listed(evening) == ["vanguard"]
    evening.set(scouts=dict.fromkeys((*LOCATIONS, "a", "b", "c"), (0, 1, 0)))
    assert listed(evening) == []


def test_a_card_that_could_not_be_done_in_full_is_taken_back():
    """Played without a name, its words turn out to cost what Alice lacks: she may not play it (p. 24)."""
    evening = turn().player(0, tactics=2)
    evening.play("play_tactics", name="")
    with pytest.raises(IllegalMove, match="in full"):
        evening.play("card_words", words="spend relics 2; gain artifacts 1", name="")
    evening.play("card_back")
    assert (evening.state.players[0].tactics, evening.asked) == (2, "turn.actions")
    evening.play("play_tactics", name="")  # she may play another one: none was played yet (p. 10)
    evening.play("card_words", words="gain relics 1", name="")
    assert (evening.state.players[0].tactics, evening.state.players[0].relics) == (1, 1)
    assert not evening.offered("play_tactics")


def test_a_card_of_an_effect_is_taken_back_as_well():
    """Then another one may be played, or none (p. 10, 24)."""
    evening = turn(**{"reward.nest": "draw 1; play"})
    evening.play("place", place="nest")
    evening.play("play_free", name="")
    evening.play("card_back")
    assert (evening.state.players[0].tactics, evening.asked) == (1, "tactics.free")
    evening.play("no_tactics")
    assert evening.offered("play_tactics")  # the one of the Action Step was not touched


def test_a_card_half_done_is_not_taken_back():
    """What was gained cannot stay while the card goes back: the steps are undone instead."""
    evening = turn().player(0, tactics=1)
    evening.play("play_tactics", name="")
    evening.play("card_gain", what="relics")
    assert not evening.offered("card_back")
    with pytest.raises(IllegalMove, match="nothing is done yet"):
        evening.play("card_back")


def test_other_cards_are_not_taken_back():
    """A Mission or a Trionfi card is none of the hand."""
    evening = turn()
    evening.play("open_card", who="seat1")
    assert not evening.offered("card_back")
    with pytest.raises(IllegalMove):
        evening.play("card_back")


def test_a_known_card_looked_up_after_it_was_played():
    """The list holds only what can be done in full; the other one is refused (p. 24)."""
    evening = turn(**{"tactics.dear": "spend relics 2", "tactics.cheap": "gain relics 1"}).player(0, tactics=1)
    evening.play("play_tactics", name="")
    assert listed(evening) == ["cheap"]
    with pytest.raises(IllegalMove, match="in full"):
        evening.play("card_known", name="dear")
    evening.play("card_known", name="cheap")
    assert evening.state.players[0].relics == 1


def test_what_a_card_allows_is_listed_only_if_it_can_be_done():
    """Nobody in the Graveyard and no Scout on the board: no revival, no recall, no move; no room with no Mission."""
    evening = turn().player(0, tactics=1)
    evening.play("play_tactics", name="")
    [offer] = [offer for offer in evening.prompt.offers if offer.move.name == "card_board"]
    found = {choice.value for choice in offer.asks[0].choices}  # type: ignore[union-attr]
    assert found == {"action", "place", "sacrifice", "reserve", "future", "fruit", "beast 1", "beast 2", "flip"}
