"""What is printed on a card, as plain values."""

from __future__ import annotations

from vision.text.printed import Block, Kind, Line, Word

QUAD = ((0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0))


def block(*lines: str) -> Block:
    """A block of body text with these lines."""
    words = [tuple(Word(word, 0.9, False, QUAD) for word in line.split()) for line in lines]
    return Block(Kind.BODY, tuple(Line(one, QUAD) for one in words), QUAD)


def test_a_parted_word_is_whole_in_the_paragraph() -> None:
    """A hyphen at a line's end goes where the word goes on in small letters."""
    assert block("The engi-", "neers come back with 2-", "3 workers of Old-", "Town").text == (
        "The engineers come back with 2- 3 workers of Old- Town"
    )
