"""Photos of many phones at once: each is told how long it is, taps are answered meanwhile, the gone are forgotten."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.scanner.adding import Picture
from companion.scanner.photo_queue import CALLED, PATIENCE_S, PhotoQueue

from .household import Household, Photo, read_photo
from .phones import Phone
from .test_bad_photos import send

PLACES = "/api/photo/places"


class Slow:
    """A reader of photos that takes as long as the test wants, and a clock that is set by hand."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.go_on = threading.Event()
        self.reading = threading.Semaphore(0)
        self.read: list[bytes] = []

    def clock(self) -> float:
        return self.now_s

    def __call__(self, data: Picture, live: bool) -> Photo:
        self.reading.release()
        assert self.go_on.wait(60)
        self.read.append(bytes(data))
        return read_photo(data)


@pytest.fixture
def slow() -> Slow:
    """A slow reader."""
    return Slow()


@pytest.fixture
def house(tmp_path: Path, slow: Slow) -> Iterator[Household]:
    """A house whose photos it reads; no request waits in it."""
    queue = PhotoQueue(clock=slow.clock, most=8, in_request_s=0)
    made = Household(tmp_path, options={"read_photo": slow, "photo_queue": queue})
    yield made
    slow.go_on.set()
    made.close()


def joined(house: Household, count: int) -> list[Phone]:
    """So many phones."""
    phones = [Phone(house) for _ in range(count)]
    for number, phone in enumerate(phones):
        assert phone.join(f"Phone {number}").status_code == 200
    return phones


def place_of(phone: Phone) -> dict[str, float]:
    """A place in the queue."""
    answer = phone.post(PLACES)
    assert answer.status_code == 200, answer.json
    return dict(answer.json)  # type: ignore[arg-type]


def test_a_place_and_then_the_photo(house: Household, slow: Slow) -> None:
    """Nobody is before the only one: it sends, and is read."""
    [phone] = joined(house, 1)
    slow.go_on.set()
    place = place_of(phone)
    assert (place["before"], place["wait_s"]) == (0, 0)
    data = b"M017"
    answer = phone.post(
        f"/api/photo?place={place['place']}", json=None, data=data, content_type="image/jpeg",
        environ_overrides={"CONTENT_LENGTH": "4"},
    )  # fmt: skip
    assert answer.json["reads"][0]["text"] == "M017"  # type: ignore[index]
    assert phone.get(f"{PLACES}/{place['place']}").status_code == 404


def test_taps_go_on_while_photos_wait(house: Household, slow: Slow) -> None:
    """Each is told how many are before it and for about how long; and whoever taps is answered."""
    phones = joined(house, 7)
    places = [place_of(phone) for phone in phones]
    assert [place["before"] for place in places] == [0, 0, 0, 3, 4, 5, 6]
    assert all(place["wait_s"] > 0 for place in places[3:])
    sender = threading.Thread(target=send_called, args=(phones[0], places[0]))
    sender.start()
    assert slow.reading.acquire(timeout=30)
    assert phones[6].post("/api/phones/rename", {"name": "Zoe"}).status_code == 200
    slow.go_on.set()
    sender.join(30)
    assert phones[3].get(f"{PLACES}/{places[3]['place']}").json["before"] == 0  # type: ignore[index]
    assert phones[6].get(f"{PLACES}/{places[6]['place']}").json["before"] == 5  # type: ignore[index]


def send_called(phone: Phone, place: dict[str, float]) -> None:
    """Send the photo of a place."""
    path = f"/api/photo?place={place['place']}"
    length = {"CONTENT_LENGTH": "4"}
    assert (
        phone.post(path, json=None, data=b"M017", content_type="image/jpeg", environ_overrides=length).status_code
        == 200
    )


def test_a_phone_that_vanishes_gives_its_place_up(house: Household, slow: Slow) -> None:
    """Whoever asks moves up."""
    phones = joined(house, CALLED + 1)
    places = [place_of(phone) for phone in phones]
    slow.now_s += PATIENCE_S - 1
    last = f"{PLACES}/{places[-1]['place']}"
    assert phones[-1].get(last).json["before"] == CALLED  # type: ignore[index]
    slow.now_s += 2
    assert phones[-1].get(last).json["before"] == 0  # type: ignore[index]
    lost = phones[0].get(f"{PLACES}/{places[0]['place']}")
    assert (lost.status_code, lost.json["kind"]) == (404, "not_found")  # type: ignore[index]


