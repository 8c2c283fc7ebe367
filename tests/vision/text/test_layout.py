"""Lines of print to blocks: reading order, paragraphs and kinds, on lines put down by hand."""

from __future__ import annotations

import numpy as np

from vision.reads import corners
from vision.text.layout import blocks_of
from vision.text.lines import Look, PrintedLine
from vision.text.printed import Block, Kind, Word


def line(
    text: str, left: float, top: float, *, height: float = 30, slant: float = 0.0, red: bool = False
) -> PrintedLine:
    """A line of print, 15 pixels a sign."""
    right = left + len(text) * height / 2
    quad = np.array([[left, top], [right, top], [right, top + height], [left, top + height]], np.float32)
    words = tuple(Word(word, 0.99, False, corners(quad)) for word in text.split())
    return PrintedLine(quad, words, Look(slant if len(text) > 8 else None, red))


def told(blocks: tuple[Block, ...]) -> list[tuple[Kind, int, str]]:
    """What the blocks are."""
    return [(block.kind, block.number, block.text) for block in blocks]


def test_a_card_falls_into_its_parts() -> None:
    """Title, condition, options with a second line each that may begin with a number, and flavour at the end."""
    lines = [
        line("Knock at the Gate", 100, 20, height=44),
        line("Only if the gate stands", 50, 100, red=True),
        line("1. Let them in and lose", 50, 160),
        line("2 food, at once.", 82, 194),
        line("2. Send them away.", 50, 250),
        line("They have walked for days.", 50, 500, slant=0.2),
    ]
    assert told(blocks_of(lines[::-1])) == [
        (Kind.TITLE, 0, "Knock at the Gate"),
        (Kind.CONDITION, 0, "Only if the gate stands"),
        (Kind.OPTION, 1, "Let them in and lose 2 food, at once."),
        (Kind.OPTION, 2, "Send them away."),
        (Kind.FLAVOUR, 0, "They have walked for days."),
    ]


def test_print_that_is_set_wide_has_its_paragraphs() -> None:
    """One and a half heights from line to line on one card, a little more than one on another."""
    for step in (45, 34):
        tops = [100, 100 + step, 100 + 2 * step, 100 + 4 * step, 100 + 5 * step]
        texts = ("The wind turns at dusk.", "Somebody lights a lamp", "and counts the sacks.", "At dawn", "it is calm.")
        lines = [line(text, 50, top) for text, top in zip(texts, tops, strict=True)]
        first, second = (block.text for block in blocks_of(lines))
        assert (first, second) == (" ".join(texts[:3]), " ".join(texts[3:]))


def test_columns_are_read_one_after_the_other() -> None:
    """Left before right, below a title that stands over both."""
    lines = [
        line("The Fork in the Road", 150, 20, height=44),
        line("1. Go left and", 50, 100),
        line("rest there.", 50, 134),
        line("2. Go right", 320, 101),
        line("and hurry on.", 320, 135),
    ]
    assert [text for _, _, text in told(blocks_of(lines))] == [
        "The Fork in the Road",
        "Go left and rest there.",
        "Go right and hurry on.",
    ]


def test_the_pieces_of_a_line_are_one_line() -> None:
    """Also a number that stands before its words."""
    lines = [
        line("1", 50, 100),
        line("Rest", 90, 101),
        line("here.", 165, 100),
        line("2", 50, 160),
        line("Go.", 90, 160),
    ]
    assert told(blocks_of(lines)) == [(Kind.OPTION, 1, "Rest here."), (Kind.OPTION, 2, "Go.")]


def test_a_card_all_in_italics_has_no_flavour() -> None:
    """What it does would be taken for decoration."""
    lines = [line("Gain 2 hope and rest.", 50, 100, slant=0.2), line("Then go on your way.", 50, 160, slant=0.2)]
    assert {block.kind for block in blocks_of(lines)} == {Kind.BODY}


def test_nothing_is_nothing() -> None:
    """A card without print has no blocks."""
    assert blocks_of([]) == ()
