"""Rows out of the bytes of a damaged database or WAL, without SQLite, which gives up where a page does not fit.

A page that holds a table's rows is understood by itself (https://www.sqlite.org/fileformat2.html, "B-tree Pages" and
"Record Format"), wherever it lies: in the database, or in the WAL that was left behind when its database went. A row
counts only when its checksum is right, so a page may be old, torn, or no page of ours at all.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.storage.tables import ROW_TYPES, BadRow, Numbered, checked, column_count, real_columns

PAGE = 4096  # bytes of a page where the file does not say
_LEAF = 0x0D  # the kind of page that holds a table's rows
_WAL_HEAD, _FRAME_HEAD = 32, 24  # bytes before the first frame of a WAL, and before the page of each
_BLOCK = 4096  # bytes that are given up where a disk cannot read
_TABLES = {column_count(table): table for table in ROW_TYPES}
_COUNTS = frozenset(_TABLES)
_FLOAT, _BLOB = 7, 12
_INT_SIZES = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}

Pages = Mapping[int, bytes]


def read_bytes(path: Path) -> bytes:
    """A file's bytes; nothing where it is missing, zeros where the disk cannot read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except PermissionError:
        raise
    except OSError:
        return _blocks(path)


def _blocks(path: Path) -> bytes:
    found = bytearray(path.stat().st_size)
    with path.open("rb", buffering=0) as file:
        for start in range(0, len(found), _BLOCK):
            try:
                file.seek(start)
                part = file.read(_BLOCK)
            except OSError:
                continue
            found[start : start + len(part)] = part
    return bytes(found)


def rows_in(database: bytes, wal: bytes = b"") -> Iterator[Numbered]:
    """Every whole row of a database and of its WAL, older versions of a row too."""
    size = _page_size(database)
    pages = {number + 1: database[at : at + size] for number, at in enumerate(range(0, len(database), size))}
    for number, page in pages.items():
        yield from _rows_of(page, pages, 100 if number == 1 else 0)
    for written in _writes(wal, size):
        pages.update(written)
        for number, page in written.items():
            yield from _rows_of(page, pages, 100 if number == 1 else 0)


def carved(data: bytes) -> Iterator[Numbered]:
    """Every whole row that lies anywhere in these bytes in one piece; slow, for what no page leads to any more."""
    for at in range(len(data)):
        if data[at] in _HEAD_SIZES:
            found = _row(data, at)
            if found is not None:
                yield found


def _page_size(database: bytes) -> int:
    size = int.from_bytes(database[16:18], "big") if database[:6] == b"SQLite" else PAGE
    size = 65536 if size == 1 else size
    return size if size >= 512 and size & (size - 1) == 0 else PAGE


def _writes(wal: bytes, size: int) -> Iterator[dict[int, bytes]]:
    """The pages of each write, by number. A frame names its page first, and the last of a write is marked."""
    written: dict[int, bytes] = {}
    for at in range(_WAL_HEAD, len(wal), _FRAME_HEAD + size):
        number, last = struct.unpack(">II", wal[at : at + 8].ljust(8, b"\0"))
        written[number] = wal[at + _FRAME_HEAD : at + _FRAME_HEAD + size]
        if last:
            yield written
            written = {}
    yield written


# --- pages ------------------------------------------------------------------------------------------------------------


def _rows_of(page: bytes, pages: Pages, start: int) -> Iterator[Numbered]:
    """The rows that a page points to; `start`: where its own head begins."""
    if page[start : start + 1] != bytes([_LEAF]):
        return
    count = int.from_bytes(page[start + 3 : start + 5], "big")
    for at in range(start + 8, min(start + 8 + 2 * count, len(page) - 1), 2):
        record = _record(page, int.from_bytes(page[at : at + 2], "big"), pages)
        found = None if record is None else _row(record, 0)
        if found is not None:
            yield found


def _record(page: bytes, at: int, pages: Pages) -> bytes | None:
    """The record of a cell, what lies on overflow pages included."""
    length, at = _varint(page, at)
    _, at = _varint(page, at)
    if at > len(page) or length > len(page) * (len(pages) + 1):
        return None
    room = len(page) - 35
    if length <= room:
        return page[at : at + length]
    least = (len(page) - 12) * 32 // 255 - 23
    here = least + (length - least) % (len(page) - 4)
    here = here if here <= room else least
    return _joined(page[at : at + here], page[at + here : at + here + 4], length, pages)


def _joined(found: bytes, following: bytes, length: int, pages: Pages) -> bytes | None:
    while len(found) < length:
        page = pages.get(int.from_bytes(following, "big"))
        if not page or len(page) < 5:
            return None
        following, found = page[:4], found + page[4:]
    return found[:length]


# --- records ----------------------------------------------------------------------------------------------------------


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends; what lies behind the end counts as zero."""
    number = 0
    for _ in range(8):
        byte = data[at] if at < len(data) else 0
        at += 1
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            return number, at
    return number << 8 | (data[at] if at < len(data) else 0), at + 1


def _row(data: bytes, at: int) -> Numbered | None:
    """The row whose record begins there; None where there is none, or not a whole one."""
    types, body = _types(data, at)
    table = _TABLES.get(len(types))
    if table is None:
        return None
    values: list[Any] = []
    for kind in types:
        size = _size(kind)
        if body + size > len(data):
            return None
        values.append(data[body : body + size])
        body += size
    try:
        row = [_value(kind, part, real) for kind, part, real in zip(types, values, real_columns(table), strict=True)]
        return Numbered(*checked(table, tuple(row)))
    except (BadRow, UnicodeDecodeError):
        return None


def _types(data: bytes, at: int) -> tuple[list[int], int]:
    """The kinds of a record's values, and where the values begin; none where it is no record of ours."""
    end, at = data[at] + at if at < len(data) else at, at + 1
    types: list[int] = []
    while at < end and len(types) <= _MOST_COLUMNS:
        kind, at = _varint(data, at)
        types.append(kind)
    return (types if at == end and len(types) in _COUNTS else []), end


def _size(kind: int) -> int:
    if kind >= _BLOB:
        return (kind - _BLOB) // 2
    return 8 if kind == _FLOAT else _INT_SIZES.get(kind, 1 << 62)


def _value(kind: int, part: bytes, real: bool) -> Any:
    if kind >= _BLOB:
        return part.decode() if kind % 2 else part
    if kind == 0:
        return None
    if kind == _FLOAT:
        return struct.unpack(">d", part)[0]
    number = {8: 0, 9: 1}.get(kind, int.from_bytes(part, "big", signed=True))
    return float(number) if real else number  # SQLite keeps a whole number as one, also where a column is of reals


_MOST_COLUMNS = max(_COUNTS)
_HEAD_SIZES = range(
    min(_COUNTS) + 1, 4 * _MOST_COLUMNS
)  # bytes that the head of a record of ours may have, itself told
