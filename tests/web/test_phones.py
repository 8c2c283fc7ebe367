"""The owner's phone, leaving, and that a phone that was removed is out at once."""

import json
import threading
from typing import Any

import pytest

from companion.api.refusals import NotSaved
from companion.storage.log import Log
from web.errors import HttpRefusal
from web.live import Stream
from web.pairing import AT_THE_PI, KIND, Pairing

from .household import CODE, Household, Store
from .phones import ORIGIN, Phone


@pytest.fixture
def others(house: Household, phone: Phone) -> tuple[Phone, Phone]:
    """Ben's and Cleo's phones, joined after Ada's, which is the owner's."""
    found = Phone(house), Phone(house)
    for other, name in zip(found, ("Ben", "Cleo"), strict=True):
        assert other.join(name).status_code == 200
    return found


def listed(phone: Phone) -> dict[str, dict[str, Any]]:
    """Who has joined, by name."""
    return {one["name"]: one for one in phone.get("/api/phones").json["phones"]}


# --- the owner's phone ------------------------------------------------------------------------------------------------


def test_the_first_phone_is_the_owners(phone: Phone, others: tuple[Phone, Phone]) -> None:
    """Whoever joins first has the owner's phone; everybody is told which one that is."""
    for one in (phone, *others):
        assert {name: found["owner"] for name, found in listed(one).items()} == {
            "Ada": True,
            "Ben": False,
            "Cleo": False,
        }


def test_only_the_owners_phone_removes_others(phone: Phone, others: tuple[Phone, Phone]) -> None:
    """Another phone's removing is refused with a sentence that names the owner's, and removes nobody."""
    ben, _ = others
    for victim in ("Ada", "Cleo"):
        answer = ben.post("/api/phones/forget", {"id": listed(ben)[victim]["id"]})
        assert (answer.status_code, answer.json["kind"]) == (403, "owner")
        assert "Ada" in answer.json["error"]
    assert set(listed(phone)) == {"Ada", "Ben", "Cleo"}
    assert phone.post("/api/phones/forget", {"id": listed(phone)["Cleo"]["id"]}).status_code == 200
    assert set(listed(phone)) == {"Ada", "Ben"}


def test_any_phone_may_leave(phone: Phone, others: tuple[Phone, Phone]) -> None:
    """A phone that is not the owner's may remove itself, and is a stranger then."""
    ben, _ = others
    assert ben.post("/api/phones/forget", {"id": listed(ben)["Ben"]["id"]}).status_code == 200
    assert ben.get("/api/phones").status_code == 401
    assert set(listed(phone)) == {"Ada", "Cleo"}


def test_the_owner_hands_over_before_leaving(phone: Phone, others: tuple[Phone, Phone]) -> None:
    """The owner's phone may not leave the others without one; handed over, the new one removes, the old one cannot."""
    ben, _ = others
    ids = {name: one["id"] for name, one in listed(phone).items()}
    refused = phone.post("/api/phones/forget", {"id": ids["Ada"]})
    assert (refused.status_code, refused.json["kind"]) == (409, "owner")
    assert ben.post("/api/phones/owner", {"id": ids["Ben"]}).status_code == 403
    assert phone.post("/api/phones/owner", {"id": ids["Ben"]}).status_code == 200
    assert phone.post("/api/phones/owner", {"id": ids["Ada"]}).status_code == 403
    assert phone.post("/api/phones/forget", {"id": ids["Cleo"]}).status_code == 403
    assert ben.post("/api/phones/forget", {"id": ids["Cleo"]}).status_code == 200
    assert phone.post("/api/phones/forget", {"id": ids["Ada"]}).status_code == 200
    assert set(listed(ben)) == {"Ben"}


def test_the_last_phone_may_leave(house: Household, phone: Phone) -> None:
    """Alone, the owner's phone leaves without handing over; the next phone that joins is the owner's."""
    assert phone.post("/api/phones/forget", {"id": listed(phone)["Ada"]["id"]}).status_code == 200
    assert house.app.pairing.owner is None
    other = Phone(house)
    other.join("Ben")
    assert listed(other)["Ben"]["owner"]


