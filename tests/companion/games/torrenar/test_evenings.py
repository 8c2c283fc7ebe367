"""Random evenings of legal moves: nothing is lost, nothing is negative, and there is always something to do."""

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.api.game import Ask, Offer, Pick, Value, Whole
from companion.games.torrenar.game import GAME
from companion.games.torrenar.state import State
from companion.storage import codec

from .table import Evening, all_cards, begun


def answers(ask: Ask) -> st.SearchStrategy[Value]:
    """Any value within what is asked for."""
    if isinstance(ask, Whole):
        return st.integers(ask.at_least, ask.at_most)
    assert isinstance(ask, Pick)
    return st.sampled_from([choice.value for choice in ask.choices])


def everything_offered(state: State) -> list[Offer]:
    return [offer for prompt in GAME.prompts(state) for offer in prompt.offers]


def check(state: State) -> None:
    """What must hold of every state."""
    for player in state.players:
        assert min(player.draw, player.hand, player.discard) >= 0
        assert 0 <= player.hidden <= player.draw + player.hand
        assert 0 <= player.shown <= player.discard
    assert min(state.smokestack, state.forfeit, state.mitigated, state.action_stack or 0) >= 0
    assert bool(GAME.prompts(state)) == (GAME.ending(state) is None)
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
    codec.StateCodec(GAME).encode(state)
    assert str(GAME.view(state).where.line)


@settings(max_examples=25, deadline=None)
@given(data=st.data(), players=st.integers(1, 8), counted=st.booleans())
def test_whatever_is_offered_is_accepted_and_keeps_every_card(data: st.DataObject, players: int, counted: bool):
    """Offers with any values in their ranges are taken; the number of cards on the table never changes."""
    evening = begun(players, stack=data.draw(st.integers(0, 12)) if counted else 10_000)
    total = all_cards(evening.state)
    for _ in range(40):
        if evening.state.ended:
            break
        offer = data.draw(st.sampled_from(everything_offered(evening.state)))
        if offer.move.name == "count_stack":
            continue
        args = {ask.name: data.draw(answers(ask)) for ask in offer.asks}
        evening.play(offer.move.name, **offer.move.args, **args)
        check(evening.state)
        assert all_cards(evening.state) == total


@settings(max_examples=25, deadline=None)
@given(data=st.data(), players=st.integers(1, 8))
def test_whatever_is_set_by_hand_leaves_a_game_that_goes_on(data: st.DataObject, players: int):
    """Any correction within its limits, at any step, gives a whole state whose offers still work."""
    evening = Evening(players)
    for _ in range(30):
        if data.draw(st.booleans()) or evening.state.ended:
            one = data.draw(st.sampled_from(GAME.corrections(evening.state)))
            evening.correct(one.ask.name, data.draw(answers(one.ask)))
        else:
            offer = data.draw(st.sampled_from(everything_offered(evening.state)))
            args = {ask.name: data.draw(answers(ask)) for ask in offer.asks}
            evening.play(offer.move.name, **offer.move.args, **args)
        check(evening.state)


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
