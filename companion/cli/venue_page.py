"""`companion venue page`: all tables of a venue in a browser."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO

from companion.api.refusals import BadMove, CannotOpen
from companion.api.text import N, T, Text, verbatim
from companion.app.settings import Settings
from companion.cli.banner import qr_lines
from companion.venue.server import VenueAccess

PORT = 8090
ABOUT = T("page: all tables in a browser, live, for the owner, the staff and guests.")
Say = Callable[[Text], str]


def arguments(verbs: Any, asking: Callable[[argparse.ArgumentParser, Say], argparse.ArgumentParser], say: Say) -> None:
    """What can be said on the command line."""
    page = asking(verbs.add_parser("page"), say)
    page.add_argument("--port", type=int, default=PORT, help=say(T("port of the page")))
    page.add_argument("--data", type=Path, help=say(T("folder where it keeps who has joined and what was counted")))
    page.add_argument("--owner", metavar="NAME", help=say(T("make this one of the staff the owner")))


def page(args: argparse.Namespace, settings: Settings, say: Say, out: TextIO) -> None:
    """Serve the page until it is told to stop; `BadMove` where it cannot be."""
    os.umask(0o077)  # what is kept is nobody else's to read
    run: Any = import_module("companion.cli.run")  # all of this takes long to load, and no other verb needs it
    app: Any = import_module("companion.app.venue_page")
    run.begin_logging(sys.stderr)
    folder = args.data or settings.data.path.with_name(settings.data.path.name + "-venue")
    access = VenueAccess((args.server,), "", args.key, args.authority)
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    try:
        service = app.VenuePageService(access, settings, folder, args.port)
    except CannotOpen as error:
        raise BadMove(error.text) from error
    try:
        if args.owner:
            service.make_owner(args.owner)
        service.start()
        for text in _invited(service):
            out.write(say(text) + "\n")
        out.flush()
        ended.wait()
    except OSError as error:
        raise BadMove(
            T(
                "Port {port} cannot be used: another program has it, or this user may not take it. Choose one with "
                "--port.",
                port=args.port,
            )
        ) from error
    finally:
        service.stop()


def _invited(service: Any) -> list[Text]:
    invited = service.invited()
    up = T("The venue's page is up: {address}", address=service.address)
    if invited is None:
        return [up]
    return [
        verbatim(qr_lines(invited.link)),
        up,
        T("Scan the code, or open that address and type the code {code}.", code=invited.code),
        *([T("Whoever joins first is the owner.")] if invited.first else []),
        N("Both hold for {n} minute.", "Both hold for {n} minutes.", invited.minutes),
        T("Stop with Ctrl+C."),
    ]
