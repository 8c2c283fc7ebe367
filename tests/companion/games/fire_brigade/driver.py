"""Random legal evenings: at each prompt an offer with answers from within its limits, by a seeded dice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from companion.api.game import Offer, Value
from companion.games.fire_brigade import house_rules
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
    """House rules by chance; about half of those that can be asked later are left open."""
    later = [ask for ask in house_rules.OPEN.values() if dice.random() < 0.5]
    asks = (*GAME.setup(players), *later)
    return {ask.name: player(dice).answer(ask, wild=dice.random() < 0.4) for ask in asks}


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
    """The states of an evening; in half of them the tiles were told before, in the others when they matter."""
    dice = random.Random(seed)
    chosen = {**choices(players, dice), **settled}
    evening = Evening(players, **chosen).set(choices=chosen)
    if seed % 2:
        evening.state = tiled(evening.state, dice)
    evening.play("laid_out")
    return evening_at_random(evening, player(dice), moves)
