"""What the venue's page makes of the fleet's records, without a server."""

from typing import Any

import msgspec
import pytest

from companion.api.text import T
from companion.venue import notes, signing
from companion.venue.fleet import Group, Has, Plan, Wanted, Wish
from companion.venue.fleet_picture import FleetPicture

SEED, PUBLIC = signing.new_key()
WISH = Wish(settings={"voice.rate": 180})
PLAN = Plan(format=1, number=7, groups=(Group(name="club", tables=("table-12", "table-3", "table-4"), wish=WISH),))


def record(document: msgspec.Struct, seed: str = SEED) -> bytes:
    return msgspec.json.encode(signing.signed(document, seed))


def has(state: Any, number: int = 7, **more: Any) -> bytes:
    return msgspec.json.encode(
        Has(format=1, table="table-3", number=number, state=state, version="7.1.0", at=5.0, **more)
    )


@pytest.fixture
def picture() -> FleetPicture:
    """Of three tables in one group, each of which has been told what is wanted."""
    one = FleetPicture(PUBLIC)
    one.take(notes.PLAN, record(PLAN))
    for table in ("table-3", "table-4", "table-12"):
        one.take(notes.wanted(table), record(Wanted(format=1, table=table, number=7, wish=WISH)))
    return one


def test_each_table_stands_as_it_told_last(picture: FleetPicture) -> None:
    """By name; what it told of an earlier order is not of this one; one that told nothing has nothing."""
    assert [one.table for one in picture.standing()] == ["table-3", "table-4", "table-12"]
    assert [(one.told, one.has) for one in picture.standing()] == [(True, None)] * 3
    picture.take(notes.has("table-3"), has("taken", number=6))
    picture.take(notes.has("table-4"), has("taken"))
    picture.take(notes.has("table-12"), has("failed", why=T("It did not start.")))
    assert [(one.fetched, one.there) for one in picture.standing()] == [(False, False), (True, True), (True, False)]
    picture.take(notes.has("table-4"), b"no JSON")
    picture.take(notes.has("table-12"), has("taken", settings={"language": "x" * 20_000}))
    assert [one.has is None for one in picture.standing()] == [False, True, True]


def test_what_the_owner_has_not_signed_is_not_shown(picture: FleetPicture) -> None:
    """The plan stays as it was, with a sentence; of a table it was not sent. Without a key nothing is checked."""
    other, stranger = Plan(format=1, groups=(Group(name="all", tables=("table-9",)),)), signing.new_key()[0]
    picture.take(notes.PLAN, record(other, stranger))
    picture.take(notes.wanted("table-4"), record(Wanted(format=1, table="table-4", number=8, wish=WISH), stranger))
    assert "not signed by its owner" in str(picture.trouble)
    assert [(one.table, one.told) for one in picture.standing()] == [
        ("table-3", True), ("table-4", False), ("table-12", True),
    ]  # fmt: skip
    picture.take(notes.PLAN, record(PLAN))
    assert picture.trouble is None
    believing = FleetPicture()
    believing.take(notes.PLAN, record(other, stranger))
    assert [one.table for one in believing.standing()] == ["table-9"]
    picture.anew()
    assert picture.standing() == []
