"""`companion backup`: everything that is kept, as one file, whether the companion runs or not."""

from __future__ import annotations

import argparse
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.api.refusals import CannotOpen, Refused
from companion.api.text import T, Text, catalogue
from companion.app.settings import Settings
from companion.backup.backup_file import Kept, name_source
from companion.backup.folder import AUTO, Found, Kind, folder_of, put, save, usb_sticks
from companion.backup.telling import size_of, things
from companion.storage.log import Log
from companion.storage.reading import LogReader
from companion.storage.repair import Files


def arguments(parser: argparse.ArgumentParser, say: Callable[[Text], str]) -> None:
    """What can be said on the command line."""
    where = T("the file to write, or the folder to put it in; not given: where backups go by the settings, else here")
    parser.add_argument("path", nargs="?", type=Path, metavar="PATH", help=say(where))
    parser.add_argument("--data", type=Path, help=say(T("folder where evenings are kept")))


def do(args: argparse.Namespace, settings: Settings) -> int:
    """Do it; the answer is the exit code."""
    say = catalogue(settings.language).say
    data = args.data or settings.data.path
    try:
        with kept_in(data) as log:
            found = backup(args.path, log, data, settings, settings_file(args.settings))
    except Refused as error:
        sys.stderr.write(f"companion: {say(error.text)}\n")
        return 2
    holds = T("It holds {things}.", things=things(found.manifest.holds)) if found.manifest else Text("")
    sys.stdout.write(f"{found.path} ({say(size_of(found.size))})\n{say(holds)}\n")
    return 0


def backup(path: Path | None, log: Kept, data: Path, settings: Settings, settings_bytes: bytes | None) -> Found:
    """Make one where `path` says: a file, or a folder. `Refused` says what went wrong."""
    if path is not None and not path.is_dir() and path.suffix:
        return save(path, log, data, settings_bytes)
    wanted = settings.backup
    folder = path or folder_of(wanted.folder, data, wanted.same_disk, usb_sticks) or Path()
    by_itself = path is None and wanted.folder in ("", AUTO) and folder == Path()
    keep = 1_000_000 if path is not None or by_itself else wanted.keep  # what somebody put somewhere stays
    return put(folder, log, data, settings_bytes, Kind(keep), time.time())


@contextmanager
def kept_in(data: Path) -> Iterator[Kept]:
    """What is kept in a data folder, whether a companion runs on it or not."""
    if Files(data).none_yet():
        raise CannotOpen(T("There is nothing to back up: no evenings are kept in {folder}.", folder=str(data)))
    try:
        log = Log(data)
    except CannotOpen as refusal:
        reader = LogReader(data)
        try:
            reader.all("session")
        except sqlite3.Error:
            raise refusal from None
        yield reader
        return
    try:
        name_source(log)
        yield log
    finally:
        log.close()


def settings_file(named: Path | None) -> bytes | None:
    """The settings file in use, where there is one."""
    try:
        return (named or Path("settings.toml")).read_bytes()
    except OSError:
        return None
