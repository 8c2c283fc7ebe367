"""What phones and the clock ask of backups: where they go, one made now, one looked into, one taken over."""

from __future__ import annotations

import logging
import os
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from mmap import mmap
from pathlib import Path
from typing import IO, Any

from companion.api.game import Game
from companion.api.refusals import BadFile, BadMove, NotSaved
from companion.api.text import T, Text
from companion.backup.backup_file import LEFT_OUT, SOURCE_KIND
from companion.backup.folder import (
    AUTO,
    OURS,
    Found,
    Kind,
    NoFolder,
    backups_in,
    folder_of,
    is_folder,
    not_saved,
    put,
    save,
)
from companion.backup.restoring import Staged, stage
from companion.storage import takeover
from companion.storage.log import Log

UPLOADED = "restore.upload"
_log = logging.getLogger(__name__)
OF_PEOPLE = ("card_note", "card_picture", "card_text", "calibration", "pile")  # kinds of kept values that somebody made


@dataclass(frozen=True)
class Wanted:
    """Where backups go by the settings: `folder` as in the settings file, so many of them."""

    folder: str = ""
    keep: int = 10
    same_disk: bool = False


@dataclass(frozen=True)
class Shelf:
    """Where backups go (None: nowhere, and `wrong` may say why), those that there are, newest first, and sticks that
    are plugged in and could be used."""

    folder: Path | None
    wrong: Text | None
    kept: tuple[Found, ...]
    sticks: tuple[Path, ...]


class BackupDesk:
    """Makes backups and restores them. Safe from any thread; one thing at a time. `restart` has the companion begin
    anew, which takes over what was restored; `settings` reads the settings file."""

    def __init__(
        self,
        log: Log,
        data: Path,
        games: Mapping[str, Game[Any]],
        wanted: Wanted,
        *,
        settings: Callable[[], bytes | None] = lambda: None,
        sticks: Callable[[], list[Path]] = list,
        restart: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._log = log
        self._data = data
        self._games = games
        self.wanted = wanted
        self._settings = settings
        self._sticks = sticks
        self._restart = restart
        self._clock = clock
        self._lock = threading.Lock()
        self._staged: Staged | None = None
        self._made: list[Callable[[Found], None]] = []

    def on_made(self, listener: Callable[[Found], None]) -> None:
        """Have it told of every backup that came to where backups go."""
        self._made.append(listener)

    # --- looking ------------------------------------------------------------------------------------------------------

    def folder(self) -> Path | None:
        """Where backups go now; None for nowhere. `NoFolder` where that is not there."""
        return folder_of(self.wanted.folder, self._data, self.wanted.same_disk, self._sticks)

    def shelf(self) -> Shelf:
        """What there is."""
        folder, wrong = None, None
        try:
            folder = self.folder()
        except NoFolder as error:
            wrong = error.text
        kept = tuple(found for place in self._places(folder) for found in backups_in(place))
        usable = [] if self.wanted.folder != AUTO else [one for one in self._sticks() if os.access(one, os.W_OK)]
        sticks = tuple(one for one in usable if one / OURS != folder)
        return Shelf(folder, wrong, tuple(sorted(kept, key=_made, reverse=True)), sticks)

    def _places(self, folder: Path | None) -> list[Path]:
        sticks = self._sticks()
        places = [folder, *(stick / OURS for stick in sticks), *sticks]
        return list(dict.fromkeys(one for one in places if one is not None and is_folder(one)))

    @property
    def newest(self) -> int:
        """The number of the newest write that a backup would hold."""
        return self._log.newest_but(LEFT_OUT | {SOURCE_KIND})

    def anything(self) -> bool:
        """Whether there is anything that somebody would miss. A new card must not put an empty backup before those that
        are to be restored on it."""
        games = [f"board.{name}" for name in self._games]
        return bool(self._log.evenings()) or any(self._log.all(kind) for kind in (*games, *OF_PEOPLE))

    # --- making -------------------------------------------------------------------------------------------------------

    def make(self, during: bool = False, stick: str | None = None) -> Found:
        """One now, where backups go; or on this stick, where they go from then on. `NotSaved` says why not."""
        with self._lock:
            folder = self.folder() if stick is None else self._marked(stick)
            if folder is None:
                raise NoFolder(T("There is no stick for backups. Plug one in."))
            kind = Kind(self.wanted.keep, during)
            found = put(folder, self._log, self._data, self._settings(), kind, self._clock())
        for listener in self._made:
            listener(found)
        return found

    def _marked(self, stick: str) -> Path:
        found = next((one for one in self._sticks() if str(one) == stick), None)
        if found is None:
            raise NoFolder(T("This stick is not in any more."))
        try:
            (found / OURS).mkdir(exist_ok=True)
        except OSError as error:
            raise not_saved(error, found) from error
        return found / OURS

    def whole(self) -> tuple[IO[bytes], str, int]:
        """One to take away: the open file, what it is to be called, and its size. It is gone when it is closed."""
        with self._lock:
            try:
                return self._whole(self._data)
            except (OSError, NotSaved) as error:  # a card that takes nothing any more: now of all times it is wanted
                _log.warning("no backup can be put together in the data folder: %s", error)
            try:
                return self._whole(Path(tempfile.gettempdir()))
            except OSError as error:
                raise not_saved(error, self._data) from error

    def _whole(self, place: Path) -> tuple[IO[bytes], str, int]:
        with tempfile.TemporaryDirectory(prefix="restore.", dir=place) as folder:
            path = Path(folder) / "backup.zip"
            found = save(path, self._log, self._data, self._settings(), self._clock())
            assert found.manifest is not None
            stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(found.manifest.made))
            return path.open("rb"), f"table-companion-{found.manifest.source}-{stamp}.zip", found.size

    # --- restoring ----------------------------------------------------------------------------------------------------

    def look(self, name: str) -> Staged:
        """Check one of those that there are, whole, and put it together beside what is here, to be taken over."""
        path = next((one.path for one in self.shelf().kept if one.path.name == name), None)
        if path is None:
            raise BadFile(T("This backup is not here any more."))
        return self._stage(path, name)

    def upload(self, data: bytes | mmap, name: str) -> Staged:
        """The same for one that a phone sends."""
        path = self._data / UPLOADED
        try:
            path.write_bytes(data)
            return self._stage(path, name)
        except OSError as error:
            raise not_saved(error, self._data) from error
        finally:
            path.unlink(missing_ok=True)

    def _stage(self, path: Path, name: str) -> Staged:
        with self._lock:
            self._staged = None
            self._staged = replace(stage(path, self._data, self._games), name=name)
            return self._staged

    def drop(self) -> None:
        """What was looked into is not taken over."""
        with self._lock:
            self._staged = None
            takeover.drop(self._data)

    def restore(self, name: str) -> None:
        """Take over what was looked into last; the companion begins anew."""
        with self._lock:
            if self._staged is None or self._staged.name != name:
                raise BadMove(T("Look into the backup first, then take it over."))
            try:
                takeover.commit(self._data)
            except OSError as error:
                raise NotSaved(T("The backup could not be taken over. Nothing has changed.")) from error
            self._staged = None
        self._restart()

    def clean_up(self) -> None:
        """What an earlier run left of this."""
        for path in (self._data / UPLOADED, *self._data.glob("restore.*/backup.zip*")):
            with suppress(OSError):
                path.unlink()
                path.parent.rmdir()


def _made(one: Found) -> float:
    return 0.0 if one.manifest is None else one.manifest.made
