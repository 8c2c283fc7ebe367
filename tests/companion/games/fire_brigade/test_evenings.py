"""Random legal evenings: what must hold at every moment."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games.fire_brigade import game
from companion.games.fire_brigade.state import DESTROYED, LOYALTY, RENOWN, WATER, State
from companion.games.fire_brigade.streets import BLOCKS, CORNERS
from tests.companion.games.fire_brigade.table import GAME

from .driver import random_evening

RULES = frozenset(re.findall(r"\{#([\w.]+)", (Path(game.__file__).parent / "rules.en.md").read_text(encoding="utf-8")))
LONGEST = 140  # letters: eight seconds at the voice's usual rate


def pieces(state: State) -> None:
    """Water, Renown, Loyalty and places are those of the box (p. 2, 3 and 11)."""
    assert 0 <= state.water_left() <= WATER
    for seat, player in enumerate(state.players):
        assert 0 <= state.renown_left(seat) <= RENOWN
        assert 0 <= state.loyalty_left(seat) <= LOYALTY
        assert 0 <= player.captain_water <= player.holds
        assert all(0 <= one.water <= one.holds for one in player.crew)
        assert 0 <= player.wagon_water <= player.values["wagon"]
        assert len(player.crew) <= player.values["crew"]
    brigades = [one.brigade for one in state.players]
    away = [place for place in brigades if place not in CORNERS]
    if not any(task.kind == "mog" for task in state.tasks):
        assert len(set(away)) == len(away)


def city(state: State) -> None:
    """Destroyed blocks are empty but for the Aviary, fires are 1 to 4 or about to be turned over (p. 5)."""
    for place in BLOCKS:
        block = state.city[place]
        assert 0 <= block.fire <= DESTROYED
        if block.destroyed:
            assert block.fire == 0
            assert block.loyal == -1
            assert block.special == "aviary" or not any(block.renown)
        if block.loyal >= 0:
            assert not block.renown[block.loyal]
        for seat, count in enumerate(block.renown):
            assert count <= block.value + 1 or block.loyal != seat
    if not state.tasks and state.phase == "event" and not state.turn.revealed:
        assert all(state.city[place].fire < DESTROYED for place in BLOCKS)


def asked(state: State) -> None:
    """What is said aloud is a short sentence, and its rule exists."""
    for prompt in GAME.prompts(state):
        words = str(prompt.do)
        assert words[-1] in ".?!"
        assert len(words) <= LONGEST, words
        assert not re.search(r"[/(;]", words), words
        for rule in (prompt.rule, *(offer.rule for offer in prompt.offers)):
            assert rule is None or rule in RULES


def play(seed: int, players: int, moves: int, **settled: str) -> None:
    for state in random_evening(seed, players, moves, **settled):
        pieces(state)
        city(state)
        asked(state)


@pytest.mark.parametrize("seed", range(4))
def test_a_random_evening(seed: int):
    """A short evening of each number of players, and one of the advanced game."""
    play(seed, 2 + seed % 3, 120, sides="advanced" if seed == 3 else "basic")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_many_random_evenings(seed: int):
    """Whole evenings, every second one of the advanced game, with house rules by chance."""
    play(100 + seed, 2 + seed % 3, 600, sides="advanced" if seed % 2 else "basic")
