"""What is gone for good after a repair: said exactly, and its place held open in the evening that it was part of.

Two things tell what there should be: within an evening the entries are numbered without a gap, and so are all writes.
The newest write is noted apart (`Latest`), so that a loss at the very end is known too.
"""

from __future__ import annotations

import datetime
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec

from companion import __version__
from companion.api.text import N, T, Text, day
from companion.storage import codec, tables
from companion.storage.tables import EntryRow, EveningRow, Key, Numbered, Row
from companion.storage.timeline import LOST, Inconsistent, Timeline, TimelineEntry

BY = "companion"
_MOST_EVENINGS = 50  # whose newest entry is noted
_LATEST_BYTES = 60_000
_MOST_AT_THE_END = 100_000  # entries: more are never believed


class Played(msgspec.Struct, array_like=True, frozen=True):
    """The newest entry of an evening: its number and its time (seconds since 1970), and what the evening is called."""

    number: int
    at: float
    name: str


class Latest(msgspec.Struct, array_like=True, frozen=True):
    """The newest write: its number, and how far each evening had gone, the last played last."""

    seq: int
    evenings: dict[str, Played] = {}

    def after(self, seq: int, rows: Iterable[Row], name_of: Callable[[str], str]) -> Latest:
        """The newest one once these rows are written."""
        evenings = dict(self.evenings)
        for row in rows:
            if isinstance(row, EveningRow) and row.id in evenings:
                evenings[row.id] = msgspec.structs.replace(evenings[row.id], name=row.name)
        entries = {row.evening: row for row in rows if isinstance(row, EntryRow)}
        for evening, row in entries.items():
            before = evenings.pop(evening, None)
            evenings[evening] = Played(row.number, row.at, name_of(evening) if before is None else before.name)
        return Latest(seq, dict(list(evenings.items())[-_MOST_EVENINGS:]))

    def number(self, evening: str) -> int:
        """How far an evening had gone; 0 where that was long ago."""
        played = self.evenings.get(evening)
        return 0 if played is None else played.number


_COUNT = "SELECT count(*), max(at) FROM entries WHERE evening = ? AND kind != ?"
_latest = msgspec.json.Decoder(Latest)


def read_latest(handle: int) -> Latest | None:
    """The note of the newest write in an open file; None where there is none, or not a whole one."""
    checksum, _, payload = os.pread(handle, _LATEST_BYTES, 0).partition(b"\n")[0].partition(b" ")
    try:
        return _latest.decode(payload) if checksum == b"%08x" % zlib.crc32(payload) else None
    except msgspec.MsgspecError:
        return None


def note_latest(handle: int, latest: Latest) -> None:
    """Note the newest write. It is not waited for: after a power cut an older note is no harm."""
    payload = msgspec.json.encode(latest)
    os.pwrite(handle, b"%08x %s\n" % (zlib.crc32(payload), payload), 0)


class Found(NamedTuple):
    """What is known of the writes: all up to `vouched` are there, beyond it those in `known`; `latest` is the newest
    that there was."""

    vouched: int
    known: frozenset[int]
    latest: Latest | None

    def lost(self) -> int:
        """How many writes are gone altogether."""
        top = max(self.vouched, max(self.known, default=0), self.latest.seq if self.latest else 0)
        return top - self.vouched - sum(1 for seq in self.known if seq > self.vouched)


def anything_lost(keys: Iterable[Key], found: Found) -> bool:
    """Whether something is missing that there should be; `keys` are those of all rows that there are."""
    numbers: dict[str, list[int]] = {}
    for key in keys:
        if len(key) == 3 and isinstance(key[2], int):  # of an entry: its evening and its number
            numbers.setdefault(str(key[1]), []).append(key[2])
    noted = {} if found.latest is None else found.latest.evenings
    if any(max(numbers.get(evening, [0])) < played.number for evening, played in noted.items()):
        return True
    return found.lost() > 0 or any(len(there) < max(there) for there in numbers.values())


def settle(db: sqlite3.Connection, found: Found) -> list[Text]:
    """Hold the places of lost entries open; in words, what is lost. Call it within a transaction."""
    rows = {row.id: row for _, row in tables.rows(db, EveningRow)}
    noted = {} if found.latest is None else found.latest.evenings
    words: list[Text] = []
    count = 0
    for id in dict.fromkeys([*_evenings(db), *rows, *noted]):
        one = _Evening(db, id, rows.get(id), noted.get(id))
        missing = _missing(db, id, found.latest)
        count += len(missing)
        words += one.settle(missing)
    others = found.lost() - count
    return [*words, _others(db, others)] if others > 0 else words


