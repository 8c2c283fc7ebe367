"""`companion venue cards`, `give`, `stores`, `rights`: boards and cards that tables keep in the venue's server."""

from __future__ import annotations

import argparse
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Protocol, TextIO

from nats.js import JetStreamContext

from companion.api.refusals import BadMove
from companion.api.text import T, Text, verbatim
from companion.app.control import Request, ask
from companion.app.settings import Settings
from companion.venue import handing, keys

MIB = 2**20
WAIT_S = 600.0
ABOUT = T(
    "rights: keys of an earlier version may do what this one's may. stores: the server keeps boards and cards, too. "
    "give: offer a table the cards of another one. cards: at a table, what it may take of them."
)
Say = Callable[[Text], str]


class Asking(Protocol):
    """Asks the venue's server something, as the command line says."""

    def __call__(self, args: argparse.Namespace, question: Callable[[JetStreamContext], Awaitable[Any]]) -> Any: ...


def arguments(verbs: Any, asking: Callable[[argparse.ArgumentParser, Say], argparse.ArgumentParser], say: Say) -> None:
    """What can be said on the command line."""
    made = asking(verbs.add_parser("stores"), say)
    made.add_argument("--tables", type=Path, default=Path("tables.conf"), help=say(T("what the server includes")))
    made.add_argument("--copies", type=int, choices=(1, 3, 5), default=1, help=say(T("on so many servers each")))
    of_table, of_venue = T("set aside for each table (MiB)"), T("set aside for what is handed out (MiB)")
    made.add_argument("--room", type=int, default=256, metavar="MIB", help=say(of_table))
    made.add_argument("--venue-room", type=int, default=2048, metavar="MIB", help=say(of_venue))
    again = verbs.add_parser("rights")
    again.add_argument("--tables", type=Path, default=Path("tables.conf"), help=say(T("what the server includes")))
    given = asking(verbs.add_parser("give"), say)
    given.add_argument("table", help=say(T("whose cards")))
    given.add_argument("game")
    given.add_argument("to", help=say(T("the table that may take them")))
    own = verbs.add_parser("cards")
    own.add_argument("game", nargs="?", default="", help=say(T("take this game's in; without: what there is")))
    own.add_argument("--of", default="", metavar="TABLE", help=say(T("whose, where several tables' are there")))
    own.add_argument("--data", type=Path, help=say(T("folder where evenings are kept")))


def make_stores(args: argparse.Namespace, asking: Asking, say: Say, out: TextIO) -> None:
    """A store for every table that was admitted."""
    tables = [name for name in keys.admitted(args.tables) if name != keys.STAFF]
    rooms = (args.room * MIB, args.venue_room * MIB)
    asking(args, lambda stream: handing.prepare(stream, tables, args.copies, *rooms))
    out.write(say(T("Stores for: {tables}", tables=", ".join(tables))) + "\n")


def renew_rights(args: argparse.Namespace, say: Say, out: TextIO) -> None:
    """Keys that were given out by an earlier version may do what this one's may."""
    keys.renew(args.tables)
    out.write(say(T("Every key has the rights that this version gives.")) + "\n")


def give(args: argparse.Namespace, asking: Asking, say: Say, out: TextIO) -> None:
    """Offer a table what another one keeps."""
    asking(args, lambda stream: handing.give(stream, args.table, args.game, args.to))
    out.write(say(T("{table} may take them now: companion venue cards, at that table.", table=args.to)) + "\n")


def cards(args: argparse.Namespace, settings: Settings, say: Say, out: TextIO) -> None:
    """At a table: what may be taken, or take it."""
    folder = args.data or settings.data.path
    if not args.game:
        found = _asked(folder, {}, say)
        for line in found["offers"] or [say(T("The venue holds nothing for this table."))]:
            out.write(f"{line}\n")
        return
    _asked(folder, {"game": args.game, "source": args.of}, say)
    end = time.monotonic() + WAIT_S
    while time.monotonic() < end:
        last = str(_asked(folder, {}, say)["last"])
        if last:
            out.write(f"{last}\n")
            return
        time.sleep(0.5)


def _asked(folder: Path, more: Request, say: Say) -> Request:
    found = ask(folder, {"do": "venue-cards", **more})
    if found is None:
        raise BadMove(T("The companion must run for that; it was not reached."))
    if "error" in found:
        raise BadMove(verbatim(str(found["error"])))
    return found
