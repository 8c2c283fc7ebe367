"""Live news to every phone: server-sent events, each part rendered once per language and shared by all phones.

A stream has no queue. It remembers what it sent last and, when woken, sends the difference to the newest: a slow phone
skips what it missed and can never hold anything up.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import msgspec

from companion.text import Catalogue

Render: TypeAlias = Callable[[Catalogue], Mapping[str, Any]]

DELTAS_KEPT = 256
BEAT = b"event: beat\ndata: 1\n\n"
_RETRY = b"retry: 1500\n\n"


class Full(Exception):
    """As many phones are watching as the server can serve."""


@dataclass(frozen=True)
class Source:
    """Where some parts of the page come from. `optional` ones go only to phones that ask for them; a phone is sent
    news of a source at most every `rest_s` seconds."""

    render: Render
    optional: bool = False
    rest_s: float = 0.0


@dataclass(frozen=True, eq=False)
class Parts:
    """What one source says in one language: encoded parts by name, with the version they were rendered for."""

    version: int
    parts: Mapping[str, bytes] = field(default_factory=dict)


_NOTHING = Parts(-1)


class Live:
    """Sources, their newest parts in each language, and the streams that send them."""

    def __init__(
        self,
        sources: Mapping[str, Source],
        catalogue: Callable[[str], Catalogue],
        *,
        cap: int,
        beat_s: float = 5.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.sources = sources
        self.beat_s = beat_s
        self.cap = cap
        self.clock = clock
        self.changed_at = threading.Condition()
        self.closing = False
        self._catalogue = catalogue
        self._versions = dict.fromkeys(sources, 0)
        self._rendered: dict[tuple[str, str], Parts] = {}
        self._locks = {name: threading.Lock() for name in sources}
        self._deltas: OrderedDict[tuple[int, int], tuple[Parts, Parts, bytes]] = OrderedDict()
        self._deltas_lock = threading.Lock()
        self._streams: dict[str, Stream] = {}

    def changed(self, source: str) -> None:
        """Something of this source is new: wake every stream, if any follows it."""
        with self.changed_at:
            self._versions[source] += 1
            if not self.sources[source].optional or any(one.follows(source) for one in self._streams.values()):
                self.changed_at.notify_all()

    def version(self, source: str) -> int:
        """How often this source has changed."""
        return self._versions[source]

    def close(self) -> None:
        """End every stream, for the server to stop."""
        with self.changed_at:
            self.closing = True
            self.changed_at.notify_all()

    @property
    def watching(self) -> int:
        """How many streams are open."""
        return len(self._streams)

    # --- rendering ----------------------------------------------------------------------------------------------------

    def parts(self, source: str, language: str) -> Parts:
        """The newest parts, rendered at most once for each version and language."""
        key = (source, language)
        with self._locks[source]:
            version = self._versions[source]
            found = self._rendered.get(key)
            if found is None or found.version != version:
                found = self._rendered[key] = self._render(source, language, version)
            return found

    def _render(self, source: str, language: str, version: int) -> Parts:
        values = self.sources[source].render(self._catalogue(language))
        return Parts(version, {name: msgspec.json.encode(value) for name, value in values.items()})

    def whole(self, language: str, wanted: frozenset[str] = frozenset()) -> bytes:
        """All parts of all sources as one JSON object."""
        names = [name for name, source in self.sources.items() if not source.optional or name in wanted]
        parts = {key: value for name in names for key, value in self.parts(name, language).parts.items()}
        return _object(parts)

    def delta(self, old: Parts, new: Parts) -> bytes:
        """The message that turns `old` into `new`; empty when nothing differs. Shared by all phones that need it."""
        key = (id(old), id(new))
        with self._deltas_lock:
            found = self._deltas.get(key)
        if found is not None:
            return found[2]
        message = _message(_difference(old.parts, new.parts))
        with self._deltas_lock:
            self._deltas[key] = (old, new, message)  # holding both keeps their ids from being used again
            while len(self._deltas) > DELTAS_KEPT:
                self._deltas.popitem(last=False)
        return message

    # --- streams ------------------------------------------------------------------------------------------------------

    def open(self, tab: str, language: str, *, wanted: frozenset[str] = frozenset(), guest: bool = False) -> Stream:
        """A stream for one browser tab; it takes the place of an older one of the same tab. Raises `Full`.

        Guests, who only watch, may take half of the places at most.
        """
        with self.changed_at:
            old = self._streams.pop(tab, None)
            if old is not None:
                old.ended = True
                self.changed_at.notify_all()
            if len(self._streams) >= self.cap or (guest and self._guests() >= max(1, self.cap // 2)):
                raise Full
            names = [name for name, source in self.sources.items() if not source.optional or name in wanted]
            stream = self._streams[tab] = Stream(self, tab, language, names, guest)
            return stream

    def _guests(self) -> int:
        return sum(stream.guest for stream in self._streams.values())

    def forget(self, stream: Stream) -> None:
        """A stream is over."""
        with self.changed_at:
            stream.ended = True
            if self._streams.get(stream.tab) is stream:
                del self._streams[stream.tab]


class Stream:
    """An endless iterator of messages for one phone; closed by the server when the phone is gone."""

    def __init__(self, live: Live, tab: str, language: str, sources: list[str], guest: bool) -> None:
        self.tab = tab
        self.guest = guest
        self.ended = False
        self._live = live
        self._language = language
        self._sent = dict.fromkeys(sources, _NOTHING)
        self._sent_at = dict.fromkeys(sources, float("-inf"))
        self._pending: list[bytes] = [_RETRY]

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        while not self._pending:
            due = self._wait()
            if due is None:
                self.close()
                raise StopIteration
            self._pending = [BEAT] if not due else [message for name in due if (message := self._news(name))]
        return self._pending.pop(0)

    def follows(self, source: str) -> bool:
        """Whether this phone is sent news of that source."""
        return source in self._sent

    def close(self) -> None:
        """Give the place back."""
        self._live.forget(self)

    def _wait(self) -> list[str] | None:
        """The sources with news; none when it is time for a beat; None when the stream is over."""
        live = self._live
        until = live.clock() + live.beat_s
        with live.changed_at:
            while not (self.ended or live.closing):
                now = live.clock()
                due = [name for name in self._sent if self._fresh(name) and self._rested(name) <= now]
                if due or now >= until:
                    return due
                live.changed_at.wait(max(0.0, min([until, *self._resting()]) - now))
        return None

    def _fresh(self, name: str) -> bool:
        return self._sent[name].version != self._live.version(name)

    def _rested(self, name: str) -> float:
        return self._sent_at[name] + self._live.sources[name].rest_s

    def _resting(self) -> list[float]:
        return [self._rested(name) for name in self._sent if self._fresh(name)]

    def _news(self, name: str) -> bytes:
        new = self._live.parts(name, self._language)
        message = self._live.delta(self._sent[name], new)
        self._sent[name] = new
        self._sent_at[name] = self._live.clock()
        return message


def _difference(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> dict[str, bytes]:
    changed = {name: value for name, value in new.items() if old.get(name) != value}
    return {**changed, **{name: b"null" for name in old if name not in new}}


def _object(parts: Mapping[str, bytes]) -> bytes:
    inner = b",".join(msgspec.json.encode(name) + b":" + value for name, value in parts.items())
    return b"{" + inner + b"}"


def _message(parts: Mapping[str, bytes]) -> bytes:
    return b"event: state\ndata: " + _object(parts) + b"\n\n" if parts else b""
