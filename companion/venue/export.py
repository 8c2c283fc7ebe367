"""Everything that a venue holds as one zip: each evening as a file that any companion takes in, and the figures."""

from __future__ import annotations

import csv
import io
import json
import logging
import os
import re
import threading
import zipfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.api.refusals import BadFile, BadMove
from companion.api.text import T, Text
from companion.session.signal import Signal
from companion.storage import codec
from companion.venue import reading
from companion.venue.figures import EveningFigures, Figures
from companion.venue.follower import Follower
from companion.venue.picture import KnownEvening
from companion.venue.server import VenueTrouble
from companion.venue.told import EveningReader

FILE = "export.zip"
COLUMNS = (
    "table", "evening", "copy", "game", "name", "players", "started", "last", "ended", "entries", "minutes",
    "ending", "file",
)  # fmt: skip
_log = logging.getLogger(__name__)


class Export:
    """Made in a thread of its own, one at a time; the last one lies in the data folder until the next is made."""

    def __init__(self, follower: Follower, reader: EveningReader, figures: Figures, folder: Path) -> None:
        self._follower, self._reader, self._figures = follower, reader, figures
        self._path = folder / FILE
        self._lock = threading.Lock()
        self._changed = Signal("the venue's export")
        self._thread: threading.Thread | None = None
        self._stopping = False
        self.done, self.of = 0, 0
        self.trouble: Text | None = None

    @property
    def running(self) -> bool:
        """Whether one is being made."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def file(self) -> Path | None:
        """The last one that was made."""
        return self._path if self._path.exists() and not self.running else None

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told how far it is; the answer ends it."""
        return self._changed.subscribe(listener)

    def begin(self, say: Callable[[Text], str]) -> None:
        """Make one, in this language; while one is being made, that is it."""
        with self._lock:
            if self.running:
                return
            self.done, self.trouble = 0, None
            self._thread = threading.Thread(target=self._run, args=(say,), name="venue-export", daemon=True)
            self._thread.start()
        self._changed.emit()

    def stop(self) -> None:
        """Give up what is being made."""
        self._stopping = True
        if self._thread is not None:
            self._thread.join(30)

    def _run(self, say: Callable[[Text], str]) -> None:
        new = self._path.with_suffix(".new")
        try:
            with os.fdopen(os.open(new, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "w+b") as out:
                self._write(out, say)
            os.replace(new, self._path)
        except VenueTrouble as trouble:
            self.trouble = trouble.text
        except OSError as error:
            self.trouble = T("The export could not be written: {why}.", why=error.strerror or str(error))
        except Exception:
            _log.exception("the export broke off")
            self.trouble = T("The export broke off.")
        finally:
            new.unlink(missing_ok=True)
            self._thread = None
            self._changed.emit()

    def _write(self, out: Any, say: Callable[[Text], str]) -> None:
        evenings = self._follower.picture.evenings()
        self.of = len(evenings)
        lines: list[dict[str, Any]] = []
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for one in evenings:
                if self._stopping:
                    return
                lines.append(self._add(archive, one, say))
                self.done += 1
                self._changed.emit()
            archive.writestr("figures.csv", as_csv(lines))
            archive.writestr("figures.json", json.dumps(lines, ensure_ascii=False, indent=1))

    def _add(self, archive: zipfile.ZipFile, one: KnownEvening, say: Callable[[Text], str]) -> dict[str, Any]:
        try:
            row, rows = self._reader.rows(one)
            name = file_name(one)
            archive.writestr(name, reading.as_file(row, rows))
        except (BadFile, BadMove) as refusal:
            return line_of(one, None, say) | {"file": "", "ending": say(refusal.text)}
        found = self._figures.of(one) or self._figures.count(one)
        return line_of(one, found, say) | {"file": name}


def file_name(one: KnownEvening) -> str:
    """Where an evening lies in the zip: `evenings/table-3/2026-11-27-Friday-5f0c-1.json`. Letters and digits."""
    row = one.row
    assert row is not None
    name = re.sub(r"[^A-Za-z0-9]+", "-", row.name).strip("-")[:40] or "evening"
    day = datetime.fromtimestamp(row.started).strftime("%Y-%m-%d")
    return f"evenings/{one.table}/{day}-{name}-{one.id}-{one.copy}.json"


def line_of(one: KnownEvening, found: EveningFigures | None, say: Callable[[Text], str]) -> dict[str, Any]:
    """An evening's line among the figures. Times are in UTC."""
    row = one.row
    assert row is not None
    return {
        "table": one.table,
        "evening": one.id,
        "copy": one.copy,
        "game": row.game,
        "name": row.name,
        "players": list(codec.names(row.players)),
        "started": _time(row.started),
        "last": _time(one.at),
        "ended": "" if row.ended is None else _time(row.ended),
        "entries": one.entries,
        "minutes": None if found is None else round(found.minutes, 1),
        "ending": "" if found is None or found.ending is None else say(found.ending),
        "file": "",
    }


def as_csv(lines: Sequence[dict[str, Any]]) -> str:
    """The lines as CSV; what a spreadsheet would take for a formula is marked as words."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS)
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in line.items()} for line in lines)
    return out.getvalue()


def _cell(value: Any) -> Any:
    text = ", ".join(value) if isinstance(value, list) else value
    return f"'{text}" if isinstance(text, str) and text[:1] in ("=", "+", "-", "@", "\t") else text


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
