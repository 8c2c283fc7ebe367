"""Reuse a Building, reuse a Worker (rulebook p. 34), and the Propaganda Centre (p. 43)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.action import reuse
from companion.games.frostpunk.city.land import Space
from companion.games.frostpunk.transaction import Transaction
from tests.companion.games.frostpunk.table import Evening
from tests.companion.games.meaning import offered

from .table import acting, law, lay, put, stand, take, use, warm


def propaganda() -> Evening:
    """A Propaganda Centre and a Hunter's Hut, everything heated."""
    evening = acting(2, "N1")
    stand(evening, "propaganda_centre", "N1.1")
    stand(evening, "hunters_hut", "N1.2")
    warm(evening)
    return evening


def reusing(evening: Evening, about: str) -> Evening:
    """A card has something reused."""
    tx = Transaction(evening.state)
    reuse.begin(tx, about)
    evening.state = tx.state
    return evening


def test_the_propaganda_centre_copies_a_building_with_a_citizen_meeple():
    """p. 43: a Worker is on the Hunter's Hut; an Engineer on the Propaganda Centre has it act again."""
    evening = propaganda()
    use(evening, "N1.2")
    take(evening, "act_use", building="Propaganda Centre", way=1)
    take(evening, "reuse", at="N1.2", way=1, building="Hunter’s Hut", what={"n": 4})
    assert evening.state.food == 28
    assert evening.state.turn == 0


def test_the_copied_action_is_heated():
    """p. 43: even where the copied Building stands in the cold."""
    evening = acting(2, "N1")
    stand(evening, "propaganda_centre", "N1.1")
    stand(evening, "hunters_hut", "N1.2")
    put(evening, "workers", "N1.2")
    use(evening, "N1.1", "engineers")
    assert evening.state.engineers.sick == 1  # the Propaganda Centre itself is cold here
    evening.play("reuse", at="N1.2", way=1)
    assert (evening.state.workers.sick, evening.state.engineers.sick) == (0, 1)


def test_without_a_citizen_meeple_there_is_nothing_to_copy():
    """p. 43: an Automaton is no Citizen."""
    evening = propaganda().at("action.turn", automatons=1)
    use(evening, "N1.2", "automatons")
    with pytest.raises(IllegalMove, match="Citizen Meeple"):
        use(evening, "N1.1", "engineers")


def test_a_worker_is_reused_on_a_space():
    """p. 34: a Worker gathered 2 of 4 Coal there; reused, it takes the other 2, heated."""
    evening = acting()
    lay(evening, "N1", Space(what="coal", count=4), Space())
    evening.play("act_gather", at="N1.1", meeple="workers", heat="known")
    reusing(evening, "worker").play("reuse", at="N1.1", way=0)
    assert (evening.state.coal, evening.state.workers.sick) == (24, 1)


def test_a_worker_is_reused_on_the_supply_board():
    """p. 34: on the spaces of the Supply board too: snow and construction, heated."""
    evening = acting()
    put(evening, "workers", "snow")
    put(evening, "workers", "construct")
    assert reuse.places(evening.state, "worker") == ("snow", "construct")
    reusing(evening, "worker").play("reuse", at="snow", way=1)
    assert [task.kind for task in evening.state.tasks] == ["lay", "lay"]
    assert evening.state.workers.sick == 0


def test_not_on_cards_and_not_other_meeples():
    """p. 34: Workers on cards are not reused, and neither are Engineers."""
    evening = acting()
    put(evening, "workers", "card M002")
    put(evening, "engineers", "snow")
    assert reuse.places(evening.state, "worker") == ()


def test_laws_change_the_repeated_action_too():
    """p. 34: modified by any Laws or Technologies that apply."""
    evening = acting(2, "N1")
    stand(evening, "hunters_hut", "N1.1")
    put(evening, "workers", "N1.1")
    law(evening, "hunters hut gives food 1")
    reusing(evening, "building").play("reuse", at="N1.1", way=1)
    assert evening.state.food == 25


def test_reusing_may_be_left():
    """What cannot or should not be done again is passed over."""
    evening = acting(2, "N1")
    stand(evening, "hunters_hut", "N1.1")
    put(evening, "workers", "N1.1")
    reusing(evening, "building").play("reuse", at="none", way=0)
    assert (evening.state.food, evening.state.tasks) == (20, ())


def test_snow_is_reused_only_where_a_tile_fits():
    """p. 25, 34: all six Near places are full, so a Far tile alone is offered."""
    evening = acting(2, *(f"N{n}" for n in range(1, 7)))
    put(evening, "workers", "snow")
    reusing(evening, "worker")
    assert [offered(offer) for offer in evening.prompt.offers] == [
        ("reuse", {"at": "snow", "way": 2}),
        ("reuse", {"at": "none", "way": 0}),
    ]
    take(evening, "reuse", at="snow", way=2)
    assert evening.asked == "city.lay"
