"""The command line: `companion run`, `scan`, `weigh`, `play`, `backup`, `phones` and others, a file for each.

A command's file has `arguments(parser, say)` and `do(args)`. It is imported only when it is the one that was typed: the
reader, the browser's side and the devices take long to load on a Pi.
"""

from __future__ import annotations

import argparse
import errno
import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import __version__
from companion.api.text import T, Text, catalogue, environment_language
from companion.app.memory import reading
from companion.app.settings import BadSettings, Settings, load_settings

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

COMMANDS: Mapping[str, Text] = {
    "run": T("start the companion and its dashboard"),
    "scan": T("read card codes in images, folders or a video"),
    "weigh": T("count cubes in a recorded evening of a load cell"),
    "play": T("play a scripted evening; prints its facts and final state as JSON"),
    "backup": T("everything that is kept, as one file"),
    "restore": T("take a backup over; it is checked and told of first"),
    "support": T("a file for whoever helps: how the companion is, without names of people"),
    "phones": T("who has joined; a new pairing code; whose the owner’s phone is"),
    "update": T("another version: tried beside this one, taken over when healthy; and back"),
    "selftest": T("whether this version works with what is kept here, tried on a copy"),
    "venue": T("many tables: the server that gets a copy of every evening"),
    "campaigns": T("campaigns that move between the tables of a venue"),
    "https": T("HTTPS by an authority of your own: on, off, and what phones compare"),
    "doctor": T("what is plugged in, what works, and what to do about what does not"),
}

_FULL = T("The disk is full, so this could not be written to its end; please make room and try again.")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the answer is the exit code (2 for bad input, as usual)."""
    typed = sys.argv[1:] if argv is None else list(argv)
    name = next((word for word in _without_settings(typed) if word in COMMANDS), None)
    with reading():
        command: Any = None if name is None else importlib.import_module(f"companion.cli.{name}")
    try:
        args = _parser(name, command).parse_args(typed)
        code = int(command.do(args, _settings(args)))
        sys.stdout.flush()  # here, where it can be told that it fails
        return code
    except BadSettings as error:
        sys.stderr.write(f"companion: {catalogue(environment_language()).say(error.text)}\n")
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output has gone, as in `companion scan ... | head`
        sys.stderr.close()
        return 0
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise
        sys.stderr.write(f"companion: {catalogue(environment_language()).say(_FULL)}\n")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left of it fits nowhere
        return 1


def _without_settings(typed: Sequence[str]) -> list[str]:
    """What was typed but for the settings' file, which may have a command's name."""
    parser = argparse.ArgumentParser(prog="companion", add_help=False)
    parser.add_argument("--settings")
    return parser.parse_known_args(typed)[1]


class _Parser(argparse.ArgumentParser):
    """Its help is output like any other: from Python 3.12 on argparse keeps to itself that it found no room."""

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        out = sys.stdout if file is None else file
        out.write(self.format_help())
        sys.stdout.flush()


def _parser(typed: str | None, command: Any) -> argparse.ArgumentParser:
    say = catalogue(environment_language()).say
    parser = _Parser(prog="companion", description=say(T("Runs beside a physical board game.")))
    parser.add_argument("--version", action="version", version=__version__)
    parser.add_argument(
        "--settings", type=Path, help=say(T("settings file (default: settings.toml here, when there is one)"))
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, what in COMMANDS.items():
        one = commands.add_parser(name, help=say(what))
        if name == typed:
            command.arguments(one, say)
    return parser


def _settings(args: argparse.Namespace) -> Settings:
    beside = Path("settings.toml")
    return load_settings(args.settings or (beside if beside.is_file() else None))
