"""Evenings played at random: no game may ever fail, get stuck, or offer with one tap what its rules forbid."""

import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from companion.api.game import Ask, Chance, Code, Game, IllegalMove, Move, Offer, Value
from companion.library.registry import find_games
from companion.session.answers import taken
from companion.session.screen import Screen
from companion.session.session import Session
from companion.storage.log import Log
from companion.testing import RandomPlayer

GAMES = find_games()
STEPS = 60


@dataclass(frozen=True, kw_only=True)
class AnyPlayer(RandomPlayer):
    """Takes any offer with any answers, and leaves to chance now and then what chance decides."""

    data: st.DataObject

    def answer(self, ask: Ask, wild: bool = False) -> Value:
        if isinstance(ask, Code):
            return self.data.draw(st.from_regex(ask.pattern, fullmatch=True), label=ask.name)
        return super().answer(ask, wild)

    def filled(self, offer: Offer, wild: bool = False) -> Move:
        said = [ask for ask in offer.asks if not isinstance(ask, Chance) or self.dice.random() < 0.5]
        return super().filled(structs.replace(offer, asks=tuple(said)), wild)

    def take_on(self, session: Session, screen: Screen) -> None:
        """What one tap makes of the usual offer must be legal, another answer may be forbidden."""
        offer = self.choose(screen.prompts, wild=True)
        tapped = taken(offer) if offer.tone == "usual" else None
        if tapped is not None and self.dice.random() < 0.5:
            session.play(tapped, "test", screen.version)
            return
        with suppress(IllegalMove):
            session.play(self.filled(offer, wild=self.dice.random() < 0.5), "test", screen.version)


@contextmanager
def begun(game: Game[Any], data: st.DataObject) -> Iterator[tuple[Session, AnyPlayer]]:
    dice = random.Random(data.draw(st.integers(0, 2**32 - 1), label="dice"))  # the same evening again where it is tried
    seats = data.draw(st.sampled_from(list(game.seats)[:8]), label="players")
    player = AnyPlayer(data.draw(st.randoms(use_true_random=False)), words=("Anna",), data=data)
    choices = {ask.name: player.answer(ask, wild=player.dice.random() < 0.5) for ask in game.setup(seats)}
    with tempfile.TemporaryDirectory() as folder:
        log = Log(Path(folder), durable=False)
        try:
            session = Session(log, GAMES, dice=dice)
            session.start(game.name, "Random", [f"P{seat}" for seat in range(1, seats + 1)], choices, by="test")
            yield session, player
        finally:
            log.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_random_evening(name: str, data: st.DataObject) -> None:
    """Whatever offers are taken, there is always something to do until the game has ended, and undo leads back."""
    with begun(GAMES[name], data) as (session, player):
        first = session.state()
        for _ in range(STEPS):
            screen = session.screen()
            assert bool(screen.prompts) == (screen.ending is None)
            if screen.ending is not None:
                break
            player.take_on(session, screen)
        if session.screen().can_undo:
            last = session.state()
            steps = session.screen().can_undo
            session.undo("test", steps)
            assert session.state() == first
            session.redo("test", steps)
            assert session.state() == last
