"""`companion scan`: read card codes in images, folders or a video."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from companion.api.text import T, Text, catalogue
from companion.app.settings import Settings
from vision.scan_command import SENTENCES, scan


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
        lambda code, name: say(Text(SENTENCES[code], {"name": name})),
        box=args.box,
    )