def test_a_place_can_be_given_up(house: Household) -> None:
    """By the phone that cancels."""
    phones = joined(house, CALLED + 1)
    places = [place_of(phone) for phone in phones]
    assert (
        phones[0].client.delete(f"{PLACES}/{places[0]['place']}", json={}, headers={"Origin": "http://localhost"}).json
        == {}
    )
    assert phones[-1].get(f"{PLACES}/{places[-1]['place']}").json["before"] == 0  # type: ignore[index]


def test_a_full_queue_says_so(house: Household) -> None:
    """One sentence and when to come again, to whoever asks for a place and to whoever just sends."""
    phones = joined(house, 9)
    for phone in phones[:8]:
        place_of(phone)
    answer = phones[8].post(PLACES)
    assert (answer.status_code, answer.json["kind"]) == (503, "full")  # type: ignore[index]
    assert answer.json["error"].startswith("Too many photos are waiting")  # type: ignore[index]
    assert int(answer.headers["Retry-After"]) == answer.json["wait_s"] > 0  # type: ignore[index]
    assert send(phones[8], b"M017").status_code == 503


def test_only_joined_phones_queue(house: Household) -> None:
    """Strangers have no photos here."""
    assert Phone(house).post(PLACES).status_code == 401


def test_a_photo_that_is_sent_again_is_read_once(house: Household, slow: Slow) -> None:
    """The same key, after an answer that was lost: the same answer, and no place is left behind."""
    [phone] = joined(house, 1)
    slow.go_on.set()
    first, again = (
        phone.post(
            f"/api/photo?for=read&place={place_of(phone)['place']}", json=None, data=b"M021", content_type="image/jpeg",
            key="photo-1", environ_overrides={"CONTENT_LENGTH": "4"},
        )
        for _ in range(2)
    )  # fmt: skip
    assert first.json == again.json
    assert slow.read == [b"M021"]
    assert place_of(phone)["before"] == 0
    assert len(house.app.extensions["companion"].photo_queue) == 1


def test_a_photo_that_does_not_arrive_whole(house: Household) -> None:
    """Its phone has gone in the middle: nothing is read, and the place is free."""
    [phone] = joined(house, 1)
    answer = phone.post(
        "/api/photo", json=None, data=b"M0", content_type="image/jpeg", environ_overrides={"CONTENT_LENGTH": "4000"}
    )
    assert answer.status_code == 400
    assert len(house.app.extensions["companion"].photo_queue) == 0


def test_a_phone_removed_while_its_photo_is_read(house: Household, slow: Slow) -> None:
    """The photo of a phone that is removed meanwhile plays nothing, however late it is read."""
    owner, other = joined(house, 2)
    house.begin()
    before = house.session.screen().version
    answers: list[int] = []

    def send_it() -> None:
        length = {"CONTENT_LENGTH": "4"}
        path, kind = "/api/photo?for=play", "image/jpeg"
        sent = other.post(path, json=None, data=b"M017", content_type=kind, environ_overrides=length)
        answers.append(sent.status_code)

    sender = threading.Thread(target=send_it)
    sender.start()
    assert slow.reading.acquire(timeout=30)
    pairing = house.app.pairing
    assert owner.post("/api/phones/forget", {"id": pairing.phones()[1].id}).status_code == 200
    slow.go_on.set()
    sender.join(30)
    assert (answers, house.session.screen().version) == ([401], before)


def test_a_phone_removed_while_its_photo_arrives(house: Household, slow: Slow) -> None:
    """Nor is a photo read whose phone was removed before the whole of it had come."""
    _, other = joined(house, 2)
    id = house.app.pairing.phones()[1].id

    class Late:
        def read(self, size: int = -1) -> bytes:
            if house.app.pairing.knows(id):
                house.app.pairing.forget(id, None)
            return b"M017"[:size]

    late = {"CONTENT_LENGTH": "4", "wsgi.input": Late()}
    answer = other.post("/api/photo", json=None, data=b"M017", content_type="image/jpeg", environ_overrides=late)
    assert (answer.status_code, slow.read) == (401, [])
