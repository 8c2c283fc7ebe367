"""The calibrations that are kept."""

import json

import pytest

from companion.api.refusals import BadFile, BadMove
from tests.companion.drawer.desk_table import DeskTable, Kept


@pytest.fixture(scope="module")
def kept() -> Kept:
    """Two calibrations of one drawer, five seconds apart."""
    table = DeskTable(3)
    table.calibrate(3)
    table.now += 5
    table.calibrate(4)
    assert len(table.desk.calibrations.all()) == 2
    return table.store


@pytest.fixture
def table(kept: Kept) -> DeskTable:
    """A companion that was started again with those."""
    store = Kept()
    store.values = dict(kept.values)
    found = DeskTable(3, store=store)
    found.wait(1)
    return found


def test_the_history_tells_when_by_whom_and_what(table: DeskTable) -> None:
    """Newest first, the newest in use, each with its figures."""
    new, old = table.desk.calibrations.all()
    assert (new.at, new.by, new.used, new.values["singles"]) == (1005.0, "Ada", True, 4)
    assert (old.at, old.used, old.values["set_size"]) == (1000.0, False, 40)
    assert isinstance(new.surely, int)
    assert table.desk.state().calibrated_at == 1005.0


def test_an_older_one_is_used_again(table: DeskTable) -> None:
    """Chosen, it is the scale's, is the one in use after a restart, and recordings begin with it."""
    table.desk.choose(1000.0)
    assert table.scale.calibration is not None
    assert table.scale.calibration.singles == 3
    assert [one.used for one in table.desk.calibrations.all()] == [False, True]
    assert table.store.get("calibration", "id-1")["at"] == 1000.0
    assert table.scale.recorder.has_calibration
    with pytest.raises(BadMove):
        table.desk.choose(3.0)


def test_out_and_in_again(table: DeskTable) -> None:
    """A file holds them all with their samples; another companion takes them in and uses what was in use."""
    data = table.desk.calibrations.export()
    other = DeskTable(9)
    other.wait(1)
    assert other.desk.calibrations.import_(data) == 2
    assert [one.used for one in other.desk.calibrations.all()] == [True, False]
    assert other.scale.calibration is not None
    assert other.scale.recorder.has_calibration
    assert other.desk.calibrations.import_(data) == 0


@pytest.mark.parametrize(
    "damage",
    [
        {"format": "another"},
        {"version": 99},
        {"calibrations": 3},
        {"calibrations": [{"at": 1.0, "values": {"cube": 1}}]},
        {"calibrations": [{"at": "x", "values": {}}]},
    ],
)
def test_what_does_not_fit_is_refused(table: DeskTable, damage: dict[str, object]) -> None:
    """An altered file changes nothing."""
    data = json.dumps({**json.loads(table.desk.calibrations.export()), **damage}).encode()
    other = DeskTable(9)
    with pytest.raises(BadFile):
        other.desk.calibrations.import_(data)
    with pytest.raises(BadFile):
        other.desk.calibrations.import_(b"{")
    assert other.store.values == {}


def test_one_of_before_there_was_a_history(table: DeskTable) -> None:
    """A calibration that an earlier version kept is the first of the history."""
    values = table.store.get("calibration", "id-1")["values"]
    old = Kept()
    old.put("calibration", "id-1", {"at": 7.0, "values": values})
    found = DeskTable(3, store=old)
    (only,) = found.desk.calibrations.all()
    assert (only.at, only.by, only.used) == (7.0, "", True)


def test_only_so_many_are_kept(table: DeskTable) -> None:
    """The oldest go, with their samples, but never the one in use."""
    made = table.desk.calibrations
    table.desk.choose(1000.0)
    values = table.store.get("calibration.history", "id-1")[0]["values"]
    file = json.loads(made.export())
    file["calibrations"] = [{"at": 2000.0 + i, "by": "Ben", "values": values, "surely": 3} for i in range(20)]
    made.import_(json.dumps(file).encode())
    kept = made.all()
    assert len(kept) == 21
    assert kept[-1].used
    assert table.store.get("calibration.tape", "id-1 1005.0") is None
