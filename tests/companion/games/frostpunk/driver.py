"""Evenings played at random through what is offered, and what must hold at every moment of them."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

from companion.api.game import Ask, Chance, Code, IllegalMove, Offer, Pick, Prompt, Value, Whole
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.geometry import ring
from companion.games.frostpunk.city.land import TREES
from companion.games.frostpunk.game import GAME
from companion.games.frostpunk.phases.names import LAST_STEP
from companion.games.frostpunk.state import KINDS, State
from tests.companion.games.frostpunk.table import Evening

STEPS = 4000
ENDERS = ("declare_won", "declare_lost", "corpse_track_full")
WORDS = ("hope +1", "gain food 2; sick 1", "sick workers 1", "say Read it aloud", "discontent -1", "gain wood 2")
CODES = ("M017", "M002", "D012", "D000", "D031", "L03", "L09", "I/02", "I/03", "I/08")
# What careful players would keep right with luck: the values that a round begins with, so that an evening lasts.
KEPT = {"food": 50, "hunger": 0, "coal": 30, "wood": 30, "steam_cores": 5, "stress": 0, "corpses": 1}


def answer(ask: Ask, dice: random.Random, wild: bool) -> Value:
    """A value within the limits: any when wild, else the usual or a small one, so that a game lasts."""
    usual = getattr(ask, "usual", None)
    if usual not in (None, "") and not wild:
        return usual  # type: ignore[no-any-return]
    if isinstance(ask, Whole):
        return dice.randint(ask.at_least, ask.at_most if wild else min(ask.at_most, ask.at_least + 1))
    if isinstance(ask, Pick | Chance):
        return dice.choice(ask.choices).value
    if isinstance(ask, Code):
        return dice.choice([code for code in CODES if re.fullmatch(ask.pattern, code)])
    return dice.choice(WORDS)[: ask.at_most_chars]


def choose(shown: tuple[Prompt, ...], dice: random.Random, wild: bool) -> Offer:
    """One of the offers, of the pressing prompt or (when wild) of any; the game is ended only where nothing else is."""
    offers = [offer for prompt in (shown if wild else shown[:1]) for offer in prompt.offers]
    usual = [offer for offer in offers if offer.tone == "usual"]
    if usual and not wild and dice.random() < 0.6:
        return usual[0]
    return dice.choice([offer for offer in offers if offer.move.name not in ENDERS] or offers)


def random_evening(seed: int, players: int, wildness: float, kept: bool = False) -> Iterator[State]:
    """The states of an evening; `wildness` is how often a move is an arbitrary one with arbitrary values.

    `kept`: at the start of each round the books are set so that the evening goes on to its last round.
    """
    dice = random.Random(seed)
    evening = Evening(players)
    yield evening.state
    number = 0
    for _ in range(STEPS):
        shown = GAME.prompts(evening.state)
        if not shown or evening.state.step == LAST_STEP:
            return
        if kept and evening.state.round > number and not evening.state.tasks:
            number = evening.state.round
            yield from _keep(evening)
        if move(evening, shown, dice, dice.random() < wildness):
            yield evening.state


def move(evening: Evening, shown: tuple[Prompt, ...], dice: random.Random, wild: bool) -> bool:
    """Take some offer; False where the rules refuse these values, which changes nothing."""
    offer = choose(shown, dice, wild)
    args = {**offer.move.args, **{ask.name: answer(ask, dice, wild) for ask in offer.asks}}
    try:
        evening.play(offer.move.name, **args)
    except IllegalMove:
        if not offer.asks:
            raise  # what is offered with everything settled must be legal
        return False
    return True


def _keep(evening: Evening) -> Iterator[State]:
    for name, value in KEPT.items():
        evening.correct(name, value)
    for kind in KINDS:
        evening.correct(f"{kind}_sick", 0)
        evening.correct(f"{kind}_grave", "no")
        evening.correct(kind, 20)
    evening.correct("overheated", "no")
    yield evening.state


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


def check_shown(state: State) -> None:
    """There is something to do until the game has ended; at most one answer of a prompt is the usual one."""
    shown = GAME.prompts(state)
    assert bool(shown) == (GAME.ending(state) is None)
    assert all(prompt.offers for prompt in shown)
    assert all(sum(offer.tone == "usual" for offer in prompt.offers) <= 1 for prompt in shown)
    assert GAME.view(state).panels
