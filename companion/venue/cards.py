"""What a table keeps of a game's board and cards, as it lies in the venue's server: a shelf for each game.

A shelf (board facts, texts of cards, which photographs there are) and each photograph lie in the table's store by
their digests; a small record tells which shelf is whose. Nothing of a shelf is for anybody's eyes: what is taken from
one comes under the rules of the table that takes it, and a secret card's text is shown when the game reveals it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from companion.api.game import Value
from companion.api.refusals import BadFile, BadMove
from companion.api.text import T
from companion.storage.card_texts import MOST, CardText, of_cards
from companion.venue import notes, stores

LARGEST_SHELF = 32 * 2**20
LARGEST_PICTURE = 8 * 2**20
_JPEG = b"\xff\xd8"


class PictureRef(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A photograph of a card: what it is called in the store, its bytes, its pixels."""

    card: str
    digest: str
    size: int
    width: int
    height: int


class Shelf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is kept of a game's board and cards."""

    format: int
    game: str
    board: dict[str, Value] = {}
    texts: tuple[CardText, ...] = ()
    pictures: tuple[PictureRef, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing is kept."""
        return not (self.board or self.texts or self.pictures)


class ShelfNote(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which shelf it is, since when (seconds since 1970), by which version of the program; and how many things of
    each kind it has."""

    digest: str
    at: float
    program: str
    board: int
    texts: int
    pictures: int


class CardsNote(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table's shelves by game. `origin` tells one installation from another of the same name, such as one on a new
    card; `before` are the shelves of an earlier one, which wait to be taken."""

    format: int
    table: str
    origin: str
    games: dict[str, ShelfNote] = {}
    before: dict[str, ShelfNote] = {}


class Offer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the staff offers a table: the shelf of a game, and whose it was. It lies in the store of whoever may take
    it."""

    game: str
    source: str
    note: ShelfNote


class Offers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that a table is offered."""

    format: int
    offers: tuple[Offer, ...] = ()


def shelf_of(
    game: str, board: Mapping[str, Value], texts: Iterable[CardText], pictures: Iterable[PictureRef]
) -> tuple[Shelf, bytes]:
    """A shelf and its bytes: the same things give the same bytes. In which evening a text was shown is left out."""
    shelf = Shelf(
        format=notes.FORMAT,
        game=game,
        board=dict(sorted(board.items())),
        texts=tuple(msgspec.structs.replace(one, shown="") for one in sorted(texts, key=lambda one: one.card)),
        pictures=tuple(sorted(pictures, key=lambda one: one.card)),
    )
    return shelf, msgspec.json.encode(shelf)


def note_of(shelf: Shelf, data: bytes, at: float, program: str) -> ShelfNote:
    """What is noted of a shelf."""
    return ShelfNote(
        digest=stores.digest_of(data),
        at=at,
        program=program,
        board=len(shelf.board),
        texts=len(shelf.texts),
        pictures=len(shelf.pictures),
    )


def read_shelf(data: bytes, game: str) -> Shelf:
    """A shelf that was fetched, checked; `BadFile` where it is none, or of another game."""
    shelf = notes.decode(data, Shelf, LARGEST_SHELF)
    sound = all(stores.is_digest(one.digest) and 0 < one.size <= LARGEST_PICTURE for one in shelf.pictures)
    if shelf.game != game or not sound or max(len(shelf.texts), len(shelf.pictures)) > MOST:
        raise BadFile(T("A record in the venue's server is damaged, or none of the companion's."))
    try:
        texts = of_cards(msgspec.to_builtins(one) for one in shelf.texts)
    except BadMove as error:
        raise BadFile(error.text) from error
    return msgspec.structs.replace(shelf, texts=texts)


def is_picture(data: bytes) -> bool:
    """Whether this may be a photograph."""
    return data.startswith(_JPEG)
