"""The calibrations of a drawer that are kept: the one in use, and those before it, to choose, save and take in."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from companion import __version__
from companion.api.refusals import BadFile, BadMove
from companion.api.text import T
from companion.drawer.ports import Recorder, Scale
from companion.storage.keyed_store import KeyedStore

KIND, HISTORY, RECORDINGS = "calibration", "calibration.history", "calibration.tape"
MOST_KEPT = 20
FORMAT, VERSION = "table-companion scale", 1
LARGEST_FILE = 20_000_000
LONGEST_NAME = 100

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Kept:
    """One calibration: when and by whom it was made, its figures, whether it is in use."""

    at: float
    by: str
    values: Mapping[str, Any]
    surely: int | None
    used: bool


class Calibrations:
    """The calibrations of one drawer, whose id is `drawer`. `revive` makes a scale's calibration of its plain values,
    and raises for what is none."""

    def __init__(
        self,
        store: KeyedStore,
        scale: Scale,
        recorder: Recorder | None,
        revive: Callable[[Mapping[str, Any]], Any],
        drawer: str,
    ) -> None:
        self._store = store
        self._scale = scale
        self._recorder = recorder
        self._revive = revive
        self.drawer = drawer

    def use_drawer(self, drawer: str) -> None:
        """Another drawer is connected: it brings its own calibration, or none."""
        self.drawer = drawer
        kept = self._store.get(KIND, drawer)
        made = self._revived(kept) if isinstance(kept, dict) else None
        if made is None and isinstance(kept, dict):
            _log.warning("the kept calibration of the drawer %s cannot be used; calibrate again", drawer)
        self._scale.use(made)

    def in_use_since(self) -> float | None:
        """When the one in use was made."""
        kept = self._store.get(KIND, self.drawer)
        return kept.get("at") if isinstance(kept, dict) else None

    def keep(self, made: Any, at: float, by: str) -> None:
        """A new one, in use from now on."""
        entry = {"at": at, "by": by, "values": made.to_plain(), "surely": surely(made)}
        self._write([*self._entries(), entry])
        recording = self._recorder.calibration_recording() if self._recorder else None
        if recording is not None:
            self._store.put(RECORDINGS, self._recording_key(at), recording)
        self._store.put(KIND, self.drawer, {"at": at, "values": entry["values"]})

    def refine(self, made: Any) -> None:
        """The one in use has learnt from what people counted: it keeps its place."""
        at = self.in_use_since()
        learnt = {"values": made.to_plain(), "surely": surely(made)}
        if at is not None:
            self._write([{**one, **learnt} if one["at"] == at else one for one in self._entries()])
            self._store.put(KIND, self.drawer, {"at": at, "values": learnt["values"]})

    def all(self) -> tuple[Kept, ...]:
        """All that are kept, newest first."""
        used = self.in_use_since()
        return tuple(
            Kept(one["at"], one.get("by", ""), one["values"], one.get("surely"), one["at"] == used)
            for one in reversed(self._entries())
        )

    def choose(self, at: float) -> None:
        """Use the one that was made then; `BadMove` when it is not there or cannot be used."""
        entry = next((one for one in self._entries() if one["at"] == at), None)
        if entry is None:
            raise BadMove(T("This calibration is not kept any more."))
        made = self._revived(entry)
        if made is None:
            raise BadMove(T("This calibration cannot be used any more; calibrate again."))
        self._store.put(KIND, self.drawer, {"at": at, "values": entry["values"]})
        self._scale.use(made)
        self.use_recording()

    def use_recording(self) -> None:
        """Have recordings begin with the samples of the calibration in use, where they were kept."""
        at = self.in_use_since()
        if self._recorder is None:
            return
        recording = None if at is None else self._store.get(RECORDINGS, self._recording_key(at))
        try:
            self._recorder.use_calibration_recording(recording)
        except ValueError:
            self._recorder.use_calibration_recording(None)

    # --- in and out ---------------------------------------------------------------------------------------------------

    def export(self) -> bytes:
        """All of this drawer's calibrations as one file."""
        entries = [
            {**one, "tape": self._store.get(RECORDINGS, self._recording_key(one["at"]))} for one in self._entries()
        ]
        file = {
            "format": FORMAT,
            "version": VERSION,
            "program": __version__,
            "drawer": self.drawer,
            "used": self.in_use_since(),
            "calibrations": entries,
        }
        return msgspec.json.format(msgspec.json.encode(file), indent=1)

    def import_(self, data: bytes) -> int:
        """Take in the calibrations of a file: how many were new. Where none is in use yet, the file's is used."""
        entries, used = self._read(data)
        known = {one["at"] for one in self._entries()}
        new = [one for one in entries if one["at"] not in known]
        for one in new:
            recording = one.pop("tape", None)
            if isinstance(recording, dict):
                self._store.put(RECORDINGS, self._recording_key(one["at"]), recording)
        self._write(sorted([*self._entries(), *new], key=lambda one: float(one["at"])))
        if self.in_use_since() is None and new:
            self.choose(next((one["at"] for one in new if one["at"] == used), new[-1]["at"]))
        return len(new)

    def _read(self, data: bytes) -> tuple[list[dict[str, Any]], float | None]:
        try:
            raw = msgspec.json.decode(data) if len(data) <= LARGEST_FILE else None
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raw = None
        if not isinstance(raw, dict) or raw.get("format") != FORMAT:
            raise BadFile(T("This is not a file of calibrations that the companion exported."))
        if raw.get("version") != VERSION:
            raise BadFile(T("The file was written by a newer version of the companion; please update this one."))
        entries = raw.get("calibrations")
        if not isinstance(entries, list) or not all(self._sound(one) for one in entries[:MOST_KEPT]):
            raise BadFile(T("The file was altered and does not fit together any more ({where}).", where="calibrations"))
        return entries[:MOST_KEPT], raw.get("used")

    def _sound(self, entry: Any) -> bool:
        if not isinstance(entry, dict) or not isinstance(entry.get("at"), float | int):
            return False
        by, reach = entry.get("by", ""), entry.get("surely")
        named = isinstance(by, str) and len(by) <= LONGEST_NAME and (reach is None or isinstance(reach, int))
        return named and set(entry) <= {"at", "by", "values", "surely", "tape"} and self._revived(entry) is not None

    def _revived(self, entry: Mapping[str, Any]) -> Any:
        try:
            return self._revive(entry["values"])
        except Exception:
            return None

    # --- inside -------------------------------------------------------------------------------------------------------

    def _entries(self) -> list[dict[str, Any]]:
        """Oldest first. A calibration of before there was a history is its first entry."""
        found = self._store.get(HISTORY, self.drawer)
        if isinstance(found, list):
            return found
        kept = self._store.get(KIND, self.drawer)
        return [{"at": kept["at"], "by": "", "values": kept["values"]}] if isinstance(kept, dict) else []

    def _write(self, entries: list[dict[str, Any]]) -> None:
        used = self.in_use_since()
        for old in entries[:-MOST_KEPT]:
            if old["at"] != used:
                self._store.drop(RECORDINGS, self._recording_key(old["at"]))
        older = [one for one in entries[:-MOST_KEPT] if one["at"] == used]
        self._store.put(HISTORY, self.drawer, [*older, *entries[-MOST_KEPT:]])

    def _recording_key(self, at: float) -> str:
        return f"{self.drawer} {at}"


def surely(made: Any) -> int:
    """Up to how many cubes a calibration counts surely."""
    return int(made.reach().surely)
