"""What is kept, read while a companion runs on it and has the data folder to itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from companion.storage import repair, tables
from companion.storage.tables import Numbered


class LogReader:
    """Reads the database of a data folder; raises `sqlite3.Error` where it cannot be read."""

    def __init__(self, folder: Path) -> None:
        self._path = repair.Files(folder).database

    @contextmanager
    def snapshot(self) -> Iterator[Iterator[Numbered]]:
        """Every row as it is now, while the companion goes on writing."""
        db = repair.connect_to_read(self._path)
        try:
            db.execute("BEGIN")
            db.execute("SELECT count(*) FROM kept").fetchone()
            yield tables.everything(db)
        finally:
            db.close()

    def get(self, kind: str, key: str) -> Any:
        """The value kept under a kind and a key."""
        return self.all(kind).get(key)

    def all(self, kind: str) -> dict[str, Any]:
        """Every value kept under a kind, by key."""
        db = repair.connect_to_read(self._path)
        try:
            query = "SELECT key, value FROM kept WHERE kind = ? AND value IS NOT NULL ORDER BY key"
            return {key: msgspec.json.decode(value) for key, value in db.execute(query, (kind,))}
        finally:
            db.close()
