"""`companion scan`: read card codes in images, folders or a video."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from companion.api.text import T, Text, catalogue
from companion.app.codes import codes_of_all_games
from companion.app.settings import Settings
from vision.read.text_reader import TextReader
from vision.scan_command import SENTENCES, scan
from vision.scanner import Scanner


def arguments(parser: argparse.ArgumentParser, say: Callable[[Text], str]) -> None:
    """What can be said on the command line."""
    parser.add_argument("paths", nargs="+", metavar="PATH", type=Path)
    parser.add_argument("--json", action="store_true", help=say(T("one JSON object a frame")))
    parser.add_argument(
        "--box",
        type=float,
        nargs=4,
        metavar=("LEFT", "TOP", "WIDTH", "HEIGHT"),
        help=say(T("read only the code in this box of each picture, in pixels")),
    )


def do(args: argparse.Namespace, settings: Settings) -> int:
    """Read them; the answer is the exit code."""
    say = catalogue(settings.language).say
    return scan(
        args.paths,
        args.json,
        sys.stdout,
        sys.stderr,
        Scanner(TextReader(codes_of_all_games())),
        lambda code, name: say(Text(SENTENCES[code], {"name": name})),
        box=args.box,
    )
