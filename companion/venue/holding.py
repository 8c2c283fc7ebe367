"""The campaigns that this table has handed to its venue or taken from there, and taking others.

Which they are is kept in the log. An evening is played from this table's disk whether it has its campaign's lease or
not, and whether the server is there or not: the lease says which of all tables' ways of going on is the campaign. A
table that has lost it meanwhile says so to whoever plays there, and what they played stays theirs.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

import msgspec
from nats.js import JetStreamContext

from companion import __version__
from companion.api.refusals import BadFile, BadMove
from companion.api.text import T, Text
from companion.session.screen import Notice, Screen
from companion.session.session import Session
from companion.status.campaigns import Campaign, Handed
from companion.storage.log import Log, kept
from companion.storage.tables import EntryRow, EveningRow
from companion.venue import campaigns, reading, records
from companion.venue.campaigns import Claim, Lease, Source
from companion.venue.records import Place
from companion.venue.sending import EntrySender
from companion.venue.server import Elsewhere, VenueTrouble

R = TypeVar("R")
KIND = "campaign"  # of kept values, by an evening's id
_log = logging.getLogger(__name__)


class _Mine(msgspec.Struct, frozen=True):
    """What is kept of an evening that was handed over: which campaign it is, the token of this table's lease, the
    number of its record (0: the server has not heard of it), whether it says that it is played, and who has it now
    where it was lost."""

    campaign: str
    token: str
    revision: int = 0
    playing: bool = False
    lost: str = ""


class Holdings:
    """A `CampaignDesk`. `ask` puts a question to the venue's server and waits for its answer (`VenueTrouble` where
    there is none); `look_again` has `settle` called soon, in the thread that sends."""

    def __init__(
        self,
        table: str,
        log: Log,
        session: Session,
        sender: EntrySender,
        ask: Callable[[Callable[[JetStreamContext], Awaitable[object]]], object],
        look_again: Callable[[], None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._table, self._log, self._session, self._sender, self._clock = table, log, session, sender, clock
        self._ask_server, self._look_again = ask, look_again
        self._taking = threading.Lock()
        self._writing = threading.Lock()
        self._told = ""  # the open evening of which it was said that its campaign was lost
        self._troubles: dict[str, Text] = {}
        self._mine = {id: msgspec.convert(value, _Mine) for id, value in log.all(KIND).items()}

    # --- for the page -------------------------------------------------------------------------------------------------

    def at_venue(self) -> Sequence[Campaign]:
        """Those that lie there, by name."""
        return self._ask(self._all)

    async def _all(self, stream: JetStreamContext) -> list[Campaign]:
        claims = [one for one in await campaigns.leases(stream) if isinstance(one, Claim)]
        last = await asyncio.gather(*(campaigns.last_at(stream, one.lease) for one in claims))
        found = [self._campaign(one.lease, at) for one, at in zip(claims, last, strict=True)]
        return sorted(found, key=lambda one: (one.name.casefold(), one.id))

    def _campaign(self, lease: Lease, at: float) -> Campaign:
        return Campaign(
            id=lease.campaign,
            name=lease.row.name,
            game=lease.row.game,
            table=lease.table,
            playing=lease.playing,
            since=lease.since,
            at=at,
            here=self._evening_of(lease) is not None,
            ended=lease.row.ended is not None,
        )

    def handed(self) -> dict[str, Handed]:
        """Evenings of this table that were handed over, by their ids."""
        return {evening: _handed(one) for evening, one in list(self._mine.items())}

    def sent(self, evening: str) -> int | None:
        """How many entries of a campaign that this table has are there for the others, as far as is known here; None
        where it has none in this evening, or cannot send it, which is told in words."""
        mine, place = self._mine.get(evening), self._sender.place(evening)
        if mine is None or mine.lost or evening in self._troubles:
            return None
        return 0 if place is None else place.number

    def concerned(self, subject: str) -> bool:
        """Whether a lease's subject is that of a campaign which this table has."""
        return any(subject == records.lease_subject(one.campaign) for one in list(self._mine.values()) if not one.lost)

    def hand_over(self, evening: str) -> None:
        """From now on any table of the venue may go on with it while it is put away here."""
        row = self._log.evening(evening)
        if row is None or row.forgotten or not records.can_be_sent(evening):
            raise BadMove(T("There is no such evening."))
        with self._writing:
            mine = self._mine.get(evening)
            if mine is None or mine.lost:
                self._put(evening, _Mine(secrets.token_hex(8), secrets.token_hex(8)))
        self._look_again()

    def take(self, campaign: str, over: bool) -> Screen:
        """Go on with it here; `over`: also though another table seems to play it."""
        with self._taking:
            found = (
                self._ask(lambda stream: campaigns.lease(stream, campaign)) if records.can_be_sent(campaign) else None
            )
            if found is None:
                raise BadMove(T("The venue has no such campaign."))
            evening = self._evening_of(found.lease)
            if evening is not None:
                return self._session.open(evening)
            self._check_free(found.lease, over)
            return self._taken(found)

    def _evening_of(self, lease: Lease) -> str | None:
        """The evening of this table that has the lease."""
        found = ((one, mine) for one, mine in list(self._mine.items()) if not mine.lost)
        return next((one for one, mine in found if lease.table == self._table and _is_of(lease, mine)), None)

    def _check_free(self, lease: Lease, over: bool) -> None:
        open_now = self._session.screen().evening
        if open_now is not None and open_now.id == lease.row.id:
            raise BadMove(T("“{name}” is open here as it was before; put it away first.", name=open_now.name))
        if lease.playing and lease.table != self._table and not over:
            raise BadMove(T("“{name}” is being played at {table}.", name=lease.row.name, table=lease.table))

    def _taken(self, found: Claim) -> Screen:
        lease = found.lease
        entries = self._ask(lambda stream: campaigns.entries(stream, lease))
        self._check(lease.row, entries)
        row, entries, missing = self._placed(lease.row, entries)
        wanted = self._wanted(lease, row, found, entries)
        claim = self._ask(lambda stream: self._claim(stream, wanted, found.revision))
        mine = _Mine(lease.campaign, wanted.token, claim.revision, playing=True)
        try:
            with self._writing:
                screen = self._session.take_in(row, missing, kept(KIND, row.id, msgspec.to_builtins(mine)))
                self._mine[row.id] = mine
        except BaseException:
            with suppress(VenueTrouble, Elsewhere, BadMove):
                self._ask(lambda stream: campaigns.write(stream, lease, claim.revision))
            raise
        self._look_again()
        return screen

    def _check(self, row: EveningRow, entries: list[EntryRow]) -> None:
        """Whether this companion's game can go on with it; `BadFile` says why not."""
        try:
            self._session.check_file(reading.as_file(row, entries, whole=True))
        except BadFile as error:
            newer = max((one.program for one in entries if _newer(one.program)), key=_parts, default=None)
            if newer is None:
                raise
            text = T(
                "“{name}” was played with version {version} of the companion, and this table has {own}: please update "
                "it.",
                name=row.name,
                version=newer,
                own=__version__,
            )
            raise BadFile(text) from error

    def _wanted(self, lease: Lease, row: EveningRow, found: Claim, entries: Sequence[EntryRow]) -> Lease:
        """This table's lease; what it begins at stands where it was read from."""
        source = found.lease.source
        if len(entries) > source.number:
            sent = [msgspec.structs.replace(one, evening=source.evening) for one in entries]
            source = msgspec.structs.replace(source, number=len(entries), chain=records.chain_of(sent))
        changes = {"table": self._table, "token": secrets.token_hex(8), "playing": True, "since": self._clock()}
        return msgspec.structs.replace(lease, **changes, row=row, source=source)

    async def _claim(self, stream: JetStreamContext, wanted: Lease, after: int) -> Claim:
        try:
            return await campaigns.write(stream, wanted, after)
        except Elsewhere as error:
            now = await campaigns.lease(stream, wanted.campaign)
            if now is not None and now.lease == wanted:  # it was taken, and the answer was lost
                return now
            table = wanted.table if now is None else now.lease.table
            raise BadMove(
                T("{table} was quicker: “{name}” is being played there.", table=table, name=wanted.row.name)
            ) from error

    def _placed(self, row: EveningRow, entries: list[EntryRow]) -> tuple[EveningRow, list[EntryRow], list[EntryRow]]:
        """The evening that it is at this table, its entries, and those that are not here: one that is here already goes
        on where the other table left it, unless it went on otherwise here; then it stands beside that."""
        own = [one for _, one in self._log.entries(row.id)]
        row = msgspec.structs.replace(row, forgotten=0)
        if own == entries[: len(own)]:
            return row, entries, entries[len(own) :]
        row = msgspec.structs.replace(row, id=secrets.token_hex(8))
        entries = [msgspec.structs.replace(one, evening=row.id) for one in entries]
        return row, entries, entries

    def _ask(self, question: Callable[[JetStreamContext], Awaitable[R]]) -> R:
        try:
            found: R = self._ask_server(question)  # type: ignore[assignment]
        except VenueTrouble as trouble:
            raise BadMove(trouble.text) from trouble
        return found

    # --- in the thread that sends -------------------------------------------------------------------------------------

    async def settle(self, stream: JetStreamContext, whole: bool) -> None:
        """Send what was played of campaigns that this table has, and see that their leases say how they are here;
        without `whole` only the open one's entries."""
        screen = self._session.screen()
        open_id = "" if screen.evening is None else screen.evening.id
        for evening, mine in list(self._mine.items()):
            if mine.lost or not (whole or evening == open_id):
                continue
            try:
                await self._settle(stream, evening, screen if evening == open_id else None, whole)
                self._troubles.pop(evening, None)
            except BadFile as error:
                self._troubles[evening] = error.text
        self._tell_if_lost(screen)

    async def _settle(self, stream: JetStreamContext, evening: str, screen: Screen | None, whole: bool) -> None:
        """`screen`: it is open, and this is what it shows."""
        mine, row, playing = self._mine[evening], self._log.evening(evening), screen is not None
        if row is None:
            return
        found = None
        if whole or not mine.playing:
            found = await campaigns.lease(stream, mine.campaign)
            if found is not None and not (found.lease.table == self._table and _is_of(found.lease, mine)):
                self._lose(evening, mine, found.lease)
                return
        shown = () if screen is None else screen.history
        length = shown[0].number if shown else self._log.lengths().get(evening, 0)
        place = await self._sender.send(stream, evening, length)
        if place.number < length or (found is None and not whole and mine.playing):
            return
        if found is not None and not self._has(found.lease.source, evening, place):
            self._lose(evening, mine, found.lease)
            return
        source = Source(self._table, evening, place.copy, place.number, place.chain)
        if found is None or not _says(found.lease, playing, source):
            await self._say(stream, evening, row, mine, found, playing, source)

    def _has(self, source: Source, evening: str, place: Place) -> bool:
        """Whether what the lease tells of is here: after an older backup this table may have less than it sent."""
        if (source.table, source.evening) != (self._table, evening):
            return True
        if place.copy == source.copy and place.number >= source.number:
            return True
        own = [row for _, row in self._log.entries(evening, 1, source.number)]
        return len(own) == source.number and records.chain_of(own) == source.chain

    async def _say(
        self,
        stream: JetStreamContext,
        evening: str,
        row: EveningRow,
        mine: _Mine,
        found: Claim | None,
        playing: bool,
        source: Source,
    ) -> None:
        """The lease as it is now; where somebody has changed it just now, it is looked at again."""
        same = found is not None and found.lease.playing == playing
        wanted = Lease(
            format=campaigns.FORMAT,
            campaign=mine.campaign,
            table=self._table,
            token=mine.token,
            playing=playing,
            since=found.lease.since if found is not None and same else self._clock(),
            row=row,
            source=source,
        )
        try:
            claim = await campaigns.write(stream, wanted, 0 if found is None else found.revision)
        except Elsewhere:
            self._look_again()
            return
        self._keep(evening, mine, msgspec.structs.replace(mine, revision=claim.revision, playing=playing))

    def _lose(self, evening: str, mine: _Mine, lease: Lease) -> None:
        _log.warning("the campaign %s of evening %s is at %s now", mine.campaign, evening, lease.table)
        self._keep(evening, mine, msgspec.structs.replace(mine, lost=lease.table))

    def _keep(self, evening: str, before: _Mine, now: _Mine) -> None:
        """Unless somebody at the page has changed it meanwhile."""
        with self._writing:
            if self._mine.get(evening) == before:
                self._put(evening, now)

    def _put(self, evening: str, mine: _Mine) -> None:
        self._log.put(KIND, evening, msgspec.to_builtins(mine))
        self._mine[evening] = mine

    def _tell_if_lost(self, screen: Screen) -> None:
        """Once whenever such an evening is opened, and when it is lost while it is played."""
        mine = None if screen.evening is None else self._mine.get(screen.evening.id)
        if screen.evening is None or mine is None or not mine.lost:
            self._told = ""
        elif self._told != screen.evening.id:
            self._told = screen.evening.id
            self._session.notify(Notice(name="venue", text=self._lost(screen.evening.name, mine.lost)))

    # --- how it is ----------------------------------------------------------------------------------------------------

    def figures(self) -> Iterator[tuple[Text, str | Text]]:
        """Lines about campaigns for whoever looks after the table."""
        for evening, mine in list(self._mine.items()):
            row = self._log.evening(evening)
            if row is not None and mine.lost and evening == self._told:
                yield T("Campaign"), self._lost(row.name, mine.lost)
            if row is not None and evening in self._troubles:
                yield T("Campaign"), T("{name}: {why}", name=row.name, why=self._troubles[evening])

    def _lost(self, name: str, table: str) -> Text:
        """What is said where an evening is open whose campaign went on elsewhere."""
        if table == self._table:
            return T(
                "The venue holds more of the campaign “{name}” than lies here, as after an older backup. What is "
                "played here is no part of it. To go on with it, put this evening away and take it from the venue, "
                "under Evenings.",
                name=name,
            )
        return T(
            "The campaign “{name}” is at {table} now. What is played here stays here and is no part of it. To go on "
            "with it, put this evening away and take it from the venue, under Evenings.",
            name=name,
            table=table,
        )


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isascii() and part.isdecimal())


def _newer(program: str) -> bool:
    return _parts(program) > _parts(__version__)


def _is_of(lease: Lease, mine: _Mine) -> bool:
    return (lease.campaign, lease.token) == (mine.campaign, mine.token)


def _says(lease: Lease, playing: bool, source: Source) -> bool:
    """Whether a lease says all of it: while it is played, what has arrived since needs no word."""
    if lease.playing != playing:
        return False
    place = (source.table, source.evening, source.copy)
    there = (lease.source.table, lease.source.evening, lease.source.copy)
    return there == place and (playing or lease.source == source)


def _handed(mine: _Mine) -> Handed:
    if mine.lost:
        return Handed(how="lost", table=mine.lost)
    if not mine.revision:
        return Handed(how="waiting")
    return Handed(how="playing" if mine.playing else "away")
