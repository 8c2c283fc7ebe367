"""The owner's photographs of cards: files in the data folder, and in the log which ones there are.

    <data>/pictures/<game>/<card>-<digest of its name>-<digest of the picture>.jpg

A file is whole, synced, and under its own name before the log tells of it, and the one before it goes only then:
whatever happens in between, either the old photograph is there or the new one. No export of an evening holds them; a
backup of everything does.
"""

from __future__ import annotations

import errno
import hashlib
import logging
import os
import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Protocol

import msgspec

from companion.api.refusals import NotSaved, Refused
from companion.api.text import T
from companion.storage.journal import sync_folder
from companion.storage.keyed_store import KeyedStore

_log = logging.getLogger(__name__)
KIND = "card_picture"  # of the kept values
FOLDER = "pictures"
MOST = 2000  # photographs of a game: more than any game has cards
ROOM_WANTED = 20_000_000  # bytes that photographs leave free: the evenings need them more
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_]+")
_NAME_CHARS = 40


class Photograph(msgspec.Struct, frozen=True, kw_only=True):
    """A photograph of a card: `version` tells it from any other, `size` is in bytes, `width` and `height` in pixels.
    `missing` tells that its file is gone or torn."""

    card: str
    version: str
    size: int
    width: int
    height: int
    missing: bool = False


class Changed(Refused):
    """Somebody else has added, replaced or deleted this photograph in the meantime."""


class Pictures:
    """The photographs of all games. `card` is what a card's own text is kept under (`D012`, `weather.Blizzard`);
    capitals and spaces in it do not matter. `durable=False` leaves out the waiting for the disk, for tests."""

    def __init__(self, data: Path, store: KeyedStore, durable: bool = True) -> None:
        self._folder = data / FOLDER
        self._store = store
        self._durable = durable
        self._lock = threading.Lock()
        for part in self._folder.glob("*/*.part"):  # a write that a power cut ended
            _try(part.unlink)

    def find(self, game: str, card: str) -> Photograph | None:
        """The photograph of a card, also where its file is missing; None where none was added."""
        found = _photograph(self._store.get(KIND, _key(game, card)))
        if found is None:
            return None
        try:
            there = self._path(game, found).stat().st_size == found.size
        except OSError:
            there = False
        return found if there else msgspec.structs.replace(found, missing=True)

    def cards(self, game: str) -> tuple[str, ...]:
        """The cards of a game that have a photograph."""
        start = f"{_safe(game)}/"
        kept = (_photograph(value) for key, value in self._store.all(KIND).items() if key.startswith(start))
        return tuple(one.card for one in kept if one is not None)

    def read(self, game: str, card: str) -> tuple[Photograph, bytes] | None:
        """A card's photograph as JPEG; None where there is none, or its file is missing or torn."""
        found = _photograph(self._store.get(KIND, _key(game, card)))
        jpeg = None if found is None else _read(self._path(game, found), found)
        return None if found is None or jpeg is None else (found, jpeg)

    def add(self, game: str, card: str, jpeg: bytes, width: int, height: int, seen: str | None = None) -> Photograph:
        """Keep a photograph in the place of an earlier one. `seen` is the version that was there when it was chosen
        ("": none). On the disk when it returns; raises `NotSaved` or `Changed`, and nothing has changed then."""
        card = _tidy(card)
        new = Photograph(card=card, version=version_of(jpeg), size=len(jpeg), width=width, height=height)
        with self._lock:
            old = self._seen(game, card, seen)
            if old is None and len(self.cards(game)) >= MOST:
                raise NotSaved(T("There are {most} photographs already. Delete some first.", most=MOST))
            self._keep(game, new, jpeg, old)
        return new

    def drop(self, game: str, card: str, seen: str | None = None) -> None:
        """Delete the photograph of a card. Raises `NotSaved` or `Changed`, and nothing has changed then."""
        with self._lock:
            old = self._seen(game, card, seen)
            if old is not None:
                self._store.drop(KIND, _key(game, card))
                _try(self._path(game, old).unlink)

    def scratch(self) -> IO[bytes]:
        """A file without a name beside the photographs, gone once it is closed."""
        return tempfile.TemporaryFile(dir=self._folder.parent)

    # --- inside -------------------------------------------------------------------------------------------------------

    def _seen(self, game: str, card: str, seen: str | None) -> Photograph | None:
        old = _photograph(self._store.get(KIND, _key(game, card)))
        if seen is not None and seen != ("" if old is None else old.version):
            raise Changed(T("Somebody else has changed this photograph meanwhile. Look at it before you go on."))
        return old

    def _keep(self, game: str, new: Photograph, jpeg: bytes, old: Photograph | None) -> None:
        path = self._path(game, new)
        try:
            self._write(path, jpeg)
        except OSError as error:
            raise _not_saved(error) from error
        before = None if old is None else self._path(game, old)
        try:
            self._store.put(KIND, _key(game, new.card), msgspec.to_builtins(new))
        except BaseException:
            if path != before:
                _try(path.unlink)
            raise
        if before is not None and path != before:
            _try(before.unlink)

    def _write(self, path: Path, data: bytes) -> None:
        self._make_folder(path.parent)
        if shutil.disk_usage(path.parent).free < ROOM_WANTED:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        part = path.with_suffix(".part")
        try:
            with part.open("wb") as file:
                file.write(data)
                file.flush()
                if self._durable:
                    os.fsync(file.fileno())
            part.replace(path)
        except OSError:
            _try(part.unlink)
            raise
        if self._durable:
            sync_folder(path.parent)

    def _make_folder(self, folder: Path) -> None:
        if folder.is_dir():
            return
        folder.mkdir(parents=True, exist_ok=True)
        if self._durable:
            sync_folder(self._folder)
            sync_folder(self._folder.parent)

    def _path(self, game: str, one: Photograph) -> Path:
        return self._folder / _file_of(game, one)


