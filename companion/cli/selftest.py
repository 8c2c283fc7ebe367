"""`companion selftest`: whether this version works with what is kept here, tried on a copy."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.api.text import N, T, Text, catalogue
from companion.app.selftest import selftest
from companion.app.settings import Settings


def arguments(parser: argparse.ArgumentParser, say: Callable[[Text], str]) -> None:
    """What can be said on the command line."""
    parser.add_argument("--data", type=Path, help=say(T("folder where evenings are kept")))
    parser.add_argument("--json", action="store_true", help=say(T("one line of JSON, for programs")))


def do(args: argparse.Namespace, settings: Settings) -> int:
    """Try it; the answer is the exit code: 1 when something does not work."""
    os.umask(0o077)
    report = selftest(settings, args.data or settings.data.path)
    say = catalogue(settings.language).say
    if args.json:
        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    elif report.healthy:
        found = N(
            "The page answers, and {n} evening opens.", "The page answers, and {n} evenings open.", len(report.evenings)
        )
        sys.stdout.write(f"{say(found)}\n")
    else:
        sys.stdout.writelines(f"{say(one)}\n" for one in report.troubles)
    return 0 if report.healthy else 1
