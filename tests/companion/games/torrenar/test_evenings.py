"""Random evenings of legal moves: nothing is lost, nothing is negative, and there is always something to do."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.api.game import Offer, Table
from companion.games.torrenar.state import State
from companion.testing import RandomPlayer, assert_undo_and_replay, look
from tests.companion.games.torrenar.table import GAME

from .table import NAMES, Evening, all_cards, begun


def check(state: State) -> None:
    """What must hold of every state."""
    for player in state.players:
        assert min(player.draw, player.hand, player.discard) >= 0
        assert 0 <= player.hidden <= player.draw + player.hand
        assert 0 <= player.shown <= player.discard
    assert min(state.smokestack, state.forfeit, state.mitigated, state.action_stack or 0) >= 0
    assert str(GAME.view(state).where.line)


def never_counts_anew(offer: Offer) -> bool:
    """Whether an offer sets the number of cards on the table."""
    return offer.move.name == "count_stack"


def player(dice: random.Random) -> RandomPlayer:
    """Somebody who takes any offer, with any answers."""
    return RandomPlayer(dice, wild=1)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(dice=st.randoms(use_true_random=False), players=st.integers(1, 8), counted=st.booleans())
def test_whatever_is_offered_is_accepted_and_keeps_every_card(dice: random.Random, players: int, counted: bool):
    """Offers with any values in their ranges are taken; the number of cards on the table never changes."""
    evening = begun(players, stack=dice.randint(0, 12) if counted else 10_000)
    total = all_cards(evening.state)
    hand = replace(player(dice), seldom=never_counts_anew, seldom_taken=0)
    for _ in range(40):
        prompts = look(evening)
        if not prompts:
            break
        assert hand.take(evening, prompts), "refused"
        check(evening.state)
        assert all_cards(evening.state) == total


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(dice=st.randoms(use_true_random=False), players=st.integers(1, 8))
def test_whatever_is_set_by_hand_leaves_a_game_that_goes_on(dice: random.Random, players: int):
    """Any correction within its limits, at any step, gives a whole state whose offers still work."""
    evening, hand = Evening(players), player(dice)
    for _ in range(30):
        prompts = look(evening)
        if dice.random() < 0.5 or not prompts:
            one = dice.choice(GAME.corrections(evening.state))
            evening.correct(one.ask.name, hand.answer(one.ask, wild=True))
        else:
            assert hand.take(evening, prompts), "refused"
        check(evening.state)


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(1, 8))
def test_undo_redo_and_playing_again_agree(seed: int, players: int):
    """Undo and redo of any stretch, and the log played again, give the same state."""
    assert_undo_and_replay(GAME, Table(players=NAMES[:players]), player(random.Random(seed)))


@settings(max_examples=10, deadline=None)
@given(data=st.data(), players=st.integers(1, 8))
def test_a_game_of_usual_turns_lasts_as_many_turns_as_the_smokestack_has_cards(data: st.DataObject, players: int):
    """With 7 cards for each player and nothing but turns, the game is lost after exactly 7 turns for each player."""
    evening = begun(players)
    turns = 0
    while not evening.state.ended:
        evening.play("no_more_actions")
        if not evening.state.ended and evening.state.step == "pollutants":
            low, high = evening.state.active.fewest_pollutants_in_hand, evening.state.active.most_pollutants_in_hand
            evening.play("deal", pollutants=data.draw(st.integers(low, high)))
            assert "pollutants_set_right" not in evening.names
        turns += 1
        check(evening.state)
        # Every Pollutant is with somebody: 6 for each player at the start, and one more for each turn.
        assert sum(player.pollutants for player in evening.state.players) == 6 * players + turns
    assert turns == 7 * players
