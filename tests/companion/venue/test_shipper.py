"""Evenings go into a real server once and in their order, whatever is pulled, killed or exchanged in between."""

import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlparse

import msgspec
import pytest
from nats.aio.client import Client, Srv
from nats.js import JetStreamContext

from companion.api.refusals import BadFile
from companion.api.text import Text
from companion.session.session import Session
from companion.status.health import DeviceHealth, HealthBoard
from companion.status.staff_call import StaffCall
from companion.storage.log import Log
from companion.storage.tables import EntryRow
from companion.venue import cursor, reading, records, server
from companion.venue.server import VenueAccess, VenueTrouble
from companion.venue.shipper import Shipper
from tests.companion.toy_game import GAME, fuel_move

from .conftest import Nats, needs_nats, running, until

pytestmark = [pytest.mark.slow, needs_nats]


class Table:
    """A table's log, session and shipper."""

    def __init__(self, folder: Path, access: VenueAccess) -> None:
        self.folder, self.access = folder, access
        self.log = Log(folder, durable=False)
        self.session = Session(self.log, {"boiler": GAME})
        self.health = HealthBoard()
        self.call = StaffCall()
        self.shipper = Shipper(access, self.log, self.session, folder, self.health, again_s=(0.05,), call=self.call)

    def begin(self, name: str = "Friday") -> str:
        screen = self.session.start("boiler", name, ["Anna", "Bert"], {"level": "easy"}, by="Anna")
        assert screen.evening is not None
        return screen.evening.id

    def play(self, moves: int) -> None:
        """So many entries: one coal, and every other one undone."""
        for number in range(moves):
            if number % 2:
                self.session.undo("Bert")
            else:
                self.session.play(fuel_move(1), "Anna")

    def rows(self, evening: str) -> list[EntryRow]:
        return [row for _, row in self.log.entries(evening)]

    @property
    def said(self) -> DeviceHealth:
        return self.health.health()[0]

    def how(self) -> str:
        """What it says of the venue, and what of it is there, for whoever waits in vain."""
        said, handed = self.said, self.shipper.campaigns.handed()
        return f"{said.state}: {said.words} {said.figures}; {self.shipper.waiting()} wait, {handed}"

    def sent(self) -> bool:
        return self.said.state == "ok" and not self.shipper.waiting()


@contextmanager
def table(folder: Path, access: VenueAccess) -> Iterator[Table]:
    """A table that sends, until the end of the block."""
    one = Table(folder, access)
    with running(one.shipper, one.log):
        yield one


def in_server(nats: Nats, evening: str, name: str = "table-3", copy: int = 1) -> list[EntryRow]:
    return nats.ask(lambda stream: reading.entries(stream, name, evening, copy))


def words(text: Text | None) -> str:
    return str(text)


def test_every_entry_is_there_once_and_in_order(nats: Nats, folder: Path) -> None:
    """Moves and undos as they come: the server holds the same rows as the disk, and what is known of the whole."""
    with table(folder, nats.access()) as one:
        evening = one.begin()
        one.play(50)
        until(one.sent)
        assert in_server(nats, evening) == one.rows(evening)
        one.session.rename(evening, "Saturday")
        until(lambda: nats.ask(reading.evenings)[0].row.name == "Saturday")
        assert [(sent.table, sent.copy, sent.row.id) for sent in nats.ask(reading.evenings)] == [
            ("table-3", 1, evening)
        ]


def test_what_was_played_without_a_server_is_sent_when_it_is_there(nats: Nats, folder: Path) -> None:
    """A server that is killed and comes back, in the middle of play: nothing is lost, nothing stands there twice."""
    with table(folder, nats.access()) as one:
        evening = one.begin()
        one.play(5)
        until(one.sent)
        nats.stop()
        one.play(60)
        until(lambda: "does not answer" in words(one.said.words))
        assert one.said.state == "absent"
        assert one.said.figures
        nats.start()
        until(one.sent)
        assert in_server(nats, evening) == one.rows(evening)


