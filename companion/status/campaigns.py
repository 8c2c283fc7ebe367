"""Campaigns that move between the tables of a venue, as the phones are told of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from companion.session.screen import Screen


@dataclass(frozen=True, kw_only=True)
class Campaign:
    """A campaign that lies at the venue. `table` plays it (`playing`) or put it away, `since` then (seconds since
    1970); `here`: this table has it. `at` is its last entry's time, as far as the venue knows."""

    id: str
    name: str
    game: str
    table: str
    playing: bool
    since: float
    at: float
    here: bool
    ended: bool


@dataclass(frozen=True, kw_only=True)
class Handed:
    """An evening of this table that was handed to the venue: `waiting` for the server to hear of it, `playing` here,
    put `away` for any table, or `lost`: `table` has it now, and what is played here is no part of it."""

    how: Literal["waiting", "playing", "away", "lost"]
    table: str = ""


class CampaignDesk(Protocol):
    """Campaigns of the venue, for the table's own page. `BadMove` and `BadFile` say why something is not done."""

    def at_venue(self) -> Sequence[Campaign]:
        """Those that lie there, by name."""
        ...

    def handed(self) -> Mapping[str, Handed]:
        """Evenings of this table that were handed over, by their ids. Asks nobody."""
        ...

    def hand_over(self, evening: str) -> None:
        """From now on any table of the venue may go on with it while it is put away here."""
        ...

    def take(self, campaign: str, over: bool) -> Screen:
        """Go on with it here; `over`: also though another table seems to play it."""
        ...
