"""A table's state, as somebody else may have written it."""

import msgspec
import pytest

from companion.api.refusals import BadFile
from companion.api.text import T, Text
from companion.venue import present
from companion.venue.present import Stand, TableState

STAND = Stand(id="e", game="boiler", name="Friday", players=("Anna",), started=5.0, entries=1, line=T("Round 1"))


def written(stand: Stand, **more: object) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(TableState(program="1", stand=stand), **more))


def nested(depth: int) -> Text:
    return Text("{a}{a}{a}{a}{a}", {"a": nested(depth - 1)}) if depth else Text("abcde")


def test_a_state_comes_back_as_it_went_in() -> None:
    """With everything that it told."""
    assert present.read_state(written(STAND)).stand == STAND


@pytest.mark.parametrize(
    "data",
    [
        b"nonsense",
        b"[" * 5000,
        written(STAND, format=2),
        written(msgspec.structs.replace(STAND, started=1e300)),
        written(msgspec.structs.replace(STAND, entries=-1)),
        written(msgspec.structs.replace(STAND, name="x" * 3000)),
        written(msgspec.structs.replace(STAND, line=nested(9))),
        written(msgspec.structs.replace(STAND, line=Text("{n} step", {}, "{n} steps"))),
        b" " * present.LARGEST + b"{}",
    ],
)
def test_what_no_table_writes_is_refused(data: bytes) -> None:
    """Of a newer form, no time, no number, no name, a text that would fill any memory, or huge."""
    with pytest.raises(BadFile):
        present.read_state(data)
