"""Sends an evening's entries to a subject of the venue's server: each once and in order, from this table's log."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from nats.js import JetStreamContext

from companion.api.refusals import BadFile
from companion.storage.log import Log
from companion.venue import records, server
from companion.venue.cursor import Cursor
from companion.venue.records import Place
from companion.venue.server import Elsewhere

AT_ONCE = 20  # entries read from the log in one go: a tap waits for no more
SAVE_S = 2.0
_log = logging.getLogger(__name__)


class EntrySender:
    """Of one table into one of the venue's streams; `subject` names where the entries of an evening and copy stand.
    How far each is stands in the cursor, under the evening's id after `mark`."""

    def __init__(
        self,
        log: Log,
        table: str,
        cursor: Cursor,
        stopping: threading.Event,
        stream: str = records.STREAM,
        subject: Callable[[str, str, int], str] = records.entries_subject,
        mark: str = "",
    ) -> None:
        self._log, self._table, self._cursor, self._stopping = log, table, cursor, stopping
        self._stream, self._subject, self._mark = stream, subject, mark
        self._saved = 0.0

    def place(self, evening: str) -> Place | None:
        """How far it is, as far as is known here."""
        return self._cursor.place(self._mark + evening)

    async def send(self, stream: JetStreamContext, evening: str, length: int) -> Place:
        """Send what is missing up to that entry; how far it is then, and in which copy. `VenueTrouble`."""
        place = self.place(evening) or await self._place_in_server(stream, evening)
        while place.number < length and not self._stopping.is_set():
            place = await self._send_some(stream, evening, place)
        if self.place(evening) != place:
            self._cursor.move(self._mark + evening, place)
        return place

    async def _send_some(self, stream: JetStreamContext, evening: str, place: Place) -> Place:
        entries = self._log.entries(evening, place.number + 1, place.number + AT_ONCE)
        self._log.sync()  # what a power cut could still take back must not be in the server
        for _, row in entries:
            data, chain = records.entry_record(self._table, row, place.chain)
            if len(data) > records.LARGEST:
                raise server.too_large()
            headers = {"Nats-Msg-Id": records.message_id(self._table, row, place.copy, chain)}
            subject = self._subject(self._table, evening, place.copy)
            try:
                sequence = await server.publish(stream, subject, data, headers, place.sequence)
            except Elsewhere:
                self._cursor.forget(self._mark + evening)
                return await self._place_in_server(stream, evening)
            place = Place(row.number, chain, sequence, place.copy)
            self._cursor.move(self._mark + evening, place)
            self.save_now_and_then()
        return place

    async def _place_in_server(self, stream: JetStreamContext, evening: str) -> Place:
        """How far an evening goes there: in the first copy whose last record was played here, or in a new one."""
        for copy in range(1, records.MOST_COPIES + 1):
            found = await server.last(stream, self._subject(self._table, evening, copy), self._stream)
            if found is None:
                return Place(copy=copy)
            place = self._place_of(evening, copy, *found)
            if place is not None:
                return place
        raise server.too_many_copies()

    def _place_of(self, evening: str, copy: int, sequence: int, data: bytes) -> Place | None:
        """The place that a copy's last record tells, where this table's log holds the same entry."""
        try:
            row, chain = records.read_entry(data)
        except BadFile as error:
            _log.warning("copy %d of evening %s in the venue's server: %s", copy, evening, error)
            return None
        own = self._log.entries(evening, row.number, row.number)
        if own and own[0][1] == row:
            return Place(row.number, chain, sequence, copy)
        _log.warning("evening %s goes on here otherwise than in copy %d in the venue's server", evening, copy)
        return None

    def save_now_and_then(self) -> None:
        """The cursor onto the disk, every few seconds."""
        if time.monotonic() - self._saved > SAVE_S:
            self._saved = time.monotonic()
            self._cursor.save()
