"""An action that nobody has read is told by how it came out: the icon, the cards drawn, done (p. 10 to 13)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.action.sheet import ACTIONS
from companion.games.citadel.life import piles
from tests.companion.games.citadel.action.acting import Acting, table


def unread(players: int = 2) -> Acting:
    """Ada takes an action of which nothing is known."""
    evening = table(players)
    evening.count("seat1", deck=5)
    evening.play("acts", seat="seat1", icon="climb")
    return evening


def test_three_taps_and_nothing_is_asked_of_the_card():
    """The icon, success with the cards drawn, done: the revealed cards lie on the Discard Pile."""
    evening = unread()
    row = evening.prompt.offers[0]
    assert (row.move.name, [ask.name for ask in row.asks]) == ("came_out", ["cards"])
    evening.play("came_out", outcome="success", cards=3)
    assert evening.asked == "action.consequence"
    done = evening.prompt.offers[0]
    assert (done.move.name, done.asks) == ("action_done", ())
    # A section that nobody has read mostly does something: the end of the action is not urged upon anybody.
    assert {one.tone for one in evening.prompt.offers} == {"plain"}
    evening.play(done.move.name, **done.move.args)
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard) == (2, 3)
    assert (evening.state.turn.last, evening.asked) == ("seat1", "table.idle")
    assert evening.prompt.seat == 1


def test_what_is_offered_of_many_cards_can_be_taken():
    """By its effects an action may cost more than forty cards, and how it came out is one tap all the same."""
    evening = table(2, **{"effects.200.1": "cost 12 for pull must"})
    evening.count("seat1", deck=60)
    evening.card("200", "purse", "purse", "seat1")
    evening.act("pull", "200.1")
    evening.sheet(30, 1)
    offer = next(one for one in evening.prompt.offers if one.move.name == "came_out")
    assert offer.move.args["cards"] == 42
    evening.play("came_out", **offer.move.args)
    assert piles.piles(evening.state, "seat1").deck == 18


def test_no_more_cards_than_there_are():
    """The deck was counted: five cards are in it (p. 12)."""
    evening = unread()
    assert evening.prompt.offers[0].asks[0].at_most == 5  # type: ignore[union-attr]
    with pytest.raises(IllegalMove):
        evening.play("came_out", outcome="failure", cards=6)


def test_what_was_used_last_is_among_those_that_stand_there():
    """Twelve icons lie side by side, the one taken last among them; always in the same order."""
    evening = unread()
    evening.play("came_out", outcome="success", cards=0)
    evening.play("action_done")
    evening.play("acts", seat="seat2", icon="wait")
    evening.play("came_out", outcome="success", cards=0)
    evening.play("action_done")
    [grid, more] = [one.asks[0] for one in evening.prompt.offers if one.move.name == "acts"]
    icons = [choice.value for choice in (*grid.choices, *more.choices)]  # type: ignore[union-attr]
    shown = [choice.value for choice in grid.choices]  # type: ignore[union-attr]
    assert {"wait", "climb"} <= set(shown)
    assert shown == [icon for icon in ACTIONS if icon in shown]
    assert (len(grid.choices), len(set(icons))) == (12, 37)  # type: ignore[union-attr]
    assert all(choice.icon == choice.value for choice in grid.choices)  # type: ignore[union-attr]


def test_its_card_is_said_with_the_last_tap():
    """Then the action stands among those of the card, with what its section did; the next time it is two taps."""
    evening = unread()
    evening.play("came_out", outcome="success", cards=2)
    evening.play("action_damage", count=1)
    evening.play("done_on", card="081.1")
    assert evening.board_facts == {"action.081.1.climb": "unread", "then.081.1.climb.1.success": "damage 1"}
    evening.play("turn", seat="seat1")
    known = evening.prompt.offers[0]
    assert known.move.args == {"seat": "seat1", "icon": "climb", "source": "", "card": "081.1"}
    evening.play(known.move.name, **known.move.args)
    assert "1 damage" in str(evening.prompt.offers[0].note)
    evening.play("came_out", outcome="success", cards=1)
    assert evening.state.action is None
    assert evening.state.hero("seat1").life == 8


def test_what_another_section_does_is_told_when_it_happens():
    """Nothing is known of the failure yet."""
    evening = table(2, **{"action.081.1.climb": "unread", "then.081.1.climb.1.success": "nothing"})
    evening.play("act", seat="seat1", icon="climb", source="", card="081.1")
    evening.play("came_out", outcome="failure", cards=2)
    assert evening.asked == "action.consequence"


def test_cards_to_the_hand_are_a_choice():
    """A section that let somebody keep a card is not done by itself: how many is the player's choice (p. 13)."""
    evening = table(2, **{"action.081.1.climb": "unread", "then.081.1.climb.1.success": "keep 1"})
    evening.play("act", seat="seat1", icon="climb", source="", card="081.1")
    evening.play("came_out", outcome="success", cards=2)
    assert (evening.asked, evening.prompt.offers[0].move.name) == ("action.consequence", "as_last_time")


def test_whoever_wants_the_companion_to_count_tells_what_it_shows():
    """Cost, signs, difficulty: then it is kept, and successes are counted."""
    evening = unread()
    evening.play("stands_on", card="081.1")
    evening.play("cost_told", cost=2)
    assert evening.asked == "action.difficulty"
    evening.play("mark_told", mark="chain")
    evening.play("mark_told", mark="group")
    evening.play("mark_told", mark="group")
    evening.play("difficulty_told", difficulty=3)
    assert evening.board_facts == {"action.081.1.climb": "cost 2 rows 3 chain"}
    assert (evening.asked, evening.due) == ("action.gear", 2)
    evening.play("draw", cards=4)
    evening.play("stars_told", count=3)
    assert evening.outcome == (3, "success")


