"""Timers on wish: how long a turn and an evening may take. They only tell; nothing that is played waits for them.

A turn begins when it becomes another player's, or when the evening is opened. Times go by the companion's clock, so
that all phones agree, and not by the date, which a Pi is told only once it has a network; a phone is told how much has
gone by, and how long each may take.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

import msgspec

from companion.session.screen import Screen, Update
from companion.session.signal import Signal
from companion.storage.keyed_store import KeyedStore

MOST_TURN_MIN = 60
MOST_EVENING_MIN = 24 * 60


@dataclass(frozen=True, kw_only=True)
class TimerState:
    """`turn_min` and `evening_min` are how many minutes each may take, 0 where it has no timer. `turn_s` and
    `evening_s` are how many seconds have gone by at `at` (seconds since 1970); while `paused` they stay."""

    turn_min: int = 0
    evening_min: int = 0
    turn_s: float = 0.0
    evening_s: float = 0.0
    at: float = 0.0
    paused: bool = False
    running: bool = False


@dataclass(frozen=True)
class _Wished:
    turn_min: int = 0
    evening_min: int = 0


class Timers:
    """The turn's and the evening's. A listener of the session; safe from any thread."""

    def __init__(self, store: KeyedStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._lock = threading.Lock()
        self._listeners = Signal("the timers")
        self._wished = self._kept()
        self._opened: str | None = None  # the evening, also while it is over: its last step may be taken back
        self._whose: tuple[str, int | None] | None = None
        self._turn_began = self._evening_began = 0.0
        self._paused_at: float | None = None

    def hear(self, update: Update) -> None:
        """Begin anew with a new turn; called by the session for every update."""
        if self.follow(update.screen):
            self._listeners.emit()

    def follow(self, screen: Screen) -> bool:
        """Look at whose turn it is; whether that is news."""
        evening = screen.evening
        over = evening is None or screen.ending is not None
        whose = None if evening is None or over else (evening.id, _seat(screen))
        with self._lock:
            if whose == self._whose:
                return False
            now, opened = self._clock(), None if evening is None else evening.id
            if opened != self._opened:
                self._opened, self._evening_began, self._paused_at = opened, now, None
            self._whose = whose
            self._turn_began = now if self._paused_at is None else self._paused_at
            return True

    def set(self, *, turn_min: int | None = None, evening_min: int | None = None, paused: bool | None = None) -> None:
        """How long each may take (0: no timer), and whether they wait; what is None stays. Kept for later evenings."""
        with self._lock:
            wished = {"turn_min": turn_min, "evening_min": evening_min}
            changes = {name: value for name, value in wished.items() if value is not None}
            self._wished = replace(self._wished, **changes)
            self._pause(paused)
            state = asdict(self._wished)
        self._store.put("timers", "wished", state)
        self._listeners.emit()

    def _pause(self, paused: bool | None) -> None:
        now = self._clock()
        if paused and self._paused_at is None:
            self._paused_at = now
        elif paused is False and self._paused_at is not None:
            waited, self._paused_at = now - self._paused_at, None
            self._turn_began += waited
            self._evening_began += waited

    def state(self) -> TimerState:
        """How they stand."""
        with self._lock:
            now = self._clock()
            until = now if self._paused_at is None else self._paused_at
            running = self._whose is not None
            return TimerState(
                turn_min=self._wished.turn_min,
                evening_min=self._wished.evening_min,
                turn_s=max(0.0, until - self._turn_began) if running else 0.0,
                evening_s=max(0.0, until - self._evening_began) if running else 0.0,
                at=time.time(),
                paused=self._paused_at is not None,
                running=running,
            )

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told when a turn began or something was set; the answer unsubscribes."""
        return self._listeners.subscribe(listener)

    def _kept(self) -> _Wished:
        try:
            return msgspec.convert(self._store.get("timers", "wished") or {}, _Wished)
        except msgspec.ValidationError:
            return _Wished()


def _seat(screen: Screen) -> int | None:
    """Whose turn it is: the game's own word, else whoever is asked."""
    where = None if screen.view is None else screen.view.where
    if where is not None and where.turn is not None:
        return where.turn
    return screen.prompts[0].seat if screen.prompts else None
