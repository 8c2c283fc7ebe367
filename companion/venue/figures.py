"""What a venue's evenings come to: how long each was played, how it ended, and a month of them.

An evening is read whole once it is over or has rested; what came of it is kept, and read again only when it goes on.
"""

from __future__ import annotations

import logging
import statistics
import threading
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec

from companion.api.refusals import BadFile, BadMove, NotSaved
from companion.api.text import Text
from companion.storage import codec
from companion.storage.keyed_store import KeyedStore
from companion.venue.follower import Follower
from companion.venue.picture import KnownEvening
from companion.venue.server import VenueTrouble
from companion.venue.told import EveningReader, ending_of

KIND = "venue_evening"
RESTED_S = 900.0  # an evening that nobody has moved in for so long is counted as it stands
LOOK_S = 30.0
GENTLE_S = 0.02  # between two evenings, so that whoever looks at the page does not wait
_log = logging.getLogger(__name__)


class EveningFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What came of an evening of so many entries: minutes played, the ending (None: none, or not known here), whether
    it was altered in the server."""

    entries: int
    minutes: float = 0.0
    ending: Text | None = None
    altered: bool = False


@dataclass(frozen=True, kw_only=True)
class GameFigures:
    """A game in a month: so many evenings of so many minutes altogether, half of them shorter than `median_min`, and
    how often each ending."""

    game: str
    evenings: int
    players: int
    minutes: float
    median_min: float
    endings: tuple[tuple[Text, int], ...]


@dataclass(frozen=True, kw_only=True)
class MonthFigures:
    """A month: its games, most played first; how many evenings began on each day; of how many it is not known yet what
    came of them."""

    month: str
    games: tuple[GameFigures, ...]
    days: tuple[int, ...]
    uncounted: int


class Figures:
    """A component: a thread of its own reads what is not counted yet."""

    def __init__(self, follower: Follower, reader: EveningReader, store: KeyedStore) -> None:
        self._follower, self._reader, self._store = follower, reader, store
        self._kept: dict[str, EveningFigures] = {}
        for name, value in store.all(KIND).items():
            try:
                self._kept[name] = msgspec.convert(value, EveningFigures)
            except msgspec.ValidationError:
                continue  # of another version: it is counted again
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="venue-figures", daemon=True)

    def start(self) -> None:
        """Count from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Count no more."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(30)

    def of(self, one: KnownEvening) -> EveningFigures | None:
        """What came of an evening, as far as it went; None where that is not known yet."""
        found = self._kept.get(one.name)
        return found if found is not None and found.entries == one.entries else None

    def count(self, one: KnownEvening) -> EveningFigures:
        """Read it now; `VenueTrouble` where the server does not answer."""
        try:
            told = self._reader.told(one)
            found = EveningFigures(entries=one.entries, minutes=told.minutes, ending=ending_of(told))
        except (BadFile, BadMove):
            found = EveningFigures(entries=one.entries, altered=True)
        self._kept[one.name] = found
        try:
            self._store.put(KIND, one.name, msgspec.to_builtins(found))
        except NotSaved as error:
            _log.warning("what came of an evening could not be kept: %s", error)
        return found

    def month(self, month: str) -> MonthFigures:
        """The figures of a month, such as `2026-11`, by the days on which evenings began."""
        there = [one for one in self._follower.picture.evenings() if _month_of(one) == month and one.copy == 1]
        return month_of(month, [(one, self.of(one)) for one in there])

    def months(self) -> list[str]:
        """The months in which evenings began, newest first."""
        return sorted({_month_of(one) for one in self._follower.picture.evenings()}, reverse=True)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._count_due()
            self._stopping.wait(LOOK_S)

    def _count_due(self) -> None:
        """Count all that are due, the newest first."""
        now = time.time()
        for one in self._follower.picture.evenings():
            if self.of(one) is not None or not one.entries or not _is_due(one, now):
                continue
            try:
                self.count(one)
            except VenueTrouble:
                return
            except Exception:  # one evening that nobody can read must not keep the others waiting
                _log.exception("evening %s could not be counted", one.name)
                self._kept[one.name] = EveningFigures(entries=one.entries, altered=True)
            if self._stopping.wait(GENTLE_S):
                return


def month_of(month: str, evenings: Sequence[tuple[KnownEvening, EveningFigures | None]]) -> MonthFigures:
    """A month from its evenings and what came of each."""
    games: dict[str, list[tuple[KnownEvening, EveningFigures | None]]] = {}
    days = [0] * _days_in(month)
    for one, found in evenings:
        if one.row is not None:
            games.setdefault(one.row.game, []).append((one, found))
            days[datetime.fromtimestamp(one.row.started).day - 1] += 1
    told = [_game(name, all_) for name, all_ in games.items()]
    uncounted = sum(found is None for _, found in evenings)
    return MonthFigures(
        month=month, games=tuple(sorted(told, key=lambda one: (-one.evenings, one.game))), days=tuple(days),
        uncounted=uncounted,
    )  # fmt: skip


def _game(name: str, evenings: Iterable[tuple[KnownEvening, EveningFigures | None]]) -> GameFigures:
    all_ = list(evenings)
    known = [found for _, found in all_ if found is not None and not found.altered]
    endings = Counter(msgspec.json.encode(found.ending) for found in known if found.ending is not None)
    return GameFigures(
        game=name,
        evenings=len(all_),
        players=sum(len(codec.names(one.row.players)) for one, _ in all_ if one.row is not None),
        minutes=sum(found.minutes for found in known),
        median_min=statistics.median([found.minutes for found in known]) if known else 0.0,
        endings=tuple((msgspec.json.decode(text, type=Text), count) for text, count in endings.most_common()),
    )


def _is_due(one: KnownEvening, now: float) -> bool:
    return one.row is not None and (one.row.ended is not None or now - one.at > RESTED_S)


def _month_of(one: KnownEvening) -> str:
    return "" if one.row is None else datetime.fromtimestamp(one.row.started).strftime("%Y-%m")


def _days_in(month: str) -> int:
    year, number = (int(part) for part in month.split("-"))
    after = datetime(year + number // 12, number % 12 + 1, 1)
    return (after - datetime(year, number, 1)).days
