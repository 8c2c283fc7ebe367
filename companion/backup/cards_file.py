"""What the owner has told of one game's board and cards as one file, for another companion: board facts, what is
printed on cards, and the cards cut out of their photographs.

A zip with `cards.json` and `pictures/<number>.jpg`. It may come from anywhere: nothing of it is unpacked by its own
names, and nothing is taken that is longer than what is kept here could be.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any

import msgspec

from companion.api.game import Value
from companion.api.refusals import BadFile, BadMove
from companion.api.text import T
from companion.backup.backup_file import UNREADABLE
from companion.storage.card_texts import MOST, CardText, of_cards
from companion.storage.pictures import Photograph

FORMAT, VERSION = "table-companion cards", 1
ABOUT = "cards.json"
LARGEST_ABOUT = 32 * 2**20
LARGEST_PICTURE = 4 * 2**20
LARGEST_WHOLE = 120 * 2**20  # of pictures; what is more is left out
_JPEG = b"\xff\xd8"


class _PictureOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which card a picture is of, and its size in pixels."""

    card: str
    width: int
    height: int


class _About(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`pictures` are in the order of their files' numbers."""

    format: str
    version: int
    game: str
    board: dict[str, int | str] = {}
    texts: list[dict[str, Any]] = []
    pictures: list[_PictureOf] = []


@dataclass(frozen=True)
class CardsFile:
    """What a file holds: of which game, what was told of its board, and its cards' texts."""

    game: str
    board: Mapping[str, Value]
    texts: tuple[CardText, ...]
    about: tuple[_PictureOf, ...]
    file: zipfile.ZipFile

    def pictures(self) -> Iterator[tuple[str, bytes, int, int]]:
        """Each picture's card, JPEG, width and height. `BadFile` where one is damaged or is none."""
        for number, one in enumerate(self.about):
            jpeg = _member(self.file, _name(number), LARGEST_PICTURE)
            if not jpeg.startswith(_JPEG):
                raise BadFile(T("A picture in the file is damaged; please copy it again."))
            yield one.card, jpeg, one.width, one.height


def write(
    out: IO[bytes],
    game: str,
    board: Mapping[str, Value],
    texts: Iterable[CardText],
    pictures: Iterable[tuple[Photograph, bytes]],
) -> None:
    """Write the file."""
    about: list[_PictureOf] = []
    size = 0
    with zipfile.ZipFile(out, "w") as file:
        for photograph, jpeg in pictures:
            size += len(jpeg)
            if size > LARGEST_WHOLE:
                break
            file.writestr(_name(len(about)), jpeg)
            about.append(_PictureOf(photograph.card, photograph.width, photograph.height))
        told = _About(
            format=FORMAT,
            version=VERSION,
            game=game,
            board=dict(board),
            texts=[msgspec.to_builtins(one) for one in texts],
            pictures=about,
        )
        file.writestr(ABOUT, msgspec.json.encode(told), zipfile.ZIP_DEFLATED)


def read(file: IO[bytes]) -> CardsFile:
    """What a file holds; `BadFile` says in one sentence what is wrong with it."""
    try:
        whole = zipfile.ZipFile(file)
        about = msgspec.json.decode(_member(whole, ABOUT, LARGEST_ABOUT), type=_About)
        texts = of_cards(about.texts[: MOST + 1])
    except (*UNREADABLE, msgspec.MsgspecError, UnicodeDecodeError, RecursionError, BadMove) as error:
        raise BadFile(T("This is not a file of cards that the companion exported, or it is damaged.")) from error
    if about.format != FORMAT or about.version > VERSION or len(about.texts) > MOST or len(about.pictures) > MOST:
        raise BadFile(T("This is not a file of cards that the companion exported, or it is damaged."))
    return CardsFile(about.game, about.board, texts, tuple(about.pictures), whole)


def _name(number: int) -> str:
    return f"pictures/{number}.jpg"


def _member(file: zipfile.ZipFile, name: str, most: int) -> bytes:
    try:
        with file.open(name) as member:
            data = member.read(most + 1)
    except (*UNREADABLE, KeyError) as error:
        raise BadFile(T("This is not a file of cards that the companion exported, or it is damaged.")) from error
    if len(data) > most:
        raise BadFile(T("Something in the file is too large."))
    return data
