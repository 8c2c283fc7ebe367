"""Small records in the venue's server, of which the last one of each subject counts: what a table keeps of its cards,
what it is offered, what is wanted of it, and what it has.

They are JSON with the number of their form. Whatever else comes is told in one sentence and changes nothing.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec
from nats.js import JetStreamContext
from nats.js.api import DiscardPolicy, StorageType, StreamConfig

from companion.api.refusals import BadFile
from companion.api.text import T
from companion.venue import server

STREAM = "VENUE"
SUBJECTS = "venue.>"
PLAN = "venue.plan"  # what the staff wants of which group; theirs alone
FORMAT = 1
LARGEST = 900_000  # bytes of a record
KEPT = 8  # of each subject; the last one counts
S = TypeVar("S", bound=msgspec.Struct)


def cards(table: str) -> str:
    """Where stands what a table keeps of its boards and cards."""
    return f"venue.cards.{table}"


def offered(table: str) -> str:
    """Where stands what the staff offers a table of others'."""
    return f"venue.offered.{table}"


def wanted(table: str) -> str:
    """Where stands what the venue wants of a table."""
    return f"venue.wanted.{table}"


def has(table: str) -> str:
    """Where a table tells what it has of that."""
    return f"venue.has.{table}"


def rights(table: str) -> list[str]:
    """What a table's key may do with them: write two of its own, and read its own four."""
    read = [f"$JS.API.DIRECT.GET.{STREAM}.{one(table)}" for one in (cards, offered, wanted, has)]
    return [cards(table), has(table), *read]


async def prepare(stream: JetStreamContext, replicas: int) -> None:
    """Have the server keep them."""
    wanted = StreamConfig(
        name=STREAM,
        subjects=[SUBJECTS],
        storage=StorageType.FILE,
        discard=DiscardPolicy.OLD,
        max_msgs_per_subject=KEPT,
        num_replicas=replicas,
        allow_direct=True,
    )
    await server.make(stream, wanted)


async def read(stream: JetStreamContext, subject: str, shape: type[S]) -> S | None:
    """The record of a subject; None where there is none. `BadFile` where it is none of ours."""
    found = await server.last(stream, subject, STREAM)
    return None if found is None else decode(found[1], shape)


async def write(stream: JetStreamContext, subject: str, record: msgspec.Struct, after: int | None = None) -> None:
    """Put a record in the place of the one before; `after`: only in the place of that one, else `Elsewhere`."""
    data = msgspec.json.encode(record)
    if len(data) > LARGEST:
        raise server.too_large()
    await server.publish(stream, subject, data, {}, after)


def decode(data: bytes, shape: type[S], largest: int = LARGEST) -> S:
    """What a record or a document says; `BadFile` where it is too large, of a newer form, or nothing of the kind."""
    if len(data) > largest:
        raise BadFile(T("A record in the venue's server is larger than any should be."))
    try:
        head = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        newer = msgspec.json.decode(head.get("format", b"0"), type=int) > FORMAT
        found = None if newer else msgspec.json.decode(data, type=shape)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadFile(T("A record in the venue's server is damaged, or none of the companion's.")) from error
    if found is None:
        raise BadFile(
            T("A record in the venue's server is of a newer version of the companion; please update this one.")
        )
    return found
