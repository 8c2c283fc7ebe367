"""Evenings played at random through what is offered, and what must hold at every moment of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from companion.api.game import Ask, Offer, Value
from companion.games.turris import prestige, supply
from companion.games.turris.map import land
from companion.games.turris.state import ARTIFACTS, CROSSROADS, OF_EACH, RESOURCES, SCOUTS, State
from companion.testing import RandomPlayer, evening_at_random
from tests.companion.games.turris.places_made_up import PLACES
from tests.companion.games.turris.table import Evening

STEPS = 900
WORDS = (
    "gain relics 1", "gain any 2; advance", "sacrifice", "draw 1; play", "beast 1", "flip", "revive 1", "room 3",
    "spend any 1; prestige 4", "either gain ichor 2 | advance", "fruit", "future", "action", "reserve", "place",
    "recall", "move", "gain tokens 1", "discard mission",
)  # fmt: skip
UNNAMED = ("name", "site_a", "site_b", "site_c", "site_d")


class TurrisPlayer(RandomPlayer):
    """Somebody who leaves places without a name."""

    def answer(self, ask: Ask, wild: bool = False) -> Value:
        """As anybody answers, but for names."""
        return "" if ask.name in UNNAMED else super().answer(ask, wild)


def lays_the_board(offer: Offer) -> bool:
    """Whether an offer is about the board itself, which these evenings know already."""
    return offer.move.name in ("link", "unlink", "link_anyway", "name_sites")


def player(dice: random.Random) -> RandomPlayer:
    """Somebody who seldom turns from what is asked first."""
    return TurrisPlayer(dice, words=WORDS, wild=0.05, reach=2, seldom=lays_the_board, seldom_taken=0)


def random_evening(seed: int, players: int, steps: int = STEPS) -> Iterator[State]:
    """The states of an evening, to its end or for so many moves."""
    return evening_at_random(Evening(players, **PLACES), player(random.Random(seed)), steps)


def check(state: State) -> None:
    """What holds at every moment: no piece is lost or comes from nowhere, nobody stands where nobody can."""
    _check_pieces(state)
    _check_places(state)


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
