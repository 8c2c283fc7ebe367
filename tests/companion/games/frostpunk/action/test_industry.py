"""Gathering Post, Sawmill and Coal Thumper (rulebook p. 40 to 42)."""

import pytest

from companion.api.game import IllegalMove, Urgency
from companion.games.frostpunk.city.land import Space
from tests.companion.games.meaning import offered

from .table import acting, lay, offers, stand, take, tap, use, with_building


def test_a_gathering_post_takes_one_from_each_adjacent_space():
    """p. 41: Near tile 3 touches tiles 2 and 4, two Far tiles and here one space of the Generator tile."""
    evening = acting(2, "N3")
    lay(evening, "N2", Space(what="coal", count=3), Space(what="wood", count=1))
    lay(evening, "N4", Space(what="coal", count=1), Space(trees=2))
    lay(evening, "N6", Space(what="wood", count=5), Space())
    lay(evening, "N3", Space(), Space(what="steam_cores", count=2))
    stand(evening, "gathering_post", "N3.1")
    tap(evening, "Gathering Post: 2 Coal, 1 Steam Core and 1 Wood")
    assert (evening.state.coal, evening.state.wood, evening.state.steam_cores) == (22, 21, 6)
    assert evening.state.city.tiles["N6"][0].count == 5


def test_a_gathering_post_with_nothing_around_is_not_offered():
    """p. 41: there is nothing to be taken."""
    evening = acting(2, "F1")
    stand(evening, "gathering_post", "F1.1")
    assert not [one for one in offers(evening, "act_use") if one.move.args["building"] == "gathering_post"]


def test_where_adjacency_is_not_told_the_players_point():
    """p. 40: the Generator tile's adjacency is only pictured; until it is told, the spaces are pointed at."""
    evening = acting()
    board = {name: value for name, value in evening.state.board.items() if not name.startswith("generator_")}
    evening.at("action.turn", board=board)
    lay(evening, "N1", Space(), Space(what="coal", count=3))
    stand(evening, "gathering_post", "N1.1")
    take(evening, "act_use", building="Gathering Post", way=1)
    assert evening.asked == "action.around"
    evening.play("point", at="N1.2")
    evening.play("point", at="none")
    assert (evening.state.coal, evening.state.turn) == (21, 1)


def test_a_sawmill_fells_a_tree_of_its_tile():
    """p. 41: one Tree of its own tile gives three Wood."""
    evening = acting()
    lay(evening, "N1", Space(), Space(trees=2))
    stand(evening, "sawmill", "N1.1")
    take(evening, "act_use", building="Sawmill", way=1, what={"space": {"tile": {"n": 1}, "n": "2"}})
    assert evening.state.wood == 23
    assert evening.state.city.tiles["N1"][1].trees == 1


def test_a_basic_sawmill_does_not_reach_another_tile():
    """p. 41: only the upgraded one takes a Tree of an adjacent space."""
    evening = acting(2, "N1")
    lay(evening, "N2", Space(trees=3), Space())
    stand(evening, "sawmill", "N1.1")
    assert not [one for one in offers(evening, "act_use") if one.move.args["building"] == "sawmill"]
    with pytest.raises(IllegalMove, match="Tree"):
        use(evening, "N1.1")


def test_an_upgraded_sawmill_reaches_adjacent_spaces():
    """p. 41: its own tile or an adjacent space, as the players choose."""
    evening = acting()
    lay(evening, "N1", Space(), Space(trees=1))
    lay(evening, "N2", Space(trees=3), Space())
    stand(evening, "sawmill", "N1.1", upgraded=True)
    take(evening, "act_use", building="Sawmill", way=2, what={"space": {"tile": {"n": 2}, "n": "1"}})
    assert evening.state.city.tiles["N2"][0].trees == 2


def test_a_coal_thumper_on_three_spaces():
    """p. 42: the empty space takes 3 Coal, the one with 4 Coal only 1; Trees and Wood are in the way."""
    evening = acting(2, "N2")
    lay(evening, "N1", Space(), Space(what="coal", count=4))
    lay(evening, "N3", Space(trees=1), Space(what="wood", count=1))
    stand(evening, "coal_thumper", "N2.1", "N2.2")
    take(evening, "act_use", building="Coal Thumper", way=1, what={"coal": 4, "n": 2})
    assert evening.state.city.tiles["N1"] == (Space(what="coal", count=3), Space(what="coal", count=5))
    assert evening.state.coal == 20


def test_a_coal_thumper_chooses_among_more():
    """p. 42: with four spaces that take Coal, three of them are chosen; upgraded, all four get it."""
    evening = acting(2, "N1", "N2", "N3")
    stand(evening, "coal_thumper", "N2.1", "N2.2")
    take(evening, "act_use", building="Coal Thumper", way=1, what={"coal": 9, "n": 3})
    assert evening.asked == "action.around"
    for space in ("N1.1", "N1.2", "N3.2"):
        evening.play("point", at=space)
    assert [space.count for place in ("N1", "N3") for space in evening.state.city.tiles[place]] == [3, 3, 0, 3]
    assert evening.state.turn == 1


def test_a_coal_thumper_does_not_use_a_space_twice():
    """p. 42: the spaces are different ones."""
    evening = acting(2, "N1", "N2", "N3")
    stand(evening, "coal_thumper", "N2.1", "N2.2")
    use(evening, "N2.1")
    evening.play("point", at="N1.1")
    with pytest.raises(IllegalMove, match="cannot be chosen"):
        evening.play("point", at="N1.1")


def test_an_upgraded_coal_thumper_on_four_spaces():
    """p. 42: four spaces, up to twelve Coal in all."""
    evening = acting(2, "N1", "N2", "N3")
    stand(evening, "coal_thumper", "N2.1", "N2.2", upgraded=True)
    take(evening, "act_use", building="Coal Thumper", way=1, what={"coal": 12, "n": 4})
    assert [space.count for place in ("N1", "N3") for space in evening.state.city.tiles[place]] == [3, 3, 3, 3]


def test_the_coal_thumper_says_how_much_goes_where():
    """p. 42: onto a space with 4 Coal only one more fits; each of the others takes three."""
    evening = with_building("coal_thumper")
    lay(evening, "N2", Space(what="coal", count=4), Space())
    lay(evening, "F1")
    lay(evening, "F2")
    use(evening, "N1.1")
    labels_ = [offered(offer) for offer in evening.prompt.offers if "at" in offer.move.args]
    assert ("point", {"at": "N2.1", "space": {"tile": {"n": 2}, "n": "1"}, "what": {"n": 1}}) in labels_
    assert ("point", {"at": "N2.2", "space": {"tile": {"n": 2}, "n": "2"}, "what": {"n": 3}}) in labels_
    assert str(evening.prompt.more) == "Up to 3 spaces still to be chosen."


def test_where_the_coal_goes_is_told_where_nobody_chooses():
    """p. 42: of three adjacent spaces all are taken; each is told aloud, for the Coal is laid by hand."""
    evening = with_building("coal_thumper")
    for place in ("N2", "N6", "F1", "F2", "F12"):
        lay(evening, place, Space(trees=1), Space(trees=1))
    lay(evening, "N2", Space(what="coal", count=4), Space())
    use(evening, "N1.1")
    told = [str(fact.text) for fact in evening.facts if fact.name == "put_on_space"]
    assert told == ["1 Coal on Near tile 2, space 1.", "3 Coal on Near tile 2, space 2."]
    assert all(fact.urgency == Urgency.PLAIN for fact in evening.facts if fact.name == "put_on_space")
