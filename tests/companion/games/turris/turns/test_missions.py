"""Missions (rulebook p. 10, 11)."""

import pytest

from companion.api.game import IllegalMove, Value
from tests.companion.games.meaning import meant, offered
from tests.companion.games.turris.places_made_up import turn
from tests.companion.games.turris.table import Evening

BEAST = "cost knowledge 2; gain prestige 4; beast 1"
LASTING = "cost relics 1; gain prestige 2; ongoing; gain ichor 1"


def closing(seat: int = 0, players: int = 3, **board: Value) -> Evening:
    """Both Actions are taken."""
    return turn(players=players, seat=seat, **board).at("turns", "actions", turn=seat, done=("gather", "gather"))


def complete(evening: Evening, **fields: Value) -> Evening:
    """A Mission by the form; what is not said is left out."""
    blank: dict[str, Value] = dict.fromkeys(
        ("ichor", "knowledge", "relics", "weaponry", "any", "points", "artifacts"), 0
    )
    rest: dict[str, Value] = {"source": "tableau", "effect": "none", "words": "", "name": ""}
    evening.play("complete", **{**blank, **rest, **fields})
    return evening


def test_alice_completes_a_mission_that_moves_a_beast():
    """The resources go, the Prestige comes, then the Beast is moved one step (p. 10, example)."""
    evening = closing(**{"mission.lure": BEAST}).player(0, knowledge=3)
    evening.play("complete_known", name="lure", source="tableau", artifacts=0)
    alice = evening.state.players[0]
    assert (alice.knowledge, alice.prestige, alice.completed) == (1, 4, 1)
    assert evening.asked == "beasts.steer"
    evening.play("steer_beast", beast="pain", place="forge")
    assert evening.state.turn == 1
    assert evening.told("missions_refilled").args["count"] == 5


def test_bob_puts_a_mission_into_a_slot():
    """A Mission with an ongoing effect lies in a slot; its effect is not done now (p. 10, example)."""
    evening = closing(seat=1).player(1, relics=1)
    complete(evening, relics=1, points=2, effect="ongoing", words="gain ichor 1", name="Watch")
    assert evening.board_facts["mission.watch"] == "cost relics 1; gain prestige 2; ongoing; gain ichor 1"
    assert evening.asked == "mission.slot"
    [usual] = [offer for offer in evening.prompt.offers if offer.tone == "usual"]
    evening.play(usual.move.name, **usual.move.args)
    bob = evening.state.players[1]
    assert (bob.relics, bob.prestige, bob.completed, bob.ongoing, bob.ichor) == (0, 2, 1, ("watch",), 3)


def test_a_free_slot_need_not_be_taken():
    """An ongoing Mission may be placed in a slot (p. 10); left with the completed ones it only counts."""
    evening = closing().player(0, relics=1, ongoing=("first",), completed=1)
    complete(evening, relics=1, points=2, effect="ongoing", words="gain ichor 1", name="Watch")
    with pytest.raises(IllegalMove, match="Another slot is free"):
        evening.play("slot", slot=1)
    evening.play("slot", slot=0)
    assert str(evening.told("slot_chosen").todo) == "Alice: the Mission to your completed ones"
    alice = evening.state.players[0]
    assert (alice.completed, alice.ongoing, alice.prestige) == (2, ("first",), 2)


def test_both_slots_taken():
    """A third one may replace one of the two, which still counts as completed (p. 10)."""
    evening = closing(**{"mission.watch": LASTING}).player(0, relics=2, ongoing=("first", ""), completed=2)
    evening.play("complete_known", name="watch", source="tableau", artifacts=0)
    assert evening.asked == "mission.slot"
    assert [str(offer.label) for offer in evening.prompt.offers] == [
        "Replace First", "Replace the one in slot 2", "Replace none",
    ]  # fmt: skip
    evening.play("slot", slot=2)
    assert evening.state.players[0].ongoing == ("first", "watch")
    assert evening.state.players[0].completed == 3
    order = evening.told("slot_chosen").todo
    assert str(order) == "Alice: the Mission into slot 2, the one there to your completed ones"


def test_hands_put_a_completed_mission_away():
    """p. 10: into the Completed area, in which it counts for the Tower."""
    evening = closing().player(0, relics=1)
    complete(evening, relics=1, points=2)
    assert str(evening.told("mission_completed").todo) == "Alice: the Mission to your completed ones"


