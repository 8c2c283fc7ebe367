"""The Destiny page (p. 8, 24). What the symbols of the real page bring and how they are connected is made up here."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.leaflet import destiny
from companion.games.citadel.life import piles
from tests.companion.games.meaning import prompted

from ..table import Evening, begun

CENTRE = {"near": "", "where": ""}


def centre(prize: str = "other", **board: str) -> Evening:
    """The symbol in the centre is checked."""
    evening = begun(2, **board)
    evening.play("destiny_new", prize=prize, **CENTRE)
    return evening


def test_the_first_symbol_is_the_one_in_the_centre():
    """If no symbol is checked yet, it must be the one in the centre (p. 8)."""
    evening = begun(2, **{"destiny.1.prize": "score", "destiny.2.prize": "map", "destiny.2.near": "1"})
    with pytest.raises(IllegalMove, match="the one in the centre"):
        evening.play("destiny", symbol="2")
    evening.play("destiny", symbol="1")
    assert evening.state.leaflet.symbols == ("1",)


def test_then_only_symbols_connected_to_a_checked_one():
    """3 is connected to 2 alone, so it has to wait for 2 (p. 8)."""
    facts = {f"destiny.{n}.prize": "other" for n in (1, 2, 3)}
    evening = begun(2, **facts, **{"destiny.2.near": "1, 3"})
    evening.play("destiny", symbol="1")
    with pytest.raises(IllegalMove, match="not connected"):
        evening.play("destiny", symbol="3")
    assert destiny.to_check(evening.state) == ("2",)
    evening.play("destiny", symbol="2")
    evening.play("destiny", symbol="3")
    with pytest.raises(IllegalMove, match="checked already"):
        evening.play("destiny", symbol="3")


def test_a_symbol_is_told_once():
    """What it brings, where it is and what it is connected to are facts of the owner's leaflet."""
    evening = centre()
    evening.play("destiny_new", near="1", prize="reflex", where="above the centre")
    told = evening.board_facts
    evening.play("skills_none")
    assert told == {
        "destiny.2.prize": "reflex",
        "destiny.2.near": "1",
        "destiny.2.where": "above the centre",
    }
    with pytest.raises(IllegalMove, match="not connected"):
        evening.play("destiny_new", near="7", prize="map", where="")


def decks(evening: Evening) -> list[int | None]:
    return [piles.piles(evening.state, hero.seat).deck for hero in evening.state.party]


def counted(prize: str, **board: int) -> Evening:
    """Both Action Decks have been counted: 12 cards and 10 cards."""
    evening = begun(2, **board)
    evening.play("deck_counted", seat="seat1", cards=12)
    evening.play("deck_counted", seat="seat2", cards=10)
    evening.play("destiny_new", prize=prize, **CENTRE)
    return evening


def test_something_else_is_read_off_the_page():
    """What the companion does not know is said by the page (p. 24)."""
    assert "Do what stands beside the symbol." in str(centre("other").told("destiny_effect").text)


def test_a_symbol_can_bring_a_reflex_skill():
    """One player gains a random one and shuffles it into the Action Deck: 10 and 1 are 11 cards (p. 24)."""
    evening = counted("reflex")
    assert prompted(evening.prompt) == ("leaflet.skills", {})
    evening.play("skills_gained", seat="seat2", count=1)
    assert decks(evening) == [12, 11]
    again = counted("reflex")
    again.play("skills_none")  # if available
    assert (decks(again), again.state.tasks) == ([12, 10], ())


def test_a_symbol_can_bring_advanced_skills():
    """4 are taken at random; one player gains 2 of them, or two players 1 each (p. 24)."""
    evening = counted("advanced")
    assert prompted(evening.prompt) == ("leaflet.skills", {"count": 4})
    labels = [str(offer.label) for offer in evening.prompt.offers]
    assert labels == ["Ada gains 2", "Ben gains 2", "Ada and Ben: 1 each", "None is left"]
    evening.play("skills_split", seats="seat1 seat2")
    assert decks(evening) == [13, 11]
    one = counted("advanced")
    with pytest.raises(IllegalMove, match="Two different players"):
        one.play("skills_split", seats="seat1 seat1")
    one.play("skills_gained", seat="seat1", count=2)
    assert decks(one) == [14, 10]


