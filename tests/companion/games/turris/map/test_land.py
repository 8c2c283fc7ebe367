"""The board as a graph (rulebook p. 16, 21)."""

from companion.games.turris.map.land import adjacent, distances, ends, link_name, locations, neighbours, shortest
from tests.companion.games.turris.table import FULL, Evening


def test_links_have_one_name_whichever_way():
    """The two places stand in the order of the alphabet."""
    assert link_name("spire", "forge") == link_name("forge", "spire") == "link.forge.spire"
    assert ends("link.forge.spire") == ("forge", "spire")
    assert ends("link.spire.forge") is None
    assert ends("link.forge.forge") is None
    assert ends("link.forge.moon") is None
    assert ends("links_told") is None


def test_crossroads_are_neighbours_but_not_adjacent_locations():
    """p. 16: Crossroads are Locations only for distances."""
    state = Evening(4, **FULL).state
    assert set(neighbours(state, "abyss")) == {"grove", "left", "nest", "right"}
    assert set(adjacent(state, "abyss")) == {"grove", "nest"}


def test_spots_without_site_do_not_exist():
    """p. 21: with two players C and D are left out everywhere."""
    state = Evening(2, **FULL).state
    assert "c" not in neighbours(state, "grove")
    assert {"c", "d"} & set(locations(state)) == set()
    assert {"c", "d"} & set(distances(state, "abyss")) == set()
    assert {"c", "d"} <= set(locations(Evening(4, **FULL).state))


def test_all_shortest_ways_are_found():
    """p. 16: from the Shrine to the Circle: over the left Crossroads and the Isle only; to the Spire: over Guild and
    Forge, and over Site A and the Forge."""
    state = Evening(4, **FULL).state
    assert shortest(state, "shrine", "circle") == (("left", "isle", "circle"),)
    assert set(shortest(state, "shrine", "spire")) == {("guild", "forge", "spire"), ("a", "forge", "spire")}
    assert shortest(state, "shrine", "shrine") == ((),)


def test_places_without_links_have_no_way():
    """Before its links are told, nothing leads to a place."""
    state = Evening(4).state
    assert shortest(state, "left", "abyss") == ()
    assert distances(state, "left") == {"left": 0}
