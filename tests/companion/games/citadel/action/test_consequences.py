"""The Consequence step, and what follows (p. 13, 18, 20)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.life import piles
from tests.companion.games.citadel.action.acting import drawing, table
from tests.companion.games.meaning import offered


def test_class_icons_cancel_damage():
    """Icons that no success needs cancel damage; each one once (p. 13, 18)."""
    evening = table(2, **{"effects.200.1": "convert 1 eye 1 for fight / cancel 1 eye 1 for fight"})
    evening.card("200", "purse", "purse", "seat1")
    evening.act("fight", "081.1")
    evening.fight(2, 2, "simple")
    evening.play("gear", card="200.1")
    evening.play("draw", cards=2)
    evening.play("stars_told", count=1)
    evening.icons(icon1=3)
    assert (evening.outcome, evening.running.cancels) == ((2, "success"), 2)
    evening.play("action_damage", count=1)
    assert (evening.state.hero("seat1").life, evening.running.cancels) == (10, 1)
    evening.play("action_damage", count=3)
    assert (evening.state.hero("seat1").life, evening.running.cancels) == (8, 0)


def test_up_to_so_many_revealed_cards_to_the_hand():
    """One of three goes to the hand, two to the Discard Pile; not more than were revealed (p. 13, 18)."""
    evening = drawing(deck=9)
    evening.play("draw", cards=3)
    evening.play("stars_told", count=2)
    evening.play("action_keep", count=1)
    with pytest.raises(IllegalMove):
        evening.play("action_keep", count=3)
    evening.play("action_done")
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard, now.hand) == (6, 2, 1)


def test_too_many_in_hand_only_after_the_action():
    """Those who take part discard their excess once the action is over (p. 19)."""
    evening = table(2, **{"limit.hand.character.2": 1})
    evening.count("seat1", deck=9)
    evening.act("climb", "081.1")
    evening.sheet(3, 1)
    evening.play("draw", cards=3)
    evening.play("stars_told", count=2)
    evening.play("action_keep", count=2)
    assert evening.asked == "action.consequence"
    evening.play("action_done")
    assert evening.asked == "life.excess"


def test_a_compound_failure_lowers_the_die():
    """Two of five: the die goes from 5 to 3, in failure too (p. 11, 13)."""
    evening = table(2)
    event = evening.card("300", "permanent", "board")
    evening.act("dig", event)
    evening.sheet(1, 5, "compound")
    evening.play("draw", cards=1)
    evening.play("stars_told", count=2)
    assert evening.outcome == (2, "failure")
    evening.play("action_done")
    assert [die.value for die in evening.state.turn.dice] == [3]


def test_where_the_die_goes_after_a_success():
    """The next row, or several for as many arrows; it must be said before the action is over (p. 13, 18)."""
    evening = table(2)
    event = evening.card("300", "permanent", "board")
    evening.act("dig", event)
    evening.sheet(1, 2, "compound")
    evening.play("draw", cards=1)
    evening.play("stars_told", count=2)
    with pytest.raises(IllegalMove):
        evening.play("action_done")
    evening.play("row_moved", rows=2, difficulty=6, close=1)
    assert [(die.row, die.value) for die in evening.state.turn.dice] == [(3, 6)]
    assert evening.state.board[f"action.{event}.dig"] == "cost 1 rows 2,0,6 compound"


def test_a_known_row_is_one_tap():
    """The difficulty of a row that was told before is not asked again."""
    evening = table(2, **{"action.300.1.dig": "cost 1 rows 2,4 compound"})
    event = evening.card("300", "permanent", "board")
    evening.play("act", seat="seat1", icon="dig", source="", card=event)
    evening.play("draw", cards=1)
    evening.play("stars_told", count=2)
    offer = evening.prompt.offers[0]
    assert (str(offer.label), offer.tone, getattr(offer.asks[0], "usual", None)) == ("Next row, and done", "usual", 4)


def test_the_last_row_ends_it():
    """A success on the last row: the die goes back into the box (p. 13)."""
    evening = table(2)
    event = evening.card("300", "permanent", "board")
    evening.act("dig", event)
    evening.sheet(1, 2, "compound", "mandatory")
    evening.play("draw", cards=1)
    evening.play("stars_told", count=2)
    rows = [offer.move.name for offer in evening.prompt.offers]
    assert rows[:4] == ["row_moved", "action_last", "row_moved", "row_moved"]  # seldom is a row passed over
    assert "Successes" not in str(evening.prompt.more)  # they are told as news, once
    evening.play("action_last", close=1)
    assert (evening.state.turn.dice, evening.state.action) == ((), None)


def test_a_card_that_went_away_ends_it():
    """Discarding the card ends a compound action, too (p. 13)."""
    evening = table(2)
    event = evening.card("300", "permanent", "board")
    evening.act("dig", event)
    evening.sheet(1, 2, "compound", "mandatory")
    evening.play("draw", cards=1)
    evening.play("stars_told", count=2)
    evening.play("action_card", card=event, to="past")
    assert offered(evening.prompt.offers[0]) == ("action_done", {"n": 1})
    evening.play("action_done")
    assert (evening.state.turn.dice, evening.state.action) == ((), None)


def test_a_mandatory_compound_action_is_taken_again_at_once():
    """Alone, without a question; with others, they choose who is active (p. 11)."""
    evening = table(1)
    event = evening.card("300", "permanent", "board")
    evening.act("dig", event)
    evening.sheet(1, 3, "compound", "mandatory")
    evening.play("draw", cards=1)
    evening.play("stars_told", count=1)
    evening.play("action_done")
    assert (evening.asked, evening.running.need) == ("action.gear", 2)


def test_the_same_damage_makes_unconscious():
    """Damage in the Consequence step may make unconscious; the action is then finished (p. 20)."""
    evening = table(2, life=2)
    evening.count("seat1", deck=9)
    evening.act("climb", "081.1")
    evening.sheet(3, 1)
    evening.play("draw", cards=3)
    evening.play("stars_told", count=0)
    evening.play("action_damage", count=2)
    evening.play("action_done")
    assert evening.state.action is None
    assert piles.piles(evening.state, "seat1").discard == 3


def test_an_event_card_when_all_who_took_part_are_unconscious():
    """The page shows which kind of event is returned: asked once, then done (p. 20)."""
    for kind, where in (("permanent", "deck"), ("temporary", "board"), ("both", "deck")):
        evening = table(2, life=2)
        event = evening.card("300", "permanent", "board")
        evening.act("run", event)
        evening.sheet(1, 1)
        evening.play("draw", cards=1)
        evening.play("stars_told", count=0)
        evening.play("action_damage", count=2)
        evening.play("action_done")
        assert evening.asked == "life.faint_card"
        evening.play("faint_card_told", kind=kind)
        assert evening.board_facts == {"faint_card": kind}
        assert evening.state.cards.copy(event).where == where


def test_it_stays_while_somebody_who_took_part_is_conscious():
    """Not all who took part are unconscious: the card stays (p. 20)."""
    evening = table(2, life=2, faint_card="both")
    event = evening.card("300", "permanent", "board")
    evening.act("run", event)
    evening.sheet(1, 1, "simple", "mandatory")
    evening.play("draw", cards=1)
    evening.play("stars_told", count=0)
    evening.play("action_damage", count=2)
    evening.play("action_done")
    assert evening.state.cards.copy(event).where == "board"


def test_coming_round_during_an_action():
    """The figure goes to the active player's Terrain card (p. 20)."""
    evening = table(3)
    evening.hero("seat2", place="", conscious=False, life=0)
    evening.hero("seat3", place="094.1")
    evening.act("cure", "character")
    evening.sheet(0, 0)
    evening.play("draw", cards=0)
    evening.play("life_gain", seat="seat2", count=1)
    assert evening.state.hero("seat2").place == evening.state.hero("seat1").place


