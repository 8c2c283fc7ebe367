"""The owner's side of a fleet: the plan in the venue's server, changed as a whole, and what follows for each table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from nats.js import JetStreamContext

from companion.api.refusals import BadFile, BadMove
from companion.api.text import T
from companion.venue import cards, fleet, handing, notes, server, signing, stores
from companion.venue.cards import ShelfNote
from companion.venue.fleet import Has, Plan, Standing, Wanted
from companion.venue.server import Elsewhere, VenueTrouble
from companion.venue.signing import Signed

Change = Callable[[Plan], Plan]


class Fleet:
    """The fleet as its owner changes it; `seed` is the owner's key. All of it raises `VenueTrouble` too."""

    def __init__(self, stream: JetStreamContext, seed: str) -> None:
        self._stream, self._seed = stream, seed

    async def plan(self) -> tuple[int, Plan]:
        """The plan, and its place in the server. `BadFile` where somebody else has written it."""
        found = await server.last(self._stream, notes.PLAN, notes.STREAM, direct=False)
        if found is None:
            return 0, Plan(format=notes.FORMAT)
        record = notes.decode(found[1], Signed)
        return found[0], signing.opened(record, signing.public_of(self._seed), Plan)

    async def change(self, change: Change) -> list[str]:
        """Change the plan, and tell the tables that it concerns; which these are. `BadMove` where somebody else has
        changed it at the same time."""
        place, before = await self.plan()
        now = change(before)
        try:
            await notes.write(self._stream, notes.PLAN, signing.signed(now, self._seed), after=place)
        except Elsewhere as error:
            raise BadMove(T("Somebody else has changed the plan just now. Please look, and do it again.")) from error
        return await self._tell(fleet.changed(before, now))

    async def send_again(self) -> list[str]:
        """Tell every table once more what is wanted of it; which these are."""
        return await self._tell(fleet.every((await self.plan())[1]))

    async def _tell(self, wanted: Sequence[Wanted]) -> list[str]:
        for one in wanted:
            await notes.write(self._stream, notes.wanted(one.table), signing.signed(one, self._seed))
        return [one.table for one in wanted]

    # --- what lies in the venue's store -------------------------------------------------------------------------------

    async def put_release(self, path: Path) -> tuple[str, int]:
        """Put a release file there; its digest and its bytes."""
        with path.open("rb") as file:
            digest = await stores.put(self._stream, stores.VENUE, file)
        return digest, path.stat().st_size

    async def put_cards(self, table: str, game: str) -> ShelfNote:
        """Put there what a table keeps of a game. `BadMove` where it keeps nothing."""
        note = await handing.shelf_note(self._stream, table, game)
        await handing.copy_shelf(self._stream, table, game, note, stores.VENUE)
        return note

    async def tidy(self) -> None:
        """Delete there what no group has and none had before. Where a shelf cannot be read, everything stays."""
        used, shelves = fleet.used([(await self.plan())[1]])
        try:
            for game, note in shelves:
                data = await stores.get(self._stream, stores.VENUE, note.digest, cards.LARGEST_SHELF)
                used |= {one.digest for one in cards.read_shelf(data, game).pictures}
        except (BadFile, VenueTrouble):
            return
        for digest in await stores.all_in(self._stream, stores.VENUE) - used:
            await stores.drop(self._stream, stores.VENUE, digest)

    # --- how it stands ------------------------------------------------------------------------------------------------

    async def standing(self) -> list[Standing]:
        """Every table of the fleet, by name."""
        _, plan = await self.plan()
        return [await self._standing(plan, one) for one in sorted(plan.tables())]

    async def _standing(self, plan: Plan, table: str) -> Standing:
        try:
            record = await notes.read(self._stream, notes.wanted(table), Signed)
            lies_there = None if record is None else signing.opened(record, signing.public_of(self._seed), Wanted)
        except BadFile:
            lies_there = None
        try:
            has = await notes.read(self._stream, notes.has(table), Has)
        except BadFile:
            has = None
        return fleet.standing(plan, table, lies_there, has)

    async def must_be_there(self, tables: Sequence[str]) -> None:
        """`BadMove` for the first of these tables that has not what is wanted of it."""
        for one in await self.standing():
            if one.table in tables and not one.there:
                state = "–" if one.has is None else fleet.STATES[one.has.state]
                raise BadMove(
                    T(
                        "{table} does not have it yet ({state}). Look: companion venue fleet show. To go on all the "
                        "same: --anyway",
                        table=one.table, state=state,
                    )
                )  # fmt: skip


def advance(plan: Plan, name: str) -> Plan:
    """All tables of a group get what its first ones have. `BadMove` where they have it already."""
    group = plan.group(name)
    if not group.first:
        raise BadMove(T("All tables of {name} have it already.", name=name))
    return plan.put(msgspec.structs.replace(group, first=()))


def back(plan: Plan, name: str) -> Plan:
    """A group gets what it had before. `BadMove` where nothing is known of that."""
    group = plan.group(name)
    if group.before is None:
        raise BadMove(T("What {name} had before is not known; set it anew.", name=name))
    return plan.put(msgspec.structs.replace(group, wish=group.before, before=None, first=()))


def put(plan: Plan, name: str, wish: fleet.Wish, first: Sequence[str]) -> Plan:
    """A group gets something else: these tables first, or all of them. `BadMove` where one of these is none of its."""
    group = plan.group(name)
    strange = [one for one in first if one not in group.tables]
    if strange:
        raise BadMove(T("{table} is not in the group {name}.", table=strange[0], name=name))
    # While only some have the last one, what to go back to is what the others have.
    before = group.before if group.first else group.wish
    return plan.put(msgspec.structs.replace(group, wish=wish, before=before, first=tuple(first)))


def members(plan: Plan, name: str, tables: Sequence[str]) -> Plan:
    """A group has these tables from now on; none: there is no such group any more."""
    known = {one.name: one for one in plan.groups}
    group = known.get(fleet.named(name), fleet.Group(name=name))
    chosen = tuple(dict.fromkeys(fleet.named(one) for one in tables))
    return plan.put(msgspec.structs.replace(group, tables=chosen, first=tuple(set(group.first) & set(chosen))))
