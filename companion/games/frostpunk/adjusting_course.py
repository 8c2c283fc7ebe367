"""Corrections by hand of the course of the game: Round, phase, leader, turn, Storm marker and Weather cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.api.game import Value, Words
from companion.api.text import T, Text
from companion.games.frostpunk import weather
from companion.games.frostpunk.dawn import begin_round
from companion.games.frostpunk.settable import Settable, number_settable
from companion.games.frostpunk.state import MOST_FOOD, ROUNDS, State
from companion.games.frostpunk.steps import PHASES, enter_phase, phase_of
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.forms import pick, seat_name, seat_of, whole

MOST_STORMS = 2  # p. 22: the second one takes the marker out of the game
MOST_CHARS = 400


def settables(state: State) -> Iterator[Settable]:
    """Where the game has got to."""
    seats = {seat_name(seat): Text("{name}", {"name": name}) for seat, name in enumerate(state.players)}
    yield Settable(whole("round", T("Round"), ROUNDS, at_least=1), state.round, _put_round)
    phase = phase_of(state.step)
    yield Settable(pick("phase", T("Phase"), _phases(phase)), phase, _put_phase)
    yield Settable(pick("leader", T("Leadership marker"), seats), seat_name(state.leader), _put_seat("leader"))
    yield Settable(pick("turn", T("Whose turn it is"), seats), seat_name(state.turn), _put_seat("turn"))
    yield number_settable(state, "storm", T("Storm marker, 0 when it has left the game"), ROUNDS)
    yield number_settable(state, "storms", T("Storms so far"), MOST_STORMS)
    yield _weather(state)
    now = min(MOST_FOOD, weather.symbols(state))
    yield Settable(whole("hunting", T("Hunting symbols"), MOST_FOOD), now, _put_hunting)


def _phases(now: str) -> dict[str, Text]:
    others = {"setup": T("Setup"), "end": T("After the last round")}
    return {**({now: others[now]} if now in others else {}), **PHASES}


def _put_round(tx: Transaction, value: Value) -> None:
    if value != tx.state.round:
        begin_round(tx, int(value))


def _put_phase(tx: Transaction, value: Value) -> None:
    """A phase set by hand begins at its first step; what was under way is dropped."""
    phase = str(value)
    if phase in PHASES and phase != phase_of(tx.state.step):
        tx.set(tasks=(), onward=False, storm_spaces=0)
        tx.set_generator(to_drop=0, fell=0, broken=False)
        enter_phase(tx, phase)


def _put_seat(name: str) -> Callable[[Transaction, Value], None]:
    return lambda tx, value: tx.set(**{name: seat_of(str(value))})


def _weather(state: State) -> Settable:
    """The Weather cards on the discard pile, so that the others are offered first."""

    def put(tx: Transaction, value: Value) -> None:
        names = (" ".join(one.split()) for one in str(value).split(","))
        tx.set(weather=tuple(dict.fromkeys(name for name in names if name)))

    now = ", ".join(name for name in state.weather if name)
    label = T("Weather cards drawn, with commas between them")
    return Settable(Words(name="weather", label=label, at_most_chars=MOST_CHARS, usual=now), now, put)


def _put_hunting(tx: Transaction, value: Value) -> None:
    weather.count_symbols(tx, int(value))
