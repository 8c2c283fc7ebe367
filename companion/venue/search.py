"""Finding evenings among all that a venue holds: by words, table, game and days."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.api.text import Text
from companion.storage import codec
from companion.venue.picture import KnownEvening

_ALONE = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe"})
DAY_S = 86400.0


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """Every one of the `words` stands in the game's title, the evening's name, a player's, the table's or the day
    (2026-11-27), in whatever case and without accents; `since` and `until` are days as seconds since 1970."""

    words: str = ""
    table: str = ""
    game: str = ""
    since: float | None = None
    until: float | None = None


def search(evenings: Iterable[KnownEvening], wanted: Wanted, title: Callable[[str], Text]) -> list[KnownEvening]:
    """The evenings that are meant, in the order in which they came."""
    words = plain(wanted.words).split()
    titles: dict[str, str] = {}
    return [one for one in evenings if _within(one, wanted) and (not words or _has(one, words, titles, title))]


def plain(words: str) -> str:
    """Without case and accents, as the page's own search has it."""
    apart = unicodedata.normalize("NFKD", words.casefold())
    return "".join(one for one in apart if not unicodedata.combining(one)).translate(_ALONE)


def _within(one: KnownEvening, wanted: Wanted) -> bool:
    row = one.row
    if row is None or (wanted.table and one.table != wanted.table) or (wanted.game and row.game != wanted.game):
        return False
    if wanted.since is not None and max(one.at, row.started) < wanted.since:
        return False
    return wanted.until is None or row.started < wanted.until


def _has(one: KnownEvening, words: list[str], titles: dict[str, str], title: Callable[[str], Text]) -> bool:
    row = one.row
    assert row is not None
    if row.game not in titles:
        titles[row.game] = str(title(row.game))
    day = time.strftime("%Y-%m-%d", time.localtime(row.started))
    text = plain(" ".join([titles[row.game], row.game, row.name, one.table, day, *codec.names(row.players)]))
    return all(word in text for word in words)
