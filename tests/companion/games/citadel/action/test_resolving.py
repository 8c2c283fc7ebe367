"""Draw, Result and Consequence with their limits and exceptions (p. 12 to 13, 18)."""

import pytest

from companion.game import IllegalMove
from companion.games.citadel.life import piles
from tests.companion.games.citadel.action.acting import FLAIL, Acting, table


def drawing(cost: int = 3, difficulty: int = 2, sort: str = "simple", players: int = 2, **counts: int) -> Acting:
    """Ada climbs; her piles as given."""
    evening = table(players)
    if counts:
        evening.count("seat1", **counts)
    evening.act("climb", "081.1")
    evening.sheet(cost, difficulty, sort)
    return evening


# --- draw -------------------------------------------------------------------------------------------------------------


def test_not_fewer_than_the_cost():
    """Two cards for a cost of three are refused (p. 12)."""
    evening = drawing()
    with pytest.raises(IllegalMove) as refused:
        evening.play("draw", cards=2)
    assert (str(refused.value.text), refused.value.page) == ("This action costs 3 cards.", 12)


def test_more_by_choice():
    """More cards than the cost may be drawn (p. 12)."""
    evening = drawing(deck=9)
    evening.play("draw", cards=6)
    assert evening.running.drawn == 6
    assert piles.piles(evening.state, "seat1").deck == 3


def test_more_than_the_deck_holds():
    """By choice nobody draws more than lies there; a Recovery can be performed first (p. 12, 20)."""
    evening = drawing(deck=4, discard=4)
    with pytest.raises(IllegalMove, match="Only 4 cards are left"):
        evening.play("draw", cards=6)
    assert evening.offered("recovery")
    evening.play("recovery", seat="seat1")
    evening.play("recover", cards=4)
    evening.play("draw", cards=6)
    assert evening.running.drawn == 6


def test_the_deck_runs_out_in_mid_draw():
    """Cost 5 with 2 cards left: draw 2, recover 4 for 2 life points, draw 3 more; the action goes on (p. 12, 20)."""
    evening = drawing(cost=5, deck=2, discard=6)
    assert "Draw your last 2 cards" in str(evening.prompt.do)
    evening.play("draw", cards=5)
    assert evening.running.drawn == 2
    assert evening.asked == "life.recover"
    usual = next(offer for offer in evening.prompt.offers if offer.tone == "usual")
    evening.play(usual.move.name, **usual.move.args)
    assert usual.move.args == {"cards": 4}
    assert str(evening.prompt.do) == "Ada: draw the other 3 cards."
    evening.play("draw_rest")
    assert (evening.running.drawn, evening.asked) == (5, "action.stars")
    evening.play("stars_told", count=2)
    evening.play("action_done")
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard, evening.state.hero("seat1").life) == (1, 7, 8)


def test_a_deck_that_nobody_counted_runs_out():
    """The player says how many were left; then the count is known (p. 12)."""
    evening = table(2)
    evening.count("seat1", discard=6)
    evening.act("climb", "081.1")
    evening.sheet(5, 2)
    evening.play("draw_short", cards=1)
    evening.play("recover", cards=6)
    evening.play("draw_rest")
    assert (evening.running.drawn, piles.piles(evening.state, "seat1").deck) == (5, 2)


def test_a_second_recovery_when_the_first_was_too_small():
    """Two cards taken back are too few for three: another Recovery follows (p. 12)."""
    evening = drawing(cost=5, deck=2, discard=6)
    evening.play("draw", cards=5)
    evening.play("recover", cards=2)
    assert str(evening.prompt.do) == "Ada: draw the other 2 cards."
    evening.play("draw_rest")
    assert evening.asked == "life.recover"
    evening.play("recover", cards=2)
    evening.play("draw_rest")
    assert evening.running.drawn == 5


