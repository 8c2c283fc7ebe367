"""Follows a venue's server: all that it holds of each evening and table once, then every record as it comes.

A component with a thread and a connection of its own. What it hears goes into a `Picture`, and of the fleet into a
`FleetPicture`; whoever wants to read more, such as an evening whole, asks by the same connection.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import CancelledError
from dataclasses import replace
from typing import TypeVar

import msgspec
import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js import errors as js_errors
from nats.js.api import ConsumerConfig, DeliverPolicy

from companion.api.text import T
from companion.session.signal import Signal
from companion.venue import fleet_picture, notes, present, records, server
from companion.venue.fleet_picture import FleetPicture
from companion.venue.picture import KnownTable, Picture
from companion.venue.server import VenueAccess, VenueTrouble

R = TypeVar("R")
AGAIN_S = (1.0, 2.0, 4.0, 8.0, 15.0)
LOOK_S = 5.0  # so often it is seen which tables have not been heard of
SOON_S = 0.05
ASK_S = 60.0
_log = logging.getLogger(__name__)


class Follower:
    """Keeps `picture` and `fleet` as the server tells it. `trouble` says why they are not the present ones; None while
    they are. `owner` is the public key of the venue's owner, if it is known."""

    def __init__(self, access: VenueAccess, again_s: tuple[float, ...] = AGAIN_S, owner: str = "") -> None:
        self.picture = Picture()
        self.fleet = FleetPicture(owner)
        self.trouble: VenueTrouble | None = VenueTrouble(T("The venue's server is being read."), passes=True)
        self.heard = 0.0  # when the server was last there, in seconds since 1970
        self._access, self._again_s = access, again_s
        self._tables, self._evenings = Signal("the venue's tables"), Signal("the venue's evenings")
        self._fleet = Signal("the venue's fleet")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stream: JetStreamContext | None = None
        self._stopping = asyncio.Event()
        self._shown: tuple[KnownTable, ...] = ()
        self._due: asyncio.TimerHandle | None = None
        self._news, self._fleet_shown = False, 0
        self._thread = threading.Thread(target=self._run, name="venue-follow", daemon=True)

    def start(self) -> None:
        """Follow from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Follow no more."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._stopping.set)
        if self._thread.is_alive():
            self._thread.join(30)

    def on_tables(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told when a table, or the server's being there, changed; the answer ends it."""
        return self._tables.subscribe(listener)

    def on_evenings(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told when an evening went on; the answer ends it."""
        return self._evenings.subscribe(listener)

    def on_fleet(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told when more is known of the fleet; the answer ends it."""
        return self._fleet.subscribe(listener)

    def tables(self) -> list[KnownTable]:
        """Every table, as it is now."""
        return self.picture.tables(time.time())

    def ask(self, question: Callable[[JetStreamContext], Awaitable[R]]) -> R:
        """What the server answers; `VenueTrouble` where it does not. From any thread but the follower's."""
        loop, stream = self._loop, self._stream
        if loop is None or stream is None or loop.is_closed():
            raise self.trouble or _too_long()

        async def asked() -> R:
            return await question(stream)

        try:
            return asyncio.run_coroutine_threadsafe(asked(), loop).result(ASK_S)
        except (TimeoutError, CancelledError, nats.errors.Error) as error:
            raise _too_long() from error

    def take_back(self, table: str, call: str) -> None:
        """Tell a table that its call is taken back."""
        data = msgspec.json.encode(present.Told(call=call))

        async def told(stream: JetStreamContext) -> int:
            return await server.publish(stream, present.tell_subject(table), data, {}, None)

        self.ask(told)

    # --- its thread ---------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            asyncio.run(self._work())
        except Exception:
            _log.exception("following the venue's server ended")
            self._say(VenueTrouble(T("Following the venue's server broke off."), T("Start the page again.")))

    async def _work(self) -> None:
        self._loop = asyncio.get_running_loop()
        failures = 0
        while not self._stopping.is_set():
            try:
                await self._connected()
                failures = 0
            except VenueTrouble as trouble:
                self._say(trouble)
            except (js_errors.Error, nats.errors.Error, TimeoutError, OSError) as error:
                _log.warning("the venue's server: %s", error)
                self._say(_broke_off())
            await self._pause(self._again_s[min(failures, len(self._again_s) - 1)])
            failures += 1

    async def _connected(self) -> None:
        gone = asyncio.Event()

        async def closed() -> None:
            gone.set()

        client = await server.connect(self._access, closed)
        try:
            stream = client.jetstream(timeout=server.ANSWER_S)
            await server.keeps_evenings(stream)
            await self._follow(stream)
            self._stream = stream
            self._say(None)
            await self._until_gone(client, gone, stream)
        finally:
            self._stream = None
            if not gone.is_set():
                await server.let_go(client)
        if not self._stopping.is_set():
            self._say(_broke_off())

    async def _follow(self, stream: JetStreamContext) -> None:
        self.picture.anew()
        await _ordered(stream, records.STREAM, records.SUBJECTS, self._entry)
        try:
            await _ordered(stream, present.STREAM, present.SUBJECTS[0], self._state)
        except js_errors.NotFoundError as error:
            raise VenueTrouble(
                T("The venue's server was prepared by an older version, and keeps no tables."),
                T("Whoever looks after it: companion venue prepare"),
            ) from error

    async def _follow_fleet(self, stream: JetStreamContext) -> bool:
        """Whether the server keeps anything of a fleet; it may begin to while it is followed."""
        self.fleet.anew()
        try:
            for subject in fleet_picture.SUBJECTS:
                await _ordered(stream, notes.STREAM, subject, self._of_fleet)
        except js_errors.NotFoundError:
            return False
        return True

    async def _of_fleet(self, message: Msg) -> None:
        self.fleet.take(message.subject, message.data)
        if not message.metadata.num_pending:
            self._soon()

    async def _entry(self, message: Msg) -> None:
        self.picture.take(message.subject, message.data)
        self._news = True
        if not message.metadata.num_pending:  # else more is coming at once: it is told of when all is there
            self._soon()

    async def _state(self, message: Msg) -> None:
        self.picture.take_state(message.subject, message.data, message.metadata.timestamp.timestamp())
        if not message.metadata.num_pending:
            self._soon()

    async def _until_gone(self, client: Client, gone: asyncio.Event, stream: JetStreamContext) -> None:
        fleet = False
        while not (gone.is_set() or self._stopping.is_set()) and client.is_connected:
            fleet = fleet or await self._follow_fleet(stream)
            await self._pause(LOOK_S, gone)
            self.heard = time.time()
            self._look()

    async def _pause(self, seconds: float, gone: asyncio.Event | None = None) -> None:
        waits = [asyncio.create_task(one.wait()) for one in (self._stopping, gone) if one is not None]
        await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for one in waits:
            one.cancel()

    def _soon(self) -> None:
        """What many tables tell at once is looked at once."""
        if self._due is None:
            self._due = asyncio.get_running_loop().call_later(SOON_S, self._tell)

    def _tell(self) -> None:
        self._due = None
        if self._news:
            self._news = False
            self._evenings.emit()
        if self.fleet.news != self._fleet_shown:
            self._fleet_shown = self.fleet.news
            self._fleet.emit()
        self._look()

    def _look(self) -> None:
        """Tell of the tables where people would see a difference: a table that is only heard of again is none."""
        shown = tuple(replace(one, seen=0.0) if one.status in _HERE else one for one in self.tables())
        if shown != self._shown:
            self._shown = shown
            self._tables.emit()

    def _say(self, trouble: VenueTrouble | None) -> None:
        if trouble is None:
            self.heard = time.time()
        self.trouble = trouble
        self._tables.emit()


_HERE = frozenset({"playing", "resting", "ended", "free"})


async def _ordered(stream: JetStreamContext, name: str, subject: str, hear: Callable[[Msg], Awaitable[None]]) -> None:
    config = ConsumerConfig(deliver_policy=DeliverPolicy.LAST_PER_SUBJECT)
    await stream.subscribe(subject, stream=name, cb=hear, ordered_consumer=True, config=config)


def _broke_off() -> VenueTrouble:
    return VenueTrouble(
        T("The venue's server does not answer any more."), T("What is shown is how it was then."), passes=True
    )


def _too_long() -> VenueTrouble:
    return VenueTrouble(T("The venue's server does not answer a question."), T("Please try again."), passes=True)
