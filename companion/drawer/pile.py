"""Piles on the scale: any like pieces, counted by weight and set as any counter of the open evening."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from companion.api.checks import shown
from companion.api.game import Correction, Whole
from companion.api.refusals import BadMove, Refused
from companion.api.text import T, Text
from companion.drawer.ports import MakePile, PileScale, Say
from companion.drawer.views import KeptPile, PileState
from companion.session.screen import Screen
from companion.session.signal import Signal
from companion.storage.keyed_store import KeyedStore

LONGEST_NAME = 40
MOST_PILES = 50
STEADY_S = 2.0  # a sure count that stands for so long is said, and set by itself where that was chosen
LOOK_EVERY_S = 0.2
BY = "drawer"
KIND = "pile"  # of the kept values

STEPS: Mapping[str, Text] = {
    "zero": T("Take everything off the scale, or leave on it what shall not count, and tap “Nothing lies on it”."),
    "waiting": T("Hands off for a moment."),
    "known": T("Lay a few pieces on it, best ten and one by one, and say how many."),
    "count": T("Lay the pile on it, a handful at a time."),
    "paused": T("The game counts the drawer now. The pile goes on afterwards, from an empty scale."),
}
TROUBLES: Mapping[str, Text] = {
    "not_still": T("The scale does not rest yet: hands off for two seconds, and try again."),
    "nothing_weighed": T("The scale feels nothing there: lay the pieces on it, or take heavier ones."),
    "wrong_sign": T("The weight fell: begin again with an empty scale."),
    "too_light": T("These pieces are too light for this load cell: it cannot tell one from none."),
    "bad_count": T("Say a whole number of pieces that can be."),
    "not_yet": T("First the empty scale."),
}
REASONS: Mapping[str, Text] = {
    "too_noisy": T("The table trembles too much."),
    "too_heavy": T("That is more than it can count."),
    "between_counts": T("The weight lies between two counts: take a handful off, or tap the number."),
    "disagree": T("What was added is no whole number of pieces: take it off again, or tap the number."),
}
NO_SIGNAL = T("No readings come from the cell: check the cable of the drawer.")
COUNT_AND_SAY = T("Please count, and tap the number.")


class PileDesk:
    """One pile at a time, beside the drawer: while `busy` says so (a drop is expected) it waits. Safe from any thread.

    `key` is the cell's id; `screen` and `correct` are the session's.
    """

    def __init__(
        self,
        make: MakePile,
        store: KeyedStore,
        key: Callable[[], str],
        screen: Callable[[], Screen],
        correct: Callable[..., object],
        busy: Callable[[], bool],
        say: Say = lambda text: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._make = make
        self._kept = PileStore(store, key)
        self._screen = screen
        self._correct = correct
        self._busy = busy
        self._say = say
        self._clock = clock
        self._lock = threading.RLock()
        self._pile: PileScale | None = None
        self._name = ""
        self._bindings: dict[str, str] = {}
        self._by_itself = False
        self._paused = False
        self._trouble: Text | None = None
        self._zero_asked = False
        self._steady: tuple[object, float] = (None, 0.0)
        self._said: object = None
        self._kept_weights: Any = None
        self._next_look_s = float("-inf")
        self._shown: PileState | None = None
        self._listeners = Signal("the pile")

    # --- samples ------------------------------------------------------------------------------------------------------

    def feed(self, time_s: float, raw: int, good: bool) -> None:
        """One sample of the cell."""
        pile = self._pile
        if pile is None:
            return
        pile.feed(time_s, raw, good)
        if time_s < self._next_look_s and self._next_look_s - time_s < 1.0:
            return
        self._next_look_s = time_s + LOOK_EVERY_S
        with self._lock:
            self._give_way(pile)
            steady = self._steadily(time_s, pile.reading)
        if steady is not None:
            self._stands(steady)
        self._tell_if_changed()

    def zero_may_have_moved(self) -> None:
        """The chip was switched off and on: what the pile weighed before is worth nothing now."""
        with self._lock:
            if self._pile is not None:
                self._pile.pause()
                self._zero_asked = False
        self._tell_if_changed()

    def _give_way(self, pile: PileScale) -> None:
        """A drop of the game has the scale; what the pile weighed before is worth nothing afterwards."""
        busy = self._busy()
        if busy and not self._paused:
            pile.pause()
            self._zero_asked = False
        self._paused = busy

    def _steadily(self, time_s: float, reading: Any) -> Any:
        """The reading, once it has stood long enough and was not told yet."""
        what = (reading.status, reading.count)
        if what != self._steady[0]:
            self._steady = (what, time_s)
        stood = time_s - self._steady[1] >= STEADY_S and reading.status in ("sure", "unsure")
        if not stood or what == self._said or self._paused:
            return None
        self._said = what
        return reading

    def _stands(self, reading: Any) -> None:
        name = self._name
        if self._pile is not None and self._pile.weights is not self._kept_weights:
            self._keep()  # a larger load has taught it the mean piece
        if reading.status == "unsure":
            text = T("{name}: {count} or {other}. Please count and say.", name=name, count=reading.count,
                     other=reading.other)  # fmt: skip
            self._say(text)
            return
        self._say(T("{name}: {count}.", name=name, count=reading.count))
        one = self._bound()
        if self._by_itself and one is not None and one.now != reading.count:
            try:
                self._put(one, reading.count, BY)
            except Refused as refusal:
                self._trouble = refusal.text

    # --- what people do -----------------------------------------------------------------------------------------------

    def begin(self, name: str) -> None:
        """A new pile, or one that is known by this name."""
        name = " ".join(name.split())
        if not 1 <= len(name) <= LONGEST_NAME:
            raise BadMove(T("Give the pile a name of at most {most} letters.", most=LONGEST_NAME))
        kept = self._kept.get(name)
        if kept is None and len(self._kept.all()) >= MOST_PILES:
            raise BadMove(T("More than {most} piles are not kept; forget one first.", most=MOST_PILES))
        with self._lock:
            self._start(name, kept or PileRecord(name, 0.0, {}))
        self._tell_if_changed()

    def _start(self, name: str, kept: PileRecord) -> None:
        try:
            self._pile = self._make(kept.weights or None)
        except ValueError:
            self._pile = self._make(None)
        self._kept_weights = self._pile.weights
        self._name, self._bindings, self._by_itself = name, dict(kept.bound), kept.by_itself
        self._trouble, self._zero_asked, self._said, self._paused = None, False, None, False

    def zero(self) -> None:
        """Nothing of the pile lies on the scale now."""
        self._step(lambda pile: pile.zero())
        self._zero_asked = True
        self._tell_if_changed()

    def known(self, count: int) -> None:
        """So many pieces lie on it."""
        self._step(lambda pile: pile.known(count))
        self._keep()

    def confirm_count(self, count: int) -> None:
        """People say how many lie there now."""
        self._step(lambda pile: pile.confirm_count(count))
        self._keep()

    def bind(self, correction: str | None, by_itself: bool) -> None:
        """Which counter of the open game it is for (None: none), and whether a sure count sets it without a tap."""
        self._opened()
        game = self._game()
        if game is None:
            raise BadMove(T("No evening is open; please start or open one first."))
        if correction is not None and self._correction(correction) is None:
            raise BadMove(T("“{name}” is no counter of this game.", name=shown(correction)))
        with self._lock:
            self._bindings.pop(game, None)
            if correction is not None:
                self._bindings[game] = correction
            self._by_itself = by_itself and correction is not None
            self._said = None
        self._keep()

    def put(self, by: str) -> None:
        """Set the counter to what the scale says; `BadMove` when that is not sure or does not fit."""
        reading, one = self._opened().reading, self._bound()
        if one is None:
            raise BadMove(T("Choose a counter of the game first."))
        if reading.status != "sure" or self._paused:
            raise BadMove(T("The scale is not sure of the number now."))
        self._put(one, reading.count, by)
        self._tell_if_changed()

    def end(self) -> None:
        """Put the pile away; what it weighs is kept."""
        with self._lock:
            self._pile, self._name = None, ""
        self._tell_if_changed()

    def forget(self, name: str) -> None:
        """Keep this pile no longer."""
        self._kept.drop(name)
        if name == self._name:
            self.end()
        self._tell_if_changed()

    def _step(self, work: Callable[[PileScale], object]) -> None:
        pile = self._opened()
        if self._paused:
            raise BadMove(STEPS["paused"])
        try:
            work(pile)
        except Exception as trouble:
            code = getattr(trouble, "code", None)
            if code is None:
                raise
            raise BadMove(TROUBLES.get(code, TROUBLES["not_still"])) from trouble
        self._trouble = None

    def _opened(self) -> PileScale:
        pile = self._pile
        if pile is None:
            raise BadMove(T("No pile is on the scale: choose or name one first."))
        return pile

    def _put(self, one: Correction, count: int, by: str) -> None:
        ask = one.ask
        if isinstance(ask, Whole) and not ask.at_least <= count <= ask.at_most:
            text = T("The scale says {count}, but {what} goes from {least} to {most}.", count=count, what=ask.label,
                     least=ask.at_least, most=ask.at_most)  # fmt: skip
            raise BadMove(text)
        self._correct(ask.name, count, by, weighed=True)

    # --- the game -----------------------------------------------------------------------------------------------------

    def _game(self) -> str | None:
        evening = self._screen().evening
        return None if evening is None else evening.game

    def _correction(self, name: str | None) -> Correction | None:
        """The counter of the open evening by that name: only whole numbers can be."""
        found = (one for one in self._screen().corrections if one.ask.name == name and isinstance(one.ask, Whole))
        return next(found, None)

    def _bound(self) -> Correction | None:
        return self._correction(self._bindings.get(self._game() or ""))

    def _keep(self) -> None:
        """Keep what is known of the pile by now, if anything is."""
        weights = self._opened().weights
        if weights is not None:
            plain, self._kept_weights = weights.to_plain(), weights
            self._kept.keep(PileRecord(self._name, self._clock(), plain, dict(self._bindings), self._by_itself))
        self._tell_if_changed()

    # --- what is shown ------------------------------------------------------------------------------------------------

    def state(self) -> PileState:
        """The pile on the scale, and those that are known."""
        with self._lock:
            pile, kept = self._pile, self._kept.all()
            if pile is None:
                return PileState(kept=kept)
            reading, one = pile.reading, self._bound()
            step = "paused" if self._paused else reading.stage
            counted = step == "count" and reading.status in ("sure", "unsure")
            return PileState(
                step=step,
                name=self._name,
                status="" if self._paused else reading.status,
                count=reading.count if counted else None,
                other=reading.other if counted and reading.status == "unsure" else None,
                words=STEPS["waiting" if step == "zero" and self._zero_asked else step],
                why=self._why(reading),
                at_once=reading.at_once if step == "count" else None,
                bound=None if one is None else one.ask.name,
                what=None if one is None else one.ask.label,
                now=None if one is None else int(one.now),
                by_itself=self._by_itself,
                kept=kept,
            )

    def _why(self, reading: Any) -> Text | None:
        if reading.status == "no signal":
            return NO_SIGNAL
        return REASONS.get(reading.reason, COUNT_AND_SAY) if reading.status == "unsure" else self._trouble

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told when it changed; the answer unsubscribes."""
        return self._listeners.subscribe(listener)

    def _tell_if_changed(self) -> None:
        now = self.state()
        if now != self._shown:
            self._shown = now
            self._listeners.emit()


