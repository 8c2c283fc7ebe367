"""The folder that backups go to, on a USB stick as a rule: which one it is, what it holds, a new one put there.

A new one is written under another name, synced, read back, and only then called what backups are called: a stick that
is pulled at any moment holds whole backups under such names and no others. Older ones go only for a new one that is
whole, unless there is no room for it.
"""

from __future__ import annotations

import errno
import logging
import os
import re
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.api.refusals import BadFile, NotSaved
from companion.api.text import T, Text
from companion.backup.backup_file import Kept, Manifest, opened, write
from companion.storage.journal import sync_folder
from companion.storage.tables import BadRow

AUTO = "auto"
OURS = "table-companion"  # a folder of this name marks a stick as one that backups go to
SYSTEM = ("/boot", "/usr", "/var", "/home", "/opt")  # places of the system's own disks
RESERVE = 10_000_000  # bytes that always stay free on the stick
_NAME = re.compile(r"table-companion-[0-9a-f]{4,8}-[0-9]{8}-[0-9]{6}(-during)?(-[0-9]+)?\.zip")
_PART = ".table-companion.part"
_log = logging.getLogger(__name__)


class NoFolder(NotSaved):
    """The folder for backups is not there: the stick is not in, as a rule."""


@dataclass(frozen=True)
class Kind:
    """What a backup in a folder is called and when it goes: `keep` so many of this companion's; `during` an evening,
    the next one takes its place."""

    keep: int = 10
    during: bool = False


@dataclass(frozen=True)
class Found:
    """A backup in a folder. `manifest` is None where it is damaged, and then `wrong` says so."""

    path: Path
    size: int
    manifest: Manifest | None
    wrong: Text | None = None

    @property
    def during(self) -> bool:
        """Whether it was made in the middle of an evening."""
        return "-during" in self.path.name


def backups_in(folder: Path) -> list[Found]:
    """The backups in a folder, the newest first; those that cannot be read last. Of these only the names tell."""
    try:
        found = [_look(path) for path in folder.glob("table-companion-*.zip") if _NAME.fullmatch(path.name)]
    except OSError as error:  # the stick is pulled just now
        _log.debug("backups cannot be listed: %s", error)
        return []
    return sorted(found, key=_age, reverse=True)


def _age(one: Found) -> tuple[bool, float, int, str]:
    made, newest = (0.0, 0) if one.manifest is None else (one.manifest.made, one.manifest.newest)
    return one.manifest is not None, made, newest, one.path.name


def _look(path: Path) -> Found:
    size = 0
    try:
        size = path.stat().st_size
        with opened(path) as backup:
            return Found(path, size, backup.manifest)
    except BadFile as error:
        return Found(path, size, None, error.text)
    except OSError as error:
        return Found(path, size, None, T("It cannot be read ({reason}).", reason=reason(error)))


# --- which folder -----------------------------------------------------------------------------------------------------


def folder_of(setting: str, data: Path, same_disk: bool, sticks: Callable[[], list[Path]]) -> Path | None:
    """The folder that the settings name; None where they name none, or the stick to be looked for is not in. `NoFolder`
    where the one that they name is not there, or is no other disk than that of the evenings."""
    if not setting:
        return None
    if setting == AUTO:
        return _marked(sticks())
    folder = Path(setting).expanduser()
    if not is_folder(folder):
        raise NoFolder(T("The folder for backups is not there: {folder}.", folder=str(folder)))
    if not same_disk and folder.stat().st_dev == data.stat().st_dev:
        raise NoFolder(T("There is no stick in {folder}: it is on the same disk as the evenings.", folder=str(folder)))
    return folder


def _marked(sticks: list[Path]) -> Path | None:
    marked = [stick / OURS for stick in sticks if is_folder(stick / OURS)]
    shut = [stick for stick in sticks if not os.access(stick, os.R_OK | os.X_OK)]
    if shut and not marked:
        raise NoFolder(T("A stick is in, but this user may not read it: {folder}.", folder=str(shut[0])))
    return marked[0] if marked else None


def is_folder(path: Path) -> bool:
    """Whether there is a folder that this user may look into."""
    try:
        return path.is_dir()
    except OSError:  # a stick that is mounted for somebody else, or that fails
        return False


def usb_sticks(mounts: Path = Path("/proc/self/mountinfo"), blocks: Path = Path("/sys/class/block")) -> list[Path]:
    """Where USB sticks are mounted; a disk that the system itself runs from is none."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return []
    found = [(_unescaped(place), (blocks / Path(device).name).resolve()) for place, device in _mounted(lines)]
    systems = {_disk_of(block) for place, block in found if place == "/" or place.startswith(SYSTEM)}
    return [Path(place) for place, block in found if "/usb" in str(block) and _disk_of(block) not in systems]


def _disk_of(block: Path) -> Path:
    """A partition lies in its disk's folder."""
    return block.parent if (block / "partition").exists() else block


