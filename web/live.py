"""Live news to every phone: server-sent events, each part rendered once per language and shared by all phones.

A stream has no queue. It remembers what it sent last and, when woken, sends the difference to the newest: a slow phone
skips what it missed and can never hold anything up. Nor does it hold a thread: the server asks it what is due, and is
woken when there is something new.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, TypeAlias

import msgspec

from companion.api.text import Catalogue
from companion.drawer.desk import ScaleDesk
from companion.drawer.pile import PileDesk
from companion.scanner.desk import ScanDesk
from companion.session.session import Session
from companion.speech.narrator import Narrator
from companion.status.health import HealthBoard
from companion.status.simulated_table import SimulatedTable
from companion.status.timers import Timers
from web.encode import guest_parts, plain, screen_parts
from web.pairing import Pairing

Render: TypeAlias = Callable[[Catalogue], Mapping[str, Any]]

DELTAS_KEPT = 256
STREAMS_EACH = 8  # of one phone, or of one address that has not joined; a browser opens six at most
STREAM = "companion.stream"  # where the view leaves the stream for the server, in the WSGI environment
BEAT = b"event: beat\ndata: 1\n\n"
_RETRY = b"retry: 1500\n\n"


class Full(Exception):
    """As many phones are watching as the server can serve."""


@dataclass(frozen=True)
class Source:
    """Where some parts of the page come from. `optional` ones go only to phones that ask for them; a phone is sent
    news of a source at most every `rest_s` seconds. `guests` makes of the parts what a phone may be sent that has not
    joined; without it, such phones are sent nothing of this source."""

    render: Render
    optional: bool = False
    rest_s: float = 0.0
    guests: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None


@dataclass(frozen=True, eq=False)
class Parts:
    """What one source says in one language: encoded parts by name, with the version they were rendered for."""

    version: int
    parts: Mapping[str, bytes] = field(default_factory=dict)


_NOTHING = Parts(-1)


class Changes(threading.Condition):
    """Wakes the threads that wait, and calls those who wait in no thread."""

    def __init__(self) -> None:
        super().__init__()
        self.wakes: dict[Stream, Callable[[], None]] = {}

    def notify_all(self) -> None:
        """Something may be due."""
        super().notify_all()
        for wake in self.wakes.values():
            wake()


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
        on_phones: Callable[[frozenset[str]], None] = lambda phones: None,
    ) -> None:
        """`on_phones` hears which joined phones have a stream, by their ids, whenever one comes or goes."""
        self.sources = sources
        self.beat_s = beat_s
        self.cap = cap
        self.clock = clock
        self.changed_at = Changes()
        self.closing = False
        self._catalogue = catalogue
        self._versions = dict.fromkeys(sources, 0)
        self._rendered: dict[tuple[str, str, bool], Parts] = {}
        self._locks = {name: threading.Lock() for name in sources}
        self._deltas: OrderedDict[tuple[int, int], tuple[Parts, Parts, bytes]] = OrderedDict()
        self._deltas_lock = threading.Lock()
        self._streams: dict[str, Stream] = {}
        self._on_phones = on_phones

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

    def parts(self, source: str, language: str, guest: bool = False) -> Parts:
        """The newest parts, rendered at most once for each version and language, and once more for guests."""
        key = (source, language, guest)
        with self._locks[source]:
            version = self._versions[source]
            found = self._rendered.get(key)
            if found is None or found.version != version:
                found = self._rendered[key] = self._render(source, language, version, guest)
            return found

    def _render(self, source: str, language: str, version: int, guest: bool) -> Parts:
        here = self.sources[source]
        values = here.render(self._catalogue(language))
        if guest:
            values = {} if here.guests is None else here.guests(values)
        return Parts(version, {name: msgspec.json.encode(value) for name, value in values.items()})

    def whole(self, language: str, wanted: frozenset[str] = frozenset(), guest: bool = False) -> bytes:
        """All parts of all sources as one JSON object."""
        names = self._followed(wanted, guest)
        parts = {key: value for name in names for key, value in self.parts(name, language, guest).parts.items()}
        return _object(parts)

    def _followed(self, wanted: frozenset[str], guest: bool) -> list[str]:
        """The sources that a phone is sent."""
        allowed = {name: one for name, one in self.sources.items() if not guest or one.guests is not None}
        return [name for name, one in allowed.items() if not one.optional or name in wanted]

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

        Guests, who only watch, may take half of the places at most, and leave them to players.
        """
        with self.changed_at:
            self._end(self._streams.get(tab))
            self._make_room(tab, guest)
            stream = self._streams[tab] = Stream(self, tab, language, self._followed(wanted, guest), guest)
            self._tell_phones()
            return stream

    def _tell_phones(self) -> None:
        self._on_phones(frozenset(one.owner for one in self._streams.values() if not one.guest))

    def end(self, phone: str) -> None:
        """End every stream of a phone that was removed, at once: what is not sent yet is not sent any more."""
        with self.changed_at:
            for stream in [one for one in self._streams.values() if one.owner == phone and not one.guest]:
                self._end(stream)

    def _make_room(self, tab: str, guest: bool) -> None:
        guests = [one for one in self._streams.values() if one.guest]
        own = [one for one in self._streams.values() if one.owner == _owner(tab)]
        if guest:
            if len(self._streams) >= self.cap or len(guests) >= max(1, self.cap // 2) or len(own) >= STREAMS_EACH:
                raise Full
        elif len(own) >= STREAMS_EACH:
            self._end(own[0])  # of a phone that comes and goes; the newest is the one that it looks at
        elif len(self._streams) >= self.cap:
            if not guests:
                raise Full
            self._end(guests[0])

    def _end(self, stream: Stream | None) -> None:
        if stream is not None:
            self._streams.pop(stream.tab, None)
            stream.ended = True
            self._tell_phones()
            self.changed_at.notify_all()

    def forget(self, stream: Stream) -> None:
        """A stream is over."""
        with self.changed_at:
            stream.ended = True
            self.changed_at.wakes.pop(stream, None)
            if self._streams.get(stream.tab) is stream:
                del self._streams[stream.tab]
                self._tell_phones()


class Stream:
    """The messages for one phone; closed by the server when the phone is gone.

    A server that has a thread to spare may iterate; ours asks `due` and `say`. One thread at a time.
    """

    def __init__(self, live: Live, tab: str, language: str, sources: list[str], guest: bool) -> None:
        self.tab = tab
        self.guest = guest
        self.ended = False
        self._live = live
        self._language = language
        self._sent = dict.fromkeys(sources, _NOTHING)
        self._sent_at = dict.fromkeys(sources, float("-inf"))
        self._pending: list[bytes] = [_RETRY]
        self._said_at = live.clock()

    @property
    def owner(self) -> str:
        """The phone's id, or a guest's address."""
        return _owner(self.tab)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        while self.ended or not self._pending:
            due = self._wait()
            if due is None:
                self.close()
                raise StopIteration
            self._pending = self._messages(due)
        return self._pending.pop(0)

    def follows(self, source: str) -> bool:
        """Whether this phone is sent news of that source."""
        return source in self._sent

    def listen(self, wake: Callable[[], None]) -> None:
        """Call this, from any thread, whenever there may be news."""
        with self._live.changed_at:
            self._live.changed_at.wakes[self] = wake

    def due(self) -> tuple[list[str] | None, float]:
        """The sources with news; none when it is time for a beat; None when the stream is over. And how many seconds
        to wait before saying so, if nothing happens meanwhile."""
        live = self._live
        with live.changed_at:
            if self.ended or live.closing:
                return None, 0.0
            now, beat = live.clock(), self._said_at + live.beat_s
            due = [name for name in self._sent if self._fresh(name) and self._rested(name) <= now]
            return due, 0.0 if due or now >= beat else min([beat, *self._resting()]) - now

    def say(self, due: list[str]) -> bytes:
        """What goes to the phone now."""
        pending, self._pending = self._pending, []
        news = [*pending, *self._messages(due)]
        return b"" if self.ended else b"".join(news)  # who was removed meanwhile is not told it

    def close(self) -> None:
        """Give the place back."""
        self._live.forget(self)

    def _wait(self) -> list[str] | None:
        """Wait until something is due."""
        with self._live.changed_at:
            due, wait_s = self.due()
            while due is not None and wait_s > 0:
                self._live.changed_at.wait(wait_s)
                due, wait_s = self.due()
            return due

    def _messages(self, due: list[str]) -> list[bytes]:
        self._said_at = self._live.clock()
        return [message for name in due if (message := self._news(name))] if due else [BEAT]

    def _fresh(self, name: str) -> bool:
        return self._sent[name].version != self._live.version(name)

    def _rested(self, name: str) -> float:
        return self._sent_at[name] + self._live.sources[name].rest_s

    def _resting(self) -> list[float]:
        return [self._rested(name) for name in self._sent if self._fresh(name)]

    def _news(self, name: str) -> bytes:
        new = self._live.parts(name, self._language, self.guest)
        message = self._live.delta(self._sent[name], new)
        self._sent[name] = new
        self._sent_at[name] = self._live.clock()
        return message


def _owner(tab: str) -> str:
    return tab.partition(" ")[0]


def _difference(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> dict[str, bytes]:
    changed = {name: value for name, value in new.items() if old.get(name) != value}
    return {**changed, **{name: b"null" for name in old if name not in new}}


def _object(parts: Mapping[str, bytes]) -> bytes:
    inner = b",".join(msgspec.json.encode(name) + b":" + value for name, value in parts.items())
    return b"{" + inner + b"}"


def _message(parts: Mapping[str, bytes]) -> bytes:
    return b"event: state\ndata: " + _object(parts) + b"\n\n" if parts else b""


# --- what the streams are made of -------------------------------------------------------------------------------------

CAPTIONS_SHOWN = 8


def all_sources(
    pairing: Pairing,
    session: Session,
    narrator: Narrator,
    health: HealthBoard,
    table: SimulatedTable | None,
    scale: ScaleDesk | None,
    pile: PileDesk | None = None,
    scan: ScanDesk | None = None,
    timers: Timers | None = None,
) -> dict[str, Source]:
    """All sources by name. The scale's reading trembles, so only a phone that looks at its page is sent it.

    Phones that have not joined are sent what is on the table and what is said there, and nothing else.
    """
    found = {
        "me": Source(lambda words: {"joined": True}, guests=lambda parts: {"joined": False}),
        "phones": Source(lambda words: {"phones": _phones(pairing)}, optional=True),
        "screen": Source(lambda words: screen_parts(session.screen(), words.say), guests=guest_parts),
        "captions": Source(lambda words: {"captions": _captions(narrator, words)}, guests=dict),
        "voice": Source(lambda words: {"voice": plain(_voice(narrator, pairing), words.say)}, rest_s=0.2),
        "health": Source(lambda words: {"devices": plain(health.health(), words.say)}, rest_s=0.5),
    }
    if timers is not None:
        found["timers"] = Source(lambda words: {"timers": plain(timers.state(), words.say)})
    if table is not None:
        found["table"] = Source(
            lambda words: {"table": plain(table.state(), words.say) if table.anything else None}, rest_s=0.1
        )
    if scale is not None:
        found["scale"] = Source(lambda words: {"scale": plain(scale.state(), words.say)}, optional=True, rest_s=0.25)
        found["trace"] = Source(lambda words: {"trace": scale.trace()}, optional=True, rest_s=0.25)
        found["count"] = Source(lambda words: {"count": plain(scale.live_count(), words.say)}, guests=dict)
    if pile is not None:
        found["pile"] = Source(lambda words: {"pile": plain(pile.state(), words.say)}, optional=True, rest_s=0.25)
    if scan is not None:
        found["scan"] = Source(lambda words: {"scan": plain(scan.state(), words.say)}, optional=True, rest_s=0.25)
    return found


def listen_to_sources(
    live: Live,
    pairing: Pairing,
    session: Session,
    narrator: Narrator,
    health: HealthBoard,
    table: SimulatedTable | None,
    scale: ScaleDesk | None,
    pile: PileDesk | None = None,
    scan: ScanDesk | None = None,
    timers: Timers | None = None,
) -> list[Callable[[], None]]:
    """Have every source's news wake the streams; the answers end that."""

    def voice_changed() -> None:
        live.changed("captions")
        live.changed("voice")

    def phones_changed(removed: str | None) -> None:
        if removed is not None:
            live.end(removed)
        live.changed("phones")

    pairing.subscribe(phones_changed)
    stops = [
        session.subscribe(lambda update: live.changed("screen")),
        narrator.subscribe(voice_changed),
        health.subscribe(lambda: live.changed("health")),
    ]
    if timers is not None:
        stops += [session.subscribe(timers.hear), timers.subscribe(lambda: live.changed("timers"))]
    if table is not None:
        stops.append(table.subscribe(lambda: live.changed("table")))
        # Which drawn cards there are to show is the game's on the table.
        stops.append(session.subscribe(lambda update: live.changed("table")))
    if scale is not None:
        stops.append(scale.subscribe(lambda: live.changed("scale")))
        stops.append(scale.subscribe_trace(lambda: live.changed("trace")))
        stops.append(scale.subscribe_count(lambda: live.changed("count")))
    if pile is not None:
        stops.append(pile.subscribe(lambda: live.changed("pile")))
        stops.append(session.subscribe(lambda update: live.changed("pile")))
    if scan is not None:
        stops.append(scan.subscribe(lambda: live.changed("scan")))
    return stops


def _phones(pairing: Pairing) -> dict[str, Any]:
    """Who has joined, whose the owner's phone is, and the number of the invitation that holds."""
    invitation = pairing.invitation
    joined = [{"id": one.id, "name": one.name, "since": one.since} for one in pairing.phones()]
    return {"joined": joined, "owner": pairing.owner, "invitation": None if invitation is None else invitation.number}


def _captions(narrator: Narrator, words: Catalogue) -> list[dict[str, Any]]:
    return [
        {"number": one.number, "text": words.say(one.text), "urgency": int(one.urgency), "at": one.at}
        | ({} if one.cue is None else {"cue": one.cue})
        for one in narrator.captions()[-CAPTIONS_SHOWN:]
    ]


def _voice(narrator: Narrator, pairing: Pairing) -> dict[str, Any]:
    """How the voice is set; `phone` is the one that speaks, `by` the name that it has."""
    now = narrator.state
    by = next((one.name for one in pairing.phones() if one.id == now.phone), None)
    found: dict[str, Any] = {
        "muted": now.muted,
        "rate": now.rate,
        "volume": now.volume,
        "language": now.language,
        "cues": now.cues,
    }
    if by is not None:
        found |= {"phone": now.phone, "by": by}
    if own := narrator.own_voices():
        found["own"] = [asdict(one) for one in own]
    return found
