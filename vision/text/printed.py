"""What is printed on a card, as plain values: blocks of lines of words, each with how sure it is and where it stands.

    text.blocks[0].kind, text.blocks[0].text         Kind.TITLE, "The Long Night"
    text.blocks[1].lines[0].words[2]                 Word(text="hope", confidence=0.98, doubtful=False, quad=(...))

Whatever stands in it is what a printer, or whoever shows something to a camera, has put there: plain words, never
markup, of bounded length.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from vision.reads import Corners

ICON = "◇"  # stands for a picture among the words
UNREAD = "…"  # stands, as a doubtful word, for print that is seen and cannot be read
LONGEST_WORD = 80  # signs; a longer one is cut there and doubtful


class Kind(StrEnum):
    """What a block of print is."""

    TITLE = "title"  # large print at the top
    FLAVOUR = "flavour"  # in italics, or set apart: it does nothing
    OPTION = "option"  # one of several numbered ways
    CONDITION = "condition"  # red print
    BODY = "body"


class Trouble(StrEnum):
    """Why a picture is no card's text, or not all of it. The words for people are made elsewhere."""

    NO_CARD = "no_card"  # nothing that looks like a card
    NO_EDGES = "no_edges"  # print, but no card's edges round it: there may be other print, or some may be missing
    TWO_CARDS = "two_cards"
    CUT_OFF = "cut_off"  # the card goes on beyond the picture's edge
    BLANK = "blank"  # a card without print: its back, or a picture alone
    TOO_SMALL = "too_small"  # the print has too few pixels: bring it closer
    TOO_BLURRED = "too_blurred"  # out of focus, or it moved
    TOO_MUCH = "too_much"  # more print than any card has: a page


@dataclass(frozen=True)
class Word:
    """One word with the signs next to it. `confidence` (0 to 1) is that of its least sure sign; a `doubtful` one is to
    be looked at by a person. `quad` are its corners in pixels of the cut-out: top left, top right, bottom right, bottom
    left. `others` is what it may be as well, by a letter that looks alike."""

    text: str
    confidence: float
    doubtful: bool
    quad: Corners
    others: tuple[str, ...] = ()

    @property
    def is_icon(self) -> bool:
        """Whether a picture stands here, and no word."""
        return self.text == ICON


@dataclass(frozen=True)
class Line:
    """One line of print: its words from left to right, and where it stands."""

    words: tuple[Word, ...]
    quad: Corners

    @property
    def text(self) -> str:
        """Its words with blanks between them."""
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True)
class Block:
    """Lines that belong together. `number` is that of an option, 0 otherwise; it is no part of the lines."""

    kind: Kind
    lines: tuple[Line, ...]
    quad: Corners
    number: int = 0

    @property
    def words(self) -> tuple[Word, ...]:
        """Its words in order: one that was parted at a line's end is whole again, and stands where it begins."""
        found: list[Word] = []
        for line in self.lines:
            first, *rest = line.words
            if found and goes_on(found[-1].text, first.text):
                begun = found.pop()
                doubtful, sure = begun.doubtful or first.doubtful, min(begun.confidence, first.confidence)
                first = replace(begun, text=begun.text[:-1] + first.text, doubtful=doubtful, confidence=sure)
            found += [first, *rest]
        return tuple(found)

    @property
    def text(self) -> str:
        """All of it as one paragraph."""
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True)
class PrintedText:
    """What is printed on a card: its blocks in reading order, and the card itself, cut out and put upright, as a JPEG
    of `width` x `height` pixels. `jpeg` is empty where no card was found. With a `trouble` there may be blocks all the
    same: as much as could be read."""

    blocks: tuple[Block, ...] = ()
    trouble: Trouble | None = None
    jpeg: bytes = b""
    width: int = 0
    height: int = 0

    @property
    def words(self) -> Iterator[Word]:
        """All words in reading order."""
        return (word for block in self.blocks for line in block.lines for word in line.words)

    @property
    def text(self) -> str:
        """All of it, a paragraph a line."""
        return "\n".join(block.text for block in self.blocks)


def goes_on(word: str, other: str) -> bool:
    """Whether a word was parted at a line's end, and `other` is the rest of it."""
    return len(word) > 1 and word[-1] in "-\u2010" and word[-2].isalpha() and other[:1].islower()
