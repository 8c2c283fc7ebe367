"""The journal: every write once more, one line each, in a plain file beside the database.

A line is a checksum (8 hex digits), a space, and JSON: `[seq, [row, ...]]`. The first is `{"journal": 1, "base": seq}`,
where 1 is the version of all files of the log, and everything up to `base` is in the backup copy of the database.
A line counts only when its checksum is right.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec
from caio import linux_uring

from companion.storage.salvage import read_bytes
from companion.storage.tables import SCHEMA_VERSION, EntryRow, EveningRow, KeptRow, Key, Numbered, Row, key_of

_DAMAGED = "the journal is damaged"
_BEGINNING = re.compile(rb"[0-9a-f]{8} \[\d")  # of a line, in the middle of one that is damaged
_lines = msgspec.json.Decoder(tuple[int, list[EveningRow | EntryRow | KeptRow]])


class _Head(msgspec.Struct):
    journal: int
    base: int


_head = msgspec.json.Decoder(_Head)


class Contents(NamedTuple):
    """What a journal file holds: every row whose line is whole; `damaged` when anything else is in it, or no head."""

    version: int  # of the files' format; 0 when the head is damaged
    base: int
    rows: list[Numbered]
    damaged: bool

    @property
    def last(self) -> int:
        return max((numbered.seq for numbered in self.rows), default=self.base)

    def writes(self) -> dict[int, set[Key]]:
        """What each write brought."""
        found: dict[int, set[Key]] = {}
        for seq, row in self.rows:
            found.setdefault(seq, set()).add(key_of(row))
        return found


def read(path: Path) -> Contents:
    """Read a journal; a missing or empty one is damaged, too."""
    lines = read_bytes(path).split(b"\n")
    head = _read_head(lines[0])
    first = 0 if head.journal == 0 else 1
    rows: list[Numbered] = []
    damaged = head.journal == 0 or lines[-1] != b""
    for line in lines[first:] if damaged else lines[1:-1]:
        found = _read_line(line)
        damaged = damaged or found is None
        rows += _rows_in_pieces(line) if found is None else found
    return Contents(head.journal, head.base, rows, damaged)


def _rows_in_pieces(line: bytes) -> Iterator[Numbered]:
    """What stands whole in a damaged line: others were joined to it when their line ends went."""
    starts = [found.start() for found in _BEGINNING.finditer(line)]
    for start, end in pairwise([*starts, len(line) + 1]):
        yield from _read_line(line[start : end - 1]) or ()


def _payload(line: bytes) -> bytes | None:
    checksum, _, payload = line.partition(b" ")
    return payload if checksum == b"%08x" % zlib.crc32(payload) else None


def _read_head(line: bytes) -> _Head:
    payload = _payload(line)
    try:
        return _Head(0, 0) if payload is None else _head.decode(payload)
    except msgspec.MsgspecError:
        return _Head(0, 0)


def _read_line(line: bytes) -> list[Numbered] | None:
    payload = _payload(line)
    if payload is None:
        return None
    try:
        seq, rows = _lines.decode(payload)
    except msgspec.MsgspecError:
        return None
    return [Numbered(seq, row) for row in rows]


def _line(payload: bytes) -> bytes:
    return b"%08x %s\n" % (zlib.crc32(payload), payload)


def first_line(base: int) -> bytes:
    """The line that a journal begins with."""
    return _line(msgspec.json.encode(_Head(SCHEMA_VERSION, base)))


def line_of(seq: int, rows: Sequence[Row]) -> bytes:
    """The line of one write."""
    return _line(msgspec.json.encode((seq, list(rows))))


def version_of(first: bytes) -> int:
    """The version of a journal by its first line; 0 where that is none."""
    return _read_head(first.rstrip(b"\n")).journal


def rows_of_line(line: bytes) -> list[Numbered] | None:
    """What a line holds; None where it is damaged."""
    return _read_line(line.rstrip(b"\n"))


def sync_folder(folder: Path) -> None:
    """Make a rename in this folder durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def lines_after(path: Path, base: int) -> list[bytes]:
    """The lines of a journal whose writes have a higher number, as they stand; `OSError` where one is damaged."""
    with sound(path) as (_, lines):
        return [line for line, rows in lines if rows and rows[0].seq > base]