def test_a_table_that_was_killed_goes_on_where_it_stood(nats: Nats, folder: Path) -> None:
    """With its cursor behind, as after a power cut, and without any: the server's last record tells."""
    with table(folder, nats.access()) as one:
        evening = one.begin()
        one.play(10)
        until(one.sent)
    old = (folder / cursor.FILE).read_bytes()
    with table(folder, nats.access()) as one:
        one.play(10)
        until(one.sent)
    (folder / cursor.FILE).write_bytes(old)
    with table(folder, nats.access()) as one:
        one.play(10)
        until(one.sent)
    (folder / cursor.FILE).write_bytes(b"\0torn")
    with table(folder, nats.access()) as one:
        one.play(1)
        until(one.sent)
        assert in_server(nats, evening) == one.rows(evening)
        assert len(one.rows(evening)) == 32
        assert nats.ask(lambda stream: stream.stream_info(records.STREAM)).state.messages == 32 + 1


def test_an_older_backup_that_is_played_on_writes_nothing_over(nats: Nats, folder: Path, tmp_path: Path) -> None:
    """Two ways of going on from entry 6: the server holds both, each whole."""
    with table(folder, nats.access()) as one:
        evening = one.begin()
        one.play(5)
        until(one.sent)
    shutil.copytree(folder, tmp_path / "backup")
    (tmp_path / "backup" / cursor.FILE).unlink()
    with table(folder, nats.access()) as one:
        one.play(4)
        until(one.sent)
        first = one.rows(evening)
    with table(tmp_path / "backup", nats.access()) as one:
        one.play(2)
        until(one.sent)
        assert in_server(nats, evening, copy=2) == one.rows(evening)
        assert str(one.said.figures[0][1]) == "Friday"
    assert in_server(nats, evening) == first
    assert len(first) == 10


def test_two_tables_of_one_name_write_two_copies(nats: Nats, folder: Path, tmp_path: Path) -> None:
    """A copied SD card beside its own table: each way of going on is there, whole."""
    with table(folder, nats.access()) as one:
        evening = one.begin()
        until(one.sent)
    shutil.copytree(folder, tmp_path / "card")
    with table(folder, nats.access()) as one, table(tmp_path / "card", nats.access()) as other:
        for _ in range(5):
            one.play(2)
            other.play(2)
        until(lambda: one.sent() and other.sent())
        copies = sorted([in_server(nats, evening), in_server(nats, evening, copy=2)], key=lambda rows: rows[1].at)
        assert copies == sorted([one.rows(evening), other.rows(evening)], key=lambda rows: rows[1].at)


@pytest.mark.usefixtures("impatient")
def test_a_server_that_keeps_no_evenings_yet_is_told_of(tmp_path: Path, folder: Path) -> None:
    """Once it does, everything goes there by itself."""
    bare = Nats(tmp_path)
    bare.start()
    try:
        with table(folder, bare.access()) as one:
            evening = one.begin()
            until(lambda: "keeps no evenings yet" in words(one.said.words))
            assert "companion venue prepare" in words(one.said.what_to_do)
            bare.ask(lambda stream: server.prepare(stream, 1, 1_000_000))
            until(one.sent)
            assert in_server(bare, evening) == one.rows(evening)
    finally:
        bare.stop()


def test_a_full_server_is_told_of_and_nothing_is_lost(nats: Nats, folder: Path) -> None:
    """It refuses rather than drop what is old; with more room everything goes there. Full by the number of entries:
    by bytes, a server before 2.10.6 lets the oldest one go (see `server.may_drop`)."""

    async def leave_little_room(stream: JetStreamContext) -> None:
        now = (await stream.stream_info(records.STREAM)).config
        await stream.update_stream(now.evolve(max_msgs=30))

    nats.ask(leave_little_room)
    with table(folder, nats.access()) as one:
        evening = one.begin()
        one.play(60)
        until(lambda: "has no room" in words(one.said.words))
        nats.ask(lambda stream: server.prepare(stream, 1, 10_000_000))
        until(one.sent)
        assert in_server(nats, evening) == one.rows(evening)