def test_a_symbol_can_take_two_skill_cards_back():
    """One player returns 2, or two players 1 each, from hand, Action Deck or Discard Pile (p. 24)."""
    evening = counted("return")
    assert {offer.move.args.get("origin") for offer in evening.prompt.offers} == {
        "deck",
        None,
    }  # hand and pile are empty
    with pytest.raises(IllegalMove, match="No Action card lies there"):
        evening.play("skill_returned", seat="seat1", origin="hand")
    evening.play("skill_returned", seat="seat1", origin="deck")
    assert prompted(evening.prompt) == ("leaflet.skills_back", {"n": 1})
    evening.play("skill_returned", seat="seat2", origin="deck")
    assert (decks(evening), evening.state.tasks) == ([11, 9], ())


def test_a_symbol_can_bring_a_world_map_card():
    """Its number stands at an arrow in the World Map; it goes into its slot without being turned over (p. 24)."""
    evening = centre("map")
    assert evening.asked == "leaflet.map"
    evening.play("map_card", number="066")
    assert "Do not turn it over" in str(evening.prompt.more)
    evening.play("take_unseen", colour="green")
    copy = evening.state.cards.copy("066.1")
    assert (copy.where, copy.kind, evening.state.tasks) == ("map", "map", ())


def test_a_known_symbol_by_another_connection():
    """Symbol 3 was told beside 2; in this adventure 1 leads to it: it keeps its number (p. 8)."""
    evening = centre(**{"destiny.2.prize": "score", "destiny.3.prize": "other", "destiny.3.near": "2"})
    assert destiny.elsewhere(evening.state) == ("2", "3")
    evening.play("destiny_joined", symbol="3", near="1")
    assert evening.board_facts == {"destiny.3.near": "2, 1"}
    assert evening.state.leaflet.symbols == ("1", "3")
    with pytest.raises(IllegalMove, match="not connected"):
        evening.play("destiny_joined", symbol="3", near="1")


def test_a_symbol_can_raise_a_score_by_2():
    """Any one score, by 2 (p. 8, 24)."""
    evening = centre("score")
    assert evening.asked == "leaflet.score"
    evening.play("score_chosen", what="defense")
    assert evening.state.leaflet.defense == 2


def test_a_symbol_can_check_a_box():
    """1 box next to a building of your choice (p. 8, 23)."""
    evening = centre("building")
    assert evening.asked == "leaflet.box"
    evening.play("box", building="mill")
    assert evening.state.leaflet.building("mill").boxes == 1


def test_a_symbol_can_give_a_card():
    """Its number is read off the page once; then the card is taken (p. 8, 24)."""
    evening = centre("card")
    evening.play("destiny_card", number="314")
    assert (evening.asked, evening.state.tasks[0].card) == ("card.take", "314")
    again = centre("card", **{"destiny.1.number": "314"})
    assert (again.asked, again.state.tasks[0].card) == ("card.take", "314")


def test_the_card_of_a_symbol_goes_to_the_player_of_your_choice():
    """Not only to somebody who stands on the same Terrain card (p. 24)."""
    evening = centre("card", **{"destiny.1.number": "314"})
    evening.hero("seat1", place="081.1").hero("seat2", place="094.1")
    evening.play("take_unseen", colour="green")
    evening.play("reveal_kept", seat="seat2")
    assert evening.state.cards.copy("314.1").whose == "seat2"


def test_the_academy_adds_four_cards_to_choose_from():
    """When Advanced Skill cards are gained, 4 more are drawn (p. 23)."""
    evening = begun(2, **{"building.academy.boxes": 1})
    evening.play("box", building="academy")
    evening.play("destiny_new", prize="advanced", **CENTRE)
    assert prompted(evening.prompt) == ("leaflet.skills", {"count": 8})


