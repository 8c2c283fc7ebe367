"""Heated or cold, as the players read it off the board: what one answer tells of other places, rulebook p. 24."""

import pytest

from companion.games.frostpunk.city import heat as warmth
from companion.games.frostpunk.city.land import Building
from companion.games.frostpunk.transaction import Transaction
from tests.companion.games.frostpunk.action.table import acting, offers, stand
from tests.companion.games.frostpunk.table import Evening


def told(place: str, heated: bool, building: Building | None = None, heat: int = 3) -> Evening:
    """With the Heat marker on 3, somebody has said whether it is heated there."""
    evening = acting(2, "N1", "N2", "F1").generator(heat=heat, cold=8)
    tx = Transaction(evening.state)
    warmth.tell(tx, place, heated, building)
    return evening.at("action.turn", board=tx.state.board)


def at(*spaces: str, kind: str = "sawmill") -> Building:
    return Building(kind=kind, at=spaces)


def test_a_heated_zone_holds_the_smaller_ones():
    """p. 24: gathering is heated two hexagons away: by a zone, which holds the tiles closer by, too."""
    evening = told("F1", True)
    assert [warmth.of_place(evening.state, place) for place in ("G", "N1", "F1")] == [True, True, True]


def test_a_heated_zone_heats_its_buildings():
    """p. 24: actions in a heated zone are heated whatever the insulation: nobody is asked of the Cookhouse again."""
    evening = told("G", True)
    uses = [offer for offer in offers(evening, "act_use") if offer.move.args["building"] == "cookhouse"]
    assert uses
    assert all(not offer.asks and str(offer.note).endswith("heated") for offer in uses)
    assert warmth.of_place(evening.state, "N1") is None


def test_a_heated_building_tells_of_its_like_closer_by():
    """p. 24: what heats a Sawmill on a Far tile, its insulation or the zone, heats one on a Near tile, but no space."""
    far = at("F1.1")
    evening = told("F1", True, far)
    assert warmth.of_building(evening.state, at("N1.1")) is True
    assert warmth.of_place(evening.state, "N1") is None
    near = told("N1", True, at("N1.1"))
    assert warmth.of_building(near.state, far) is None


@pytest.mark.parametrize(("heat", "known"), [(2, None), (3, True), (4, True)])
def test_more_heat_keeps_it_heated(heat: int, known: bool | None):
    """p. 24: told with the Heat marker on 3, it stays heated as players fuel; with less heat it is asked."""
    evening = told("N1", True).generator(heat=heat)
    assert warmth.of_place(evening.state, "N1") is known


def test_the_indicators_moving_up_open_the_question_again():
    """p. 21, 24: an indicator that has moved up may stand above the Heat marker."""
    evening = told("N1", True).generator(orange=3)
    assert warmth.of_place(evening.state, "N1") is None


def test_cold_tells_of_larger_zones():
    """p. 24: where a Near tile is cold, no zone that holds it is heated, and no Far tile; the Generator tile may be."""
    evening = told("N1", False)
    stand(evening, "sawmill", "F1.1")
    assert [warmth.of_place(evening.state, place) for place in ("G", "N1", "F1")] == [None, False, False]
