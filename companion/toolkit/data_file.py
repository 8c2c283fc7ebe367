"""What is data is data: a game's TOML files beside its `board.toml`, each read once at import and checked.

    class Place(Data, frozen=True):
        id: str
        label: str
        kind: str = "location"

    class Places(Data, frozen=True):
        place: tuple[Place, ...]

    PLACES = load_data(Path(__file__).parent / "places.toml", Places).place

The file then holds `[[place]]` tables with these keys. What is said to people stands under one of the keys that are
collected for translators (`title`, `what`, `now`, `where`, `label`, `note`), and becomes a `Text` where it is used:
`Text(place.label)`. The file lies in the game's top folder, where translators' texts are looked for.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.api.text import T, Text

D = TypeVar("D")


class BadData(Exception):
    """A game's data file cannot be used. `text` names the file and what is wrong in it, and where."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A file or a table of one: its fields are the keys; one that is missing, unknown or of another type is refused."""


def load_data(path: Path, shape: type[D]) -> D:
    """What a data file holds, in the shape of a `Data` class. Raises `BadData`."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), shape)
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise BadData(T("{file} cannot be read: {why}.", file=path.name, why=str(error))) from error
