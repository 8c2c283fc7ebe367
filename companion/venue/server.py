"""The venue's server: how a table or a person's command connects to it, and what its answers mean in words."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import nats.errors
from nats.aio.client import Client
from nats.js import JetStreamContext
from nats.js import errors as js_errors
from nats.js.api import DiscardPolicy, RetentionPolicy, StorageType, StreamConfig

from companion.api.text import T, Text
from companion.venue import present
from companion.venue.records import CAMPAIGN_SUBJECTS, CAMPAIGNS, LEASE_SUBJECTS, LEASES, STREAM, SUBJECTS, inbox

CONNECT_S = 4
CLOSE_S = 2.0
ANSWER_S = 5.0
PING_S = 20  # a server that is gone without a word is noticed within two of these
LEASES_LEAST = 1_000_000  # bytes
LEASES_BEFORE = 8  # of so many that had a campaign the server still tells
DOUBLES_S = 3600.0  # so long the server knows a record that it has taken
_FULL = frozenset({10023, 10025, 10047, 10077, 10122})  # its own numbers for: no room, for whichever reason
_WRONG_SEQUENCE = frozenset({10070, 10071, 10164})
_BESIDE = ("now", "tell")  # a key that was given out earlier does not allow these; what is played needs none of it
Closed: TypeAlias = Callable[[], Awaitable[None]]


@dataclass(frozen=True)
class VenueAccess:
    """Where the venue's servers are, by what name a table is known there, and its key (a file of `nsc` or of `nk`)."""

    servers: tuple[str, ...]
    table: str = ""
    key_file: Path | None = None
    authority: Path | None = None


class VenueTrouble(Exception):
    """Something is wrong with the server or with how it is asked: `text` says what, `what_to_do` how to mend it.
    `passes`: nobody at the table need do anything, it may end by itself."""

    def __init__(self, text: Text, what_to_do: Text | None = None, passes: bool = False) -> None:
        super().__init__(str(text))
        self.text = text
        self.what_to_do = what_to_do
        self.passes = passes


class Elsewhere(Exception):
    """The subject's last record is not the one that was expected: somebody has written, or an answer was lost."""


async def connect(access: VenueAccess, closed: Closed, refused: Callable[[], None] = lambda: None) -> Client:
    """A connection that does not mend itself: `closed` is called when it ends, `refused` when something was asked that
    the key does not allow, which the server answers with nothing else. `VenueTrouble` where there is none."""
    where = ", ".join(access.servers)

    async def told(error: Exception) -> None:
        """What else goes wrong comes as an exception of the call; by itself the library would print it."""
        said = str(error).lower()
        if "permissions violation" in said and not any(f'"{one}.' in said for one in _BESIDE):
            refused()

    client = Client()
    try:
        await client.connect(
            list(access.servers),
            name=f"table companion {access.table}".strip(),
            allow_reconnect=False,
            max_reconnect_attempts=1,  # every server of the list is tried, and then it is for us to say so and to wait
            reconnect_time_wait=0,
            connect_timeout=CONNECT_S,
            ping_interval=PING_S,
            inbox_prefix=inbox(access.table),
            error_cb=told,
            closed_cb=closed,
            tls=_tls(access),
            **_key(access.key_file),
        )
    except BaseException as error:
        await let_go(client)
        if not isinstance(error, Exception) or isinstance(error, VenueTrouble):
            raise
        raise _why_not(error, where, bool(access.table)) from error
    return client


async def let_go(client: Client) -> None:
    """Close a connection, which the library leaves open where it did not come about; it would wait for as long as there
    is something that a server which is gone has not taken."""
    with suppress(Exception):
        async with asyncio.timeout(CLOSE_S):
            await client.close()


def _why_not(error: Exception, where: str, is_table: bool) -> VenueTrouble:
    if isinstance(error, ssl.SSLError):
        return VenueTrouble(
            T("The venue's server at {where} shows a certificate that is not trusted here.", where=where),
            T("Ask for the venue's authority, and name its file under venue.authority in settings.toml."),
        )
    if isinstance(error, TimeoutError | OSError | nats.errors.NoServersError):
        return _no_answer(where)
    if isinstance(error, nats.errors.Error):
        return _refused(str(error), where, is_table)
    return VenueTrouble(  # a key that is none, an address that is none: whatever the library makes of it
        T("The venue's server at {where} cannot be asked: {why}.", where=where, why=str(error)[:200]),
        T("Look at servers and key under venue in settings.toml."),
    )


def _no_answer(where: str) -> VenueTrouble:
    text = T("The venue's server at {where} does not answer.", where=where)
    play_on = T("Play on: what is played is kept here, and sent as soon as it answers.")
    return VenueTrouble(text, play_on, passes=True)


