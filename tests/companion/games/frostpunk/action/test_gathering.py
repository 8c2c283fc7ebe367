"""Gather Resources (rulebook p. 25)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.city.land import Space

from .table import acting, law, lay, offers, stand, warm


def test_two_of_four_coal():
    """p. 25, example: a Meeple on a space with 4 Coal gathers 2 of them."""
    evening = acting()
    lay(evening, "N1", Space(what="coal", count=4), Space())
    [offer] = [one for one in offers(evening, "act_gather") if one.move.args["at"] == "N1.1"]
    assert offer.label.args["what"].args["n"] == 2
    evening.play("act_gather", **offer.move.args, **{ask.name: "heated" for ask in offer.asks})
    assert evening.state.coal == 22
    assert evening.state.city.tiles["N1"][0] == Space(what="coal", count=2)


def test_up_to_two():
    """p. 25: from a space with one Steam Core there is one to be had."""
    evening = acting()
    lay(evening, "N1", Space(what="steam_cores", count=1), Space())
    evening.play("act_gather", at="N1.1", meeple="workers", heat="known")
    assert evening.state.steam_cores == 6
    assert evening.state.city.tiles["N1"][0] == Space()


def test_each_space_once_a_round():
    """p. 25: a space with a Meeple on it cannot be chosen again, the other space of the tile can."""
    evening = acting()
    lay(evening, "N1", Space(what="coal", count=4), Space(what="wood", count=2))
    evening.play("act_gather", at="N1.1", meeple="workers", heat="known")
    left = [one.move.args["at"] for one in offers(evening, "act_gather")]
    assert "N1.2" in left
    assert "N1.1" not in left
    with pytest.raises(IllegalMove, match="once"):
        evening.play("act_gather", at="N1.1", meeple="workers", heat="known")
    evening.play("act_gather", at="N1.2", meeple="workers", heat="known")
    assert evening.state.wood == 22


def test_trees_are_not_gathered():
    """p. 25: a space needs Coal, Wood or Steam Cores; Trees alone are felled by a Sawmill."""
    evening = acting()
    lay(evening, "N1", Space(trees=3), Space())
    with pytest.raises(IllegalMove, match="No Resources"):
        evening.play("act_gather", at="N1.1", meeple="workers", heat="known")


def test_not_on_a_building():
    """p. 25, 26: on a Building a Meeple uses the Building."""
    evening = acting(2, "N1")
    stand(evening, "tent", "N1.1")
    with pytest.raises(IllegalMove, match="Building"):
        evening.play("act_gather", at="N1.1", meeple="workers", heat="known")


def test_not_where_no_tile_lies():
    """p. 25: a space belongs to a tile."""
    with pytest.raises(IllegalMove, match="No tile"):
        acting().play("act_gather", at="N1.1", meeple="workers", heat="known")


def test_steel_is_gathered_like_other_resources():
    """p. 16, 25: Steel is a Resource; p. 25 does not name it because no tile shows it (the other reading)."""
    evening = acting()
    lay(evening, "N1", Space(what="steel", count=2), Space())
    evening.play("act_gather", at="N1.1", meeple="workers", heat="known")
    assert evening.state.steel == 2


def test_by_house_rule_steel_is_not_gathered():
    """p. 25, the other reading: the action names Coal, Wood and Steam Cores only."""
    evening = acting().at("action.turn", houses={"steel_gathered": "no"})
    lay(evening, "N1", Space(what="steel", count=2), Space())
    with pytest.raises(IllegalMove, match="No Resources"):
        evening.play("act_gather", at="N1.1", meeple="workers", heat="known")


def test_cold_before_the_generator_is_started():
    """p. 24: with the Heat marker on the first space all gathering is cold."""
    evening = acting()
    assert "cold" in str(offers(evening, "act_gather")[0].note)
    evening.play("act_gather", at="G.4", meeple="workers", heat="known")
    assert evening.state.workers.sick == 1


def test_heated_in_a_heated_zone():
    """p. 24: nobody falls sick where the zone is heated."""
    evening = acting()
    warm(evening)
    assert "heated" in str(offers(evening, "act_gather")[0].note)
    evening.play("act_gather", at="G.4", meeple="workers", heat="known")
    assert evening.state.workers.sick == 0


def test_where_nobody_knows_it_is_asked_and_kept():
    """p. 24: the symbols' heights are only pictured; the answer holds while the markers stand where they stand."""
    evening = acting().generator(heat=3)
    first = offers(evening, "act_gather")[0]
    assert [ask.name for ask in first.asks] == ["heat"]
    with pytest.raises(IllegalMove, match="heated"):
        evening.play("act_gather", at="G.4", meeple="workers", heat="known")
    evening.play("act_gather", at="G.4", meeple="workers", heat="heated")
    assert evening.state.workers.sick == 0
    assert not offers(evening, "act_gather")[0].asks


def test_a_technology_may_let_a_meeple_take_more():
    """p. 38: a card that says so: three instead of two."""
    evening = acting()
    law(evening, "gathering takes 3")
    evening.play("act_gather", at="G.4", meeple="workers", heat="known")
    assert evening.state.wood == 23


def test_two_spaces_that_hold_the_same_are_told_apart():
    """p. 25: "Near tile 4, space 2" stands on no table, so the phones show where each is; several together are chips of
    one offer, each with its own place."""
    evening = acting(2)
    lay(evening, "N1", Space(what="wood", count=2), Space(what="wood", count=2))
    gather = [one for one in evening.prompt.offers if one.move.name == "act_gather"]
    for one in gather:
        assert one.at == one.move.args.get("at")
    assert gather
