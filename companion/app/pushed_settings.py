"""Settings that the venue has set, over those of the owner's file: kept in the data folder, tried, and left again where
the companion does not start with them.

Only these may be set from elsewhere. None of them can keep a table from being reached, tells anybody more than before,
or names a device, a secret or a folder.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from companion.api.text import T, Text, all_of
from companion.app.settings import BadSettings, Settings

ALLOWED = (
    "language",
    "voice.on",
    "voice.language",
    "voice.rate",
    "voice.volume",
    "voice.cues",
    "voice.lead_silence_ms",
    "backup.keep",
    "backup.during_min",
    "venue.staff_call",
)
FILE = "venue-settings.json"
MOST_TRIES = 2  # one of them may have ended by a power cut
Trial: TypeAlias = Literal["none", "trying", "failed"]
_log = logging.getLogger(__name__)


class _Kept(msgspec.Struct):
    """`values` hold; `before` did so until they were tried. `number` is that of what was wanted last."""

    values: dict[str, Any] = {}
    before: dict[str, Any] = {}
    number: int = 0
    trial: Trial = "none"
    tries: int = 0


def with_values(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """The settings with some set otherwise, by names such as `voice.rate`. `BadSettings` for the first that may not be
    set from elsewhere, or does not fit."""
    tree = _plain(settings)
    for name, value in values.items():
        if name not in ALLOWED:
            text = T("{name} may not be set from elsewhere; these may: {names}.", name=name, names=all_of(ALLOWED))
            raise BadSettings(text)
        section, _, key = name.rpartition(".")
        (tree[section] if section else tree)[key] = value
        try:
            settings = msgspec.convert(tree, Settings)
        except msgspec.ValidationError as error:
            raise BadSettings(T("{name} cannot be set so: {why}.", name=name, why=str(error))) from error
    return settings


def _plain(settings: Any) -> dict[str, Any]:
    """Sections as mappings; values stay what they are."""
    found = ((one.name, getattr(settings, one.name)) for one in fields(settings))
    return {name: _plain(value) if is_dataclass(value) else value for name, value in found}


class PushedSettings:
    """What the venue has set here. Where nothing was ever set, no file is written."""

    def __init__(self, data: Path) -> None:
        self._path = data / FILE
        self._kept = self._read()

    @property
    def values(self) -> Mapping[str, Any]:
        """What holds, by name."""
        return self._kept.values

    @property
    def on_trial(self) -> bool:
        """Whether what holds has not run well for a minute yet."""
        return self._kept.trial == "trying"

    def failed(self, number: int) -> bool:
        """Whether what was wanted under that number was tried and left again."""
        return self._kept.number == number and self._kept.trial == "failed"

    def put(self, number: int, values: Mapping[str, Any]) -> None:
        """Try these from the next start on. Raises OSError."""
        self._write(_Kept(dict(values), dict(self._kept.values), number, "trying"))

    def over(self, settings: Settings) -> Settings:
        """The settings of a start: what is on trial is left after it was tried in vain, what does not fit any more is
        left out. Where the table's own file names no owner of a venue (any more), the file alone holds."""
        if not settings.venue.owner:
            return settings
        self._kept = self._read()
        if self.on_trial and self._kept.tries >= MOST_TRIES:
            self.back()
        elif self.on_trial:
            self._try_to_write(msgspec.structs.replace(self._kept, tries=self._kept.tries + 1))
        for name, value in self._kept.values.items():
            try:
                settings = with_values(settings, {name: value})
            except BadSettings as error:
                _log.warning("of what the venue set: %s", error)
        return settings

    def back(self) -> bool:
        """Leave what is on trial; whether anything was."""
        if not self.on_trial:
            return False
        _log.warning("the companion did not start well with what the venue set, so what was before holds again")
        self._try_to_write(_Kept(self._kept.before, {}, self._kept.number, "failed"))
        return True

    def well(self) -> None:
        """It runs well with what is on trial."""
        if self.on_trial:
            self._try_to_write(_Kept(self._kept.values, {}, self._kept.number))

    def _read(self) -> _Kept:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=_Kept)
        except (OSError, msgspec.MsgspecError):
            return _Kept()

    def _try_to_write(self, kept: _Kept) -> None:
        try:
            self._write(kept)
        except OSError as error:
            self._kept = kept
            _log.warning("what the venue set could not be kept: %s", error)

    def _write(self, kept: _Kept) -> None:
        new = self._path.with_suffix(".new")
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(msgspec.json.encode(kept))
            file.flush()
            os.fsync(handle)
        new.replace(self._path)
        self._kept = kept


def did_not_start() -> Text:
    """Why what was tried holds no more."""
    return T("The companion did not run well with these settings, so those before hold again.")
