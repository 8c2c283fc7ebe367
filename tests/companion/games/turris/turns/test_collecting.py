"""Collect (rulebook p. 9, 24)."""

import pytest

from companion.api.game import IllegalMove
from tests.companion.games.turris.places_made_up import turn
from tests.companion.games.turris.table import Evening


def collect(evening: Evening, scouts: str, artifacts: int = 0, rewards: str = "all") -> Evening:
    evening.play("collect", scouts=scouts, artifacts=artifacts, rewards=rewards)
    return evening


def test_alice_collects_from_the_nest_and_the_guild():
    """Two Ichor for two Scouts; the Guild's resources, but no cards of the Immediate Nest (p. 9, example)."""
    evening = collect(turn().scouts(nest="A", guild="A"), "guild nest")
    alice = evening.state.players[0]
    assert (alice.ichor, alice.relics, alice.knowledge, alice.tactics, alice.reserve) == (1, 1, 1, 0, 4)
    assert evening.asked == "turn.actions"


def test_collect_is_offered_by_one_tap():
    """Each Scout alone, all of them, two of the three; and any of them with their rewards one by one."""
    evening = turn().scouts(nest="A", guild="A", forge="AB")
    offers = [offer for offer in evening.prompt.offers if offer.move.name in ("collect", "collect_by")]
    assert [offer.move.args.get("scouts") for offer in offers] == [
        "forge guild nest", "forge", "guild", "nest", None, None,
    ]  # fmt: skip
    assert [choice.value for choice in offers[-2].asks[0].choices] == [  # type: ignore[union-attr]
        "forge guild", "forge nest", "guild nest",
    ]  # fmt: skip
    assert len(offers[-1].asks[0].choices) == 7  # type: ignore[union-attr]


def test_every_scout_has_to_be_paid():
    """No more Scouts than Ichor and Artifacts (p. 9)."""
    evening = turn().scouts(guild="AA", forge="A").player(0, ichor=2)
    with pytest.raises(IllegalMove, match="1 Ichor"):
        collect(evening, "guild guild forge")
    offers = [offer for offer in evening.prompt.offers if offer.move.name in ("collect", "collect_by")]
    assert [offer.move.args.get("scouts") for offer in offers] == ["forge", "guild", None, None]


def test_collect_otherwise_is_one_answer():
    """Which Scouts, how many Artifacts, rewards one by one: a single choice holds all three (p. 9, 21)."""
    evening = turn().scouts(guild="A", forge="A").player(0, ichor=1, artifacts=2)
    [offer] = [offer for offer in evening.prompt.offers if offer.move.name == "collect_by"]
    [ask] = offer.asks
    assert [choice.value for choice in ask.choices] == [  # type: ignore[union-attr]
        "one 0 forge", "all 1 forge", "one 1 forge",
        "one 0 guild", "all 1 guild", "one 1 guild",
        "one 1 forge guild", "all 2 forge guild", "one 2 forge guild",
    ]  # fmt: skip
    first, second = (str(choice.label) for choice in ask.choices[:2])  # type: ignore[union-attr]
    assert (first, second) == (
        "Forge. Cost: 1 Ichor. You choose each reward", "Forge. Cost: 1 Artifact instead of Ichor",
    )  # fmt: skip
    evening.play("collect_by", way="all 2 forge guild")
    alice = evening.state.players[0]
    assert (alice.ichor, alice.artifacts, alice.reserve) == (1, 0, 4)


@pytest.mark.parametrize("way", ["", "one", "one 9 guild", "two 1 guild", "all 1 brink", "all x guild"])
def test_collect_otherwise_refuses_what_cannot_be(way: str):
    """No other words, no Scouts that are not there."""
    evening = turn().scouts(guild="A").player(0, ichor=1, artifacts=2)
    with pytest.raises(IllegalMove):
        evening.play("collect_by", way=way)


def test_nothing_to_collect_with():
    """Without Ichor and Artifacts Collect is not offered (p. 9)."""
    evening = turn().scouts(guild="A").player(0, ichor=0)
    assert not evening.offered("collect")


def test_at_least_one_scout_and_only_ones_own():
    """X is 1 or more, and of your Scouts (p. 9)."""
    evening = turn().scouts(guild="B")
    for scouts in ("", "guild", "forge"):
        with pytest.raises(IllegalMove):
            collect(evening, scouts)


