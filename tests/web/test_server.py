"""The real server on a real port: streams, stopping, phones that leave without a word, and strangers who mean harm."""

import contextlib
import errno
import http.client
import json
import logging
import os
import resource
import select
import socket
import threading
import time
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from web.connections import EACH_ADDRESS
from web.guard import PHOTO
from web.server import GONE_AFTER_MS, LONGEST_HEADERS, WebServer, serve

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

    def raw(self, sent: bytes, address: str = "127.0.0.1") -> socket.socket:
        """A connection on which this was sent, as far as it goes without waiting."""
        one = socket.create_connection(("127.0.0.1", self.port), timeout=30, source_address=(address, 0))
        self.open.append(one)
        one.sendall(sent)
        return one

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


def test_a_taken_port_is_said(server: WebServer, house: Household) -> None:
    """A port that somebody else has is an error at the start."""
    with pytest.raises(OSError, match="Address already in use"):
        serve(house.app, "127.0.0.1", server.port, threads=4)


def test_silent_phones_are_dropped_by_the_system(server: WebServer) -> None:
    """A phone that left the Wi-Fi without goodbye is given up after 15 seconds, not after the system's many minutes."""
    assert server._listener is not None
    assert server._listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == GONE_AFTER_MS == 15_000


def test_streams_are_capped_and_the_page_still_comes(house: Household, browser: Browser) -> None:
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


# --- strangers --------------------------------------------------------------------------------------------------------

STRANGER, ANOTHER = "127.0.0.2", "127.0.0.3"
HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
SCREEN = b"GET /api/screen HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def tap(house: Household, browser: Browser) -> int:
    """The status of a tap of a phone that has joined."""
    seen = house.session.screen().version
    return browser.post("/api/correct", {"name": "dark", "value": 5, "seen": seen}).status


