"""Stores of the venue's server: what is too large for a record (card texts, pictures, releases), kept by its digest.

A store is one of JetStream's object stores, and reads as such. Each table has one of its own, and one is the venue's,
which every table may read. The digest of what lies there is its name, so that the same thing lies there once, an
upload that broke off is simply done again, and whoever reads it knows that it is what was meant.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import io
import json
import re
from datetime import UTC, datetime
from typing import IO, Any, Protocol

import nats.errors
from nats.js import JetStreamContext
from nats.js import errors as js_errors
from nats.js.api import DiscardPolicy, StorageType, StreamConfig

from companion.api.refusals import BadFile
from companion.api.text import T
from companion.venue import server
from companion.venue.server import VenueTrouble

VENUE = "venue"  # the store that every table may read
CHUNK = 128 * 1024  # bytes
_DIGEST = re.compile(r"[0-9a-f]{64}")


class Writable(Protocol):
    """Where what is read goes."""

    def write(self, data: bytes, /) -> object: ...


def store_of(table: str) -> str:
    """A table's own store."""
    return f"of-{table}"


def rights(table: str) -> list[str]:
    """What a table's key may ask for: all of its own store, but not to make it or to change its limits; of the venue's
    store, to read. No consumers, no lists of what else there is."""
    own = store_of(table)
    return [
        f"$O.{own}.>",
        f"$JS.API.STREAM.INFO.OBJ_{own}",
        f"$JS.API.STREAM.PURGE.OBJ_{own}",
        f"$JS.API.STREAM.MSG.GET.OBJ_{own}",
        f"$JS.API.DIRECT.GET.OBJ_{own}",
        f"$JS.API.DIRECT.GET.OBJ_{own}.>",
        f"$JS.API.DIRECT.GET.OBJ_{VENUE}",
        f"$JS.API.DIRECT.GET.OBJ_{VENUE}.>",
    ]


def digest_of(data: bytes) -> str:
    """What something is called in a store."""
    return hashlib.sha256(data).hexdigest()


def is_digest(name: object) -> bool:
    """Whether this may be what something is called."""
    return isinstance(name, str) and _DIGEST.fullmatch(name) is not None


async def prepare(stream: JetStreamContext, store: str, replicas: int, most_bytes: int) -> None:
    """Make a store, or change it; what it holds stays. `VenueTrouble` where the server cannot."""
    wanted = StreamConfig(
        name=f"OBJ_{store}",
        subjects=[f"$O.{store}.C.>", f"$O.{store}.M.>"],
        storage=StorageType.FILE,
        discard=DiscardPolicy.NEW,
        max_bytes=most_bytes,
        num_replicas=replicas,
        allow_rollup_hdrs=True,
        allow_direct=True,
    )
    await server.make(stream, wanted)


async def holds(stream: JetStreamContext, store: str, digest: str) -> bool:
    """Whether it lies there, whole."""
    return await _about(stream, store, digest) is not None


async def put(stream: JetStreamContext, store: str, data: IO[bytes] | bytes) -> str:
    """Put something there, unless it is there; its digest. It is there once its last part is. `VenueTrouble` where
    the server does not take it."""
    source = io.BytesIO(data) if isinstance(data, bytes) else data
    digest = await asyncio.to_thread(_digest_of_file, source)
    if await _about(stream, store, digest, direct=False) is not None:
        return digest
    await _purge(stream, store, f"$O.{store}.C.{digest}")  # what an upload left that broke off
    size = chunks = 0
    while chunk := source.read(CHUNK):
        await server.publish(stream, f"$O.{store}.C.{digest}", chunk, {}, None)
        size, chunks = size + len(chunk), chunks + 1
    about = {
        "name": digest,
        "bucket": store,
        "nuid": digest,
        "size": size,
        "chunks": chunks,
        "mtime": datetime.now(UTC).isoformat(),
        "digest": "SHA-256=" + base64.urlsafe_b64encode(bytes.fromhex(digest)).decode(),
        "options": {"max_chunk_size": CHUNK},
    }
    await server.publish(stream, _meta(store, digest), json.dumps(about).encode(), {"Nats-Rollup": "sub"}, None)
    return digest


