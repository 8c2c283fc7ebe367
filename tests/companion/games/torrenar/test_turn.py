"""The turn's end: Actions Discarded, Pollutants dealt, the Smokestack, five cards, the next player."""

import pytest

from companion.api.game import IllegalMove, Urgency
from companion.games.torrenar.turn import round_the_table
from tests.companion.games.meaning import meant
from tests.companion.games.torrenar.table import GAME

from .table import ADA, BEN, CLEO, DORA, EMIL, begun


def test_a_whole_turn_by_hand():
    """Three players, Ada's first turn with 3 Pollutants of 5 cards in Hand.

    2 Actions go to her Discard pile; one Pollutant each to Ada, Ben, Cleo; 1 from the Smokestack to Ada: her Discard
    pile has 2 + 1 + 1 = 4. Then she Draws the 5 cards of her Draw pile, without any reshuffle.
    """
    evening = begun(3)
    evening.play("no_more_actions")
    evening.play("deal", pollutants=3)
    assert evening.of(ADA) == (0, 5, 4)
    assert evening.of(BEN) == evening.of(CLEO) == (5, 5, 1)
    assert evening.state.smokestack == 20
    assert (evening.state.turn, evening.state.turns, evening.state.step) == (BEN, 1, "actions")
    assert evening.names == ["actions_discarded", "pollutants_dealt", "smokestack_fell", "cards_drawn", "turn_began"]
    assert meant(evening.told("pollutants_dealt").text) == {
        "player": "Ada",
        "shares": [{"player": "Ada", "number": 1}, {"player": "Ben", "number": 1}, {"player": "Cleo", "number": 1}],
        "n": 3,
    }


def test_the_books_of_pollutants_follow_the_deal():
    """Ada deals 3 of her 6, gets 1 of them back and Gains 1: 5 of 9 cards; the others have 7 of 11."""
    evening = begun(3)
    evening.play("no_more_actions")
    state = evening.play("deal", pollutants=3)
    assert [(player.pollutants, player.cards) for player in state.players] == [(5, 9), (7, 11), (7, 11)]
    assert [(player.hidden, player.shown) for player in state.players] == [(3, 2), (6, 1), (6, 1)]


def test_seven_pollutants_go_round_five_players_from_the_third_seat():
    """Cleo deals 7: Cleo, Dora, Emil, Ada, Ben, Cleo, Dora; so Cleo and Dora get 2, the others 1."""
    state = begun(5, starter=CLEO).state
    assert round_the_table(state, 7) == (1, 1, 2, 2, 1)
    evening = begun(5, starter=CLEO)
    evening.piles(CLEO, 3, 7, 0, 8, 0)
    evening.play("no_more_actions")
    evening.play("deal", pollutants=7)
    assert evening.told("pollutants_dealt").args == {"seat_1": 1, "seat_2": 1, "seat_3": 2, "seat_4": 2, "seat_5": 1}
    # Cleo's Discard pile had these 2 and 1 from the Smokestack; her Draw pile of 3 ran out, they were shuffled in.
    assert [evening.of(seat)[2] for seat in (ADA, BEN, DORA, EMIL)] == [1, 1, 2, 1]
    assert evening.of(CLEO) == (1, 5, 0)


def test_two_pollutants_go_to_yourself_and_to_the_left():
    """With fewer Pollutants than players the last seats get none."""
    evening = begun(4, starter=DORA)
    evening.play("no_more_actions")
    evening.play("deal", pollutants=2)
    assert [evening.of(seat)[2] for seat in (ADA, BEN, CLEO)] == [1, 0, 0]
    assert meant(evening.told("pollutants_dealt").text) == {
        "player": "Dora",
        "shares": [{"player": "Dora", "number": 1}, {"player": "Ada", "number": 1}],
        "n": 2,
    }


def test_without_pollutants_nothing_is_dealt():
    """All five cards are Actions: they are Discarded, and 1 comes from the Smokestack."""
    evening = begun(3)
    evening.piles(ADA, 5, 5, 0, 5, 0)
    evening.play("no_more_actions")
    evening.play("deal", pollutants=0)
    assert evening.of(ADA) == (0, 5, 6)
    assert "pollutants_dealt" not in evening.names


def test_an_empty_hand_needs_no_telling():
    """Whoever has used every card is not asked for Pollutants; the turn ends with the one tap."""
    evening = begun(3)
    evening.piles(ADA, 5, 0, 5, 3, 3)
    evening.play("no_more_actions")
    assert evening.state.turn == BEN
    assert evening.of(ADA) == (0, 5, 6)


