"""A backup: everything that is kept, as one file. docs/internals/backup-format.md describes it.

A zip with a manifest, the log as one journal (`companion/storage/journal.py`), photographs and the settings file. Every
member stands in the manifest with its size and digest, and nothing else may be in the zip: what is read here may come
from anywhere, and is never unpacked by its own names.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO, Any, Protocol

import msgspec

from companion import __version__
from companion.api.refusals import BadFile
from companion.api.text import T
from companion.storage import journal
from companion.storage.card_texts import KIND as TEXTS
from companion.storage.keyed_store import KeyedStore
from companion.storage.pictures import KIND as PICTURES
from companion.storage.pictures import every_picture
from companion.storage.tables import SCHEMA_VERSION, EntryRow, EveningRow, KeptRow, Numbered

# What zipfile raises for a file or a member that is torn; a RuntimeError where it is encrypted, or was packed by a
# newer zip, in a way that it does not know.
UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError)
FORMAT, VERSION = "table-companion backup", 1
MANIFEST, LOG, SETTINGS = "manifest.json", "log.journal", "settings.toml"
# Kinds of kept values that no backup holds: who may come in (whoever finds the stick does not, and whom somebody
# removed does not come back with it), which taps were done, and how the backups themselves went.
LEFT_OUT = frozenset({"phone", "pairing", "tap", "backup"})
SOURCE_KIND, SOURCE_KEY, NO_SOURCE = "backup_source", "id", "00000000"
MOST_MEMBERS = 20_000
LARGEST_MANIFEST = 8 * 2**20
LARGEST_LINE = 64 * 2**20
LARGEST_SETTINGS = 2**20
LARGEST_WHOLE = 8 * 2**30
MOST_PACKED = 100  # times smaller than what it holds: nothing of ours packs better
_CHUNK = 2**18
_PICTURE = re.compile(r"pictures/[a-z0-9_]{1,40}/[A-Za-z0-9_-]{1,120}\.jpg")
_EARLIEST = (1980, 1, 1, 0, 0, 0)  # that a zip can tell; the clock of a Pi may not be set


class Member(msgspec.Struct, frozen=True):
    """A file in the zip: its size unpacked, in bytes, and its SHA-256 in hex."""

    size: int
    sha256: str


class EveningHeld(msgspec.Struct, frozen=True, kw_only=True):
    """An evening in a backup; times are seconds since 1970, `played` that of its last entry."""

    id: str
    game: str
    name: str
    started: float
    played: float
    entries: int
    ended: bool = False
    removed: bool = False


class Holds(msgspec.Struct, frozen=True, kw_only=True):
    """What a backup holds; `boards` are how many board facts there are for each game."""

    evenings: tuple[EveningHeld, ...] = ()
    boards: dict[str, int] = {}
    notes: int = 0
    pictures: int = 0
    texts: int = 0
    calibrations: int = 0
    settings: bool = False


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a backup says of itself. `source` is the same for all backups of one companion, also after a restore;
    `newest` is the number of its newest write."""

    format: str
    version: int
    program: str
    made: float
    source: str
    newest: int
    log_version: int
    holds: Holds
    members: dict[str, Member]


class Kept(Protocol):
    """What is backed up: the log that a companion has open (`storage.log.Log`), or that is read beside a running one
    (`storage.reading.LogReader`)."""

    def snapshot(self) -> AbstractContextManager[Iterator[Numbered]]: ...
    def get(self, kind: str, key: str) -> Any: ...
    def all(self, kind: str) -> Mapping[str, Any]: ...


def name_source(log: KeyedStore) -> None:
    """Give this companion's backups a random name that tells them from another's, unless they have one."""
    if _source_of(log) == NO_SOURCE:
        log.put(SOURCE_KIND, SOURCE_KEY, secrets.token_hex(4))


def _source_of(log: Kept | KeyedStore) -> str:
    found = log.get(SOURCE_KIND, SOURCE_KEY)
    return found if isinstance(found, str) and re.fullmatch(r"[0-9a-f]{8}", found) else NO_SOURCE


# --- writing ----------------------------------------------------------------------------------------------------------


