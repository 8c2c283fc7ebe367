"""A venue's page before a real server: who is told what, evenings that are read, calls, figures, the export."""

import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.api.text import T
from companion.status.health import DeviceHealth
from companion.venue import records
from companion.venue.export import Export
from companion.venue.figures import Figures
from companion.venue.follower import Follower
from companion.venue.told import EveningReader
from tests.companion.toy_game import GAME, fuel_move
from tests.companion.venue.conftest import Nats, needs_nats, until
from tests.companion.venue.conftest import nats as nats  # the fixture
from tests.companion.venue.test_shipper import Table, table
from tests.web.household import Store
from web.live_app import LiveApp
from web.ports import DashboardSettings
from web.venue.app import create_venue_page

pytestmark = [pytest.mark.slow, needs_nats]
CODE = "123456"
ORIGIN = {"Origin": "http://localhost"}


class House:
    """A venue's page with what stands behind it."""

    def __init__(self, nats: Nats, folder: Path) -> None:
        games = {"boiler": GAME}
        self.follower = Follower(nats.access(""), again_s=(0.05,))
        reader = EveningReader(self.follower, games)
        self.figures = Figures(self.follower, reader, Store())
        self.export = Export(self.follower, reader, self.figures, folder)
        self.app: LiveApp = create_venue_page(
            follower=self.follower, reader=reader, figures=self.figures, export=self.export, games=games,
            store=Store(), settings=DashboardSettings(code=CODE),
        )  # fmt: skip
        self.follower.start()
        until(lambda: self.follower.trouble is None)

    def visitor(self, name: str = "") -> "Visitor":
        """A browser; of the staff with a `name`, the first one the owner."""
        return Visitor(self.app, name)

    def close(self) -> None:
        self.app.end_streams()
        self.export.stop()
        self.follower.stop()


