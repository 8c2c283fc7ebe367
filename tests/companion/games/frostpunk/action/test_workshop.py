"""The Workshop (rulebook p. 41)."""

from companion.games.frostpunk.city.land import Space
from tests.companion.games.frostpunk.table import Evening

from .table import acting, city, offers, put, stand, take, use


def workshop() -> Evening:
    """A Workshop and two Sawmills; the upgrade of their column costs a Wood, as the test's board says."""
    evening = acting(2, "N1", "N2", upgrade_cost_small_2="wood")
    stand(evening, "workshop", "N1.1")
    stand(evening, "sawmill", "N1.2")
    stand(evening, "sawmill", "N2.1")
    return evening


def test_the_workshop_has_two_effects():
    """p. 41: two upgrades, the same effect twice, each for its cost."""
    evening = workshop()
    take(evening, "act_use", building="Workshop", way=1)
    evening.play("workshop_upgrade", at="N1.2", pay="known")
    evening.play("workshop_upgrade", at="N2.1", pay="known")
    assert [one.upgraded for one in evening.state.city.buildings if one.kind == "sawmill"] == [True, True]
    assert (evening.state.wood, evening.state.turn) == (18, 1)


def test_an_unknown_upgrade_cost_is_asked_and_kept():
    """p. 41: 1 Wood, or 1 or 2 Steam Cores, as depicted below the column."""
    evening = workshop()
    board = {name: value for name, value in evening.state.board.items() if name != "upgrade_cost_small_2"}
    evening.at("action.turn", board=board)
    use(evening, "N1.1", "engineers")
    evening.play("workshop_upgrade", at="N1.2", pay="cores")
    assert evening.state.steam_cores == 3
    assert evening.board_facts["upgrade_cost_small_2"] == "cores"
    evening.play("workshop_done")
    assert evening.asked == "action.turn"


def test_no_upgrade_under_a_meeple_but_use_after_it():
    """p. 41: a Building with a Meeple cannot be upgraded; one that was upgraded can be used in the same round."""
    evening = workshop()
    put(evening, "workers", "N1.2")
    use(evening, "N1.1", "engineers")
    assert [offer.move.args["at"] for offer in offers(evening, "workshop_upgrade")] == ["N2.1"]
    evening.play("workshop_upgrade", at="N2.1", pay="known")
    lay_tree(evening)
    take(evening, "act_use", building="Sawmill", way=1, what={"space": {"tile": {"n": 2}, "n": "2"}})


def lay_tree(evening: Evening) -> None:
    tiles = evening.state.city.tiles
    city(evening, tiles={**tiles, "N2": (tiles["N2"][0], Space(trees=1))})