def test_only_once_a_turn_and_not_after_a_place():
    """Collect is the Action that cannot be repeated (p. 8, 9)."""
    evening = collect(turn().scouts(guild="AA"), "guild")
    with pytest.raises(IllegalMove, match="only once"):
        collect(evening, "guild")
    evening = turn().scouts(guild="A")
    evening.play("place", place="forge")
    assert not evening.offered("collect")
    with pytest.raises(IllegalMove, match="Place"):
        collect(evening, "guild")


def test_a_beast_there_prevents_the_reward():
    """The Scout comes home for its Ichor, without a reward (p. 9)."""
    evening = collect(turn().scouts(guild="A", forge="A").beasts(pain="guild"), "guild forge")
    alice = evening.state.players[0]
    assert (alice.ichor, alice.relics, alice.weaponry, alice.reserve) == (1, 0, 2, 4)
    assert evening.told("no_reward").args["place"] == "guild"


def test_rewards_in_the_players_order():
    """The Relic of the Guild pays for the Brink, if it is taken first (p. 9)."""
    evening = collect(turn().scouts(guild="A", brink="A"), "guild brink")
    assert evening.asked == "collect.reward"
    assert [offer.move.args.get("place") for offer in evening.prompt.offers] == ["guild", None]
    with pytest.raises(IllegalMove, match="in full"):
        evening.play("take_reward", place="brink")
    evening.play("take_reward", place="guild")
    evening.play("take_reward", place="brink")
    alice = evening.state.players[0]
    assert (alice.relics, alice.knowledge, alice.council) == (0, 1, 1)
    assert alice.ichor == 2  # 3 - 2 + 1 of the Council track's first spot


def test_rewards_may_be_left():
    """Nobody has to take a reward (p. 9)."""
    evening = collect(turn().scouts(guild="A"), "guild", rewards="one")
    evening.play("leave_rewards")
    assert evening.state.players[0].relics == 0
    assert evening.asked == "turn.actions"


def test_prestige_of_a_location_may_be_left():
    """When you Collect, you may choose not to receive a reward (p. 9): from 9 Prestige, 2 more change the Sites."""
    board = {"reward.guild": "prestige 2", "reward.forge": "gain weaponry 2"}
    evening = collect(turn(**board).scouts(guild="A", forge="A").player(0, prestige=9), "forge guild")
    assert evening.state.players[0].weaponry == 2  # nobody would refuse it
    assert evening.asked == "collect.reward"
    assert [str(offer.label) for offer in evening.prompt.offers] == ["Guild: Prestige +2", "Leave it"]
    evening.play("leave_rewards")
    assert (evening.state.players[0].prestige, evening.asked) == (9, "turn.actions")
    evening = collect(turn(**board).scouts(guild="A").player(0, prestige=9), "guild")
    evening.play("take_reward", place="guild")
    assert (evening.state.players[0].prestige, evening.asked) == (11, "sites.change")


def test_two_rewards_with_prestige_are_asked_one_by_one():
    """Each may be left (p. 9): one of two Scouts in the Guild brings its 2 Prestige, the other one does not."""
    evening = collect(turn(**{"reward.guild": "prestige 2"}).scouts(guild="AA"), "guild guild")
    evening.play("take_reward", place="guild")
    assert (evening.state.players[0].prestige, evening.asked) == (2, "collect.reward")
    evening.play("leave_rewards")
    assert evening.state.players[0].prestige == 2


def test_no_part_of_a_reward():
    """With one Weaponry left in the supply, two cannot be received: the Scout brings nothing (p. 24)."""
    evening = turn().scouts(forge="A").player(1, weaponry=24)
    collect(evening, "forge")
    assert evening.state.players[0].weaponry == 0
    assert evening.told("no_reward")


def test_scarce_supply_leaves_the_order_to_the_player():
    """Two Relics wanted, one left: which place gives it is the player's choice (p. 9, 24)."""
    evening = turn(**{"reward.forge": "gain relics 1; gain ichor 1"}).scouts(forge="A", guild="A")
    evening.player(1, relics=24)
    collect(evening, "forge guild")
    assert evening.asked == "collect.reward"
    evening.play("take_reward", place="forge")
    alice = evening.state.players[0]
    assert (alice.relics, alice.knowledge, alice.ichor) == (1, 0, 2)
    assert evening.told("no_reward").args["place"] == "guild"


