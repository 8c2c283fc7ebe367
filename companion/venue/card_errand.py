"""Keeps what a table has of its boards and cards in the venue's server, and takes from there what somebody asks for.

What lies there is never lost to a table that begins anew under the same name: it waits until it is taken.
"""

from __future__ import annotations

import logging
import os
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol, TypeAlias

import msgspec
from nats.js import JetStreamContext

from companion import __version__
from companion.api.game import Value
from companion.api.refusals import BadFile, Refused
from companion.api.text import N, T, Text
from companion.status.health import LABELS, DeviceHealth, HealthBoard
from companion.storage.card_texts import CardText
from companion.storage.pictures import Photograph
from companion.venue import cards, notes, stores
from companion.venue.cards import CardsNote, Offer, Offers, PictureRef, Shelf, ShelfNote
from companion.venue.server import VenueTrouble

ORIGIN = "venue-origin"  # a file in the data folder: which installation this is
_log = logging.getLogger(__name__)
Picture: TypeAlias = tuple[str, bytes, int, int]  # its card, JPEG, width and height


@dataclass(frozen=True)
class Taken:
    """How many things of each kind were new here."""

    board: int
    texts: int
    pictures: int


class Spool:
    """Photographs in a file without a name, however many there are; they may be read several times."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._places: list[tuple[PictureRef, int]] = []

    def add(self, one: PictureRef, jpeg: bytes) -> None:
        """One more."""
        self._places.append((one, self._file.seek(0, os.SEEK_END)))
        self._file.write(jpeg)

    def __iter__(self) -> Iterator[Picture]:
        for one, place in self._places:
            self._file.seek(place)
            yield one.card, self._file.read(one.size), one.width, one.height


class KeptCards(Protocol):
    """What this table keeps of a game, and how more is added to it; what is there already stays as it is."""

    def games(self) -> Sequence[str]: ...
    def version(self) -> int: ...
    def board(self, game: str) -> Mapping[str, Value]: ...
    def texts(self, game: str) -> Iterable[CardText]: ...
    def pictures(self, game: str) -> Iterable[Photograph]: ...
    def jpeg(self, game: str, card: str) -> bytes | None: ...
    def scratch(self) -> IO[bytes]: ...
    def take(self, shelf: Shelf, pictures: Iterable[Picture]) -> Taken: ...


class CardErrand:
    """An errand. `kinds` are those of `board`, `texts` and `pictures` that are sent; none: nothing is sent."""

    def __init__(self, table: str, folder: Path, kept: KeptCards, kinds: Iterable[str], health: HealthBoard) -> None:
        self._table, self._kept, self._kinds, self._health = table, kept, frozenset(kinds), health
        self._store = stores.store_of(table)
        self._origin = _origin(folder)
        self._sent = -1  # as of which write here everything is there
        self._shelves: dict[str, Shelf] = {}  # of this table's games, as they lie there
        self._note: CardsNote | None = None
        self._offers: tuple[Offer, ...] = ()
        self._asked: list[tuple[str, str]] = []
        self.last: Text | None = None
        self.taking = False
        self._tell("absent", T("Looking for the venue's server."))

    # --- for commands -------------------------------------------------------------------------------------------------

    def offers(self) -> tuple[Offer, ...]:
        """What may be taken here, as far as is known by now."""
        before = () if self._note is None else self._note.before.items()
        return (*(Offer(game=game, source=self._table, note=note) for game, note in before), *self._offers)

    def take(self, game: str, source: str) -> None:
        """Take what is offered of a game at the next look."""
        self.last, self.taking = None, True
        self._asked.append((game, source))

    # --- the errand ---------------------------------------------------------------------------------------------------

    async def look(self, stream: JetStreamContext) -> None:
        """Send what has changed, take what was asked for."""
        await self._read_notes(stream)
        while self._asked:
            game, source = self._asked.pop()
            try:
                self.last = await self._taken(stream, game, source)
            except Refused as refusal:
                self.last = refusal.text
            except VenueTrouble as trouble:
                self.last = trouble.text
        self.taking = bool(self._asked)
        version = self._kept.version()
        if self._kinds and version != self._sent:
            await self._send(stream)
            self._sent = version
        self._tell_how_it_stands()

    def told(self, trouble: VenueTrouble) -> None:
        """It did not come about."""
        self._note = None
        self._sent = -1
        self._tell("absent" if trouble.passes else "trouble", trouble.text, trouble.what_to_do)

    async def _read_notes(self, stream: JetStreamContext) -> None:
        if self._note is None:
            self._note = await self._own_note(stream)
        offered = await notes.read(stream, notes.offered(self._table), Offers)
        self._offers = () if offered is None else offered.offers

    async def _own_note(self, stream: JetStreamContext) -> CardsNote:
        """What is there of this table; what another installation of its name has left is put aside."""
        found = await notes.read(stream, notes.cards(self._table), CardsNote)
        if found is None:
            return CardsNote(format=notes.FORMAT, table=self._table, origin=self._origin)
        if found.origin == self._origin:
            return found
        return CardsNote(format=notes.FORMAT, table=self._table, origin=self._origin, before=found.before | found.games)

    # --- sending ------------------------------------------------------------------------------------------------------

    async def _send(self, stream: JetStreamContext) -> None:
        assert self._note is not None
        games = dict(self._note.games)
        for game in self._kept.games():
            shelf, data = await self._shelf(stream, game)
            if shelf.empty:
                games.pop(game, None)
            elif games.get(game) is None or games[game].digest != stores.digest_of(data):
                await stores.put(stream, self._store, data)
                games[game] = cards.note_of(shelf, data, time.time(), __version__)
            self._shelves[game] = shelf
        if games != self._note.games:
            self._note = msgspec.structs.replace(self._note, games=games)
            await notes.write(stream, notes.cards(self._table), self._note)
            await self._sweep(stream)

    async def _shelf(self, stream: JetStreamContext, game: str) -> tuple[Shelf, bytes]:
        """A game's shelf as it is here, once its photographs are there."""
        known = {one.card: one for one in (await self._there(stream, game)).pictures}
        pictures = []
        for photograph in self._kept.pictures(game) if "pictures" in self._kinds else ():
            before = known.get(photograph.card)
            if before is None or not before.digest.startswith(photograph.version):
                before = await self._send_picture(stream, game, photograph)
            if before is not None:
                pictures.append(before)
        board = self._kept.board(game) if "board" in self._kinds else {}
        texts = self._kept.texts(game) if "texts" in self._kinds else ()
        return cards.shelf_of(game, board, texts, pictures)

    async def _there(self, stream: JetStreamContext, game: str) -> Shelf:
        """The shelf that lies there; an empty one where it cannot be read, as it is written anew then."""
        note = None if self._note is None else self._note.games.get(game)
        if game not in self._shelves and note is not None:
            try:
                self._shelves[game] = await self._fetched(stream, self._store, game, note)
            except (BadFile, VenueTrouble) as error:
                _log.warning("what the venue's server holds of %s is sent anew: %s", game, error)
        return self._shelves.get(game) or Shelf(format=notes.FORMAT, game=game)

    async def _send_picture(self, stream: JetStreamContext, game: str, one: Photograph) -> PictureRef | None:
        jpeg = self._kept.jpeg(game, one.card)
        if jpeg is None or not 0 < len(jpeg) <= cards.LARGEST_PICTURE:
            return None
        digest = await stores.put(stream, self._store, jpeg)
        return PictureRef(card=one.card, digest=digest, size=len(jpeg), width=one.width, height=one.height)

    async def _sweep(self, stream: JetStreamContext) -> None:
        """Delete what no shelf has any more. Where one of them cannot be read, everything stays."""
        assert self._note is not None
        others = [(offer.game, offer.note) for offer in self.offers()]
        used = {note.digest for _, note in others} | {note.digest for note in self._note.games.values()}
        try:
            shelves = [await self._fetched(stream, self._store, game, note) for game, note in others]
        except (BadFile, VenueTrouble):
            return
        for shelf in (*shelves, *self._shelves.values()):
            used |= {one.digest for one in shelf.pictures}
        for digest in await stores.all_in(stream, self._store) - used:
            await stores.drop(stream, self._store, digest)

    # --- taking -------------------------------------------------------------------------------------------------------

    async def _taken(self, stream: JetStreamContext, game: str, source: str) -> Text:
        note = next((one.note for one in self.offers() if (one.game, one.source) == (game, source)), None)
        if note is None:
            raise BadFile(T("The venue holds nothing of that game for this table."))
        return told(await take(stream, self._store, game, note, self._kept))

    @staticmethod
    async def _fetched(stream: JetStreamContext, store: str, game: str, note: ShelfNote) -> Shelf:
        return cards.read_shelf(await stores.get(stream, store, note.digest, cards.LARGEST_SHELF), game)

    # --- how it is ----------------------------------------------------------------------------------------------------

    def _tell_how_it_stands(self) -> None:
        waiting = len(self.offers())
        more = N("{n} game’s cards can be taken from there.", "{n} games’ cards can be taken from there.", waiting)
        how = T("On the page under Evenings, or at the companion: companion venue cards") if waiting else None
        words = (
            T("What is kept of boards and cards is in the venue's server.")
            if self._kinds
            else T("Nothing of boards and cards is sent.")
        )
        self._tell("ok", words, how, ((T("Waiting"), more),) if waiting else ())

    def _tell(
        self, state: str, words: Text, what_to_do: Text | None = None, figures: tuple[tuple[Text, Text], ...] = ()
    ) -> None:
        self._health.put(DeviceHealth("venue_cards", LABELS["venue_cards"], state, words, what_to_do, figures))