def test_an_ongoing_mission_need_not_replace_another():
    """It may be placed there; it then has no effect (p. 10)."""
    evening = closing(**{"mission.watch": LASTING}).player(0, relics=1, ongoing=("first", "other"))
    evening.play("complete_known", name="watch", source="tableau", artifacts=0)
    evening.play("slot", slot=0)
    assert evening.state.players[0].ongoing == ("first", "other")
    assert evening.state.players[0].completed == 1


def test_carol_completes_a_reserved_mission_for_less():
    """1 Knowledge fewer than on the card (p. 11, example)."""
    evening = closing(seat=2).player(2, knowledge=2, reserved=1)
    complete(evening, knowledge=3, points=5, source="reserved")
    carol = evening.state.players[2]
    assert (carol.knowledge, carol.prestige, carol.reserved, carol.completed) == (0, 5, 0, 1)
    assert "missions_refilled" not in evening.names  # five still lie face up


def test_which_resource_is_spared():
    """With several resources in the cost the player chooses (p. 11)."""
    evening = closing().player(0, knowledge=2, relics=2, reserved=1)
    complete(evening, knowledge=2, relics=2, points=3, source="reserved")
    assert evening.asked == "mission.discount"
    evening.play("discount", what="relics")
    assert (evening.state.players[0].knowledge, evening.state.players[0].relics) == (0, 1)


def test_only_discounts_that_leave_a_payable_cost():
    """What is missing has to be the spared one (p. 11)."""
    evening = closing().player(0, knowledge=1, relics=2, reserved=1)
    complete(evening, knowledge=2, relics=2, source="reserved")
    assert [offer.move.args["what"] for offer in evening.prompt.offers] == ["knowledge"]
    with pytest.raises(IllegalMove, match="rest"):
        evening.play("discount", what="relics")


def test_nothing_reserved():
    """Only the owner of a reserved Mission completes it (p. 11)."""
    with pytest.raises(IllegalMove, match="reserved no Mission"):
        complete(closing().player(0, relics=3), relics=2, source="reserved")


def test_a_mission_that_cannot_be_paid():
    """No resources, no Mission (p. 10)."""
    evening = closing().player(0, relics=1)
    with pytest.raises(IllegalMove, match="enough"):
        complete(evening, relics=2, points=3)
    assert evening.state.players[0].prestige == 0


def test_an_artifact_pays_what_is_missing():
    """Any 1 resource (p. 21)."""
    evening = complete(closing().player(0, relics=1, artifacts=2), relics=2, points=3)
    assert (evening.state.players[0].relics, evening.state.players[0].artifacts) == (0, 1)


def test_a_cost_of_choice():
    """Resources of one's choice are chosen as they are paid."""
    evening = complete(closing().player(0, ichor=1, relics=1, weaponry=1), any=2, points=1)
    assert evening.asked == "reward.spend"
    evening.play("pay", what="relics", count=1)
    evening.play("pay", what="ichor", count=1)
    alice = evening.state.players[0]
    assert (alice.ichor, alice.relics, alice.weaponry, alice.completed) == (0, 0, 1, 1)


def test_not_before_both_actions():
    """The Complete Mission Step follows the Action Step (p. 8, 10)."""
    evening = turn().player(0, relics=2)
    assert not evening.offered("complete")
    with pytest.raises(IllegalMove, match="both Actions"):
        complete(evening, relics=1)


def test_one_mission_a_turn():
    """After a Mission comes the Trionfi Step, then the next player (p. 10)."""
    evening = complete(closing().player(0, relics=2), relics=1, points=1)
    assert evening.state.turn == 1
    assert evening.asked == "turn.actions"


def test_a_mission_that_gives_an_action():
    """It is taken before the Trionfi Step; there is no second Mission in the turn (p. 10, 24)."""
    evening = closing(**{"mission.haste": "cost relics 1; gain prestige 1; action"}).player(0, relics=2)
    evening.play("complete_known", name="haste", source="tableau", artifacts=0)
    assert evening.asked == "turn.close"
    assert not evening.offered("complete")
    with pytest.raises(IllegalMove, match="Only one Mission"):
        complete(evening, relics=1)
    evening.play("place", place="forge")
    assert evening.state.turn == 0
    evening.play("end_turn")
    assert evening.state.turn == 1


