"""The end of an adventure (p. 3)."""

import pytest

from companion.api.game import IllegalMove, Urgency
from companion.games.citadel.life import points
from tests.companion.games.citadel.table import GAME

from ..table import Evening
from .test_saving import adventure, enter


def lost() -> Evening:
    evening = adventure()
    evening.play("destiny_new", near="", prize="map", where="")
    evening.play("score_rise", what="defense", count=4)
    evening.play("adventure_over", how="lost")
    return evening


@pytest.mark.parametrize("how", ["won", "lost"])
def test_the_game_says_that_it_is_over(how: str):
    """The Threat is overcome, or "your adventure ends here" (p. 3)."""
    evening = adventure()
    evening.play("adventure_over", how=how)
    assert evening.facts[0].urgency == Urgency.FINAL
    assert evening.state.ended == how
    assert evening.asked == "campaign.ended"
    assert evening.prompt.story, "how it went is shown with the question, as the campaign may go on"
    assert GAME.ending(evening.state) is None


def test_all_unconscious_is_lost():
    """When the last conscious character falls unconscious, the adventure is lost at once (p. 3, 20)."""
    evening = adventure(1)
    evening.writing(lambda tx: points.lose(tx, "seat1", 9))
    assert (evening.state.ended, evening.asked) == ("lost", "campaign.ended")


def test_everything_that_was_gained_is_lost():
    """All cards go back to their decks, banished ones too; the leaflet is new; the introduction is played (p. 3,
    18)."""
    evening = lost()
    evening.play("new_adventure")
    labels = [str(offer.label) for offer in evening.prompt.offers]
    assert labels[0] == "Ada: return 049 behind 000."
    assert "From the banished cards, return 072 behind 050." in labels
    evening.play("list_done")
    state = evening.state
    assert {copy.where for copy in state.cards} == {"deck"}
    assert (state.leaflet.defense, state.leaflet.symbols, state.leaflet.lives) == (0, (), {})
    assert state.sketch.spaces == ()
    assert (state.campaign.adventure, state.campaign.bookmark) == (2, "introduction")
    assert all(hero.life == 0 and not hero.place for hero in state.heroes)
    assert evening.asked == "campaign.who"
    evening.play("gathered")
    assert evening.asked == "campaign.table"


def test_a_card_that_was_just_revealed_goes_back_too():
    """All cards go back (p. 3): also the one that a player was just dealing with."""
    evening = adventure()
    enter(evening, "061", "purse", "shown", "seat1")
    evening.play("adventure_over", how="lost")
    evening.play("new_adventure")
    first = str(evening.prompt.offers[0].label)
    assert first == "Ada: return 049 behind 000, 061 behind 050."
    evening.play("list_done")
    assert {copy.where for copy in evening.state.cards} == {"deck"}


def test_who_plays_the_new_adventure():
    """Who had left may play again, others may stay away, a newcomer takes a seat: 1 to 4 players (p. 3)."""
    evening = lost()
    evening.hero("seat2", joined=False)
    evening.play("new_adventure")
    evening.play("list_done")
    ticks = {str(one.label): one.ticked for one in evening.prompt.offers if one.ticked is not None}
    assert ticks["Ben"] is False
    evening.play("plays", seat="seat1")
    assert not evening.offered("gathered")
    with pytest.raises(IllegalMove, match="At least one player"):
        evening.play("gathered")
    evening.play("plays", seat="seat2")
    evening.play("newcomer", player="Cleo")
    with pytest.raises(IllegalMove, match="Cleo takes part already"):
        evening.play("newcomer", player="cleo")
    evening.play("gathered")
    evening.play("list_done")
    assert [hero.name for hero in evening.state.party] == ["Ben", "Cleo"]
    assert evening.asked == "campaign.scenario"
    assert [hero.character for hero in evening.state.party] == ["", ""]


def test_not_more_than_four_play():
    """There are four characters (p. 3)."""
    evening = adventure(4)
    evening.play("adventure_over", how="lost")
    evening.play("new_adventure")
    evening.play("list_done")
    assert not evening.offered("newcomer")
    with pytest.raises(IllegalMove, match="Four players"):
        evening.play("newcomer", player="Eve")


def test_what_is_known_of_the_owners_cards_is_kept():
    """The second adventure asks less than the first."""
    evening = lost()
    evening.play("new_adventure")
    evening.play("list_done")
    assert evening.state.board["terrain.081.1.arrows"] == "north 094 I; east 108 II"
    assert evening.state.board["destiny.1.prize"] == "map"


def test_a_group_can_close_its_campaign():
    """Then there is nothing more to do in it."""
    evening = lost()
    with pytest.raises(IllegalMove, match="The adventure is over"):
        evening.play("score_rise", what="defense", count=1)
    evening.play("close_campaign")
    assert GAME.ending(evening.state) is not None
    assert GAME.prompts(evening.state) == ()
    with pytest.raises(IllegalMove, match="campaign is closed"):
        evening.play("new_adventure")


def test_an_adventure_that_goes_on_is_not_over():
    """A new one begins only after the end."""
    evening = adventure()
    for move in ("new_adventure", "close_campaign"):
        with pytest.raises(IllegalMove, match="not over yet"):
            evening.play(move)
