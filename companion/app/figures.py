"""What a monitoring system may know of the running service."""

from __future__ import annotations

import os
import resource
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from companion import __version__
from companion.app.machine import MachineWatch
from companion.status.health import HealthBoard
from companion.status.metrics import Metric
from companion.storage.log import Log
from hardware.machine import THROTTLED, UNDERVOLTED

STARTED = time.time()


class Figures:
    """Gathers them anew each time; `phones` and `watching` are asked for how many have joined and how many pages are
    open."""

    def __init__(self, log: Log, health: HealthBoard, machine: MachineWatch, data: Path) -> None:
        self._log, self._health, self._machine, self._data = log, health, machine, data

    def all(self, phones: int, watching: int) -> list[Metric]:
        """Every figure."""
        return [*self._of_service(phones, watching), *self._of_process(), *self._of_machine()]

    def _of_service(self, phones: int, watching: int) -> Iterator[Metric]:
        yield Metric("info", "The version of the companion.", 1, {"version": __version__})
        yield Metric("start_time_seconds", "When this process began, in seconds since 1970.", STARTED)
        for one in self._health.health():
            about = "How each device is: 1 for the state that it is in."
            yield Metric("device_state", about, 1, {"device": one.name, "state": one.state})
        yield Metric("evenings", "Evenings that are kept.", len(self._log.evenings()))
        yield Metric("writes_total", "Writes to the log, ever.", self._log.newest, counter=True)
        yield Metric("phones_joined", "Phones that have joined.", phones)
        yield Metric("pages_open", "Pages that are open now.", watching)
        last = self._log.get("backup", "last")
        if isinstance(last, dict):
            about = "When the last backup was made, in seconds since 1970."
            yield Metric("last_backup_time_seconds", about, float(last.get("at", 0)))

    def _of_process(self) -> Iterator[Metric]:
        used = resource.getrusage(resource.RUSAGE_SELF)
        cpu = used.ru_utime + used.ru_stime
        yield Metric("cpu_seconds_total", "Processor time of the service.", cpu, counter=True)
        with suppress(OSError, ValueError, IndexError):
            pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
            yield Metric("memory_bytes", "Memory of the service.", pages * os.sysconf("SC_PAGE_SIZE"))
        with suppress(OSError):
            yield Metric("open_files", "Files and connections that are open.", len(os.listdir("/proc/self/fd")))
        yield Metric("threads", "Threads of the service.", threading.active_count())

    def _of_machine(self) -> Iterator[Metric]:
        machine = self._machine.machine
        read = (
            ("temperature_celsius", "The processor's temperature.", machine.temperature_c),
            ("disk_free_bytes", "Free on the disk of the evenings.", machine.disk_free),
            ("disk_size_bytes", "The disk of the evenings.", machine.disk_size),
            ("disk_errors", "Errors that its file system has noted.", machine.disk_errors),
        )
        for name, about, value in read:
            if value is not None:
                yield Metric(name, about, value)
        if machine.power is not None:
            yield Metric("undervoltage", "Whether the voltage is too low now.", machine.now(UNDERVOLTED))
            yield Metric("throttled", "Whether the processor is slowed down now.", machine.now(THROTTLED))
