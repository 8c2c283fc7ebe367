"""All tables of a venue at a glance: what is played on each, where it stands, and since when nobody has moved."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nats.js import JetStreamContext

from companion.api.game import Game
from companion.api.refusals import BadFile
from companion.api.text import Text, verbatim
from companion.session.screen import Standing
from companion.session.session import Session
from companion.storage import codec
from companion.storage.tables import EntryRow, EveningRow
from companion.venue import reading

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class TableNow:
    """A table's newest evening: `at` is its last entry's time, `program` the version that made it. `stands` is None
    where this companion cannot tell: it has no such game, or what is there was altered (`altered`)."""

    table: str
    copy: int
    row: EveningRow
    players: tuple[str, ...]
    entries: int
    at: float
    program: str
    stands: Standing | None
    altered: bool = False


class Overview:
    """Looks at a venue's server; what has not changed since the last look is not read again."""

    def __init__(self, games: Mapping[str, Game[Any]]) -> None:
        self._games = dict(games)
        self._known: dict[str, TableNow] = {}

    def title(self, game: str) -> Text:
        """What a game is called; its own name where this companion does not have it."""
        return self._games[game].title if game in self._games else verbatim(game)

    async def look(self, stream: JetStreamContext) -> list[TableNow]:
        """Every table, by name."""
        last = await reading.newest(stream)
        of_table: dict[str, tuple[float, reading.SentEvening, EntryRow]] = {}
        for one in await reading.evenings(stream):
            entry = last.get((one.table, one.row.id, one.copy))
            if entry is not None and entry.at >= of_table.get(one.table, (0.0,))[0]:
                of_table[one.table] = (entry.at, one, entry)
        found = {table: await self._of(stream, one, entry) for table, (_, one, entry) in sorted(of_table.items())}
        self._known = found
        return list(found.values())

    async def _of(self, stream: JetStreamContext, one: reading.SentEvening, entry: EntryRow) -> TableNow:
        known = self._known.get(one.table)
        if known is not None and (known.row, known.copy, known.entries) == (one.row, one.copy, entry.number):
            return known
        stands, altered = None, False
        try:
            rows = await reading.entries(stream, one.table, one.row.id, one.copy)
            stands = self._stands(one.row, rows)
        except BadFile as error:
            _log.warning("evening %s of %s: %s", one.row.id, one.table, error)
            altered = True
        return TableNow(
            table=one.table,
            copy=one.copy,
            row=one.row,
            players=codec.names(one.row.players),
            entries=entry.number,
            at=entry.at,
            program=entry.program,
            stands=stands,
            altered=altered,
        )

    def _stands(self, row: EveningRow, rows: list[EntryRow]) -> Standing | None:
        if row.game not in self._games:
            return None
        with reading.log_of(row, rows) as log:
            return Session(log, self._games, reopen=False).standing(row.id)
