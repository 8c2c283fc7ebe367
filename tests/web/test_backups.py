"""Backups by tap: made, taken away, looked into and taken over by the owner's phone, never by a stranger."""

from __future__ import annotations

import errno
import http.client
import io
import os
import secrets
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from companion.storage import takeover
from web.exchange import PIECE
from web.guard import COOKIE
from web.server import serve

from .household import Household
from .phones import Phone


@pytest.fixture
def others(house: Household, phone: Phone) -> Phone:
    """A phone that joined after the owner's."""
    found = Phone(house)
    found.join("Ben")
    return found


def do(phone: Phone, **verb: Any) -> Any:
    return phone.post("/api/backups", verb)


def test_made_by_any_phone_and_restored_by_the_owners(house: Household, phone: Phone, others: Phone) -> None:
    """What it holds is told first; then the companion begins anew, with the evening as it was."""
    made = do(others, do="make").json["made"]
    assert made["things"] == "1 evening"
    shelf = phone.get("/api/backups").json
    assert ([one["name"] for one in shelf["kept"]], shelf["may_restore"]) == ([made["name"]], True)
    assert others.get("/api/backups").json["may_restore"] is False
    refused = do(others, do="look", name=made["name"])
    assert (refused.status_code, refused.json["error"]) == (403, "Only the owner’s phone may do this: Ada.")
    assert do(phone, do="restore", name=made["name"]).status_code == 422  # nobody has looked into it
    told = do(phone, do="look", name=made["name"]).json["told"]
    assert "Friday" in told["evenings"][0]
    assert (house.restarts, takeover.waiting(house.folder)) == (0, False)
    assert do(phone, do="restore", name=made["name"]).status_code == 200
    assert (house.restarts, takeover.waiting(house.folder)) == (1, True)


def test_taken_away_and_brought_back(house: Household, phone: Phone, others: Phone) -> None:
    """As one file on a phone; no copy of it stays behind, and what is looked into can be left."""
    answer = others.get("/api/backups/new.zip")
    assert "table-companion-" in answer.headers["Content-Disposition"]
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    assert zipfile.ZipFile(io.BytesIO(answer.data)).testzip() is None
    sent = {"data": answer.data, "content_type": "application/zip", "json": None}
    assert others.post("/api/backups/upload", **sent).status_code == 403
    told = phone.post("/api/backups/upload", **sent).json["told"]
    assert told["things"] == "1 evening"
    assert do(phone, do="drop").status_code == 200
    assert do(phone, do="restore", name=told["name"]).status_code == 422
    assert list(house.folder.glob("restore*")) == []


def test_a_file_comes_piece_by_piece(house: Household, phone: Phone) -> None:
    """From the real server, whole; to who only asks how large it is, nothing; and it is gone from the card then."""
    house.log.put("card_note", "lighthouse/M017", secrets.token_hex(600_000))  # more than one piece, and hard to pack
    invited = house.app.pairing.invite()[0].code
    _, cookie = house.app.pairing.join(invited, "Cleo", "10.0.0.9")
    with serve(house.app, "127.0.0.1", 0, threads=8) as server:
        for method in ("GET", "HEAD"):
            asking = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
            asking.request(method, "/api/backups/new.zip", headers={"Cookie": f"{COOKIE}={cookie}"})
            answer = asking.getresponse()
            size, data = int(answer.headers["Content-Length"]), answer.read()
            asking.close()
            assert (answer.status, len(data)) == (200, size if method == "GET" else 0)
            assert size > 2 * PIECE
            assert not data or zipfile.ZipFile(io.BytesIO(data)).testzip() is None
    assert list(house.folder.glob("restore*")) == []


def test_a_card_that_takes_nothing_can_still_be_saved(
    house: Household, phone: Phone, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Then the file is put together where temporary files go."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    real = tempfile.mkdtemp

    def mkdtemp(suffix: str | None = None, prefix: str | None = None, dir: Any = None) -> str:
        if dir == house.folder:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return real(suffix, prefix, dir)

    monkeypatch.setattr(tempfile, "mkdtemp", mkdtemp)
    assert zipfile.ZipFile(io.BytesIO(phone.get("/api/backups/new.zip").data)).testzip() is None


@pytest.mark.parametrize("data", [bytes(10), b"\xff\xd8 a picture", b"PK\x03\x04 half a zip"])
def test_what_is_no_backup(house: Household, phone: Phone, data: bytes) -> None:
    """One sentence, and nothing stays behind."""
    answer = phone.post("/api/backups/upload", data=data, content_type="application/zip", json=None)
    assert (answer.status_code, answer.json["kind"]) == (422, "file")
    assert list(house.folder.glob("restore*")) == []


def test_what_cannot_be_done_is_said(house: Household, phone: Phone) -> None:
    """A verb that there is not, a backup and a stick that are not there, a folder that has gone."""
    assert do(phone, do="burn").status_code == 400
    assert do(phone, do="look", name="table-companion-x.zip").json["error"] == "This backup is not here any more."
    assert do(phone, do="make", stick="/etc").json["error"] == "This stick is not in any more."
    house.stick.rmdir()
    gone = do(phone, do="make")
    assert (gone.status_code, gone.json["kind"]) == (507, "not_saved")
    assert gone.json["error"].startswith("The folder for backups is not there")
    assert phone.get("/api/backups").json["wrong"] == gone.json["error"]
