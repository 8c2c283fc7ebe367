"""HTTPS beside plain HTTP on a real server: put on, moved to, kept fresh, put off, and what can be wrong with it."""

from __future__ import annotations

import contextlib
import http.client
import io
import json
import shutil
import socket
import ssl
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.api.text import catalogue
from companion.app.control import Control
from companion.app.https import Certificates, HttpsDesk, HttpsRefusal, HttpsService
from companion.app.settings import Settings, WebSettings
from companion.cli.https import https
from companion.status.health import HealthBoard
from tests.web.household import CODE, Household
from web.guard import COOKIE, MOVED, SECURE_COOKIE
from web.server import WebServer, serve

NOW = datetime.now(UTC)


class Home:
    """A served dashboard that can do HTTPS, at a time that can be changed."""

    def __init__(self, folder: Path) -> None:
        self.now, self.names = NOW, ["127.0.0.1", "pi.local"]
        self.house = Household(folder / "house")
        self.server: WebServer = serve(self.house.app, "127.0.0.1", 0, threads=8)
        self.certificates = Certificates(folder, lambda: self.names)
        self.health = HealthBoard()
        self.https = HttpsService(self.certificates, 0, self.health, lambda: self.server, lambda: self.now)
        context = self.house.app.extensions["companion"]
        self.house.app.extensions["companion"] = replace(context, secure=self.https)

    def ask(self, path: str, *, secure: bool, cookies: str = "", body: Any = None, **more: str) -> Any:
        """A request and its answer; by HTTPS from a phone that trusts the authority alone."""
        port = self.https.port if secure else self.server.port
        assert port is not None
        if secure:
            trusting = ssl.create_default_context(cadata=self.https.certificate)
            connection: Any = http.client.HTTPSConnection("127.0.0.1", port, timeout=20, context=trusting)
        else:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        headers = {"Cookie": cookies, "Origin": f"{'https' if secure else 'http'}://127.0.0.1:{port}", **more}
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection.request("GET" if body is None else "POST", path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        answer.said = answer.read()
        connection.close()
        return answer

    def close(self) -> None:
        self.https.stop()
        self.server.stop()
        self.house.close()


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    """One with HTTPS off."""
    found = Home(tmp_path)
    yield found
    found.close()


def cookies(answer: Any) -> dict[str, str]:
    """What the answer gives the browser to keep, by name, with what else is said of it."""
    return dict(one.split("=", 1) for one in answer.headers.get_all("Set-Cookie") or [])


def test_a_phone_that_joins_over_https(home: Home) -> None:
    """Its token is never sent in the open, and it may do everything; a page from plain HTTP may change nothing."""
    home.https.on()
    answer = home.ask("/api/phones/join", secure=True, body={"code": CODE, "name": "Ada"})
    kept = cookies(answer)[SECURE_COOKIE]
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Strict"} <= {part.strip() for part in kept.split(";")}
    mine = f"{SECURE_COOKIE}={kept.partition(';')[0]}"
    assert json.loads(home.ask("/api/phones/me", secure=True, cookies=mine).said)["phone"]["name"] == "Ada"
    plain = f"http://127.0.0.1:{home.https.port}"
    assert home.ask("/api/phones/invite", secure=True, cookies=mine, body={}, Origin=plain).status == 403
    assert home.ask("/api/phones/invite", secure=True, cookies=mine, body={}).status == 200


def test_a_phone_moves_to_https_and_is_led_there_from_then_on(home: Home) -> None:
    """It had joined by plain HTTP: its first page over HTTPS gives it a new token, and the one that could be overheard
    is worth nothing any more. The old address leads on, but for who scans an invitation there."""
    home.https.on()
    joined = home.ask("/api/phones/join", secure=False, body={"code": CODE, "name": "Ada"})
    heard = f"{COOKIE}={cookies(joined)[COOKIE].partition(';')[0]}"
    moved = cookies(home.ask("/", secure=True, cookies=heard))
    mine = f"{SECURE_COOKIE}={moved[SECURE_COOKIE].partition(';')[0]}"
    assert moved[COOKIE].startswith(";")  # taken back
    assert json.loads(home.ask("/api/phones/me", secure=True, cookies=mine).said)["phone"]["name"] == "Ada"
    assert json.loads(home.ask("/api/phones/me", secure=False, cookies=heard).said)["phone"] is None
    assert [one.name for one in home.house.app.pairing.phones()] == ["Ada"]
    assert SECURE_COOKIE not in cookies(home.ask("/", secure=True, cookies=mine))  # once is enough
    again = home.ask("/api/phones/join", secure=False, body={"code": CODE, "name": "Ben"})
    heard = f"{COOKIE}={cookies(again)[COOKIE].partition(';')[0]}"
    asked = home.ask("/api/phones/me", secure=True, cookies=heard)  # a page that came as a stranger asks this
    assert json.loads(asked.said)["phone"]["name"] == "Ben"
    assert SECURE_COOKIE in cookies(asked)
    led = home.ask("/", secure=False, cookies=f"{MOVED}=1")
    assert (led.status, led.headers["Location"]) == (302, f"https://127.0.0.1:{home.https.port}/")
    assert home.ask("/join", secure=False, cookies=f"{MOVED}=1").status == 200
    assert home.ask("/", secure=False).status == 200  # who never came over HTTPS is not led anywhere
    home.https.off()
    assert home.ask("/", secure=False, cookies=f"{MOVED}=1").status == 200


def test_how_to_trust_it_is_told_to_everybody(home: Home) -> None:
    """The certificate to trust is there for phones that have not joined, with its fingerprint; while it is off, and was
    never on, the page says how it is put on, and there is no certificate."""
    off = home.ask("/secure", secure=False)
    assert off.status == 200
    assert "companion https on" in off.said.decode()
    assert home.ask("/authority.crt", secure=False).status == 404
    home.https.on()
    page = home.ask("/secure", secure=False).said.decode()
    assert home.https.fingerprint in page
    assert f'href="https://127.0.0.1:{home.https.port}/"' in page
    given = home.ask("/authority.crt", secure=False)
    assert (given.headers["Content-Type"], given.said) == ("application/x-x509-ca-cert", home.https.certificate)


def test_it_is_given_anew_while_phones_are_there(home: Home) -> None:
    """After a year, or when the router has given another address: whoever connects then gets the new one, under the
    same authority."""

    def serial() -> str:
        assert home.https.port is not None
        trusting = ssl.create_default_context(cadata=home.https.certificate)
        with (
            socket.create_connection(("127.0.0.1", home.https.port), timeout=20) as found,
            trusting.wrap_socket(found, server_hostname="127.0.0.1") as one,
        ):
            return str((one.getpeercert() or {})["serialNumber"])

    home.https.on()
    first, trusted = serial(), home.https.fingerprint
    home.https.look()
    assert serial() == first
    home.names.append("192.168.1.77")
    home.https.look()
    second = serial()
    assert second != first
    home.certificates.authority().issue(home.names, NOW - timedelta(days=380))
    home.https.look()
    assert serial() not in (first, second)
    assert home.https.fingerprint == trusted


def test_it_answers_again_after_a_restart(home: Home) -> None:
    """What was made is in the data folder; nobody needs to trust anything anew."""
    home.https.on()
    trusted = home.https.fingerprint
    home.https.stop()
    assert home.https.port is None
    home.https.start()
    assert home.https.fingerprint == trusted
    assert home.ask("/api/phones/me", secure=True).status == 200


def test_plain_http_at_the_port_of_https(home: Home) -> None:
    """A typed `http://` there gets no page, harms nobody, and others go on."""
    home.https.on()
    assert home.https.port is not None
    with socket.create_connection(("127.0.0.1", home.https.port), timeout=20) as one:
        one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            assert b"HTTP" not in one.recv(100)
    assert home.ask("/", secure=True).status == 200


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    """HTTPS says so with the devices, plain HTTP goes on, and it answers as soon as the port is free."""
    home = Home(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        service = HttpsService(home.certificates, port, home.health, lambda: home.server, lambda: home.now)
        with pytest.raises(HttpsRefusal, match=f"Port {port} cannot be used"):
            service.on()
        service.look()
        (told,) = home.health.health()
        assert (told.state, str(told.what_to_do)) == ("trouble", "Phones go on by plain HTTP.")
        assert home.ask("/", secure=False).status == 200
    service.look()
    assert service.port == port
    assert [one.state for one in home.health.health()] == ["ok"]
    service.off()
    assert home.health.health() == ()
    home.close()


def test_what_is_said_when_it_cannot_be(home: Home, tmp_path: Path) -> None:
    """A clock that nobody has set; files that are torn: one sentence each, and the way out works."""
    home.now = datetime(1970, 1, 1, tzinfo=UTC)
    with pytest.raises(HttpsRefusal, match="clock"):
        home.https.on()
    assert not home.certificates.wanted
    home.now = NOW
    home.https.on()
    home.https.stop()
    (tmp_path / "https" / "authority.key").write_bytes(b"torn")
    again = Certificates(tmp_path, lambda: home.names)
    desk = HttpsDesk(again, None, catalogue("en"), "http://pi.local:8080")
    assert "damaged" in desk.answer({"verb": "show"})["error"]
    assert desk.answer({"verb": "off"}) == {"wanted": False}
    assert desk.answer({"verb": "on"})["wanted"]


def command(folder: Path, verb: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = https(replace(Settings(), web=WebSettings(https_port=8443)), folder, verb, out, err)
    return code, out.getvalue(), err.getvalue()


def test_the_command_without_a_service(tmp_path: Path) -> None:
    """It makes what is needed, for the next start; off deletes it."""
    folder = tmp_path / "data"
    assert "HTTPS is off" in command(folder, "show")[1]
    code, out, _ = command(folder, "on")
    assert code == 0
    assert "does when it is started" in out
    assert command(folder, "on")[1] == out  # a second time changes nothing
    assert "HTTPS is off" in command(folder, "off")[1]
    assert not (folder / "https").exists()
    shutil.rmtree(folder)


def test_the_command_beside_the_service(home: Home, tmp_path: Path) -> None:
    """The running service answers by HTTPS at once, without a restart."""
    desk = HttpsDesk(home.certificates, home.https, catalogue("en"), "http://192.168.1.5:8080")
    control = Control(tmp_path, desk.answer)
    control.start()
    try:
        code, out, _ = command(tmp_path, "on")
        assert code == 0
        assert f":{home.https.port}" in out
        assert "http://192.168.1.5:8080/secure" in out
        assert home.https.fingerprint in out
        assert home.ask("/", secure=True).status == 200
        command(tmp_path, "off")
        assert home.https.port is None
    finally:
        control.stop()
