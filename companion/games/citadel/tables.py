"""The game's tables: what stands in the TOML files beside this file, read once."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from companion.api import Text

FOLDER = Path(__file__).parent


def read(name: str) -> dict[str, Any]:
    """A table, `actions` being `actions.toml`."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


_WORDS = read("words")


def words(name: str) -> dict[str, Text]:
    """One of the small tables of `words.toml`: how things are called, by the word that the program keeps."""
    return {key: Text(said) for key, said in _WORDS[name]["pick"].items()}
