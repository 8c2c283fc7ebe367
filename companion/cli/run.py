"""`companion run`: start the companion and its dashboard."""

from __future__ import annotations

import argparse
import faulthandler
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
from companion.app.memory import let_go, reading
from companion.app.pushed_settings import PushedSettings
from companion.app.restored_settings import install_settings
from companion.app.service import Service
from companion.app.settings import BadSettings, Settings, load_settings
from companion.app.starts import MOST_FAILED, Starts, told
from companion.app.support import RECENT
from companion.app.watchdog import Notifier
from companion.cli.banner import banner, invited
from companion.storage import takeover
from companion.storage.log import Log
from web.pages import invitation

LOOK_AT_CODE_S = 15.0
LAST_PORT = 65535
QUIET_S, MOST_WAITED_S = 0.5, 3.0  # the devices report when they are found; what is to be read stands below all of it
CODE_OVER = T(
    "The pairing code above holds no more. A new one: on a phone that has joined, under Table, Phones; or here: "
    "companion phones invite"
)
FOR_PEOPLE = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_log = logging.getLogger(__name__)


def arguments(parser: argparse.ArgumentParser, say: Callable[[Text], str]) -> None:
    """What can be said on the command line."""
    parser.add_argument("--game", help=say(T("the game that is on the table: offered first for a new evening")))
    parser.add_argument("--port", type=int, help=say(T("port of the dashboard")))
    parser.add_argument("--data", type=Path, help=say(T("folder where evenings are kept")))
    parser.add_argument("--safe", action="store_true", help=say(T("use no device, open no evening")))
    parser.add_argument("--simulate", action="store_true", help=say(T("simulate every device, plugged in or not")))


def do(args: argparse.Namespace, settings: Settings) -> int:
    """Run it; the answer is the exit code."""
    return run(
        settings,
        game=args.game,
        port=args.port,
        data=args.data,
        simulate=args.simulate,
        settings_path=args.settings,
        safe=args.safe,
    )


def run(
    settings: Settings,
    *,
    game: str | None = None,
    port: int | None = None,
    data: Path | None = None,
    simulate: bool,
    settings_path: Path | None = None,
    safe: bool = False,
) -> int:
    """Start the service and stay until it is told to stop. The answer is the exit code."""
    if port is not None and not 0 <= port <= LAST_PORT:  # 0: one that is free
        text = T("There is no port {port}. Choose one from 1 to {last} with --port.", port=port, last=str(LAST_PORT))
        return _complain(catalogue(settings.language).say(text))
    os.umask(0o077)  # what is kept is nobody else's to read
    begin_logging(sys.stderr)
    faulthandler.enable()  # a watchdog's SIGABRT leaves in the log where every thread was
    path = settings_path or Path("settings.toml")
    folder = data or settings.data.path
    starts, pushed = Starts(folder), PushedSettings(folder)
    safe = starts.begin() >= MOST_FAILED or safe
    ends = Ends()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ends.stop())
    while True:
        try:
            with reading():
                service = Service(
                    pushed.over(settings),
                    data=data,
                    port=port,
                    simulate=simulate,
                    game=game,
                    restart=ends.begin_again,
                    settings_file=path,
                    starts=starts,
                    safe=safe,
                    pushed=pushed,
                )
        except CannotOpen as error:
            starts.take_back()
            return _complain(catalogue(settings.language).say(error.text))
        except Exception:
            pushed.back()  # whoever starts it next finds what it ran with before
            raise
        try:
            code = _serve(service, game, port or settings.web.port, ends)
        except Exception:
            pushed.back()
            raise
        finally:
            service.stop()
        starts.take_back() if code else starts.well()  # ended by somebody, or refused in words
        if not ends.again():
            return code
        safe = starts.begin() >= MOST_FAILED
        del service
        let_go()
        settings = _after_restore(settings, data or settings.data.path, path)


class Ends:
    """Why the service is to end: for good, or to begin again."""

    def __init__(self) -> None:
        self.event = threading.Event()
        self._stopped = self._again = False

    def stop(self) -> None:
        """End for good."""
        self._stopped = True
        self.event.set()

    def begin_again(self) -> None:
        """End and begin again."""
        self._again = True
        self.event.set()

    def again(self) -> bool:
        """Whether it is to begin again; asked once for each end."""
        again, self._again = self._again and not self._stopped, False
        if again:
            self.event.clear()
        return again


def _after_restore(settings: Settings, data: Path, path: Path) -> Settings:
    """Take over what was restored, and the settings that it may have brought."""
    if takeover.waiting(data):
        Log(data).close()
        words = install_settings(data, path)
        if words is not None:
            _log.info("%s", words)
    return _settings_again(settings, path)


def _settings_again(settings: Settings, path: Path) -> Settings:
    """The settings after a restore, which may have brought some."""
    try:
        return load_settings(path) if path.is_file() else settings
    except BadSettings as error:
        _log.warning("%s", error)
        return settings


def _serve(service: Service, game: str | None, port: int, ends: Ends) -> int:
    say = catalogue(service.settings.language).say
    if game is not None and game not in service.games:
        names = all_of(sorted(service.games))
        return _complain(say(T("There is no game {game}. There are: {names}.", game=game, names=names)))
    quiet = Quiet()
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
    quiet.wait(ends.event)
    printed = PrintedCode(service, sys.stdout)
    if Notifier().listened:
        _log.info("the companion is up: %s", service.address)  # a code for joining is not for a log
    else:
        printed.print(_more(service))
    while not ends.event.wait(LOOK_AT_CODE_S):
        printed.look()
    return 0


def begin_logging(out: TextIO) -> None:
    """Log to `out`: for people with the time, for the journal with each line's level, as it knows the time itself."""
    handler = logging.StreamHandler(out)
    journal = in_journal(out)
    handler.setFormatter(JournalLines() if journal else logging.Formatter(FOR_PEOPLE))
    logging.basicConfig(level=logging.INFO, handlers=[handler, RECENT])


def in_journal(out: TextIO) -> bool:
    """Whether what is written to `out` goes to the system's journal, which says so by `JOURNAL_STREAM`."""
    try:
        there = os.fstat(out.fileno())
    except (OSError, ValueError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{there.st_dev}:{there.st_ino}"


class JournalLines(logging.Formatter):
    """Lines that begin with the journal's number for their level, every one of a traceback too."""

    def __init__(self) -> None:
        super().__init__("%(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """One record, one line or several."""
        steps = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
        level = next((number for least, number in steps if record.levelno >= least), 7)
        return "\n".join(f"<{level}>{line}" for line in super().format(record).splitlines())


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
    lines = [told(service.starts_failed)] if service.safe else []
    lines += service.log.repairs
    if simulated:
        lines.append(T("Not plugged in and so simulated: see Table on a phone. Real ones: docs/hardware.md"))
    return lines


def _complain(words: str) -> int:
    sys.stderr.write(f"companion: {words}\n")
    return 2
