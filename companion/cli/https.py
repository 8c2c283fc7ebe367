"""`companion https`: HTTPS by an authority of the owner's own, on and off. For whoever is at the Pi.

While the service runs it is asked, and answers by HTTPS at once; else it will when it starts.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from companion.api.refusals import CannotOpen
from companion.api.text import Catalogue, T, Text, catalogue
from companion.app.address import names_of
from companion.app.control import Request, ask
from companion.app.https import HTTPS, Certificates, HttpsDesk
from companion.app.settings import Settings
from companion.storage.log import Log

ABOUT = T(
    "on: phones may come by HTTPS too, where their live camera, an awake screen and the page without a connection "
    "work; they must trust the companion once. off: plain HTTP alone, as before; what was made for HTTPS is deleted. "
    "show: whether it is on, and the fingerprint to compare."
)


def arguments(parser: argparse.ArgumentParser, say: Callable[[Text], str]) -> None:
    """What can be said on the command line."""
    parser.description = say(ABOUT)
    parser.add_argument("verb", nargs="?", choices=("show", "on", "off"), default="show")
    parser.add_argument("--data", type=Path, help=say(T("folder where evenings are kept")))


def do(args: argparse.Namespace, settings: Settings) -> int:
    """Do it; the answer is the exit code."""
    return https(settings, args.data, args.verb, sys.stdout, sys.stderr)


def https(settings: Settings, data: Path | None, verb: str, out: TextIO, err: TextIO) -> int:
    """Do it and print what came of it; exit code 2 where it was refused."""
    words = catalogue(settings.language)
    folder = data or settings.data.path
    try:
        found = ask(folder, {"do": HTTPS, "verb": verb}) or _without_service(settings, folder, words, verb)
    except CannotOpen as error:
        found = {"error": words.say(error.text)}
    if "error" in found:
        err.write(f"companion: {found['error']}\n")
        return 2
    out.writelines(f"{words.say(line)}\n" for line in _lines(settings, found))
    return 0


def _without_service(settings: Settings, folder: Path, words: Catalogue, verb: str) -> Request:
    names = names_of(settings.web.allowed_hosts)
    address = f"http://{names[0]}:{settings.web.port}"
    desk = HttpsDesk(Certificates(folder, lambda: names), None, words, address)
    if verb != "on":
        return desk.answer({"verb": verb})
    log = Log(folder)  # it makes the folder, and sees to it that nobody else has it
    try:
        return desk.answer({"verb": verb})
    finally:
        log.close()


def _lines(settings: Settings, found: Request) -> Sequence[Text]:
    if not found["wanted"]:
        return [T("HTTPS is off. Phones come by plain HTTP. On: companion https on")]
    own, name = names_of(settings.web.allowed_hosts)[:2]
    lines = [
        T("HTTPS is on. Phones must trust the companion once; how, is told at {address}", address=found["how"]),
        T("Its fingerprint, to compare there (SHA-256): {fingerprint}", fingerprint=found["fingerprint"]),
        T("The authority holds until {day}.", day=found["until"]),
    ]
    if found["port"] is None:
        return [*lines, T("The companion does not answer by HTTPS now; it does when it is started.")]
    port = found["port"]
    return [*lines, T("It answers at https://{own}:{port} and https://{name}:{port}", own=own, name=name, port=port)]
