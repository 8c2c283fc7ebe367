"""What a venue knows of its tables and evenings, from the records that the server tells one after the other."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

from companion.api.refusals import BadFile
from companion.status.staff_call import Call
from companion.storage import codec
from companion.storage.tables import EveningRow
from companion.venue import present, records
from companion.venue.present import LostDevice, Stand, TableState

UNSEEN_S = 3 * present.BEAT_S
PAUSE_MIN = 30.0  # without a step


@dataclass(frozen=True, kw_only=True)
class KnownEvening:
    """An evening in the server: whose, which copy, what is known of it as a whole (None: not yet), how many entries it
    has, when the last one was made, by which version; and whether a record was none, or does not follow on the last."""

    table: str
    id: str
    copy: int
    row: EveningRow | None = None
    entries: int = 0
    chain: str = ""
    at: float = 0.0
    program: str = ""
    altered: bool = False

    @property
    def name(self) -> str:
        """How the commands and the page call it."""
        return f"{self.table}/{self.id}/{self.copy}"


@dataclass(frozen=True, kw_only=True)
class KnownTable:
    """A table as the venue sees it. `status` is `playing`, `resting` (no step
    was played for half an hour), `ended`, `free` (no evening is open), `off` (switched off),
    `unseen` (it has not been heard of for a minute) or `unknown` (it only sends evenings); `seen` is when it was heard
    of last, in seconds since 1970. `copy` is that of the evening that `stand` is of."""

    table: str
    status: str
    seen: float = 0.0
    stand: Stand | None = None
    copy: int = 1
    lost: tuple[LostDevice, ...] = ()
    call: Call | None = None
    program: str = ""
    altered: bool = False


class Picture:
    """Written by the thread that follows the server, read by any other."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._evenings: dict[tuple[str, str, int], KnownEvening] = {}
        self._newest: dict[str, tuple[str, str, int]] = {}  # of each table
        self._copies: dict[tuple[str, str], int] = {}  # the last of each evening
        self._states: dict[str, tuple[TableState, float]] = {}
        self._unreadable: set[str] = set()

    def anew(self) -> None:
        """The server is asked again from the beginning: what was missed meanwhile does not count as left out."""
        with self._lock:
            self._evenings = {key: replace(one, chain="") for key, one in self._evenings.items()}

    def take(self, subject: str, data: bytes) -> None:
        """A record of an evening; one that cannot be read marks what it stands under."""
        try:
            key = records.whose(subject)
        except BadFile:
            return  # under no table's name: nobody here is concerned
        with self._lock:
            known = self._evenings.get(key) or KnownEvening(table=key[0], id=key[1], copy=key[2])
            try:
                found = _with(known, subject, data)
            except BadFile:
                found = replace(known, altered=True)
            self._put(key, found)

    def _put(self, key: tuple[str, str, int], one: KnownEvening) -> None:
        self._evenings[key] = one
        newest = self._newest.get(one.table)
        if newest is None or self._evenings[newest].at <= one.at:
            self._newest[one.table] = key
        self._copies[one.table, one.id] = max(one.copy, self._copies.get((one.table, one.id), 1))

    def take_state(self, subject: str, data: bytes, seen: float) -> None:
        """A table's own state, told at this time."""
        try:
            table = present.whose(subject)
        except BadFile:
            return
        with self._lock:
            try:
                self._states[table] = (present.read_state(data), seen)
                self._unreadable.discard(table)
            except BadFile:
                self._unreadable.add(table)

    def evenings(self) -> list[KnownEvening]:
        """Every evening of which anything is known, newest first."""
        with self._lock:
            found = [one for one in self._evenings.values() if one.row is not None]
        return sorted(found, key=lambda one: (-(one.row.started if one.row else 0.0), one.name))

    def evening(self, table: str, id: str, copy: int) -> KnownEvening | None:
        """One of them."""
        with self._lock:
            return self._evenings.get((table, id, copy))

    def tables(self, now: float) -> list[KnownTable]:
        """Every table that was ever heard of, by name: table-3 before table-12."""
        with self._lock:
            found = [self._table(name, now) for name in {*self._newest, *self._states, *self._unreadable}]
        return sorted(found, key=lambda one: in_order(one.table))

    def _table(self, name: str, now: float) -> KnownTable:
        told = self._states.get(name)
        if told is None or told[0].off:
            return self._silent(name, told)
        state, seen = told
        copy = 1 if state.stand is None else self._copies.get((name, state.stand.id), 1)
        known = None if state.stand is None else self._evenings.get((name, state.stand.id, copy))
        return KnownTable(
            table=name,
            status="unseen" if now - seen > UNSEEN_S else _status(state.stand, now),
            seen=seen,
            stand=state.stand,
            copy=copy,
            lost=state.lost,
            call=state.call,
            program=state.program,
            altered=name in self._unreadable or (known is not None and known.altered),
        )

    def _silent(self, name: str, told: tuple[TableState, float] | None) -> KnownTable:
        """A table that tells nothing of itself: its newest evening is all there is to show."""
        newest = self._evenings.get(self._newest.get(name, ("", "", 1)))
        seen, program = (0.0, "") if newest is None else (newest.at, newest.program)
        if told is not None:
            seen, program = told[1], told[0].program
        return KnownTable(
            table=name,
            status="unknown" if told is None else "off",
            seen=seen,
            stand=None if newest is None else _stand_of(newest),
            copy=1 if newest is None else newest.copy,
            program=program,
            altered=name in self._unreadable or (newest is not None and newest.altered),
        )


def _with(known: KnownEvening, subject: str, data: bytes) -> KnownEvening:
    if subject.split(".")[2] == "about":
        return replace(known, row=records.read_about(data))
    row, chain = records.read_entry(data)
    if row.evening != known.id:
        raise records.altered(str(row.number))
    # The first that is heard of may be any; from then on each follows on the one before.
    here = row.number == known.entries + 1 and records.follows(known.chain, row, chain)
    follows = here or known.chain in ("", chain)
    return replace(
        known,
        entries=row.number,
        chain=chain,
        at=row.at,
        program=row.program,
        altered=known.altered or not follows,
    )


def _status(stand: Stand | None, now: float) -> str:
    if stand is None:
        return "free"
    if stand.ending is not None:
        return "ended"
    return "playing" if now - max(stand.at, stand.started) <= PAUSE_MIN * 60 else "resting"


def _stand_of(known: KnownEvening) -> Stand | None:
    """What the evening's own records tell of where it stands."""
    if known.row is None:
        return None
    row = known.row
    return Stand(
        id=row.id,
        game=row.game,
        name=row.name,
        players=codec.names(row.players),
        started=row.started,
        entries=known.entries,
        at=known.at,
    )


def in_order(table: str) -> tuple[tuple[str, int], ...]:
    """What tables are sorted by: table-3 before table-12."""
    parts = table.split("-")
    return tuple(("", int(part)) if part.isdecimal() else (part, 0) for part in parts)
