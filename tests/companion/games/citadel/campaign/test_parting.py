"""Leaving and joining the adventure partway through (p. 25)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.campaign import parting
from companion.games.citadel.life import piles
from tests.companion.games.meaning import prompted

from ..laying import playing, terrain
from ..table import Evening, begun
from .test_saving import enter


def three() -> Evening:
    """Three players in a scenario, on one Terrain card."""
    return terrain(playing(begun(3)), "081")


NO_SKILLS = {f"{what}_seat{n}": 0 for what in ("discard", "blocked") for n in range(1, 5)}


def gone(evening: Evening, seat: str) -> Evening:
    """Somebody without cards leaves."""
    evening.play("leave", seat=seat)
    evening.play("skills_given", **NO_SKILLS)
    evening.play("list_done")
    return evening


def lives(evening: Evening) -> dict[str, int]:
    return {hero.name: hero.life for hero in evening.state.party}


def test_life_points_are_divided_equally():
    """8 among two conscious characters: 4 each (p. 25)."""
    evening = three().hero("seat1", life=8)
    gone(evening, "seat1")
    assert lives(evening) == {"Ben": 13, "Cleo": 13}
    assert not evening.state.hero("seat1").joined


def test_a_rest_goes_clockwise_from_the_leaver():
    """9 among two is not said: 4 each, and the odd one to the next player clockwise, in your favour (p. 16, 25)."""
    evening = three().hero("seat2", life=9)
    evening.play("leave", seat="seat2")
    evening.play("skills_given", **NO_SKILLS)
    assert "9 life points are divided: Cleo +5, Ada +4." in [str(offer.label) for offer in evening.prompt.offers]
    evening.play("list_done")
    assert lives(evening) == {"Ada": 13, "Cleo": 14}


def test_unconscious_characters_get_nothing():
    """Only the remaining conscious characters (p. 25)."""
    evening = three().hero("seat2", life=0, conscious=False, place="").hero("seat1", life=6)
    gone(evening, "seat1")
    assert lives(evening) == {"Ben": 0, "Cleo": 15}


def test_cards_without_the_lock_sign_go_to_the_others():
    """Blocked ones stay blocked; those with the lock sign are returned (p. 25)."""
    evening = three()
    enter(evening, "049", "purse", "purse")
    enter(evening, "050", "purse", "blocked")
    enter(evening, "051", "purse", "purse")
    evening.tell("card.049.1.lock", "no")
    evening.play("leave", seat="seat1")
    assert evening.state.tasks[0].card == "049.1"
    with pytest.raises(IllegalMove, match="Choose another player"):
        evening.play("heir", to="seat1")
    evening.play("heir", to="seat2")
    assert evening.state.tasks[0].card == "051.1"
    evening.play("heir_locked")
    evening.play("heir", to="seat3")
    evening.play("skills_given", **NO_SKILLS)
    assert "051: has the lock sign, so return it." in [str(offer.label) for offer in evening.prompt.offers]
    evening.play("list_done")
    where = {copy.key: (copy.where, copy.whose) for copy in evening.state.cards if copy.key[0] == "0"}
    assert where["049.1"] == ("purse", "seat2")
    assert where["050.1"] == ("blocked", "seat3")
    assert where["051.1"] == ("deck", "")


def test_between_two_there_is_no_choice():
    """The only other player gets what is known to be without the lock sign."""
    evening = terrain(playing(begun(2)), "081")
    enter(evening, "049", "purse", "purse")
    evening.tell("card.049.1.lock", "no")
    evening.play("leave", seat="seat1")
    assert evening.asked == "campaign.skills"
    assert evening.state.cards.copy("049.1").whose == "seat2"


def test_nobody_is_left_conscious():
    """If the only conscious character leaves, all are unconscious: the adventure is lost (p. 3, 25)."""
    evening = terrain(playing(begun(2)), "081").hero("seat2", life=0, conscious=False, place="")
    gone(evening, "seat1")
    assert evening.state.ended == "lost"


def test_the_last_character_cannot_leave():
    """Then the adventure is simply over."""
    evening = terrain(playing(begun(1)), "081")
    with pytest.raises(IllegalMove, match="last character"):
        evening.play("leave", seat="seat1")


def test_whoever_comes_late_reads_when_one_may_join():
    """In the middle of a scenario only leaving is offered (p. 25)."""
    [_, asked] = three().prompts
    assert (str(asked.do), len(asked.offers)) == ("Somebody leaves or joins.", 1)
    assert str(asked.more) == "A player may join only before a new scenario begins."


def test_joining_only_before_a_scenario_at_the_citadel():
    """Not in the midst of one, not elsewhere (p. 25)."""
    evening = three()
    with pytest.raises(IllegalMove, match="before a new scenario"):
        evening.play("join", player="Dora")
    evening.play("scenario_ended", citadel="no")
    with pytest.raises(IllegalMove, match="at the Citadel"):
        evening.play("join", player="Dora")
    evening.correct("citadel", "yes")
    evening.play("join", player="Dora")
    assert evening.asked == "campaign.character"
    evening.play("character", character="denhom")
    assert "pages 5 to 7" in str(evening.prompt.offers[0].label)
    evening.play("list_done")
    assert [hero.seat for hero in evening.state.party] == ["seat1", "seat2", "seat3", "seat4"]


def test_not_more_than_four():
    """1 to 4 players (p. 3)."""
    evening = terrain(playing(begun(4)), "081")
    evening.play("scenario_ended", citadel="yes")
    with pytest.raises(IllegalMove, match="Four players"):
        evening.play("join", player="Eve")


def test_somebody_comes_back_with_a_new_character():
    """Who has left may continue with another character (p. 25), on the same seat."""
    evening = three()
    gone(evening, "seat2")
    evening.play("scenario_ended", citadel="yes")
    with pytest.raises(IllegalMove, match="Ada takes part already"):
        evening.play("join", player="ada")
    evening.play("join", player="Ben")
    evening.play("character", character="casek")
    evening.play("list_done")
    assert [(hero.seat, hero.name) for hero in evening.state.party][1] == ("seat2", "Ben")
    assert parting.joining_allowed(evening.state) is None


def test_a_newcomer_takes_the_seat_of_somebody_who_has_left():
    """There are four seats."""
    evening = terrain(playing(begun(4)), "081")
    gone(evening, "seat3")
    evening.play("scenario_ended", citadel="yes")
    evening.play("join", player="Eve")
    assert evening.state.hero("seat3").name == "Eve"
    assert prompted(evening.prompt) == ("campaign.character", {"name": "Eve"})
    assert evening.prompt.seat is None  # the evening still calls that seat Cleo's


def test_advanced_and_reflex_skills_go_to_the_others():
    """Those from hand and piles are discarded by who gets them, blocked ones stay blocked (p. 25). Ada has 3 blocked
    Skill cards, one of them a Character Skill: it goes back. Ben discards 2 and keeps 1 blocked, Cleo 1 and 1."""
    evening = three()
    evening.writing(lambda tx: piles.set_piles(tx, "seat1", blocked=3))
    evening.play("leave", seat="seat1")
    assert len(evening.prompt.offers[0].asks) == 4
    with pytest.raises(IllegalMove, match="not so many blocked"):
        evening.play("skills_given", **{**NO_SKILLS, "blocked_seat2": 2, "blocked_seat3": 2})
    evening.play("skills_given", **{**NO_SKILLS, "discard_seat2": 2, "discard_seat3": 1, "blocked_seat2": 1,
                                    "blocked_seat3": 1})  # fmt: skip
    evening.play("list_done")
    left, ben, cleo = (piles.piles(evening.state, seat) for seat in ("seat1", "seat2", "seat3"))
    assert (left.discard, left.blocked) == (0, 0)
    assert (ben.discard, ben.blocked) == (2, 1)
    assert (cleo.discard, cleo.blocked) == (1, 1)


def test_without_blocked_skills_nobody_is_asked_about_them():
    """What is known is not asked."""
    evening = three()
    evening.play("leave", seat="seat1")
    assert [ask.name for ask in evening.prompt.offers[0].asks] == ["discard_seat2", "discard_seat3"]
