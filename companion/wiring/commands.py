"""`companion run` and `companion doctor`."""

from __future__ import annotations

import logging
import signal
import sys
import threading
from pathlib import Path
from typing import TextIO

from companion.banner import banner
from companion.refusals import CannotOpen
from companion.settings import Settings
from companion.text import T, Text, all_of, catalogue
from companion.wiring.service import Service
from web.pages import invitation

LOOK_S = 4.0  # how long the doctor gives devices to answer
_log = logging.getLogger(__name__)


def run(
    settings: Settings, *, game: str | None = None, port: int | None = None, data: Path | None = None, simulate: bool
) -> int:
    """Start the service and stay until it is told to stop. The answer is the exit code."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    say = catalogue(settings.language).say
    try:
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
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    try:
        service.start()
    except OSError:
        _log.debug("the port was refused", exc_info=True)
        text = T(
            "Port {port} cannot be used: another program has it, or this user may not take it. Choose one with --port.",
            port=port,
        )
        return _complain(say(text))
    invite = invitation(service.address, service.code)
    sys.stdout.write(banner(service.address, invite, service.code, _more(service), service.settings.language))
    sys.stdout.flush()
    stop.wait()
    return 0


def _more(service: Service) -> list[Text]:
    simulated = [one.label for one in service.health.health() if one.state == "simulated"]
    lines = list(service.log.repairs)
    if simulated:
        lines.append(T("Not plugged in and so simulated: see Table on a phone. Real ones: docs/hardware.md"))
    return lines


def doctor(settings: Settings, out: TextIO) -> int:
    """Print how every device is and what to do about it; exit code 1 when something needs a hand."""
    say = catalogue(settings.language).say
    try:
        service = Service(settings, port=0)
    except CannotOpen as error:
        return _complain(say(error.text))
    try:
        threading.Event().wait(LOOK_S)
        devices = service.health.health()
    finally:
        service.stop()
    for one in devices:
        out.write(f"{say(one.label)}: {say(one.words)}\n")
        if one.what_to_do is not None:
            out.write(f"    {say(one.what_to_do)}\n")
    return 1 if any(one.state in ("lost", "trouble") for one in devices) else 0


def _complain(words: str) -> int:
    sys.stderr.write(f"companion: {words}\n")
    return 2
