"""`companion run`: start the companion and its dashboard."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from companion.api.refusals import CannotOpen
from companion.api.text import T, Text, all_of, catalogue
from companion.app.memory import reading
from companion.app.service import Service
from companion.app.settings import Settings
from companion.cli.banner import banner, invited
from web.pages import invitation

LOOK_AT_CODE_S = 15.0
QUIET_S, MOST_WAITED_S = 0.5, 3.0  # the devices report when they are found; what is to be read stands below all of it
CODE_OVER = T(
    "The pairing code above holds no more. A new one: on a phone that has joined, under Table, Phones; or here: "
    "companion phones invite"
)
_log = logging.getLogger(__name__)


def arguments(parser: argparse.ArgumentParser, say: Callable[[Text], str]) -> None:
    """What can be said on the command line."""
    parser.add_argument("--game", help=say(T("the game that is on the table: offered first for a new evening")))
    parser.add_argument("--port", type=int, help=say(T("port of the dashboard")))
    parser.add_argument("--data", type=Path, help=say(T("folder where evenings are kept")))
    parser.add_argument("--simulate", action="store_true", help=say(T("simulate every device, plugged in or not")))


def do(args: argparse.Namespace, settings: Settings) -> int:
    """Run it; the answer is the exit code."""
    return run(settings, game=args.game, port=args.port, data=args.data, simulate=args.simulate)


def run(
    settings: Settings, *, game: str | None = None, port: int | None = None, data: Path | None = None, simulate: bool
) -> int:
    """Start the service and stay until it is told to stop. The answer is the exit code."""
    os.umask(0o077)  # what is kept is nobody else's to read
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    say = catalogue(settings.language).say
    try:
        with reading():
            service = Service(settings, data=data, port=port, simulate=simulate, game=game)
    except CannotOpen as error:
        return _complain(say(error.text))
    try:
        return _serve(service, game, port or settings.web.port)
    finally:
        service.stop()


def _serve(service: Service, game: str | None, port: int) -> int:
    say = catalogue(service.settings.language).say
    if game is not None and game not in service.games:
        names = all_of(sorted(service.games))
        return _complain(say(T("There is no game {game}. There are: {names}.", game=game, names=names)))
    stop, quiet = threading.Event(), Quiet()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    try:
        with reading():
            service.start()
    except OSError:
        _log.debug("the port was refused", exc_info=True)
        text = T(
            "Port {port} cannot be used: another program has it, or this user may not take it. Choose one with --port.",
            port=port,
        )
        return _complain(say(text))
    quiet.wait(stop)
    printed = PrintedCode(service, sys.stdout)
    printed.print(_more(service))
    while not stop.wait(LOOK_AT_CODE_S):
        printed.look()
    return 0


class Quiet(logging.Handler):
    """Waits until nothing more is logged for a moment, as the address is to stand last at start."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self._last = time.monotonic()
        logging.getLogger().addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """A line was logged just now."""
        self._last = time.monotonic()

    def wait(self, stop: threading.Event) -> None:
        """Until then, for three seconds at most, or until the service is to stop."""
        began = time.monotonic()
        self._last = max(self._last, began)
        while time.monotonic() < min(self._last + QUIET_S, began + MOST_WAITED_S) and not stop.wait(QUIET_S / 10):
            pass
        logging.getLogger().removeHandler(self)


class PrintedCode:
    """The pairing code where the companion was started. It does not hold for ever, and it is said when it is over."""

    def __init__(self, service: Service, out: TextIO) -> None:
        self._service = service
        self._out = out
        self._number: int | None = None

    def print(self, more: Sequence[Text] = ()) -> None:
        """The banner with an invitation that holds."""
        address = self._service.address
        found, left_s = self._service.pairing.invite()
        self._number = found.number
        lines = invited(address, invitation(address, found.key), found.code, left_s)
        self._out.write(banner(lines, more, self._service.settings.language))
        self._out.flush()

    def look(self) -> None:
        """Once the printed code is over: before any phone has joined there is no other place to look, so a terminal is
        shown a new one; else it is said where there is one."""
        present = self._service.pairing.invitation
        if self._number is None or (present is not None and present.number == self._number):
            return
        if self._out.isatty() and not self._service.pairing.phones():
            self.print()
            return
        self._number = None
        say = catalogue(self._service.settings.language).say
        self._out.write(f"{say(CODE_OVER)}\n")
        self._out.flush()


def _more(service: Service) -> list[Text]:
    simulated = [one.label for one in service.health.health() if one.state == "simulated"]
    lines = list(service.log.repairs)
    if simulated:
        lines.append(T("Not plugged in and so simulated: see Table on a phone. Real ones: docs/hardware.md"))
    return lines


def _complain(words: str) -> int:
    sys.stderr.write(f"companion: {words}\n")
    return 2