def _evenings(db: sqlite3.Connection) -> list[str]:
    return [evening for (evening,) in db.execute("SELECT DISTINCT evening FROM entries ORDER BY evening")]


def _missing(db: sqlite3.Connection, evening: str, latest: Latest | None) -> list[int]:
    """The numbers of the entries that are gone."""
    query = "SELECT count(*), ifnull(max(number), 0) FROM entries WHERE evening = ? AND number > 0"
    count, top = db.execute(query, (evening,)).fetchone()
    noted = 0 if latest is None else latest.number(evening)
    top = noted if top < noted <= top + _MOST_AT_THE_END else top
    if count == top:
        return []
    there = {number for (number,) in db.execute("SELECT number FROM entries WHERE evening = ?", (evening,))}
    return [number for number in range(1, top + 1) if number not in there]


class _Evening:
    """One evening: what of it is lost, and what is left. `noted` is how far it had gone."""

    def __init__(self, db: sqlite3.Connection, id: str, row: EveningRow | None, noted: Played | None) -> None:
        self._db = db
        self._id = id
        self._row = row
        self._noted = noted
        self._name = row.name if row is not None else noted.name if noted is not None else "?"
        self._course = Timeline()
        self._true_head = 0

    def settle(self, missing: Sequence[int]) -> list[Text]:
        there, last_played = self._db.execute(_COUNT, (self._id, LOST)).fetchone()
        before = self._entry(missing[0] - 1) if missing else None
        self._fill(missing)
        if not there:
            return self._nothing(missing)
        words = [self._gone(missing, before)] if missing else []
        if self._row is None:
            return [*words, self._no_row(there, last_played)]
        return [*words, *self._where_it_stands(missing)] if missing else []

    def _nothing(self, missing: Sequence[int]) -> list[Text]:
        """Nothing of the evening but, perhaps, its name and players is left."""
        if self._noted is not None and missing:
            return [N("An evening is lost whole: “{name}”, {n} entry, last played on {when}.",
                      "An evening is lost whole: “{name}”, {n} entries, last played on {when}.",
                      len(missing), name=self._name, when=moment(self._noted.at))]  # fmt: skip
        any_place = self._db.execute("SELECT 1 FROM entries WHERE evening = ?", (self._id,)).fetchone()
        return [] if any_place else [T("All entries of the evening “{name}” are lost.", name=self._name)]

    def _no_row(self, count: int, at: float) -> Text:
        return N("Who played the evening “{name}” is lost: its {n} entry, last played on {when}, is kept, but "
                 "cannot be opened.",
                 "Who played the evening “{name}” is lost: its {n} entries, last played on {when}, are kept, but "
                 "cannot be opened.", count, name=self._name, when=moment(at))  # fmt: skip

    def _where_it_stands(self, missing: Sequence[int]) -> list[Text]:
        head, last = self._readable_head(), self._course.last
        if head is None:
            return [T("The evening “{name}” cannot be opened any more.", name=self._name)]
        if head != self._course.head:
            self._put_lost(last + 1, head, T("Went back to what can still be read"))
        if head == self._true_head and missing[-1] != last:
            return []
        return [T("“{name}” stands where it was after entry {number}; please compare the table with what is shown.",
                  name=self._name, number=head)]  # fmt: skip

    def _fill(self, missing: Sequence[int]) -> None:
        """Put a `lost` entry in every gap, and follow the course over them."""
        query = "SELECT number, kind, parent, head FROM entries WHERE evening = ? ORDER BY number"
        links = [TimelineEntry(*columns) for columns in self._db.execute(query, (self._id,))]
        there = {link.number: link for link in links}
        self._true_head = links[-1].head if links else 0
        label = T("Lost when the data folder was damaged")
        try:
            for number in range(1, max([*missing, *there], default=0) + 1):
                link = there.get(number)
                if link is None:
                    link = TimelineEntry(number, LOST, self._course.head, self._next_head(there.get(number + 1)))
                    self._put_lost(number, link.head, label)
                self._course.add(link)
        except Inconsistent:
            return  # it is put aside when somebody opens it

    def _next_head(self, following: TimelineEntry | None) -> int:
        """Where a lost entry left the head, as far as the next one tells."""
        head = self._course.head
        return following.parent if following is not None and self._course.has(following.parent) else head

    def _put_lost(self, number: int, head: int, label: Text) -> None:
        """An entry in the place of a lost one, as a write before it, so that the lost one holds should it come back."""
        query = "SELECT seq, at FROM entries WHERE evening = ? AND number < ? ORDER BY number DESC LIMIT 1"
        seq, at = self._db.execute(query, (self._id, number)).fetchone() or (
            0,
            0.0 if self._row is None else self._row.started,
        )
        row = EntryRow(
            evening=self._id, number=number, kind=LOST, parent=self._course.head, head=head, move=None,
            label=codec.encode(label), facts="[]", learnt="{}", replaced="{}", keyed=0, state=None, by=BY, at=at,
            program=__version__,
        )  # fmt: skip
        tables.put(self._db, Numbered(seq, row))

    def _readable_head(self) -> int | None:
        """The newest step that counts and whose state can be read."""
        return next((number for number in reversed(self._course.chain) if self._reads(number)), None)

    def _reads(self, number: int) -> bool:
        try:
            self._state(number)
        except (codec.BadState, KeyError):
            return False
        return True

    def _state(self, number: int) -> bytes:
        row = self._entry(number)
        if row is None or row.state is None:
            raise KeyError(number)
        return codec.unpack(row.state, b"" if row.keyed == number else self._state(row.keyed))

    def _entry(self, number: int) -> EntryRow | None:
        found = tables.rows(self._db, EntryRow, "evening = ? AND number = ?", (self._id, number))
        return next((row for _, row in found), None)

    def _gone(self, missing: Sequence[int], before: EntryRow | None) -> Text:
        numbers = _ranges(missing)
        since = before.at if before is not None else None if self._row is None else self._row.started
        if since is None:
            return N("Lost from the evening “{name}”: {n} entry ({numbers}).",
                     "Lost from the evening “{name}”: {n} entries ({numbers}).",
                     len(missing), name=self._name, numbers=numbers)  # fmt: skip
        return N("Lost from the evening “{name}”: {n} entry ({numbers}), played after {when}.",
                 "Lost from the evening “{name}”: {n} entries ({numbers}), played after {when}.",
                 len(missing), name=self._name, numbers=numbers, when=moment(since))  # fmt: skip


