"""The owner's photographs of cards over HTTP: for phones that have joined, whole, and never old ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.storage import pictures as kept

from .household import Household
from .phones import ORIGIN, Phone

JPEG = b"\xff\xd8 the card \xff\xd9"
OTHER = b"\xff\xd8 the card, nearer \xff\xd9"
M017 = "/api/cards/M017/picture?game=lighthouse"


def send(phone: Phone, data: bytes = JPEG, path: str = M017, kind: str = "image/jpeg", **more: Any) -> TestResponse:
    """Send a photo of a card."""
    return phone.post(path, json=None, data=data, content_type=kind, **more)


def delete(phone: Phone, path: str = M017, **more: Any) -> TestResponse:
    """Delete a photograph as the page does."""
    return phone.client.delete(path, json={}, headers={"Origin": ORIGIN} | more)


def entry(phone: Phone, code: str = "M017") -> Any:
    """What is told of a card."""
    return phone.get(f"/api/cards/{code}?game=lighthouse").json


def test_a_photograph_is_added_and_shown(phone: Phone) -> None:
    """What was sent is told with the card and comes back as JPEG, to be asked for again each time."""
    assert "picture" not in entry(phone)
    answer = send(phone)
    assert answer.status_code == 200
    assert answer.json["straightened"] is True
    assert entry(phone)["picture"] == answer.json["picture"]
    assert answer.json["picture"]["missing"] is False
    shown = phone.get(M017)
    assert (shown.status_code, shown.data, shown.mimetype) == (200, JPEG, "image/jpeg")
    assert shown.headers["Cache-Control"] == "private, no-cache"
    assert shown.headers["ETag"] == f'"{answer.json["picture"]["version"]}"'
    assert shown.headers["X-Content-Type-Options"] == "nosniff"
    assert shown.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_a_photograph_that_the_phone_has_is_not_sent_again(phone: Phone) -> None:
    """With its version in If-None-Match, the answer is 304 without a body until there is another photograph."""
    send(phone)
    tag = phone.get(M017).headers["ETag"]
    again = phone.client.get(M017, headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    send(phone, OTHER)
    assert phone.client.get(M017, headers={"If-None-Match": tag}).data == OTHER


def test_who_only_watches_sees_no_photograph(phone: Phone, stranger: Phone) -> None:
    """A phone that has not joined gets no photograph, is not told of one, and deletes none."""
    send(phone)
    answer = stranger.get(M017)
    assert (answer.status_code, answer.json["kind"]) == (401, "unpaired")
    assert b"the card" not in answer.data
    assert "picture" not in entry(stranger)
    assert entry(stranger)["pictured"] == ""
    found = stranger.get("/api/rules?game=lighthouse&q=M017").json
    assert all("picture" not in one for one in (found["card"], *found["hits"]))
    assert delete(stranger).status_code == 401
    assert phone.get(M017).status_code == 200


def test_a_foreign_page_deletes_nothing(phone: Phone) -> None:
    """Deleting is taken from the companion's own page alone, like every change."""
    send(phone)
    assert delete(phone, Origin="http://evil.example").json["kind"] == "origin"
    assert phone.client.delete(M017, headers={"Origin": ORIGIN}, data=b"x").status_code == 415
    assert phone.get(M017).status_code == 200


@pytest.mark.parametrize("code", ["I%2F08", "tide.Spring%20Tide", "tide.%E6%BD%AE", "M021"])
def test_cards_of_every_kind_of_name(phone: Phone, code: str) -> None:
    """A code with a stroke, a name with spaces, a name in another alphabet: each has its own photograph."""
    path = f"/api/cards/{code}/picture?game=lighthouse"
    assert phone.get(path).json["kind"] == "not_found"
    assert send(phone, path=path).status_code == 200
    assert phone.get(path).data == JPEG
    assert entry(phone, code)["picture"]["size"] == len(JPEG)
    assert phone.get(M017).status_code == 404


def test_a_code_as_it_is_typed_is_the_same_card(phone: Phone) -> None:
    """M17 is M017, which has one photograph."""
    assert send(phone, path="/api/cards/M17/picture?game=lighthouse").status_code == 200
    assert phone.get(M017).data == JPEG
    assert phone.get("/api/cards/M17/picture?game=lighthouse").data == JPEG


