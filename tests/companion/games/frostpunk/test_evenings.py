"""Random legal evenings: whatever is offered is accepted, and the books never break."""

import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import Ask, Code, Offer, Pick, Prompt, Value, Whole
from companion.games.frostpunk import game
from companion.games.frostpunk.game import GAME, prompts
from companion.games.frostpunk.state import KINDS, State
from companion.games.frostpunk.steps import LAST_STEP, phase_of
from companion.rulebook import RuleBook, rules_named
from tests.companion.games.frostpunk.table import CODEC, Evening

STEPS = 1500
ENDERS = ("declare_won", "declare_lost", "corpse_track_full")
CODES = {"M[0-9]{3}": "M017", "D[0-9]{3}": "D012"}
RULES = RuleBook.load(Path(game.__file__).parent)


def answer(ask: Ask, dice: random.Random, wild: bool) -> Value:
    """A value within the limits: any when wild, else a small one, so that a game lasts."""
    if isinstance(ask, Whole):
        return dice.randint(ask.at_least, ask.at_most if wild else min(ask.at_most, ask.at_least + 1))
    if isinstance(ask, Pick):
        return dice.choice(ask.choices).value
    assert isinstance(ask, Code)
    return CODES[ask.pattern]


def choose(shown: tuple[Prompt, ...], dice: random.Random, wild: bool) -> Offer:
    """One of the offers, of the pressing prompt or (when wild) of any; the game is ended only where nothing else is."""
    offers = [offer for prompt in (shown if wild else shown[:1]) for offer in prompt.offers]
    return dice.choice([offer for offer in offers if offer.move.name not in ENDERS] or offers)


def random_evening(seed: int, players: int, wildness: float) -> Iterator[State]:
    """The states of an evening; `wildness` is how often a move is an arbitrary one with arbitrary values."""
    dice = random.Random(seed)
    evening = Evening(players)
    yield evening.state
    for _ in range(STEPS):
        shown = prompts(evening.state)
        if not shown or evening.state.step == LAST_STEP:
            return
        wild = dice.random() < wildness
        offer = choose(shown, dice, wild)
        args = {**offer.move.args, **{ask.name: answer(ask, dice, wild) for ask in offer.asks}}
        evening.play(offer.move.name, **args)
        yield evening.state


def check(state: State) -> None:
    """What holds at every moment."""
    board = state.generator
    assert 1 <= board.heat <= board.cold <= 24
    assert board.stress >= 0
    assert 0 <= board.waiting <= board.inside
    for kind in KINDS:
        group = state.group(kind)
        assert 0 <= group.sick <= group.citizens <= 50
        assert 0 <= group.spent <= 5
    assert 0 <= state.food <= 50
    assert 0 <= state.hunger <= 50
    assert min(state.coal, state.wood, state.steam_cores) >= 0
    assert 1 <= state.round <= 15
    assert 0 <= state.storm <= 15
    assert state.storms <= 2
    assert 0 <= state.leader < len(state.players)
    assert min(state.hope.active, state.hope.exhausted, state.discontent.active, state.discontent.exhausted) >= 0
    assert state.hope.count <= 6
    assert state.ended or (state.hope.count > 0 and state.discontent.count < 6)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(1, 4))
def test_random_evenings_keep_the_books_right(seed: int, players: int) -> None:
    """Every offer is legal whatever its values, every invariant holds, every state survives JSON."""
    for state in random_evening(seed, players, wildness=0.15):
        check(state)
        assert CODEC.decode(CODEC.encode(state)) == state
        shown = prompts(state)
        assert bool(shown) == (GAME.ending(state) is None)
        assert all(prompt.offers for prompt in shown)
        assert all(sum(offer.tone == "usual" for offer in prompt.offers) <= 1 for prompt in shown)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_careful_evenings_go_through_all_fifteen_rounds(players: int) -> None:
    """Some of the random evenings last fifteen rounds, and the phases of each follow each other in order."""
    order = ["dawn", "morning", "generator", "weather", "preparation", "action", "dusk", "hunger", "night"]
    whole = 0
    for seed in range(12):
        states = list(random_evening(seed, players, wildness=0))
        phases = [phase_of(state.step) for state in states if phase_of(state.step) in order]
        changes = [pair for pair in pairwise(phases) if pair[0] != pair[1]]
        assert all(order[(order.index(before) + 1) % 9] == after for before, after in changes)
        # Outside of the overflow that waits for its check, no more than ten cubes lie on the Stress track.
        after_check = [state for state in states if phase_of(state.step) == "weather" and not state.todo]
        assert all(state.generator.stress <= 10 for state in after_check)
        whole += states[-1].step == LAST_STEP
    assert whole > 0


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_rule_that_is_named_is_there(players: int) -> None:
    """Prompts, offers and notes name only rules that can be looked up, and every pressing prompt has one."""
    for seed in range(4):
        for state in random_evening(seed, players, wildness=0.1):
            shown = prompts(state)
            assert not RULES.missing(rules_named(shown, GAME.view(state)))
            assert all(prompt.rule for prompt in shown)