def test_an_action_that_is_left_out_is_gone():
    """Completing a Mission ends the Action Step (p. 10)."""
    evening = closing().at("turns", "actions", extra=1).player(0, relics=1)
    complete(evening, relics=1, points=1)
    assert evening.state.turn == 1


def test_when_completed_told_at_the_table():
    """Without words the card is done at the table, and what it gave is tapped."""
    evening = complete(closing().player(0, relics=1), relics=1, points=1, effect="at_once")
    assert evening.asked == "card.do"
    evening.play("card_gain", what="artifacts")
    evening.play("card_done")
    assert evening.state.players[0].artifacts == 1


def test_a_mission_is_reserved():
    """It leaves the tableau, which is filled up at the end of the turn only (p. 11)."""
    evening = turn(**{"reward.nest": "reserve"})
    evening.play("place", place="nest")
    assert evening.state.players[0].reserved == 1
    assert "missions_refilled" not in evening.names
    evening.play("gather")
    evening.play("end_turn")
    assert evening.told("missions_refilled")


def test_known_missions_that_can_be_paid_are_offered():
    """Those that cannot be paid are not in the list."""
    evening = closing(**{"mission.lure": BEAST, "mission.watch": LASTING}).player(0, relics=1)
    [known] = [offer for offer in evening.prompt.offers if offer.move.name == "complete_known"]
    assert [choice.value for choice in known.asks[0].choices] == ["watch"]  # type: ignore[union-attr]


def test_reserved_ones_have_a_list_of_their_own():
    """2 Knowledge in full, 1 for a reserved Mission: with 1 there it is only in the second list (p. 11)."""
    evening = closing(**{"mission.lure": BEAST}).player(0, knowledge=1, reserved=1)
    [offer] = [one for one in evening.prompt.offers if one.move.name == "complete_known"]
    assert offered(offer) == ("complete_known", {"artifacts": 0, "source": "reserved"})
    evening.play("complete_known", **{**offer.move.args, "name": "lure"})
    assert (evening.state.players[0].knowledge, evening.state.players[0].completed) == (0, 1)


def test_prestige_is_the_cards():
    """The form wants a cost; “cost” and “ongoing” have their own fields."""
    with pytest.raises(IllegalMove, match="costs"):
        complete(closing(), points=3)
    with pytest.raises(IllegalMove, match="own fields"):
        complete(closing().player(0, relics=1), relics=1, words="cost relics 2")


def test_an_artifact_may_be_spent_to_keep_a_resource():
    """2 Relics and 1 Knowledge are asked and there; one Artifact is spent instead of a Relic: 1 Relic stays (p. 21)."""
    evening = closing().player(0, relics=2, knowledge=1, artifacts=2)
    complete(evening, relics=2, knowledge=1, artifacts=1)
    assert evening.asked == "mission.wild"
    assert [offered(offer) for offer in evening.prompt.offers] == [
        ("stand_in", {"what": "knowledge"}),
        ("stand_in", {"what": "relics"}),
    ]
    with pytest.raises(IllegalMove, match="No Artifact"):
        evening.play("stand_in", what="ichor")
    evening.play("stand_in", what="relics")
    alice = evening.state.players[0]
    assert (alice.relics, alice.knowledge, alice.artifacts, alice.completed) == (1, 0, 1, 1)


def test_artifacts_for_what_is_missing_come_first():
    """3 Relics asked, 2 there: of 2 Artifacts one is needed anyhow, the other one keeps a Relic (p. 21)."""
    evening = closing().player(0, relics=2, artifacts=2)
    complete(evening, relics=3, artifacts=2)
    alice = evening.state.players[0]
    assert (alice.relics, alice.artifacts, alice.completed) == (1, 0, 1)


def test_an_artifact_does_not_go_where_another_is_needed():
    """1 Relic and 1 Knowledge asked, a Relic and 1 Artifact there: the Artifact goes for the Knowledge (p. 21)."""
    evening = closing().player(0, relics=1, artifacts=1)
    complete(evening, relics=1, knowledge=1, artifacts=1)
    alice = evening.state.players[0]
    assert (alice.relics, alice.artifacts, alice.completed) == (0, 0, 1)


