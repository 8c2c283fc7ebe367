"""The broker's password: in a file of its own, which nobody but the companion's user may read."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from companion.home.trouble import BrokerTrouble

LONGEST = 1_000  # bytes


def read_password(path: Path) -> str:
    """The file's first line. Raises BrokerTrouble where it is not there, open to others, or empty."""
    where = str(path)
    try:
        with path.open("rb") as file:
            if stat.S_IMODE(os.fstat(file.fileno()).st_mode) & (stat.S_IRWXG | stat.S_IRWXO):
                raise BrokerTrouble("password_open", file=where)
            line = file.readline(LONGEST)
    except FileNotFoundError as error:
        raise BrokerTrouble("no_password_file", file=where) from error
    except OSError as error:
        raise BrokerTrouble("password_unreadable", file=where) from error
    password = line.decode("utf-8", "replace").rstrip("\r\n")
    if not password:
        raise BrokerTrouble("password_empty", file=where)
    return password
