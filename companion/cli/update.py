"""`companion update`: another version of the program, tried beside the present one, taken over when it is healthy."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from companion.api.text import T, Text, catalogue
from companion.app import versions
from companion.app.control import ask
from companion.app.settings import Settings
from companion.app.versions import PLAYING, newest_release
from companion.system import update
from companion.system.service import DATA
from companion.system.update import NoUpdate


def arguments(parser: argparse.ArgumentParser, say: Callable[[Text], str]) -> None:
    """What can be said on the command line."""
    which = T("the release file; not given: the newest on a USB stick or in the data folder’s releases")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help=say(which))
    parser.add_argument("--back", action="store_true", help=say(T("run the version before again")))
    parser.add_argument("--now", action="store_true", help=say(T("also while an evening is being played")))
    parser.add_argument("--settle", action="store_true", help=say(T("finish an update that a power cut ended")))
    parser.add_argument("--wanted", action="store_true", help=argparse.SUPPRESS)  # what a phone asked for, by systemd
    parser.add_argument("--list", action="store_true", help=say(T("which versions there are")))


def do(args: argparse.Namespace, settings: Settings) -> int:
    """Do it; the answer is the exit code: 2 where it was refused or undone."""
    say = catalogue(settings.language).say

    def tell(text: Text) -> None:
        sys.stdout.write(f"{say(text)}\n")
        sys.stdout.flush()

    try:
        done = _done(args, tell)
        tell(done)
        if args.wanted:
            versions.tell(done)
    except NoUpdate as error:
        if args.wanted:
            versions.tell(error.text)
        sys.stderr.write(f"companion: {say(error.text)}\n")
        return 2
    return 0


def _done(args: argparse.Namespace, tell: Callable[[Text], object]) -> Text:
    if args.list:
        return _versions()
    if os.geteuid() != 0:
        raise NoUpdate(T("Only root may do this: sudo companion update"))
    if args.settle:
        return update.settle() or T("There is nothing to finish.")
    wanted = versions.take_wanted() if args.wanted else ""
    _must_be_quiet(args.now)
    if args.back or wanted == versions.BACK:
        return T("Version {version} runs again.", version=update.go_back(tell).version)
    path = args.file or (DATA / "releases" / wanted if wanted else newest_release(update.present()))
    if path is None:
        raise NoUpdate(T("No newer release was found on a USB stick or in {folder}. Name one: companion update FILE", folder=str(DATA / "releases")))  # fmt: skip  # noqa: E501
    done = update.update(path, tell)
    return T(
        "Version {version} runs. To go back, until the first new evening: companion update --back", version=done.version
    )


def _versions() -> Text:
    before = update.previous()
    now = update.present()
    if before is None:
        return T("Version {version} runs.", version=now.version)
    return T("Version {version} runs; before it ran {before}.", version=now.version, before=before.version)


def _must_be_quiet(anyway: bool) -> None:
    """An evening that is being played is not interrupted."""
    told = None if anyway else ask(DATA, {"do": PLAYING})
    if told is not None and told.get("playing"):
        text = T("“{name}” is being played. Update after it, or with --now: the page is away for a minute then.", name=str(told["playing"]))  # fmt: skip  # noqa: E501
        raise NoUpdate(text)
