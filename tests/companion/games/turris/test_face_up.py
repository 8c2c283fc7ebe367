"""Missions by name: those that lie face up, and reserved ones (rulebook p. 10, 11)."""

import pytest

from companion.api.game import IllegalMove, Value
from tests.companion.games.meaning import offered
from tests.companion.games.turris.places_made_up import turn
from tests.companion.games.turris.table import GAME, Evening

WATCH = {"mission.watch": "cost relics 2; gain prestige 4"}


def closing(**board: Value) -> Evening:
    """Both Actions are taken, Watch and Dusk lie face up."""
    evening = turn(2, **{**WATCH, **board}).at("turns", "actions", turn=0, done=("gather", "gather"))
    evening.play("mission_face_up", name="Watch")
    evening.play("mission_face_up", name=" dusk ")
    return evening


def completing(evening: Evening) -> list[str]:
    return [str(offer.label) for offer in evening.prompt.offers if offer.note and offer.move.name == "complete_known"]


def test_a_known_mission_that_lies_there_takes_one_tap():
    """With 2 Relics it can be paid; then it lies there no more, and the tableau is to be refilled (p. 10, 11)."""
    evening = closing()
    assert completing(evening) == []
    evening.player(0, relics=2)
    assert completing(evening) == ["Complete: Watch"]
    [offer] = [one for one in evening.prompt.offers if str(one.label) == "Complete: Watch"]
    assert str(offer.note) == "cost: Relics 2; Prestige +4"
    evening.play(offer.move.name, **offer.move.args)
    alice = evening.state.players[0]
    assert (alice.relics, alice.prestige, alice.completed) == (0, 4, 1)
    assert evening.state.tableau == ("dusk",)
    assert evening.told("missions_refilled")


def test_a_reserved_one_goes_to_its_owner_and_costs_less():
    """Reserved, it is Alice's alone; with 1 Relic she can complete it (p. 11)."""
    evening = closing(**{"tactics.plan": "reserve"}).player(0, tactics=1, relics=1)
    evening.play("play_tactics", name="plan")
    assert [offered(offer) for offer in evening.prompt.offers] == [
        ("reserve_which", {"name": "Watch"}),
        ("reserve_which", {"name": "Dusk"}),
        ("reserve_which", {"name": ""}),
    ]
    evening.play("reserve_which", name="watch")
    assert evening.state.tableau == ("dusk",)
    assert (evening.state.players[0].kept, evening.state.players[0].reserved) == (("watch",), 1)
    assert completing(evening) == ["Complete: Watch"]
    evening.play("complete_known", name="watch", source="reserved", artifacts=0)
    alice = evening.state.players[0]
    assert (alice.kept, alice.reserved, alice.relics, alice.completed) == ((), 0, 0, 1)


def test_other_reserved_ones_stay():
    """Of Watch, Dusk and one without a name, Watch is completed: the others wait (p. 11)."""
    evening = closing().player(0, relics=1, reserved=3, kept=("watch", "dusk"))
    evening.play("complete_known", name="watch", source="reserved", artifacts=0)
    assert (evening.state.players[0].kept, evening.state.players[0].reserved) == (("dusk",), 2)
    assert evening.state.tableau == ("watch", "dusk")


def test_one_without_a_name_can_be_reserved():
    """Nothing told goes away then."""
    evening = closing(**{"tactics.plan": "reserve"}).player(0, tactics=1)
    evening.play("play_tactics", name="plan")
    with pytest.raises(IllegalMove, match="does not lie face up"):
        evening.play("reserve_which", name="dawn")
    evening.play("reserve_which", name="")
    assert evening.state.tableau == ("watch", "dusk")
    assert (evening.state.players[0].kept, evening.state.players[0].reserved) == ((), 1)


def test_without_names_nobody_asks_which():
    """Whoever tells no names is not asked for any."""
    evening = turn(2, **{"tactics.plan": "reserve"}).player(0, tactics=1)
    evening.play("play_tactics", name="plan")
    assert evening.asked == "turn.actions"


def test_five_lie_there_and_each_once():
    """Five Missions are face up (p. 6)."""
    evening = closing()
    with pytest.raises(IllegalMove, match="not been told yet"):
        evening.play("mission_face_up", name="WATCH")
    for name in ("one", "two", "three"):
        evening.play("mission_face_up", name=name)
    assert not evening.offered("mission_face_up")
    with pytest.raises(IllegalMove, match="Five Missions"):
        evening.play("mission_face_up", name="four")
    evening.play("mission_away", name="two")
    assert evening.state.tableau == ("watch", "dusk", "one", "three")


def test_they_are_shown():
    """With what is known of them; no panel without any."""
    titles = [panel.name for panel in GAME.view(turn(2).state).panels]
    assert "missions" not in titles
    [panel] = [panel for panel in GAME.view(closing().state).panels if panel.name == "missions"]
    [cards] = panel.widgets
    assert [(str(row.label), str(row.note)) for row in cards.cards] == [  # type: ignore[union-attr]
        ("Watch", "cost: Relics 2; Prestige +4"), ("Dusk", "None"),
    ]  # fmt: skip
