"""Boards and cards that a table may take from its venue, as the phones are told of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.api.text import Text


@dataclass(frozen=True, kw_only=True)
class OfferedCards:
    """What the venue holds of a game for this table: whose it was (`source`), since when (seconds since 1970), and how
    many board facts, texts and photographs it has."""

    game: str
    source: str
    at: float
    board: int
    texts: int
    pictures: int


class CardOffers(Protocol):
    """What may be taken, for the table's own page. Asks nobody."""

    def offers(self) -> Sequence[OfferedCards]:
        """What there is, as far as is known by now."""
        ...

    def taking(self) -> bool:
        """Whether something that was asked for is still on its way."""
        ...

    def last(self) -> Text | None:
        """What came of the last time."""
        ...

    def take(self, game: str, source: str) -> None:
        """Take a game's in, from that table (empty: whosever it is); what is here already stays as it is. `BadMove`
        where nothing of the kind is offered, or where several tables' are."""
        ...