def test_the_guild_raises_a_score_as_well():
    """For the kind of symbol that it shows, one score rises by 2 (p. 23); which kind only the page shows."""
    evening = begun(2, **{"building.guild.boxes": 1})
    evening.play("box", building="guild")
    evening.play("destiny_new", prize="building", **CENTRE)
    assert evening.asked == "leaflet.box"
    evening.play("box", building="mill")
    evening.play("boxes_told", boxes=2)
    evening.play("guild_told", prize="building")
    assert evening.board_facts == {"building.guild.prize": "building"}
    evening.play("score_chosen", what="production")
    assert evening.state.leaflet.production == 2
    evening.play("destiny_new", near="1", prize="other", where="")
    assert not evening.state.tasks
    evening.play("destiny_new", near="1", prize="building", where="")
    assert [task.kind for task in evening.state.tasks] == ["leaflet.box", "leaflet.score"]


def test_hope_reborn_for_life_points():
    """A player blocks all own cards of that name, and the characters share 10 life points (p. 6)."""
    evening = begun(2).hero("seat1", life=3).hero("seat2", life=4)
    for seat in ("seat1", "seat2"):
        evening.play("enter_card", number="190", colour="green", kind="purse", where="purse", seat=seat)
    for key in ("190.1", "190.2"):
        evening.tell(f"card.{key}.title", "Hope reborn!")
    evening.play("hope_blocked", seat="seat1")
    assert [copy.where for copy in evening.state.cards] == ["blocked", "purse"]
    assert evening.asked == "leaflet.share"
    with pytest.raises(IllegalMove, match=r"Life points to share: 10\. You have shared 9"):
        evening.play("life_shared", seat1=4, seat2=5, seat3=0, seat4=0)
    evening.play("life_shared", seat1=7, seat2=3, seat3=0, seat4=0)
    assert [hero.life for hero in evening.state.party] == [10, 7]


def test_hope_reborn_among_cards_without_a_name():
    """Which of a player's cards bear that name is ticked once, and kept; without such a card nothing is offered."""
    evening = begun(2).hero("seat1", life=3).hero("seat2", life=4)
    assert not evening.offered("hope_blocked")
    for number in ("049", "190"):
        evening.play("enter_card", number=number, colour="green", kind="purse", where="purse", seat="seat1")
    evening.play("hope_blocked", seat="seat1")
    with pytest.raises(IllegalMove, match="at least one"):
        evening.play("hope_done")
    evening.play("hope_tick", card="190.1")
    evening.play("hope_done")
    assert {copy.key: copy.where for copy in evening.state.cards} == {"049.1": "purse", "190.1": "blocked"}
    assert evening.board_facts == {"card.190.1.title": "Hope reborn!"}
    assert evening.asked == "leaflet.share"
    with pytest.raises(IllegalMove, match="has no card"):
        begun().play("hope_blocked", seat="seat2")


def test_hope_reborn_in_the_midst_of_an_action():
    """At any time (p. 6): the offer stands below whatever the action asks."""
    evening = begun(1).hero("seat1", life=3)
    evening.play("enter_card", number="190", colour="green", kind="purse", where="purse", seat="seat1")
    evening.tell("card.190.1.title", "Hope reborn!")
    evening.play("turn", seat="seat1")
    assert evening.asked == "action.choose"
    assert evening.offered("hope_blocked")
    evening.play("hope_blocked", seat="seat1")
    evening.play("life_shared", seat1=10, seat2=0, seat3=0, seat4=0)
    assert evening.state.hero("seat1").life == 13
    assert evening.asked == "action.choose"


def test_senseless_connections_are_refused():
    """Numbers of other symbols, with commas."""
    evening = begun()
    for value in ("x", "2"):
        with pytest.raises(IllegalMove, match="numbers of other symbols"):
            evening.tell("destiny.2.near", value)
    evening.tell("destiny.2.near", "1, 3")