def _refused(said: str, where: str, is_table: bool) -> VenueTrouble:
    if "uthorization" in said or "uthentication" in said or "redentials" in said:
        if not is_table:
            return VenueTrouble(
                T("The venue's server at {where} does not take this key, or wants one.", where=where),
                T("Name the staff's key with --key; a new one is made by: companion venue admit staff"),
            )
        return VenueTrouble(
            T("The venue's server at {where} does not let this table in.", where=where),
            T("Ask the venue for a new key, and put it where venue.key in settings.toml says."),
        )
    if "secure connection" in said:
        return VenueTrouble(
            T("The venue's server at {where} wants another kind of connection: {why}.", where=where, why=said),
            T("Write tls:// in front of its address in settings.toml."),
        )
    return VenueTrouble(
        T("What answers at {where} is no server of a venue.", where=where),
        T("Look at servers under venue in settings.toml: a name or an address, and the port, usually 4222."),
    )


def _tls(access: VenueAccess) -> Any:
    if access.authority is None and not any(one.startswith("tls://") for one in access.servers):
        return None
    try:
        return ssl.create_default_context(cafile=access.authority)
    except (OSError, ssl.SSLError) as error:
        raise VenueTrouble(
            T("{file} holds no certificate of an authority.", file=str(access.authority)),
            T("Ask the venue for it, and name its file under venue.authority in settings.toml."),
        ) from error


def _key(file: Path | None) -> dict[str, Any]:
    if file is None:
        return {}
    try:
        open_to_others = file.stat().st_mode & 0o077
        text = file.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as error:
        raise VenueTrouble(
            T("The key for the venue, {file}, cannot be read.", file=str(file)),
            T("Put the file there that the venue gave out for this table."),
        ) from error
    if open_to_others:
        raise VenueTrouble(
            T("Others on this machine may read the key for the venue: {file}", file=str(file)),
            T("Give it to the companion's user alone: chmod 600"),
        )
    if text.strip().startswith("SU"):
        return {"nkeys_seed_str": text.strip()}
    if "NATS USER JWT" in text:
        return {"user_credentials": str(file)}
    raise VenueTrouble(
        T("{file} is no key for the venue.", file=str(file)),
        T("Put the file there that the venue gave out for this table."),
    )


async def keeps_evenings(stream: JetStreamContext) -> None:
    """Whether the server keeps evenings; `VenueTrouble` where it does not."""
    try:
        await stream.stream_info(STREAM)
    except js_errors.NotFoundError as error:
        raise no_stream() from error
    except js_errors.ServiceUnavailableError as error:
        raise VenueTrouble(
            T("The venue's server runs without what keeps evenings, JetStream."),
            T("Whoever looks after it: write jetstream { store_dir: ... } into its settings."),
        ) from error
    except js_errors.APIError as error:
        raise not_taken(error) from error
    except (TimeoutError, nats.errors.Error, OSError) as error:
        raise no_word() from error


async def publish(
    stream: JetStreamContext, subject: str, data: bytes, headers: dict[str, str], after: int | None
) -> int:
    """Hand a record in after that one of its subject (its place in the stream; None: after any); the place where the
    server keeps it, the same when it has it already. `Elsewhere` or `VenueTrouble` where it does not."""
    if after is not None:
        headers = {**headers, "Nats-Expected-Last-Subject-Sequence": str(after)}
    try:
        return (await stream.publish(subject, data, timeout=ANSWER_S, headers=headers)).seq
    except js_errors.NoStreamResponseError as error:
        raise no_stream() from error
    except js_errors.APIError as error:
        if error.err_code in _WRONG_SEQUENCE:
            raise Elsewhere from error
        raise not_taken(error) from error
    except nats.errors.MaxPayloadError as error:
        raise too_large() from error
    except (TimeoutError, nats.errors.Error, OSError) as error:
        raise VenueTrouble(
            T("The venue's server does not say that it has taken what was sent."),
            T("It is sent again by itself. If this stays, the server may have lost its majority."),
            passes=True,
        ) from error


async def last(
    stream: JetStreamContext, subject: str, name: str = STREAM, direct: bool = True
) -> tuple[int, bytes] | None:
    """The last record of a subject with its place; None where there is none. Asked in the way that a table may ask for
    its own subjects alone; a server that lags behind may tell an older one. Not `direct`: of the one that leads, which
    needs the right to read all of the stream."""
    try:
        found = await stream.get_last_msg(name, subject, direct=direct)
    except js_errors.NotFoundError:
        return None
    except js_errors.APIError as error:
        raise not_taken(error) from error
    except (TimeoutError, nats.errors.Error, OSError) as error:
        raise no_word() from error
    return (found.seq or 0), (found.data or b"")


@contextmanager
def asking(none: Callable[[], VenueTrouble]) -> Iterator[None]:
    """What goes wrong with a question, as `VenueTrouble`; `none` where what is asked for is not there."""
    try:
        yield
    except js_errors.NotFoundError as error:
        raise none() from error
    except js_errors.APIError as error:
        raise not_taken(error) from error
    except (TimeoutError, nats.errors.Error, OSError) as error:
        raise no_word() from error


def not_connected() -> VenueTrouble:
    """Nothing can be asked at present."""
    return VenueTrouble(T("The venue's server cannot be reached now. Table, Devices says why."), passes=True)


