"""Tells the venue how this table is right now, beside the evenings: whoever misses a record here hears the next one."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec
import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js import errors as js_errors

from companion import __version__
from companion.session.screen import Screen
from companion.session.session import Session
from companion.status.health import HealthBoard
from companion.status.staff_call import StaffCall
from companion.venue import present
from companion.venue.present import LostDevice, Stand, TableState

_LOST = frozenset({"lost", "trouble"})
_OWN = "venue"  # the line of the venue itself: where it is in trouble, nothing can be told


class StateSender:
    """Used by the shipper's thread alone, but for what it listens to."""

    def __init__(self, table: str, session: Session, health: HealthBoard, call: StaffCall) -> None:
        self._table, self._session, self._health, self._call = table, session, health, call
        self._sent, self._sent_at = b"", float("-inf")

    def subscribe(self, ring: Callable[[], None]) -> Callable[[], None]:
        """Call `ring` whenever there may be something to tell, besides what the session tells; the answer ends it."""
        stops = [self._health.subscribe(ring), self._call.subscribe(ring)]

        def stop() -> None:
            for one in stops:
                one()

        return stop

    async def begin(self, client: Client, stream: JetStreamContext) -> None:
        """On a new connection: hear what the staff tells, also what it told meanwhile."""

        async def told(message: Msg) -> None:
            self._hear(message.data)

        self._sent = b""
        subject = present.tell_subject(self._table)
        try:
            await client.subscribe(subject, cb=told)
            found = await stream.get_last_msg(present.STREAM, subject, direct=True)
        except (TimeoutError, js_errors.Error, nats.errors.Error):
            return  # nothing was told, or an older server or key: calls are taken back at the table then
        self._hear(found.data or b"")

    async def send(self, client: Client) -> None:
        """The present state, where it changed or was told some while ago. Nobody waits for an answer."""
        data = msgspec.json.encode(self._state())
        if data == self._sent and time.monotonic() - self._sent_at < present.BEAT_S:
            return
        await self._publish(client, data)

    async def end(self, client: Client) -> None:
        """The table is being switched off."""
        await self._publish(client, msgspec.json.encode(TableState(program=__version__, off=True)))
        await client.flush(1)

    async def _publish(self, client: Client, data: bytes) -> None:
        if len(data) > present.LARGEST:
            return
        await client.publish(present.now_subject(self._table), data)
        self._sent, self._sent_at = data, time.monotonic()

    def _hear(self, data: bytes) -> None:
        told = present.read_told(data)
        if told is not None:
            self._call.take_back(told.call)

    def _state(self) -> TableState:
        lost = tuple(
            LostDevice(label=one.label, words=one.words)
            for one in self._health.health()
            if one.state in _LOST and one.name != _OWN
        )
        return TableState(program=__version__, stand=_stand(self._session.screen()), lost=lost, call=self._call.present)


def _stand(screen: Screen) -> Stand | None:
    evening, last = screen.evening, next(iter(screen.history), None)
    if evening is None:
        return None
    where = None if screen.view is None else screen.view.where
    seat = None if where is None else where.turn
    return Stand(
        id=evening.id,
        game=evening.game,
        name=evening.name,
        players=evening.players,
        started=evening.started,
        entries=0 if last is None else last.number,
        line=None if where is None else where.line,
        round=None if where is None else where.round,
        rounds=None if where is None else where.rounds,
        turn=evening.players[seat] if seat is not None and seat < len(evening.players) else "",
        ending=screen.ending,
        last=None if last is None else last.label,
        by="" if last is None else last.by,
        at=0.0 if last is None else last.at,
    )
