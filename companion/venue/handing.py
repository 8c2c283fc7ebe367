"""The staff's side of stores: making them, and handing the cards of a game from one table to another."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable

import msgspec
from nats.js import JetStreamContext

from companion.api.refusals import BadMove
from companion.api.text import T
from companion.venue import cards, notes, stores
from companion.venue.cards import CardsNote, Offer, Offers, ShelfNote

IN_MEMORY = 2**20


async def prepare(
    stream: JetStreamContext, tables: Iterable[str], replicas: int, table_bytes: int, venue_bytes: int
) -> None:
    """Make the small records' stream, a store for each table, and the venue's. The server sets so many bytes aside for
    each. `VenueTrouble` where it cannot."""
    await notes.prepare(stream, replicas)
    await stores.prepare(stream, stores.VENUE, replicas, venue_bytes)
    for table in tables:
        await stores.prepare(stream, stores.store_of(table), replicas, table_bytes)


async def shelf_note(stream: JetStreamContext, table: str, game: str) -> ShelfNote:
    """Which shelf of a game a table keeps; `BadMove` where it keeps none."""
    found = await notes.read(stream, notes.cards(table), CardsNote)
    note = None if found is None else found.games.get(game) or found.before.get(game)
    if note is None:
        raise BadMove(T("Of {table} nothing of {game} is there.", table=table, game=game))
    return note


async def copy_shelf(stream: JetStreamContext, table: str, game: str, note: ShelfNote, to: str) -> None:
    """Copy a table's shelf into another store, its photographs first. Raises `BadFile` and `VenueTrouble`."""
    source = stores.store_of(table)
    data = await stores.get(stream, source, note.digest, cards.LARGEST_SHELF)
    for one in cards.read_shelf(data, game).pictures:
        if not await stores.holds(stream, to, one.digest):
            with tempfile.SpooledTemporaryFile(IN_MEMORY) as file:
                await stores.get_into(stream, source, one.digest, file, one.size)
                await stores.put(stream, to, file)
    await stores.put(stream, to, data)


async def give(stream: JetStreamContext, source: str, game: str, to: str) -> ShelfNote:
    """Offer a table the cards of a game that another one keeps; what it was. Whether they are taken is theirs to say.
    Raises `BadMove`, `BadFile` and `VenueTrouble`."""
    note = await shelf_note(stream, source, game)
    # First the record, so that the table does not tidy away what comes in.
    there = await notes.read(stream, notes.offered(to), Offers) or Offers(format=notes.FORMAT)
    others = tuple(one for one in there.offers if (one.game, one.source) != (game, source))
    offer = Offer(game=game, source=source, note=note)
    await notes.write(stream, notes.offered(to), msgspec.structs.replace(there, offers=(*others, offer)))
    await copy_shelf(stream, source, game, note, stores.store_of(to))
    return note
