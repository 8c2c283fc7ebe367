"""The scan spot over HTTP: only for joined phones; its picture, its taps, what is kept and taken out."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.api.readings import CardSeen, CardUnread
from companion.api.text import T
from tests.companion.scanner.scan_spot import JPEG, Evidence, Spot, View
from web.api_pictures import NOTHING_READ

from .household import Household, Photo
from .phones import ORIGIN, Phone

GETS = (
    "/api/scan/picture", "/api/scan/sightings/1/picture", "/api/scan/wrong", "/api/scan/wrong.zip",
    "/api/scan/wrong/1700000000000-00000000/picture", "/api/scan/checks", "/api/scan/checks/export",
)  # fmt: skip


@pytest.fixture
def scanned(tmp_path: Path) -> Iterator[tuple[Household, Spot]]:
    """A dashboard whose photos and camera readings go over the scan spot."""
    spots: list[Spot] = []

    def read(data: bytes, live: bool) -> Photo:
        if data[:] == b"nothing":
            unread = CardUnread("glare")
            spots[0].desk.photographed(unread, Evidence(height_px=0), live)
            return Photo(words=T("A lamp."), unread=unread)
        seen = CardSeen("card_id", data[:].decode(), True, 0.99)
        spots[0].desk.photographed(seen, Evidence(), live)
        return Photo((seen,))

    late = Late()
    house = Household(tmp_path / "data", options={"scan": late, "read_photo": read})
    spots.append(Spot(tmp_path / "data", house.session, View()))
    late.spot = spots[0]
    yield house, spots[0]
    house.close()


class Late:
    """The desk that is made once the session is there."""

    spot: Spot

    def __getattr__(self, name: str) -> object:
        return getattr(self.spot.desk, name)

    def subscribe(self, listener: object) -> object:
        return lambda: None


@pytest.fixture
def house(scanned: tuple[Household, Spot]) -> Household:
    return scanned[0]


@pytest.fixture
def spot(scanned: tuple[Household, Spot]) -> Spot:
    return scanned[1]


def delete(phone: Phone, path: str) -> int:
    """Delete what is at this address; the status."""
    return phone.client.delete(path, json={}, headers={"Origin": ORIGIN}).status_code


# --- who may ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GETS)
def test_a_camera_in_a_home_is_only_for_joined_phones(stranger: Phone, path: str) -> None:
    """Guests watch the game; they see neither the camera's picture nor what was kept of it."""
    assert stranger.get(path).status_code == 401


@pytest.mark.parametrize("path", ["/api/scan", "/api/scan/wrong", "/api/scan/checks/import"])
def test_guests_change_nothing(stranger: Phone, path: str) -> None:
    """Nor do they tap."""
    assert stranger.post(path, {"do": "torch", "on": True}).status_code == 401
    assert delete(stranger, "/api/scan/wrong") == 401


def test_guests_are_not_sent_the_scan_spot(house: Household) -> None:
    """The live stream gives it to joined phones that ask for it, to nobody else."""
    page = Phone(house).client.get("/live?tab=a&wanted=scan", buffered=False)
    first = next(iter(page.response))  # type: ignore[call-overload]
    assert b"sightings" not in (first if isinstance(first, bytes) else first.encode())
    page.close()


# --- the picture ------------------------------------------------------------------------------------------------------


def test_the_live_picture(phone: Phone, spot: Spot) -> None:
    """A JPEG, with what was found in it in a header; nothing when nothing is newer; never kept by the browser."""
    answer = phone.get("/api/scan/picture")
    assert (answer.status_code, answer.data, answer.mimetype) == (200, JPEG, "image/jpeg")
    assert answer.headers["Cache-Control"] == "no-store"
    about = json.loads(answer.headers["Scan"])
    assert (about["number"], about["width"], about["height"]) == (1, 1280, 720)
    assert about["outlines"] == [
        {"corners": [[0.1, 0.1], [0.2, 0.1], [0.2, 0.2], [0.1, 0.2]], "code": "D012", "sure": True}
    ]
    assert phone.get("/api/scan/picture?after=1").status_code == 204
    assert phone.get("/api/scan/picture?after=many").status_code == 200


def test_enough_phones_look(house: Household, phone: Phone) -> None:
    """The fifth phone is asked to wait, with a sentence."""
    others = [Phone(house) for _ in range(4)]
    for number, other in enumerate(others):
        other.join(f"Phone {number}")
        assert other.get("/api/scan/picture").status_code == 200
    answer = phone.get("/api/scan/picture")
    assert (answer.status_code, answer.json["kind"]) == (503, "full")
    assert answer.headers["Retry-After"] == "5"


# --- taps -------------------------------------------------------------------------------------------------------------


def test_looking_again_light_and_place(phone: Phone, spot: Spot) -> None:
    """Each a tap."""
    assert phone.post("/api/scan", {"do": "again"}).status_code == 200
    assert phone.post("/api/scan", {"do": "torch", "on": True}).status_code == 200
    assert phone.post("/api/scan", {"do": "torch", "on": False}).status_code == 200
    assert phone.post("/api/scan", {"do": "place"}).status_code == 200
    assert phone.post("/api/scan", {"do": "place_forget"}).status_code == 200
    assert (spot.again, spot.torch, len(spot.camera.later)) == (1, [True, False], 1)


