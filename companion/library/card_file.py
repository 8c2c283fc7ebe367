"""The cards of a game as they are written down: `cards.toml`.

It names kinds of cards by the pattern of their codes, and single cards by their code:

    [[kind]]
    name = "morning"            # for the program
    reader = "card_id"          # "card_id" (D012, M017) or "numbox" (three digits)
    pattern = "M[0-9]{3}"       # a full regular expression over the upper-case code without '#'
    known = ["M001", "M002"]    # optional: the only codes of this pattern that exist
    title = "Morning card"
    what = "What happens in the city at dawn."
    now = "Read it aloud, then do what it says."    # optional
    rule = "morning.draw"                           # optional: a rule entry
    hidden = true               # optional: nobody may see a card's front before the game reveals it
    several = true              # optional: several cards bear one code

    [[card]]
    code = "M017"
    title = "A long queue"
    what = "..."                # optional, as are now and rule: what is missing is taken from its kind

Cards that carry no code belong to a kind whose `reader` is "name"; it has no pattern. Such a card has a `kind`, and its
name stands as its `code` and `title`. What an owner tells of a card is the board fact `card.<code>` or
`card.<kind>.<name>`; of a kind with `facts = "tactics."` it is `tactics.<name>`, with `_` between the name's words.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Literal

import msgspec

from companion.api.text import T, Text

CODE_CHARS = 80


class BadCards(Exception):
    """A `cards.toml` cannot be used. `text` names the file and what is wrong in it."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class CardKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of cards, as written in `cards.toml`."""

    name: str
    reader: Literal["card_id", "numbox", "name"]
    title: str
    what: str
    pattern: str = ""
    known: tuple[str, ...] = ()
    now: str = ""
    rule: str | None = None
    hidden: bool = False
    several: bool = False
    facts: str = ""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A single card, as written in `cards.toml`; what is left out is taken from its kind."""

    code: str
    title: str
    kind: str = ""
    what: str = ""
    now: str = ""
    rule: str | None = None


class CardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that stands in the file."""

    kind: tuple[CardKind, ...] = ()
    card: tuple[Card, ...] = ()


def read_cards(path: Path) -> CardFile:
    """What a `cards.toml` holds; nothing where there is no such file. Raises BadCards."""
    return _parse(path.read_bytes(), path.name) if path.is_file() else CardFile()


def tidy(code: str) -> str:
    """A code as it is kept: upper case, without `#` and without stray spaces."""
    upper = " ".join(code[:CODE_CHARS].replace("#", " ").upper().split())
    return upper[:CODE_CHARS].strip()  # a letter may have become two


# --- reading it -------------------------------------------------------------------------------------------------------


def _parse(data: bytes, file: str) -> CardFile:
    try:
        found = msgspec.convert(tomllib.loads(data.decode("utf-8")), CardFile)
    except UnicodeDecodeError as error:
        raise BadCards(T("{file} is not a text file in UTF-8. Save it as one.", file=file)) from error
    except tomllib.TOMLDecodeError as error:
        raise BadCards(T("{file} is not valid TOML: {why}. Mend that line.", file=file, why=str(error))) from error
    except msgspec.ValidationError as error:
        raise BadCards(T("An entry in {file} does not fit: {why}. Mend it.", file=file, why=str(error))) from error
    _check(found, file)
    return found


def _check(found: CardFile, file: str) -> None:
    for kind in found.kind:
        _check_pattern(kind, file)
    _check_kinds(found, file)
    names = [kind.name for kind in found.kind] + [tidy(card.code) for card in found.card]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadCards(T("{file} has two entries for {name}. Leave one out.", file=file, name=twice))
    if not all(tidy(card.code) for card in found.card):
        raise BadCards(T("{file} has a card without a code. Give it one.", file=file))


def _check_kinds(found: CardFile, file: str) -> None:
    bare = next((kind.name for kind in found.kind if (kind.reader == "name") == bool(kind.pattern)), None)
    if bare is not None:
        text = T("{kind} in {file} needs either a pattern or the reader “name”, not both.", kind=bare, file=file)
        raise BadCards(text)
    names = {kind.name for kind in found.kind if not kind.pattern}
    lost = next((card.code for card in found.card if card.kind and card.kind not in names), None)
    if lost is not None:
        raise BadCards(T("{card} in {file} is of a kind that is not there.", card=lost, file=file))


def _check_pattern(kind: CardKind, file: str) -> None:
    try:
        re.compile(kind.pattern)
    except re.error as error:
        raise BadCards(
            T("The pattern of {kind} in {file} cannot be used: {why}.", kind=kind.name, file=file, why=str(error))
        ) from error
    odd = next((code for code in kind.known if not re.fullmatch(kind.pattern, code)), None)
    if odd is not None:
        text = T(
            "{code} is known of {kind} in {file}, but does not fit its pattern.", code=odd, kind=kind.name, file=file
        )
        raise BadCards(text)
