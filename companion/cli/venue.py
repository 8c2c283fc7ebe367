"""`companion venue`: for whoever looks after the server of a venue with many tables."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import TextIO, TypeVar

from nats.aio.client import Client
from nats.js import JetStreamContext

from companion.api.refusals import BadFile, BadMove
from companion.api.text import N, T, Text, all_of, catalogue
from companion.app.settings import Settings
from companion.cli import venue_cards, venue_fleet, venue_page
from companion.library.registry import find
from companion.storage.losses import moment
from companion.venue import keys, reading, server
from companion.venue.overview import Overview, TableNow
from companion.venue.server import VenueAccess, VenueTrouble

R = TypeVar("R")
MIB = 2**20
ABOUT = T(
    "tables: what is played on each, and where it stands. prepare: the server keeps evenings from now on. list: the "
    "evenings that it holds. save: one of them, checked entry by entry, as a file that any companion takes in. admit: "
    "a key for a table, or for the staff. shut-out: a key that was given out holds no more; let the server read its "
    "settings again afterwards."
)


def arguments(parser: argparse.ArgumentParser, say: Callable[[Text], str]) -> None:
    """What can be said on the command line."""
    parser.description = f"{say(ABOUT)} {say(venue_cards.ABOUT)} {say(venue_page.ABOUT)}"
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    prepare = _asking(verbs.add_parser("prepare"), say)
    prepare.add_argument("--copies", type=int, choices=(1, 3, 5), default=1, help=say(T("on so many servers each")))
    prepare.add_argument("--room", type=int, default=1024, metavar="MIB", help=say(T("so much at most (MiB)")))
    _asking(verbs.add_parser("list"), say)
    tables = _asking(verbs.add_parser("tables"), say)
    tables.add_argument("--every", type=int, metavar="S", help=say(T("again every so many seconds, until Ctrl+C")))
    save = _asking(verbs.add_parser("save"), say)
    save.add_argument("evening", help=say(T("as `list` writes it: table/evening/copy")))
    save.add_argument("file", type=Path)
    for verb in ("admit", "shut-out"):
        one = verbs.add_parser(verb)
        one.add_argument("name", help=say(T("the table's name, or staff")))
        one.add_argument("--tables", type=Path, default=Path("tables.conf"), help=say(T("what the server includes")))
        if verb == "admit":
            one.add_argument("--key", type=Path, required=True, help=say(T("where the new key goes")))
    venue_cards.arguments(verbs, _asking, say)
    venue_fleet.arguments(verbs, _asking, say)
    venue_page.arguments(verbs, _asking, say)


def _asking(parser: argparse.ArgumentParser, say: Callable[[Text], str]) -> argparse.ArgumentParser:
    parser.add_argument("--server", default="nats://127.0.0.1:4222", help=say(T("the server's address")))
    parser.add_argument("--key", type=Path, help=say(T("the staff's key")))
    parser.add_argument("--authority", type=Path, help=say(T("the authority of the server's certificate")))
    return parser


def do(args: argparse.Namespace, settings: Settings) -> int:
    """Do it; the answer is the exit code, 2 where it was refused."""
    say = catalogue(settings.language).say
    try:
        if args.verb == "cards":
            venue_cards.cards(args, settings, say, sys.stdout)
        elif args.verb == "page":
            venue_page.page(args, settings, say, sys.stdout)
        else:
            _VERBS[args.verb](args, say, sys.stdout)
    except VenueTrouble as trouble:
        sys.stderr.write(f"companion: {say(trouble.text)}\n")
        if trouble.what_to_do is not None:
            sys.stderr.write(f"  {say(trouble.what_to_do)}\n")
        return 2
    except (BadFile, BadMove) as refusal:
        sys.stderr.write(f"companion: {say(refusal.text)}\n")
        return 2
    return 0


Say = Callable[[Text], str]


def _prepare(args: argparse.Namespace, say: Say, out: TextIO) -> None:
    async def prepare(client: Client) -> Text | None:
        await server.prepare(client.jetstream(timeout=server.ANSWER_S), args.copies, args.room * MIB)
        return server.may_drop(client)

    warning = _with_client(args, prepare)
    out.write(say(T("The server keeps evenings now.")) + "\n")
    if warning is not None:
        out.write(say(warning) + "\n")


def _list(args: argparse.Namespace, say: Say, out: TextIO) -> None:
    for one in _ask(args, reading.evenings):
        row = one.row
        ended = say(T("ended") if row.ended else T("not ended"))
        out.write(f"{one.table}/{row.id}/{one.copy}\t{row.game}\t{row.name}\t{say(moment(row.started))}\t{ended}\n")


def _tables(args: argparse.Namespace, say: Say, out: TextIO) -> None:
    overview = Overview({name: one.game for name, one in find().items()})
    now = time.time()
    _show(_ask(args, overview.look), overview, say, out)
    while args.every:
        time.sleep(max(1, args.every) - min(time.time() - now, 1))
        now = time.time()
        out.write("\n")
        _show(_ask(args, overview.look), overview, say, out)


def _show(tables: Sequence[TableNow], overview: Overview, say: Say, out: TextIO) -> None:
    if not tables:
        out.write(say(T("No table has sent anything yet.")) + "\n")
    for one in tables:
        out.write(f"{one.table}\t{say(overview.title(one.row.game))}\t{one.row.name}\n")
        out.writelines(f"  {say(line)}\n" for line in _lines(one))
    out.flush()


def _lines(one: TableNow) -> Iterator[Text]:
    yield all_of(one.players)
    if one.altered:
        yield T("What the server holds of it was altered.")
    elif one.stands is not None:
        yield one.stands.ending or one.stands.line
    quiet_min = int(max(0.0, time.time() - one.at) // 60)
    yield N(
        "{entries} steps, the last one {n} minute ago.",
        "{entries} steps, the last one {n} minutes ago.",
        quiet_min,
        entries=one.entries,
    )


def _save(args: argparse.Namespace, say: Say, out: TextIO) -> None:
    table, evening, copy = _named(args.evening)

    async def whole(stream: JetStreamContext) -> bytes:
        found = [
            one for one in await reading.evenings(stream) if (one.table, one.row.id, one.copy) == (table, evening, copy)
        ]
        if not found:
            raise BadMove(T("The venue's server holds no such evening."))
        return reading.as_file(found[0].row, await reading.entries(stream, table, evening, copy))

    data = _ask(args, whole)
    _write_anew(args.file, data)
    out.write(say(T("{file} is written: any companion takes it in.", file=str(args.file))) + "\n")


def _admit(args: argparse.Namespace, say: Say, out: TextIO) -> None:
    if args.key.exists():
        raise BadMove(T("{file} is there already; nothing was done.", file=str(args.key)))
    _write_anew(args.key, (keys.admit(args.tables, args.name) + "\n").encode())
    told = T("The key is in {file}. Bring it to the table, and delete it here.", file=str(args.key))
    if args.name == keys.STAFF:
        told = T("The staff's key is in {file}. Whoever has it reads everything: keep it safe.", file=str(args.key))
    out.write(say(told) + "\n")
    out.write(say(_AGAIN) + "\n")


def _shut_out(args: argparse.Namespace, say: Say, out: TextIO) -> None:
    keys.shut_out(args.tables, args.name)
    out.write(say(T("The key of {name} holds no more.", name=args.name)) + "\n" + say(_AGAIN) + "\n")


_VERBS: dict[str, Callable[[argparse.Namespace, Say, TextIO], None]] = {
    "tables": _tables,
    "prepare": _prepare,
    "list": _list,
    "save": _save,
    "admit": _admit,
    "shut-out": _shut_out,
    "rights": venue_cards.renew_rights,
    "stores": lambda args, say, out: venue_cards.make_stores(args, _ask, say, out),
    "fleet": lambda args, say, out: venue_fleet.do(args, _ask, say, out),
    "give": lambda args, say, out: venue_cards.give(args, _ask, say, out),
}
_AGAIN = T("Now let the server read its settings again: nats-server --signal reload")


def _named(text: str) -> tuple[str, str, int]:
    parts = text.split("/")
    if len(parts) != 3 or not parts[2].isdecimal():
        raise BadMove(T("Name the evening as `companion venue list` writes it: table/evening/copy."))
    return parts[0], parts[1], int(parts[2])


def _write_anew(file: Path, data: bytes) -> None:
    """Nobody else reads it, and nothing that is there is lost."""
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
            opened.write(data)
    except FileExistsError as error:
        raise BadMove(T("{file} is there already; nothing was done.", file=str(file))) from error


def _ask(args: argparse.Namespace, question: Callable[[JetStreamContext], Awaitable[R]]) -> R:
    return _with_client(args, lambda client: question(client.jetstream(timeout=server.ANSWER_S)))


def _with_client(args: argparse.Namespace, question: Callable[[Client], Awaitable[R]]) -> R:
    async def whole() -> R:
        async def closed() -> None:
            """The question fails by itself."""

        client = await server.connect(VenueAccess((args.server,), "", args.key, args.authority), closed)
        try:
            return await question(client)
        finally:
            await server.let_go(client)

    return asyncio.run(whole())
