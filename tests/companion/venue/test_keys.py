"""A table's key lets it write under its own name alone; one that was shut out holds no more. All by the commands."""

import argparse
import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from nats.js import JetStreamContext
from nats.js.api import ConsumerConfig

from companion.api.refusals import BadFile, BadMove
from companion.api.text import catalogue
from companion.app.settings import Settings
from companion.cli import venue
from companion.venue import keys, reading, records, server
from companion.venue.server import VenueTrouble
from tests.companion.toy_game import fuel_move

from .conftest import Nats, aside, needs_nats, until
from .test_shipper import table, words

pytestmark = [pytest.mark.slow, needs_nats]


class Guarded:
    """A server that lets in whom the commands have admitted, and its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tables = folder / "tables.conf"
        self.nats = Nats(folder, f'include "{self.tables.name}"')

    def command(self, *typed: object) -> int:
        parser = argparse.ArgumentParser()
        venue.arguments(parser, catalogue("en").say)
        args = parser.parse_args([str(one) for one in typed])
        return aside(lambda: venue.do(args, Settings(language="en")))

    def admit(self, name: str) -> Path:
        key = self.key(name)
        assert self.command("admit", name, "--tables", self.tables, "--key", key) == 0
        return key

    def key(self, name: str) -> Path:
        return self.folder / f"{name}.key"


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Guarded]:
    """Running, prepared by the staff's command, with the staff's key."""
    one = Guarded(tmp_path)
    staff = one.admit("staff")
    try:
        one.nats.start()
        assert one.command("prepare", "--server", one.nats.address, "--key", staff, "--room", 50) == 0
        yield one
    finally:
        one.nats.stop()


@pytest.mark.usefixtures("impatient")
def test_a_table_writes_under_its_own_name_alone(guarded: Guarded, folder: Path) -> None:
    """With its key it is let in; in another's name it is not heard, and another's records it cannot read."""
    third, fourth = guarded.admit("table-3"), guarded.admit("table-4")
    guarded.nats.reload()
    assert third.stat().st_mode & 0o777 == 0o600
    with table(folder, guarded.nats.access(key=third)) as one:
        evening = one.begin()
        one.session.play(fuel_move(2), "Anna")
        until(one.sent)
        rows = one.rows(evening)
    with table(folder.with_name("four"), guarded.nats.access("table-3", key=fourth)) as one:
        one.begin()
        until(lambda: "not that of the table table-3" in words(one.said.words))
    staff = guarded.folder / "staff.key"
    assert len(guarded.nats.ask(reading.evenings, key=staff)) == 1
    subject = records.entries_subject("table-3", evening)
    assert guarded.nats.ask(lambda stream: server.last(stream, subject), key=staff) is not None
    with pytest.raises(VenueTrouble):
        guarded.nats.ask(lambda stream: server.last(stream, subject), fourth, patience_s=0.5, table="table-4")
    assert rows


def test_what_was_handed_to_the_venue_may_be_read_by_every_table(guarded: Guarded, folder: Path) -> None:
    """Taken with another table's key; what was not handed over is not read, and nothing written in another's name."""
    third, fourth = guarded.admit("table-3"), guarded.admit("table-4")
    guarded.nats.reload()
    with table(folder, guarded.nats.access(key=third)) as one:
        private = one.begin("Thursday")
        evening = one.begin("Friday")
        one.shipper.campaigns.hand_over(evening)
        one.session.close()
        until(lambda: one.shipper.campaigns.handed()[evening].how == "away")
        until(one.sent)
        rows = one.rows(evening)
    with table(folder.with_name("four"), guarded.nats.access("table-4", fourth)) as one:
        until(one.sent)
        (campaign,) = one.shipper.campaigns.at_venue()
        one.shipper.campaigns.take(campaign.id, False)
        until(one.sent)
        assert one.rows(evening) == rows

    async def tried(stream: JetStreamContext) -> list[str]:
        """Which of these the server did."""
        own = records.entries_subject("table-3", private)
        consumer = ConsumerConfig(deliver_subject="tables.table-3.entries.x.1")
        attempts = {
            "read": stream.get_last_msg(records.STREAM, own, direct=True),
            "read by number": stream.get_msg(records.STREAM, 1),
            "write": stream.publish(records.campaign_subject("table-3", evening), b"x"),
            "have delivered": stream.add_consumer(records.CAMPAIGNS, consumer),
            "read what was handed over": stream.get_msg(records.CAMPAIGNS, 1, "campaigns.>", direct=True, next=True),
        }
        waited = (asyncio.wait_for(attempt, 0.5) for attempt in attempts.values())
        done = await asyncio.gather(*waited, return_exceptions=True)
        return [name for name, one in zip(attempts, done, strict=True) if not isinstance(one, BaseException)]

    assert guarded.nats.ask(tried, fourth, table="table-4") == ["read what was handed over"]


def test_an_answer_is_not_stored_under_another_tables_name(guarded: Guarded, folder: Path) -> None:
    """The server answers wherever it is told to; where a table's answers go nothing is kept."""
    fourth = guarded.admit("table-4")
    guarded.nats.reload()
    with table(folder, guarded.nats.access("table-4", fourth)) as one:
        mine = one.begin()
        until(one.sent)
    theirs = records.entries_subject("table-3", "a" * 16)
    own = records.entries_subject("table-4", mine)

    async def asks(stream: JetStreamContext) -> None:
        """For its own record, and for what the stream is; both answered to the other table's name."""
        client = stream._nc
        await client.publish(f"$JS.API.DIRECT.GET.{records.STREAM}.{own}", b"", reply=theirs)
        await client.publish(f"$JS.API.STREAM.INFO.{records.STREAM}", b"", reply=theirs)
        await client.publish(own, b"{}", reply=theirs)
        await client.flush()
        await asyncio.sleep(0.3)

    guarded.nats.ask(asks, fourth, table="table-4")
    staff = guarded.folder / "staff.key"
    assert guarded.nats.ask(lambda stream: server.last(stream, own), staff) is not None
    assert guarded.nats.ask(lambda stream: server.last(stream, theirs), staff) is None


