"""A processor as slow as a Raspberry Pi's: a control group that gives a process so much of this machine's and no more.

A Pi's score for one thread is about a fifth (Pi 4) and a twelfth (Zero 2 W) of a server core's, from public scores; no
Pi was at hand. Two rates stand for it, because a group limits what all threads take together:

- `all`: four of its cores together, for what runs in several threads or processes at once;
- `one`: one of its cores, for what one thread does after another, as most of Python's work is. This one is too harsh
  where the work is spread, and the other too kind where it is not: the truth lies between them.

The quota is given in slices of ten milliseconds, so that a short burst is slowed as well: with the usual hundred, a tap
would be answered at this machine's full speed before its quota is used up.
"""

from __future__ import annotations

import argparse
import contextlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")
PERIOD_US = 10_000
NAME = "companion-benchmark"


@dataclass(frozen=True)
class Machine:
    """A small machine: what one of its four cores does, as a share of a core here, and its memory where it is short."""

    name: str
    core: float
    cores: int = 4
    memory_mb: int | None = None

    def rate(self, cores: str) -> float:
        """The share of a core here that `one` or `all` of its cores are worth."""
        return self.core * (self.cores if cores == "all" else 1)


MACHINES = {
    "pi4": Machine("Raspberry Pi 4", 0.2),
    "zero2w": Machine("Raspberry Pi Zero 2 W", 1 / 12, memory_mb=400),
}
HERE = "here"
Enter = Callable[[int], None]


class NoControlGroups(SystemExit):
    """This machine lets nobody set such a limit; in one sentence, why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What a benchmark can be told of the machine to measure as."""
    parser.add_argument("--as", dest="machine", choices=[HERE, *MACHINES], default=HERE, help="as slow as this machine")
    parser.add_argument("--cores", choices=["one", "all"], default="one", help="one of its cores, or all four together")


def chosen(machine: str, cores: str, memory_mb: int | None = None) -> contextlib.AbstractContextManager[Enter]:
    """The control group of that machine; `here` is as fast as this one. `memory_mb` in the place of the machine's own:
    all that its processes take and all files that they have read, which the system gives up first."""
    if machine == HERE:
        return contextlib.nullcontext(lambda pid: None)
    return slowed(MACHINES[machine].rate(cores), memory_mb or MACHINES[machine].memory_mb)


@contextlib.contextmanager
def slowed(rate: float, memory_mb: int | None = None) -> Iterator[Enter]:
    """A control group with this share of a core and so much memory. What it gives puts a process into it, by its id,
    with the threads that it begins and the processes that it starts from then on."""
    folders: list[Path] = []
    try:
        try:
            folders += _version_2(rate, memory_mb) if (ROOT / "cgroup.controllers").exists() else _cpu(rate)
            if memory_mb is not None and not (ROOT / "cgroup.controllers").exists():
                folders.append(_memory(memory_mb))
        except OSError as error:
            raise NoControlGroups(
                f"No control group can be made here ({error}), so nothing is measured as a Pi: run this as root on a "
                "machine with the cpu controller, or measure this machine itself with --as here."
            ) from error
        yield lambda pid: _enter(folders, pid)
    finally:
        for folder in folders:
            if memory_mb is not None:
                print(*_memory_told(folder), sep="", end="", flush=True)
            _remove(folder)


def slices(rate: float) -> tuple[int, int]:
    """Microseconds of a processor, in so many of the clock; the kernel gives no fewer than a thousand."""
    period_us = PERIOD_US if rate >= 0.1 else 2 * PERIOD_US
    return round(period_us * rate), period_us


def _cpu(rate: float) -> list[Path]:
    folder = _made(ROOT / "cpu" / f"{NAME}-{os.getpid()}")
    quota_us, period_us = slices(rate)
    (folder / "cpu.cfs_period_us").write_text(str(period_us))
    (folder / "cpu.cfs_quota_us").write_text(str(quota_us))
    return [folder]


def _memory(most_mb: int) -> Path:
    own = next(line for line in Path("/proc/self/cgroup").read_text().splitlines() if ":memory:" in line)
    folder = _made(ROOT / "memory" / own.split(":")[2].lstrip("/") / f"{NAME}-{os.getpid()}")
    (folder / "memory.limit_in_bytes").write_text(str(most_mb * 2**20))
    return folder


def _version_2(rate: float, memory_mb: int | None) -> list[Path]:
    (ROOT / "cgroup.subtree_control").write_text("+cpu" if memory_mb is None else "+cpu +memory")
    folder = _made(ROOT / f"{NAME}-{os.getpid()}")
    quota_us, period_us = slices(rate)
    (folder / "cpu.max").write_text(f"{quota_us} {period_us}")
    if memory_mb is not None:
        (folder / "memory.max").write_text(str(memory_mb * 2**20))
    return [folder]


def _memory_told(folder: Path) -> Iterator[str]:
    """How the memory sufficed, in a line; nothing of a group that limits something else."""
    peak, failed = "memory.max_usage_in_bytes", "memory.oom_control"
    if not (folder / peak).exists():
        peak, failed = "memory.peak", "memory.events"
    with contextlib.suppress(OSError, KeyError):
        most = int((folder / peak).read_text()) / 2**20
        stat = dict(line.split() for line in (folder / "memory.stat").read_text().splitlines())
        killed = dict(line.split() for line in (folder / failed).read_text().splitlines())["oom_kill"]
        anew = stat["pgmajfault"]
        yield f"{NAME}: at most {most:.0f} MB, killed for want of memory: {killed}, pages read anew: {anew}\n"


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def _enter(folders: list[Path], pid: int) -> None:
    for folder in folders:
        (folder / "cgroup.procs").write_text(str(pid))


def _remove(folder: Path) -> None:
    """Whoever is still in it goes back to where it came from, and the group is gone."""
    with contextlib.suppress(OSError):
        for pid in (folder / "cgroup.procs").read_text().split():
            with contextlib.suppress(OSError):
                (folder.parent / "cgroup.procs").write_text(pid)
        folder.rmdir()
