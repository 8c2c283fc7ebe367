"""Tower Rooms and Trionfi cards (rulebook p. 11, 12; alone p. 26)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.turris import people, tower
from companion.games.turris.game import MODULAR
from companion.games.turris.transaction import Transaction
from tests.companion.games.meaning import meant
from tests.companion.games.turris.places_made_up import turn
from tests.companion.games.turris.table import Evening


def collected_from_the_grove(completed: int, rooms: int = 0, **player: int) -> Evening:
    """Alice has Collected from the Grove, and taken her second Action."""
    evening = turn().scouts(grove="A").player(0, completed=completed, tower=rooms, **player)
    evening.play("collect", scouts="grove", artifacts=0, rewards="all")
    evening.play("gather")
    return evening


@pytest.mark.parametrize(("rooms", "needed"), [(0, 2), (1, 4), (2, 6), (3, 8), (5, 12)])
def test_two_more_missions_for_every_room(rooms: int, needed: int):
    """2 for the first, 4 for the second, 6 for the third, and so on (p. 11)."""
    assert tower.needs(turn().player(0, tower=rooms).state, 0) == needed


def test_alice_builds_her_second_room():
    """3 Missions, a 4th in this turn, then the room in the Trionfi Step for 5 Prestige (p. 12, example)."""
    evening = collected_from_the_grove(3, rooms=1, relics=2)
    fields = {"ichor": 0, "knowledge": 0, "weaponry": 0, "any": 0, "source": "tableau", "effect": "none"}
    evening.play("complete", **fields, relics=2, points=3, words="", name="", artifacts=0)
    assert evening.asked == "tower.build"
    evening.play("build", room=0)
    assert evening.asked == "card.do"  # what the Trionfi card says
    evening.play("card_done")
    alice = evening.state.players[0]
    assert (alice.tower, alice.prestige, alice.completed, evening.state.trionfi) == (2, 8, 4, 5)
    assert evening.state.turn == 1


def test_not_enough_missions_in_the_trionfi_step():
    """The Grove's right is lost without the prerequisites (p. 11)."""
    evening = collected_from_the_grove(3, rooms=1)
    evening.play("end_turn")
    assert evening.told("no_room")
    assert (evening.state.players[0].tower, evening.state.turn) == (1, 1)


def test_the_grove_builds_in_the_trionfi_step_only():
    """Right after the Collect nothing is built yet (p. 12)."""
    evening = collected_from_the_grove(2)
    assert evening.asked == "turn.close"
    assert evening.state.players[0].tower == 0


def test_nobody_has_to_build():
    """They may construct, they need not (p. 11)."""
    evening = collected_from_the_grove(2)
    evening.play("end_turn")
    evening.play("no_room")
    assert (evening.state.players[0].tower, evening.state.turn) == (0, 1)


def test_a_beast_in_the_grove_prevents_the_room():
    """The reward has to be gained successfully (p. 11)."""
    evening = turn().scouts(grove="A").player(0, completed=2).beasts(pain="grove")
    evening.play("collect", scouts="grove", artifacts=0, rewards="all")
    assert evening.state.grove == ()


def test_bob_builds_by_the_council_track():
    """A Place in the Circle, a step on the track, a room at once for 3 Prestige (p. 12, example)."""
    evening = turn(seat=1).player(1, council=1, completed=2)
    evening.play("place", place="circle")
    evening.play("council_take")
    assert evening.asked == "tower.build"
    evening.play("build", room=0)
    evening.play("card_done")
    bob = evening.state.players[1]
    assert (bob.tower, bob.prestige, evening.state.trionfi) == (1, 3, 5)
    assert evening.asked == "turn.actions"  # his second Action, long before the Trionfi Step


def test_the_council_track_builds_nothing_without_the_missions():
    """The prerequisites hold for every way to build (p. 11)."""
    evening = turn(seat=1).player(1, council=1, completed=1)
    evening.play("place", place="circle")
    assert evening.told("nothing_gained")
    assert evening.state.players[1].tower == 0


def test_without_cards_the_prestige_is_scored_all_the_same():
    """No card, but the points and the step on the Tower track (p. 12)."""
    evening = collected_from_the_grove(2)
    evening.at("turns", "actions", trionfi=0)
    evening.play("end_turn")
    assert "No Trionfi card is left" in str(evening.prompt.more)
    evening.play("build", room=0)
    alice = evening.state.players[0]
    assert (alice.tower, alice.prestige, evening.state.trionfi) == (1, 5, 0)
    assert evening.state.turn == 1


def test_without_cards_the_missions_are_needed_all_the_same():
    """The prerequisites still apply (p. 12)."""
    evening = collected_from_the_grove(1)
    evening.at("turns", "actions", trionfi=0)
    evening.play("end_turn")
    assert evening.told("no_room")


def test_two_scouts_from_the_grove():
    """Two rewards are two rooms, each with its own prerequisites."""
    evening = turn().scouts(grove="AA").player(0, completed=4)
    evening.play("collect", scouts="grove grove", artifacts=0, rewards="all")
    evening.play("gather")
    evening.play("end_turn")
    evening.play("build", room=0)
    evening.play("card_done")
    assert evening.asked == "tower.build"
    evening.play("build", room=0)
    evening.play("card_done")
    assert (evening.state.players[0].tower, evening.state.players[0].prestige) == (2, 10)