def test_a_table_without_its_key_is_told_so(tmp_path: Path, folder: Path) -> None:
    """A server with accounts: no key, one that others may read, and a file that is none."""
    closed = Nats(tmp_path, "authorization { users = [ { user: someone, password: secret } ] }")
    closed.start()
    try:
        with table(folder, closed.access()) as one:
            until(lambda: "does not let this table in" in words(one.said.words))
            assert one.said.state == "trouble"
        none = tmp_path / "key"
        none.write_text("hello")
        none.chmod(0o644)
        with table(folder, closed.access(key=none)) as one:
            until(lambda: "Others on this machine may read" in words(one.said.words))
        none.chmod(0o600)
        with table(folder, closed.access(key=none)) as one:
            until(lambda: "is no key for the venue" in words(one.said.words))
    finally:
        closed.stop()


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("nats://127.0.0.1:9", "does not answer"),
        ("nats://127.0.0.1:http", "is no server of a venue"),
        ("nonsense", "does not answer"),
    ],
)
def test_a_wrong_address_is_told_of(folder: Path, address: str, sentence: str) -> None:
    """One sentence, and the table plays on."""
    with table(folder, VenueAccess((address,), "table-3")) as one:
        until(lambda: sentence in words(one.said.words))
        one.begin()
        one.play(3)


def test_what_is_no_server_of_a_venue_is_told_of(folder: Path) -> None:
    """A web server answers there, or somebody who says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        other.settimeout(30)
        with table(folder, VenueAccess((f"nats://127.0.0.1:{other.getsockname()[1]}",), "table-3")) as one:
            line, _ = other.accept()
            line.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            line.close()
            until(lambda: "is no server of a venue" in words(one.said.words))


def test_a_server_without_its_store_is_told_of(tmp_path: Path, folder: Path) -> None:
    """NATS alone keeps nothing."""
    bare = Nats(tmp_path, store=False)
    bare.start()
    try:
        with table(folder, bare.access()) as one:
            until(lambda: "JetStream" in words(one.said.words))
        with pytest.raises(VenueTrouble, match="cannot keep evenings so"):
            bare.ask(lambda stream: server.prepare(stream, 1, 1_000_000))
    finally:
        bare.stop()


def test_what_was_altered_in_the_server_is_found(nats: Nats, folder: Path) -> None:
    """An entry that is another one, left out or moved: read back, it is refused; sent on, it gets a new copy."""
    with table(folder, nats.access()) as one:
        evening = one.begin()
        one.play(3)
        until(one.sent)
        rows = one.rows(evening)
    subject = records.entries_subject("table-3", evening)
    poisoned, _ = records.entry_record("table-3", msgspec.structs.replace(rows[-1], number=5), "0" * 32)
    nats.ask(lambda stream: stream.publish(subject, poisoned))
    with pytest.raises(BadFile, match="was altered"):
        in_server(nats, evening)
    with table(folder, nats.access()) as one:
        one.play(1)
        until(one.sent)
        assert in_server(nats, evening, copy=2) == one.rows(evening)


@pytest.mark.parametrize(
    ("version", "warns"), [("2.9.10", True), ("2.10.5", True), ("2.10.6", False), ("2.12.0", False)]
)
def test_whoever_prepares_a_server_hears_that_it_may_drop_what_is_old(version: str, warns: bool) -> None:
    """Before 2.10.6 a server that is nearly full makes room for a new entry by the oldest one (its issue 4775)."""
    client = Client()
    client._current_server = Srv(uri=urlparse("nats://venue"), server_version=version)
    assert (server.may_drop(client) is not None) == warns
