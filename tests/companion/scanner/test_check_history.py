"""The checks of the camera that are kept: out and in as a file, nothing odd taken in."""

import json
from typing import Any

import pytest

from companion.api.refusals import BadFile
from companion.scanner.check_history import MOST_KEPT, CheckHistory

from .scan_spot import Store

FIGURES = {"right": 9, "asked": 1, "unread": 0, "wrong": 0, "heights": {"card_id": 17.5}, "paper": 150, "doubts": []}


@pytest.fixture
def checks() -> CheckHistory:
    found = CheckHistory(Store())
    found.keep(FIGURES, 100.0, "Ada", "boiler")
    return found


def test_kept_with_date_and_words(checks: CheckHistory):
    """Newest first, never more than twenty."""
    for at in range(101, 101 + MOST_KEPT):
        checks.keep(FIGURES, float(at), "Ben", "")
    kept = checks.all()
    assert (len(kept), kept[0].at, kept[-1].at) == (MOST_KEPT, 100.0 + MOST_KEPT, 101.0)
    assert [str(one) for one in kept[0].results] == [
        "Read right: 9. Asked: 1. Not read: 0. Wrong: 0.",
        "Your IDs are 18 pixels high: fine.",
        "The light is good.",
    ]


def test_out_and_in_again(checks: CheckHistory):
    """Another companion takes in what it does not have yet."""
    other = CheckHistory(Store())
    other.keep(FIGURES, 50.0, "Ben", "")
    assert other.import_(checks.export()) == 1
    assert other.import_(checks.export()) == 0
    assert [one.at for one in other.all()] == [100.0, 50.0]


def changed(checks: CheckHistory, **changes: Any) -> bytes:
    """The file with one check altered."""
    file = json.loads(checks.export())
    file["checks"][0].update(changes)
    return json.dumps(file).encode()


@pytest.mark.parametrize(
    "changes",
    [
        {"right": -1}, {"right": "many"}, {"heights": {"card_id": -5}}, {"by": "x" * 200}, {"surplus": 1},
        {"paper": 900}, {"doubts": ["x"] * 50}, {"heights": []},
    ],
)  # fmt: skip
def test_altered_files_are_refused(checks: CheckHistory, changes: dict[str, Any]):
    """One sentence, and nothing is taken in."""
    with pytest.raises(BadFile):
        checks.import_(changed(checks, at=5.0, **changes))
    assert [one.at for one in checks.all()] == [100.0]


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b'{"format": "x"}', b'{"format": "table-companion camera", "version": 2}', b"[" * 99999]
)
def test_other_files_are_refused(checks: CheckHistory, data: bytes):
    """No file of checks, or of a newer program."""
    with pytest.raises(BadFile):
        checks.import_(data)


def test_what_was_damaged_in_the_database_is_left_out():
    """A value that does not fit is no check."""
    store = Store()
    store.put("camera.check", "history", [{"at": "noon"}])
    assert CheckHistory(store).all() == ()