def test_unconscious_in_mid_draw():
    """The last life point goes for the Recovery: no more is drawn, and there is no result (p. 12, 20)."""
    evening = table(2, life=1)
    evening.count("seat1", deck=2, discard=6)
    evening.act("climb", "081.1")
    evening.sheet(5, 2)
    evening.play("draw", cards=5)
    evening.play("recover", cards=2)
    assert evening.asked == "life.faint"
    evening.play("faint_done")
    assert evening.asked == "action.stopped"
    with pytest.raises(IllegalMove):
        evening.play("draw_rest")
    evening.play("action_stopped")
    assert evening.state.action is None
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard, now.hand) == (3, 2, 2)  # 6 shuffled, 3 drawn, 1 banished; the 2 drawn are discarded


def test_nothing_left_to_recover():
    """Neither deck nor Discard Pile: the action goes on with what was drawn (p. 12; the rulebook is silent)."""
    evening = drawing(cost=5, deck=2, discard=0)
    evening.play("draw", cards=5)
    assert evening.names[-1] == "no_recovery"
    assert evening.asked == "action.stars"


# --- result -----------------------------------------------------------------------------------------------------------


def test_successes_may_be_left_out():
    """The player may take fewer into account, even none (p. 12)."""
    evening = drawing()
    evening.play("draw", cards=3)
    evening.play("stars_told", count=3)
    evening.play("recounted", count=0)
    assert evening.outcome == (0, "failure")


def test_excess_successes_are_lost():
    """Five of two is a plain success (p. 13)."""
    evening = drawing()
    evening.play("draw", cards=3)
    evening.play("stars_told", count=5)
    assert evening.outcome == (5, "success")


def test_halves_of_all_cards_together():
    """Two stars, three left and one right half: three successes (p. 12)."""
    evening = drawing(difficulty=3)
    evening.play("draw", cards=4)
    evening.play("all_told", stars=2, left=3, right=1)
    assert evening.outcome == (3, "success")


def test_the_chain_counts_the_default_cost():
    """Cost 3, two fewer by an effect, five drawn: still three cards count (p. 12)."""
    evening = table(2, **{"effects.200.1": "cost -2 for climb"})
    evening.card("200", "purse", "purse", "seat1")
    evening.act("climb", "081.1")
    evening.sheet(3, 4, "simple_chain")
    evening.play("gear", card="200.1")
    evening.play("draw", cards=5)
    assert "best 3 cards" in str(evening.prompt.do)
    evening.play("by_card")
    evening.faces((1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 0, 0), (1, 0, 0))
    assert evening.outcome == (4, "success")


def test_all_cards_where_the_chain_does_not_bite():
    """Three drawn, three may count: nothing to choose (p. 12)."""
    evening = drawing(sort="simple_chain")
    evening.play("draw", cards=3)
    assert str(evening.prompt.do) == "Reveal the 3 cards. How many successes?"


def test_a_chain_wants_the_cards_one_by_one():
    """Stars of all cards together do not tell which ones count (p. 12)."""
    evening = drawing(sort="simple_chain")
    evening.play("draw", cards=5)
    with pytest.raises(IllegalMove):
        evening.play("all_told", stars=5, left=0, right=0)


def test_the_chain_leaves_class_icons_alone():
    """Icons of all five cards count, stars of three (p. 13)."""
    evening = table(2, **{"effects.200.1": FLAIL.replace("pull,fight", "climb")})
    evening.card("200", "purse", "purse", "seat1")
    evening.act("climb", "081.1")
    evening.sheet(3, 4, "simple_chain")
    evening.play("gear", card="200.1")
    evening.play("draw", cards=5)
    evening.play("by_card")
    for stars in (1, 1, 1, 1, 1):
        evening.play("icon", kind="other")
        evening.faces((stars, 0, 0))
    assert evening.outcome == (4, "success")  # three cards, and one success for three of the five icons


