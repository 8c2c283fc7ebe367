"""What a table sends to its venue: records, the subjects that they stand under, and the chain that holds them together.

An evening is two subjects of the venue's stream: its entries, one record each and in their order, and what is known of
it as a whole (name, game, players, when it ended), of which the last record holds. Each entry's record carries a digest
of everything before it, so that whoever reads them finds what was altered, left out or put in another place.

Where a table goes on from somewhere else than the server's last record (from an older backup, or beside another table
that has the same name), its evening stands there once more, as another copy: what was played is never written over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from companion.api.refusals import BadFile
from companion.api.text import T
from companion.session.archive import check_row
from companion.storage.tables import EntryRow, EveningRow
from companion.storage.timeline import Inconsistent, Timeline, TimelineEntry

STREAM = "EVENINGS"
SUBJECTS = "tables.>"
CAMPAIGNS = "CAMPAIGNS"  # those that were handed to the venue, for every table to read
CAMPAIGN_SUBJECTS = "campaigns.>"
LEASES = "KV_LEASES"  # who has which: a bucket of NATS's key-value store
LEASE_SUBJECTS = "$KV.LEASES.>"
FORMAT = 1
LARGEST = 1_000_000  # bytes of a record; a server takes 2**20 unless it is told otherwise
TABLE = r"^[a-z0-9](-?[a-z0-9]){0,39}$"  # what a table may be called
_EVENING = re.compile(r"[A-Za-z0-9_-]{1,64}")
_SUBJECT = re.compile(r"tables\.([a-z0-9-]+)\.(?:about|entries)\.([A-Za-z0-9_-]{1,64})\.([1-9][0-9]?)")
MOST_COPIES = 99
_CHAIN_BYTES = 16


class _Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`row` is the log's own; `chain` the digest of it and all before it, empty for what is known of the whole."""

    format: int
    program: str
    table: str
    row: EveningRow | EntryRow
    chain: str = ""


class Place(NamedTuple):
    """How far an evening's records go: the last entry's number, the chain's digest there, and where the server keeps
    it, all empty before the first; and which copy of the evening they are."""

    number: int = 0
    chain: str = ""
    sequence: int = 0
    copy: int = 1


def can_be_sent(evening: str) -> bool:
    """Whether an evening's id can stand in a subject; every one that the companion makes can."""
    return _EVENING.fullmatch(evening) is not None


def is_table(name: str) -> bool:
    """Whether a table may be called so."""
    return re.fullmatch(TABLE, name) is not None


def inbox(table: str) -> str:
    """Where a table hears the server's answers, which no other one may."""
    return f"_INBOX.{table or 'staff'}"


def entries_subject(table: str, evening: str, copy: int = 1) -> str:
    """Where an evening's entries stand."""
    return f"tables.{table}.entries.{evening}.{copy}"


def about_subject(table: str, evening: str, copy: int = 1) -> str:
    """Where stands what is known of an evening as a whole."""
    return f"tables.{table}.about.{evening}.{copy}"


def campaign_subject(table: str, evening: str, copy: int = 1) -> str:
    """Where the entries of a campaign stand, as that table played them."""
    return f"campaigns.{table}.{evening}.{copy}"


def lease_subject(campaign: str) -> str:
    """Where stands who has a campaign."""
    return f"$KV.LEASES.{campaign}"


def whose(subject: str) -> tuple[str, str, int]:
    """A record's table, evening and copy, by its subject; `BadFile` where the subject is none of ours."""
    found = _SUBJECT.fullmatch(subject)
    if found is None:
        raise BadFile(T("A record in the venue's server stands under a name that is none of a table's."))
    return found[1], found[2], int(found[3])


def message_id(table: str, row: EntryRow, copy: int, chain: str) -> str:
    """What tells a record from all others, so that the server takes it once. With the chain's digest, as two tables of
    one name may both have played an entry of that number."""
    return f"{table}/{row.evening}/{copy}/{row.number}/{chain}"


def digest_of(row: EveningRow | EntryRow) -> str:
    """A row's own digest."""
    return _digest("", row)


def _digest(before: str, row: EveningRow | EntryRow) -> str:
    return blake2b(before.encode() + msgspec.json.encode(row), digest_size=_CHAIN_BYTES).hexdigest()


def chain_of(rows: Iterable[EntryRow]) -> str:
    """The chain's digest after these entries, from the first on."""
    chain = ""
    for row in rows:
        chain = _digest(chain, row)
    return chain


def about_record(table: str, program: str, row: EveningRow) -> bytes:
    """The record of what is known of an evening as a whole."""
    return msgspec.json.encode(_Record(format=FORMAT, program=program, table=table, row=row))


def entry_record(table: str, row: EntryRow, before: str) -> tuple[bytes, str]:
    """An entry's record, and the chain's digest with it; `before` is the digest up to it."""
    chain = _digest(before, row)
    return msgspec.json.encode(_Record(format=FORMAT, program=row.program, table=table, row=row, chain=chain)), chain


def read_about(data: bytes) -> EveningRow:
    """What is known of an evening as a whole; `BadFile` where the record is none."""
    row = _record(data).row
    if not isinstance(row, EveningRow):
        raise altered("about")
    check_row(row)
    return row


def read_entry(data: bytes) -> tuple[EntryRow, str]:
    """An entry and the digest that its record carries, by itself; `BadFile` where the record is none."""
    record = _record(data)
    if not isinstance(record.row, EntryRow):
        raise altered("entry")
    check_row(record.row)
    return record.row, record.chain


def read_entries(records: Iterable[bytes], evening: str) -> list[EntryRow]:
    """The entries of an evening from all of its records, oldest first; `BadFile` at the first that does not fit."""
    found: list[EntryRow] = []
    chain, timeline = "", Timeline()
    for data in records:
        row, told = read_entry(data)
        chain = _digest(chain, row)
        if row.evening != evening or row.number != len(found) + 1 or told != chain:
            raise altered(str(row.number))
        try:
            timeline.add(TimelineEntry(row.number, row.kind, row.parent, row.head))
        except Inconsistent as error:
            raise altered(str(row.number)) from error
        found.append(row)
    return found


def _record(data: bytes) -> _Record:
    try:
        head = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        newer = msgspec.json.decode(head.get("format", b"0"), type=int) > FORMAT
        record = None if newer else msgspec.json.decode(data, type=_Record)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise altered("record") from error
    if record is None:
        raise of_a_newer_version()
    return record


def of_a_newer_version() -> BadFile:
    """Somebody else's companion is newer than this one."""
    return BadFile(T("A record in the venue's server is of a newer version of the companion; please update this one."))


def follows(before: str, row: EntryRow, chain: str) -> bool:
    """Whether an entry's digest is the one that it has after those before it."""
    return chain == _digest(before, row)


def altered(where: str) -> BadFile:
    """What is said of a record that is none, or not in its place."""
    return BadFile(T("What the venue's server holds of this evening was altered, at {where}.", where=where))