def until_closed(one: socket.socket) -> bytes:
    """All that comes until the server closes the connection."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while part := one.recv(65536):
            found += part
    return found


@pytest.mark.parametrize("line", [b"X-%d: " + b"a" * 1000 + b"\r\n", b"a" * 1000], ids=["headers", "one line"])
def test_headers_without_end_are_not_read(browser: Browser, line: bytes) -> None:
    """A connection on which headers never end is closed, long before they fill the memory."""
    one, sent = browser.raw(b"GET /"), 0
    with contextlib.suppress(ConnectionError):
        for number in range(64 * 1024):
            text = line % number if b"%d" in line else line
            one.sendall(text if sent else b" HTTP/1.1\r\n" * (b"%d" in line) + text)
            sent += len(text)
    assert LONGEST_HEADERS < sent < 32 * 2**20  # what is more than the headers lay in the system's buffers
    with contextlib.suppress(ConnectionError):
        assert one.recv(1) == b""


def test_half_open_requests_keep_nobody_waiting(house: Household, browser: Browser) -> None:
    """More requests that never come to their end than there are threads: taps and pages are answered."""
    house.begin()
    browser.join()
    for _ in range(EACH_ADDRESS - 8):
        browser.raw(HALF, STRANGER)
        browser.raw(b"POST /api/phones/join HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\n{", ANOTHER)
    assert tap(house, browser) == 200
    assert browser.ask("/").status == 200


def test_streams_hold_no_threads(house: Household, browser: Browser) -> None:
    """Three times as many streams as threads, and all of them hear of a tap."""
    house.begin()
    streams = []
    for _ in range(4):
        browser.headers = {}
        browser.join()
        streams += [browser.ask(f"/live?tab={number}&wanted=adjustables") for number in range(6)]
    assert house.app.live.watching == 24
    assert tap(house, browser) == 200
    for stream in streams:
        while b'"adjust:dark"' not in (line := stream.readline()) or b'"now":5' not in line:
            assert line


def test_answers_that_nobody_reads_keep_nobody_waiting(house: Household, browser: Browser) -> None:
    """Phones that have joined ask for much, and vanish before they read it."""
    house.begin()
    browser.join()
    cookie = f"Cookie: {browser.headers['Cookie']}\r\n".encode()
    for number in range(12):
        watch = HALF.replace(b"GET /", f"GET /live?tab={number}".encode()) + cookie + b"\r\n"
        browser.raw(watch if number % 2 else SCREEN.replace(b"\r\n\r\n", b"\r\n" + cookie + b"\r\n") * 300)
    assert tap(house, browser) == 200
    assert browser.ask("/").status == 200


def test_an_address_may_open_only_so_many(house: Household, browser: Browser) -> None:
    """Beyond that its connections are closed at once; a phone at another address notices nothing."""
    house.begin()
    browser.join()
    some = [browser.raw(HALF, STRANGER) for _ in range(EACH_ADDRESS + 20)]
    gone: list[socket.socket] = []
    deadline = time.monotonic() + 30
    while len(gone) < 20 and time.monotonic() < deadline:
        gone = select.select(some, [], [], 0.1)[0]
    assert len(gone) == 20
    assert tap(house, browser) == 200


def test_many_requests_at_once_do_not_hold_up_the_stop(server: WebServer, browser: Browser) -> None:
    """What lies in the buffers is not worked for any more once the server stops."""
    for _ in range(8):
        browser.raw(SCREEN * 500, STRANGER)
    server.stop()
    assert server._thread is not None
    assert not server._thread.is_alive()


def test_no_more_files_are_waited_for(house: Household, browser: Browser, caplog: pytest.LogCaptureFixture) -> None:
    """When no file can be opened any more, the server waits, says so once, and goes on when there are some again."""
    caplog.set_level(logging.INFO)
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(limits[0], 512), limits[1]))
    one, filled = socket.socket(), []
    one.settimeout(30)
    try:
        with contextlib.suppress(OSError):
            while True:
                filled.append(os.dup(one.fileno()))
        one.connect(("127.0.0.1", browser.port))
        one.sendall(HALF + b"\r\n")
        before = time.thread_time()
        time.sleep(1.0)
        assert time.thread_time() - before < 1.0
    finally:
        for number in filled:
            os.close(number)
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    with one:
        assert one.recv(12) == b"HTTP/1.1 200"
    assert caplog.messages.count("no more files can be opened: connections wait, and some are closed") == 1
    assert len(caplog.messages) == 1


# --- what is sent -----------------------------------------------------------------------------------------------------


def test_a_strangers_photo_is_refused_with_a_sentence(browser: Browser) -> None:
    """Nobody keeps it, and the answer gets through although much was sent."""
    origin = f"http://127.0.0.1:{browser.port}"
    browser.headers = {"Content-Type": "image/jpeg", "Origin": origin}
    answer = browser.ask("/api/photo", b"x" * (8 * 2**20), "POST")
    assert (answer.status, json.loads(answer.read())["kind"]) == (401, "unpaired")


@pytest.mark.parametrize("size", [PHOTO + 1, 30 * 2**20])
def test_what_is_too_large_is_refused_with_a_sentence(browser: Browser, size: int) -> None:
    """Also what is larger than anything that is taken."""
    browser.join()
    browser.headers["Content-Type"] = "image/jpeg"
    answer = browser.ask("/api/photo", b"x" * size, "POST")
    assert (answer.status, json.loads(answer.read())["kind"]) == (413, "too_large")


class Echo:
    """An app that says who asked and how much was sent, or fails."""

    def __call__(self, environ: Any, start_response: Any, /) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/fail":
            raise ValueError("on purpose")
        sent = environ["wsgi.input"].read()
        start_response("200 OK", [("Content-Type", "text/plain")])
        yield f"{environ['REMOTE_ADDR']} {environ['QUERY_STRING']} {len(sent)}".encode()

    def phone_of(self, cookies: str) -> str | None:
        return cookies or None

    def end_streams(self) -> None: ...


@pytest.fixture
def echo() -> Iterator[Browser]:
    """A browser before an app that is not the dashboard."""
    with serve(Echo(), "127.0.0.1", 0, threads=2) as server:
        browser = Browser(server.port)
        yield browser
        browser.close()


class Waiting(Echo):
    """One that is at work at `/wait` until it is let go."""

    def __init__(self) -> None:
        self.at_work, self.may_go = threading.Event(), threading.Event()

    def __call__(self, environ: Any, start_response: Any, /) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/wait":
            self.at_work.set()
            self.may_go.wait(30)
        return super().__call__(environ, start_response)


def test_what_comes_while_it_stops_is_not_called_wrong() -> None:
    """It has no answer, as if it had come later, so that the phone sends it again; what is at work is answered."""
    app = Waiting()
    with serve(app, "127.0.0.1", 0, threads=2) as server:
        browser = Browser(server.port)
        late = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        late.request("GET", "/")
        assert late.getresponse().read() == b"127.0.0.1  0"
        at_work = browser.raw(HALF.replace(b"/ ", b"/wait ") + b"Connection: close\r\n\r\n")
        assert app.at_work.wait(30)
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        while server._service is None or not server._service.stopping:
            time.sleep(0.01)
        late.request("GET", "/")
        with pytest.raises(http.client.RemoteDisconnected):
            late.getresponse()
        app.may_go.set()
        assert until_closed(at_work).endswith(b"\r\n\r\n127.0.0.1  0")
        stopping.join(30)
        late.close()
        browser.close()


def test_what_is_not_sent_in_time_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half the headers, half a body, and a connection on which nothing more is asked are closed; an answer that takes
    longer is none of it, and a body has its own time."""
    monkeypatch.setattr("web.server.HEADERS_S", 0.4)
    monkeypatch.setattr("web.exchange.SMALL_BODY_S", 0.4)
    app, whole = Waiting(), HALF + b"\r\n"
    with serve(app, "127.0.0.1", 0, threads=2) as server:
        browser = Browser(server.port)
        at_work = browser.raw(whole.replace(b"/ ", b"/wait "))
        assert app.at_work.wait(30)
        body = b"Content-Length: 4\r\n\r\nab"
        for sent in (HALF, HALF + body):
            assert until_closed(browser.raw(sent)) == b""
        assert until_closed(browser.raw(whole)).endswith(b"\r\n\r\n127.0.0.1  0")
        late = browser.raw(HALF + body)
        late.sendall(b"cd")
        assert late.recv(2**16).endswith(b"127.0.0.1  4")
        app.may_go.set()
        assert until_closed(at_work).endswith(b"\r\n\r\n127.0.0.1  0")
        browser.close()