def test_successes_in_effects_count_beside_the_chain():
    """The chain limits only what the strips of revealed cards show (p. 12)."""
    evening = table(2, **{"effects.200.1": "success 2 for climb"})
    evening.card("200", "purse", "purse", "seat1")
    evening.act("climb", "081.1")
    evening.sheet(1, 3, "simple_chain")
    evening.play("gear", card="200.1")
    evening.play("draw", cards=4)
    evening.play("stars_told", count=1)
    assert evening.outcome == (3, "success")


def test_more_cards_revealed_by_a_skill():
    """A card lets the player reveal one or two more: they are drawn and discarded like the others (p. 14)."""
    evening = drawing(deck=9)
    evening.play("draw", cards=3)
    evening.play("draw_more", cards=2)
    assert evening.running.drawn == 5
    evening.play("stars_told", count=2)
    evening.play("action_done")
    assert piles.piles(evening.state, "seat1").discard == 5


def test_difficulty_zero_needs_no_counting():
    """Whatever the cards show, it succeeds."""
    evening = drawing(cost=2, difficulty=0)
    evening.play("draw", cards=2)
    assert evening.outcome == (0, "success")


# --- consequence ------------------------------------------------------------------------------------------------------


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
    assert evening.state.known[f"action.{event}.dig"] == "cost 1 rows 2,0,6 compound"


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
    assert str(evening.prompt.offers[0].label) == "Done: discard the revealed card"
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
    assert evening.asked == "life.faint"
    evening.play("faint_done")
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
        evening.play("faint_done")
        evening.play("action_done")
        assert evening.asked == "life.faint_card"
        evening.play("faint_card_told", kind=kind)
        assert evening.learnt == {"faint_card": kind}
        assert evening.state.ledger.copy(event).where == where


def test_it_stays_while_somebody_who_took_part_is_conscious():
    """Not all who took part are unconscious: the card stays (p. 20)."""
    evening = table(2, life=2, faint_card="both")
    event = evening.card("300", "permanent", "board")
    evening.act("run", event)
    evening.sheet(1, 1, "simple", "mandatory")
    evening.play("draw", cards=1)
    evening.play("stars_told", count=0)
    evening.play("action_damage", count=2)
    evening.play("faint_done")
    evening.play("action_done")
    assert evening.state.ledger.copy(event).where == "board"


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


# --- Reflex Skills ----------------------------------------------------------------------------------------------------


def test_a_reflex_skill_applies_when_it_is_revealed():
    """Its success counts beside the chain; it is told once, and a tap the next time (p. 13, 19)."""
    evening = drawing(cost=1, difficulty=2, sort="simple_chain", deck=9)
    evening.play("draw", cards=3)
    evening.play("reflex", title="Quick hand")
    assert evening.asked == "action.effects"
    evening.play("effect_told", kind="success", amount=1, icons=0, of="any", new="", most=0, step="result", words="")
    evening.play("effects_done")
    assert evening.asked == "action.stars"
    evening.play("stars_told", count=1)
    assert evening.outcome == (2, "success")
    evening.play("action_done")
    assert piles.piles(evening.state, "seat1").discard == 3
    evening.act("climb", "081.1")
    assert not any(gear.kind == "reflex" for gear in evening.running.gear)  # never from the hand
    evening.play("draw", cards=1)
    assert [str(one.label) for one in evening.prompt.offers if one.ticked is False] == ["Quick hand"]
    evening.play("reflex", title="Quick hand")
    evening.play("reflex", title="Quick hand")
    assert evening.running.gear == ()


def test_a_reflex_skill_that_blocks_itself():
    """It goes under the Character card instead of the Discard Pile (p. 18 to 19)."""
    evening = table(2, **{"effects.skill.quick_hand": "success 1 for climb use block"})
    evening.count("seat1", deck=9)
    evening.act("climb", "081.1")
    evening.sheet(3, 1)
    evening.play("draw", cards=3)
    evening.play("reflex", title="Quick hand")
    evening.play("stars_told", count=0)
    evening.play("action_done")
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard, now.blocked) == (6, 2, 1)
