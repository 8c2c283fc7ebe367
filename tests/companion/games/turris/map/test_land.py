"""The board as a graph (rulebook p. 16, 21)."""

import random
from dataclasses import replace

import pytest

from companion.games.turris.map.land import adjacent, distances, ends, link_name, locations, neighbours, shortest
from companion.games.turris.state import PLACES, State
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


def walks(state: State, start: str, steps: int) -> list[tuple[str, ...]]:
    """Every walk of so many steps, found the slow way."""
    if not steps:
        return [()]
    return [(step, *rest) for step in neighbours(state, start) for rest in walks(state, step, steps - 1)]


@pytest.mark.parametrize("seed", range(40))
def test_shortest_ways_are_all_walks_of_the_least_length(seed: int):
    """p. 16: on boards linked at random, against a search that tries everything."""
    dice = random.Random(seed)
    drawn = {link_name(*dice.sample(PLACES, 2)): "yes" for _ in range(30)}
    state = replace(Evening(dice.randint(1, 4)).state, board=drawn)
    start, target = dice.sample(locations(state), 2)
    found = shortest(state, start, target)
    least = next((n for n in range(6) if any(one[-1:] == (target,) for one in walks(state, start, n))), None)
    if least is not None:
        expected = {one for one in walks(state, start, least) if one[-1] == target}
        assert set(found) == expected
        assert len(found) == len(expected)
        assert distances(state, start)[target] == least


def test_places_without_links_have_no_way():
    """Before its links are told, nothing leads to a place."""
    state = Evening(4).state
    assert shortest(state, "left", "abyss") == ()
    assert distances(state, "left") == {"left": 0}