def test_a_failure_may_end_a_compound_action():
    """A black section that ends it: offered beside the usual tap, and the die goes back (p. 13)."""
    evening = table(1)
    evening.act("dig", "081.1")
    evening.sheet(1, 5, "compound", "mandatory")
    evening.play("draw", cards=1)
    evening.play("stars_told", count=1)
    assert evening.offered("action_last")
    evening.play("action_last", close=1)
    assert (evening.state.turn.dice, evening.state.action) == ((), None)


def test_a_shield_cancels_damage_by_itself():
    """Cancel up to 2: of 3 damage one is left; class icons are not asked for, and nothing is left for the next damage
    (p. 18, 28)."""
    evening = table(2)
    evening.card("200", "purse", "purse", "seat1")
    evening.act("fight", "081.1")
    evening.fight(2, 2, "simple")
    evening.play("gear", card="200.1")
    evening.play(
        "effect_told", kind="shield", amount=2, icons=0, of="any", new="", most=0, step="consequence", words=""
    )
    assert evening.state.board["effects.200.1"] == "cancel 0 any 2 for fight"
    assert "2 damage cancelled" in [str(one.label) for one in evening.prompt.offers]
    evening.play("effects_done")
    evening.play("draw", cards=2)
    evening.play("stars_told", count=1)
    assert (evening.asked, evening.running.cancels) == ("action.consequence", 2)
    evening.play("action_damage", count=3)
    assert evening.state.hero("seat1").life == 9
    evening.play("action_damage", count=1)
    assert evening.state.hero("seat1").life == 8
