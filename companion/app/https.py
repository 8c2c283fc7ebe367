"""HTTPS, where the owner wants it: the companion's own authority, its certificate kept fresh, and its port.

Certificates are made by `companion https on`, at the Pi; from then on they are in the data folder and every start
answers by HTTPS besides plain HTTP. The certificate is given anew in time before it ends, and when the home network has
given this machine another address: phones notice neither.
"""

from __future__ import annotations

import importlib
import logging
import shutil
import ssl
import threading
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.api.text import Catalogue, T, Text
from companion.app.control import Request
from companion.status.health import DeviceHealth, HealthBoard
from web.server import WebServer

FOLDER = "https"
HTTPS = "https"  # what a command asks for
LOOK_S = 60.0
STOP_S = 5.0
CLOCK_SET = datetime(2026, 1, 1, tzinfo=UTC)  # a machine that believes in an earlier day has not been told yet
_LABEL = T("HTTPS")
CLOCK = T(
    "The clock of this machine is not set, and a certificate holds from one day to another. Connect it to the internet "
    "once, or set the date, and try again."
)
DAMAGED = T(
    "The files of HTTPS are damaged. Begin anew: companion https off, then companion https on. Phones must trust it "
    "again then."
)
_log = logging.getLogger(__name__)


def _utc_now() -> datetime:
    return datetime.now(UTC)


class HttpsRefusal(Exception):
    """HTTPS cannot be had; `text` says why and what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class Certificates:
    """The authority and the certificate in a data folder. `names` are what phones may call this machine now.

    What it stands on (`web.certificates`) loads slowly on a Pi and is loaded where there is HTTPS alone.
    """

    def __init__(self, data: Path, names: Callable[[], Sequence[str]]) -> None:
        self._folder = data / FOLDER
        self._names = names
        self._authority: Any = None

    @property
    def wanted(self) -> bool:
        """Whether the owner has made them."""
        return (self._folder / "authority.pem").exists()

    def make(self, now: datetime) -> None:
        """Become an authority, unless it is one. Raises HttpsRefusal."""
        if now < CLOCK_SET:
            raise HttpsRefusal(CLOCK)
        if self.wanted:
            self.authority()
            return
        names = self._names()
        try:
            self._authority = _module().Authority.make(self._folder, f"Table companion {names[0]}", names, now)
        except OSError as error:
            raise HttpsRefusal(T("The certificates cannot be saved: {why}.", why=error.strerror or "")) from error

    def authority(self) -> Any:
        """The authority (`web.certificates.Authority`). Raises HttpsRefusal where its files are gone or torn."""
        if self._authority is None:
            try:
                self._authority = _module().Authority(self._folder)
            except (OSError, ValueError) as error:
                raise HttpsRefusal(DAMAGED) from error
        return self._authority

    def fresh(self, now: datetime) -> bool:
        """See to it that the certificate holds for today's names; whether it was given anew. Raises HttpsRefusal."""
        authority, names = self.authority(), self._names()
        if not authority.is_due(names, now):
            return False
        try:
            authority.issue(names, now)
        except OSError as error:
            raise HttpsRefusal(T("The certificates cannot be saved: {why}.", why=error.strerror or "")) from error
        return True

    @property
    def server_file(self) -> Path:
        """The certificate with its key."""
        return self._folder / "server.pem"

    def forget(self) -> None:
        """Be no authority any more."""
        self._authority = None
        shutil.rmtree(self._folder, ignore_errors=True)