@dataclass(frozen=True)
class PileRecord:
    """One pile: its pieces' `weights` as plain values, `bound` the counter by each game's name."""

    name: str
    at: float
    weights: Mapping[str, Any]
    bound: Mapping[str, str] = field(default_factory=dict)
    by_itself: bool = False


class PileStore:
    """The piles of one cell, whose id is `key`: another cell weighs in other counts."""

    def __init__(self, store: KeyedStore, key: Callable[[], str]) -> None:
        self._store = store
        self._key = key
        self._listed: tuple[str, tuple[KeptPile, ...]] | None = None

    def get(self, name: str) -> PileRecord | None:
        """The pile of this name; None when there is none, or it was damaged."""
        return _record(self._store.get(KIND, self._place(name)))

    def all(self) -> tuple[KeptPile, ...]:
        """Every pile, the newest first."""
        if self._listed is None or self._listed[0] != self._key():
            start = self._place("")
            found = [_record(one) for key, one in self._store.all(KIND).items() if key.startswith(start)]
            newest = sorted((one for one in found if one is not None), key=lambda one: one.at, reverse=True)
            listed = tuple(KeptPile(one.name, int(one.weights.get("pieces", 0))) for one in newest)
            self._listed = (self._key(), listed)
        return self._listed[1]

    def keep(self, record: PileRecord) -> None:
        """Keep this in the place of an older one of its name."""
        self._store.put(KIND, self._place(record.name), msgspec.to_builtins(record))
        self._listed = None

    def drop(self, name: str) -> None:
        """Keep it no longer."""
        self._store.drop(KIND, self._place(name))
        self._listed = None

    def _place(self, name: str) -> str:
        return f"{self._key()} {name}"


def _record(kept: Any) -> PileRecord | None:
    try:
        return msgspec.convert(kept, PileRecord) if isinstance(kept, dict) else None
    except msgspec.ValidationError:
        return None
