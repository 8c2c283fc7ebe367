"""How far each evening of this table is in the venue's server, kept in a file of the data folder.

It saves asking the server; when it is lost or older than it should be, the server's own last record tells.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path

import msgspec

from companion.venue.records import Place

FILE = "venue.json"
_log = logging.getLogger(__name__)


class _Kept(msgspec.Struct):
    """`table` and `server`: whose this is; for another table or server it says nothing."""

    table: str
    server: str
    places: dict[str, Place] = {}
    abouts: dict[str, str] = {}


class Cursor:
    """By an evening's id: how far its entries go in the server, and a digest of what was told of it as a whole."""

    def __init__(self, folder: Path, table: str, server: str) -> None:
        self._path = folder / FILE
        self._kept = _read(self._path)
        if (self._kept.table, self._kept.server) != (table, server):
            self._kept = _Kept(table, server)
        self._changed = False

    def place(self, evening: str) -> Place | None:
        """How far it is; None where that is not known."""
        return self._kept.places.get(evening)

    def about(self, evening: str) -> str:
        """What was told of it; empty where nothing was."""
        return self._kept.abouts.get(evening, "")

    def move(self, evening: str, place: Place) -> None:
        """It is so far now."""
        self._kept.places[evening] = place
        self._changed = True

    def told(self, evening: str, what: str) -> None:
        """This was told of it."""
        self._kept.abouts[evening] = what
        self._changed = True

    def forget(self, evening: str) -> None:
        """What was known of its entries is wrong: the server is to be asked."""
        self._changed |= self._kept.places.pop(evening, None) is not None

    def save(self) -> None:
        """Onto the disk, where something changed. A disk that is full costs a question to the server, no more."""
        if not self._changed:
            return
        new = self._path.with_suffix(".new")
        try:
            new.touch(mode=0o600)
            new.write_bytes(msgspec.json.encode(self._kept))
            os.replace(new, self._path)
            self._changed = False
        except OSError as error:
            _log.warning("how far the venue's server is could not be kept: %s", error)


def _read(path: Path) -> _Kept:
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Kept)
    except (OSError, msgspec.MsgspecError):
        return _Kept("", "")
