"""`companion phones`: who has joined, a new pairing code, whose the owner's phone is. For whoever is at the Pi.

While the service runs it is asked; else the data folder is opened, which nobody has then.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

from companion.api.refusals import CannotOpen
from companion.api.text import Catalogue, N, T, Text, catalogue, verbatim
from companion.app.control import Request, ask
from companion.app.phone_desk import PhoneDesk
from companion.app.settings import Settings
from companion.cli.banner import invited
from companion.storage.log import Log
from web.pairing import Pairing

PHONES = T(
    "list: the phones that have joined, each with its id. invite: let another phone in by a QR code and a pairing code "
    "that hold for some minutes. owner PHONE: make this phone the owner’s, which alone may remove others. "
    "remove PHONE: a phone that is lost may only watch from then on."
)


def arguments(parser: argparse.ArgumentParser, say: Callable[[Text], str]) -> None:
    """What can be said on the command line."""
    parser.description = say(PHONES)
    parser.add_argument("verb", nargs="?", choices=("list", "invite", "owner", "remove"), default="list")
    parser.add_argument("phone", nargs="?", default="", metavar="PHONE", help=say(T("its name, or its id in the list")))
    parser.add_argument("--data", type=Path, help=say(T("folder where evenings are kept")))


def do(args: argparse.Namespace, settings: Settings) -> int:
    """Do it; the answer is the exit code."""
    return phones(settings, args.data, {"do": args.verb, "phone": args.phone}, sys.stdout, sys.stderr)


def phones(settings: Settings, data: Path | None, asked: Request, out: TextIO, err: TextIO) -> int:
    """Do it and print what came of it; exit code 2 where it was refused."""
    words = catalogue(settings.language)
    folder = data or settings.data.path
    try:
        found = ask(folder, asked) or _without_service(folder, words, asked)
    except CannotOpen as error:
        found = {"error": words.say(error.text)}
    if "error" in found:
        err.write(f"companion: {found['error']}\n")
        return 2
    out.writelines(f"{words.say(line)}\n" for line in _lines(found))
    return 0


def _without_service(folder: Path, words: Catalogue, asked: Request) -> Request:
    if not folder.is_dir():
        return {"phones": []}
    log = Log(folder)
    try:
        return PhoneDesk(Pairing(log), words, None).answer(asked)
    finally:
        log.close()


def _lines(found: Request) -> Sequence[Text]:
    if "code" in found:
        return invited(found["address"], found["invitation"], found["code"], found["left_s"])
    if "owner" in found:
        return [T("This is the owner’s phone now: {name}", name=found["owner"])]
    removed = [T("Removed: {name}", name=found["removed"])] if "removed" in found else []
    return [*removed, *_list(found["phones"])]


def _list(phones: Sequence[Mapping[str, Any]]) -> list[Text]:
    if not phones:
        return [T("No phone has joined.")]
    wide = max(len(one["name"]) for one in phones)
    return [_line(one, wide) for one in phones]


def _line(one: Mapping[str, Any], wide: int) -> Text:
    since = datetime.fromtimestamp(one["since"]).strftime("%Y-%m-%d %H:%M")
    line = {"name": verbatim(one["name"].ljust(wide)), "since": since, "id": one["id"]}
    if one["owner"]:
        return T("{name}  joined {since}  {id}  the owner’s phone", **line)
    return T("{name}  joined {since}  {id}", **line)


def phones_in_words(settings: Settings, folder: Path) -> Text | None:
    """One line for the doctor: how many have joined and which one is the owner's; None where nobody can tell."""
    try:
        found = ask(folder, {"do": "list"}) or _without_service(folder, catalogue(settings.language), {"do": "list"})
    except CannotOpen:
        return None
    joined = found.get("phones", [])
    name = next((one["name"] for one in joined if one["owner"]), None)
    if name is None:
        return T("No phone has joined.")
    return N("{n} has joined; the owner’s: {name}", "{n} have joined; the owner’s: {name}", len(joined), name=name)