def test_a_key_that_was_shut_out_holds_no_more(
    guarded: Guarded, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One command and a reload: the stolen table is out at once, also when it is connected."""
    key = guarded.admit("table-3")
    guarded.nats.reload()
    with table(folder, guarded.nats.access(key=key)) as one:
        until(one.sent)
        assert guarded.command("shut-out", "table-3", "--tables", guarded.tables) == 0
        guarded.nats.reload()
        one.begin()
        until(lambda: "does not let this table in" in words(one.said.words))
    capsys.readouterr()
    assert guarded.command("shut-out", "table-3", "--tables", guarded.tables) == 2
    assert capsys.readouterr().err == "companion: No key was given out for table-3.\n"


def test_an_evening_is_saved_from_the_server(
    guarded: Guarded, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`list` names it, `save` writes the very file that the table itself would export, but for what is not sent.
    Nothing of the reading stays in the server."""
    key = guarded.admit("table-3")
    guarded.nats.reload()
    staff = ("--server", guarded.nats.address, "--key", guarded.folder / "staff.key")
    with table(folder, guarded.nats.access(key=key)) as one:
        evening = one.begin()
        one.play(7)
        until(one.sent)
        capsys.readouterr()
        assert guarded.command("list", *staff) == 0
        assert capsys.readouterr().out.startswith(f"table-3/{evening}/1\tboiler\tFriday\t")
        assert guarded.command("save", *staff, f"table-3/{evening}/1", tmp_path / "friday.json") == 0
        assert (tmp_path / "friday.json").read_bytes() == one.session.export(evening)
        stream = guarded.nats.ask(lambda stream: stream.stream_info(records.STREAM), guarded.folder / "staff.key")
        assert stream.state.consumer_count == 0
        taken = one.session.import_((tmp_path / "friday.json").read_bytes(), "Anna")
        assert taken.name == "Friday"
    capsys.readouterr()
    assert guarded.command("save", *staff, f"table-3/{evening}/1", tmp_path / "friday.json") == 2
    assert guarded.command("save", *staff, f"table-9/{evening}/1", tmp_path / "other.json") == 2
    assert guarded.command("save", *staff, "Friday", tmp_path / "other.json") == 2
    assert [line.partition(": ")[2][:30] for line in capsys.readouterr().err.splitlines()] == [
        f"{tmp_path / 'friday.json'} is there already"[:30],
        "The venue's server holds no su",
        "Name the evening as `companion",
    ]


def test_what_is_no_name_of_a_table_gets_no_key(tmp_path: Path) -> None:
    """Nothing is written."""
    with pytest.raises(BadMove, match="not Table 3"):
        keys.admit(tmp_path / "tables.conf", "Table 3")
    assert not (tmp_path / "tables.conf").exists()
    (tmp_path / "tables.conf").write_text("listen: 0.0.0.0\n")
    with pytest.raises(BadFile, match=r"is not a file that"):
        keys.admit(tmp_path / "tables.conf", "table-3")


def test_keys_of_an_earlier_version_get_the_rights_of_this_one(tmp_path: Path) -> None:
    """And stay the keys that they are."""
    file = tmp_path / "tables.conf"
    keys.admit(file, "table-3")
    keys.admit(file, "staff")
    now = file.read_text()
    file.write_text(now.replace('"venue.has.table-3", ', ""))
    assert file.read_text() != now
    keys.renew(file)
    assert file.read_text() == now


def test_without_a_venue_its_library_is_not_loaded() -> None:
    """Nobody else pays for it."""
    script = "import sys, companion.app.service, companion.cli.run; print('nats' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