def test_an_artifact_beside_the_discount():
    """A reserved Mission of 1 Relic and 1 Weaponry: 1 Relic less, an Artifact for the Weaponry (p. 11, 21)."""
    evening = closing().player(0, weaponry=1, artifacts=1, reserved=1)
    complete(evening, relics=1, weaponry=1, source="reserved", artifacts=1)
    evening.play("discount", what="relics")
    alice = evening.state.players[0]
    assert (alice.weaponry, alice.artifacts, alice.completed, alice.reserved) == (1, 0, 1, 0)


def test_artifacts_are_asked_for_only_of_who_has_some():
    """Without Artifacts nobody is offered to spend one; with one it is offered once."""
    evening = closing()
    evening.play("mission_tell", effect="none")
    assert not evening.offered("mission_artifact")
    evening = closing().player(0, artifacts=1)
    evening.play("mission_tell", effect="none")
    evening.play("mission_artifact")
    assert not evening.offered("mission_artifact")
    with pytest.raises(IllegalMove):
        evening.play("mission_artifact")


def test_a_mission_is_told_by_taps():
    """Each resource of its cost a tap, then its Prestige: it is paid and completed (p. 10)."""
    evening = closing().player(0, relics=3, weaponry=1)
    evening.play("mission_tell", effect="none")
    assert not evening.offered("mission_points")
    for what in ("relics", "weaponry", "relics"):
        evening.play("mission_cost", what=what)
    assert str(evening.prompt.more) == "So far: Relics 2, Weaponry 1."
    evening.play("mission_points", points=4, name="")
    alice = evening.state.players[0]
    assert (alice.relics, alice.weaponry, alice.prestige, alice.completed) == (1, 0, 4, 1)
    assert evening.board_facts == {}


def test_a_mission_told_by_taps_is_known_by_its_name():
    """Who gives it a name, completes it by one tap the next time."""
    evening = closing().player(0, relics=1)
    evening.play("mission_tell", effect="ongoing")
    evening.play("mission_cost", what="relics")
    evening.play("mission_points", points=1, name="Watch")
    assert evening.board_facts["mission.watch"] == "cost relics 1; gain prestige 1; ongoing"
    assert evening.asked == "mission.slot"


def test_a_reserved_mission_is_told_by_taps():
    """For 1 less (p. 11); nobody who has reserved none is offered that."""
    evening = closing().player(0, relics=1, reserved=1)
    evening.play("mission_tell", effect="none")
    evening.play("mission_reserved")
    assert not evening.offered("mission_reserved")
    evening.play("mission_cost", what="relics")
    evening.play("mission_cost", what="relics")
    evening.play("mission_points", points=2, name="")
    assert (evening.state.players[0].relics, evening.state.players[0].reserved) == (0, 0)
    evening = closing()
    evening.play("mission_tell", effect="none")
    assert not evening.offered("mission_reserved")
    with pytest.raises(IllegalMove):
        evening.play("mission_reserved")


def test_a_mission_that_cannot_be_paid_is_left():
    """Refused with what was told kept; then it is no Mission after all."""
    evening = closing().player(0, ichor=2, knowledge=1, artifacts=0)
    evening.play("mission_tell", effect="at_once")
    evening.play("mission_cost", what="relics")
    with pytest.raises(IllegalMove, match=r"not have enough .* You have: Ichor 2, Knowledge 1\."):
        evening.play("mission_points", points=2, name="")
    evening.play("mission_not")
    assert evening.asked == "turn.close"
    assert not evening.state.mission_done


def test_an_effect_at_once_is_done_at_the_table():
    """After its Prestige, what else the Mission gives is tapped."""
    evening = closing().player(0, relics=1)
    evening.play("mission_tell", effect="at_once")
    evening.play("mission_cost", what="relics")
    evening.play("mission_points", points=1, name="")
    assert evening.asked == "card.do"
    evening.play("card_gain", what="ichor")
    evening.play("card_done")
    assert evening.state.players[0].ichor == 4


def test_ongoing_missions_are_told_with_what_they_do():
    """In every turn of their owner, so that nobody forgets them; cost and Prestige are past."""
    evening = closing(**{"mission.watch": LASTING}).player(0, ongoing=("watch", ""), completed=2)
    assert str(evening.prompt.more) == "Ongoing: Watch (Ichor +1) and 1 Mission without a name"