def test_alone_only_undamaged_rooms_give_a_card():
    """The card comes from a room without a Damaged tile (p. 26)."""
    evening = turn(players=1).scouts(grove="A").player(0, completed=2).at("turns", "actions", damaged=(1, 2, 3, 4))
    evening.play("collect", scouts="grove", artifacts=0, rewards="all")
    evening.play("gather")
    evening.play("end_turn")
    with pytest.raises(IllegalMove, match="No card"):
        evening.play("build", room=1)
    evening.play("build_from", room="5")
    assert evening.state.taken == (5,)


def test_alone_no_room_without_an_undamaged_one():
    """With a Damaged tile in every room the Grove and the Council track build nothing (p. 26)."""
    evening = turn(players=1).player(0, completed=2).at("turns", "actions", damaged=(1, 2, 3, 4, 5, 6))
    assert tower.why_not(evening.state, 0) is not None
    evening.at("turns", "actions", damaged=(1, 2, 3, 4, 5), taken=(6,))
    assert tower.why_not(evening.state, 0) is not None


# --- what the Grove promises ------------------------------------------------------------------------------------------


def grove_note(evening: Evening) -> str:
    [offer] = [offer for offer in evening.prompt.offers if str(offer.label) == "Grove"]
    return str(offer.note)


def test_the_grove_promises_a_room_only_with_the_missions_for_it():
    """2 completed Missions for the first room (p. 11): with them it may be built, with 1 another one comes first."""
    evening = turn().scouts(grove="A").player(0, completed=2)
    assert grove_note(evening) == "Cost: 1 Ichor. Reward: a Tower Room in the Trionfi Step, for 5 Prestige"
    evening.play("collect", scouts="grove", artifacts=0, rewards="all")
    assert meant(evening.told("room_in_trionfi_step").text) == {"player": "Alice"}
    evening = turn().scouts(grove="A").player(0, completed=1)
    assert grove_note(evening).endswith("for 5 Prestige – 1 more completed Mission is needed for a Tower Room.")
    evening.play("collect", scouts="grove", artifacts=0, rewards="all")
    assert meant(evening.told("room_in_trionfi_step").text) == {"player": "Alice", "n": 1}


def test_two_rooms_by_the_grove_need_missions_for_both():
    """2 for the first, 4 for the second (p. 11): with 3 the second one lacks 1."""
    evening = turn().scouts(grove="AA").player(0, completed=3)
    evening.play("collect", scouts="grove grove", artifacts=0, rewards="all")
    told = [fact.args["missing"] for fact in evening.facts if fact.name == "room_in_trionfi_step"]
    assert told == [0, 1]


def test_alone_the_grove_gives_nothing_without_an_undamaged_room():
    """If every room has a Damaged tile, the Grove's effect cannot be resolved (p. 26): no reward, no promise."""
    evening = turn(1).scouts(grove="A").player(0, completed=4)
    evening.at("turns", "actions", damaged=(1, 2, 3, 4, 5, 6), betrayers=("forge", "isle"))
    assert grove_note(evening) == "Cost: 1 Ichor. No reward"
    evening.play("collect", scouts="grove", artifacts=0, rewards="all")
    assert "room_in_trionfi_step" not in evening.names
    assert evening.told("no_reward").args["place"] == "grove"
    assert evening.state.grove == ()


def test_alone_a_repaired_room_can_be_built():
    """The Spire's reward removes a tile instead of giving the card (p. 26); taken first, the Grove has its room."""
    evening = turn(1, **{"immediate.spire": "no"}).scouts(grove="A", spire="A").player(0, completed=4)
    evening.at("turns", "actions", damaged=(1, 2, 3, 4, 5, 6), betrayers=("forge", "isle"))
    evening.play("collect", scouts="grove spire", artifacts=0, rewards="all")
    assert [offer.move.args.get("place") for offer in evening.prompt.offers] == ["spire", None]
    evening.play("take_reward", place="spire")
    evening.play("repair", room=3)
    assert evening.told("room_in_trionfi_step").args["prestige"] == 5


def test_alone_one_undamaged_room_is_promised_once():
    """Two Scouts in the Grove, one room without damage (p. 26)."""
    evening = turn(1).scouts(grove="AA").player(0, completed=4)
    evening.at("turns", "actions", damaged=(1, 2, 3, 4, 5), betrayers=("forge", "isle"))
    evening.play("collect", scouts="grove grove", artifacts=0, rewards="all")
    while evening.asked == "collect.reward":
        evening.play("take_reward", place="grove")
    assert evening.state.grove == (5,)


def test_a_room_of_the_trionfi_step_only_in_ones_own_turn():
    """Bob's Council spot names one by mistake while Alice has her turn: it is no room of hers (p. 11)."""
    evening = turn(**{"council.1": "trionfi 5"}).scouts(forge="B")
    tx = Transaction(evening.state)
    people.to_graveyard(tx, 1, "forge")
    MODULAR.settle(tx)
    assert tx.state.grove == ()
