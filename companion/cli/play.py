"""`companion play`: play a scripted evening; print its facts and final state as JSON."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from companion.api.text import Text
from companion.app.settings import Settings
from companion.library.registry import find_games
from companion.testing.playscript import play_file


def arguments(parser: argparse.ArgumentParser, _: Callable[[Text], str]) -> None:
    """What can be said on the command line."""
    parser.add_argument("file", metavar="FILE", type=Path)


def do(args: argparse.Namespace, _: Settings) -> int:
    """Play it; the answer is the exit code."""
    return play_file(args.file, sys.stdout, sys.stderr, find_games())
