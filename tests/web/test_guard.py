"""What every request must pass, and how bad ones are answered."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from web.ports import DashboardSettings

from .household import CODE, Household
from .phones import ORIGIN, Phone


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "http://evil.example",
        "null",
        "https://localhost.evil.example",
        "file://localhost",
        "http://[",
        "http://[::1",
    ],
)
def test_only_the_own_page_may_change(phone: Phone, house: Household, origin: str | None) -> None:
    """A change from another site's page, or from none, is refused, whatever its cookie."""
    before = house.session.screen()
    headers = {} if origin is None else {"Origin": origin}
    answer = phone.client.post("/api/undo", json={"seen": before.version}, headers=headers)
    assert (answer.status_code, answer.json["kind"]) == (403, "origin")
    assert house.session.screen() == before


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "image/png", ""]
)
def test_only_json_is_taken(phone: Phone, kind: str) -> None:
    """What a foreign form could send is refused before anybody reads it."""
    answer = phone.post("/api/undo", json=None, data=b'{"seen": 1}', content_type=kind)
    assert (answer.status_code, answer.json["kind"]) == (415, "type")


def test_foreign_host_names_are_refused(tmp_path: Path) -> None:
    """Another site that points its name at this address is not answered."""
    house = Household(tmp_path / "data", DashboardSettings(code=CODE, hosts=("192.168.1.5", "companion.local")))
    client = house.app.test_client()
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert client.get("/", headers={"Host": "192.168.1.5:8080"}).status_code == 200
    assert client.get("/", headers={"Host": "companion.local:8080"}).status_code == 200
    assert client.get("/", headers={"Host": "COMPANION.local"}).status_code == 200
    house.close()


def test_an_ip_address_is_never_foreign(tmp_path: Path) -> None:
    """The network may hand out another address at any time; no foreign page can be called by a bare address."""
    house = Household(tmp_path / "data", DashboardSettings(code=CODE, hosts=("companion.local",)))
    client = house.app.test_client()
    for host in ("10.0.0.7:8080", "[fd00::7]:8080", "127.0.0.1"):
        assert client.get("/", headers={"Host": host}).status_code == 200
    for host in ("1.2.3.4.evil.example", "[::1", "10.0.0.7.", ""):
        assert client.get("/", headers={"Host": host}).status_code == 400, host
    house.close()


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/api/play", 64 * 1024),
        ("/api/photo", 12 * 2**20),
        ("/api/cards/M017/picture", 12 * 2**20),
        ("/api/evenings/import", 128 * 2**20),
    ],
)
def test_sizes_are_limited(phone: Phone, path: str, most: int) -> None:
    """One byte more than is taken is refused with a sentence."""
    kind = "image/jpeg" if path.endswith(("/photo", "/picture")) else "application/json"
    answer = phone.post(path, json=None, data=b" " * (most + 1), content_type=kind)
    assert (answer.status_code, answer.json["kind"]) == (413, "too_large")
    assert answer.json["error"]


def test_a_request_of_unknown_length_is_refused(phone: Phone) -> None:
    """A body without a length is not read."""
    answer = phone.client.post("/api/undo", headers={"Origin": ORIGIN, "Content-Type": "application/json"},
                               environ_overrides={"CONTENT_LENGTH": None})  # fmt: skip
    assert answer.status_code == 411


def play(seen: Any = None, **more: Any) -> Callable[[Phone], dict[str, Any]]:
    return lambda phone: {"move": "feed", "args": {"oil": 1}, "seen": phone.version if seen is None else seen, **more}


BAD_MOVES = {
    "unknown move": play(move="fly"),
    "move is a number": play(move=3),
    "move is endless": play(move="x" * 10_000),
    "argument missing": play(args={}),
    "surplus argument": play(args={"oil": 1, "water": 2}),
    "argument too large": play(args={"oil": 7}),
    "argument too small": play(args={"oil": 0}),
    "argument is huge": play(args={"oil": 10**300}),
    "argument is text": play(args={"oil": "2"}),
    "argument is a fraction": play(args={"oil": 1.5}),
    "argument is true": play(args={"oil": True}),
    "argument is nothing": play(args={"oil": None}),
    "argument is a list": play(args={"oil": [1]}),
    "argument is nested": play(args={"oil": {"oil": {"oil": 1}}}),
    "a thousand arguments": play(args={f"a{number}": 1 for number in range(1000)}),
    "args is a list": play(args=[1]),
    "surplus field": play(hurry=True),
    "seen is text": play(seen="now"),
    "seen is negative": play(seen=-1),
    "seen is huge": play(seen=10**30),
}


