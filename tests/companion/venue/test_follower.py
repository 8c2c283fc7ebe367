"""Follows a real server: every table as it is, live, and what becomes of it when something is wrong."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.api.text import T
from companion.status.health import DeviceHealth
from companion.venue import present, records
from companion.venue.follower import Follower
from companion.venue.picture import KnownTable
from tests.companion.toy_game import fuel_move

from .conftest import Nats, needs_nats, until
from .test_shipper import table

pytestmark = [pytest.mark.slow, needs_nats]


@contextmanager
def following(nats: Nats) -> Iterator[Follower]:
    one = Follower(nats.access(""), again_s=(0.05,))
    one.start()
    try:
        until(lambda: one.trouble is None)
        yield one
    finally:
        one.stop()


def the(follower: Follower, name: str = "table-3") -> KnownTable:
    (found,) = (one for one in follower.tables() if one.table == name)
    return found


def test_each_table_is_told_of_as_it_plays(nats: Nats, folder: Path) -> None:
    """Game, players, where it stands, the last step; a device that is lost; then switched off."""
    with following(nats) as venue, table(folder, nats.access()) as one:
        until(lambda: venue.tables() and the(venue).status == "free")
        one.begin()
        one.session.play(fuel_move(2), "Anna")
        screen = one.session.screen()
        until(lambda: (stand := the(venue).stand) is not None and stand.entries == 2)
        stand = the(venue).stand
        assert stand is not None
        assert screen.view is not None
        assert (stand.game, stand.name, stand.players, stand.by) == ("boiler", "Friday", ("Anna", "Bert"), "Anna")
        assert (stand.line, stand.last) == (screen.view.where.line, screen.history[0].label)
        one.health.put(DeviceHealth("camera", T("Camera"), "lost", T("The camera gives no pictures any more.")))
        until(lambda: [str(lost.label) for lost in the(venue).lost] == ["Camera"])
        (known,) = venue.picture.evenings()
        assert (known.table, known.entries, known.altered) == ("table-3", 2, False)
        one.shipper.stop()
        until(lambda: the(venue).status == "off")


def test_a_call_is_seen_and_taken_back_by_the_staff(nats: Nats, folder: Path) -> None:
    """By its id: a later call stays."""
    with following(nats) as venue, table(folder, nats.access()) as one:
        first = one.call.call("Anna")
        until(lambda: venue.tables() and the(venue).call == first)
        venue.take_back("table-3", first.id)
        until(lambda: one.call.present is None)
        second = one.call.call("Bert")
        venue.take_back("table-3", first.id)
        until(lambda: the(venue).call == second)


def test_a_server_that_is_gone_leaves_the_picture(nats: Nats, folder: Path) -> None:
    """It says so, and goes on when the server is back; what was played meanwhile is no gap."""
    with following(nats) as venue, table(folder, nats.access()) as one:
        one.begin()
        until(lambda: venue.picture.evenings() and one.sent())
        nats.stop()
        until(lambda: venue.trouble is not None)
        assert the(venue).stand is not None
        one.play(3)
        nats.start()
        until(lambda: venue.trouble is None and venue.picture.evenings()[0].entries == 4)
        assert not venue.picture.evenings()[0].altered


def test_what_is_poisoned_marks_its_table_alone(nats: Nats, folder: Path) -> None:
    """Nonsense, an entry that does not follow, a state that is none: the others are shown as ever."""
    with (
        following(nats) as venue,
        table(folder, nats.access()) as one,
        table(folder.with_name("four"), nats.access("table-4")) as other,
    ):
        evening = one.begin()
        other.begin()
        until(lambda: one.sent() and other.sent() and len(venue.picture.evenings()) == 2)
        subject = records.entries_subject("table-3", evening)
        nats.ask(lambda stream: stream.publish(subject, b"\x00" * 5000))
        nats.ask(lambda stream: stream.publish("tables.table-3.about.x.1", b"[" * 9000))
        nats.ask(lambda stream: stream.publish(present.now_subject("table-9"), b"{}"))
        until(lambda: {one.table for one in venue.tables() if one.altered} == {"table-3", "table-9"})
