"""The rows of the log and the SQLite tables that hold them.

Every row carries the number of the write that it came with (`seq`) and a checksum, so that rows from a database, its
backup and the journal can be put together again in any order: of two rows with one key, the later write holds.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec

SCHEMA_VERSION = 1


class EveningRow(msgspec.Struct, array_like=True, tag="evenings", frozen=True, kw_only=True):
    """An evening. `players`, `choices` and `board` (what was known of the board at the start) are JSON."""

    id: str
    name: str
    game: str
    players: str
    choices: str
    board: str
    started: float
    ended: float | None = None
    forgotten: int = 0


class EntryRow(msgspec.Struct, array_like=True, tag="entries", frozen=True, kw_only=True):
    """An entry: a step, an undo or a redo. Never changed, never deleted.

    It moves the head from step `parent` to step `head`. `move`, `label`, `facts`, `learnt` (board facts, null being
    one that was forgotten) and `replaced` (what was known in their place) are JSON. `state` is the state that a step
    led to, compressed; entry `keyed` holds the key state for it (its own number: none is needed; 0: the entry is no
    step and has no state).
    """

    evening: str
    number: int
    kind: str
    parent: int
    head: int
    move: str | None
    label: str
    facts: str
    learnt: str
    replaced: str
    keyed: int
    state: bytes | None
    by: str
    at: float
    program: str


class KeptRow(msgspec.Struct, array_like=True, tag="kept", frozen=True, kw_only=True):
    """A value kept under a kind and a key, as JSON; None once it was dropped."""

    kind: str
    key: str
    value: str | None


Row: TypeAlias = EveningRow | EntryRow | KeptRow
R = TypeVar("R", bound=Row)


class Numbered(NamedTuple):
    """A row with the number of the write that it came with."""

    seq: int
    row: Row


_SQL_TYPES = {"number": "INTEGER", "parent": "INTEGER", "head": "INTEGER", "keyed": "INTEGER", "forgotten": "INTEGER",
              "state": "BLOB", "started": "REAL", "ended": "REAL", "at": "REAL"}  # fmt: skip
_NAMES: dict[type[Any], str] = {EveningRow: "evenings", EntryRow: "entries", KeptRow: "kept"}
_KEYS: dict[type[Any], tuple[str, ...]] = {
    EveningRow: ("id",),
    EntryRow: ("evening", "number"),
    KeptRow: ("kind", "key"),
}


def _columns(table: type[Any]) -> str:
    return ", ".join(f'"{name}"' for name in (*table.__struct_fields__, "seq", "crc"))


def _create(table: type[Row]) -> str:
    columns = [f'"{name}" {_SQL_TYPES.get(name, "TEXT")}' for name in table.__struct_fields__]
    key = ", ".join(f'"{name}"' for name in _KEYS[table])
    return f"CREATE TABLE {_NAMES[table]} ({', '.join(columns)}, seq INTEGER, crc INTEGER, PRIMARY KEY ({key}))"


def _put(table: type[Row]) -> str:
    places = ", ".join("?" * (len(table.__struct_fields__) + 2))
    return f"INSERT OR REPLACE INTO {_NAMES[table]} ({_columns(table)}) VALUES ({places})"


_PUT = {table: _put(table) for table in _NAMES}
ROW_TYPES: tuple[type[Row], ...] = (EveningRow, EntryRow, KeptRow)
Key: TypeAlias = tuple[str | int, ...]


def key_of(row: Row) -> Key:
    """What tells a row from all others: its table and its key."""
    return (_NAMES[type(row)], *(getattr(row, name) for name in _KEYS[type(row)]))


def column_count(table: type[Row]) -> int:
    """How many columns a table has, number of the write and checksum included."""
    return len(table.__struct_fields__) + 2


def real_columns(table: type[Row]) -> list[bool]:
    """Which of these columns hold reals."""
    return [_SQL_TYPES.get(name) == "REAL" for name in (*table.__struct_fields__, "seq", "crc")]


def create(db: sqlite3.Connection) -> None:
    """Make the tables in an empty database."""
    db.execute("BEGIN")
    for table in _NAMES:
        db.execute(_create(table))
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    db.execute("COMMIT")


def complete(db: sqlite3.Connection) -> bool:
    """Whether the tables are exactly those that `create` makes; a damaged schema can hide in an empty table."""
    found = {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master WHERE type = 'table'")}
    return found == {_create(table) for table in _NAMES}


def checksum(seq: int, row: Row) -> int:
    return zlib.crc32(msgspec.json.encode((seq, row)))


def put(db: sqlite3.Connection, numbered: Numbered) -> None:
    """Write a row, over an older one with the same key."""
    seq, row = numbered
    db.execute(_PUT[type(row)], (*msgspec.structs.astuple(row), seq, checksum(seq, row)))


def merge(db: sqlite3.Connection, numbered: Numbered) -> bool:
    """Write a row unless the table already has it from the same or a later write; whether it was written."""
    table = type(numbered.row)
    where = " AND ".join(f'"{name}" = ?' for name in _KEYS[table])
    key = [getattr(numbered.row, name) for name in _KEYS[table]]
    found = db.execute(f"SELECT seq FROM {_NAMES[table]} WHERE {where}", key).fetchone()
    if found is not None and found[0] >= numbered.seq:
        return False
    put(db, numbered)
    return True


class BadRow(Exception):
    """A row does not match its checksum, or is of the wrong shape."""


def rows(
    db: sqlite3.Connection, table: type[R], where: str = "1", args: tuple[object, ...] = ()
) -> Iterator[tuple[int, R]]:
    """Rows of a table in the order of their keys, checked; `BadRow` at the first that is damaged."""
    order = ", ".join(f'"{name}"' for name in _KEYS[table])
    query = f"SELECT {_columns(table)} FROM {_NAMES[table]} WHERE {where} ORDER BY {order}"
    for values in db.execute(query, args):
        yield checked(table, values)


def checked(table: type[R], values: tuple[object, ...]) -> tuple[int, R]:
    """The row that these columns hold; `BadRow` when it is damaged."""
    *columns, seq, crc = values
    fields = dict(zip(table.__struct_fields__, columns, strict=True))
    row = _make(table, fields)
    try:
        whole = isinstance(seq, int) and checksum(seq, row) == crc
    except (TypeError, ValueError, msgspec.MsgspecError) as error:
        raise BadRow(_NAMES[table]) from error
    if not whole or not isinstance(seq, int):
        raise BadRow(_NAMES[table])
    return seq, row


def newest(db: sqlite3.Connection) -> int:
    """The number of the last write in a sound database, without checking the rows."""
    return max(db.execute(f"SELECT max(seq) FROM {name}").fetchone()[0] or 0 for name in _NAMES.values())


def _make(table: Callable[..., R], fields: dict[str, object]) -> R:
    return table(**fields)  # the checksum vouches for the types


def everything(db: sqlite3.Connection) -> Iterator[Numbered]:
    """Every row of a database, checked; `BadRow` at the first that is damaged."""
    for table in ROW_TYPES:
        for seq, row in rows(db, table):
            yield Numbered(seq, row)
