"""Cards of which the rulebook's text itself tells something, in the words of an owner's own card texts."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

_FILE = Path(__file__).parent / "known_cards.toml"


def _load() -> dict[str, tuple[str, str]]:
    entries = tomllib.loads(_FILE.read_text(encoding="utf-8"))["card"]
    return {f"card.{one['card']}": (one["text"].strip(), one["source"]) for one in entries}


_CARDS = _load()
TEXTS: Mapping[str, str] = {key: text for key, (text, _) in _CARDS.items()}
SOURCES: Mapping[str, str] = {key: source for key, (_, source) in _CARDS.items()}
