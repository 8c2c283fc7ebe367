"""The game's tables: what stands in the TOML files beside this file, read once."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from pathlib import Path
from typing import Any

from companion.api import Text

FOLDER = Path(__file__).parent


def read(name: str) -> dict[str, Any]:
    """A table, `actions` being `actions.toml`."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


_WORDS = read("words")


_TYPED = {typed: word for language in read("card_words").values() for typed, word in language.items()}
_WORD = re.compile(r"[^\W\d]+")


def typed(line: str) -> str:
    """What an owner typed of a card, in the program's own words: in whatever language it was, with or without accents.
    What stands behind a colon with blanks around it is the owner's own text."""
    parts = (part.partition(" : ") for part in line.split(" / "))
    return " / ".join(_WORD.sub(_known, head) + sign + said for head, sign, said in parts)


def _known(found: re.Match[str]) -> str:
    plain = unicodedata.normalize("NFKD", found[0].lower().replace("ł", "l"))
    folded = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return str(_TYPED.get(folded, found[0]))


def words(name: str) -> dict[str, Text]:
    """One of the small tables of `words.toml`: how things are called, by the word that the program keeps."""
    return {key: Text(said) for key, said in _WORDS[name]["pick"].items()}