class _Holding:
    """Counts what goes into a backup."""

    def __init__(self) -> None:
        self._evenings: dict[str, EveningRow] = {}
        self._entries: dict[str, tuple[int, float]] = {}
        self._boards: dict[str, int] = {}
        self._notes = self._calibrations = self._texts = 0
        self.newest = 0

    def take(self, numbered: Numbered) -> None:
        seq, row = numbered
        self.newest = max(self.newest, seq)
        if isinstance(row, EveningRow):
            self._evenings[row.id] = row
        elif isinstance(row, EntryRow):
            count, at = self._entries.get(row.evening, (0, 0.0))
            self._entries[row.evening] = count + 1, max(at, row.at)
        elif row.value is not None:
            self._count(row.kind)

    def _count(self, kind: str) -> None:
        if kind.startswith("board."):
            game = kind.removeprefix("board.")
            self._boards[game] = self._boards.get(game, 0) + 1
        self._notes += kind == "card_note"
        self._texts += kind == TEXTS
        self._calibrations += kind == "calibration"

    def told(self, pictures: int, settings: bool) -> Holds:
        found = []
        for row in sorted(self._evenings.values(), key=lambda row: row.started, reverse=True):
            count, at = self._entries.get(row.id, (0, row.started))
            found.append(
                EveningHeld(
                    id=row.id, game=row.game, name=row.name, started=row.started, played=at, entries=count,
                    ended=row.ended is not None, removed=bool(row.forgotten),
                )
            )  # fmt: skip
        return Holds(
            evenings=tuple(found),
            boards=self._boards,
            notes=self._notes,
            pictures=pictures,
            texts=self._texts,
            calibrations=self._calibrations,
            settings=settings,
        )


class _Writer:
    """Puts members into a zip and notes what they are."""

    def __init__(self, out: zipfile.ZipFile, made: float) -> None:
        self._out = out
        self._made = made
        self.members: dict[str, Member] = {}

    def put(self, name: str, chunks: Iterable[bytes], packed: bool = True) -> None:
        about = self._about(name, packed)
        digest, size = hashlib.sha256(), 0
        with self._out.open(about, "w", force_zip64=True) as file:
            for chunk in chunks:
                digest.update(chunk)
                size += len(chunk)
                file.write(chunk)
        self.members[name] = Member(size, digest.hexdigest())

    def finish(self, manifest: Manifest) -> None:
        data = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
        self._out.writestr(self._about(MANIFEST, True), data)

    def _about(self, name: str, packed: bool) -> zipfile.ZipInfo:
        about = zipfile.ZipInfo(name, max(_EARLIEST, time.localtime(self._made)[:6]))
        about.compress_type = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
        about.external_attr = 0o600 << 16
        return about


def write(out: IO[bytes], log: Kept, data: Path, settings: bytes | None, made: float) -> Manifest:
    """Write everything that the log and its data folder hold, as it is at one moment, while others go on. `settings` is
    the settings file, where there is one. `OSError` where it does not fit; `BadRow` or `sqlite3.Error` where what is
    kept is damaged."""
    while True:
        out.seek(0)
        out.truncate()
        before = log.all(PICTURES)
        with zipfile.ZipFile(out, "w") as zip:
            writer, holding = _Writer(zip, made), _Holding()
            with log.snapshot() as rows:
                writer.put(LOG, _lines(rows, holding))
            for name, jpeg in every_picture(data, log):
                writer.put(name, [jpeg], packed=False)
            if log.all(PICTURES) != before:
                continue  # a photograph was taken or deleted meanwhile: what is noted would not be what there is
            if settings is not None:
                writer.put(SETTINGS, [settings])
            pictures = sum(_PICTURE.fullmatch(name) is not None for name in writer.members)
            manifest = Manifest(
                format=FORMAT,
                version=VERSION,
                program=__version__,
                made=made,
                source=_source_of(log),
                newest=holding.newest,
                log_version=SCHEMA_VERSION,
                holds=holding.told(pictures, settings is not None),
                members=writer.members,
            )
            writer.finish(manifest)
        return manifest


def _lines(rows: Iterator[Numbered], holding: _Holding) -> Iterator[bytes]:
    lines, size = [journal.first_line(0)], 0
    for numbered in rows:
        row = numbered.row
        if isinstance(row, KeptRow) and row.kind in LEFT_OUT:
            continue
        holding.take(numbered)
        lines.append(journal.line_of(numbered.seq, [row]))
        size += len(lines[-1])
        if size > _CHUNK:
            yield b"".join(lines)
            lines, size = [], 0
    yield b"".join(lines)


# --- reading ----------------------------------------------------------------------------------------------------------


