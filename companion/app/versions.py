"""Which version runs, which may come next, and whether it is a good moment."""

from __future__ import annotations

import json
import os
import re
import sys
import tarfile
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from companion import __version__
from companion.api.refusals import BadMove
from companion.api.text import T, Text
from companion.backup.folder import usb_sticks
from companion.session.screen import Screen
from companion.status.versions import Versions
from companion.system.program import ABOUT, About
from companion.system.release import ENDING, SMALL
from companion.system.service import DATA, HOME, VERSIONS, version_order
from companion.system.update import NoUpdate, last_switch, present, previous

PLAYING = "playing"  # what is asked of the running service
STILL_PLAYED_S = 2 * 3600.0
WANTED = "update-wanted"  # in the data folder: an update is asked for; empty, for the newest release that lies ready
BACK = "back"  # what stands in it for the version before; else it is the name of one of the releases beside it
TOLD = HOME / "told.json"


def being_played(screen: Screen, now: Callable[[], float] = time.time) -> str:
    """The name of the evening that is being played: it goes on, and its last step is not long ago. "" for none."""
    evening = screen.evening
    if evening is None or evening.ended is not None or not screen.history:
        return ""
    return evening.name if now() - screen.history[0].at < STILL_PLAYED_S else ""


def newest_release(now: About, folders: list[Path] | None = None) -> Path | None:
    """The newest release file for this machine that is newer than what runs: on a stick, or put beside the evenings.

    Only what it says of itself is looked at; whether that is true is found out when it is installed.
    """
    folders = [*usb_sticks(), DATA / "releases"] if folders is None else folders
    found = [(about, path) for folder in folders for path in sorted(folder.glob(f"*{ENDING}")) if (about := said(path))]
    fitting = [
        (version_order(about.version), path)
        for about, path in found
        if (about.machine, about.python) == (now.machine, now.python)
        and version_order(about.version) > version_order(now.version)
    ]
    return max(fitting)[1] if fitting else None


def said(path: Path) -> About | None:
    """What a release file says of itself; None where it says nothing."""
    try:
        with tarfile.open(path, "r:") as release:
            for one in release:
                if one.name == ABOUT and one.isfile() and one.size < SMALL:
                    file = release.extractfile(one)
                    return None if file is None else About(**json.load(file))
    except (OSError, tarfile.TarError, ValueError, TypeError):
        return None
    return None


def take_wanted() -> str:
    """Which update is asked for, once; root only. A file of the service's user: nothing but a plain name is believed,
    and what is installed has its own signature."""
    path = DATA / WANTED
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), encoding="utf-8") as file:
            found = file.read(200)
    except (OSError, UnicodeDecodeError):
        found = ""
    TOLD.unlink(missing_ok=True)  # before this, that what came of an earlier one is never taken for an answer
    path.unlink(missing_ok=True)
    return found if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._+-]*", found) else ""


class InstalledVersions:
    """The versions of the service of this machine; of a program that was started by hand, its own alone.

    What a phone or the venue asks for is left as a file, by which systemd starts the update: it is root's, and takes
    only what is signed by somebody whom the owner trusts.
    """

    def __init__(self, data: Path, screen: Callable[[], Screen]) -> None:
        self._data = data
        self._screen = screen

    def versions(self) -> Versions:
        """As they are now."""
        playing = being_played(self._screen())
        if not self._is_service:
            return Versions(__version__, playing=playing)
        before, ready = previous(), self._ready()
        newest = None if ready is None else said(ready)
        return Versions(
            __version__,
            None if before is None else before.version,
            None if newest is None else newest.version,
            playing,
            self._told(),
        )

    @property
    def now(self) -> str:
        """The version that runs."""
        return __version__

    def playing(self) -> str:
        """The name of the evening that is being played; "" for none."""
        return being_played(self._screen())

    def install(self) -> None:
        """Have the newest release installed."""
        found = self.versions()
        if found.playing:
            raise BadMove(T("“{name}” is being played. Update between two evenings.", name=found.playing))
        if found.next is None:
            raise BadMove(T("No newer version lies ready: put a release file on a USB stick, and the stick in."))
        self._want("")

    def install_named(self, release: Path | None) -> None:
        """Have this release installed, which lies in the data folder's releases; None: the version before."""
        if not self._is_service:
            raise BadMove(T("This companion was started by hand, so it does not update itself."))
        self._want(BACK if release is None else release.name)

    def settled(self) -> bool:
        """Whether the version that runs stays: the updater has watched it for long enough."""
        switch = last_switch()
        return switch is None or switch.settled

    def told_last(self) -> Text | None:
        """What came of the update that was asked for last; None while nothing has."""
        return None if (self._data / WANTED).exists() else self._told()

    def _want(self, which: str) -> None:
        new = self._data / f"{WANTED}.new"
        try:
            new.write_text(which, encoding="utf-8")
            new.replace(self._data / WANTED)
        except OSError as error:
            raise BadMove(T("{file} cannot be written: {why}.", file=WANTED, why=error.strerror or "")) from error

    @property
    def _is_service(self) -> bool:
        return VERSIONS in Path(sys.prefix).parents and self._data == DATA

    def _ready(self) -> Path | None:
        try:
            return newest_release(present())
        except NoUpdate:
            return None

    def _told(self) -> Text | None:
        try:
            return msgspec.json.decode(TOLD.read_bytes(), type=Text)
        except (OSError, msgspec.MsgspecError):
            return None


def tell(text: Text) -> None:
    """Leave for the phones what came of an update that one of them asked for; root only."""
    TOLD.write_bytes(msgspec.json.encode(text))
    TOLD.chmod(0o644)
