"""A photo of a card to what is kept of it: its codes and its print, both read by the photo worker."""

from __future__ import annotations

from collections.abc import Callable

from companion.app.codes import code_kinds
from companion.app.photos import Photos
from companion.library.cards import Library
from companion.scanner.adding import CardReading, Picture
from companion.speech.card_reader import FoundCard
from companion.storage.card_texts import BlockKind, Place, TextBlock
from vision.grammar import Grammar
from vision.reads import Corners
from vision.text.printed import Block, Kind

KINDS: dict[Kind, BlockKind] = {
    Kind.TITLE: "title",
    Kind.FLAVOUR: "flavour",
    Kind.OPTION: "option",
    Kind.CONDITION: "condition",
    Kind.BODY: "body",
}
STILL_GOOD = frozenset({"no_edges"})  # with these it can be kept, and somebody looks at it


class CardPrints:
    """Reads photos of cards, one after the other."""

    def __init__(self, photos: Photos) -> None:
        self._photos = photos

    def __call__(self, picture: Picture, library: Library) -> CardReading:
        """Read a photo; a picture that cannot be used is refused in words."""
        found = self._photos.text(picture)
        printed = found.printed
        good = printed.jpeg and (printed.trouble is None or printed.trouble in STILL_GOOD)
        if not good and found.words is not None:
            return CardReading(words=found.words)
        return CardReading(
            jpeg=printed.jpeg,
            width=printed.width,
            height=printed.height,
            codes=self._photos.codes(picture, Grammar(kinds)) if (kinds := code_kinds(library)) else (),
            blocks=tuple(block_of(block, printed.width, printed.height) for block in printed.blocks),
            note=found.words,
        )


def found_card(library: Callable[[str], Library | None], game: str, code: str) -> FoundCard | None:
    """What is known of a card that came up at the table; None where it is no card of this game."""
    cards = library(game)
    entry = None if cards is None else cards.look_up(code)
    if cards is None or entry is None or not entry.pictured:
        return None
    hidden = cards.is_hidden(entry.kind)
    return FoundCard(entry.pictured, entry.title, entry.printed, hidden, cards.may_be(entry.pictured))


def block_of(block: Block, width: int, height: int) -> TextBlock:
    """A block of a picture of this size as it is kept: one line, which of its words are doubtful, where each stands."""
    words = [word for word in block.words if word.text]
    return TextBlock(
        kind=KINDS[block.kind],
        text=" ".join(word.text for word in words),
        number=block.number or None,
        doubtful=tuple(at for at, word in enumerate(words) if word.doubtful),
        places=tuple(_place(word.quad, width, height) for word in words),
    )


def _place(quad: Corners, width: int, height: int) -> Place:
    """The box round four corners in thousandths of the picture."""
    across = [min(max(round(1000 * x / max(width, 1)), 0), 1000) for x, _ in quad]
    down = [min(max(round(1000 * y / max(height, 1)), 0), 1000) for _, y in quad]
    return min(across), min(down), max(across), max(down)
