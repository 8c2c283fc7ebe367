"""`companion campaigns`: campaigns that move between the tables of a venue. For whoever is at a table's Pi."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from companion.api.text import T, Text, catalogue
from companion.app.campaign_desk import CAMPAIGNS
from companion.app.control import ask
from companion.app.settings import Settings

PATIENCE_S = 130.0  # a long campaign is read entry by entry
ABOUT = T(
    "list: the campaigns that lie at the venue. hand-over EVENING: while it is put away here, any table there may go "
    "on with it. take CAMPAIGN: go on with one here; --over: also though another table seems to play it."
)


def arguments(parser: argparse.ArgumentParser, say: Callable[[Text], str]) -> None:
    """What can be said on the command line."""
    parser.description = say(ABOUT)
    parser.add_argument("verb", nargs="?", choices=("list", "hand-over", "take"), default="list")
    parser.add_argument("what", nargs="?", default="", metavar="NAME", help=say(T("its name, or its id in the list")))
    parser.add_argument("--over", action="store_true", help=say(T("take it from the table that plays it")))
    parser.add_argument("--data", type=Path, help=say(T("folder where evenings are kept")))


def do(args: argparse.Namespace, settings: Settings) -> int:
    """Ask the running service; the answer is the exit code, 2 where it was refused."""
    say = catalogue(settings.language).say
    asked = {"do": CAMPAIGNS, "verb": args.verb, "what": args.what, "over": args.over}
    folder = args.data or settings.data.path
    found = ask(folder, asked, PATIENCE_S) if folder.is_dir() else None
    if found is None:
        found = {"error": say(T("The companion is not running here; start it first."))}
    if "error" in found:
        sys.stderr.write(f"companion: {found['error']}\n")
        return 2
    sys.stdout.writelines(f"{line}\n" for line in found["lines"])
    return 0
