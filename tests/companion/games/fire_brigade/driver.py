"""Random legal evenings: at each prompt an offer with answers from within its limits, by a seeded dice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from companion.api.checks import check_args
from companion.api.game import Ask, IllegalMove, Offer, Pick, Prompt, Table, Value, Whole
from companion.games.fire_brigade import house_rules
from companion.games.fire_brigade.game import GAME
from companion.games.fire_brigade.state import MOST_VALUE, TOWN_KINDS, Block, State
from companion.games.fire_brigade.streets import TOWN

NAMES = ("Ada", "Ben", "Cleo", "Dora")
MOVES = 400
RARE = frozenset({"end_turn", "other_event", "other_action", "name_tile", "tick", "leave_renown"})


def answer(ask: Ask, dice: random.Random) -> Value:
    """Something that fits; mostly the usual answer where there is one."""
    usual = getattr(ask, "usual", None)
    if usual not in (None, "") and dice.random() < 0.6:
        return usual  # type: ignore[return-value]
    if isinstance(ask, Whole):
        return dice.randint(ask.at_least, ask.at_most)
    return dice.choice(ask.choices).value if isinstance(ask, Pick) else ""


def choose(prompts: tuple[Prompt, ...], dice: random.Random) -> Offer:
    """An offer; those that end or skip things more seldom."""
    offers = [offer for prompt in prompts for offer in prompt.offers]
    weights = [0.05 if offer.move.name in RARE else 4 if offer.tone == "usual" else 1 for offer in offers]
    return dice.choices(offers, weights)[0]


def choices(players: int, dice: random.Random) -> dict[str, Value]:
    """House rules by chance; about half of those that can be asked later are left open."""
    later = [ask for ask in house_rules.OPEN.values() if dice.random() < 0.5]
    return {ask.name: answer(ask, dice) for ask in (*GAME.setup(players), *later)}


def begun(players: int, dice: random.Random, **settled: Value) -> State:
    """A game whose tiles were told by chance."""
    state = GAME.start(Table(players=NAMES[:players], choices={**choices(players, dice), **settled})).state
    return tiled(state, dice)


def tiled(state: State, dice: random.Random) -> State:
    """The list ticked off, the tiles told, special buildings among them."""
    nobody = (0,) * len(state.players)
    specials = dict(zip(dice.sample(TOWN, 4), ("distillery", "exhibits", "oak", "aviary"), strict=True))
    town = {
        place: Block(kind=dice.choice(TOWN_KINDS), value=dice.randint(1, MOST_VALUE), special=specials.get(place, ""),
                     renown=nobody)
        for place in TOWN
    }  # fmt: skip
    state = replace(state, city={**state.city, **town})
    return GAME.moves["laid_out"].play(state, {}).state


def step(state: State, dice: random.Random) -> tuple[str, State]:
    """One move that the rules allow, and what became of it."""
    offer = choose(GAME.prompts(state), dice)
    kind = GAME.moves[offer.move.name]
    args = check_args(kind.asks, {**offer.move.args, **{ask.name: answer(ask, dice) for ask in offer.asks}})
    try:
        return offer.move.name, kind.play(state, args).state
    except IllegalMove:
        return "", state


def random_evening(seed: int, players: int, moves: int = MOVES, **settled: Value) -> Iterator[tuple[str, State]]:
    """The states of an evening with the move that led to each."""
    dice = random.Random(seed)
    state = begun(players, dice, **settled)
    yield "", state
    for _ in range(moves):
        if state.ended:
            return
        name, state = step(state, dice)
        yield name, state
