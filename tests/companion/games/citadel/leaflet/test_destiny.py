"""The Destiny page (p. 8, 24). What the symbols of the real page bring and how they are connected is made up here."""

import pytest

from companion.game import IllegalMove
from companion.games.citadel.leaflet import destiny

from ..table import Evening, begun

CENTRE = {"near": "", "where": ""}


def centre(prize: str = "advanced", **board: str) -> Evening:
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
    facts = {f"destiny.{n}.prize": "map" for n in (1, 2, 3)}
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
    assert evening.learnt == {
        "destiny.2.prize": "reflex",
        "destiny.2.near": "1",
        "destiny.2.where": "above the centre",
    }
    with pytest.raises(IllegalMove, match="not connected"):
        evening.play("destiny_new", near="7", prize="map", where="")


@pytest.mark.parametrize(
    ("prize", "said"),
    [
        ("map", "insert it there without turning it over"),
        ("return", "One player returns 2 Skill cards, or two players return 1 each"),
        ("reflex", "One player gains a random Reflex Skill card"),
        ("advanced", "Draw 4 Advanced Skill cards at random. One player gains 2 of them, or two players 1 each"),
        ("other", "Do what stands beside the symbol."),
    ],
)
def test_what_a_symbol_brings_is_said(prize: str, said: str):
    """The prizes of the page (p. 8, 24)."""
    evening = centre(prize)
    assert said in str(evening.told("destiny_effect").text)


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
    assert (evening.asked, evening.state.todo[0].card) == ("card.take", "314")
    again = centre("card", **{"destiny.1.number": "314"})
    assert (again.asked, again.state.todo[0].card) == ("card.take", "314")


def test_the_academy_adds_four_cards_to_choose_from():
    """When Advanced Skill cards are gained, 4 more are drawn (p. 23)."""
    evening = begun(2, **{"building.academy.boxes": 1})
    evening.play("box", building="academy")
    evening.play("destiny_new", prize="advanced", **CENTRE)
    assert "Draw 8 Advanced Skill cards" in str(evening.told("destiny_effect").text)


def test_the_guild_raises_a_score_as_well():
    """For the kind of symbol that it shows, one score rises by 2 (p. 23); which kind only the page shows."""
    evening = begun(2, **{"building.guild.boxes": 1})
    evening.play("box", building="guild")
    evening.play("destiny_new", prize="building", **CENTRE)
    assert evening.asked == "leaflet.box"
    evening.play("box", building="mill")
    evening.play("boxes_told", boxes=2)
    evening.play("guild_told", prize="building")
    assert evening.learnt == {"building.guild.prize": "building"}
    evening.play("score_chosen", what="production")
    assert evening.state.leaflet.production == 2
    evening.play("destiny_new", near="1", prize="map", where="")
    assert not evening.state.todo
    evening.play("destiny_new", near="1", prize="building", where="")
    assert [task.kind for task in evening.state.todo] == ["leaflet.box", "leaflet.score"]


def test_hope_reborn_for_life_points():
    """A player blocks all own cards of that name, and the characters share 10 life points (p. 6)."""
    evening = begun(2).hero("seat1", life=3).hero("seat2", life=4)
    for seat in ("seat1", "seat2"):
        evening.play("enter_card", number="190", colour="green", kind="purse", where="purse", seat=seat)
    for key in ("190.1", "190.2"):
        evening.tell(f"card.{key}.title", "Hope reborn!")
    evening.play("hope_blocked", seat="seat1")
    assert [copy.where for copy in evening.state.ledger] == ["blocked", "purse"]
    assert evening.asked == "leaflet.share"
    with pytest.raises(IllegalMove, match="There are 10 life points to share; you have shared 9"):
        evening.play("life_shared", seat1=4, seat2=5, seat3=0, seat4=0)
    evening.play("life_shared", seat1=7, seat2=3, seat3=0, seat4=0)
    assert [hero.life for hero in evening.state.party] == [10, 7]


def test_senseless_connections_are_refused():
    """Numbers of other symbols, with commas."""
    evening = begun()
    for value in ("x", "2"):
        with pytest.raises(IllegalMove, match="numbers of other symbols"):
            evening.tell("destiny.2.near", value)
    evening.tell("destiny.2.near", "1, 3")
