"""`companion weigh`: count cubes in a recorded evening of a load cell."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from companion.api.text import T, Text, catalogue
from companion.app.settings import Settings
from hardware.weigh_command import MESSAGES, weigh


def arguments(parser: argparse.ArgumentParser, say: Callable[[Text], str]) -> None:
    """What can be said on the command line."""
    parser.add_argument("trace", metavar="TRACE.csv", type=Path)
    parser.add_argument("--json", action="store_true", help=say(T("one JSON object a line")))


def do(args: argparse.Namespace, settings: Settings) -> int:
    """Count; the answer is the exit code."""
    say = catalogue(settings.language).say
    messages = {code: say(Text(words)) for code, words in MESSAGES.items()}
    return weigh(args.trace, args.json, sys.stdout, sys.stderr, messages)
