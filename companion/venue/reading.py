"""Reading evenings back from the venue's server: which there are, and one of them, checked entry by entry."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import nats.errors
from nats.js import JetStreamContext
from nats.js import errors as js_errors
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy

from companion.api.text import T
from companion.session import archive
from companion.session.owner_board import OwnerBoard
from companion.storage import codec
from companion.storage.log import Log
from companion.storage.tables import EntryRow, EveningRow
from companion.venue import records, server
from companion.venue.server import VenueTrouble

AT_ONCE = 200


@dataclass(frozen=True)
class SentEvening:
    """An evening in the server: whose table's it is, which copy, and what is known of it as a whole."""

    table: str
    copy: int
    row: EveningRow


async def evenings(stream: JetStreamContext) -> list[SentEvening]:
    """Every evening that the server holds, by table and the time it began. `BadFile` at a record that is none."""
    sent = []
    async for subject, data in _all(stream, "tables.*.about.>", DeliverPolicy.LAST_PER_SUBJECT):
        table, _, copy = records.whose(subject)
        sent.append(SentEvening(table, copy, records.read_about(data)))
    return sorted(sent, key=lambda one: (one.table, one.row.started, one.copy))


async def newest(stream: JetStreamContext) -> dict[tuple[str, str, int], EntryRow]:
    """The last entry of every evening, by table, evening and copy. `BadFile` at a record that is none."""
    found = {}
    async for subject, data in _all(stream, "tables.*.entries.>", DeliverPolicy.LAST_PER_SUBJECT):
        found[records.whose(subject)] = records.read_entry(data)[0]
    return found


async def entries(stream: JetStreamContext, table: str, evening: str, copy: int = 1) -> list[EntryRow]:
    """Every entry of an evening, oldest first; `BadFile` at the first that was altered, left out or moved."""
    subject = records.entries_subject(table, evening, copy)
    return records.read_entries([data async for _, data in _all(stream, subject)], evening)


@contextmanager
def log_of(row: EveningRow, rows: list[EntryRow]) -> Iterator[Log]:
    """The evening in a log that is thrown away afterwards."""
    with tempfile.TemporaryDirectory(prefix="companion-venue-") as folder:
        log = Log(Path(folder) / "data", durable=False)
        try:
            log.write(row, *rows)
            yield log
        finally:
            log.close()


def as_file(row: EveningRow, rows: list[EntryRow], whole: bool = False) -> bytes:
    """The evening as a file that any companion takes in. `BadMove` where it would be too large; with `whole` `BadFile`
    at a state that cannot be read, which is told as lost otherwise."""
    with log_of(row, rows) as log:
        for one in rows:
            if whole and one.state is not None:
                _check_state(log, one)
        return archive.export(log, row, len(rows), OwnerBoard(log))


def _check_state(log: Log, row: EntryRow) -> None:
    try:
        log.state(row.evening, row.number)
    except (codec.BadState, RecursionError) as error:
        raise records.altered(str(row.number)) from error


async def _all(
    stream: JetStreamContext, subject: str, deliver: DeliverPolicy = DeliverPolicy.ALL
) -> AsyncIterator[tuple[str, bytes]]:
    """The records of these subjects in the stream's order, with their subjects; `VenueTrouble` where it breaks off."""
    config = ConsumerConfig(ack_policy=AckPolicy.NONE, deliver_policy=deliver, inactive_threshold=60.0)
    try:
        found = await stream.pull_subscribe(subject, stream=records.STREAM, config=config)
        about = await found.consumer_info()
        left = about.num_pending or 0
        while left:
            messages = await found.fetch(min(left, AT_ONCE), timeout=server.ANSWER_S)
            left -= len(messages)
            for message in messages:
                yield message.subject, message.data
        await found.unsubscribe()
        await stream.delete_consumer(records.STREAM, about.name)  # else it stays for a minute, one for each evening
    except js_errors.NotFoundError as error:
        raise server.no_stream() from error
    except (TimeoutError, nats.errors.Error, OSError) as error:
        raise VenueTrouble(T("The venue's server broke off while it was read."), T("Please try again.")) from error
