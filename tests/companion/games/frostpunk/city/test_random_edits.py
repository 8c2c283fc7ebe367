"""Taps at random on the map keep its limits: rulebook p. 5, 26, 44."""

import random
from collections import Counter
from contextlib import suppress

import pytest

from companion.api.game import IllegalMove, Pick, Value, Whole
from companion.games.frostpunk.city import ground
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.editing import prompt
from companion.games.frostpunk.city.land import SPACE_MOST, TREES
from companion.games.frostpunk.city.view import buildings_board, city
from companion.games.frostpunk.state import State

from ..table import Evening
from .town import town

TAPS = 250


def check(state: State) -> None:
    """What holds at every moment."""
    lying = [space for tile in state.city.tiles.values() for space in tile]
    assert all(0 <= space.count <= SPACE_MOST and bool(space.what) == bool(space.count) for space in lying)
    assert sum(space.trees for space in lying) <= TREES
    covered = [space for building in state.city.buildings for space in building.at]
    assert len(covered) == len(set(covered))
    assert all(ground.on(state, space).count == ground.on(state, space).trees == 0 for space in covered)
    for kind, standing in Counter(building.kind for building in state.city.buildings).items():
        assert standing + state.city.gone.get(kind, 0) <= (BUILDINGS[kind].number or TAPS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_random_taps(seed: int):
    """Whatever is offered is taken or refused in a sentence; the limits hold, and it can always be shown."""
    dice, game = random.Random(seed), Evening(2)
    game.state = town("N1", "N2").state
    for _ in range(TAPS):
        offer = dice.choice(prompt(game.state).offers)
        args: dict[str, Value] = dict(offer.move.args)
        for ask in offer.asks:
            assert isinstance(ask, Pick | Whole)
            args[ask.name] = dice.choice(ask.choices).value if isinstance(ask, Pick) else ask.at_least
        with suppress(IllegalMove):
            game.play(offer.move.name, **args)
        check(game.state)
        game.at("action.turn", tasks=())
    assert city(game.state).widgets
    assert buildings_board(game.state).widgets
