"""The map's hexagons, where tiles may be laid, adjacent spaces: rulebook p. 25, 40."""

from dataclasses import replace

import pytest

from companion.games.frostpunk.city.geometry import (
    COORDINATES,
    CORNERS,
    NEIGHBOURS,
    adjacent,
    adjacent_where,
    connected,
    lay_spots,
    missing_adjacency,
    ring,
    spaces_of,
)
from companion.games.frostpunk.city.land import FAR, NEAR, PLACES
from companion.games.frostpunk.house_rules import GENERATOR_SPACES_ADJACENT

from .town import TILE, town


def test_nineteen_hexagons():
    """p. 24: the Generator tile, six next to it and twelve within two."""
    assert len(PLACES) == len(COORDINATES) == len(set(COORDINATES.values())) == 19
    assert [ring(place) for place in PLACES] == [0] + [1] * 6 + [2] * 12
    for place, (q, r) in COORDINATES.items():
        assert max(abs(q), abs(r), abs(q + r)) == ring(place)


def test_neighbours_by_hand():
    """F1 lies beyond N1; F2 between N1 and N2; each Near tile touches six others, a corner of the map three."""
    assert set(NEIGHBOURS["G"]) == set(NEAR)
    assert set(NEIGHBOURS["N1"]) == {"G", "N2", "N6", "F12", "F1", "F2"}
    assert set(NEIGHBOURS["F1"]) == {"N1", "F2", "F12"}
    assert set(NEIGHBOURS["F2"]) == {"N1", "N2", "F1", "F3"}
    assert CORNERS == ("F1", "F3", "F5", "F7", "F9", "F11")


def test_touching_is_mutual():
    """A shared edge is shared by both tiles."""
    assert all(place in NEIGHBOURS[other] for place in PLACES for other in NEIGHBOURS[place])


def test_the_numbers_go_round_clockwise():
    """The first Near place is up (or up to the left), the next one to the right of it; the Far ones likewise."""
    assert COORDINATES["N1"] == (0, -1)
    assert COORDINATES["N2"] == (1, -1)
    assert all(FAR[n + 1] in NEIGHBOURS[FAR[n]] for n in range(11))


# --- laying, p. 25 ----------------------------------------------------------------------------------------------------


def test_a_near_tile_goes_next_to_the_generator_tile():
    """p. 25: every free place around it."""
    assert lay_spots(town("N1", "N3").state, "near") == ("N2", "N4", "N5", "N6")


def test_a_far_tile_goes_next_to_a_connected_tile():
    """p. 25: beside N1 lie F12, F1 and F2; the other places of the outer ring touch no tile."""
    assert lay_spots(town("N1").state, "far") == ("F1", "F2", "F12")
    assert lay_spots(town().state, "far") == ()


def test_connected_through_other_tiles():
    """p. 25: directly, or through other adjacent tiles."""
    assert lay_spots(town("N1", "F2").state, "far") == ("F1", "F3", "F12")
    assert connected(town("N1", "F2", "F3").state) == {"G", "N1", "F2", "F3"}


def test_a_tile_that_hangs_together_with_nothing_connects_nothing():
    """p. 25: F7 beside F6 does not lead to the Generator tile."""
    state = town("F7").state
    assert connected(state) == {"G"}
    assert lay_spots(state, "far") == ()


def test_no_far_place_touches_the_generator_tile():
    """p. 25: a Far tile is never next to it."""
    assert not set(FAR) & set(NEIGHBOURS["G"])


# --- adjacent spaces, p. 40 -------------------------------------------------------------------------------------------


def test_spaces_adjacent_to_a_map_tiles_space():
    """p. 40: the other space of its tile, and all spaces of the tiles that share an edge; not those further off."""
    state = town("N2", "F3", "F4", "F2", "N5").state
    found = adjacent(state, "F3.1")
    assert found is not None
    assert set(found) == {"F3.2", *spaces_of(state, "N2"), *spaces_of(state, "F4"), *spaces_of(state, "F2")}


def test_a_far_tile_needs_no_board_fact():
    """p. 40: the Generator tile is not next to it."""
    state = town("N1", "F1", board={}).state
    assert missing_adjacency(state, "F1.2") == ()
    assert adjacent(state, "F1.2") == ("F1.1", "N1.1", "N1.2")


@pytest.mark.parametrize(("near", "spaces"), [("N1", {"G.1", "G.5"}), ("N2", {"G.2"}), ("N3", {"G.3"}), ("N4", set())])
def test_a_near_tile_is_adjacent_to_none_one_or_two_generator_spaces(near: str, spaces: set[str]):
    """p. 40, the Gathering Posts A to D of the box: two, one, one and none."""
    found = adjacent(town(near).state, f"{near}.1")
    assert found is not None
    assert set(found) == {f"{near}.2", *spaces}


def test_a_generator_space_is_adjacent_to_the_tiles_at_its_three_edges():
    """p. 40: G.1 has its middle edge at N1, so the tiles at N6, N1 and N2 count."""
    state = town("N1", "N2", "N3", "N6").state
    assert set(adjacent(state, "G.1") or ()) == {f"{place}.{n}" for place in ("N6", "N1", "N2") for n in (1, 2)}


def test_two_generator_spaces_are_not_adjacent_unless_the_house_says_so():
    """p. 40, taken literally: only spaces on Map tiles; the other reading is a house rule."""
    state = town("N1").state
    assert adjacent(state, "G.1") == ("N1.1", "N1.2")
    other = replace(state, houses={GENERATOR_SPACES_ADJACENT: "yes"})
    assert adjacent(other, "G.1") == ("G.2", "G.3", "G.4", "G.5", "N1.1", "N1.2")


def test_what_is_missing_is_named():
    """Only the edge and the places of the five spaces are asked for a Near tile, only the middle edge for one of G."""
    start = {name: TILE[name] for name in TILE if name.startswith("generator_space")}
    assert missing_adjacency(town("N2", board={}).state, "N2.1")[0] == "generator_edge_2"
    assert missing_adjacency(town("N2", board=start).state, "N2.1") == ("generator_edge_2",)
    assert missing_adjacency(town("N2", board=start).state, "G.3") == ("generator_middle_3",)
    assert adjacent(town("N2", board={}).state, "N2.1") is None


def test_an_edge_that_touches_no_space_needs_no_other_fact():
    """p. 40: with none of the five spaces adjacent, where each lies does not matter."""
    assert missing_adjacency(town("N4", board={"generator_edge_4": "none"}).state, "N4.1") == ()


def test_without_near_tiles_nothing_is_adjacent_to_the_generator_spaces():
    """p. 40: no fact is needed for that."""
    assert adjacent(town(board={}).state, "G.2") == ()


def test_a_missing_fact_matters_only_where_it_can_make_a_difference():
    """Where no space in doubt suits, the rest is known."""
    state = town("N2", "F3", board={}).state
    assert adjacent_where(state, "N2.1", lambda space: space.startswith("F3")) == ("F3.1", "F3.2")
    assert adjacent_where(state, "N2.1", lambda space: True) is None
    assert adjacent_where(state, "G.1", lambda space: False) == ()