def test_a_resource_of_choice():
    """Two of choice: one by one, or both the same by one tap."""
    evening = collect(turn().scouts(shrine="A"), "shrine")
    evening.play("take_reward", place="shrine")
    evening.play("take_any", what="relics", count=1)
    evening.play("take_any", what="weaponry", count=1)
    alice = evening.state.players[0]
    assert (alice.relics, alice.weaponry) == (1, 1)
    evening = collect(turn().scouts(shrine="A"), "shrine")
    evening.play("take_reward", place="shrine")
    evening.play("take_any", what="relics", count=2)
    assert evening.state.players[0].relics == 2
    assert evening.asked == "turn.actions"


def test_two_scouts_of_one_location():
    """Each Scout brings the reward; once is the other reading."""
    assert collect(turn().scouts(forge="AA"), "forge forge").state.players[0].weaponry == 4
    once = turn(choices={"rewards": "once"}).scouts(forge="AA")
    assert collect(once, "forge forge").state.players[0].weaponry == 2


def test_artifacts_pay_for_missing_ichor():
    """An Artifact stands in for any one resource (p. 21)."""
    evening = turn().scouts(forge="AA").player(0, ichor=1, artifacts=2)
    collect(evening, "forge forge")
    alice = evening.state.players[0]
    assert (alice.ichor, alice.artifacts, alice.weaponry) == (0, 1, 4)


def test_artifacts_instead_of_ichor():
    """Who likes can pay with an Artifact although there is Ichor (p. 21)."""
    evening = turn().scouts(forge="A").player(0, artifacts=1)
    collect(evening, "forge", artifacts=1)
    assert (evening.state.players[0].ichor, evening.state.players[0].artifacts) == (3, 0)
    evening = turn().scouts(forge="A")
    with pytest.raises(IllegalMove, match="Artifacts"):
        collect(evening, "forge", artifacts=1)


def test_the_supply_gets_what_is_paid():
    """Paid Ichor lies in the supply again (p. 3)."""
    evening = turn(**{"reward.forge": "gain ichor 1"}).scouts(forge="A").player(1, ichor=19)
    assert collect(evening, "forge").state.players[0].ichor == 3


def test_a_place_nobody_has_read_is_read_before_its_reward():
    """A Scout that the Delusion moved there has not made anybody read the place."""
    evening = Evening(2).at("turns").settle().scouts(forge="A")
    collect(evening, "forge")
    assert evening.asked == "place.read"
    with pytest.raises(IllegalMove):
        evening.play("place_not_told")
    evening.play("place_told", limited="no", immediate="no", words="gain weaponry 2")
    assert evening.state.players[0].weaponry == 2


def test_the_betrayers_keep_the_reward():
    """Alone: no reward from a place with a Scout of the Betrayers, and no Place there (p. 26)."""
    evening = turn(players=1).scouts(forge="A").at("turns", "actions", betrayers=("forge", "guild"))
    with pytest.raises(IllegalMove, match="Betrayers"):
        evening.play("place", place="guild")
    collect(evening, "forge")
    assert evening.state.players[0].weaponry == 0


def test_the_price_says_when_artifacts_go():
    """2 Scouts, 1 Ichor and 2 Artifacts: 1 Ichor and 1 Artifact for both, an Artifact alone without Ichor (p. 21)."""

    def notes(ichor: int) -> dict[str, str]:
        evening = turn().scouts(forge="A", nest="A").player(0, ichor=ichor, artifacts=2)
        return {str(one.label): str(one.note) for one in evening.prompt.offers if one.move.name == "collect"}

    assert notes(1)["Collect all 2 Scouts"] == "Cost: 1 Ichor and 1 Artifact"
    assert notes(0)["Forge"] == "Cost: 1 Artifact instead of Ichor. Reward: Weaponry +2"
    assert notes(1)["Nest"] == "Cost: 1 Ichor. No reward"


def test_a_betrayer_leaves_no_reward_to_collect():
    """Alone, where a Betrayer stands (p. 25)."""
    evening = turn(1).scouts(forge="A").at("turns", "actions", betrayers=("forge", "isle"))
    [offer] = [one for one in evening.prompt.offers if str(one.label) == "Forge"]
    assert str(offer.note) == "Cost: 1 Ichor. No reward"
