"""Resources, Artifacts and the supply (rulebook p. 3, 21)."""

from companion.games.turris import supply
from companion.games.turris.rewards import doing
from companion.games.turris.transaction import Transaction
from tests.companion.games.turris.places_made_up import turn


def test_what_is_left_in_the_supply():
    """25 of each resource and 20 Artifacts, less what the players have (p. 3)."""
    state = turn().player(0, relics=5, artifacts=3).player(1, relics=2).state
    assert supply.left(state, "relics") == 18
    assert supply.left(state, "artifacts") == 17
    assert supply.left(state, "ichor") == 25 - 9


def test_no_more_than_there_is():
    """What the supply lacks is not gained, what a player lacks is not given."""
    tx = Transaction(turn().player(1, relics=24).state)
    assert supply.gain(tx, 0, "relics", 3) == 1
    assert supply.spend(tx, 0, "relics", 3) == 1
    assert supply.held(tx.state, 0, "relics") == 0


def test_artifacts_stand_in_for_what_is_missing_only():
    """2 Relics and 1 Knowledge with 1 Relic: two Artifacts help out (p. 21)."""
    tx = Transaction(turn().player(0, relics=1, artifacts=3).state)
    assert supply.short(tx.state, 0, {"relics": 2, "knowledge": 1}) == 2
    assert supply.can_pay(tx.state, 0, {"relics": 2, "knowledge": 1})
    assert not supply.can_pay(tx.state, 0, {"relics": 3, "knowledge": 2})
    supply.pay(tx, 0, {"relics": 2, "knowledge": 1})
    assert supply.all_held(tx.state, 0) == {
        "ichor": 3, "knowledge": 0, "relics": 0, "weaponry": 0, "artifacts": 1, "tokens": 0,
    }  # fmt: skip


def test_an_artifact_is_no_resource():
    """For everything but spending it counts as none (p. 21)."""
    assert supply.wealth(turn().player(0, relics=2, artifacts=4).state, 0) == 5


def test_paying_with_an_artifact_or_with_the_resource():
    """An effect's price: the own resource is the usual answer, an Artifact another one (p. 21)."""
    evening = turn(**{"reward.nest": "spend relics 1; advance"}).player(0, relics=1, artifacts=1)
    evening.play("place", place="nest")
    assert [(offer.move.args["what"], offer.tone) for offer in evening.prompt.offers] == [
        ("relics", "usual"), ("artifacts", "plain"),
    ]  # fmt: skip
    evening.play("pay", what="artifacts", count=1)
    alice = evening.state.players[0]
    assert (alice.relics, alice.artifacts, alice.council) == (1, 0, 1)


def test_a_price_without_a_choice_is_paid_by_itself():
    """Only one kind of token to pay with."""
    evening = turn(**{"reward.nest": "spend relics 1; advance"}).player(0, relics=1)
    evening.play("place", place="nest")
    assert evening.asked == "turn.actions"
    assert evening.state.players[0].relics == 0


def test_gaining_none_is_said_as_none():
    """With an empty supply nobody "gained 0 Relics", and nobody discards 0 Tactics cards from an empty hand."""
    tx = Transaction(turn().player(1, relics=25).state)
    supply.gain(tx, 0, "relics", 2)
    doing.discard(tx, 0, 1)
    assert [str(fact.text) for fact in tx.facts] == [
        "Alice gains nothing, the supply has none left: Relics.",
        "Alice has no Tactics card to discard.",
    ]