async def take(stream: JetStreamContext, store: str, game: str, note: ShelfNote, kept: KeptCards) -> Taken:
    """Take a shelf in, each thing checked by its digest before any is kept; how much was new. Raises `Refused`."""
    if game not in kept.games():
        raise BadFile(T("This companion does not have the game {name}.", name=game))
    shelf = cards.read_shelf(await stores.get(stream, store, note.digest, cards.LARGEST_SHELF), game)
    have = {one.card.casefold() for one in kept.pictures(game)}
    with kept.scratch() as file:
        spool = Spool(file)
        for one in shelf.pictures:
            if one.card.casefold() not in have:
                jpeg = await stores.get(stream, store, one.digest, one.size)
                if len(jpeg) != one.size or not cards.is_picture(jpeg):
                    raise BadFile(T("A picture in the file is damaged; please copy it again."))
                spool.add(one, jpeg)
        return kept.take(shelf, spool)


def told(taken: Taken) -> Text:
    """What came of it."""
    return T(
        "New here: board facts {board}, texts {texts}, photographs {pictures}. What was here already stays as it was.",
        board=taken.board, texts=taken.texts, pictures=taken.pictures,
    )  # fmt: skip


def _origin(folder: Path) -> str:
    """Which installation this is: a random number, made once."""
    path = folder / ORIGIN
    try:
        found = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        found = ""
    if found:
        return found[:64]
    found = secrets.token_hex(8)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(found + "\n")
    except OSError as error:
        _log.warning("which installation this is could not be kept: %s", error)
    return found
