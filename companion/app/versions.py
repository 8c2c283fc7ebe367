"""Which version runs, which may come next, and whether it is a good moment."""

from __future__ import annotations

import json
import tarfile
import time
from collections.abc import Callable
from pathlib import Path

from companion.backup.folder import usb_sticks
from companion.session.screen import Screen
from companion.system.program import ABOUT, About
from companion.system.release import ENDING, SMALL
from companion.system.service import DATA, version_order

PLAYING = "playing"  # what is asked of the running service
STILL_PLAYED_S = 2 * 3600.0


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
