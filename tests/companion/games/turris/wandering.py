"""Evenings played at random through what is offered, and what must hold at every moment of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from companion.api.game import Ask, Chance, IllegalMove, Offer, Pick, Prompt, Value, Whole
from companion.games.turris import prestige, supply
from companion.games.turris.game import GAME
from companion.games.turris.map import land
from companion.games.turris.state import ARTIFACTS, CROSSROADS, OF_EACH, RESOURCES, SCOUTS, State
from tests.companion.games.turris.places_made_up import PLACES
from tests.companion.games.turris.table import Evening

STEPS = 900
WORDS = (
    "gain relics 1", "gain any 2; advance", "sacrifice", "draw 1; play", "beast 1", "flip", "revive 1", "room 3",
    "spend any 1; prestige 4", "either gain ichor 2 | advance", "fruit", "future", "action", "reserve", "place",
    "recall", "move", "gain tokens 1", "discard mission",
)  # fmt: skip
QUIET = ("link", "unlink", "link_anyway", "name_sites")  # the board itself, which these evenings know already


def answer(ask: Ask, dice: random.Random) -> Value:
    """A value within the limits, the usual one most of the time."""
    usual = getattr(ask, "usual", None)
    if usual not in (None, "") and dice.random() < 0.6:
        return usual  # type: ignore[no-any-return]
    if isinstance(ask, Whole):
        return dice.randint(ask.at_least, min(ask.at_most, ask.at_least + 2))
    if isinstance(ask, Pick | Chance):
        return dice.choice(ask.choices).value
    return "" if ask.name in ("name", "site_a", "site_b", "site_c", "site_d") else dice.choice(WORDS)


def choose(shown: tuple[Prompt, ...], dice: random.Random) -> Offer:
    """One of the offers of the first prompt; now and then one of another."""
    some = shown if dice.random() < 0.04 else shown[:1]
    offers = [offer for prompt in some for offer in prompt.offers if offer.move.name not in QUIET]
    return dice.choice(offers or [offer for prompt in shown for offer in prompt.offers])


def random_evening(seed: int, players: int, steps: int = STEPS) -> Iterator[State]:
    """The states of an evening, to its end or for so many moves."""
    dice = random.Random(seed)
    evening = Evening(players, **PLACES)
    yield evening.state
    for _ in range(steps):
        shown = GAME.prompts(evening.state)
        if not shown:
            return
        offer = choose(shown, dice)
        args = {**offer.move.args, **{ask.name: answer(ask, dice) for ask in offer.asks}}
        try:
            evening.play(offer.move.name, **args)
        except IllegalMove:
            assert offer.asks, f"offered but refused: {offer.move}"
            continue
        yield evening.state


def check(state: State) -> None:
    """What holds at every moment: no piece is lost or comes from nowhere, nobody stands where nobody can."""
    _check_pieces(state)
    _check_places(state)
    _check_shown(state)


def _check_pieces(state: State) -> None:
    for seat, player in enumerate(state.players):
        standing = sum(counts[seat] for counts in state.scouts.values())
        assert player.reserve + player.graveyard + standing == SCOUTS
        assert min(player.reserve, player.graveyard) >= 0
        assert min(supply.all_held(state, seat).values()) >= 0
        assert min(player.tactics, player.completed, player.reserved, player.prestige, player.tower) >= 0
        assert len(player.ongoing) <= min(2, player.completed)
    for what in RESOURCES:
        assert sum(supply.held(state, seat, what) for seat in range(len(state.players))) <= OF_EACH
    assert sum(player.artifacts for player in state.players) <= ARTIFACTS
    rooms = sum(player.tower for player in state.players)
    assert state.trionfi == max(0, 6 - rooms)


def _check_places(state: State) -> None:
    assert not set(state.scouts) & set(CROSSROADS)
    assert set(state.scouts) <= set(land.locations(state))
    assert len({beast.at for beast in state.beasts}) == len(state.beasts)
    assert set(state.sites) == set("abcd"[: len(state.players)])
    highest = max(player.prestige for player in state.players)
    assert all(mark in state.reached for mark in prestige.MARKS if mark <= highest)


def _check_shown(state: State) -> None:
    shown = GAME.prompts(state)
    assert bool(shown) == (GAME.ending(state) is None)
    assert all(prompt.offers for prompt in shown), [prompt.name for prompt in shown]
    assert all(sum(offer.tone == "usual" for offer in prompt.offers) <= 1 for prompt in shown)
    assert GAME.view(state).panels
    assert GAME.corrections(state)
