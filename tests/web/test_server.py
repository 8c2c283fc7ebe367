"""The real server on a real port: streams, stopping, and phones that leave without a word."""

import errno
import gc
import http.client
import json
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from web.server import GONE_AFTER_MS, WebServer, serve

from .household import CODE, Household


@pytest.fixture
def server(house: Household) -> Iterator[WebServer]:
    """The dashboard on a port of its own, with few threads."""
    with serve(house.app, "127.0.0.1", 0, threads=8) as server:
        yield server


class Browser:
    """Requests over real connections, all of which are closed in the end."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.headers: dict[str, str] = {}
        self.open: list[Any] = []

    def ask(self, path: str, body: Any = None, method: str = "GET", **more: Any) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(method, path, body, self.headers | more.pop("headers", {}), **more)
        answer = connection.getresponse()
        self.open += [answer, connection]
        return answer

    def post(self, path: str, body: Any) -> http.client.HTTPResponse:
        return self.ask(path, json.dumps(body), "POST")

    def join(self) -> None:
        origin = f"http://127.0.0.1:{self.port}"
        self.headers = {"Content-Type": "application/json", "Origin": origin}
        answer = self.post("/api/phones/join", {"code": CODE, "name": "Ada"})
        self.headers["Cookie"] = answer.headers["Set-Cookie"].partition(";")[0]

    def close(self) -> None:
        for one in self.open:
            one.close()


@pytest.fixture
def browser(server: WebServer) -> Iterator[Browser]:
    """A browser that knows the address."""
    browser = Browser(server.port)
    yield browser
    browser.close()


def test_a_move_reaches_a_stream(house: Household, browser: Browser) -> None:
    """What one phone taps comes to another as an event."""
    house.begin()
    browser.join()
    stream = browser.ask("/live?tab=a")
    assert stream.headers["Content-Type"].startswith("text/event-stream")
    seen = house.session.screen().version
    assert browser.post("/api/play", {"move": "feed", "args": {"oil": 2}, "seen": seen}).status == 200
    while b'"Fed the lamp with 2 cans"' not in stream.readline():
        pass


def test_stopping_ends_streams_and_lets_go_of_the_port(server: WebServer, browser: Browser) -> None:
    """A stop ends open streams at once, and nobody answers at the port any more."""
    stream = browser.ask("/live?tab=a")
    ended = threading.Event()
    reader = threading.Thread(target=lambda: (stream.read(), ended.set()))
    reader.start()
    server.stop()
    assert ended.wait(30)
    reader.join(30)
    with socket.socket() as again:
        assert again.connect_ex(("127.0.0.1", server.port)) == errno.ECONNREFUSED


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_taken_port_is_said(server: WebServer, house: Household) -> None:
    """A port that somebody else has is an error at the start."""
    with pytest.raises(OSError, match="No socket could be created"):
        serve(house.app, "127.0.0.1", server.port, threads=4)
    gc.collect()  # cheroot leaves the socket that it could not bind to the garbage collector, which warns


def test_silent_phones_are_dropped_by_the_system(server: WebServer) -> None:
    """A phone that left the Wi-Fi without goodbye is given up after 15 seconds, not after the system's many minutes."""
    listener = server._server.socket
    assert listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == GONE_AFTER_MS == 15_000


def test_streams_leave_threads_for_taps(house: Household, browser: Browser) -> None:
    """With as many streams open as are allowed the server still answers."""
    house.app.live.cap = 4
    browser.join()
    assert [browser.ask(f"/live?tab={number}").status for number in range(5)] == [200, 200, 200, 200, 503]
    assert browser.ask("/").status == 200


def test_a_chunked_request_is_refused(browser: Browser) -> None:
    """A body of unknown length is not read, however it is sent."""
    browser.join()
    chunked = {"Transfer-Encoding": "chunked"}
    answer = browser.ask("/api/undo", iter([b'{"seen": 1}']), "POST", headers=chunked, encode_chunked=True)
    assert answer.status == 411