def _others(db: sqlite3.Connection, count: int) -> Text:
    found = db.execute("SELECT at FROM entries ORDER BY seq DESC LIMIT 1").fetchone()
    if found is None:
        return N("{n} other write is lost: a setting, a note, or a name.",
                 "{n} other writes are lost: settings, notes, or names.", count)  # fmt: skip
    return N("{n} other write is lost: a setting, a note, a name, or an entry of an evening not named here. The "
             "newest entry is of {when}.",
             "{n} other writes are lost: settings, notes, names, or entries of an evening not named here. The "
             "newest entry is of {when}.", count, when=moment(found[0]))  # fmt: skip


def nobody_knows(db: sqlite3.Connection) -> Text:
    """For a loss at the end that nothing could tell of."""
    query = "SELECT evening, number, at FROM entries WHERE kind != ? ORDER BY seq DESC, number DESC LIMIT 1"
    found = db.execute(query, (LOST,)).fetchone()
    if found is None:
        return T("Nothing could be read; whether anything had been kept cannot be told.")
    names = {row.id: row.name for _, row in tables.rows(db, EveningRow)}
    return T("Whether anything newer is lost cannot be told: the newest entry that is kept is number {number} of "
             "“{name}”, {when}.", number=found[1], name=names.get(found[0], "?"), when=moment(found[2]))  # fmt: skip


def moment(at: float) -> Text:
    """A day and its time, in this machine's zone."""
    try:
        then = datetime.datetime.fromtimestamp(at)
    except (OverflowError, OSError, ValueError):
        then = datetime.datetime.fromtimestamp(0)
    return T("{day}, {time}", day=day(then.date()), time=f"{then:%H:%M}")


def _ranges(numbers: Sequence[int]) -> str:
    """`3–5, 9`, of ascending numbers."""
    runs = (list(run) for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]))
    return ", ".join(f"{run[0][1]}–{run[-1][1]}" if len(run) > 1 else str(run[0][1]) for run in runs)
