"""Special Actions (rulebook p. 27, 34, 39)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.action import meeples
from companion.games.frostpunk.phases import shelters
from companion.games.frostpunk.transaction import Transaction
from tests.companion.games.frostpunk.table import Evening
from tests.companion.games.meaning import prompted

from .table import acting, city, offers


def displayed(text: str, code: str = "M002") -> Evening:
    """A card with that text lies in the Event display."""
    evening = acting()
    board = {**evening.state.board, f"card.{code}": text}
    return evening.at("action.turn", board=board, display=(code,))


def test_an_engineer_and_a_wood():
    """p. 27, example: an Engineer and 1 Wood go onto the card; heated, and the Wood stays there."""
    evening = displayed("name: Hospice\naction engineer: spend wood 1; hope +1")
    [offer] = offers(evening, "act_special")
    evening.play("act_special", **offer.move.args)
    assert (evening.state.wood, evening.state.engineers.sick) == (19, 0)
    assert evening.state.city.placed[0].at == "card M002"


def test_once_a_round():
    """p. 27: each Special Action only once a round; the next round it is free again."""
    evening = displayed("action: gain food 2")
    evening.play("act_special", code="M002", number=1, meeple="workers")
    assert not offers(evening, "act_special")
    with pytest.raises(IllegalMove, match="round"):
        evening.play("act_special", code="M002", number=1, meeple="workers")
    city(evening, placed=())
    evening.at("preparation.advisor", advisors=())
    evening.play("no_advisor")
    assert offers(evening, "act_special")


def test_once_a_game():
    """p. 27: some are once in a game, as the card says."""
    evening = displayed("action: once; gain food 2")
    evening.play("act_special", code="M002", number=1, meeple="workers")
    evening.at("action.turn", done=())
    with pytest.raises(IllegalMove, match="game"):
        evening.play("act_special", code="M002", number=1, meeple="workers")


def test_what_must_be_spent_must_be_there():
    """p. 16, 27: without Wood the action is not offered."""
    evening = displayed("action: spend wood 1; hope +1").at("action.turn", wood=0)
    assert not offers(evening, "act_special")


def test_an_event_card_that_asks_for_a_worker_takes_no_automaton():
    """p. 39: Automatons are not used where an Event card requires a Worker or an Engineer."""
    evening = displayed("action worker: gain food 2").at("action.turn", automatons=1)
    evening.at("action.turn", display=("M002",), automatons=1)
    with pytest.raises(IllegalMove, match="does not allow"):
        evening.play("act_special", code="M002", number=1, meeple="automatons")


def test_a_scenario_card_takes_one():
    """p. 39: the exception is for Event cards; on a Scenario card an Automaton acts as a Worker."""
    evening = acting().at("action.turn", automatons=1)
    board = {**evening.state.board, "card.I/05": "action worker: gain food 2"}
    evening.at("action.turn", board=board, scenario_cards=("I/05",))
    evening.play("act_special", code="I/05", number=1, meeple="automatons")
    assert (evening.state.food, evening.state.coal) == (22, 19)


def test_a_card_may_ask_for_a_child():
    """p. 23: as the card allows."""
    evening = displayed("action child: gain food 2")
    evening.play("act_special", code="M002", number=1, meeple="children")
    assert evening.state.food == 22


def test_a_card_may_say_that_it_is_cold():
    """p. 27: heated unless noted otherwise on the card."""
    evening = displayed("action: cold; gain food 2")
    evening.play("act_special", code="M002", number=1, meeple="workers")
    assert evening.state.workers.sick == 1


def test_a_card_that_nobody_entered_is_done_by_hand():
    """p. 27: the Meeple is placed, the players carry out what the card says and enter it."""
    evening = acting().at("action.turn", display=("M031",))
    evening.play("act_special", code="M031", number=0, meeple="workers")
    assert evening.asked == "card.by_hand"
    evening.play("by_hand_done")
    assert evening.state.turn == 1
    assert not offers(evening, "act_special")


def test_the_meeple_comes_back_at_night():
    """p. 27, 29: Meeples on cards return in the Night Phase."""
    evening = displayed("action: gain food 2")
    evening.play("act_special", code="M002", number=1, meeple="workers")
    evening.at("night.return", coal=0)
    evening.play("night_return")
    assert not evening.state.city.placed


def test_a_card_may_keep_its_meeple():
    """p. 29: the card says that the Meeple stays: it is not taken back, and needs no Shelter."""
    evening = acting().at("action.turn", display=("M002",))
    evening.at("action.turn", board={**evening.state.board, "card.M002": "action worker: gain food 1; stays"})
    evening.play("act_special", code="M002", number=1, meeple="workers")
    meeples.take_back(tx := Transaction(evening.state))
    meeples.wake(tx)
    assert [meeple.at for meeple in tx.state.city.placed] == ["card M002"]
    assert shelters.sleepers(tx.state)["workers"] == 4
    assert meeples.available(tx.state, "workers") == 4


def test_a_card_without_a_name_is_not_called_by_its_code():
    """p. 27: the code stands in the small print, for nobody says it aloud."""
    evening = acting().at("action.turn", display=("M017",))
    evening.play("act_special", code="M017", number=0, meeple="workers")
    assert prompted(evening.prompt) == ("card.by_hand", {})
    assert str(evening.prompt.more).startswith("It is M017.")
