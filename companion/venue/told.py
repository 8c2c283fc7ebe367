"""An evening out of the server as people read it: where it stands, its steps, its story."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from companion.api.game import Game
from companion.api.refusals import BadMove
from companion.api.text import T, Text
from companion.session.chronicle import Chronicle
from companion.session.screen import HistoryStep, Standing
from companion.session.session import Session
from companion.storage import codec
from companion.storage.tables import EntryRow, EveningRow
from companion.venue import reading
from companion.venue.follower import Follower
from companion.venue.picture import PAUSE_MIN, KnownEvening

KEPT = 16  # evenings that somebody looks at
MOST_STEPS = 100_000


@dataclass(frozen=True, kw_only=True)
class ToldEvening:
    """`stands` and `story` are None where this companion cannot tell: it has no such game, or that tells no story.
    `steps` are newest first; `minutes` as in `minutes_of`."""

    known: KnownEvening
    row: EveningRow
    stands: Standing | None
    story: Chronicle | None
    steps: tuple[HistoryStep, ...]
    minutes: float


class EveningReader:
    """Reads evenings whole, checked entry by entry; what has not gone on since is not read again. From any thread."""

    def __init__(self, follower: Follower, games: Mapping[str, Game[Any]]) -> None:
        self._follower, self._games = follower, dict(games)
        self._lock = threading.Lock()
        self._told: OrderedDict[str, ToldEvening] = OrderedDict()

    def rows(self, known: KnownEvening) -> tuple[EveningRow, list[EntryRow]]:
        """What is known of it as a whole, and its entries. `BadFile` where they were altered, `VenueTrouble` where the
        server does not answer, `BadMove` where it holds nothing of the whole."""
        if known.row is None:
            raise BadMove(T("The venue's server holds no such evening."))
        return known.row, self._follower.ask(lambda stream: reading.entries(stream, known.table, known.id, known.copy))

    def told(self, known: KnownEvening) -> ToldEvening:
        """The evening as it is now."""
        with self._lock:
            found = self._told.get(known.name)
        if found is None or (found.known.row, found.known.chain) != (known.row, known.chain):
            row, rows = self.rows(known)
            found = tell(known, row, rows, self._games)
        with self._lock:
            self._told[known.name] = found
            self._told.move_to_end(known.name)
            while len(self._told) > KEPT:
                self._told.popitem(last=False)
        return found


def tell(known: KnownEvening, row: EveningRow, rows: list[EntryRow], games: Mapping[str, Game[Any]]) -> ToldEvening:
    """An evening from its entries."""
    stands, story, steps = None, None, _steps(rows)
    if row.game in games:
        with reading.log_of(row, rows) as log:
            session = Session(log, games, reopen=False)
            stands = session.standing(row.id)
            try:
                session.open(row.id)
                steps = tuple(session.history(None, MOST_STEPS))
                story = session.chronicle()
            except BadMove:  # its states are of a newer version, or its game tells no story
                pass
    return ToldEvening(
        known=known, row=row, stands=stands, story=story, steps=steps, minutes=minutes_of([one.at for one in rows])
    )


def _steps(rows: list[EntryRow]) -> tuple[HistoryStep, ...]:
    """The steps of a game that this companion does not have: what was taken back cannot be told."""
    return tuple(
        HistoryStep(one.number, one.kind, codec.text(one.label), codec.facts(one.facts), one.by, one.at)
        for one in reversed(rows)
    )


def minutes_of(times: list[float]) -> float:
    """How long was played, in minutes, by the times of the entries (seconds since 1970): a pause of more than half an
    hour is none of it, as a campaign lies in its box for a week."""
    gaps = (after - before for before, after in pairwise(times))
    return sum(gap for gap in gaps if 0 < gap <= PAUSE_MIN * 60) / 60


def ending_of(told: ToldEvening) -> Text | None:
    """How it ended; None while it goes on, or where nobody here can tell."""
    return None if told.stands is None else told.stands.ending