@pytest.mark.parametrize("bad", BAD_MOVES)
def test_bad_moves_change_nothing(house: Household, phone: Phone, bad: str) -> None:
    """A move with missing, surplus, out-of-range or huge arguments gets one sentence and changes nothing."""
    before = house.session.screen()
    answer = phone.post("/api/play", BAD_MOVES[bad](phone))
    assert answer.status_code in (400, 422)
    assert len(answer.json["error"]) > 10
    assert answer.json["error"].count("\n") == 0
    assert house.session.screen() == before


BROKEN = {
    "empty": b" ", "half": b'{"move": "feed", "ar', "text": b"feed two coal", "list": b"[]", "number": b"7",
    "null": b"null", "not a number": b'{"seen": NaN}', "not UTF-8": b'{"move": "\xff\xfe"}', "NUL": b"\x00\x00",
    "deep": b'{"move":"feed","seen":1,"args":{"a":' + b"[" * 20_000 + b"]" * 20_000 + b"}}",
    "deep objects": b'{"a":' * 9000, "twice": b'{"seen": 1}{"seen": 2}',
}  # fmt: skip


@pytest.mark.parametrize("path", ["/api/play", "/api/undo", "/api/evenings/start", "/api/phones/join", "/api/table"])
@pytest.mark.parametrize("broken", BROKEN)
def test_broken_json_gets_a_sentence(house: Household, phone: Phone, path: str, broken: str) -> None:
    """Whatever is not the JSON that is wanted gets one sentence, never a fault of the program."""
    before = house.session.screen()
    answer = phone.post(path, json=None, data=BROKEN[broken], content_type="application/json")
    assert answer.status_code == 400
    assert answer.json["error"]
    assert house.session.screen() == before


@pytest.mark.parametrize("broken", ["nonsense", "[]", "1", '{"more": 1}'])
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/photo/places"), ("DELETE", "/api/photo/places/1"), ("DELETE", "/api/cards/M017/picture"),
        ("DELETE", "/api/scan/wrong"), ("DELETE", "/api/scan/wrong/1"), ("POST", "/api/evenings/close"),
        ("POST", "/api/phones/invite"),
    ],
)  # fmt: skip
def test_where_nothing_is_to_be_said_nothing_else_is_taken(phone: Phone, method: str, path: str, broken: str) -> None:
    """What only stands in the address comes with `{}`; anything else was meant for something else."""
    sent = {"data": broken, "content_type": "application/json", "headers": {"Origin": ORIGIN}}
    answer = phone.client.open(path, method=method, **sent)  # type: ignore[arg-type]
    assert answer.status_code == 400
    assert answer.json["error"]  # type: ignore[index]


def test_unknown_addresses_get_a_sentence(phone: Phone) -> None:
    """An address that is not there is answered in JSON; nothing is listed."""
    for path in (
        "/nothing",
        "/api/nothing",
        "/assets/",
        "/assets/0/",
        "/assets/0/../app.py",
        "/assets/0/%2e%2e/app.py",
    ):
        answer = phone.get(path)
        assert answer.status_code == 404, path
        assert answer.json["error"]


def test_the_wrong_method_gets_a_sentence(phone: Phone) -> None:
    """An address asked in the wrong way says so."""
    assert phone.post("/api/screen").status_code == 405
    assert "Allow" in phone.post("/api/screen").headers


def test_a_fault_is_one_sentence_too(
    house: Household, phone: Phone, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    """A fault of the program shows no insides, and the log does not hold what the phone sent."""
    monkeypatch.setattr(house.session, "undo", lambda *_: 1 / 0)
    answer = phone.post("/api/undo", {"seen": 77_777})
    assert answer.status_code == 500
    assert "division" not in answer.json["error"]
    assert "77777" not in caplog.text
    assert CODE not in caplog.text


@pytest.mark.parametrize("path", ["/", "/api/screen", "/nothing"])
def test_headers_keep_foreign_scripts_out(phone: Phone, path: str) -> None:
    """Every answer forbids inline scripts, guessing of types, and being framed."""
    headers = phone.get(path).headers
    assert "script-src 'self'" in headers["Content-Security-Policy"]
    assert "unsafe-inline" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


def test_the_page_holds_no_inline_script(phone: Phone) -> None:
    """Of the shell's three script elements the only one with content is data, and names cannot end it."""
    phone.post("/api/phones/rename", {"name": "</script><b>"})
    page = phone.get("/").text
    assert page.count("</script>") == 3
    assert "<b>" not in page


def test_files_of_the_page_are_kept_for_ever(phone: Phone) -> None:
    """The page's scripts carry a digest in their address, so that a browser asks for them once."""
    from web.pages import assets_digest

    fresh = phone.get(f"/assets/{assets_digest()}/app.js")
    assert "immutable" in fresh.headers["Cache-Control"]
    assert fresh.mimetype == "text/javascript"
    assert "immutable" not in phone.get("/assets/old/app.js").headers["Cache-Control"]