def no_word() -> VenueTrouble:
    """The server, which is there, does not answer what it was asked."""
    return VenueTrouble(T("The venue's server does not answer a question."), T("It is asked again."), passes=True)


def wrong_name(table: str) -> VenueTrouble:
    """The table's key is for another name."""
    return VenueTrouble(
        T("The key for the venue is not that of the table {name}.", name=table),
        T("Put the file there that the venue gave out for this table, or mend venue.table in settings.toml."),
    )


def no_stream() -> VenueTrouble:
    """The server keeps no evenings."""
    return VenueTrouble(
        T("The venue's server keeps no evenings yet."), T("Whoever looks after it: companion venue prepare")
    )


def too_large() -> VenueTrouble:
    """A record is larger than any that the server takes."""
    return VenueTrouble(
        T("Something in this evening is too large for the venue's server."),
        T("Let whoever looks after it raise max_payload."),
    )


def too_many_copies() -> VenueTrouble:
    """An evening stands there in more copies than anybody can make without meaning to."""
    return VenueTrouble(
        T("The venue's server holds too many copies of one evening."),
        T("Give every table a name of its own in settings.toml: several play under this one."),
    )


def not_taken(error: js_errors.APIError) -> VenueTrouble:
    """The server refused; why, as it says itself."""
    if error.err_code in _FULL or error.code == 503:
        return VenueTrouble(
            T("The venue's server has no room: {why}.", why=error.description or str(error.err_code)),
            T("Whoever looks after it: give it more, or export and delete what is old. The table plays on meanwhile."),
        )
    return VenueTrouble(
        T("The venue's server did not take an entry: {why}.", why=error.description or str(error.err_code)),
        T("The table plays on; it is tried again."),
    )


async def prepare(stream: JetStreamContext, replicas: int, most_bytes: int) -> None:
    """Make the streams, or change them; what they hold stays. They never drop what is old: they refuse. Campaigns that
    move between tables may take a quarter of the room besides. `VenueTrouble` where the server cannot."""
    await make(stream, _kept_stream(STREAM, SUBJECTS, replicas, most_bytes))
    await make(stream, _kept_stream(CAMPAIGNS, CAMPAIGN_SUBJECTS, replicas, most_bytes // 4))
    leases = _kept_stream(LEASES, LEASE_SUBJECTS, replicas, max(most_bytes // 100, LEASES_LEAST))
    await make(stream, leases.evolve(max_msgs_per_subject=LEASES_BEFORE, allow_rollup_hdrs=True))
    await make(stream, _states(replicas))


def _kept_stream(name: str, subjects: str, replicas: int, most_bytes: int) -> StreamConfig:
    return StreamConfig(
        name=name,
        subjects=[subjects],
        retention=RetentionPolicy.LIMITS,
        storage=StorageType.FILE,
        discard=DiscardPolicy.NEW,
        max_bytes=most_bytes,
        num_replicas=replicas,
        duplicate_window=DOUBLES_S,
        deny_delete=True,
        allow_direct=True,
    )


KEEPS_FROM = (2, 10, 6)  # before that a server that is nearly full lets what is oldest go (nats-server's issue 4775)


def may_drop(client: Client) -> Text | None:
    """What to say of a server of a version that drops what is old where it should refuse; None of any other."""
    found = client.connected_server_version
    version = (found.major, found.minor, found.patch)
    if version >= KEEPS_FROM:
        return None
    return T(
        "This server, {version}, may let the oldest entry go when it is full, instead of refusing: leave it room, or "
        "run {wanted} or newer, as Debian 13 has it.",
        version=".".join(map(str, version)),
        wanted=".".join(map(str, KEEPS_FROM)),
    )


async def make(stream: JetStreamContext, wanted: StreamConfig) -> None:
    """Make a stream, or change it; what it holds stays. `VenueTrouble` where the server cannot."""
    try:
        await (stream.update_stream(wanted) if await _is_there(stream, wanted.name) else stream.add_stream(wanted))
    except js_errors.APIError as error:
        raise VenueTrouble(
            T("The venue's server cannot keep evenings so: {why}.", why=error.description or str(error.err_code)),
            T("It needs jetstream { store_dir: ... } in its settings, as much room, and as many servers as copies."),
        ) from error
    except (TimeoutError, nats.errors.Error, OSError) as error:
        raise no_word() from error


def _states(replicas: int) -> StreamConfig:
    """How each table is right now: one record each, the last one."""
    return StreamConfig(
        name=present.STREAM,
        subjects=list(present.SUBJECTS),
        storage=StorageType.FILE,
        discard=DiscardPolicy.OLD,
        max_msgs_per_subject=1,
        max_msg_size=present.LARGEST + 1024,
        num_replicas=replicas,
        allow_direct=True,
    )


async def _is_there(stream: JetStreamContext, name: str | None) -> bool:
    """Whether there is a stream of that name. A list of all would be told in parts."""
    try:
        await stream.stream_info(name or "")
    except js_errors.NotFoundError:
        return False
    return True
