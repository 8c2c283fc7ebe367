"""All tables at a glance, out of a real server."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.venue import records
from companion.venue.overview import Overview
from tests.companion.toy_game import GAME, fuel_move

from .conftest import Nats, needs_nats, until
from .test_shipper import table

pytestmark = [pytest.mark.slow, needs_nats]


def test_each_table_shows_its_newest_evening(nats: Nats, folder: Path) -> None:
    """Where it stands by its game, also after an undo; what did not change is not read again."""
    overview = Overview({"boiler": GAME})
    assert nats.ask(overview.look) == []
    with (
        table(folder, nats.access("table-3")) as third,
        table(folder.with_name("other"), nats.access("table-12")) as twelfth,
    ):
        third.begin("Thursday")
        third.begin("Friday")
        third.session.play(fuel_move(2), "Anna")
        third.session.undo("Bert")
        twelfth.begin("Sunday")
        until(lambda: third.sent() and twelfth.sent())
        first, second = nats.ask(overview.look)
        assert (first.table, first.row.name, first.entries) == ("table-12", "Sunday", 1)
        assert (second.table, second.row.name, second.entries) == ("table-3", "Friday", 3)
        assert second.players == ("Anna", "Bert")
        screen = third.session.screen()
        assert screen.view is not None
        assert second.stands is not None
        assert second.stands.line == screen.view.where.line
        third.session.play(fuel_move(1), "Anna")
        until(third.sent)
        again, changed = nats.ask(overview.look)
        assert again is first
        assert changed.entries == 4


def test_what_cannot_be_told_is_left_out(nats: Nats, folder: Path) -> None:
    """A game that this companion does not have, and an evening that was altered in the server."""
    with table(folder, nats.access()) as one:
        evening = one.begin()
        until(one.sent)
        rows = one.rows(evening)
    (unknown,) = nats.ask(Overview({}).look)
    assert (unknown.stands, unknown.altered) == (None, False)
    data, _ = records.entry_record("table-3", rows[0], "0" * 32)
    nats.ask(lambda stream: stream.publish(records.entries_subject("table-3", evening), data))
    (altered,) = nats.ask(Overview({"boiler": GAME}).look)
    assert altered.altered
    typed = [sys.executable, "-m", "companion", "venue", "tables", "--server", nats.address]
    done = subprocess.run(typed, capture_output=True, text=True, check=True, env={"LANG": "en_GB.UTF-8"})
    assert done.stdout.splitlines()[1:3] == ["  Anna and Bert", "  What the server holds of it was altered."]
