"""What is printed on a card, as plain values."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from vision.text.printed import MOST_SIGNS, Block, Kind, Line, PrintedText, Trouble, Word, printed_text

QUAD = ((0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0))


def block(*lines: str) -> Block:
    """A block of body text with these lines."""
    words = [tuple(Word(word, 0.9, False, QUAD) for word in line.split()) for line in lines]
    return Block(Kind.BODY, tuple(Line(one, QUAD) for one in words), QUAD)


def test_it_goes_through_json_and_back() -> None:
    """All but the picture, which is kept apart."""
    text = PrintedText((block("Gain 2", "<b>hope</b>"),), Trouble.TOO_BLURRED, b"jpeg", 300, 400)
    plain = json.loads(json.dumps(text.as_json()))
    assert plain["blocks"][0]["kind"] == "body"
    assert plain["blocks"][0]["lines"][1]["words"][0]["text"] == "<b>hope</b>"
    assert printed_text(plain, b"jpeg") == text


@pytest.mark.parametrize("plain", [None, [], {"blocks": 1}, {"blocks": [{"kind": "poem", "lines": [], "quad": []}]}])
def test_what_is_none_is_refused(plain: object) -> None:
    """Also what an import holds in its place."""
    with pytest.raises(ValueError):  # noqa: PT011 - what it says is msgspec's
        printed_text(plain)


def test_what_is_too_long_is_refused() -> None:
    """A card has no novel on it."""
    one = block("word " * 1000)
    assert printed_text(PrintedText((one,)).as_json()).blocks == (one,)
    with pytest.raises(ValueError, match="more words"):
        printed_text(PrintedText((one, one, one)).as_json())
    long = replace(one.lines[0].words[0], text="x" * (MOST_SIGNS + 1))
    with pytest.raises(ValueError, match="more words"):
        printed_text(PrintedText((replace(one, lines=(Line((long,), QUAD),)),)).as_json())


def test_a_parted_word_is_whole_in_the_paragraph() -> None:
    """A hyphen at a line's end goes where the word goes on in small letters."""
    assert block("The engi-", "neers come back with 2-", "3 workers of Old-", "Town").text == (
        "The engineers come back with 2- 3 workers of Old- Town"
    )
