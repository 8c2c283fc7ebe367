"""The Generator tile at the start: rulebook p. 9."""

from dataclasses import replace

from companion.games.frostpunk.city import generator_tile
from companion.games.frostpunk.city.land import Meeple, Space
from companion.games.frostpunk.game import GAME

from .town import TILE, town


def test_five_things_on_five_spaces():
    """p. 9: the Cookhouse, five Wood and five Coal are put there, Platform and Generator Building are printed."""
    city = generator_tile.start({})
    assert sorted(building.kind for building in city.buildings) == ["cookhouse", "generator_building", "platform"]
    assert [space for space in city.tiles["G"] if space.count] == [
        Space(what="wood", count=5),
        Space(what="coal", count=5),
    ]
    taken = {space for building in city.buildings for space in building.at}
    assert len(taken) == 3


def test_where_each_lies_is_as_told():
    """p. 9: pictured, so the owner's words decide."""
    told = {**TILE, "generator_space_1": "coal", "generator_space_5": "cookhouse"}
    city = generator_tile.start(told)
    assert city.tiles["G"][0] == Space(what="coal", count=5)
    assert [b.at for b in city.buildings if b.kind == "cookhouse"] == [("G.5",)]


def test_four_tell_the_fifth():
    """Five things on five spaces: the last one follows."""
    four = {name: TILE[name] for name in generator_tile.FACTS[:4]}
    assert generator_tile.told(four) == ("cookhouse", "platform", "generator_building", "wood", "coal")
    assert generator_tile.missing(four) == ()


def test_twice_the_same_thing_is_asked_again():
    """Two spaces cannot both hold the Cookhouse."""
    wrong = {**{name: TILE[name] for name in generator_tile.FACTS}, "generator_space_2": "cookhouse"}
    assert generator_tile.told(wrong) is None
    assert generator_tile.missing(wrong) == generator_tile.FACTS


def test_told_later_everything_moves_along():
    """What stood and lay on a provisional space goes to where the owner says that thing was at the start."""
    before = town(board={}).state
    coal = replace(before.city.tiles["G"][4], count=3)
    tiles = {"G": (*before.city.tiles["G"][:4], coal)}
    placed = (Meeple(kind="workers", at="G.5"), Meeple(kind="workers", at="snow"))
    state = replace(before, city=replace(before.city, tiles=tiles, placed=placed))
    for n, thing in enumerate(("coal", "wood", "cookhouse", "platform", "generator_building"), 1):
        assert GAME.learn is not None
        state = GAME.learn(state, f"generator_space_{n}", thing).state
    assert state.city.tiles["G"][0] == coal
    assert {b.kind: b.at for b in state.city.buildings} == {
        "cookhouse": ("G.3",),
        "platform": ("G.4",),
        "generator_building": ("G.5",),
    }
    assert [meeple.at for meeple in state.city.placed] == ["G.1", "snow"]
