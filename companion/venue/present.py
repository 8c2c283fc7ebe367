"""How a table is right now, as the venue is told: one small record a table, of which the last counts.

It stands in a stream of its own, which keeps one record for each subject: `now.<table>`, written by the table at every
change and every `BEAT_S` seconds, and `tell.<table>`, written by the staff, who so take a call back. Nothing of an
evening depends on it; a record that is lost is followed by the next one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, TypeAlias

import msgspec

from companion.api.checks import LONGEST_WORDS
from companion.api.refusals import BadFile
from companion.api.text import T, Text
from companion.session.archive import LARGEST_NUMBER, LATEST_TIME, check_text
from companion.status.staff_call import Call

STREAM = "TABLES"
SUBJECTS = ("now.*", "tell.*")
FORMAT = 1
BEAT_S = 20.0
LARGEST = 64 * 1024
_SUBJECT = re.compile(r"now\.([a-z0-9-]+)")


Time: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=LATEST_TIME)]
Short: TypeAlias = Annotated[str, msgspec.Meta(max_length=LONGEST_WORDS)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=LARGEST_NUMBER)]


class LostDevice(msgspec.Struct, frozen=True, kw_only=True):
    """A device that has stopped working, and how, in words."""

    label: Text
    words: Text


class Stand(msgspec.Struct, frozen=True, kw_only=True):
    """The open evening: its `id`, its game and name, who plays, since when, so many entries; where it is (`line`), the
    round of so many rounds where it has them, whose `turn`, how it ended; and the last entry: what, by whom, when."""

    id: Short
    game: Short
    name: Short
    players: Annotated[tuple[Short, ...], msgspec.Meta(max_length=100)]
    started: Time
    entries: Count
    line: Text | None = None
    round: Count | None = None
    rounds: Count | None = None
    turn: Short = ""
    ending: Text | None = None
    last: Text | None = None
    by: Short = ""
    at: Time = 0.0


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """A table at one moment: the version of its program, its open evening (None: there is none), what does not work,
    its call for the staff, and whether it was switched off."""

    program: Short
    format: int = FORMAT
    stand: Stand | None = None
    lost: tuple[LostDevice, ...] = ()
    call: Call | None = None
    off: bool = False


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What the staff tells a table: the id of the call that is taken back."""

    call: str


def now_subject(table: str) -> str:
    """Where a table's state stands."""
    return f"now.{table}"


def tell_subject(table: str) -> str:
    """Where stands what the staff tells a table."""
    return f"tell.{table}"


def whose(subject: str) -> str:
    """A state's table; `BadFile` where the subject is none of ours."""
    found = _SUBJECT.fullmatch(subject)
    if found is None:
        raise BadFile(T("A record in the venue's server stands under a name that is none of a table's."))
    return found[1]


def read_state(data: bytes) -> TableState:
    """A table's state; `BadFile` where the record is none, or of a newer version."""
    try:
        found = msgspec.json.decode(data, type=TableState) if len(data) <= LARGEST else None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        found = None
    if found is None or found.format > FORMAT or (found.call is not None and not 0 <= found.call.at <= LATEST_TIME):
        raise BadFile(T("What the venue's server holds of this table cannot be read here."))
    for text in _texts(found):
        check_text(text)
    return found


def _texts(state: TableState) -> Iterator[Text]:
    if state.stand is not None:
        yield from (one for one in (state.stand.line, state.stand.ending, state.stand.last) if one is not None)
    for device in state.lost:
        yield device.label
        yield device.words


def read_told(data: bytes) -> Told | None:
    """What the staff told; None where it cannot be read."""
    try:
        return msgspec.json.decode(data, type=Told)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
