"""Corrections by hand of the course of the game: Round, phase, leader, turn, Storm marker and Weather cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.api.game import Value, Words
from companion.api.text import T, Text
from companion.games.frostpunk import weather
from companion.games.frostpunk.dawn import begin_round
from companion.games.frostpunk.knobs import Knob, number_knob
from companion.games.frostpunk.ledger import Ledger
from companion.games.frostpunk.state import MOST_FOOD, ROUNDS, State
from companion.games.frostpunk.steps import PHASES, enter_phase, phase_of
from companion.toolkit.forms import pick, seat_name, seat_of, whole

MOST_STORMS = 2  # p. 22: the second one takes the marker out of the game
MOST_CHARS = 400


def knobs(state: State) -> Iterator[Knob]:
    """Where the game has got to."""
    seats = {seat_name(seat): Text("{name}", {"name": name}) for seat, name in enumerate(state.players)}
    yield Knob(whole("round", T("Round"), ROUNDS, at_least=1), state.round, _put_round)
    phase = phase_of(state.step)
    yield Knob(pick("phase", T("Phase"), _phases(phase)), phase, _put_phase)
    yield Knob(pick("leader", T("Leadership marker"), seats), seat_name(state.leader), _put_seat("leader"))
    yield Knob(pick("turn", T("Whose turn it is"), seats), seat_name(state.turn), _put_seat("turn"))
    yield number_knob(state, "storm", T("Storm marker, 0 when it has left the game"), ROUNDS)
    yield number_knob(state, "storms", T("Storms so far"), MOST_STORMS)
    yield _weather(state)
    now = min(MOST_FOOD, weather.symbols(state))
    yield Knob(whole("hunting", T("Hunting symbols"), MOST_FOOD), now, _put_hunting)


def _phases(now: str) -> dict[str, Text]:
    others = {"setup": T("Setup"), "end": T("After the last round")}
    return {**({now: others[now]} if now in others else {}), **PHASES}


def _put_round(ledger: Ledger, value: Value) -> None:
    if value != ledger.state.round:
        begin_round(ledger, int(value))


def _put_phase(ledger: Ledger, value: Value) -> None:
    """A phase set by hand begins at its first step; what was under way is dropped."""
    phase = str(value)
    if phase in PHASES and phase != phase_of(ledger.state.step):
        ledger.set(todo=(), onward=False, storm_spaces=0)
        ledger.set_generator(to_drop=0, fell=0, broken=False)
        enter_phase(ledger, phase)


def _put_seat(name: str) -> Callable[[Ledger, Value], None]:
    return lambda ledger, value: ledger.set(**{name: seat_of(str(value))})


def _weather(state: State) -> Knob:
    """The Weather cards on the discard pile, so that the others are offered first."""

    def put(ledger: Ledger, value: Value) -> None:
        names = (" ".join(one.split()) for one in str(value).split(","))
        ledger.set(weather=tuple(dict.fromkeys(name for name in names if name)))

    now = ", ".join(name for name in state.weather if name)
    label = T("Weather cards drawn, with commas between them")
    return Knob(Words(name="weather", label=label, at_most_chars=MOST_CHARS, usual=now), now, put)


def _put_hunting(ledger: Ledger, value: Value) -> None:
    weather.count_symbols(ledger, int(value))
