"""The Preparation phase (p. 9, 23)."""

import pytest

from companion.api.game import IllegalMove

from ..table import Evening, begun


def built(*names: str, players: int = 2, **board: str | int) -> Evening:
    """These buildings stand."""
    evening = begun(players, **{f"building.{name}.boxes": 1 for name in names}, **board)
    for name in names:
        evening.play("box", building=name)
    for at, hero in enumerate(evening.state.party):
        evening.hero(hero.seat, life=3 + at)
    return evening


def test_a_score_rises_wherever_you_are():
    """The Mill raises its score by 1, at the Citadel or not; which score is read off its icon once (p. 23)."""
    evening = built("mill")
    evening.play("prepare", citadel="no", life=0)
    assert evening.asked == "leaflet.icon"
    evening.play("icon_told", score="production")
    assert evening.state.leaflet.production == 1
    assert evening.board_facts == {"building.mill.score": "production"}
    evening.play("prepare", citadel="no", life=0)
    assert evening.state.leaflet.production == 2
    assert not evening.state.tasks


def test_many_buildings_help_only_at_the_citadel():
    """Smithy, Dispensary and Sanatorium need you there (p. 23)."""
    away = built("smithy", "sanatorium")
    away.play("prepare", citadel="no", life=6)
    assert (away.asked, away.state.tasks[0].count) == ("leaflet.share", 6)
    there = built("smithy", "sanatorium")
    there.play("prepare", citadel="yes", life=6)
    assert there.state.leaflet.preparing == ("building:smithy",)
    there.play("prepared", item="building:smithy")
    assert (there.asked, there.state.tasks[0].count) == ("leaflet.share", 11)


def test_the_order_is_that_of_the_page_and_the_beginning_comes_first():
    """The Cemetery acts at the beginning of the phase (p. 23)."""
    evening = built("smithy", "cemetery", "dispensary", players=4)
    evening.play("prepare", citadel="yes", life=0)
    assert evening.state.leaflet.preparing == ("building:cemetery", "building:smithy", "building:dispensary")
    evening.play("all_prepared")
    assert not evening.state.tasks


def test_the_cemetery_needs_more_than_10_life_points():
    """3 + 4 = 7 are not more than 10; 3 + 4 + 4 = 11 are (p. 23)."""
    evening = built("cemetery")
    evening.play("prepare", citadel="yes", life=0)
    assert evening.state.leaflet.preparing == ()
    evening.hero("seat1", life=7)
    evening.play("prepare", citadel="yes", life=0)
    assert evening.state.leaflet.preparing == ("building:cemetery",)


def test_a_building_of_unknown_effect_is_never_forgotten():
    """When nobody has told what it does, the page is looked at."""
    evening = built("baths")
    evening.play("prepare", citadel="no", life=0)
    assert evening.state.leaflet.preparing == ("building:baths",)


def test_cards_that_speak_of_the_phase():
    """Quest items are turned over, Global events change what is shared (p. 5 to 6)."""
    evening = begun()
    evening.play("enter_card", number="083", colour="green", kind="quest", where="quest", seat="seat1")
    evening.play("enter_card", number="120", colour="green", kind="global", where="global", seat="seat1")
    evening.play("prepare", citadel="yes", life=0)
    labels = [str(offer.label) for offer in evening.prompt.offers]
    assert labels[0].startswith("Quest items that speak of this phase: 083.")
    assert labels[1] == "Global events that speak of this phase: 120."
    with pytest.raises(IllegalMove, match="seen to already"):
        evening.play("prepared", item="cards:map")


def test_shared_life_points_wake_the_unconscious():
    """In the worst case they regain consciousness at the Citadel (p. 20)."""
    evening = begun().hero("seat1", life=2).hero("seat2", life=0, conscious=False)
    evening.play("prepare", citadel="yes", life=5)
    evening.play("life_shared", seat1=2, seat2=3, seat3=0, seat4=0)
    assert [(hero.life, hero.conscious) for hero in evening.state.party] == [(4, True), (3, True)]


def test_life_points_end_at_99():
    """Never more than 99 (p. 20)."""
    evening = begun(1).hero("seat1", life=95)
    evening.play("prepare", citadel="yes", life=10)
    evening.play("life_shared", seat1=10, seat2=0, seat3=0, seat4=0)
    assert evening.state.hero("seat1").life == 99


def test_a_global_event_can_take_life_points_from_those_shared():
    """Responsibilities (p. 6): 4 fewer of 9 life points are shared, 5; with nothing left there is nothing to share."""
    evening = begun(1).hero("seat1", life=1)
    evening.play("prepare", citadel="yes", life=9)
    evening.play("share_changed", count=5)
    evening.play("life_shared", seat1=5, seat2=0, seat3=0, seat4=0)
    assert evening.state.hero("seat1").life == 6
    evening.play("prepare", citadel="yes", life=3)
    evening.play("share_changed", count=0)
    assert not evening.state.tasks