def test_a_die_has_six_sides():
    """The difficulty of a compound action is 1 to 6, and a die is laid (p. 11)."""
    evening = unread()
    evening.play("cost_told", cost=0)
    evening.play("mark_told", mark="compound")
    with pytest.raises(IllegalMove) as refused:
        evening.play("difficulty_told", difficulty=7)
    assert (refused.value.page, refused.value.field) == (11, "difficulty")
    evening.play("difficulty_told", difficulty=4)
    assert evening.told("die_placed").args == {"value": 4}


def test_the_difficulty_comes_after_the_cost():
    """Nothing is half read by mistake; an action that is half read can be left."""
    evening = unread()
    with pytest.raises(IllegalMove):
        evening.play("difficulty_told", difficulty=3)
    evening.play("cost_told", cost=2)
    evening.play("action_cancel")
    assert evening.asked == "table.idle"


def test_drawn_and_revealed_in_one_tap():
    """Of a known action the successes are told with the draw; a die falls by them (p. 13)."""
    evening = table(2)
    evening.act("climb", "081.1")
    evening.sheet(2, 4, "compound")
    evening.play("revealed", cards=2, count=3)
    assert (evening.outcome, evening.told("die_turned").args) == ((3, "failure"), {"value": 1})
    with pytest.raises(IllegalMove):
        evening.play("revealed", cards=2, count=3)


def test_a_die_needs_the_number():
    """How many successes there were cannot be left out while a die lies on the card (p. 13)."""
    evening = table(2)
    evening.act("climb", "081.1")
    evening.sheet(2, 4, "compound")
    with pytest.raises(IllegalMove, match="how many"):
        evening.play("came_out", cards=2, outcome="success")


def test_a_cost_is_paid_in_full():
    """Fewer cards than the cost are refused (p. 12)."""
    evening = table(2)
    evening.act("climb", "081.1")
    evening.sheet(3, 2)
    with pytest.raises(IllegalMove) as refused:
        evening.play("came_out", cards=2, outcome="success")
    assert refused.value.page == 12


def test_a_deck_that_is_too_small_is_drawn_step_by_step():
    """A Recovery comes in between (p. 12, 20): drawing and revealing are not one tap."""
    evening = table(2)
    evening.count("seat1", deck=2, discard=4)
    evening.act("climb", "081.1")
    evening.sheet(3, 2)
    assert evening.prompt.offers[0].move.name == "draw_back"
    assert evening.offered("draw")
    assert not evening.offered("came_out")


def test_a_trait_acts_after_a_failure():
    """Reach hits before the black section is applied, also where only the result was told (p. 23)."""
    evening = table(2, trait_reach="life")
    evening.act("fight", "081.1")
    evening.fight(2, 3, "simple", reach=1)
    life = evening.state.hero("seat1").life
    evening.play("came_out", cards=2, outcome="failure")
    assert evening.told("reached").args == {"seat": "seat1", "count": 1}  # alone in it, so that nobody is asked
    assert (evening.asked, evening.state.hero("seat1").life) == ("action.consequence", life - 1)


def test_another_try_of_an_action_that_the_players_count():
    """A compound action that nobody has read goes on, with the same character until another one is chosen; what its
    failure does is known the second time, and follows by itself (p. 11, 13)."""
    evening = table(2)
    event = evening.card("310", "permanent", "board")
    evening.act("fight", event)
    evening.play("came_out", outcome="failure", cards=2)
    evening.play("action_damage", count=1)
    evening.play("another_try")
    assert (evening.asked, evening.running.active) == ("action.sheet", "seat1")
    assert evening.state.board["then.310.1.fight.1.failure"] == "damage 1 / again"
    evening.play("came_out", outcome="failure", cards=2)
    assert (evening.asked, evening.state.hero("seat1").life) == ("action.sheet", 8)
    evening.play("came_out", outcome="success", cards=2)
    evening.play("action_done")
    assert evening.state.action is None
    assert piles.piles(evening.state, "seat1").discard == 6


def test_the_active_player_of_a_mandatory_action_is_chosen_until_cards_are_drawn():
    """Everybody on the Terrain card takes part, and they choose (p. 11); of an action that may be left nobody else."""
    evening = table(3)
    evening.act("climb", "081.1")
    assert not evening.offered("active_is")
    evening.sheet(2, 2, "simple", "mandatory")
    assert [one.move.args["seat"] for one in evening.prompt.offers if one.move.name == "active_is"] == [
        "seat2",
        "seat3",
    ]
    evening.play("active_is", seat="seat3")
    assert (evening.running.active, evening.prompt.seat) == ("seat3", 2)
    assert set(evening.running.involved) == {"seat1", "seat2", "seat3"}
    with pytest.raises(IllegalMove):
        evening.play("active_is", seat="seat3")


def test_a_card_is_said_once():
    """Only a card where the character can use it, and only where none was said."""
    evening = unread()
    with pytest.raises(IllegalMove):
        evening.play("stands_on", card="999.1")
    evening.play("came_out", outcome="success", cards=0)
    with pytest.raises(IllegalMove):
        evening.play("done_on", card="999.1")