class HttpsService:
    """Answers by HTTPS while it is started and the owner wants it; a part of the dashboard's server."""

    def __init__(
        self,
        certificates: Certificates,
        port: int,
        health: HealthBoard,
        server: Callable[[], WebServer | None],
        now: Callable[[], datetime] = _utc_now,
    ) -> None:
        self._certificates = certificates
        self._wanted_port = port
        self._health = health
        self._server = server
        self._now = now
        self._lock = threading.Lock()
        self._context: ssl.SSLContext | None = None
        self._port: int | None = None
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def port(self) -> int | None:
        """Where it answers; None while it does not."""
        return self._port

    @property
    def certificate(self) -> bytes:
        """The authority's certificate, for phones to trust."""
        return bytes(self._certificates.authority().der)

    @property
    def fingerprint(self) -> str:
        """The authority's fingerprint, to compare."""
        return str(self._certificates.authority().fingerprint)

    def start(self) -> None:
        """Answer where it is wanted, and look now and then whether the certificate is to be given anew."""
        self._stopping.clear()
        if self._certificates.wanted:
            self._try(self._open)
        self._thread = threading.Thread(target=self._watch, name="https", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Answer no more."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(STOP_S)
            self._thread = None
        with self._lock:
            self._close()

    def on(self) -> None:
        """The owner wants it from now on. Raises HttpsRefusal."""
        with self._lock:
            self._certificates.make(self._now())
            self._open()

    def off(self) -> None:
        """The owner wants it no more."""
        with self._lock:
            self._close()
            self._certificates.forget()

    # --- inside -------------------------------------------------------------------------------------------------------

    def _watch(self) -> None:
        while not self._stopping.wait(LOOK_S):
            self.look()

    def look(self) -> None:
        """Give the certificate anew where it is due, and take the port that was another's."""
        if self._certificates.wanted:
            with self._lock:
                self._try(self._open if self._port is None else self._freshen)

    def _try(self, work: Callable[[], None]) -> None:
        try:
            work()
        except HttpsRefusal as error:
            if all(one.words != error.text for one in self._health.health()):
                _log.warning("%s", error.text)
            what = T("Phones go on by plain HTTP.")
            self._health.put(DeviceHealth(HTTPS, _LABEL, "trouble", error.text, what))

    def _open(self) -> None:
        server = self._server()
        if self._port is not None or server is None:
            return
        self._certificates.fresh(self._now())
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.set_alpn_protocols(["http/1.1"])
        _load(context, self._certificates.server_file)
        try:
            self._port = server.open_https(self._wanted_port, context)
        except OSError as error:
            raise HttpsRefusal(_taken(self._wanted_port)) from error
        self._context = context
        words = T("Port {port}. Phones must trust it once: see /secure there.", port=self._port)
        self._health.put(DeviceHealth(HTTPS, _LABEL, "ok", words))

    def _freshen(self) -> None:
        if self._context is not None and self._certificates.fresh(self._now()):
            _load(self._context, self._certificates.server_file)  # for whoever connects from now on
            _log.info("the certificate of HTTPS was given anew")

    def _close(self) -> None:
        server = self._server()
        if self._port is not None and server is not None:
            server.close_https()
            self._health.drop(HTTPS)
        self._port = self._context = None


class HttpsDesk:
    """What the command at the Pi asks: `on`, `off` or `show`. `service` is None where none runs; `address` is where
    phones find the pages."""

    def __init__(
        self,
        certificates: Certificates,
        service: HttpsService | None,
        words: Catalogue,
        address: str,
        now: Callable[[], datetime] = _utc_now,
    ) -> None:
        self._certificates = certificates
        self._service = service
        self._words = words
        self._address = address
        self._now = now

    def answer(self, asked: Request) -> Request:
        """What came of it: whether it is wanted, where phones read how to trust it, its fingerprint, until when the
        authority holds, and the port if it answers; or `error` in words."""
        verbs = {"on": self._on, "off": self._off}
        try:
            verbs.get(str(asked.get("verb")), bool)()
            return self._told()
        except HttpsRefusal as error:
            return {"error": self._words.say(error.text)}

    def _on(self) -> None:
        if self._service is not None:
            self._service.on()
            return
        self._certificates.make(self._now())
        self._certificates.fresh(self._now())

    def _off(self) -> None:
        if self._service is not None:
            self._service.off()
        else:
            self._certificates.forget()

    def _told(self) -> Request:
        if not self._certificates.wanted:
            return {"wanted": False}
        authority = self._certificates.authority()
        port = None if self._service is None else self._service.port
        until = authority.until.date().isoformat()
        told = {"wanted": True, "fingerprint": authority.fingerprint, "until": until, "port": port}
        return told | {"how": f"{self._address}/secure"}


def _taken(port: int) -> Text:
    return T(
        "Port {port} cannot be used for HTTPS: another program has it, or this user may not take it. Choose one with "
        "https_port in settings.toml.",
        port=port,
    )


def _load(context: ssl.SSLContext, path: Path) -> None:
    try:
        context.load_cert_chain(path)
    except (OSError, ssl.SSLError) as error:
        raise HttpsRefusal(T("The certificate of HTTPS cannot be read: {why}.", why=str(error))) from error


def _module() -> Any:
    return importlib.import_module("web.certificates")
