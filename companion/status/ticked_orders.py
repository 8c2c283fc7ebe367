"""Which of the orders for hands are done on the table: ticked off on one phone, they are on all of them.

Hands carry an order out once, whoever of the table has them free; what one phone still shows as to be done would be
done a second time. An order is named by the number of its entry, whether it puts something back, and its place among
the entry's orders: `12:do:0`, `13:back:1`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from contextlib import suppress

import msgspec

from companion.api.refusals import NotSaved
from companion.session.screen import Screen, StepOrders, Update
from companion.session.signal import Signal
from companion.storage.keyed_store import KeyedStore

KIND, KEY = "ticked_orders", "now"


class _Kept(msgspec.Struct, frozen=True):
    evening: str = ""
    orders: tuple[str, ...] = ()


class TickedOrders:
    """Those of the open evening that its screen still tells. A listener of the session; safe from any thread."""

    def __init__(self, store: KeyedStore, screen: Screen) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._listeners = Signal("the orders that are done")
        self._kept = self._read()
        self._follow(screen)

    @property
    def orders(self) -> tuple[str, ...]:
        """The names of those that are done."""
        return self._kept.orders

    def hear(self, update: Update) -> None:
        """What the screen does not tell any more needs no tick; called by the session for every update."""
        if self._follow(update.screen):
            self._listeners.emit()

    def tick(self, screen: Screen, orders: Iterable[str], done: bool) -> None:
        """These are done, or are not after all. Those that the screen does not tell are passed over: the phone that
        ticked them was a moment late."""
        there, asked = _names(screen), frozenset(orders)
        with self._lock:
            before = there & frozenset(self._of(screen))
            after = before | (asked & there) if done else before - asked
            now = _Kept(_evening(screen), tuple(sorted(after)))
            if now == self._kept:
                return
            self._kept = now
            with suppress(NotSaved):  # with the disk full it holds until the next start
                self._store.put(KIND, KEY, msgspec.to_builtins(now))
        self._listeners.emit()

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told when something was ticked off; the answer unsubscribes."""
        return self._listeners.subscribe(listener)

    def _follow(self, screen: Screen) -> bool:
        """Forget what the screen tells no more; whether that is news."""
        if not self._kept.orders:  # nearly always: nobody needs to look at the screen for it
            return False
        with self._lock:
            there = _names(screen)
            left = tuple(one for one in self._of(screen) if one in there)
            changed = left != self._kept.orders
            self._kept = _Kept(_evening(screen), left)
            return changed

    def _of(self, screen: Screen) -> tuple[str, ...]:
        return self._kept.orders if self._kept.evening == _evening(screen) else ()

    def _read(self) -> _Kept:
        try:
            return msgspec.convert(self._store.get(KIND, KEY) or {}, _Kept)
        except msgspec.ValidationError:
            return _Kept()


def _evening(screen: Screen) -> str:
    return "" if screen.evening is None else screen.evening.id


def _names(screen: Screen) -> frozenset[str]:
    return frozenset(name for step in screen.orders for name in _names_of(step))


def _names_of(step: StepOrders) -> list[str]:
    return [f"{step.number}:{'back' if step.back else 'do'}:{at}" for at in range(len(step.facts))]
