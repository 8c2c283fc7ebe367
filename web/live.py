"""Live news to every phone: server-sent events, each part rendered once per language and shared by all phones.

A stream has no queue. It remembers what it sent last and, when woken, sends the difference to the newest: a slow phone
skips what it missed and can never hold anything up. Nor does it hold a thread: the server asks it what is due, and is
woken when there is something new.

A message comes in one of two forms: `state`, the parts that changed, for whoever asks for no more; and `patch`, which
says of a part that was there before what changed within it (`web/patches.py`), with the version it is made for. Either
may be packed (gzip). Whatever the form, it is made once for all phones that need it: what is said at one time is packed
by itself, without a look back at what that one phone was sent before, so that the same bytes fit everybody.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias
from weakref import WeakValueDictionary

import msgspec
from isal import isal_zlib

from companion.api.text import Catalogue
from web.patches import edits

Render: TypeAlias = Callable[[Catalogue], Mapping[str, Any]]

DELTAS_KEPT = 64  # each holds two whole screens, of which most parts are the same
STEPS_KEPT = 16  # of what phones were told one after the other
MADE_AT_ONCE = 4  # for so many kinds of phones, by language and form, news is made where it came up
STREAMS_EACH = 8  # of one phone, or of one address that has not joined; a browser opens six at most
STREAM = "companion.stream"  # where the view leaves the stream for the server, in the WSGI environment
BEAT = b"event: beat\ndata: 1\n\n"
_RETRY = b"retry: 1500\n\n"
_GZIP_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
MOST_TAKEN_AWAY = 8  # what is as many times shorter than before is another thing, and is sent whole unseen
WORTH_EDITING = 0.75  # a part is sent whole unless what changed in it is shorter than this share of it


class Full(Exception):
    """As many phones are watching as the server can serve."""


@dataclass(frozen=True)
class Source:
    """Where some parts of the page come from; bytes are JSON already. `optional` ones go only to phones that ask for
    them; a phone is sent news of a source at most every `rest_s` seconds. `guests` makes of the parts what a phone may
    be sent that has not joined; without it, such phones are sent nothing of this source. What `ages` tells how much
    time has gone by, and so is made anew for whoever comes."""

    render: Render
    optional: bool = False
    rest_s: float = 0.0
    guests: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None
    ages: bool = False


@dataclass(frozen=True, eq=False)
class Parts:
    """What one source says in one language: encoded parts by name, with the version they were rendered for. `shown` is
    the version under which a phone knows them: an earlier one where nothing differs since."""

    version: int
    parts: Mapping[str, bytes] = field(default_factory=dict)
    shown: int = -1


_NOTHING = Parts(-1)
Wake: TypeAlias = Callable[[], object]
StepKey: TypeAlias = "tuple[int, tuple[tuple[str, int], ...]]"
TheSame: TypeAlias = "tuple[tuple[str, bool], Form, tuple[tuple[str, Parts], ...]]"


class Form(NamedTuple):
    """How a phone wants its news: as `patches`, and `packed`."""

    patches: bool = False
    packed: bool = False


PLAIN = Form()


@dataclass(eq=False)
class Told:
    """What phones have been told, by source, and when; all that were told the same in the same form share one.
    `whom`: their language, and whether they only watch."""

    whom: tuple[str, bool]
    form: Form
    sent: Mapping[str, Parts]
    sent_at: dict[str, float]
    fresh: tuple[str, ...] = ()  # the sources that have changed since, as of the change of this number
    asked: int = -1


@dataclass(frozen=True)
class Group:
    """Streams that are to be told the same now: the sources with news; none when it is time for a beat."""

    streams: list[Stream]
    due: list[str]


class Due(NamedTuple):
    """Who is to be told something, whose stream is over, and in how many seconds somebody else may be told something,
    if nothing happens meanwhile."""

    groups: list[Group]
    over: list[Stream]
    wait_s: float | None


class Changes(threading.Condition):
    """Wakes the threads that wait, and calls those who wait in no thread, each once for all streams that it serves: to
    wake them at any time, to tell them outside of the lock, by whoever has made news for most of them."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: dict[Stream, tuple[Wake, Wake]] = {}  # to wake, and to tell

    def notify_all(self) -> None:
        """Something may be due."""
        super().notify_all()
        for wake in dict.fromkeys(wake for wake, _ in self.calls.values()):
            wake()

    def tell(self) -> None:
        """The same, in the thread that has made it."""
        with self:
            super().notify_all()
            told = dict.fromkeys(tell for _, tell in self.calls.values())
        for tell in told:
            tell()


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
        saved: Callable[[], None] = lambda: None,
    ) -> None:
        """`on_phones` hears which joined phones have a stream, by their ids, whenever one comes or goes. `saved`,
        called when news is made and before it is said, returns once all that it tells of is on the disk."""
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
        self._deltas: OrderedDict[tuple[int, int, bool], tuple[Parts, Parts, bytes]] = OrderedDict()
        self._deltas_lock = threading.Lock()
        self._steps: OrderedDict[StepKey, tuple[Told, Told, list[bytes]]] = OrderedDict()
        self._told: WeakValueDictionary[TheSame, Told] = WeakValueDictionary()  # as long as anybody was told it
        self._changes = 0
        self._together = threading.local()
        self._streams: dict[str, Stream] = {}
        self._on_phones = on_phones
        self._saved = saved

    def changed(self, source: str) -> None:
        """Something of this source is new: wake every stream, if any follows it."""
        with self.changed_at:
            self._versions[source] += 1
            self._changes += 1
            if self.sources[source].optional and not any(one.follows(source) for one in self._streams.values()):
                return
            if getattr(self._together, "awaited", False):
                self._together.changed = True
            else:
                self.changed_at.notify_all()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Streams are told at the end of all that this thread changes meanwhile: a tap changes several sources. What
        most of them are to be told is made here, and sent, before whoever tapped is answered."""
        if getattr(self._together, "awaited", False):
            yield
            return
        self._together.awaited, self._together.changed = True, False
        try:
            yield
        finally:
            self._together.awaited = False
            if self._together.changed:
                self._make()
                self.changed_at.tell()

    def _make(self) -> None:
        """Make what is due for those of whom there are most. What fails here fails again, and is logged, where a stream
        is asked for it."""
        with self.changed_at:
            due = sorted(self.due_of(self._streams.values()).groups, key=lambda one: -len(one.streams))
        with suppress(Exception):
            for group in due[:MADE_AT_ONCE]:
                self._news(group)

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
        found = self._rendered.get(key)
        if found is not None and found.version == self._versions[source]:
            return found
        with self._locks[source]:
            version = self._versions[source]
            found = self._rendered.get(key)
            if found is None or found.version != version:
                found = self._rendered[key] = self._render(source, language, version, guest, found)
            return found

    def _render(self, source: str, language: str, version: int, guest: bool, before: Parts | None) -> Parts:
        here = self.sources[source]
        values = here.render(self._catalogue(language))
        if guest:
            values = {} if here.guests is None else here.guests(values)
        had: Mapping[str, bytes] = {} if before is None else before.parts
        parts = {name: one if type(one) is bytes else _encoded(one, had.get(name)) for name, one in values.items()}
        return Parts(version, parts, before.shown if before is not None and before.parts == parts else version)

    def whole(self, language: str, wanted: frozenset[str] = frozenset(), guest: bool = False) -> bytes:
        """All parts of all sources as one JSON object."""
        self._renew()
        names = self._followed(wanted, guest)
        parts = {key: value for name in names for key, value in self.parts(name, language, guest).parts.items()}
        return _object(parts)

    def _renew(self) -> None:
        """What ages is rendered anew for who comes now; the others are told it along with their next news."""
        with self.changed_at:
            for name in (name for name, one in self.sources.items() if one.ages):
                self._versions[name] += 1
                self._changes += 1

    def _followed(self, wanted: frozenset[str], guest: bool) -> list[str]:
        """The sources that a phone is sent."""
        allowed = {name: one for name, one in self.sources.items() if not guest or one.guests is not None}
        return [name for name, one in allowed.items() if not one.optional or name in wanted]

    def delta(self, source: str, old: Parts, new: Parts, patches: bool = False) -> bytes:
        """The message that turns `old` into `new`; empty when nothing differs. Shared by all phones that need it."""
        key = (id(old), id(new), patches)
        with self._deltas_lock:
            found = self._deltas.get(key)
        if found is not None:
            return found[2]
        changes = _difference(old.parts, new.parts)
        message = _patch(source, old, new, changes) if patches else _message(changes)
        with self._deltas_lock:
            self._deltas[key] = (old, new, message)  # holding both keeps their ids from being used again
            while len(self._deltas) > DELTAS_KEPT:
                self._deltas.popitem(last=False)
        return message

    # --- what was told, and is to be ----------------------------------------------------------------------------------

    def due_of(self, streams: Iterable[Stream]) -> Due:
        """What these are to be told now, those together that were told the same; and when somebody else may be."""
        groups, over, waits = list[Group](), list[Stream](), list[float]()
        alike: dict[object, list[Stream]] = {}
        with self.changed_at:
            now = self.clock()
            for one in streams:
                if one.ended or self.closing:
                    over.append(one)
                else:
                    alike.setdefault(one.kind, []).append(one)
            for members in alike.values():
                due, rested_at = self._due(members[0].told, now)
                silent = [] if due else [one for one in members if one.said_at + self.beat_s <= now]
                if due or silent:
                    groups.append(Group(silent or members, due))
                if not due:
                    beats = [one.said_at + self.beat_s for one in members]
                    waits += rested_at + [beat for beat in beats if beat > now]
        return Due(groups, over, min(waits) - now if waits else None)

    def _due(self, told: Told, now: float) -> tuple[list[str], list[float]]:
        """The sources that have changed since and have rested; and when the others of them will have."""
        if told.asked != self._changes:
            told.fresh = tuple(name for name, parts in told.sent.items() if parts.version != self._versions[name])
            told.asked = self._changes
        rested = {name: told.sent_at[name] + self.sources[name].rest_s for name in told.fresh}
        return [name for name, at in rested.items() if at <= now], [at for at in rested.values() if at > now]

    def is_made(self, group: Group) -> bool:
        """Whether there is nothing left to make for these."""
        with self._deltas_lock:
            return not group.due or self._step_key(group) in self._steps

    def say(self, group: Group) -> bytes:
        """What goes to each of these now."""
        return b"".join([*group.streams[0].pending(), *self.messages(group)])

    def messages(self, group: Group) -> list[bytes]:
        """The same, message by message, but for what waits since the stream was opened."""
        first = group.streams[0]
        told, messages = self._news(group) if group.due else (first.told, [_BEATS[first.told.form.packed]])
        self._saved()
        for one in group.streams:
            one.told, one.said_at = told, self.clock()
        return messages

    def _news(self, group: Group) -> tuple[Told, list[bytes]]:
        """The messages that tell these the newest, and what they are told then. Made once for all of them."""
        key = self._step_key(group)
        with self._deltas_lock:
            found = self._steps.get(key)
        if found is None:
            told = group.streams[0].told
            then, messages = self._next(told, group)
            with self._deltas_lock:
                found = self._steps[key] = told, self._shared(then), messages  # holding `told` keeps its id its own
                while len(self._steps) > STEPS_KEPT:
                    self._steps.popitem(last=False)
        return found[1], found[2]

    def _step_key(self, group: Group) -> StepKey:
        return id(group.streams[0].told), tuple([(name, self._versions[name]) for name in group.due])

    def _next(self, told: Told, group: Group) -> tuple[Told, list[bytes]]:
        sent, sent_at, messages, form = {**told.sent}, {**told.sent_at}, list[bytes](), told.form
        for name in group.due:
            old, new = sent[name], self.parts(name, *told.whom)
            message = self.delta(name, old, new, form.patches)
            # Back to what these phones have already: they know that under its old version.
            sent[name] = new if message or new.shown == old.shown else Parts(new.version, new.parts, old.shown)
            sent_at[name] = self.clock()
            if message:
                messages.append(message)
        if messages and form.packed:  # together, as each piece costs time and bytes of its own
            messages = [packed(b"".join(messages))]
        return Told(told.whom, form, sent, sent_at), messages

    def _shared(self, told: Told) -> Told:
        """The one that others were told, where it is the same; then they rest as long as whoever was told it last."""
        other = self._told.setdefault((told.whom, told.form, tuple(told.sent.items())), told)
        if other is not told:
            other.sent_at.update({name: max(at, other.sent_at[name]) for name, at in told.sent_at.items()})
        return other

    # --- streams ------------------------------------------------------------------------------------------------------

    def open(
        self,
        tab: str,
        language: str,
        *,
        wanted: frozenset[str] = frozenset(),
        guest: bool = False,
        form: Form = PLAIN,
    ) -> Stream:
        """A stream for one browser tab; it takes the place of an older one of the same tab. Raises `Full`.

        Guests, who only watch, may take half of the places at most, and leave them to players.
        """
        with self.changed_at:
            self._end(self._streams.get(tab))
            self._make_room(tab, guest)
            self._renew()
            stream = self._streams[tab] = Stream(self, tab, language, self._followed(wanted, guest), guest, form)
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
            self.changed_at.calls.pop(stream, None)
            if self._streams.get(stream.tab) is stream:
                del self._streams[stream.tab]
                self._tell_phones()


class Stream:
    """The messages for one phone; closed by the server when the phone is gone.

    A server that has a thread to spare may iterate; ours asks `due` and `say`. One thread at a time.
    """

    def __init__(
        self, live: Live, tab: str, language: str, sources: list[str], guest: bool, form: Form = PLAIN
    ) -> None:
        self.tab = tab
        self.guest = guest
        self.ended = False
        self.language = language
        self.live = live
        never = dict.fromkeys(sources, float("-inf"))
        self.told = Told((language, guest), form, dict.fromkeys(sources, _NOTHING), never)
        self.said_at = live.clock()
        self._pending: list[bytes] = [_PACKED_RETRY if form.packed else _RETRY]

    @property
    def kind(self) -> object:
        """The same of streams that are told the same."""
        return self if self._pending else self.told

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
        return source in self.told.sent

    def listen(self, wake: Wake, tell: Wake | None = None) -> None:
        """Call `wake`, from any thread, whenever there may be news, and `tell` in its place once news has been made."""
        with self.live.changed_at:
            self.live.changed_at.calls[self] = wake, tell or wake

    def due(self) -> tuple[list[str] | None, float]:
        """The sources with news; none when it is time for a beat; None when the stream is over. And how many seconds
        to wait before saying so, if nothing happens meanwhile."""
        found = self.live.due_of([self])
        if found.over:
            return None, 0.0
        return (found.groups[0].due, 0.0) if found.groups else ([], found.wait_s or 0.0)

    def say(self, due: list[str]) -> bytes:
        """What goes to the phone now."""
        news = self.live.say(Group([self], due))
        return b"" if self.ended else news  # who was removed meanwhile is not told it

    def pending(self) -> list[bytes]:
        """What waits to be said first; said by whoever asks."""
        pending, self._pending = self._pending, []
        return pending

    def close(self) -> None:
        """Give the place back."""
        self.live.forget(self)

    def _wait(self) -> list[str] | None:
        """Wait until something is due."""
        with self.live.changed_at:
            due, wait_s = self.due()
            while due is not None and wait_s > 0:
                self.live.changed_at.wait(wait_s)
                due, wait_s = self.due()
            return due

    def _messages(self, due: list[str]) -> list[bytes]:
        return [*self.live.messages(Group([self], due))]


def _owner(tab: str) -> str:
    return tab.partition(" ")[0]


def _encoded(value: Any, before: bytes | None) -> bytes:
    """As JSON; what is as before is kept once."""
    found = msgspec.json.encode(value)
    return before if before == found else found


def _difference(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> dict[str, bytes]:
    changed = {name: value for name, value in new.items() if old.get(name) != value}
    return {**changed, **{name: b"null" for name in old if name not in new}}


def _object(parts: Mapping[str, bytes]) -> bytes:
    inner = b",".join(msgspec.json.encode(name) + b":" + value for name, value in parts.items())
    return b"{" + inner + b"}"


def _message(parts: Mapping[str, bytes]) -> bytes:
    return b"event: state\ndata: " + _object(parts) + b"\n\n" if parts else b""


def _patch(source: str, old: Parts, new: Parts, changes: Mapping[str, bytes]) -> bytes:
    """Parts that are new or gone are sent whole, and what changed within the others; `from` is missing where a phone is
    sent everything."""
    if not changes:
        return b""
    whole, edited = {}, {}
    for name, value in changes.items():
        before = old.parts.get(name)
        found = None if before is None or name not in new.parts else _edits(before, value)
        if found is None:
            whole[name] = value
        else:
            edited[name] = found
    fields = {"of": msgspec.json.encode(source), "to": b"%d" % new.shown, "parts": _object(whole)}
    if old is not _NOTHING:
        fields |= {"from": b"%d" % old.shown, "edits": _object(edited)}
    return b"event: patch\ndata: " + _object(fields) + b"\n\n"


def _edits(old: bytes, new: bytes) -> bytes | None:
    """What changed within a part; None where it is shorter to send it whole, as whenever most of it is new."""
    if not len(old) / MOST_TAKEN_AWAY < len(new) < len(old) / (1 - WORTH_EDITING):
        return None
    found = msgspec.json.encode(edits(old, new))
    return found if len(found) < WORTH_EDITING * len(new) else None


def packed(message: bytes) -> bytes:
    """A message as a piece of a gzip stream that looks back at nothing before it, and ends at a byte."""
    packer = isal_zlib.compressobj(3, wbits=-isal_zlib.MAX_WBITS)
    return packer.compress(message) + packer.flush(isal_zlib.Z_SYNC_FLUSH)


_PACKED_RETRY = _GZIP_HEAD + packed(_RETRY)
_BEATS = {False: BEAT, True: packed(BEAT)}  # by whether they are packed
