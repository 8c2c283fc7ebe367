"""Evenings played at random through what is offered, and what must hold at every moment of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from companion.api.game import Offer
from companion.games.citadel.campaign.ending import CLEAR, clear_items
from companion.games.citadel.cards.cards import OWNED, PLACES
from companion.games.citadel.state import State
from companion.testing import RandomPlayer, evening_at_random
from tests.companion.games.citadel.table import Evening

STEPS = 250
NUMBERS = ("001", "013", "031", "049", "050", "081", "094", "112", "154", "316")
WORDS = ("moon", "Hoe", "WEAPON", "TEMPORARY", "094 I", "1", "a note", "")


def dangerous(offer: Offer) -> bool:
    """Whether an offer takes back or ends much."""
    return offer.tone == "danger"


def player(dice: random.Random, wild: float = 0.2) -> RandomPlayer:
    """Somebody who seldom dares what is dangerous."""
    return RandomPlayer(dice, words=WORDS, codes=NUMBERS, wild=wild, seldom=dangerous)


def random_evening(seed: int, players: int, wildness: float, steps: int = STEPS) -> Iterator[State]:
    """The states of an evening; `wildness` is how often a move is an arbitrary one with arbitrary values."""
    return evening_at_random(Evening(players), player(random.Random(seed), wildness), steps)


def check(state: State) -> None:
    """What holds at every moment."""
    _check_ledger(state)
    _check_heroes(state)
    _check_tasks(state)


def _check_ledger(state: State) -> None:
    """Every card is in exactly one place, and a player's card has a player."""
    keys = [copy.key for copy in state.cards]
    assert len(keys) == len(set(keys))
    seats = {hero.seat for hero in state.heroes}
    for copy in state.cards:
        assert copy.where in PLACES
        assert (copy.whose in seats) if copy.where in OWNED else not copy.whose
        assert copy.key.startswith(f"{copy.number}.")
        assert copy.at == "" or copy.where == "board"
    assert {away.key for away in state.cards.tray} <= set(keys)


def _check_heroes(state: State) -> None:
    for hero in state.heroes:
        assert 0 <= hero.life <= 99
        assert hero.conscious or not hero.place
    assert state.ended or state.awake or not state.party


def _check_tasks(state: State) -> None:
    """A card that was just revealed is always being dealt with, or on the list of what is cleared away."""
    busy = {task.card for task in state.tasks} | {task.of for task in state.tasks}
    seats = {hero.seat for hero in state.heroes}
    assert all(task.seat in {"", *seats} for task in state.tasks)
    listed = {key for task in state.tasks if task.kind == CLEAR for key in clear_items(state, task)}
    if not state.ended and state.action is None:
        shown = [copy for copy in state.cards if copy.where == "shown" and not copy.saved]
        assert {copy.key for copy in shown if f"cards:{copy.whose}" not in listed} <= busy