class Visitor:
    """A browser at the page."""

    def __init__(self, app: LiveApp, name: str) -> None:
        self.client = app.test_client()
        if name:
            assert self.post("/api/phones/join", {"code": CODE, "name": name})[0] == 200

    def get(self, path: str) -> tuple[int, Any]:
        answer = self.client.get(path, buffered=True)
        found = answer.status_code, answer.json if answer.is_json else answer.data
        answer.close()
        return found

    def post(self, path: str, body: Mapping[str, Any]) -> tuple[int, Any]:
        answer = self.client.post(path, json=body, headers=ORIGIN)
        return answer.status_code, answer.json

    def parts(self) -> dict[str, Any]:
        return dict(self.get("/api/screen")[1])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a table keeps its evenings."""
    return tmp_path / "table"


@pytest.fixture
def house(nats: Nats, tmp_path: Path) -> Iterator[House]:
    one = House(nats, tmp_path)
    yield one
    one.close()


def played(one: Table, name: str = "Friday") -> str:
    evening = one.begin(name)
    one.session.play(fuel_move(2), "Anna")
    return evening


def shown(visitor: Visitor, holds: Callable[[dict[str, Any]], object], name: str = "table-3") -> dict[str, Any]:
    """The table as this visitor sees it, once that holds."""
    until(lambda: (found := visitor.parts().get(f"table:{name}")) and holds(found))
    return dict(visitor.parts()[f"table:{name}"])


def test_a_guest_sees_no_players(house: House, nats: Nats, folder: Path) -> None:
    """Which game is played, and which table is free; the staff is told everything, and nothing else is open."""
    with table(folder, nats.access()) as one:
        guest, staff = house.visitor(), house.visitor("Ola")
        assert shown(guest, lambda found: found["status"] == "free") == {"table": "table-3", "status": "free"}
        played(one)
        assert shown(guest, lambda found: found["status"] == "playing") == {
            "table": "table-3", "status": "playing", "game": "boiler", "title": "The Boiler",
        }  # fmt: skip
        one.call.call("Anna")
        one.health.put(DeviceHealth("camera", T("Camera"), "lost", T("The camera gives no pictures any more.")))
        found = shown(staff, lambda found: found["lost"] and found.get("call"))
        assert (found["players"], found["name"], found["entries"]) == (["Anna", "Bert"], "Friday", 2)
        for secret in ("Anna", "Bert", "Friday", "Ola"):
            assert secret not in json.dumps(guest.parts())
        rules = {str(rule): rule.methods or set() for rule in house.app.url_map.iter_rules() if str(rule) != "/live"}
        told = {
            rule
            for rule, methods in rules.items()
            if "GET" in methods and guest.get(rule.replace("<int:copy>", "1"))[0] == 401
        }
        assert {rule for rule in rules if rule.startswith("/api/")} - told == {
            "/api/screen", "/api/phones/join", "/api/phones/me", "/api/phones/invite", "/api/phones/rename",
            "/api/phones/owner", "/api/phones/forget", "/api/calls/answer", "/api/export",
        }  # fmt: skip
        posts = {rule for rule, methods in rules.items() if "POST" in methods} - {"/api/phones/join"}
        assert {guest.post(rule, {})[0] for rule in posts} == {401}


def test_a_call_is_answered_by_the_staff(house: House, nats: Nats, folder: Path) -> None:
    """Then it is gone at the table; for a table that there is not it is refused."""
    with table(folder, nats.access()) as one:
        staff = house.visitor("Ola")
        call = one.call.call("Anna")
        shown(staff, lambda found: found.get("call"))
        assert staff.post("/api/calls/answer", {"table": "table-3", "call": call.id})[0] == 200
        until(lambda: one.call.present is None)
        assert staff.post("/api/calls/answer", {"table": "table-9", "call": call.id})[0] == 404


def test_evenings_are_found_read_and_counted(house: House, nats: Nats, folder: Path) -> None:
    """By words without accents, by table and day; read with its steps; a month; one that was altered says so."""
    with table(folder, nats.access()) as one:
        evening, other = played(one, "Żółty piątek"), played(one, "Sunday")
        until(lambda: one.sent() and len(house.follower.picture.evenings()) == 2)
        owner = house.visitor("Ola")
        subject = records.entries_subject("table-3", other)
        nats.ask(lambda stream: stream.publish(subject, b"nonsense"))
        until(lambda: house.follower.picture.evening("table-3", other, 1).altered)  # type: ignore[union-attr]

    def names(query: str) -> list[str]:
        status, found = owner.get(f"/api/evenings?{query}")
        assert status == 200
        return [found_one["name"] for found_one in found["evenings"]]

    assert names("q=zolty+ANNA") == ["Żółty piątek"]
    assert names("q=boiler&table=table-3&game=boiler") == ["Sunday", "Żółty piątek"]
    assert names("q=nobody") == names("table=table-4") == names("until=2001-01-01") == []
    assert owner.get("/api/evenings?since=soon")[0] == 400
    status, told = owner.get(f"/api/evenings/table-3/{evening}/1")
    assert (status, told["name"], [step["kind"] for step in told["steps"]]) == (200, "Żółty piątek", ["move", "start"])
    status, refused = owner.get(f"/api/evenings/table-3/{other}/1")
    assert (status, "was altered" in refused["error"]) == (422, True)
    assert owner.get("/api/evenings/table-3/none/1")[0] == 404
    for known in house.follower.picture.evenings():
        house.figures.count(known)
    month = owner.get("/api/figures")[1]
    assert [(game["game"], game["evenings"], game["players"]) for game in month["games"]] == [("boiler", 2, 4)]
    assert (sum(month["days"]), month["uncounted"]) == (2, 0)
    assert owner.get("/api/figures?month=2026-13")[0] == 400


def test_the_owner_has_everything_as_a_file(house: House, nats: Nats, folder: Path, tmp_path: Path) -> None:
    """Each evening is the table's own export; the staff may not make it, nor let others in."""
    with table(folder, nats.access()) as one:
        evening = played(one)
        until(lambda: one.sent() and house.follower.picture.evenings())
        owner, staff = house.visitor("Ola"), house.visitor("Jan")
        assert staff.post("/api/export", {})[0] == staff.get("/api/export.zip")[0] == 403
        assert staff.post("/api/phones/invite", {})[0] == 403
        assert owner.get("/api/export.zip")[0] == 404
        assert owner.post("/api/export", {})[0] == 200
        until(lambda: house.export.file is not None)
        with zipfile.ZipFile(io.BytesIO(owner.get("/api/export.zip")[1])) as whole:
            (name,) = [name for name in whole.namelist() if name.startswith("evenings/table-3/")]
            assert whole.read(name) == one.session.export(evening)
            (line,) = json.loads(whole.read("figures.json"))
            assert (line["name"], line["players"], line["entries"]) == ("Friday", ["Anna", "Bert"], 2)
            assert whole.read("figures.csv").decode().splitlines()[1].startswith("table-3,")
        assert owner.get(f"/api/evenings/table-3/{evening}/1/file")[1] == json.loads(one.session.export(evening))


def test_a_server_that_goes_leaves_the_page(house: House, nats: Nats, folder: Path) -> None:
    """What was known is shown, with one sentence; what has to be asked is refused with one."""
    with table(folder, nats.access()) as one:
        evening = played(one)
        staff = house.visitor("Ola")
        shown(staff, lambda found: found["status"] == "playing")
        nats.stop()
        until(lambda: staff.parts()["server"])
        assert "does not answer" in staff.parts()["server"]["text"]
        assert "127.0.0.1" not in json.dumps(house.visitor().parts())
        assert staff.parts()["table:table-3"]["name"] == "Friday"
        status, refused = staff.get(f"/api/evenings/table-3/{evening}/1")
        assert (status, refused["kind"]) == (503, "server")


def test_a_wrong_key_is_told_of(tmp_path: Path) -> None:
    """The page is there, and says what is wrong."""
    closed = Nats(tmp_path, "authorization { users = [ { user: someone, password: secret } ] }")
    closed.start()
    follower = Follower(closed.access(""), again_s=(0.05,))
    try:
        follower.start()
        until(lambda: "does not take this key" in str(follower.trouble))
    finally:
        follower.stop()
        closed.stop()