def test_a_reserved_mission_can_be_discarded():
    """By an effect; not without one."""
    evening = closing(**{"tactics.drop": "discard mission; gain relics 1"}).player(0, reserved=2, tactics=1)
    evening.play("play_tactics", name="drop")
    assert (evening.state.players[0].reserved, evening.state.players[0].relics) == (1, 1)
    assert meant(evening.told("missions_discarded").text) == {"player": "Alice", "n": 1}
    evening.player(0, reserved=0, tactics=1).at("turns", "actions", tactics_played=False)
    with pytest.raises(IllegalMove, match="not enough Missions reserved"):
        evening.play("play_tactics", name="drop")


# --- where a named Mission lies ---------------------------------------------------------------------------------------


KNOWN = {"mission.watch": "cost relics 1; gain prestige 2", "mission.lure": "cost relics 1; gain prestige 4"}


def known_offers(evening: Evening) -> dict[str, list[str]]:
    """What the lists of known Missions offer, by where they lie."""
    return {
        str(offer.move.args["source"]): [choice.value for choice in offer.asks[0].choices]  # type: ignore[union-attr]
        for offer in evening.prompt.offers
        if offer.move.name == "complete_known" and offer.asks
    }


def test_a_mission_that_somebody_reserved_is_offered_to_nobody_else():
    """Only its owner can complete a reserved Mission (p. 11): Bob reserved Lure, Alice is offered Watch alone."""
    evening = closing(**KNOWN).player(0, relics=3).player(1, reserved=1, kept=("lure",))
    assert known_offers(evening) == {"tableau": ["watch"]}
    with pytest.raises(IllegalMove, match="Lure is reserved, by Bob"):
        evening.play("complete_known", name="lure", source="tableau", artifacts=0)
    with pytest.raises(IllegalMove, match="Lure is reserved, by Bob"):
        complete(evening, relics=1, points=4, name="Lure")
    assert evening.state.players[0].relics == 3


def test_what_lies_face_up_is_not_offered_as_reserved():
    """Watch lies face up; of Alice's two reserved Missions one is Lure, the other was not told (p. 11)."""
    evening = closing(**KNOWN).player(0, relics=3, reserved=2, kept=("lure",)).at(
        "turns", "actions", tableau=("watch",), done=("gather", "gather")
    )  # fmt: skip
    assert known_offers(evening) == {"tableau": ["watch"], "reserved": ["lure"]}
    with pytest.raises(IllegalMove, match="Watch lies face up"):
        evening.play("complete_known", name="watch", source="reserved", artifacts=0)


def test_all_reserved_ones_are_told():
    """Alice's one reserved Mission is Lure: no other one is offered for 1 less (p. 11)."""
    evening = closing(**KNOWN).player(0, relics=3, reserved=1, kept=("lure",))
    assert known_offers(evening)["reserved"] == ["lure"]
    with pytest.raises(IllegalMove, match="Watch is not among the Missions that you have reserved"):
        evening.play("complete_known", name="watch", source="reserved", artifacts=0)


def test_with_five_names_told_no_other_mission_lies_there():
    """Five lie face up (p. 6): Lure is none of them."""
    there = ("watch", "one", "two", "three", "four")
    evening = closing(**KNOWN).player(0, relics=3).at("turns", "actions", tableau=there, done=("gather", "gather"))
    assert known_offers(evening) == {"tableau": ["watch"]}
    with pytest.raises(IllegalMove, match="Lure does not lie face up"):
        evening.play("complete_known", name="lure", source="tableau", artifacts=0)


def test_a_completed_mission_is_not_offered_again():
    """It lies in somebody's Completed Missions area (p. 10), whoever completed it."""
    evening = closing(**KNOWN).player(0, relics=3)
    evening.play("complete_known", name="watch", source="tableau", artifacts=0)
    assert evening.state.players[0].finished == ("watch",)
    evening.player(1, relics=3).at("turns", "actions", turn=1, done=("gather", "gather"), mission_done=False)
    assert known_offers(evening) == {"tableau": ["lure"]}
    with pytest.raises(IllegalMove, match="Watch is completed already, by Alice"):
        evening.play("complete_known", name="watch", source="tableau", artifacts=0)