def test_unknown_phones_are_told_of(phone: Phone) -> None:
    """Removing or naming a phone that is not there gets a sentence and changes nothing."""
    for path in ("/api/phones/forget", "/api/phones/owner"):
        answer = phone.post(path, {"id": "nobody"})
        assert (answer.status_code, answer.json["kind"]) == (404, "not_found")
    assert listed(phone)["Ada"]["owner"]


def test_the_owner_is_kept(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """Who has the owner's phone is known after a restart, even where the clock went back before another one joined."""
    log = Log(tmp_path / "data", durable=False)
    times = iter([1000.0, 500.0, 2000.0])
    pairing = Pairing(log, CODE, wall_clock=lambda: next(times))
    ada = pairing.join(CODE, "Ada", "10.0.0.1")[0]
    pairing.join(CODE, "Ben", "10.0.0.2")
    cleo = pairing.join(CODE, "Cleo", "10.0.0.3")[0]
    assert Pairing(log).owner == ada.id
    pairing.hand_over(cleo.id, ada.id)
    assert Pairing(log).owner == cleo.id
    log.close()


def test_phones_of_before_have_an_owner(house: Household) -> None:
    """Of phones that joined before there was an owner's, the first that joined is it; all of them stay joined."""
    store = Store()
    for id, name, since in (("b", "Ben", 200.0), ("a", "Ada", 100.0), ("c", "Cleo", 300.0)):
        store.put(KIND, id, {"name": name, "since": since, "token_hash": "0" * 64})
    pairing = Pairing(store)
    assert pairing.owner == "a"
    assert [one.name for one in pairing.phones()] == ["Ada", "Ben", "Cleo"]
    pairing.join(pairing.code, "Dan", "10.0.0.1")  # and it stays so, whatever the clock says later
    assert Pairing(store).owner == "a"


def test_a_lost_owners_phone(house: Household, phone: Phone, others: tuple[Phone, Phone]) -> None:
    """At the Pi the owner's phone may be removed or another one named; then the first of the rest is the owner's."""
    pairing = house.app.pairing
    ada, ben, cleo = pairing.phones()
    pairing.hand_over(cleo.id, AT_THE_PI)
    assert pairing.owner == cleo.id
    pairing.forget(cleo.id, AT_THE_PI)
    assert pairing.owner == ada.id
    pairing.forget(ada.id, AT_THE_PI)
    assert pairing.owner == ben.id


class FullStore(Store):
    """A store on a disk that may fill up."""

    full = False

    def put(self, kind: str, key: str, value: Any) -> None:
        if self.full:
            raise NotSaved("full")  # type: ignore[arg-type]
        super().put(kind, key, value)


def test_a_full_disk_changes_no_owner() -> None:
    """A handing over that cannot be saved is not made; a start on old data needs no room on the disk."""
    store = FullStore()
    pairing = Pairing(store, CODE)
    ada, ben = (pairing.join(CODE, name, "10.0.0.1")[0] for name in ("Ada", "Ben"))
    store.full = True
    with pytest.raises(NotSaved):
        pairing.hand_over(ben.id, ada.id)
    assert pairing.owner == ada.id
    store.kept.pop(("pairing", "owner"))
    assert Pairing(store).owner == ada.id


# --- removed at once --------------------------------------------------------------------------------------------------


def test_a_removed_phone_is_a_stranger(phone: Phone, others: tuple[Phone, Phone]) -> None:
    """A phone that was removed may change nothing any more and reads nothing that is for joined phones."""
    ben, _ = others
    phone.post("/api/phones/forget", {"id": listed(phone)["Ben"]["id"]})
    assert ben.post("/api/undo", {"seen": ben.version}).status_code == 401
    assert ben.get("/api/evenings").status_code == 401
    assert ben.get("/api/phones/me").json == {"phone": None}
    assert ben.join("Ben").status_code == 403


def streams_of(house: Household, phone: Phone, count: int = 1) -> list[Any]:
    """The phone's open streams, as the server reads them."""
    return [phone.client.get(f"/live?tab={number}&wanted=scale,scan").response for number in range(count)]


def test_removing_ends_the_streams_at_once(house: Household, phone: Phone, others: tuple[Phone, Phone]) -> None:
    """Every stream of a removed phone ends without another message, also one that waits; other phones' go on."""
    house.app.live.beat_s = 3600.0
    ben, _ = others
    asleep, fresh = streams_of(house, ben, 2)
    kept = streams_of(house, phone)[0]
    got: list[bytes] = []
    began, ended = threading.Event(), threading.Event()

    def read() -> None:
        for message in asleep:
            got.append(message)
            if b'"version"' in message:
                began.set()
        ended.set()

    thread = threading.Thread(target=read)
    thread.start()
    assert began.wait(30)
    assert next(iter(fresh)).startswith(b"retry")
    phone.post("/api/phones/forget", {"id": listed(phone)["Ben"]["id"]})
    assert ended.wait(30)
    thread.join(30)
    before = len(got)
    house.session.rename(house.session.screen().evening.id, "Secret")  # type: ignore[union-attr]
    assert len(got) == before
    assert list(fresh) == []
    assert any(b'"joined":true' in next(iter(kept)) for _ in range(2))
    assert house.app.live.watching == 1


def test_a_stream_opened_while_it_is_removed(
    house: Household, phone: Phone, others: tuple[Phone, Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phone that is removed between the look at its cookie and the opening of its stream gets none."""
    ben, _ = others
    id = listed(phone)["Ben"]["id"]
    original = house.app.live.open

    def slow(*args: Any, **more: Any) -> Stream:
        house.app.pairing.forget(id, AT_THE_PI)
        return original(*args, **more)

    monkeypatch.setattr(house.app.live, "open", slow)
    assert ben.get("/live?tab=x").status_code == 401
    assert house.app.live.watching == 0


class Dribble:
    """The body of a request whose end comes late: in the middle of it something happens."""

    def __init__(self, data: bytes, between: Any) -> None:
        self.parts = [data[:5], data[5:]]
        self.between = between

    def read(self, size: int = -1) -> bytes:
        if not self.parts:
            return b""
        if len(self.parts) == 1:
            self.between()
        return self.parts.pop(0)

    def readline(self, size: int = -1) -> bytes:
        return self.read(size)


def test_a_request_begun_before_the_removal_does_nothing(
    house: Household, phone: Phone, others: tuple[Phone, Phone]
) -> None:
    """A phone that held a request half sent while it was removed is refused when the rest arrives."""
    ben, _ = others
    before = house.session.screen()
    data = json.dumps({"move": "feed", "args": {"oil": 1}, "seen": before.version}).encode()
    id = listed(phone)["Ben"]["id"]
    answer = ben.client.post(
        "/api/play",
        data=data,
        content_type="application/json",
        headers={"Origin": ORIGIN},
        environ_overrides={"wsgi.input": Dribble(data, lambda: house.app.pairing.forget(id, AT_THE_PI))},
    )
    assert (answer.status_code, house.session.screen().version) == (401, before.version)


def test_who_removes_hears_of_it(house: Household, phone: Phone, others: tuple[Phone, Phone]) -> None:
    """A phone that shows the list is sent every change of it: who joined, who went, whose the owner's phone is."""
    live = house.app.live
    live.beat_s = 0.0
    names = lambda: [one["name"] for one in json.loads(live.parts("phones", "en").parts["phones"])["joined"]]  # noqa: E731
    assert names() == ["Ada", "Ben", "Cleo"]
    phone.post("/api/phones/forget", {"id": listed(phone)["Cleo"]["id"]})
    assert names() == ["Ada", "Ben"]
    Phone(house).join("Dan", phone.post("/api/phones/invite").json["code"])
    assert names() == ["Ada", "Ben", "Dan"]


def test_refusals_leave_the_list_alone(house: Household) -> None:
    """A phone with an impossible name does not join, with the right code either."""
    with pytest.raises(HttpRefusal):
        house.app.pairing.join(CODE, " ", "10.0.0.1")
    assert house.app.pairing.phones() == []