class Backup:
    """A backup that is being read. Made by `opened`."""

    def __init__(self, zip: zipfile.ZipFile, manifest: Manifest, size: int) -> None:
        self._zip = zip
        self.manifest = manifest
        self.size = size

    @property
    def unpacked(self) -> int:
        """How many bytes it holds."""
        return sum(one.size for one in self.manifest.members.values())

    def pictures(self) -> list[str]:
        """The names of its photographs, each a place in a data folder."""
        return [name for name in self.manifest.members if _PICTURE.fullmatch(name)]

    def read(self, name: str) -> Iterator[bytes]:
        """A member in pieces; `BadFile`, at its end at the latest, where it is not what was written."""
        wanted, digest, size = self.manifest.members[name], hashlib.sha256(), 0
        try:
            with self._zip.open(name) as file:
                while chunk := file.read(_CHUNK):
                    size += len(chunk)
                    if size > wanted.size:
                        raise damaged(name)
                    digest.update(chunk)
                    yield chunk
        except UNREADABLE as error:
            raise damaged(name) from error
        if size != wanted.size or digest.hexdigest() != wanted.sha256:
            raise damaged(name)

    def rows(self) -> Iterator[Numbered]:
        """Every row of its log."""
        lines = _split(self.read(LOG))
        version = journal.version_of(next(lines, b""))
        if version > SCHEMA_VERSION:
            raise _newer(self.manifest.program)
        if version == 0:
            raise damaged(LOG)
        for line in lines:
            found = journal.rows_of_line(line)
            if found is None:
                raise damaged(LOG)
            yield from found


def _split(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The lines of a file that comes in pieces."""
    rest = b""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        yield from lines
        if len(rest) > LARGEST_LINE:
            raise damaged(LOG)
    if rest:
        raise damaged(LOG)


@contextmanager
def opened(path: Path) -> Iterator[Backup]:
    """A backup file; `BadFile` says in one sentence what is wrong with it, `OSError` that it cannot be read at all. Its
    manifest has been checked and its members are those that it names; what they hold is checked as they are read."""
    with path.open("rb") as file:
        size = path.stat().st_size
        begins = file.read(4096)
        file.seek(0)
        try:
            zip = zipfile.ZipFile(file)
        except (ValueError, *UNREADABLE) as error:
            raise _no_zip(begins) from error
        with zip:
            yield Backup(zip, _manifest(zip, size), size)


def _no_zip(begins: bytes) -> BadFile:
    if begins.startswith(b"PK") or not begins.strip(b"\0"):
        return BadFile(T("The backup is damaged or was cut short. Copy it again, or take another one."))
    if b'"table-companion evening"' in begins:
        return BadFile(T("This is one exported evening and no backup. Take it in under Evenings, Import."))
    return _not_ours()


def _not_ours() -> BadFile:
    return BadFile(T("This is not a backup that the companion made. Its backups are called table-companion-….zip."))


def _manifest(zip: zipfile.ZipFile, size: int) -> Manifest:
    there = zip.infolist()
    names = [one.filename for one in there]
    if MANIFEST not in names:
        raise _not_ours()
    about = zip.getinfo(MANIFEST)
    if about.file_size > LARGEST_MANIFEST or about.flag_bits & 1:
        raise _not_ours()
    try:
        head = msgspec.json.decode(zip.read(about))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, *UNREADABLE) as error:
        raise damaged(MANIFEST) from error
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise _not_ours()
    version = head.get("version")
    if not isinstance(version, int) or version > VERSION:
        raise _newer(str(head.get("program"))[:40])
    try:
        manifest = msgspec.convert(head, Manifest)
    except msgspec.ValidationError as error:
        raise damaged(MANIFEST) from error
    _check_members(there, manifest, size)
    return manifest


def _check_members(there: list[zipfile.ZipInfo], manifest: Manifest, size: int) -> None:
    """Only what a backup may hold, each once and as large as the manifest says; and not more than its size lets be."""
    if manifest.log_version > SCHEMA_VERSION:
        raise _newer(manifest.program)
    for one in there:
        if one.filename not in (MANIFEST, LOG, SETTINGS) and not _PICTURE.fullmatch(one.filename):
            name = one.filename[:60]
            raise BadFile(
                T("This file was altered: it holds “{name}”, which no backup does. Take another one.", name=name)
            )
    sizes = {one.filename: one.file_size for one in there if one.filename != MANIFEST}
    if len(there) > MOST_MEMBERS or len(sizes) != len(there) - 1 or LOG not in sizes:
        raise damaged(MANIFEST)
    if sizes != {name: member.size for name, member in manifest.members.items()}:
        raise damaged(MANIFEST)
    whole = sum(sizes.values())
    if whole > LARGEST_WHOLE or whole > MOST_PACKED * size or sizes.get(SETTINGS, 0) > LARGEST_SETTINGS:
        raise BadFile(T("This file was altered: unpacked, it would be larger than any backup. Take another one."))


def damaged(where: str) -> BadFile:
    """What is said of a backup that is not as it was written."""
    return BadFile(T("The backup is damaged ({where}). Copy it again, or take another one.", where=where))


def _newer(program: str) -> BadFile:
    return BadFile(
        T("This backup was made by a newer version of the companion ({version}); please update this one.",
          version=program)
    )  # fmt: skip
