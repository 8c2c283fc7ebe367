"""Everything that can be set by hand."""

from __future__ import annotations

import pytest

from companion.api.game import IllegalMove
from companion.games.fire_brigade.game import GAME
from companion.games.fire_brigade.state import TOWN_KINDS
from companion.games.fire_brigade.streets import UNIVERSITY

from .table import Evening


def test_every_value_can_be_set_to_what_it_is():
    """Each knob takes its own value, and then nothing has changed."""
    evening = Evening(3).laid_out().captain(0, "white_fang", "pink").able(0, "kular").player(1, precious=True)
    evening.state = GAME.learn(evening.state, "crew.mog", "nobles 3").state  # type: ignore[misc]
    evening.correct("B1.renown.seat2", 1)
    before = evening.state
    for one in GAME.corrections(before):
        assert GAME.correct(before, one.ask.name, one.now).state == before, one.ask.name


@pytest.mark.parametrize(
    ("name", "value", "check"),
    [
        ("B1.fire", 3, lambda s: s.city["B1"].fire == 3),
        ("B1.kind", "nobles", lambda s: s.city["B1"].kind == "nobles"),
        ("B1.value", 2, lambda s: s.city["B1"].value == 2),
        ("B1.side", "burnt", lambda s: s.city["B1"].destroyed),
        ("B1.loyal", "seat2", lambda s: s.city["B1"].loyal == 1),
        ("B1.renown.seat2", 1, lambda s: s.city["B1"].renown == (0, 1)),
        ("seat1.at.brigade", "C2", lambda s: s.players[0].brigade == "C2"),
        ("seat1.at.wagon", "C2", lambda s: s.players[0].wagon == "C2"),
        ("seat1.house", "F1", lambda s: s.players[0].house == "F1"),
        ("seat1.holds", 4, lambda s: s.players[0].holds == 4),
        ("seat1.captain_water", 1, lambda s: s.players[0].captain_water == 1),
        ("seat1.wagon_water", 0, lambda s: s.players[0].wagon_water == 0),
        ("seat1.leadership", 6, lambda s: s.players[0].values["leadership"] == 6),
        ("seat1.circles.crew", 2, lambda s: s.players[0].circles["crew"] == 2),
        ("seat1.blue.crew", "yes", lambda s: s.players[0].blue == ("crew",)),
        ("seat1.precious", "yes", lambda s: s.players[0].precious),
        ("seat1.crew.kular", 1, lambda s: s.players[0].crew[0].water == 1),
        ("seat1.keeps.kular", "none", lambda s: s.players[0].crew == ()),
        ("seat1.joins", "mog", lambda s: s.players[0].crew[1].name == "mog"),
        ("seat1.captain", "gloria", lambda s: s.players[0].captain == "gloria"),
        ("seat1.side", "white", lambda s: s.players[0].side == "white"),
        ("seat1.turned", "yes", lambda s: s.players[0].turned),
        ("B6.from", "stolen", lambda s: s.city["B6"].stolen),
        ("actions", 2, lambda s: s.turn.actions == 2),
        ("turn", "seat2", lambda s: s.turn.seat == 1),
    ],
)
def test_a_value_is_set(name, value, check):
    """What the table shows can be told, value by value."""
    evening = Evening().laid_out().quiet().captain(0, "white_fang", "pink").able(0, "kular")
    evening.state = GAME.learn(evening.state, "crew.mog", "nobles 3").state  # type: ignore[misc]
    assert check(evening.correct(name, value))
    assert evening.names[0] == "corrected"


def test_the_university_can_only_be_what_it_is():
    """Its four blocks lie in the middle and are worth 5; the 28 town blocks are of the other four kinds."""
    evening = Evening().laid_out()
    asks = {one.ask.name: one.ask for one in GAME.corrections(evening.state)}
    for place in UNIVERSITY:
        assert [choice.value for choice in asks[f"{place}.kind"].choices] == ["university"]
        assert (asks[f"{place}.value"].at_least, asks[f"{place}.value"].at_most) == (5, 5)
    assert {choice.value for choice in asks["B1.kind"].choices} == set(TOWN_KINDS)


def test_a_firehouse_in_another_corner_takes_along_what_stands_there():
    """p. 4: Brigade and Wagon start at home: Ada's Firehouse is in F1, and A1 is no field any more."""
    evening = Evening().laid_out().quiet().player(0, wagon="C2")
    evening.correct("seat1.house", "F1")
    ada = evening.state.players[0]
    assert (ada.house, ada.brigade, ada.wagon) == ("F1", "F1", "C2")
    assert "A1" not in evening.state.fields


def test_two_firehouses_change_places():
    """One corner, one Firehouse: Ben, who has F6, gets Ada's A1."""
    evening = Evening().laid_out().quiet().player(1, wagon="C2")
    evening.correct("seat1.house", "F6")
    ada, ben = evening.state.players
    assert (ada.house, ada.brigade, ada.wagon) == ("F6", "F6", "F6")
    assert (ben.house, ben.brigade, ben.wagon) == ("A1", "A1", "C2")


def test_a_corner_without_a_firehouse_cannot_be_set():
    """A Wagon is on a block or in a Firehouse; an older evening may have left one in a corner, until it goes."""
    evening = Evening().laid_out().quiet()

    def corners() -> set[str]:
        [ask] = [one.ask for one in GAME.corrections(evening.state) if one.ask.name == "seat1.at.wagon"]
        return {choice.value for choice in ask.choices} & {"A1", "F1", "F6", "A6"}  # type: ignore[union-attr]

    assert corners() == {"A1", "F6"}
    evening.player(0, wagon="F1")
    assert corners() == {"A1", "F6", "F1"}


def test_what_makes_no_sense_is_refused():
    """Values beyond their limits, and names that nothing has."""
    evening = Evening().laid_out()
    for name, value in (("B1.fire", 9), ("B1.kind", "harbour"), ("nothing", 1)):
        with pytest.raises(IllegalMove):
            evening.correct(name, value)


def test_every_value_stands_under_a_heading():
    """What belongs together on the table stands together: the turn, each player, the fires of all blocks."""
    groups = [str(one.group) for one in GAME.corrections(Evening(2).laid_out().state)]
    assert "None" not in groups
    assert {"The turn", "Ada", "Ben", "Fire", "Loyalty", "Renown", "Ruins", "Tiles"} <= set(groups)