def test_the_check_by_taps(phone: Phone, spot: Spot) -> None:
    """From its beginning to a wrong read; a card that lies there already is the first."""
    assert phone.post("/api/scan", {"do": "check"}).status_code == 200
    assert spot.again == 1
    spot.shows("M001")
    phone.post("/api/scan", {"do": "yes"})
    spot.shows("M002")
    phone.post("/api/scan", {"do": "no"})
    assert phone.post("/api/scan", {"do": "name"}).status_code == 400
    assert phone.post("/api/scan", {"do": "name", "code": "M003"}).status_code == 200
    state = spot.desk.check.state
    assert (state.right, state.wrong) == (1, 1)
    assert phone.post("/api/scan", {"do": "yes"}).status_code == 422
    assert phone.post("/api/scan", {"do": "cancel"}).status_code == 200
    assert phone.post("/api/scan", {"do": "explode"}).status_code == 400
    assert phone.post("/api/scan", {}).status_code == 400


# --- that is wrong ----------------------------------------------------------------------------------------------------


def test_a_photo_that_was_read_wrong(phone: Phone, spot: Spot) -> None:
    """The photo's answer tells the number by which it is reported; what it played is undone."""
    before = spot.session.state()
    answer = phone.post("/api/photo?for=play", json=None, data=b"M017", content_type="image/jpeg").json
    assert answer["played"]
    [number] = answer["sightings"]
    assert phone.get(f"/api/scan/sightings/{number}/picture").data == JPEG
    assert phone.post("/api/scan/wrong", {"sighting": number, "right": "M071"}).json == {"undone": True}
    assert spot.session.state() == before


def test_a_photo_in_which_nothing_was_read(phone: Phone, spot: Spot) -> None:
    """Its refusal tells the number, too."""
    answer = phone.post("/api/photo", json=None, data=b"nothing", content_type="image/jpeg")
    assert (answer.status_code, answer.json["error"]) == (422, "A lamp.")
    assert NOTHING_READ
    assert phone.post("/api/scan/wrong", {"sighting": answer.json["sighting"], "right": "M071"}).json == {
        "undone": False
    }


def test_wrong_reads_are_listed_taken_out_and_deleted(phone: Phone, spot: Spot) -> None:
    """One by one, and all."""
    for code in ("M001", "M002", "M003"):
        spot.shows(code)
        phone.post("/api/scan/wrong", {"sighting": spot.desk.state().sightings[0].number, "right": "M009"})
        spot.now += 1
    listed = phone.get("/api/scan/wrong").json["wrong"]  # type: ignore[index]
    assert [one["read"] for one in listed] == ["M003", "M002", "M001"]
    one = listed[0]["id"]
    assert phone.get(f"/api/scan/wrong/{one}/picture").data == JPEG
    taken = phone.get("/api/scan/wrong.zip")
    assert "wrong_reads.zip" in taken.headers["Content-Disposition"]
    assert len(zipfile.ZipFile(io.BytesIO(taken.data)).namelist()) == 4
    assert delete(phone, f"/api/scan/wrong/{one}") == 200
    assert delete(phone, f"/api/scan/wrong/{one}") == 404
    assert phone.get(f"/api/scan/wrong/{one}/picture").status_code == 404
    assert delete(phone, "/api/scan/wrong") == 200
    assert phone.get("/api/scan/wrong").json == {"wrong": []}


@pytest.mark.parametrize(
    "body",
    [{}, {"sighting": -1}, {"sighting": "all"}, {"sighting": 1, "right": "x" * 21}, {"sighting": 99, "right": "M1"}],
)  # fmt: skip
def test_odd_reports_are_refused(phone: Phone, spot: Spot, body: dict[str, object]) -> None:
    """One sentence, and nothing is kept."""
    answer = phone.post("/api/scan/wrong", body)
    assert answer.status_code in (400, 422)
    assert answer.json["error"]
    assert len(spot.wrong) == 0


def test_pictures_that_are_gone(phone: Phone) -> None:
    """A sighting that is not kept any more has no picture."""
    assert phone.get("/api/scan/sightings/77/picture").status_code == 404
    assert phone.get("/api/scan/wrong/..%2f..%2fsession/picture").status_code == 404


# --- checks -----------------------------------------------------------------------------------------------------------


def test_checks_out_and_in(phone: Phone, spot: Spot) -> None:
    """As a file, like the scale's calibrations."""
    figures = {"right": 10, "asked": 0, "unread": 0, "wrong": 0, "heights": {}, "paper": 150, "doubts": []}
    spot.checks.keep(figures, 5.0, "Ada", "")
    [listed] = phone.get("/api/scan/checks").json["checks"]  # type: ignore[index]
    assert listed["results"][0] == "Read right: 10. Asked: 0. Not read: 0. Wrong: 0."
    file = phone.get("/api/scan/checks/export").data
    spot.store.clear()
    assert phone.post("/api/scan/checks/import", json=None, data=file, content_type="application/json").json == {
        "new": 1
    }
    answer = phone.post("/api/scan/checks/import", json=None, data=b"{}", content_type="application/json")
    assert (answer.status_code, answer.json["kind"]) == (422, "file")


def test_without_a_scan_spot(tmp_path: Path) -> None:
    """Every address of it says so."""
    house = Household(tmp_path / "data")
    phone = Phone(house)
    phone.join()
    for path in GETS:
        assert phone.get(path).json["kind"] == "not_here", path  # type: ignore[index]
    assert phone.post("/api/scan", {"do": "again"}).json["kind"] == "not_here"
    house.close()
