"""Campaigns in the venue's server: who has which, and its entries for whoever goes on with it.

A campaign is an evening that its table handed to the venue. Its entries stand in a stream of their own, under the name
of the table that played them, and every table may read that stream. Who has it stands in a record of its own, its
lease, which is only ever changed by somebody who names the record that he saw: of two who claim a campaign, the server
takes one. A lease does not run out. It says where everything up to it stands, whoever has it and whatever became of
them; so one that is taken over begins at what has arrived for certain.
"""

from __future__ import annotations

import asyncio

import msgspec
from nats.js import JetStreamContext
from nats.js import errors as js_errors

from companion.api.refusals import BadFile
from companion.api.text import T
from companion.session.archive import check_row
from companion.storage.tables import EntryRow, EveningRow
from companion.venue import records, server
from companion.venue.records import CAMPAIGN_SUBJECTS, CAMPAIGNS, LEASE_SUBJECTS, LEASES
from companion.venue.server import VenueTrouble

FORMAT = 1
HEARD = records.lease_subject("*")  # where a table hears of leases that change
LONGEST = 100_000  # entries
_NO_MESSAGE = 10037  # the server's own number
LAGS, LAG_S = 10, 0.5  # so often, and after so long, a server that lags behind is asked for what a lease says is there


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where all entries of a campaign up to `number` stand, and the chain's digest there."""

    table: str
    evening: str
    copy: int
    number: int
    chain: str


class Lease(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who has a campaign: `table`, which plays it or has put it away, `since` then. `token` is made anew whenever
    another takes it. `row` is what is known of the evening as a whole, with the id that it has at that table."""

    format: int
    campaign: str
    table: str
    token: str
    playing: bool
    since: float
    row: EveningRow
    source: Source


class Claim(msgspec.Struct, frozen=True):
    """A lease and the number of its record, which whoever changes it must name."""

    lease: Lease
    revision: int


async def lease(stream: JetStreamContext, campaign: str) -> Claim | None:
    """Who has a campaign; None where nobody has. `BadFile` where the record is none, `VenueTrouble`. Asked of the
    server that leads: another one may not know yet what was written a moment ago."""
    with server.asking(no_campaigns):
        try:
            found = await stream.get_last_msg(LEASES, records.lease_subject(campaign))
        except js_errors.NotFoundError as error:
            if error.err_code == _NO_MESSAGE:
                return None
            raise
    return Claim(_lease(found.data or b"", campaign), found.seq or 0)


async def leases(stream: JetStreamContext) -> list[Claim | BadFile]:
    """Every campaign's lease, or why its record is none. `VenueTrouble` where it cannot be asked."""
    with server.asking(no_campaigns):
        info = await stream.stream_info(LEASES, subjects_filter=LEASE_SUBJECTS)
    subjects = info.state.subjects or {}
    names = [name for one in subjects if records.can_be_sent(name := one.removeprefix(records.lease_subject("")))]
    found = await asyncio.gather(*(_whether(stream, name) for name in names))
    return [one for one in found if one is not None]


async def _whether(stream: JetStreamContext, campaign: str) -> Claim | BadFile | None:
    try:
        return await lease(stream, campaign)
    except BadFile as error:
        return error


async def write(stream: JetStreamContext, wanted: Lease, after: int) -> Claim:
    """Put a lease in the place of the record of that number (0: of none). `Elsewhere` where another one is there."""
    subject, data = records.lease_subject(wanted.campaign), msgspec.json.encode(wanted)
    return Claim(wanted, await server.publish(stream, subject, data, {}, after))


async def last_at(stream: JetStreamContext, found: Lease) -> float:
    """When the last entry that arrived was made, in seconds since 1970."""
    source = found.source
    sent = await server.last(stream, records.campaign_subject(source.table, source.evening, source.copy), CAMPAIGNS)
    try:
        return found.since if sent is None else records.read_entry(sent[1])[0].at
    except BadFile:
        return found.since


async def entries(stream: JetStreamContext, found: Lease) -> list[EntryRow]:
    """The entries that belong to a campaign, checked: those up to the lease, and, while its table plays, what that
    table has sent since. `BadFile` where they do not fit together or to the lease, `VenueTrouble`."""
    source = found.source
    own = found.playing and source.table == found.table
    sent = await _sent(stream, source, LONGEST if own else source.number)
    rows = records.read_entries(sent, source.evening)
    if len(rows) < source.number or records.read_entry(sent[source.number - 1])[1] != source.chain:
        raise BadFile(T("What the venue's server holds of this campaign is not what its table put away."))
    return rows


async def _sent(stream: JetStreamContext, source: Source, most: int) -> list[bytes]:
    """One by one: for more a key must be allowed to make consumers in the server, as many as it likes."""
    subject = records.campaign_subject(source.table, source.evening, source.copy)
    sent: list[bytes] = []
    after, lags = 0, LAGS
    while len(sent) < most:
        found = await _next(stream, subject, after + 1)
        if found is not None:
            after = found[0]
            sent.append(found[1])
        elif len(sent) >= source.number or not lags:
            break
        else:
            lags -= 1
            await asyncio.sleep(LAG_S)
    return sent


async def _next(stream: JetStreamContext, subject: str, first: int) -> tuple[int, bytes] | None:
    with server.asking(server.no_word):
        try:
            found = await stream.get_msg(CAMPAIGNS, first, subject, direct=True, next=True)
        except js_errors.NotFoundError:
            return None
    return (found.seq or 0), (found.data or b"")


def rights(table: str) -> tuple[str, ...]:
    """What a table's key may ask and send: its own campaigns; what was handed over by any, as nothing else stands in
    that stream; and who has which."""
    return (
        f"campaigns.{table}.>",
        f"$JS.API.DIRECT.GET.{CAMPAIGNS}",
        f"$JS.API.DIRECT.GET.{CAMPAIGNS}.{CAMPAIGN_SUBJECTS}",
        HEARD,
        f"$JS.API.STREAM.INFO.{LEASES}",
        f"$JS.API.STREAM.MSG.GET.{LEASES}",
    )


def no_campaigns() -> VenueTrouble:
    """The server was made ready by an earlier version."""
    return VenueTrouble(
        T("The venue's server keeps no campaigns yet."), T("Whoever looks after it: companion venue prepare")
    )


def _lease(data: bytes, campaign: str) -> Lease:
    try:
        head = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        newer = msgspec.json.decode(head.get("format", b"0"), type=int) > FORMAT
        found = None if newer else msgspec.json.decode(data, type=Lease)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _altered() from error
    if found is None:
        raise records.of_a_newer_version()
    check_row(found.row)
    names = (found.row.id, found.source.evening, found.token)
    tables = (found.table, found.source.table)
    numbers = 1 <= found.source.copy <= records.MOST_COPIES and 1 <= found.source.number <= LONGEST
    fits = found.campaign == campaign and all(map(records.can_be_sent, names)) and all(map(records.is_table, tables))
    if not (fits and numbers):
        raise _altered()
    return found


def _altered() -> BadFile:
    return BadFile(T("What the venue's server says of who has this campaign was altered."))
