"""What a home's broker is told and when: the newest state, the discovery document when it changes, events while they
are fresh."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.api.game import Fact
from companion.api.refusals import NotSaved
from companion.api.text import Text
from companion.home.counters import KnownNumbers
from companion.home.discovery import Described, Topics, document, platforms
from companion.home.state import Snapshot, happening, state_of
from companion.session.screen import Update
from companion.storage.keyed_store import KeyedStore

FRESH_S = 10.0  # an event that could not be told for so long is none any more
MOST_EVENTS = 50
_STORE = "home"
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Outgoing:
    """What is to be published."""

    topic: str
    payload: str
    retain: bool = True


@dataclass(frozen=True)
class _Event:
    at: float
    kind: str
    fact: Fact
    game: str
    version: int


class Publisher:
    """Gathers what is to be told, and gives it out when it is asked for. `hear` and `changed` may be called from any
    thread and only take note; the rest is the connection's thread alone.

    `now` is the table at this moment, `described` what the discovery document says besides; `kind_of` is the kind of
    event that a game's fact is, by their names; `title` names a game; `say` puts texts into the house's language;
    `saved` returns once all that the table has told is on the disk.
    """

    def __init__(
        self,
        topics: Topics,
        now: Callable[[], Snapshot],
        described: Callable[[], Described],
        kind_of: Callable[[str, str], str | None],
        title: Callable[[str], Text],
        say: Callable[[Text], str],
        store: KeyedStore,
        clock: Callable[[], float] = time.monotonic,
        saved: Callable[[], None] = lambda: None,
    ) -> None:
        self._topics, self._now, self._described = topics, now, described
        self._kind_of, self._title, self._say = kind_of, title, say
        self._store, self._saved, self._clock = store, saved, clock
        self._changed = threading.Event()
        self._events: deque[_Event] = deque(maxlen=MOST_EVENTS)
        self._answer: tuple[int, Text] | None = None
        self._known, self._there = self._kept()
        self._state = ""  # as it was published last
        self._named: tuple[str, dict[str, str]] | None = None  # what was described last: the game, and its numbers
        self._versions: deque[tuple[int, float]] = deque(maxlen=100)  # that were published, and when

    # --- from any thread ----------------------------------------------------------------------------------------------

    def hear(self, update: Update) -> None:
        """The session's news."""
        evening = update.screen.evening
        for fact in update.facts if evening is not None else ():
            kind = None if evening is None else self._kind_of(evening.game, fact.name)
            if kind is not None and evening is not None:
                self._events.append(_Event(self._clock(), kind, fact, evening.game, update.screen.version))
        self._changed.set()

    def changed(self) -> None:
        """Something else than the evening did: a device's health, the voice."""
        self._changed.set()

    # --- the connection's thread --------------------------------------------------------------------------------------

    def connected(self) -> None:
        """Nothing that was published before counts: the broker may have forgotten it, and so may the home."""
        self._state, self._named = "", None
        self._versions.clear()
        self._changed.set()

    def answer(self, text: Text | None, version: int) -> None:
        """What is to be said of the last button, until the game goes on."""
        self._answer = None if text is None else (version, text)
        self._changed.set()

    def seen(self, for_s: float) -> int | None:
        """The newest version that has been out for so many seconds; None where none has."""
        until = self._clock() - for_s
        return next((version for version, at in reversed(self._versions) if at <= until), None)

    def due(self) -> Iterator[Outgoing]:
        """What is to be published now: the document first, without which a home does not know what the state means.
        Nothing of it could a power cut still take back."""
        found = [*self._due()]
        if found:
            self._saved()
        yield from found

    def _due(self) -> Iterator[Outgoing]:
        if not self._changed.is_set():
            return
        self._changed.clear()
        now = self._now()
        if self._answer is not None and self._answer[0] == now.screen.version:
            now = replace(now, answer=self._answer[1])
        state = _written(state_of(now, self._known, self._say, self._title))
        yield from self._described_anew()
        if state != self._state:
            self._state = state
            if not self._versions or self._versions[-1][0] != now.screen.version:
                self._versions.append((now.screen.version, self._clock()))
            yield Outgoing(self._topics.state, state)
        yield from self._happened()

    def _described_anew(self) -> Iterator[Outgoing]:
        named = (self._known.game, dict(self._known.names))
        if named == self._named:
            return
        self._named = named
        described = self._described()
        there = platforms(document(self._topics, described, self._known, {}, self._say))
        gone = {id: platform for id, platform in self._there.items() if there.get(id) != platform}
        written = _written(document(self._topics, described, self._known, gone, self._say))
        self._keep(there)
        yield Outgoing(self._topics.config, written)

    def _happened(self) -> Iterator[Outgoing]:
        while self._events:
            event = self._events.popleft()
            if self._clock() - event.at <= FRESH_S:
                payload = happening(event.fact, event.game, event.version, self._say)
                yield Outgoing(self._topics.event(event.kind), _written(payload), retain=False)

    # --- what is kept -------------------------------------------------------------------------------------------------

    def _kept(self) -> tuple[KnownNumbers, dict[str, str]]:
        """The numbers of the last evening, and the components that were described last."""
        kept = self._store.get(_STORE, "described")
        try:
            known = KnownNumbers(str(kept["game"]), str(kept["evening"]), dict(kept["names"]))
            return known, {str(id): str(platform) for id, platform in kept["there"].items()}
        except (TypeError, KeyError, ValueError, AttributeError):
            return KnownNumbers(), {}

    def _keep(self, there: Mapping[str, str]) -> None:
        known = self._known
        kept = {"game": known.game, "evening": known.evening, "names": known.names, "there": dict(there)}
        self._there = dict(there)
        try:
            if self._store.get(_STORE, "described") != kept:
                self._store.put(_STORE, "described", kept)
        except NotSaved as refusal:
            _log.warning("what the home was told could not be kept: %s", refusal)


def _written(document: Mapping[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))
