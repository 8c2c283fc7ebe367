"""Who may read what is kept: the user that runs the companion, and nobody else."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path

_log = logging.getLogger(__name__)
FOLDER_MODE, FILE_MODE = 0o700, 0o600
OURS = (
    "companion.*",
    "pictures",
    "wrong_reads",
    "restore.*",
    "before-restore-*",
)  # in a data folder; anything else there is somebody's own


def make_private(folder: Path) -> None:
    """Take a data folder, and all of ours in it, from everybody else. Links are left alone."""
    try:
        _set(folder, FOLDER_MODE)
        for path in _ours(folder):
            _set(path, FOLDER_MODE if path.is_dir() else FILE_MODE)
    except OSError as error:
        _log.warning("who may read the data folder could not be set: %s", error)


def _ours(folder: Path) -> Iterator[Path]:
    for pattern in OURS:
        for top in folder.glob(pattern):
            yield top
            if top.is_dir() and not top.is_symlink():
                yield from (Path(base) / name for base, folders, files in os.walk(top) for name in (*folders, *files))


def _set(path: Path, mode: int) -> None:
    if not path.is_symlink() and path.stat().st_mode & 0o777 != mode:
        path.chmod(mode)
