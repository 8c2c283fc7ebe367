"""Cards told at the table (rulebook p. 10, 11, 24)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.turris.game import GAME
from tests.companion.games.turris.places_made_up import turn


def test_what_a_card_gives_by_one_tap_each():
    """Every resource, Artifacts, Tactics cards, Prestige and Council steps."""
    evening = turn()
    evening.play("open_card", who="seat2")
    for what in ("ichor", "knowledge", "relics", "weaponry", "artifacts", "tactics", "prestige", "council"):
        evening.play("card_gain", what=what)
    evening.play("card_done")
    bob = evening.state.players[1]
    assert (bob.ichor, bob.knowledge, bob.relics, bob.weaponry, bob.artifacts) == (5, 1, 1, 1, 1)
    assert (bob.tactics, bob.prestige, bob.council) == (1, 1, 1)
    assert evening.asked == "turn.actions"


def test_what_somebody_else_loses():
    """A card may take from anybody, as much as there is."""
    evening = turn().player(2, relics=2, tactics=1)
    evening.play("open_card", who="seat1")
    evening.play("card_other", who="seat3", what="relics", how="lose", count=3)
    evening.play("card_other", who="seat3", what="tactics", how="lose", count=1)
    evening.play("card_other", who="seat2", what="knowledge", how="gain", count=2)
    assert (evening.state.players[2].relics, evening.state.players[2].tactics) == (0, 0)
    assert evening.state.players[1].knowledge == 2


def test_scouts_and_beasts_by_a_card():
    """What a card does on the board is asked as anything else, then the card goes on."""
    evening = turn().scouts(forge="A")
    evening.play("open_card", who="seat1")
    evening.play("card_board", effect="sacrifice")
    evening.play("sacrifice", place="forge")
    assert evening.asked == "card.do"
    evening.play("card_board", effect="revive 1")
    assert evening.state.players[0].graveyard == 0
    with pytest.raises(IllegalMove, match="Graveyard"):
        evening.play("card_board", effect="revive 1")
    evening.play("card_board", effect="fruit")
    evening.play("place_fruit", place="isle")
    assert evening.state.fruit == "isle"
    assert evening.asked == "card.do"


def test_a_scout_home_for_nothing_and_one_elsewhere():
    """Neither is a Collect or a Place: nothing resolves, no limit holds."""
    evening = turn().scouts(forge="A", guild="A", garden="B")
    evening.play("open_card", who="seat1")
    evening.play("card_board", effect="recall")
    evening.play("recall", place="forge")
    assert (evening.state.players[0].reserve, evening.state.players[0].ichor) == (3, 3)
    evening.play("card_board", effect="move")
    with pytest.raises(IllegalMove):
        evening.play("move_scout", place="guild", to="left")
    evening.play("move_scout", place="guild", to="garden")
    assert evening.state.scouts == {"garden": (1, 1, 0)}
    with pytest.raises(IllegalMove):
        evening.play("card_words", words="gian", name="")


def test_missions_completed_and_reserved_by_a_card():
    """A card may say so, too."""
    evening = turn()
    evening.play("open_card", who="seat1")
    evening.play("card_other", who="seat1", what="completed", how="gain", count=1)
    evening.play("card_other", who="seat2", what="reserved", how="gain", count=2)
    assert (evening.state.players[0].completed, evening.state.players[1].reserved) == (1, 2)


def test_a_room_by_a_special_effect():
    """Other effects may build as well, with the same prerequisites (p. 11)."""
    evening = turn().player(0, completed=2)
    evening.play("open_card", who="seat1")
    evening.play("card_board", effect="room 3")
    evening.play("build", room=0)
    assert evening.state.players[0].prestige == 3


def test_a_way_that_can_be_chosen():
    """Of an “either” only what can be done in full is offered."""
    evening = turn()
    evening.play("open_card", who="seat1")
    evening.play("card_words", words="either spend relics 1 & prestige 3 | gain ichor 1", name="")
    assert [offer.move.args["way"] for offer in evening.prompt.offers] == [2]
    with pytest.raises(IllegalMove, match="in full"):
        evening.play("way", way=1)
    evening.play("way", way=2)
    assert evening.state.players[0].ichor == 4


def test_none_of_the_ways():
    """A card whose ways are all closed does nothing."""
    evening = turn()
    evening.play("open_card", who="seat1")
    evening.play("card_words", words="either spend relics 1 | revive 1", name="")
    evening.play("no_way")
    assert evening.asked == "turn.actions"


def test_a_known_trionfi_card():
    """Told once with its name, it is a choice from a list for whoever takes it (p. 11)."""
    evening = turn(**{"trionfi.sun": "gain artifacts 1"}).player(0, completed=2)
    evening.play("open_card", who="seat1")
    evening.play("card_words", words="room 3", name="")
    evening.play("build", room=0)
    [listed] = [offer for offer in evening.prompt.offers if offer.move.name == "card_known"]
    assert [str(choice.label) for choice in listed.asks[0].choices] == ["Sun: Artifacts +1"]  # type: ignore[union-attr]
    with pytest.raises(IllegalMove):
        evening.play("card_known", name="moon")
    evening.play("card_known", name="sun")
    assert evening.state.players[0].artifacts == 1


def test_own_words_are_shown():
    """What cannot be said in numbers stands in the small print."""
    evening = turn(**{"tactics.peek": "say Look at the next Mission; gain ichor 1"}).player(0, tactics=1)
    evening.play("play_tactics", name="peek")
    assert str(evening.prompt.more) == "Look at the next Mission"
    evening.play("card_done")
    assert evening.state.players[0].ichor == 4


def test_cards_wait_their_turn():
    """While something has to be done first, no other card is opened."""
    evening = turn()
    evening.play("open_card", who="seat1")
    with pytest.raises(IllegalMove, match="first"):
        evening.play("open_card", who="seat2")


def test_facts_that_make_no_sense_are_refused():
    """A card's words are checked as they are told, whether a game runs or not."""
    assert GAME.check is not None
    GAME.check("tactics.peek", "gain ichor 1")
    GAME.check("reward.forge", "say")
    for name in ("tactics.peek", "mission.dam", "trionfi.sun", "reward.forge", "council.3"):
        with pytest.raises(IllegalMove):
            GAME.check(name, "gian ichor 1")


def test_a_council_step_is_taken_before_the_rest_of_the_card():
    """The spot that a card's step reaches is asked at once; then the card goes on (p. 21)."""
    evening = turn().player(0, tactics=1, council=2)
    evening.play("play_tactics", name="")
    evening.play("card_gain", what="council")
    assert evening.state.players[0].council == 3
    assert evening.asked == "council.spot"
    evening.play("council_leave")
    assert evening.asked == "card.do"
    evening.play("card_done")
    assert evening.asked == "turn.actions"
