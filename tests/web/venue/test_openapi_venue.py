"""docs/openapi-venue.yaml: about the routes of a venue's page, and true of what they answer, whatever is asked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from tests.companion.venue.conftest import until
from tests.web.fuzzing import fuzz, odd_addresses
from tests.web.openapi import VENUE, events, needs_phone, routes_of
from tests.web.phones import ORIGIN
from web.live import BEAT
from web.venue.app import OPEN

from .quiet_house import QuietHouse

JSON = {"Content-Type": "application/json"}
QUICK = 4  # requests to each operation


@pytest.fixture
def house(tmp_path: Path) -> Iterator[QuietHouse]:
    """A page with two evenings, a call, and something that is wanted of a table."""
    one = QuietHouse(tmp_path)
    yield one
    one.close()


def test_every_route_stands_in_the_document(house: QuietHouse) -> None:
    """Each with its method, and whether it is for those who have joined; and no other."""
    assert VENUE.routes() == routes_of(house.app, OPEN)


def test_strangers_and_staff_are_refused_as_described(house: QuietHouse) -> None:
    """401 for whoever has not joined, 403 `owner` for the staff where it is the owner's, and nothing changes."""
    staff, before = house.app.test_client(), house.everything()
    cookie = house.client.get_cookie("companion")
    assert cookie is not None
    for name in VENUE.own:
        operation = VENUE.operations[name]
        path = operation.path.format(table="table-3", id=house.evening.id, copy=1)
        if needs_phone(operation):
            answer = staff.open(path, method=operation.method, json={}, headers={"Origin": ORIGIN}, buffered=True)
            assert (answer.status_code, answer.json["kind"]) == (401, "unpaired"), name  # type: ignore[index]
            VENUE.conforms(name, answer.status_code, answer.headers, answer.data)
    assert house.everything() == before
    house.join(staff, "Ewa")
    refused = []
    for name, method, path, body in asked(house):
        answer = staff.open(path, method=method, json=body, headers={"Origin": ORIGIN}, buffered=True)
        if answer.status_code == 403:
            refused.append(name)
            VENUE.conforms(name, answer.status_code, answer.headers, answer.data)
    assert refused == ["save_evening", "read_fleet", "invite", "read_invitation", "begin_export", "save_export"]


def asked(house: QuietHouse) -> Iterator[tuple[str, str, str, Any]]:
    """Each operation that is this page's alone: its id, method, path and body."""
    one = f"/api/evenings/table-3/{house.evening.id}/1"
    yield "read_screen", "get", "/api/screen", None
    yield "find_evenings", "get", "/api/evenings?q=ada&since=2001-01-01", None
    yield "read_evening", "get", one, None
    yield "save_evening", "get", f"{one}/file", None
    yield "read_figures", "get", "/api/figures", None
    yield "read_fleet", "get", "/api/fleet", None
    yield "answer_call", "post", "/api/calls/answer", {"table": "table-3", "call": "0a1b2c3d"}
    yield "invite", "post", "/api/phones/invite", {}
    yield "read_invitation", "get", "/invite.svg", None
    yield "begin_export", "post", "/api/export", {}
    yield "save_export", "get", "/api/export.zip", None


def test_every_answer_is_as_described(house: QuietHouse) -> None:
    """Each operation is answered well, and as the document says; nothing that there is to tell is left out."""
    done, found = set(), {}
    for name, method, path, body in asked(house):
        if name == "save_export":
            until(lambda: not house.export.running)
        answer = house.client.open(path, method=method, json=body, headers={"Origin": ORIGIN}, buffered=True)
        VENUE.good(name, answer)
        found[name] = answer
        done.add(name)
    assert done == set(VENUE.own) - {"watch"}
    told = {name: answer.json for name, answer in found.items() if answer.is_json}
    table = told["read_screen"]["table:table-3"]
    assert (table["call"]["by"], table["lost"][0]["label"], table["players"]) == ("Ada", "Camera", ["Ada", "Ben"])
    assert (told["find_evenings"]["all"], told["find_evenings"]["games"][0]["name"]) == (2, "lighthouse")
    assert (len(told["read_evening"]["steps"]), told["read_evening"]["story"]["unit"]) == (1, "round")
    assert (sum(told["read_figures"]["days"]), told["read_figures"]["uncounted"]) == (2, 0)
    fleet = told["read_fleet"]
    assert fleet["groups"][0]["wanted"]["settings"] == ["voice.rate=180"]
    assert [(one["table"], one["state"], one["sent"]) for one in fleet["tables"]] == [
        ("table-3", "failed", True), ("table-4", "silent", True),
    ]  # fmt: skip
    assert fleet["tables"][0]["why"] == "It is not there."


@pytest.mark.parametrize("joined", [True, False])
def test_the_stream_is_as_described(house: QuietHouse, joined: bool) -> None:
    """Every part of it; put together it is a whole screen. Who has not joined hears of no player."""
    client = house.client if joined else house.app.test_client()
    stream = client.get("/live?tab=x")
    told = b"".join(takewhile(lambda message: not message.startswith(b"event: beat"), stream.response))  # type: ignore[arg-type,union-attr]
    stream.close()
    VENUE.conforms("watch", stream.status_code, stream.headers, told + BEAT)
    parts = {name: part for one in events(told) for name, part in json.loads(one["data"]).items()}
    assert ("fleet" in parts, b"Ada" in told) == (joined, joined)
    VENUE.conforms("read_screen", 200, JSON, json.dumps(parts).encode())


@pytest.mark.parametrize("name", VENUE.own)
def test_a_few_requests(house: QuietHouse, name: str) -> None:
    """Some of all kinds to every operation that is this page's alone, and whatever is odd in its address."""
    fuzz(house, VENUE.operations[name], QUICK)
    odd_addresses(house, VENUE.operations[name], {})