class _Kept(Protocol):
    """All values kept under a kind, by key."""

    def all(self, kind: str) -> Mapping[str, Any]: ...


def every_picture(data: Path, store: _Kept) -> Iterator[tuple[str, bytes]]:
    """All photographs that are whole, as JPEG, each with its place in the data folder."""
    for key, kept in store.all(KIND).items():
        found = _photograph(kept)
        if found is not None:
            name = f"{FOLDER}/{_file_of(key.partition('/')[0], found)}"
            jpeg = _read(data / name, found)
            if jpeg is not None:
                yield name, jpeg


def _file_of(game: str, one: Photograph) -> str:
    """Letters, digits and digests alone make the name, so that no card's name leads out of the folder."""
    name = hashlib.sha256(_tidy(one.card).casefold().encode("utf-8", "replace")).hexdigest()[:10]
    return f"{_safe(game)}/{_safe(one.card)}-{name}-{_safe(one.version)}.jpg"


def _read(path: Path, one: Photograph) -> bytes | None:
    try:
        jpeg = path.read_bytes()
    except OSError:
        return None
    return jpeg if version_of(jpeg) == one.version else None


def _tidy(card: str) -> str:
    return " ".join(card.split())


def _key(game: str, card: str) -> str:
    return f"{_safe(game)}/{_tidy(card).casefold()}"


def _safe(name: str) -> str:
    return _NOT_IN_NAMES.sub("_", name)[:_NAME_CHARS].strip("_").lower() or "card"


def version_of(jpeg: bytes) -> str:
    """What tells a picture from any other."""
    return hashlib.sha256(jpeg).hexdigest()[:16]


def _photograph(kept: object | None) -> Photograph | None:
    """What was kept; None where it is nothing of the kind."""
    try:
        return None if kept is None else msgspec.convert(kept, Photograph)
    except msgspec.ValidationError:
        _log.warning("a note of a photograph cannot be read: %r", kept)
        return None


def _not_saved(error: OSError) -> NotSaved:
    _log.warning("a photograph could not be kept: %s", error)
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return NotSaved(T("The disk is full, so the photograph was not kept; please make room and try again."))
    why: str = error.strerror or str(error)
    return NotSaved(T("The photograph was not kept ({reason}); please try again.", reason=why))


def _try(work: Callable[[], object]) -> None:
    try:
        work()
    except FileNotFoundError:
        pass
    except OSError as error:
        _log.warning("a photograph's file stayed behind: %s", error)