@pytest.mark.parametrize(
    "code", ["Q17", "..%2F..%2Fcompanion.db", "etc%2Fpasswd", "tide", "Tide%20card", "tide.", "note", "%00"]
)
def test_what_is_no_card_has_no_photograph(phone: Phone, house: Household, code: str) -> None:
    """Neither an unknown code nor a kind of cards nor a path is a card: nothing is written."""
    path = f"/api/cards/{code}/picture?game=lighthouse"
    for answer in (phone.get(path), send(phone, path=path), delete(phone, path)):
        assert answer.status_code == 404
        assert answer.json["error"]
    assert not (house.folder / "pictures").exists()


def test_an_unknown_game(phone: Phone) -> None:
    """A photograph belongs to a game that is installed."""
    assert send(phone, path="/api/cards/M017/picture?game=../..").status_code == 404


@pytest.mark.parametrize("data", [b"hello", b"<svg onload='alert(1)'/>"])
def test_what_is_no_picture_is_refused(phone: Phone, data: bytes) -> None:
    """What cannot be used as a picture is refused with one sentence, and nothing is kept."""
    answer = send(phone, data)
    assert (answer.status_code, answer.json["kind"]) == (422, "photo")
    assert answer.json["error"]
    assert phone.get(M017).status_code == 404


def test_only_pictures_are_taken(phone: Phone) -> None:
    """The body is a picture, or of a kind that the phone does not know; a page or a form is refused."""
    assert send(phone, kind="application/octet-stream").status_code == 200
    for kind in ("text/html", "application/json", "multipart/form-data; boundary=x"):
        assert send(phone, kind=kind).status_code == 415


def test_a_photograph_as_it_was_taken_and_turned(phone: Phone) -> None:
    """The phone may want it as it is, and may have it turned by quarters of a turn, not by anything else."""
    send(phone, path=f"{M017}&as_it_is&turned=2")
    assert phone.get(M017).data == JPEG + b" as it is turned turned"
    assert send(phone, path=f"{M017}&turned=4").json["kind"] == "bad"


def test_a_tap_that_is_sent_twice_counts_once(phone: Phone) -> None:
    """A photo that is sent again with its key, because the answer was lost, gets the same answer."""
    first = send(phone, path=f"{M017}&seen=", key="k1")
    assert first.status_code == 200
    assert send(phone, path=f"{M017}&seen=", key="k1").json == first.json


def test_another_phone_was_quicker(phone: Phone) -> None:
    """What a phone has not seen it neither replaces nor deletes; once it has seen it, it may."""
    version = send(phone).json["picture"]["version"]
    for answer in (send(phone, OTHER, f"{M017}&seen="), delete(phone, f"{M017}&seen=0123456789abcdef")):
        assert (answer.status_code, answer.json["kind"]) == (409, "changed")
        assert "Somebody else" in answer.json["error"]
    assert phone.get(M017).data == JPEG
    assert send(phone, OTHER, f"{M017}&seen={version}").status_code == 200


def test_a_photograph_is_deleted(phone: Phone, house: Household) -> None:
    """A deleted photograph is gone from the card and from the disk."""
    send(phone)
    assert delete(phone).status_code == 200
    assert phone.get(M017).status_code == 404
    assert "picture" not in entry(phone)
    assert list((house.folder / "pictures").rglob("*.jpg")) == []
    assert delete(phone).status_code == 200


def test_a_file_that_is_gone(phone: Phone, house: Household) -> None:
    """A photograph whose file is gone or torn is told as missing, in one sentence."""
    send(phone)
    (file,) = (house.folder / "pictures").rglob("*.jpg")
    file.write_bytes(JPEG[:5])
    assert entry(phone)["picture"]["missing"] is True
    answer = phone.get(M017)
    assert answer.status_code == 404
    assert answer.json["error"] == "The file of this photograph is gone. Take it anew."


def test_a_full_disk(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk gives one sentence, and the earlier photograph is still there."""
    send(phone)
    monkeypatch.setattr(kept, "ROOM_WANTED", 2**62)
    answer = send(phone, OTHER)
    assert (answer.status_code, answer.json["kind"]) == (507, "not_saved")
    assert "disk is full" in answer.json["error"]
    assert phone.get(M017).data == JPEG


def test_where_no_photographs_are_kept(tmp_path: Path) -> None:
    """A companion without a place for them says so; its cards are looked up all the same."""
    house = Household(tmp_path / "data", options={"pictures": None, "card_photo": None})
    phone = Phone(house)
    phone.join()
    assert send(phone).json["kind"] == "not_here"
    assert phone.get(M017).json["kind"] == "not_here"
    assert entry(phone)["title"] == "Morning card"
    house.close()