@contextmanager
def sound(path: Path) -> Iterator[tuple[int, Iterator[tuple[bytes, list[Numbered]]]]]:
    """A journal's base, and its lines as they stand with their rows, one after the other, so that a long one is never
    in memory as a whole. `OSError` where it is missing or of another version, and at the first line that is damaged."""
    with path.open("rb") as file:
        head = _read_head(file.readline().removesuffix(b"\n"))
        if head.journal != SCHEMA_VERSION:
            raise OSError(_DAMAGED)
        yield head.base, _sound_lines(file)


def _sound_lines(file: Iterable[bytes]) -> Iterator[tuple[bytes, list[Numbered]]]:
    for line in file:
        rows = _read_line(line[:-1]) if line.endswith(b"\n") else None
        if rows is None:
            raise OSError(_DAMAGED)
        yield line, rows


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _ring() -> linux_uring.Context | None:
    """Where the kernel is asked to sync a file; None where it is not to be asked, as in some containers."""
    try:
        return linux_uring.Context(max_requests=1)
    except SystemError:
        return None


class _Sync:
    """The syncing of a file by the kernel itself: a thread that did it, of Python or not, would take Python's lock from
    whoever makes the news as it is done, which costs a twentieth of a tap."""

    def __init__(self, ring: linux_uring.Context, file: int) -> None:
        self._ring = ring
        self._results: list[int] = []
        self._work = linux_uring.Operation.fdsync(file)
        self._work.set_callback(self._results.append)
        ring.submit(self._work)
        ring.flush()

    def wait(self) -> None:
        """Return once it is done, or `OSError`."""
        try:
            while not self._results:
                self._ring.process_events(min_requests=1, timeout=-1)
            self._work.get_value()
        except SystemError as error:  # what the system said, in words
            raise OSError(str(error)) from error


class Journal:
    """An open journal that is written to. One caller at a time."""

    def __init__(self, path: Path, synced: bool = True) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND)
        self._synced = synced
        about = os.fstat(self._file)
        self.inode = about.st_ino
        self.size = self._before = about.st_size
        self._ragged = False
        self._ring = _ring() if synced else None
        self._begun: _Sync | None = None

    @classmethod
    def begin(cls, path: Path, base: int, synced: bool = True, writes: Iterable[bytes] = ()) -> Journal:
        """Start a new journal in the place of the old one, which is gone only once the new one is whole. `writes` are
        the lines that it begins with."""
        fresh = path.with_name(path.name + ".new")
        with open(fresh, "wb", opener=_private) as file:
            file.write(first_line(base))
            file.writelines(writes)
            file.flush()
            if synced:
                os.fsync(file.fileno())
        fresh.replace(path)
        if synced:
            sync_folder(path.parent)
        return cls(path, synced)

    def append(self, seq: int, rows: Sequence[Row]) -> None:
        """Write a line, not yet synced. `OSError` when it does not fit; then nothing of it is left."""
        line = line_of(seq, rows)
        self._cut()
        self._ragged = True
        written = 0
        try:
            while written < len(line):
                written += os.write(self._file, line[written:])
        except OSError:
            with suppress(OSError):
                self._cut()
            raise
        self._ragged = False
        self._before, self.size = self.size, self.size + len(line)

    def take_back(self) -> None:
        """Remove the line that was appended last; synced. After an `OSError` the next `append` tries it again."""
        self.size, self._ragged = self._before, True
        with suppress(OSError):  # of what is taken back
            self.sync()
        self._cut()
        self.sync()

    def _cut(self) -> None:
        """Remove what stands after the last whole line."""
        if self._ragged:
            os.ftruncate(self._file, self.size)
            self._ragged = False

    def begin_sync(self) -> None:
        """Have the disk take what was appended, while the caller does something else; `sync` waits for it."""
        if self._ring is not None:
            self._begun = _Sync(self._ring, self._file)

    def sync(self) -> None:
        """Return once everything appended is on the disk."""
        begun, self._begun = self._begun, None
        if begun is not None:
            begun.wait()
        elif self._synced:
            os.fdatasync(self._file)

    def close(self) -> None:
        if self._begun is not None:
            with suppress(OSError):
                self.sync()
        os.close(self._file)
