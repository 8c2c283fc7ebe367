"""Random actions: nothing is drawn that is not there, no die falls below 1, Action cards are conserved."""

import random

import pytest

from companion.api.game import Move
from companion.games.citadel.action.module import MODULE as ACTION
from companion.games.citadel.life.module import MODULE as LIFE
from companion.games.citadel.life.piles import piles
from companion.games.citadel.state import State
from companion.testing import attempt
from tests.companion.games.citadel.action.acting import FLAIL, SWORD, Acting, table
from tests.companion.games.citadel.driver import player
from tests.companion.games.citadel.table import GAME

MINE = {**ACTION.moves, **LIFE.moves}
# They would change the counts from outside, or end the evening before much has happened.
BY_HAND = {"deck_counted", "skills_unblock", "skills_down", "life_gain", "life_lose", "life_changed", "cards_counted"}
STEPS = 250
DECK = 14


def setting(players: int) -> Acting:
    """Everybody has 14 Action cards; Ada has a flail and two blades."""
    known = {"effects.200.1": FLAIL, "effects.201.1": SWORD, "card.201.1.keywords": "WEAPON"}
    evening = table(players, 12, **known)
    for number in ("200", "201", "202"):
        evening.card(number, "purse", "purse", "seat1")
    evening.card("300", "permanent", "board")
    for hero in evening.state.heroes:
        evening.count(hero.seat, deck=DECK)
    return evening


def check(state: State, banished: dict[str, int]) -> None:
    """What holds at every moment."""
    for hero in state.heroes:
        now = piles(state, hero.seat)
        assert 0 <= hero.life <= 99
        assert now.deck is not None
        assert min(now.deck, now.discard, now.hand, now.blocked) >= 0
        actions = [*state.turn.waiting, *([state.action] if state.action is not None else [])]
        drawn = sum(action.drawn for action in actions if action.active == hero.seat)
        if not state.ended:
            assert now.deck + now.discard + now.hand + now.blocked + drawn == DECK - banished[hero.seat]
    assert all(1 <= die.value <= 6 for die in state.turn.dice)
    assert len(state.turn.dice) <= 4
    if state.action is not None:
        assert state.action.drawn >= 0
        assert state.action.successes >= 0
        assert state.action.cancels >= 0


def step(evening: Acting, dice: random.Random) -> bool:
    """One offer of actions and life is taken, with small numbers; False where the rules refuse them."""
    shown = GAME.prompts(evening.state)
    offers = [
        offer
        for prompt in shown
        for offer in prompt.offers
        if offer.move.name in MINE and offer.move.name not in BY_HAND
    ]
    usual = [offer for offer in shown[0].offers if offer.tone == "usual" and offer.move.name in MINE]
    acting = [offer for offer in offers if offer.move.name in ACTION.moves]
    some = acting if acting and dice.random() < 0.6 else offers
    offer = usual[0] if usual and dice.random() < 0.4 else dice.choice(some)
    args = player(dice).filled(offer, wild=dice.random() < 0.3).args
    if "sort" in args and offer.move.name == "sheet_told" and dice.random() < 0.5:
        args = {**args, "sort": dice.choice(["compound", "compound_chain"]), "difficulty": dice.randint(1, 6)}
    return attempt(evening, offer, Move(offer.move.name, args))


def play(seed: int, steps: int = STEPS) -> list[str]:
    """An evening of nothing but actions and Recovery; the names of all facts."""
    dice = random.Random(seed)
    evening = setting(seed % 4 + 1)
    banished = {hero.seat: 0 for hero in evening.state.heroes}
    told: list[str] = []
    for _ in range(steps):
        if evening.state.ended:
            break
        before = evening.state
        if not step(evening, dice):
            continue
        told += evening.names
        for fact in evening.facts:
            if fact.name == "unconscious_done":
                seat = str(fact.args["seat"])
                deck = piles(before, seat)
                assert deck.deck is not None
                banished[seat] += min(1, deck.deck + deck.discard + deck.hand)
        check(evening.state, banished)
    return told


@pytest.mark.parametrize("seed", range(12))
def test_random_actions(seed: int):
    """Whatever is tapped, the counts stay true."""
    play(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_many_random_actions(seed: int):
    """The same, longer and more often."""
    play(seed, 600)


@pytest.mark.slow
def test_much_happens_in_them():
    """The random evenings reach every corner: successes, failures, Recovery, unconsciousness, dice."""
    missing = {
        "succeeded", "failed", "recovered", "fell_unconscious", "die_placed", "die_turned", "die_moved", "cards_kept",
        "drained", "action_goes_on", "card_given",
    }  # fmt: skip
    for seed in range(30, 60):
        missing -= set(play(seed, 200))
        if not missing:
            return
    assert not missing
