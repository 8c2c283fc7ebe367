"""The machine itself, watched: one line on the page when something is wrong with it, and what to do."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from companion.api.text import N, T, Text, day
from companion.app.memory import give_back
from companion.status.health import LABELS, DeviceHealth, HealthBoard
from companion.storage.log import Log
from hardware.machine import CAPPED, HOT, THROTTLED, UNDERVOLTED, Machine, find_vcgencmd, read_machine

LOOK_S = 30.0
HOT_C = 80.0  # from here on a Raspberry Pi works slower
LITTLE_BYTES, LITTLE_SHARE = 300_000_000, 0.03  # free on the disk
FIRST_DAY = datetime(2026, 1, 1).timestamp()  # this program is younger; a clock before it was never set
CLOCK_SLACK_S = 3600.0
_log = logging.getLogger(__name__)


class MachineWatch:
    """Looks in a thread of its own, and has the machine get its memory back. What is well is not told."""

    def __init__(
        self,
        data: Path,
        log: Log,
        health: HealthBoard,
        read: Callable[[], Machine] | None = None,
        clock: Callable[[], float] = time.time,
        look_s: float = LOOK_S,
    ) -> None:
        vcgencmd = find_vcgencmd()
        self._data, self._log, self._health = data, log, health
        self._read = read or (lambda: read_machine(data, vcgencmd=vcgencmd))
        self._clock, self._look_s = clock, look_s
        self.machine = Machine()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="machine", daemon=True)

    def start(self) -> None:
        """Look from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(10)

    def look(self) -> None:
        """One look."""
        self.machine = self._read()
        wrong = troubles(self.machine, self._data) + self._clock_trouble()
        if not wrong:
            self._health.drop("machine")
            return
        (state, words, what_to_do), *others = wrong
        more = tuple((T("Also"), text) for _, text, _ in others)
        self._health.put(DeviceHealth("machine", LABELS["machine"], state, words, what_to_do, more))

    def _run(self) -> None:
        while True:
            try:
                self.look()
            except Exception:
                _log.exception("looking after the machine failed")
            give_back()  # in 3 ms: what is free between other things adds up over evenings
            if self._stop.wait(self._look_s):
                return

    def _clock_trouble(self) -> list[tuple[str, Text, Text]]:
        """A Pi has no clock that runs on without power: until the network tells, it may stand anywhere."""
        now, newest = self._clock(), self._log.newest_entry_at()
        if now >= max(FIRST_DAY, newest - CLOCK_SLACK_S):
            return []
        words = T("The clock is wrong: it says {day}.", day=day(datetime.fromtimestamp(max(0.0, now)).date()))
        how = T("Connect the companion with the internet once, or set it by hand: sudo date -s 'YYYY-MM-DD HH:MM'")
        return [("trouble", words, how)]


def troubles(machine: Machine, data: Path) -> list[tuple[str, Text, Text]]:
    """What is wrong with a machine, the worst first: the state, what it is, what to do."""
    power = T("Use a power supply made for this Pi, with a short, thick cable.")
    air = T("Give it air: a heat sink, a fan, a place out of the sun.")
    found: list[tuple[str, Text, Text]] = []
    if machine.disk_errors:
        words = N("The card has failed {n} time: it is dying.", "The card has failed {n} times: it is dying.",
                  machine.disk_errors)  # fmt: skip
        found.append(("trouble", words, T("Back up now (Table, Backups), and restore on a new card.")))
    if machine.now(UNDERVOLTED):
        found.append(("trouble", T("The power supply is too weak: the voltage is too low now."), power))
    hot = machine.temperature_c is not None and machine.temperature_c >= HOT_C
    if hot or machine.now(HOT):
        celsius = "" if machine.temperature_c is None else f"{machine.temperature_c:.0f}"
        found.append(("trouble", T("The processor is too hot ({celsius} °C) and works slower.", celsius=celsius), air))
    elif machine.now(THROTTLED) or machine.now(CAPPED):
        found.append(("trouble", T("The processor works slower, to spare power or heat."), power))
    found += _little_room(machine, data)
    if machine.earlier(UNDERVOLTED) and not machine.now(UNDERVOLTED):
        found.append(("ok", T("The voltage was too low for a moment since the machine was started."), power))
    return found


def _little_room(machine: Machine, data: Path) -> list[tuple[str, Text, Text]]:
    if machine.disk_free is None or not machine.disk_size:
        return []
    if machine.disk_free >= min(LITTLE_BYTES, LITTLE_SHARE * machine.disk_size):
        return []
    words = T("The card is nearly full: {free} MB are free.", free=machine.disk_free // 1_000_000)
    return [("trouble", words, T("Make room on the disk of {folder}.", folder=str(data)))]
