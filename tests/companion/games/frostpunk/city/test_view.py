"""The city on the phones."""

from dataclasses import replace

from companion.api.view import Grid, HexMap, MapSpace, MapTile, Note
from companion.games.frostpunk.city.land import Space
from companion.games.frostpunk.city.view import buildings_board, city

from .test_heat import BOARD
from .town import generator, place, stand, town


def the_map(state) -> HexMap:
    [found] = [widget for widget in city(state).widgets if isinstance(widget, HexMap)]
    return found


def tile(state, value: str) -> MapTile:
    [found] = [one for one in the_map(state).tiles if one.value == value]
    return found


def space(state, value: str) -> MapSpace:
    [found] = [one for one in tile(state, value.split(".")[0]).spaces if one.value == value]
    return found


def test_all_places_are_shown():
    """Nineteen hexagons; where no tile lies, the place itself can be tapped."""
    state = town("N1").state
    assert len(the_map(state).tiles) == 19
    assert len(tile(state, "G").spaces) == 5
    assert len(tile(state, "N1").spaces) == 2
    assert tile(state, "N2").spaces == ()


def test_short_labels():
    """What lies there, in a word or two."""
    tx = town("N1", "N2", N1_1=Space(what="coal", count=4), N1_2=Space(trees=2))
    stand(tx, "sawmill", "N2.1", upgraded=True)
    stand(tx, "tent", "N2.2", ruin=True)
    found = [str(space(tx.state, value).label) for value in ("N1.1", "N1.2", "N2.1", "N2.2")]
    assert found == ["4 Coal", "2 Trees", "Sawmill +", "Ruin"]


def test_meeples_are_marked():
    """A letter for each that was placed there this round."""
    tx = town("N1")
    stand(tx, "hothouse", "N1.1", "N1.2")
    place(tx, "workers", "N1.1")
    place(tx, "engineers", "N1.1")
    assert [str(mark) for mark in space(tx.state, "N1.1").marks] == ["W", "E"]


def test_heat_is_a_tone():
    """p. 24: heated, cold, or not known."""
    state = generator(town("N1", "F1", board=BOARD), heat=5)
    assert [space(state, value).tone for value in ("G.4", "N1.1", "F1.1")] == ["warm", "warm", "cold"]
    assert space(generator(town("N1", board={}), heat=5), "N1.1").tone == "plain"


def test_the_side_at_the_top():
    """As the owner's Generator tile lies."""
    assert not the_map(town().state).turned
    flat = town().state
    assert the_map(replace(flat, board={**flat.board, "map_side_up": "flat"})).turned


def test_the_generators_spaces_are_drawn_where_they_lie():
    """With middle edges 1 to 5, clockwise from the upper left: the first two at the top, then to the right and down."""
    assert [one.value for one in tile(town().state, "G").spaces] == ["G.1", "G.2", "G.3", "G.5", "G.4"]


def test_deposits_of_the_rim():
    """p. 9: in words on the place beside it."""
    tx = town("F1")
    tx.set_city(rim={"F1": "coal", "F3": "wood"})
    assert str(tile(tx.state, "F3").label) == "Wood Deposit"
    assert str(space(tx.state, "F1.2").note) == "Coal Deposit"


def test_what_stands_and_what_it_gives_now():
    """Where, heated, and the numbers of this moment."""
    tx = town("N1", board=BOARD)
    stand(tx, "charcoal_kiln", "N1.1")
    state = generator(tx, heat=4)
    [grid] = [widget for widget in city(state).widgets if isinstance(widget, Grid)]
    row = [str(cell.label) for cell in grid.rows[-1]]
    assert row == ["Charcoal Kiln", "Near tile 1, space 1", "cold", "4 Coal for 1 Wood"]


def test_what_is_amiss_is_said():
    """Facts to be told, and tiles that hang together with nothing."""
    notes = [str(widget.text) for widget in city(town("F7", board={}).state).widgets if isinstance(widget, Note)]
    assert len(notes) == 2
    assert "hang together" in notes[1]
    assert not any(isinstance(widget, Note) for widget in city(town().state).widgets)


def test_the_buildings_board():
    """p. 41: left, cost, upgrade; those below the board only once they are allowed."""
    tx = town("N1", board={**BOARD, "upgrade_cost_small_2": "core"})
    stand(tx, "sawmill", "N1.1")
    tx.set_city(unlocked=("temple",), ruins=("tent",))
    [grid] = buildings_board(tx.state).widgets
    assert isinstance(grid, Grid)
    rows = {str(row[0].label): [str(cell.label) for cell in row[1:5]] for row in grid.rows}
    assert rows["Sawmill"] == ["2", "2 Wood", "1 Steam Core", "Orange, upgraded Red"]
    assert rows["Hothouse"] == ["2", "4 Wood, 1 Steam Core", "not told yet", "Orange, upgraded Red"]
    assert rows["Tent"][0] == "Ruins"
    assert rows["Temple"] == ["1", "not told yet", "never", "Yellow"]
    assert "Prison" not in rows
    assert "Platform" not in rows
