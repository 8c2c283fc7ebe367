"""Starts that came to nothing, counted in the data folder. After three of them the next one is in safe mode: whatever
ends the companion at its start is a device, as a rule, or the evening that it opens."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from companion.api.text import T, Text
from companion.app.settings import CameraSettings, DrawerSettings, MqttSettings, PanelSettings, Settings
from companion.status.health import LABELS, DeviceHealth

FILE = "starts"
MOST_FAILED = 3
WELL_S = 60.0
MOST_COUNTED = 1000


class Starts:
    """How many starts in a row ended before the companion had run well for a minute. Where the folder takes nothing,
    nothing is counted."""

    def __init__(self, data: Path) -> None:
        self._path = data / FILE
        self.failed = 0

    def begin(self) -> int:
        """Another start: how many before it came to nothing."""
        self.failed = self._read()
        self._write(min(self.failed + 1, MOST_COUNTED))
        return self.failed

    def take_back(self) -> None:
        """This start was none: it was refused in words, as where another companion has the folder."""
        self._write(self.failed)

    def well(self) -> None:
        """It runs well, or was ended by somebody."""
        self.failed = 0
        self._write(0)

    def _read(self) -> int:
        try:
            return max(0, min(int(self._path.read_text(encoding="ascii")[:8]), MOST_COUNTED))
        except (OSError, ValueError):
            return 0

    def _write(self, count: int) -> None:
        with suppress(OSError):
            if count == 0 and not self._path.exists():
                return
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(f"{count}\n")
                file.flush()
                os.fsync(handle)


class Well(Protocol):
    """What is told that a start was a good one."""

    def well(self) -> None: ...


class WellAfterAMinute:
    """Notes that the start was a good one, once everything still answers after so long. `ask` returns when it does."""

    def __init__(self, starts: Well, ask: Callable[[], object], after_s: float = WELL_S) -> None:
        self._starts = starts
        self._ask = ask
        self._timer = threading.Timer(after_s, self._look)
        self._timer.daemon = True

    def start(self) -> None:
        """From now on."""
        self._timer.start()

    def stop(self) -> None:
        """It has ended before."""
        self._timer.cancel()

    def _look(self) -> None:
        with suppress(Exception):  # what does not answer is not well
            self._ask()
            self._starts.well()


def safe_settings(settings: Settings) -> Settings:
    """The same without any device."""
    return replace(
        settings,
        voice=replace(settings.voice, on=False),
        drawer=DrawerSettings(port="none"),
        camera=CameraSettings(source="none"),
        panel=PanelSettings(kind="none"),
        mqtt=MqttSettings(),
    )


def safe_mode(failed: int) -> DeviceHealth:
    """What the page says of it; `failed` starts came to nothing before."""
    words = (
        T("No device is used and no evening was opened, because the last {count} starts failed.", count=failed)
        if failed >= MOST_FAILED
        else T("No device is used and no evening was opened.")
    )
    how = T("Unplug what was plugged in last, save a backup, tap Start as usual. Evenings can be opened and played.")
    return DeviceHealth("safe", LABELS["safe"], "trouble", words, how)


def told(failed: int) -> Text:
    """The same for where the companion was started."""
    return T("Safe mode: {words}", words=safe_mode(failed).words)
