"""Wrong reads that somebody reported: the picture, what was read in it, and what is right. For the next training.

    <data>/wrong_reads/<time>-<chance>.jpg and .json

They show what lay on somebody's table, and so they stay in this folder: they are in no log, no database and no export
of an evening, and only whoever may read the data folder can read them. They leave it only as the file that a joined
phone asks for.
"""

from __future__ import annotations

import errno
import io
import os
import re
import secrets
import shutil
import threading
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.api.refusals import NotSaved
from companion.api.text import T
from companion.storage.journal import sync_folder

FOLDER = "wrong_reads"
MOST = 200
MOST_BYTES = 30_000_000
LARGEST = 2_000_000  # bytes of one picture
ROOM_WANTED = 20_000_000  # bytes that they leave free on the disk: the evenings need them more
_ID = re.compile(r"[0-9]{10,14}-[0-9a-f]{8}")


class WrongRead(msgspec.Struct, frozen=True, kw_only=True):
    """One report: `read` is what the companion made of it (empty: nothing), `right` what it is (empty: there is no
    code). `sure` tells whether it was used without asking, `source` is `camera` or `photo`, `doubt` a code of
    `companion/session/seeing.py`; `height_px` are the code's characters, `game` is what was on the table."""

    id: str
    at: float
    read: str
    right: str
    sure: bool
    source: str
    kind: str = ""
    doubt: str = ""
    height_px: float = 0.0
    game: str = ""
    size: int = 0


class WrongReads:
    """The reports in a data folder. Safe from any thread; `durable=False` leaves out the waiting for the disk."""

    def __init__(self, data: Path, clock: Callable[[], float] = time.time, durable: bool = True) -> None:
        self._folder = data / FOLDER
        self._clock = clock
        self._durable = durable
        self._lock = threading.Lock()

    def all(self) -> tuple[WrongRead, ...]:
        """Every report, newest first. What cannot be read is passed over."""
        found = (self._told(path) for path in sorted(self._folder.glob("*.json"), reverse=True))
        return tuple(one for one in found if one is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self._folder.glob("*.json"))

    def add(self, jpeg: bytes, about: WrongRead) -> WrongRead:
        """Keep a report; its `id`, `at` and `size` are filled in. `NotSaved` where there is no room."""
        if not jpeg or len(jpeg) > LARGEST:
            raise NotSaved(T("There is no picture of it any more, so nothing was kept."))
        with self._lock:
            kept = self.all()
            if len(kept) >= MOST or sum(one.size for one in kept) + len(jpeg) > MOST_BYTES:
                raise NotSaved(
                    T("No further wrong read fits: save the {count} as a file, then delete them.", count=len(kept))
                )
            at = self._clock()
            id = f"{round(at * 1000):013d}-{secrets.token_hex(4)}"
            new = msgspec.structs.replace(about, id=id, at=at, size=len(jpeg))
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                self._folder.chmod(0o700)
                if shutil.disk_usage(self._folder).free < ROOM_WANTED:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                self._write(id + ".jpg", jpeg)
                self._write(id + ".json", msgspec.json.encode(new))
            except OSError as error:
                self._unlink(id)
                raise NotSaved(
                    T("This was not saved ({reason}); please try again.", reason=error.strerror or "")
                ) from error
        return new

    def picture(self, id: str) -> bytes | None:
        """The picture of a report; None where there is none."""
        if not _ID.fullmatch(id):
            return None
        try:
            return (self._folder / f"{id}.jpg").read_bytes()
        except OSError:
            return None

    def drop(self, id: str) -> bool:
        """Delete one; whether it was there."""
        with self._lock:
            there = bool(_ID.fullmatch(id)) and (self._folder / f"{id}.json").is_file()
            if there:
                self._unlink(id)
            return there

    def clear(self) -> int:
        """Delete all; how many there were."""
        with self._lock:
            there = len(self)
            for path in [*self._folder.glob("*.json"), *self._folder.glob("*.jpg"), *self._folder.glob("*.part")]:
                path.unlink(missing_ok=True)
            return there

    def as_zip(self) -> bytes:
        """All of them as one file: the pictures, and `wrong_reads.json` with what was read and what is right."""
        out = io.BytesIO()
        with self._lock, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as file:
            reports = [one for one in self.all() if (self._folder / f"{one.id}.jpg").is_file()]
            file.writestr("wrong_reads.json", msgspec.json.format(msgspec.json.encode(reports), indent=1))
            for one in reports:
                file.write(self._folder / f"{one.id}.jpg", f"{one.id}.jpg")
        return out.getvalue()

    # --- inside -------------------------------------------------------------------------------------------------------

    def _told(self, path: Path) -> WrongRead | None:
        try:
            found = msgspec.json.decode(path.read_bytes(), type=WrongRead)
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
            return None
        return found if found.id == path.stem and _ID.fullmatch(found.id) else None

    def _write(self, name: str, data: bytes) -> None:
        part = self._folder / f"{name}.part"
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            if self._durable:
                os.fsync(file.fileno())
        part.replace(self._folder / name)
        if self._durable:
            sync_folder(self._folder)

    def _unlink(self, id: str) -> None:
        for end in (".json", ".jpg", ".json.part", ".jpg.part"):
            (self._folder / f"{id}{end}").unlink(missing_ok=True)