def test_the_app_sees_who_asks(echo: Browser) -> None:
    """The address of the phone, which the limits on wrong codes go by."""
    one = echo.raw(HALF.replace(b"/ ", b"/?a=%20b ") + b"Connection: close\r\n\r\n", STRANGER)
    assert until_closed(one).endswith(b"\r\n\r\n127.0.0.2 a=%20b 0")


def test_a_long_body_comes_whole(echo: Browser) -> None:
    """What a phone that has joined sends is there as it was sent, also in parts and from several at once."""
    data, answers = b"x" * (20 * 2**20), []

    def send() -> None:
        answer = echo.ask("/", iter([data[: 2**20], data[2**20 :]]), "POST", headers=headers)
        answers.append(answer.read())

    headers = {"Cookie": "ada", "Content-Length": str(len(data))}
    threads = [threading.Thread(target=send) for _ in range(5)]  # more than is kept at a time
    for one in threads:
        one.start()
    for one in threads:
        one.join(60)
    assert answers == [b"127.0.0.1  20971520"] * 5


def test_an_app_that_fails_is_a_500(echo: Browser, caplog: pytest.LogCaptureFixture) -> None:
    """It is logged, and the connection goes on."""
    connection = http.client.HTTPConnection("127.0.0.1", echo.port, timeout=30)
    echo.open.append(connection)
    for path, status in (("/fail", 500), ("/", 200)):
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == status
    assert [one.message for one in caplog.records] == ["the app failed"]


@pytest.mark.parametrize(
    "request_", [b"\x16\x03\x01\x02", b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a:b\r\n\r\n"]
)
def test_what_is_no_request_is_refused_quietly(
    echo: Browser, caplog: pytest.LogCaptureFixture, request_: bytes
) -> None:
    """Whoever sends it gets 400 at most, and nothing is logged."""
    caplog.set_level(logging.INFO)
    one = echo.raw(request_ + b"\r\n\r\n")
    assert until_closed(one) in (b"HTTP/1.1 400 Bad Request\r\n\r\n", b"")
    assert caplog.messages == []


def test_head_is_answered_without_a_body(echo: Browser) -> None:
    """With the length that the body would have."""
    answer = echo.ask("/", method="HEAD")
    assert (answer.status, answer.headers["Content-Length"], answer.read()) == (
        200,
        "12",
        b"",
    )  # 127.0.0.1, a space, nothing, a space, 0
