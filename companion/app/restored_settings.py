"""The settings file that a restore brought: put where it belongs where there is none, else left aside with a word."""

from __future__ import annotations

import logging
from pathlib import Path

from companion.api.text import T, Text
from companion.app.settings import BadSettings, load_settings
from companion.storage.takeover import SETTINGS

_log = logging.getLogger(__name__)


def install_settings(data: Path, path: Path) -> Text | None:
    """Put them at `path`, where the companion looks for them; in words what came of it. None where there is nothing to
    say: none came, or they are those in use."""
    brought = data / SETTINGS
    if not brought.is_file():
        return None
    if path.exists():
        if path.read_bytes() == brought.read_bytes():
            return None
        return T("The settings here stay. Those of the backup are in {file}.", file=str(brought))
    try:
        named = load_settings(brought)
        if "folder" in brought.read_text(encoding="utf-8") and named.data.path.resolve() != data.resolve():
            return T("The settings of the backup name another data folder, and so were not taken over: {file}",
                     file=str(brought))  # fmt: skip
        path.write_bytes(brought.read_bytes())
    except (BadSettings, OSError) as error:
        _log.warning("the restored settings were not taken over: %s", error)
        return T("The settings of the backup could not be taken over. They are in {file}.", file=str(brought))
    return T("The settings of the backup are in use now: {file}", file=str(path))
