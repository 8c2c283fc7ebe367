"""Sends every evening of this table to its venue, entry by entry, from the log on its own disk.

The log is the truth while an evening is played; nobody waits for the server. What was sent is known from a cursor on
disk, and where that is lost, from the server's own last record: an entry is in the stream once, in its order, whatever
is pulled, killed or exchanged in between.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import CancelledError
from pathlib import Path
from typing import TypeVar

from nats.aio.msg import Msg
from nats.js import JetStreamContext

from companion import __version__
from companion.api.text import N, T, Text, all_of
from companion.session.screen import Update
from companion.session.session import Session
from companion.status.health import LABELS, DeviceHealth, HealthBoard
from companion.status.staff_call import StaffCall
from companion.storage.log import Log
from companion.storage.tables import EveningRow
from companion.venue import campaigns, records, server
from companion.venue.cursor import Cursor
from companion.venue.holding import Holdings
from companion.venue.present import BEAT_S
from companion.venue.records import Place
from companion.venue.sending import EntrySender
from companion.venue.server import VenueAccess, VenueTrouble
from companion.venue.state_sender import StateSender

AGAIN_S = (2.0, 4.0, 8.0, 15.0, 30.0)  # until it is tried again, the first time, the second and so on
ASK_S = 120.0  # a long campaign is read entry by entry
LOOK_S = 60.0  # so often it looks for itself, should it have missed something
REST_S = 0.1  # after a move, whose phones are told first; what comes meanwhile goes along
R = TypeVar("R")
_log = logging.getLogger(__name__)


class Shipper:
    """A component. It works in a thread of its own with a connection of its own, and tells the health board."""

    def __init__(
        self,
        access: VenueAccess,
        log: Log,
        session: Session,
        folder: Path,
        health: HealthBoard,
        again_s: tuple[float, ...] = AGAIN_S,
        call: StaffCall | None = None,
    ) -> None:
        self._access, self._log, self._session, self._health = access, log, session, health
        self._cursor = Cursor(folder, access.table, ",".join(access.servers))
        self._state = StateSender(access.table, session, health, call or StaffCall())
        self._again_s = again_s
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake: asyncio.Event | None = None
        self._stopping = threading.Event()
        self._sender = EntrySender(log, access.table, self._cursor, self._stopping)
        campaign_sender = EntrySender(
            log, access.table, self._cursor, self._stopping, records.CAMPAIGNS, records.campaign_subject, "campaign/"
        )
        self.campaigns = Holdings(access.table, log, session, campaign_sender, self.ask, self._look_again)
        self._stream: JetStreamContext | None = None
        self._all_due = True  # not the open evening alone is to be looked at: that is quick, however many there are
        self._parted: dict[str, str] = {}  # names of evenings that stand there more than once, by their ids
        self._looked = 0.0
        self._unsubscribe: tuple[Callable[[], None], ...] = ()
        self._thread = threading.Thread(target=self._run, name="venue", daemon=True)

    def start(self) -> None:
        """Send from now on."""
        self._tell("absent", T("Looking for the venue's server."))
        self._unsubscribe = (self._session.subscribe(self._hear), self._state.subscribe(self._ring))
        self._thread.start()

    def stop(self) -> None:
        """Send no more; what was not sent is sent after the next start."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        self._unsubscribe = ()
        self._stopping.set()
        self._ring()
        if self._thread.is_alive():
            self._thread.join(30)

    def waiting(self) -> int:
        """How many entries are not in the server yet, as far as is known here, nor with the campaign, for an evening
        that is one."""
        return sum(max(number - self._sent(one), 0) for one, number in self._log.lengths().items())

    def _sent(self, evening: str) -> int:
        there, campaign = (self._cursor.place(evening) or Place()).number, self.campaigns.sent(evening)
        return there if campaign is None else min(there, campaign)

    def ask(self, question: Callable[[JetStreamContext], Awaitable[R]]) -> R:
        """What the server answers, asked over this connection by another thread; `VenueTrouble` where there is none."""
        stream, loop = self._stream, self._loop
        if stream is None or loop is None or loop.is_closed():
            raise server.not_connected()
        asked = asyncio.run_coroutine_threadsafe(_whole(question, stream), loop)
        try:
            return asked.result(ASK_S)
        except (TimeoutError, CancelledError) as error:
            asked.cancel()
            raise server.no_word() from error

    def _look_again(self) -> None:
        self._all_due = True
        self._ring()

    # --- its thread ---------------------------------------------------------------------------------------------------

    def _hear(self, update: Update) -> None:
        if update.step is None or update.cause == "start":  # another evening is open, or one was renamed or taken in
            self._all_due = True
        self._ring()

    async def _hear_of_lease(self, message: Msg) -> None:
        """Another table may have taken a campaign."""
        if self.campaigns.concerned(message.subject):
            self._all_due = True
            self._ring()

    def _ring(self) -> None:
        loop, wake = self._loop, self._wake
        if loop is not None and wake is not None and not loop.is_closed():
            loop.call_soon_threadsafe(wake.set)

    def _run(self) -> None:
        try:
            asyncio.run(self._work())
        except Exception:
            _log.exception("sending to the venue ended")
            self._tell("trouble", T("Sending to the venue broke off."), T("Restart the companion."))

    async def _work(self) -> None:
        self._loop, self._wake = asyncio.get_running_loop(), asyncio.Event()
        failures = 0
        while not self._stopping.is_set():
            try:
                if await self._connected():
                    failures = 0
            except VenueTrouble as trouble:
                self._tell_trouble(trouble)
            wait = self._again_s[min(failures, len(self._again_s) - 1)]
            failures += 1
            await self._until(wait, wake_ends=False)
        self._cursor.save()

    async def _connected(self) -> bool:
        """Send as long as the connection holds; whether anything was sent or found to be there."""
        gone = asyncio.Event()

        async def closed() -> None:
            gone.set()
            self._ring()

        allowed = True

        def refused() -> None:
            nonlocal allowed
            allowed = False

        client = await server.connect(self._access, closed, refused)
        well = False
        try:
            stream = client.jetstream(timeout=server.ANSWER_S)
            await server.keeps_evenings(stream)
            await self._state.begin(client, stream)
            self._all_due, self._stream, listening = True, stream, False
            while not (gone.is_set() or self._stopping.is_set()):
                assert self._wake is not None
                self._wake.clear()
                if time.monotonic() - self._looked > LOOK_S:
                    self._all_due = True
                whole = self._all_due
                await self._send_due(stream)
                if not listening and self.campaigns.handed():
                    await client.subscribe(campaigns.HEARD, cb=self._hear_of_lease)
                    listening = True
                await self._state.send(client)
                await self.campaigns.settle(stream, whole)
                well = True
                self._tell_how_it_stands()
                if await self._until(BEAT_S):
                    await self._until(REST_S, wake_ends=False)
            if not gone.is_set():
                await self._state.end(client)
        except VenueTrouble as trouble:
            raise trouble if allowed else server.wrong_name(self._access.table) from trouble
        finally:
            self._stream = None
            self._cursor.save()
            if not gone.is_set():
                await server.let_go(client)
        return well

    async def _until(self, seconds: float, wake_ends: bool = True) -> bool:
        """Wait so long, or until something happens here; whether it did."""
        assert self._wake is not None
        end = time.monotonic() + seconds
        while not self._stopping.is_set() and (left := end - time.monotonic()) > 0:
            try:
                await asyncio.wait_for(self._wake.wait(), left)
            except TimeoutError:
                return False
            if wake_ends:
                return True
            self._wake.clear()
        return False

    # --- what is sent -------------------------------------------------------------------------------------------------

    async def _send_due(self, stream: JetStreamContext) -> None:
        if not self._all_due:
            await self._send_open(stream)
            return
        self._all_due = False
        self._looked = time.monotonic()
        try:
            lengths = self._log.lengths()
            for row in self._in_turn():
                await self._send(stream, row, lengths.get(row.id, 0))
        except BaseException:
            self._all_due = True
            raise

    async def _send_open(self, stream: JetStreamContext) -> None:
        """The evening that is played, as far as it goes by now."""
        screen = self._session.screen()
        row = None if screen.evening is None else self._log.evening(screen.evening.id)
        if row is not None and screen.history:
            await self._send(stream, row, screen.history[0].number)

    def _in_turn(self) -> list[EveningRow]:
        """Every evening, the open one first: somebody may be looking at it."""
        screen = self._session.screen()
        open_id = "" if screen.evening is None else screen.evening.id
        return sorted(self._log.evenings(), key=lambda row: (row.id != open_id, -row.started))

    async def _send(self, stream: JetStreamContext, row: EveningRow, length: int) -> None:
        if not records.can_be_sent(row.id):
            return
        copy = (await self._sender.send(stream, row.id, length)).copy
        await self._send_about(stream, row, copy)
        if copy > 1:
            self._parted[row.id] = row.name

    async def _send_about(self, stream: JetStreamContext, row: EveningRow, copy: int) -> None:
        what = f"{copy} {records.digest_of(row)}"
        if self._cursor.about(row.id) == what:
            return
        subject = records.about_subject(self._access.table, row.id, copy)
        data = records.about_record(self._access.table, __version__, row)
        found = await server.last(stream, subject)
        if found is None or found[1] != data:
            await server.publish(stream, subject, data, {}, None)
        self._cursor.told(row.id, what)
        self._sender.save_now_and_then()

    # --- how it is ----------------------------------------------------------------------------------------------------

    def _tell_how_it_stands(self) -> None:
        parted = ((T("There more than once"), all_of(list(self._parted.values()))),) if self._parted else ()
        figures = (*parted, *self.campaigns.figures())
        self._tell("ok", T("Everything that was played is in the venue's server."), None, figures)

    def _tell_trouble(self, trouble: VenueTrouble) -> None:
        waiting = self.waiting()
        figures = ((T("Not sent yet"), N("{n} entry", "{n} entries", waiting)),) if waiting else ()
        state = "absent" if trouble.passes else "trouble"  # a server that is away is no worry of the players'
        self._tell(state, trouble.text, trouble.what_to_do, figures)

    def _tell(
        self, state: str, words: Text, what_to_do: Text | None = None, figures: tuple[tuple[Text, str | Text], ...] = ()
    ) -> None:
        self._health.put(DeviceHealth("venue", LABELS["venue"], state, words, what_to_do, figures))


async def _whole(question: Callable[[JetStreamContext], Awaitable[R]], stream: JetStreamContext) -> R:
    return await question(stream)
