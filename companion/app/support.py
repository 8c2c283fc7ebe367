"""A file for whoever helps: how this companion is, without names of people, secrets, or what they played.

What is written by people (names of players, phones, evenings, games' boards) is not put in; and since a line of the log
may quote such a name, every name that is kept is searched for in all of it and taken out.
"""

from __future__ import annotations

import io
import logging
import os
import platform
import re
import socket
import subprocess
import sys
import time
import zipfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from companion import __version__
from companion.app.settings import Settings
from companion.status.health import DeviceHealth
from companion.storage import codec
from companion.storage.log import Log

LINES_KEPT = 2_000
JOURNAL = ("journalctl", "--namespace=table-companion", "-n", "1000", "--no-pager", "-o", "short-iso")
JOURNAL_S = 10.0
LOGS = ("log.txt", "journal.txt")
ABOUT = """What this is: how a table companion is, for whoever helps with it.
Names of players, phones and evenings have been taken out, and so have addresses. No evening, no board, no photograph,
no pairing code and no token is in it. It is plain text: look through it before you send it.
"""
_ADDRESS = re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}\b")
_WITH_COLONS = re.compile(r"[0-9a-f]*:[0-9a-f:]+", re.IGNORECASE)  # a time, an IPv6 address, a network card's
_DIGITS = re.compile(r"\b\d{6}(?:\d{6})?\b")  # as many as a pairing code has


class RecentLines(logging.Handler):
    """The last lines of the log, kept for such a file."""

    def __init__(self, most: int = LINES_KEPT) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        self._lines: deque[str] = deque(maxlen=most)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        with suppress(Exception):  # what cannot be written down is no reason to fail
            self._lines.append(self.format(record))

    def text(self) -> str:
        """All of them."""
        return "\n".join(list(self._lines))


RECENT = RecentLines()


class Names:
    """Takes names of people out of texts."""

    def __init__(self, names: Iterable[str]) -> None:
        wanted = {name.strip() for name in names if name.strip()}
        words = sorted((re.escape(name) for name in wanted), key=len, reverse=True)
        self._names = re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE) if words else None

    def out_of(self, text: str) -> str:
        """The text without them and without addresses."""
        if self._names is not None:
            text = self._names.sub("[name]", text)
        return _ADDRESS.sub("[address]", _WITH_COLONS.sub(_unless_a_time, text))


def _unless_a_time(found: re.Match[str]) -> str:
    text = found[0]
    return "[address]" if "::" in text or text.count(":") >= 4 else text


def names_in(log: Log) -> Iterator[str]:
    """Every name that is kept here, this machine's and its user's."""
    for row in log.evenings():
        yield row.name
        with suppress(Exception):
            yield from codec.names(row.players)
    for kept in log.all("phone").values():
        if isinstance(kept, dict):
            yield str(kept.get("name", ""))
    yield from (socket.gethostname(), Path.home().name if Path.home().name != "root" else "")


def support_file(
    log: Log, data: Path, settings: Settings, devices: Iterable[DeviceHealth], metrics: str, recent: str
) -> bytes:
    """The file, a zip of plain texts."""
    names = Names((*names_in(log), settings.mqtt.broker))
    parts: dict[str, Callable[[], str]] = {
        "about.txt": lambda: f"{ABOUT}\n{_about()}",
        "devices.txt": lambda: "".join(_device(one) for one in devices),
        "evenings.txt": lambda: "".join(_evenings(log)),
        "files.txt": lambda: "".join(_files(data)),
        "settings.txt": lambda: "".join(_settings(settings)),
        "figures.txt": lambda: metrics,
        "log.txt": lambda: recent,
        "journal.txt": _journal,
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zip:
        for name, part in parts.items():
            text = names.out_of(_or_why_not(part))
            zip.writestr(name, _DIGITS.sub("[digits]", text) if name in LOGS else text)
    return out.getvalue()


def file_name() -> str:
    """What such a file is called."""
    return time.strftime("table-companion-support-%Y%m%d-%H%M%S.zip")


def _or_why_not(part: Callable[[], str]) -> str:
    """One part that fails is no reason to have none of the others."""
    try:
        return part()
    except Exception as error:
        return f"could not be gathered: {type(error).__name__}: {error}\n"


def _about() -> str:
    system = ""
    with suppress(OSError):
        system = platform.freedesktop_os_release().get("PRETTY_NAME", "")
    model = ""
    with suppress(OSError):
        model = Path("/proc/device-tree/model").read_text(encoding="ascii", errors="replace").strip("\0")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 1_000_000
    return (
        f"companion {__version__}\nPython {sys.version.split()[0]}\nsystem {system}, Linux {platform.release()}\n"
        f"machine {model or platform.machine()}, {os.cpu_count()} cores, {memory} MB\n"
        f"made {time.strftime('%Y-%m-%d %H:%M:%S %z')}\n"
    )


def _device(one: DeviceHealth) -> str:
    what = "" if one.what_to_do is None else f"    {one.what_to_do}\n"
    more = "".join(f"    {name}: {value}\n" for name, value in one.figures)
    return f"{one.name}: {one.state}: {one.words}\n{what}{more}"


def _evenings(log: Log) -> Iterator[str]:
    """Which games, how long and by which versions; numbered, since their names are nobody's business."""
    for number, row in enumerate(sorted(log.evenings(), key=lambda row: row.started), 1):
        links = log.links(row.id)
        programs = sorted({entry.program for _, entry in log.entries(row.id)})
        kinds = sorted({link.kind for link in links})
        players = len(codec.names(row.players))
        yield f"{number}: {row.game}, {players} players, {len(links)} entries ({', '.join(kinds)}), by {programs}\n"


def _files(data: Path) -> Iterator[str]:
    """Of the data folder, by size; of photographs only how many."""
    for path in sorted(data.iterdir()):
        if path.is_dir():
            there = [one.stat().st_size for one in path.rglob("*") if one.is_file()]
            yield f"{path.name}/: {len(there)} files, {sum(there)} bytes\n"
        elif path.is_file():
            yield f"{path.name}: {path.stat().st_size} bytes\n"


def _settings(settings: Any, prefix: str = "") -> Iterator[str]:
    for one in fields(settings):
        value = getattr(settings, one.name)
        if is_dataclass(value):
            yield from _settings(value, f"{prefix}{one.name}.")
        elif one.name == "allowed_hosts":
            yield f"{prefix}{one.name} = ({len(value)} names)\n"
        elif f"{prefix}{one.name}" in ("mqtt.broker", "mqtt.user"):
            yield f"{prefix}{one.name} = ({'set' if value else 'not set'})\n"
        else:
            yield f"{prefix}{one.name} = {str(value).replace(str(Path.home()), '~')!r}\n"


def _journal() -> str:
    """What the system's log has of the service, where this user may read it."""
    done = subprocess.run(JOURNAL, capture_output=True, timeout=JOURNAL_S, check=False)
    return done.stdout.decode("utf-8", "replace") or done.stderr.decode("utf-8", "replace")
