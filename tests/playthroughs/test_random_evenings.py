"""Evenings played at random: no game may ever fail, get stuck, or offer with one tap what its rules forbid."""

import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.api.game import Ask, Chance, Game, IllegalMove, Move, Offer, Pick, Value, Whole, Words
from companion.library.registry import find_games
from companion.session.answers import taken
from companion.session.screen import Screen
from companion.session.session import Session
from companion.storage.log import Log

GAMES = find_games()
STEPS = 60


@contextmanager
def begun(game: Game[Any], data: st.DataObject) -> Iterator[Session]:
    seats = data.draw(st.sampled_from(list(game.seats)[:8]), label="players")
    choices = {ask.name: answer(ask, data) for ask in game.setup(seats)}
    dice = random.Random(data.draw(st.integers(0, 2**32 - 1), label="dice"))  # the same evening again where it is tried
    with tempfile.TemporaryDirectory() as folder:
        log = Log(Path(folder), durable=False)
        try:
            session = Session(log, GAMES, dice=dice)
            session.start(game.name, "Random", [f"P{seat}" for seat in range(1, seats + 1)], choices, by="test")
            yield session
        finally:
            log.close()


def answer(ask: Ask, data: st.DataObject) -> Value:
    """Any answer within the limits, the usual one half of the time."""
    usual = getattr(ask, "usual", None)
    if usual not in (None, "") and data.draw(st.booleans()):
        return usual  # type: ignore[no-any-return]
    if isinstance(ask, Whole):
        return data.draw(st.integers(ask.at_least, ask.at_most), label=ask.name)
    if isinstance(ask, Pick | Chance):
        return data.draw(st.sampled_from([choice.value for choice in ask.choices]), label=ask.name)
    if isinstance(ask, Words):
        return "Anna"
    return data.draw(st.from_regex(ask.pattern, fullmatch=True), label=ask.name)


def _filled_in(offer: Offer, data: st.DataObject) -> list[Ask]:
    """What the player says: what chance decides only now and then."""
    return [ask for ask in offer.asks if not isinstance(ask, Chance) or data.draw(st.booleans(), label=ask.name)]


def take(session: Session, screen: Screen, data: st.DataObject) -> None:
    """Take any offer; what one tap makes of the usual one must be legal, another answer may be forbidden."""
    offers = [offer for prompt in screen.prompts for offer in prompt.offers]
    offer: Offer = data.draw(st.sampled_from(offers), label="offer")
    tapped = taken(offer) if offer.tone == "usual" else None
    if tapped is not None and data.draw(st.booleans()):
        session.play(tapped, "test", screen.version)
        return
    args = {**offer.move.args, **{ask.name: answer(ask, data) for ask in _filled_in(offer, data)}}
    with suppress(IllegalMove):
        session.play(Move(offer.move.name, args), "test", screen.version)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_random_evening(name: str, data: st.DataObject) -> None:
    """Whatever offers are taken, there is always something to do until the game has ended, and undo leads back."""
    with begun(GAMES[name], data) as session:
        first = session.state()
        for _ in range(STEPS):
            screen = session.screen()
            assert bool(screen.prompts) == (screen.ending is None)
            if screen.ending is not None:
                break
            take(session, screen, data)
        if session.screen().can_undo:
            last = session.state()
            steps = session.screen().can_undo
            session.undo("test", steps)
            assert session.state() == first
            session.redo("test", steps)
            assert session.state() == last
