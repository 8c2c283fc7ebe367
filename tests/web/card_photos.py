"""Photos of cards that a fake reader understands: what is printed on the card stands in them as JSON."""

from __future__ import annotations

import json
from mmap import mmap

from companion.api.readings import CardSeen
from companion.api.text import T
from companion.library.cards import Library
from companion.scanner.adding import CardReading
from companion.storage.card_texts import TextBlock

JPEG = b"\xff\xd8 the card \xff\xd9"


def card_photo(title: str = "Leaking cans", body: str = "Lose two oil?", code: str = "M017", **more: object) -> bytes:
    """A photo of a card. A word with a question mark behind it is doubtful, and so is such a code."""
    return json.dumps({"title": title, "body": body, "code": code, **more}).encode()


def read_card(picture: bytes | mmap, library: Library) -> CardReading:
    """What stands in such a photo; anything else is a blank back."""
    try:
        found = json.loads(bytes(picture))
    except ValueError:
        return CardReading(words=T("Nothing is printed on this side. Turn the card over."))
    blocks = [_block("title", found["title"]), _block("body", found["body"])]
    blocks += [
        TextBlock(kind="option", text=one, number=number) for number, one in enumerate(found.get("options", []), 1)
    ]
    if "flavour" in found:
        blocks.append(_block("flavour", found["flavour"]))
    codes = tuple(CardSeen("card_id", one.rstrip("?"), not one.endswith("?"), 0.9) for one in found["code"].split())
    return CardReading(JPEG + found["title"].encode(), 70, 100, codes, tuple(blocks))


def _block(kind: str, text: str) -> TextBlock:
    words = text.split()
    doubtful = tuple(at for at, word in enumerate(words) if word.endswith("?"))
    return TextBlock(kind=kind, text=" ".join(word.rstrip("?") for word in words), doubtful=doubtful)  # type: ignore[arg-type]