def _digest_of_file(source: IO[bytes]) -> str:
    source.seek(0)
    found = hashlib.file_digest(source, "sha256").hexdigest()  # type: ignore[arg-type]  # any file that can be read
    source.seek(0)
    return found


async def get(stream: JetStreamContext, store: str, digest: str, most: int) -> bytes:
    """What lies under a digest. `BadFile` where it is longer than that, or is not what was meant; `VenueTrouble` where
    nothing does, or not all of it yet."""
    into = io.BytesIO()
    await get_into(stream, store, digest, into, most)
    return into.getvalue()


async def get_into(stream: JetStreamContext, store: str, digest: str, into: Writable, most: int) -> None:
    """The same, written into a file as it comes: of the file nothing holds before this returns."""
    about = await _about(stream, store, digest)
    if about is None:
        raise _not_there()
    found, size, at = hashlib.sha256(), 0, 1
    for _ in range(_whole(about.get("chunks"))):
        at, data = await _chunk(stream, store, digest, at)
        size += len(data)
        if size > most:
            raise BadFile(T("What the venue's server holds is larger than it should be, and so was not fetched."))
        found.update(data)
        await asyncio.to_thread(into.write, data)
    if found.hexdigest() != digest:
        raise BadFile(T("What the venue's server holds is not what was meant, and so was not taken."))


def _whole(number: object) -> int:
    return number if isinstance(number, int) and number >= 0 else 0


async def _chunk(stream: JetStreamContext, store: str, digest: str, at: int) -> tuple[int, bytes]:
    """The next part from that place in the stream on, and the place behind it."""
    with server.asking(_not_there):
        found = await stream.get_msg(f"OBJ_{store}", at, f"$O.{store}.C.{digest}", direct=True, next=True)
    return (found.seq or at) + 1, found.data or b""


async def all_in(stream: JetStreamContext, store: str) -> set[str]:
    """The digests of everything there, also of what is not there whole. `VenueTrouble` where there is no store."""
    chunks = f"$O.{store}.C."
    with server.asking(no_store):
        found = (await stream.stream_info(f"OBJ_{store}", subjects_filter=f"{chunks}>")).state.subjects
    return {name for name in (one.removeprefix(chunks) for one in found or {}) if is_digest(name)}


async def drop(stream: JetStreamContext, store: str, digest: str) -> None:
    """Delete something."""
    await _purge(stream, store, _meta(store, digest))
    await _purge(stream, store, f"$O.{store}.C.{digest}")


def no_store() -> VenueTrouble:
    """The server has no store for this table."""
    return VenueTrouble(
        T("The venue's server has no store for this table yet."), T("Whoever looks after it: companion venue stores")
    )


def _not_there() -> VenueTrouble:
    """It may be on its way: to the server, or from one server to another."""
    return VenueTrouble(
        T("The venue's server does not hold what was to be fetched. Please try again later."), passes=True
    )


def _meta(store: str, name: str) -> str:
    return f"$O.{store}.M.{base64.urlsafe_b64encode(name.encode()).decode()}"


async def _about(stream: JetStreamContext, store: str, digest: str, direct: bool = True) -> dict[str, Any] | None:
    """What is known of something in a store; None where it is not there whole. Not `direct`: as the server knows it
    that leads, and none that lags behind."""
    try:
        found = await stream.get_last_msg(f"OBJ_{store}", _meta(store, digest), direct=direct)
        about = json.loads(found.data or b"null")
    except js_errors.NotFoundError:
        return None
    except (ValueError, RecursionError):
        return None
    except nats.errors.NoRespondersError as error:
        raise no_store() from error
    except (TimeoutError, nats.errors.Error, OSError) as error:
        raise server.no_word() from error
    return about if isinstance(about, dict) and not about.get("deleted") else None


async def _purge(stream: JetStreamContext, store: str, subject: str) -> None:
    with server.asking(no_store):
        await stream.purge_stream(f"OBJ_{store}", subject=subject)
