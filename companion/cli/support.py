"""`companion support`: a file for whoever helps, without names of people, whether the companion runs or not."""

from __future__ import annotations

import argparse
import base64
import binascii
import sys
from collections.abc import Callable
from pathlib import Path

from companion.api.refusals import CannotOpen, NotSaved, Refused
from companion.api.text import T, Text, catalogue
from companion.app.control import SUPPORT, ask
from companion.app.settings import Settings
from companion.app.support import RECENT, file_name, support_file
from companion.cli.doctor import unopened
from companion.storage.log import Log
from companion.storage.repair import Files


def arguments(parser: argparse.ArgumentParser, say: Callable[[Text], str]) -> None:
    """What can be said on the command line."""
    where = T("the file to write, or the folder to put it in; not given: this one")
    parser.add_argument("path", nargs="?", type=Path, default=Path(), metavar="PATH", help=say(where))
    parser.add_argument("--data", type=Path, help=say(T("folder where evenings are kept")))


def do(args: argparse.Namespace, settings: Settings) -> int:
    """Write it; the answer is the exit code."""
    say = catalogue(settings.language).say
    try:
        path = _written(args.path, *_made(args.data or settings.data.path, settings))
    except Refused as error:
        sys.stderr.write(f"companion: {say(error.text)}\n")
        return 2
    look = T("Names of people are taken out of it. It is plain text in a zip: look through it before you send it.")
    sys.stdout.write(f"{path}\n{say(look)}\n")
    return 0


def _made(data: Path, settings: Settings) -> tuple[str, bytes]:
    """By the running companion, which knows most; else of what lies there."""
    told = ask(data, {"do": SUPPORT}) or {}
    try:
        return str(told["name"]), base64.b64decode(told["file"])
    except (KeyError, binascii.Error, TypeError):
        pass
    if Files(data).none_yet():
        raise CannotOpen(T("There is nothing to tell of: no evenings are kept in {folder}.", folder=str(data)))
    log = Log(data)
    try:
        return file_name(), support_file(log, data, settings, unopened(settings), "", RECENT.text())
    finally:
        log.close()


def _written(path: Path, name: str, data: bytes) -> Path:
    path = path / name if path.is_dir() else path
    try:
        path.write_bytes(data)
    except OSError as error:
        why = error.strerror or str(error)
        raise NotSaved(T("{file} could not be written: {reason}.", file=str(path), reason=why)) from error
    return path
