"""Evenings played at random through what is offered, and what must hold at every moment of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from companion.api.game import Offer
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.geometry import ring
from companion.games.frostpunk.city.land import TREES
from companion.games.frostpunk.phases.names import LAST_STEP
from companion.games.frostpunk.state import KINDS, State
from companion.testing import RandomPlayer, evening_at_random
from tests.companion.games.frostpunk.table import GAME, Evening

STEPS = 4000
ENDERS = ("declare_won", "declare_lost", "corpse_track_full")
WORDS = ("hope +1", "gain food 2; sick 1", "sick workers 1", "say Read it aloud", "discontent -1", "gain wood 2")
CODES = ("M017", "M002", "D012", "D000", "D031", "L03", "L09", "I/02", "I/03", "I/08")
# What careful players would keep right with luck: the values that a round begins with, so that an evening lasts.
KEPT = {"food": 50, "hunger": 0, "coal": 30, "wood": 30, "steam_cores": 5, "stress": 0, "corpses": 1}


def ends(offer: Offer) -> bool:
    """Whether an offer only says that the evening is over."""
    return offer.move.name in ENDERS


def player(dice: random.Random, wild: float = 0.2) -> RandomPlayer:
    """Somebody who ends the game only where nothing else is offered."""
    return RandomPlayer(dice, words=WORDS, codes=CODES, wild=wild, reach=1, seldom=ends, seldom_taken=0)


def random_evening(seed: int, players: int, wildness: float, kept: bool = False) -> Iterator[State]:
    """The states of an evening; `wildness` is how often a move is an arbitrary one with arbitrary values.

    `kept`: at the start of each round the books are set so that the evening goes on to its last round.
    """
    evening = Evening(players)
    number = 0
    for state in evening_at_random(evening, player(random.Random(seed), wildness), STEPS):
        yield state
        if state.step == LAST_STEP:
            return
        if kept and state.round > number and not state.tasks:
            number = state.round
            _keep(evening)


def _keep(evening: Evening) -> None:
    people = {f"{kind}{what}": value for kind in KINDS for what, value in (("_sick", 0), ("_grave", "no"), ("", 20))}
    for name, value in {**KEPT, **people}.items():
        evening.state = GAME.correct(evening.state, name, value).state
    evening.correct("overheated", "no")  # what all of them lead to can be stored and shown


def check(state: State) -> None:
    """What holds at every moment."""
    _check_boards(state)
    _check_people(state)
    _check_city(state)
    _check_cards(state)


def _check_boards(state: State) -> None:
    board = state.generator
    assert 1 <= board.heat <= board.cold <= state.last_heat
    assert max(board.red, board.orange, board.yellow) <= state.last_generator_space
    assert board.stress >= 0
    assert 0 <= board.waiting <= board.inside
    assert 0 <= state.food <= 50
    assert 0 <= state.hunger <= 50
    assert min(state.coal, state.wood, state.steam_cores, state.corpses) >= 0
    assert 0 <= state.steel <= 8
    assert 1 <= state.round <= 15
    assert 0 <= state.storm <= 15
    assert state.hope.count <= 6
    assert state.discontent.count <= 6
    assert state.ended or (state.hope.count > 0 and state.discontent.count < 6)


def _check_people(state: State) -> None:
    for kind in KINDS:
        group = state.group(kind)
        assert 0 <= group.sick <= group.citizens <= 50
        assert 0 <= group.carried <= group.spent <= 5
        assert group.meeples >= 0
    assert 0 <= state.automatons <= 6
    assert 0 <= state.leader < len(state.players)
    assert 0 <= state.turn < len(state.players)
    assert len(set(state.played)) == len(state.played)
    assert all(held >= 0 for held in state.hands)


def _check_city(state: State) -> None:
    city = state.city
    spaces = {f"{place}.{n}" for place, lying in city.tiles.items() for n in range(1, len(lying) + 1)}
    lying = [space for tile in city.tiles.values() for space in tile]
    assert all(0 <= space.count <= 5 and 0 <= space.trees <= 5 for space in lying if space)
    assert all(bool(space.what) == bool(space.count) for space in lying)
    assert sum(space.trees for space in lying) <= TREES
    covered = [space for building in city.buildings for space in building.at]
    assert len(covered) == len(set(covered)), "two Buildings on one space"
    assert set(covered) <= spaces
    for kind, standing in Counter(building.kind for building in city.buildings).items():
        assert standing + city.gone.get(kind, 0) <= (BUILDINGS[kind].number or 99)
    assert sum(ring(place) == 1 for place in city.tiles) <= 12
    assert all(len(tile) == (5 if place == "G" else 2) for place, tile in city.tiles.items())


def _check_cards(state: State) -> None:
    laws = state.laws
    assert len(laws.passed) <= 4
    assert not set(laws.passed) & set(laws.removed)
    assert not set(laws.passed) & set(laws.offered)
    for first, second in (("L01", "L02"), ("L03", "L04"), ("L05", "L06"), ("L07", "L08")):
        assert not {first, second} <= set(laws.passed)
    assert sum(one.token == "track" for one in state.technologies) <= 1
    assert all(one.due <= 15 for one in state.technologies)
    assert sum(bool(stack.scout) for stack in state.stacks) <= 2
    assert state.dusk.disputes >= 0
    assert len(set(state.display)) == len(state.display)