def test_drawing_goes_on_after_the_reshuffle():
    """Draw pile 2, Discard pile 3 + 1 Gained + 1 dealt: 2 are drawn, the 5 shuffled, 3 more drawn."""
    evening = begun(3)
    evening.piles(ADA, 2, 1, 3, 2, 1)
    evening.play("no_more_actions")
    evening.play("deal", pollutants=1)
    assert evening.of(ADA) == (2, 5, 0)
    assert evening.told("discard_pile_reshuffled").args == {"seat": 1, "cards": 5}
    assert evening.names.index("smokestack_fell") < evening.names.index("discard_pile_reshuffled")


def test_no_reshuffle_while_no_card_is_needed():
    """Exactly five cards in the Draw pile: it is empty afterwards, and the Discard pile stays."""
    evening = begun(3)
    evening.piles(ADA, 5, 0, 6, 2, 3)
    evening.play("no_more_actions")
    assert evening.of(ADA) == (0, 5, 7)
    assert "discard_pile_reshuffled" not in evening.names


def test_whoever_has_fewer_than_five_cards_draws_them_all():
    """One card in the Draw pile and one from the Smokestack: 2 are drawn, and it is said."""
    evening = begun(3)
    evening.piles(ADA, 1, 0, 0, 0, 0)
    evening.play("no_more_actions")
    assert evening.of(ADA) == (0, 2, 0)
    assert evening.told("cards_drawn").args == {"seat": 1, "cards": 2}


def test_the_turn_goes_round_to_the_left():
    """After the last seat comes the first again."""
    evening = begun(3, starter=CLEO)
    order = []
    for _ in range(4):
        order.append(evening.state.turn)
        evening.play("no_more_actions")
        evening.play("deal", pollutants=1)
    assert order == [CLEO, ADA, BEN, CLEO]


def test_each_turn_takes_one_so_the_smokestack_counts_the_turns():
    """Three players have 21 turns: with no win, the 21st ends the game."""
    evening = begun(3)
    for turn in range(1, 22):
        assert not evening.state.ended
        evening.play("no_more_actions")
        if evening.state.step == "pollutants":
            evening.play("deal", pollutants=evening.state.active.most_pollutants_in_hand)
        assert evening.state.smokestack == 21 - turn
    assert str(GAME.ending(evening.state)) == "You have lost: the Smokestack is empty."
    assert evening.told("lost").urgency is Urgency.FINAL


def test_the_loss_comes_before_the_last_draw():
    """Once the Smokestack is empty nothing more is done: no cards are drawn, nobody's turn begins."""
    evening = begun(3)
    evening.set(smokestack=1)
    evening.play("no_more_actions")
    evening.play("deal", pollutants=2)
    assert evening.state.lost
    assert evening.of(ADA)[:2] == (5, 0)
    assert evening.names[-1] == "lost"
    assert GAME.prompts(evening.state) == ()


def test_few_turns_left_is_urgent():
    """From as many cards on as there are players, the Smokestack's fall is told with urgency."""
    evening = begun(3)
    evening.set(smokestack=5)
    urgencies = []
    for _ in range(3):
        evening.play("no_more_actions")
        evening.play("deal", pollutants=1)
        urgencies.append(evening.told("smokestack_fell").urgency)
    assert urgencies == [Urgency.PLAIN, Urgency.URGENT, Urgency.URGENT]


def test_more_pollutants_than_cards_in_hand_are_refused():
    """The sentence names what the books say and what to do; nothing changes."""
    evening = begun(3)
    before = evening.play("no_more_actions")
    with pytest.raises(IllegalMove, match="By the books the Hand of Ada has 5 cards"):
        evening.play("deal", pollutants=6)
    assert evening.state == before


def test_the_table_is_believed_about_pollutants():
    """By the books 1 to 5 of Ada's Hand are Pollutants; she says none: it is taken, and the books follow.

    10 cards had 6 Pollutants; if the Hand of 5 has none, the Draw pile of 5 cannot hold 6, but 5.
    """
    evening = begun(3)
    evening.play("no_more_actions")
    state = evening.play("deal", pollutants=0)
    assert "pollutants_set_right" in evening.names
    assert (state.players[ADA].hidden, state.players[ADA].shown) == (5, 1)
    assert evening.of(ADA) == (0, 5, 6)


def test_moves_that_do_not_come_now_are_refused():
    """The order of the turn holds."""
    evening = begun(3)
    for move, args in [
        ("deal", {"pollutants": 1}),
        ("paid", {}),
        ("discard_used", {}),
        ("succeed", {}),
        ("call_off", {}),
    ]:
        with pytest.raises(IllegalMove):
            evening.play(move, **args)
