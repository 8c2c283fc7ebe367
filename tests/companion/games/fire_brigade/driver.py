"""Random legal evenings: at each prompt an offer with answers from within its limits, by a seeded dice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from companion.api.game import Offer, Value
from companion.games.fire_brigade.game import GAME
from companion.games.fire_brigade.state import MOST_VALUE, TOWN_KINDS, Block, State
from companion.games.fire_brigade.streets import TOWN
from companion.testing import RandomPlayer, evening_at_random

from .table import Evening

MOVES = 400
RARE = frozenset({"end_turn", "other_event", "other_action", "name_tile", "tick", "leave_renown"})


def rare(offer: Offer) -> bool:
    """Whether an offer ends or skips things."""
    return offer.move.name in RARE


def player(dice: random.Random) -> RandomPlayer:
    """Somebody who seldom ends or skips things."""
    return RandomPlayer(dice, words=("",), wild=0.4, seldom=rare)


def choices(players: int, dice: random.Random) -> dict[str, Value]:
    """House rules by chance."""
    return {ask.name: player(dice).answer(ask, wild=dice.random() < 0.4) for ask in GAME.setup(players)}


def tiled(state: State, dice: random.Random) -> State:
    """The list ticked off, the tiles told, special buildings among them."""
    nobody = (0,) * len(state.players)
    specials = dict(zip(dice.sample(TOWN, 4), ("distillery", "exhibits", "oak", "aviary"), strict=True))
    town = {
        place: Block(kind=dice.choice(TOWN_KINDS), value=dice.randint(1, MOST_VALUE), special=specials.get(place, ""),
                     renown=nobody)
        for place in TOWN
    }  # fmt: skip
    return replace(state, city={**state.city, **town})


def random_evening(seed: int, players: int, moves: int = MOVES, **settled: Value) -> Iterator[State]:
    """The states of an evening whose tiles were told by chance."""
    dice = random.Random(seed)
    evening = Evening(players, **{**choices(players, dice), **settled})
    evening.state = tiled(evening.state, dice)
    evening.play("laid_out")
    return evening_at_random(evening, player(dice), moves)
