"""What a venue's owner wants of which tables: taken over between evenings, and left again where it fails."""

import io
import json
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from companion.api.text import T, Text
from companion.app.pushed_settings import PushedSettings
from companion.app.settings import Settings, VenueSettings
from companion.app.venue_fleet import TableFleet
from companion.app.versions import InstalledVersions, being_played
from companion.session.session import Session
from companion.system import program
from companion.venue import fleet, notes, signing, stores
from companion.venue.errands import Errands
from companion.venue.fleet import Has, Wanted, Wish
from companion.venue.fleet_errand import FleetErrand
from companion.venue.follower import Follower

from .conftest import needs_nats, running, until
from .test_cards import CardTable
from .test_cards import venue as venue
from .test_keys import Guarded

pytestmark = [pytest.mark.slow, needs_nats]


class Versions:
    """The updater of a service, as far as the venue has to do with it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.now, self.before, self.told = "0.2.0", "", cast("Text | None", None)
        self.installed: list[Path | None] = []
        self.watched = False

    def playing(self) -> str:
        return being_played(self._session.screen())

    def versions(self) -> SimpleNamespace:
        return SimpleNamespace(before=self.before)

    def install_named(self, release: Path | None) -> None:
        self.installed.append(release)

    def settled(self) -> bool:
        return not self.watched

    def told_last(self) -> Text | None:
        return self.told


class FleetTable(CardTable):
    """A table that takes what the owner wants; `restarts` counts how often it would begin again."""

    def __init__(self, folder: Path, venue: Guarded, name: str, public: str) -> None:
        access = venue.nats.access(name, venue.key(name))
        super().__init__(folder, access)
        self.venue, self.name, self.restarts = venue, name, 0
        self.versions = Versions(self.session)
        self.pushed = PushedSettings(folder)
        versions = cast("InstalledVersions", self.versions)
        self.settings = Settings(venue=VenueSettings(owner=public))
        own = TableFleet(self.settings, folder, self.pushed, versions, self._restart)
        self.fleet = FleetErrand(name, public, folder, own, self.kept, self.health)
        self.errands = Errands(access, (self.fleet, self.errand), look_s=0.02, again_s=(0.05,))

    def _restart(self) -> None:
        self.restarts += 1

    def has(self) -> Has | None:
        """What it told the venue last."""
        staff = self.venue.key("staff")
        return self.venue.nats.ask(lambda stream: notes.read(stream, notes.has(self.name), Has), staff)

    def until_told(self, state: str, words: str = "") -> None:
        def holds() -> bool:
            has = self.has()
            return has is not None and has.state == state and words in str(has.why)

        until(holds)

    def start_again(self) -> Settings:
        """The settings of its next start."""
        return self.pushed.over(self.settings)


@contextmanager
def fleet_table(folder: Path, venue: Guarded, name: str, public: str, evening: str = "") -> Iterator[FleetTable]:
    """`evening`: one that is being played from the beginning."""
    one = FleetTable(folder, venue, name, public)
    if evening:
        one.session.start("boiler", evening, ["Anna"], {"level": "easy"}, by="Anna")
    with running(one.errands, one.log):
        yield one


@pytest.fixture
def owner(venue: Guarded, capsys: pytest.CaptureFixture[str]) -> str:
    """The public half of the owner's key, of which the other half lies beside the staff's."""
    capsys.readouterr()
    assert venue.command("fleet", "key", venue.key("owner")) == 0
    return capsys.readouterr().out.rsplit('"', 2)[1]


def command(venue: Guarded, what: str, *typed: object) -> int:
    staff = ("--server", venue.nats.address, "--key", venue.key("staff"), "--owner", venue.key("owner"))
    return venue.command("fleet", what, *staff, *typed)


def followed(venue: Guarded, owner: str) -> list[tuple[str, str, bool]]:
    """What the venue's page is told of each table: what it has, and whether it was sent what is wanted."""
    follower = Follower(venue.nats.access("", venue.key("staff")), owner=owner)
    follower.start()
    try:
        until(lambda: (found := follower.fleet.standing()) and all(one.told and one.has for one in found))
        return [(one.table, "" if one.has is None else one.has.state, one.told) for one in follower.fleet.standing()]
    finally:
        follower.stop()