def _mounted(lines: list[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        fields, _, more = line.partition(" - ")
        parts, device = fields.split(), more.split()
        if len(parts) > 4 and len(device) > 1 and device[1].startswith("/dev/"):
            yield parts[4], device[1]


def _unescaped(place: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), place)


# --- a new one --------------------------------------------------------------------------------------------------------


def put(folder: Path, log: Kept, data: Path, settings: bytes | None, kind: Kind, made: float | None = None) -> Found:
    """Make a backup in a folder, and let go of the oldest of this companion's. `NotSaved` says what went wrong: then
    nothing that was there is gone, unless room was made."""
    made = time.time() if made is None else made
    part = folder / _PART
    try:
        part.unlink(missing_ok=True)
        _make_room(folder, _likely_size(data))
        found = _written(part, log, data, settings, made)
        final = _unused(folder, found, made, kind.during)
        part.rename(final)
        sync_folder(folder)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise not_saved(error, folder) from error
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    _thin_out(folder, final, found, kind.keep)
    return Found(final, final.stat().st_size, found)


def save(path: Path, log: Kept, data: Path, settings: bytes | None, made: float | None = None) -> Found:
    """Make a backup under a name of one's own. `NotSaved` says what went wrong; an older file of that name is there
    then, as it was."""
    part = path.with_name(f".{path.name}.part")
    try:
        found = _written(part, log, data, settings, time.time() if made is None else made)
        part.rename(path)
        sync_folder(path.parent)
    except OSError as error:
        raise not_saved(error, path.parent) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return Found(path, path.stat().st_size, found)


def _written(part: Path, log: Kept, data: Path, settings: bytes | None, made: float) -> Manifest:
    """A whole backup on the disk, read back."""
    handle = os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w+b") as file:
        try:
            found = write(file, log, data, settings, made)
        except (sqlite3.Error, BadRow, UnicodeDecodeError) as error:
            _log.warning("what is kept cannot be read whole: %s", error)
            text = T(
                "What is kept here is damaged and cannot be backed up before it is mended: start the companion again."
            )
            raise NotSaved(text) from error
        file.flush()
        os.fsync(file.fileno())
        with suppress(OSError):  # so that what is read back comes from the stick
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    try:
        with opened(part) as backup:
            for name in backup.manifest.members:
                for _ in backup.read(name):
                    pass
    except BadFile as error:
        raise OSError(errno.EIO, os.strerror(errno.EIO)) from error
    return found


def _likely_size(data: Path) -> int:
    """Bytes that a backup takes at most, by the files that go into it."""
    paths = [data / "companion.db", data / "companion.db-wal", *data.glob("pictures/*/*.jpg")]
    size = 0
    for path in paths:
        with suppress(OSError):
            size += path.stat().st_size
    return size


def _make_room(folder: Path, wanted: int) -> None:
    """Where there is too little, the oldest go before the new one is there, but never the newest whole one."""
    there = backups_in(folder)
    while shutil.disk_usage(folder).free < wanted + RESERVE:
        if len(there) < 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        there.pop().path.unlink()


def _unused(folder: Path, found: Manifest, made: float, during: bool) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(made)) + ("-during" if during else "")
    name = f"table-companion-{found.source}-{stamp}"
    names = (folder / (f"{name}.zip" if number == 1 else f"{name}-{number}.zip") for number in range(1, 1000))
    return next(path for path in names if not path.exists())


def _thin_out(folder: Path, newest: Path, manifest: Manifest, keep: int) -> None:
    """Let go of this companion's oldest, and of what was made during an evening: there is something newer now."""
    own = [one for one in backups_in(folder) if one.manifest is None or one.manifest.source == manifest.source]
    own = [one for one in own if f"-{manifest.source}-" in one.path.name and one.path != newest]
    own.sort(
        key=lambda one: (one.manifest is not None, 0 if one.manifest is None else one.manifest.newest, one.path.name)
    )
    after = [one for one in own if not one.during]
    too_many = len(after) + (0 if "-during" in newest.name else 1) - keep
    for one in [*(one for one in own if one.during), *after[: max(0, too_many)]]:
        try:
            one.path.unlink()
        except OSError as error:
            _log.warning("an old backup stayed behind: %s", error)


def not_saved(error: OSError, folder: Path) -> NotSaved:
    """The refusal for what the disk of the backups did not let be done."""
    where = str(folder)
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return NotSaved(
            T("There is no room for a backup in {folder}. Make room there, or take a larger stick.", folder=where)
        )
    if error.errno == errno.EROFS:
        return NotSaved(T("{folder} is read-only, so nothing was backed up. Take another stick.", folder=where))
    if error.errno in (errno.EACCES, errno.EPERM):
        return NotSaved(
            T("{folder} cannot be written ({reason}), so nothing was backed up. Let this user write there.",
              folder=where, reason=reason(error))
        )  # fmt: skip
    if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.ENOTDIR):
        return NoFolder(T("{folder} is not there, so nothing was backed up. Put the stick in.", folder=where))
    return NotSaved(
        T("The backup did not come about ({reason}): {folder}. Put the stick in again, or take another one.",
          folder=where, reason=reason(error))
    )  # fmt: skip


def reason(error: OSError) -> str:
    """What the system says of it."""
    return error.strerror or str(error)
