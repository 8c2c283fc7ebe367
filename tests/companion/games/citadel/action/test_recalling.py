"""What a section did the last time is one tap the next time (p. 13, 16, 18)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.action import recalling
from companion.games.citadel.cards import revealing
from companion.games.citadel.life import piles
from companion.games.citadel.state import Task
from tests.companion.games.citadel.action.acting import Acting, table
from tests.companion.games.meaning import offered


def climbing(successes: int, difficulty: int = 2, **known: str) -> Acting:
    """Ada climbs on an event card: cost 2; so many successes."""
    evening = table(2, **{"action.300.1.climb": f"cost 2 rows {difficulty}", **known})
    event = evening.card("300", "permanent", "board")
    evening.count("seat1", deck=12)
    evening.play("act", seat="seat1", icon="climb", source="", card=event)
    evening.play("draw", cards=2)
    evening.play("stars_told", count=successes)
    return evening


def again(evening: Acting, successes: int) -> None:
    """The same action once more."""
    evening.play("act", seat="seat1", icon="climb", source="", card="300.1")
    evening.play("draw", cards=2)
    evening.play("stars_told", count=successes)


def test_a_failure_is_remembered():
    """2 damage and 1 card of the deck; the next time one tap does both: 10 less 2 less 2 life points."""
    evening = climbing(0)
    evening.play("action_damage", count=2)
    evening.play("deck_discard", seat="seat1", count=1)
    evening.play("action_done")
    assert evening.board_facts == {"then.300.1.climb.1.failure": "damage 2 / deck 1"}
    again(evening, 1)
    offer = evening.prompt.offers[0]
    assert (str(offer.label), offer.tone) == ("As last time, and done", "usual")
    assert str(offer.note) == "2 damage, 1 card from the deck discarded"
    evening.play(offer.move.name, **offer.move.args)
    assert (evening.state.hero("seat1").life, evening.state.action) == (6, None)
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard) == (6, 6)


def test_success_and_failure_are_kept_apart():
    """Nothing is known of the white section after a failure."""
    evening = climbing(0)
    evening.play("action_damage", count=1)
    evening.play("action_done")
    again(evening, 2)
    assert offered(evening.prompt.offers[0]) == ("action_done", {"n": 2})


def test_a_card_that_was_called_for():
    """Card 104 is taken again, and the action is over once it lies where it belongs (p. 16)."""
    evening = climbing(2)
    evening.play("card_called", number="104")
    evening.play("take_unseen", colour="green")
    evening.play("reveal", kind="quest")
    evening.play("action_done")
    assert evening.state.board["then.300.1.climb.1.success"] == "take 104"
    again(evening, 2)
    evening.play("as_last_time", keep=0)
    assert [(task.kind, task.card) for task in evening.state.tasks] == [("card.take", "104")]
    evening.play("take_unseen", colour="green")
    evening.play("reveal", kind="quest")
    assert evening.asked == "table.idle"


def test_two_cards_in_their_order():
    """What is called for first is taken first."""
    evening = climbing(2, **{"then.300.1.climb.1.success": "take 104 / take 105 / card past"})
    evening.play("as_last_time", keep=0)
    assert [task.card for task in evening.state.tasks] == ["104", "105"]
    assert evening.state.cards.copy("300.1").where == "past"


def test_cards_to_the_hand_are_a_choice():
    """Up to so many: with them, or with none (p. 13)."""
    for keep, hand in ((1, 1), (0, 0)):
        evening = climbing(2, **{"then.300.1.climb.1.success": "keep 1"})
        assert [offer.move.args.get("keep") for offer in evening.prompt.offers[:2]] == [1, 0]
        evening.play("as_last_time", keep=keep)
        now = piles.piles(evening.state, "seat1")
        assert (now.hand, now.discard, evening.state.action) == (hand, 2 - hand, None)


def test_nothing_is_remembered_too():
    """A section without effects: the next time it says so beside the one tap."""
    evening = climbing(0)
    evening.play("action_done")
    assert evening.board_facts == {"then.300.1.climb.1.failure": "nothing"}
    again(evening, 0)
    offer = evening.prompt.offers[0]
    assert (offer.move.name, offer.tone, str(offer.note)) == (
        "action_done", "usual", "Nothing else happened the last time",
    )  # fmt: skip


def test_something_else_this_time():
    """Whoever does something by hand goes on by hand; the latest time is kept."""
    evening = climbing(0, **{"then.300.1.climb.1.failure": "damage 2"})
    evening.play("action_damage", count=1)
    assert not evening.offered("as_last_time")
    with pytest.raises(IllegalMove):
        evening.play("as_last_time", keep=0)
    evening.play("action_done")
    assert evening.board_facts == {"then.300.1.climb.1.failure": "damage 1"}


def test_the_die_of_a_compound_action():
    """Row 1, success: the die goes to row 2 and shows 3, and the fight goes on (p. 18)."""
    known = {"action.300.1.dig": "cost 1 rows 2,3 compound mandatory", "then.300.1.dig.1.success": "damage 1 / die 1 3"}
    evening = table(1, **known)
    event = evening.card("300", "permanent", "board")
    evening.play("act", seat="seat1", icon="dig", source="", card=event)
    evening.play("draw", cards=1)
    evening.play("stars_told", count=2)
    evening.play("as_last_time", keep=0)
    assert (evening.asked, evening.running.row, evening.running.need) == ("action.gear", 2, 3)


def test_damage_that_ends_the_adventure():
    """The last one falls: nothing of the rest happens (p. 20)."""
    known = {"action.300.1.climb": "cost 0 rows 1", "then.300.1.climb.1.failure": "damage 9 / take 104"}
    evening = table(1, life=5, **known)
    event = evening.card("300", "permanent", "board")
    evening.play("act", seat="seat1", icon="climb", source="", card=event)
    evening.play("draw", cards=1)
    evening.play("stars_told", count=0)
    evening.play("as_last_time", keep=0)
    assert (evening.state.ended, evening.state.tasks) == ("lost", ())


def test_damage_that_makes_unconscious():
    """Ada falls: the list first, no more cards from her deck, then the action is over (p. 20)."""
    evening = climbing(0, **{"then.300.1.climb.1.failure": "deck 2 / damage 10"})
    evening.play("as_last_time", keep=0)
    assert not evening.state.hero("seat1").conscious
    assert evening.state.action is None or evening.asked == "life.faint_card"


def test_of_an_action_without_a_card_nothing_is_kept():
    """The Character card, or a card that nobody has named: there is nothing to keep it under."""
    evening = table(1)
    evening.act("climb", "character")
    evening.sheet(0, 0)
    evening.play("draw", cards=0)
    evening.play("action_damage", count=1)
    evening.play("action_done")
    assert not any(name.startswith("then.") for name in evening.state.board)


def test_a_line_that_makes_no_sense():
    """Facts of the owner are checked before they are kept."""
    for line in ("damage", "take 12", "card home", "die 1 7", "last 1", "jump 3"):
        with pytest.raises(IllegalMove):
            recalling.check("then.300.1.climb.1.success", line)
    recalling.check("then.300.1.climb.1.success", "nothing")
    assert recalling.understood("take 104 / last") == ("take 104", "last")


def test_a_temporary_event_goes_with_its_action():
    """A simple action of a revealed event: one tap ends both (p. 17); the next time it is known."""
    for _ in range(2):
        evening = table(2)
        event = evening.card("310", "temporary", "shown", "seat1")
        evening.at(tasks=(Task(kind=revealing.EVENT, seat="seat1", card=event),))
        evening.play("act_now", seat="seat1", icon="run")
        evening.sheet(0, 0, "simple", "mandatory")
        evening.play("draw", cards=0)
        offer = evening.prompt.offers[0]
        assert (str(offer.label), offer.tone) == ("Done: the event goes to the Past", "usual")
        evening.play(offer.move.name, **offer.move.args)
        assert evening.state.cards.copy(event).where == "past"
        assert (evening.asked, evening.board_facts["then.310.1.run.1.success"]) == ("table.idle", "card past")


def test_life_points_and_cards_shuffled_back():
    """Loses 1 life point, gains 3, takes up to 2 cards back: 10 - 1 + 3 = 12 each time (p. 18, 28)."""
    evening = climbing(2)
    evening.count("seat1", discard=3)
    evening.play("life_lose", seat="seat1", count=1, sort="plain", cancelled=0)
    evening.play("life_gain", seat="seat1", count=3)
    evening.play("deck_refill", seat="seat1", count=2)
    evening.play("action_done")
    assert evening.board_facts["then.300.1.climb.1.success"] == "lose 1 / gain 3 / refill 2"
    now = piles.piles(evening.state, "seat1")
    assert (evening.state.hero("seat1").life, now.deck, now.discard) == (12, 12, 3)
    again(evening, 2)
    evening.count("seat1", discard=1)
    evening.play("as_last_time", keep=0)
    now = piles.piles(evening.state, "seat1")
    assert (evening.state.hero("seat1").life, now.deck, now.discard) == (14, 11, 2)


def test_what_an_event_does_is_not_the_sections():
    """A card that the section calls for is an event with effects of its own: they are not done twice the next time."""
    evening = climbing(2)
    evening.play("card_called", number="104")
    evening.play("take_unseen", colour="green")
    evening.play("reveal", kind="temporary")
    evening.play("life_lose", seat="seat1", count=1, sort="plain", cancelled=0)
    evening.play("event_done", to="past")
    evening.play("action_done")
    assert evening.board_facts["then.300.1.climb.1.success"] == "take 104"


def test_others_are_not_remembered():
    """Who else is hit may differ each time: only what concerns the active player is kept."""
    evening = climbing(0)
    evening.play("life_lose", seat="seat2", count=1, sort="damage", cancelled=0)
    evening.play("action_done")
    assert evening.board_facts["then.300.1.climb.1.failure"] == "nothing"


def test_counting_again_comes_before_the_consequences():
    """Once damage was suffered, the successes stand: another number would change the section (p. 13)."""
    evening = climbing(0)
    assert evening.offered("recounted")
    evening.play("action_damage", count=1)
    assert not evening.offered("recounted")
    with pytest.raises(IllegalMove):
        evening.play("recounted", count=2)


def test_two_taps_when_all_is_known():
    """The action, and how it came out; each is an offer that asks for nothing more. What the section did the last time
    stands below the answer, and follows by itself."""
    known = {"action.081.1.climb": "cost 2 rows 2", "then.081.1.climb.1.success": "take 104"}
    evening = table(2, **known)
    for at, name in enumerate(("act", "came_out")):
        offer = evening.prompt.offers[0]
        assert (offer.move.name, offer.asks) == (name, ())
        assert at == 0 or "104" in str(offer.note)
        evening.play(offer.move.name, **offer.move.args)
    assert evening.asked == "card.take"
    assert evening.state.action is not None
    evening.play("take_as", colour="green", what="quest")
    assert evening.state.action is None
    assert evening.state.vigour.of("seat1").discard == 2
