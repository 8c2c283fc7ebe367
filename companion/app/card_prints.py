"""A photo of a card to what is kept of it: its codes and its print, both read by the photo worker."""

from __future__ import annotations

from collections.abc import Callable

from companion.app.camera import grammar_of
from companion.app.photos import Photos
from companion.library.cards import Library
from companion.scanner.adding import CardReading, Picture
from companion.speech.card_reader import FoundCard
from companion.storage.card_texts import BlockKind, TextBlock
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
            codes=self._photos.codes(picture, grammar_of(library)),
            blocks=tuple(block_of(block) for block in printed.blocks),
            note=found.words,
        )


def found_card(library: Callable[[str], Library | None], game: str, code: str) -> FoundCard | None:
    """What is known of a card that came up at the table; None where it is no card of this game."""
    cards = library(game)
    entry = None if cards is None else cards.look_up(code)
    if cards is None or entry is None or not entry.pictured:
        return None
    return FoundCard(entry.pictured, entry.title, entry.printed, cards.is_hidden(entry.kind))


def block_of(block: Block) -> TextBlock:
    """A block as it is kept: one line, and which of its words are doubtful."""
    text = " ".join(block.text.split())
    doubts = {word.text for line in block.lines for word in line.words if word.doubtful}
    doubtful = tuple(at for at, word in enumerate(text.split()) if word in doubts or _holds(word, doubts))
    return TextBlock(kind=KINDS[block.kind], text=text, number=block.number or None, doubtful=doubtful)


def _holds(word: str, doubts: set[str]) -> bool:
    """Whether a word was put together of two at a line's end, of which one is doubtful."""
    return any(len(part) > 2 and word.startswith(part.rstrip("-\u2010")) and part[-1] in "-\u2010" for part in doubts)