def test_a_count_set_by_hand_forgets_which_were_completed():
    """Set to 0, the completion was a slip: Watch may lie face up again."""
    evening = closing(**KNOWN).player(0, relics=3)
    evening.play("complete_known", name="watch", source="tableau", artifacts=0)
    evening.correct("completed_1", 0)
    evening.at("turns", "actions", turn=0, done=("gather", "gather"), mission_done=False)
    assert known_offers(evening) == {"tableau": ["lure", "watch"]}


# --- which reserved Mission is gone -----------------------------------------------------------------------------------


def dropping(**player: Value) -> Evening:
    """Alice plays a card that discards a reserved Mission."""
    evening = turn(**{"tactics.drop": "discard mission; gain relics 1"}).player(0, tactics=1, **player)
    evening.play("play_tactics", name="drop")
    return evening


def test_which_of_two_reserved_missions_is_discarded():
    """Watch and Lure are reserved: it is asked which one goes, and the other one stays to be completed (p. 11)."""
    evening = dropping(reserved=2, kept=("watch", "lure"))
    assert evening.asked == "missions.gone"
    assert [offered(offer) for offer in evening.prompt.offers] == [
        ("mission_gone", {"name": "Watch"}),
        ("mission_gone", {"name": "Lure"}),
    ]
    evening.play("mission_gone", name="watch")
    alice = evening.state.players[0]
    assert (alice.reserved, alice.kept, alice.relics) == (1, ("lure",), 1)


def test_one_without_a_name_may_be_the_one():
    """Of Watch and one that was not told, the other one goes."""
    evening = dropping(reserved=2, kept=("watch",))
    assert [offered(offer) for offer in evening.prompt.offers] == [
        ("mission_gone", {"name": "Watch"}),
        ("mission_gone", {"name": ""}),
    ]
    evening.play("mission_gone", name="")
    assert (evening.state.players[0].reserved, evening.state.players[0].kept) == (1, ("watch",))


def test_the_only_one_and_nameless_ones_are_not_asked():
    """There is nothing to choose."""
    assert dropping(reserved=1, kept=("watch",)).state.players[0].kept == ()
    assert dropping(reserved=2).asked == "turn.actions"


def test_reserved_missions_lost_by_a_tap_are_asked_too():
    """“Anything else”: Bob loses one of his two."""
    evening = turn().player(1, reserved=2, kept=("watch", "lure"))
    evening.play("open_card", who="seat1")
    evening.play("card_other", who="seat2", what="reserved", how="lose", count=1)
    evening.play("mission_gone", name="lure")
    assert (evening.state.players[1].reserved, evening.state.players[1].kept) == (1, ("watch",))
    assert evening.asked == "card.do"


def test_a_reserved_mission_gained_by_a_tap_leaves_the_tableau():
    """It is taken from the tableau, which is refilled at the end of the turn (p. 11)."""
    evening = turn().at("turns", "actions", tableau=("watch", "lure"))
    evening.play("open_card", who="seat1")
    evening.play("card_other", who="seat1", what="reserved", how="gain", count=1)
    evening.play("reserve_which", name="lure")
    assert (evening.state.players[0].kept, evening.state.tableau, evening.state.refill) == (("lure",), ("watch",), True)


def test_a_number_set_by_hand_asks_which_is_gone():
    """2 reserved are 1 after all: which one, only the table knows; 0 leaves none, and no name comes back."""
    evening = turn().player(0, reserved=2, kept=("watch", "lure"))
    evening.correct("reserved_1", 1)
    evening.play("mission_gone", name="watch")
    assert (evening.state.players[0].reserved, evening.state.players[0].kept) == (1, ("lure",))
    evening.correct("reserved_1", 0)
    assert evening.state.players[0].kept == ()
    evening.correct("reserved_1", 1)
    assert evening.state.players[0].kept == ()


def test_a_reserved_mission_completed_without_its_name():
    """By the form, for 1 less: which of the two it was is asked, so that it is offered no more (p. 11)."""
    evening = closing().player(0, relics=1, reserved=2, kept=("watch", "lure"))
    complete(evening, relics=2, points=3, source="reserved")
    assert evening.asked == "missions.gone"
    evening.play("mission_gone", name="watch")
    alice = evening.state.players[0]
    assert (alice.reserved, alice.kept, alice.completed) == (1, ("lure",), 1)
