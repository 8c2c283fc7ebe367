"""Any effects, in any order, answered in any way: the books never break."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.api.game import IllegalMove
from companion.games.frostpunk.cards.effect_language import Effect
from companion.testing import look
from companion.toolkit.card_language import join

from ..driver import check, player
from ..table import begun
from .test_effect_language import effects

MOST_ANSWERS = 300


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(found=st.lists(effects, min_size=1, max_size=6), seed=st.integers(0, 10**6))
def test_whatever_a_card_does_keeps_the_books_right(found: list[Effect], seed: int) -> None:
    """Carried out whole or refused whole; every choice on the way can be made, and it comes to an end."""
    hand = player(random.Random(seed), wild=0)
    evening = begun().at("action.turn").group("workers", sick=9).group("children", sick=8, grave=True)
    before = evening.state
    try:
        evening.play("card_words", words=join(tuple(found)))
    except IllegalMove:
        assert evening.state == before
        return
    for _ in range(MOST_ANSWERS):
        check(evening.state)
        prompts = look(evening)
        if evening.state.ended or not evening.state.tasks:
            return
        hand.take(evening, prompts)
    raise AssertionError(f"still to do: {evening.state.tasks}")