def publish(venue: Guarded, table: str, data: bytes) -> None:
    """As somebody does who has the server."""

    async def put(stream: Any) -> None:
        await stream.publish(notes.wanted(table), data)

    venue.nats.ask(put, venue.key("staff"))


def wanted(table: str, number: int, seed: str, **wish: Any) -> bytes:
    record = Wanted(format=1, table=table, number=number, wish=Wish(**wish))
    return msgspec.json.encode(signing.signed(record, seed))


def test_settings_are_taken_between_evenings(
    venue: Guarded, owner: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By one table first, never while it plays; a table that was away gets the newest alone; and back again."""
    assert command(venue, "group", "club", "table-3", "table-4") == 0
    assert command(venue, "set", "club", "--setting", "voice.rate=150") == 0
    assert command(venue, "set", "club", "--setting", "voice.rate=fast") == 2
    assert command(venue, "set", "club", "--setting", "web.port=80") == 2
    assert "web.port may not be set from elsewhere" in capsys.readouterr().err
    assert command(venue, "set", "club", "--setting", "voice.rate=180", "--first", "table-3") == 0
    with fleet_table(folder, venue, "table-3", owner, "Friday") as third:
        third.until_told("waiting", "is not being played any more")
        assert (third.restarts, third.start_again().voice.rate) == (0, 165)
        assert command(venue, "all", "club") == 2
        third.session.close()
        third.until_told("trying")
        assert (third.restarts, third.start_again().voice.rate) == (1, 180)
        third.pushed.well()
        third.until_told("taken")
        with fleet_table(folder.with_name("four"), venue, "table-4", owner) as fourth:
            fourth.until_told("trying")
            assert fourth.start_again().voice.rate == 150
            fourth.pushed.well()
            fourth.until_told("taken")
            assert command(venue, "all", "club") == 0
            fourth.until_told("trying")
            assert fourth.start_again().voice.rate == 180
            fourth.start_again()
            assert fourth.start_again().voice.rate == 150  # it did not run well twice
            fourth.until_told("failed", "those before hold again")
        capsys.readouterr()
        assert command(venue, "show") == 0
        out = capsys.readouterr().out
        assert "wanted: voice.rate=180" in out
        assert "those before hold again" in out
        assert followed(venue, owner) == [("table-3", "taken", True), ("table-4", "failed", True)]
        assert command(venue, "back", "club") == 0
        third.until_told("trying")
        assert third.start_again().voice.rate == 150


def test_nothing_is_taken_that_the_owner_has_not_signed(venue: Guarded, owner: str, folder: Path) -> None:
    """Whatever lies there, the table says so in a sentence and stays as it was."""
    seed, other = venue.key("owner").read_text().strip(), signing.new_key()[0]
    good = {"settings": {"voice.rate": 180}}
    newer = msgspec.json.encode(signing.signed(Wanted(format=2, table="table-3", number=9, wish=Wish()), seed))
    with fleet_table(folder, venue, "table-3", owner) as one:
        for data, words in (
            (wanted("table-3", 5, other, **good), "not signed by its owner"),
            (wanted("table-4", 5, seed, **good), "meant for another table"),
            (wanted("table-3", 5, seed, **good).replace(b"180", b"181"), "not signed by its owner"),
            (b"no JSON", "damaged"),
            (b'{"format": 1, "document": "' + b"x" * 950_000 + b'", "signature": ""}', "larger than any"),
            (newer, "newer version"),
            (wanted("table-3", 6, seed, settings={"voice.rate": 9999}), "voice.rate cannot be set so"),
            (wanted("table-3", 7, seed, settings={"voice.rate": 180, "web.port": 80}), "may not be set from"),
            (wanted("table-3", 8, seed, version="9.9.9"), "has no release for"),
            (wanted("table-3", 4, seed, **good), "older than what was taken"),
        ):
            publish(venue, "table-3", data)
            one.until_told("failed", words)
        assert (one.restarts, dict(one.pushed.values), one.versions.installed) == (0, {}, [])
        publish(venue, "table-3", wanted("table-3", 10, seed, **good))
        one.until_told("trying")


def a_release(path: Path, version: str, what: bytes) -> Path:
    """A file that says of itself that it is one for this machine."""
    about = {"version": version, "name": version, "python": program.this_python(), "machine": program.this_machine()}
    with tarfile.open(path, "w") as file:
        for name, data in ((program.ABOUT, json.dumps(about).encode()), ("program.tar.gz", what)):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            file.addfile(member, io.BytesIO(data))
    return path


def test_a_version_is_fetched_and_handed_to_the_updater(
    venue: Guarded, owner: str, folder: Path, tmp_path: Path
) -> None:
    """By its digest; what the updater says is told; settings come once it runs; cards come with it, without a tap."""
    good = a_release(tmp_path / "new.release", "0.3.0", b"x" * 300_000)
    with fleet_table(folder.with_name("four"), venue, "table-4", owner) as fourth:
        fourth.session.tell_board("boiler", "valve", 3)
        until(lambda: command(venue, "group", "club", "table-3") == 0)
        until(lambda: command(venue, "set", "club", "--release", good, "--cards", "table-4/boiler") == 0)
    with fleet_table(folder, venue, "table-3", owner) as third:
        third.until_told("trying")
        until(lambda: third.versions.installed)
        [path] = third.versions.installed
        assert path is not None
        assert path.read_bytes() == good.read_bytes()
        assert path.parent == folder / "releases"
        third.versions.told = T("Version {version} did not become healthy ({why}), so {before} runs again.", version="0.3.0", why="failed", before="0.2.0")  # fmt: skip  # noqa: E501
        third.until_told("failed", "so 0.2.0 runs again")
        third.versions.told = None
        assert command(venue, "send") == 0  # nothing new: it is not tried a second time
        assert command(venue, "set", "club", "--setting", "voice.rate=170") == 0
        third.until_told("trying")
        third.versions.watched = True  # the updater may still leave it again
        third.versions.now, third.versions.before = "0.3.0", "0.2.0"
        until(lambda: (has := third.has()) is not None and has.version == "0.3.0")
        assert third.restarts == 0
        third.until_told("trying")
        third.versions.watched = False
        until(lambda: third.restarts == 1)
        assert third.start_again().voice.rate == 170
        assert third.session.told("boiler") == {"valve": 3}
        third.pushed.well()
        third.until_told("taken")
        left = venue.nats.ask(lambda stream: stores.all_in(stream, stores.VENUE), venue.key("staff"))
        assert len(left) == 2  # the release and the shelf


def test_a_later_group_holds_over_an_earlier_one() -> None:
    """Of a table in both; a group that is tried by some has its earlier wish for the others."""
    plan = fleet.Plan(format=1)
    plan = plan.put(
        fleet.Group(name="all", tables=("a", "b"), wish=Wish(settings={"language": "pl", "voice.on": True}))
    )
    plan = plan.put(fleet.Group(name="quiet", tables=("b",), wish=Wish(settings={"voice.on": False}), first=("a",)))
    assert plan.wish_for("b").settings == {"language": "pl", "voice.on": True}
    plan = plan.put(msgspec.structs.replace(plan.group("quiet"), first=()))
    assert plan.wish_for("b").settings == {"language": "pl", "voice.on": False}
    assert [one.table for one in fleet.changed(plan, plan.put(fleet.Group(name="quiet")))] == ["b"]
