"""A photo of a card to its codes and its print."""

from __future__ import annotations

from companion.api.readings import CardSeen
from companion.app.card_prints import CardPrints
from companion.app.photos import CardPrint, Photos
from companion.library.card_file import CardKind
from companion.library.cards import Library
from vision.grammar import Grammar
from vision.text.printed import PrintedText

CODED = CardKind(name="morning", reader="card_id", pattern="M[0-9]{3}", title="Morning card", what="Dawn.")
NAMED = CardKind(name="tactics", reader="name", title="Tactics card", what="A trick.")
SURE = CardSeen("card_id", "M017", True, 0.99)


class Pictures(Photos):
    """Cuts `card` out of every photo; `codes` are what stands in a picture."""

    def __init__(self, codes: dict[bytes, tuple[CardSeen, ...]]) -> None:
        self._codes = codes
        self.asked: list[bytes] = []

    def text(self, data: object, languages: object = ()) -> CardPrint:
        return CardPrint(PrintedText(jpeg=b"card", width=70, height=100))

    def codes(self, data: object, grammar: Grammar) -> tuple[CardSeen, ...]:
        assert isinstance(data, bytes)
        self.asked.append(data)
        return self._codes.get(data, ())


def read(kind: CardKind, **codes: tuple[CardSeen, ...]) -> tuple[tuple[CardSeen, ...], list[bytes]]:
    """The codes that were read of a photo, and the pictures in which they were looked for."""
    photos = Pictures({name.encode(): found for name, found in codes.items()})
    found = CardPrints(photos)(b"photo", Library("game", (kind,), ()))
    return found.codes, photos.asked


def test_codes_are_looked_for_where_cards_carry_any() -> None:
    """In the whole photo; not at all in a game whose cards are known by their names."""
    assert read(CODED, photo=(SURE,)) == ((SURE,), [b"photo"])
    assert read(NAMED, photo=(SURE,)) == ((), [])
