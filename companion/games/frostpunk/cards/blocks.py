"""What the editor of a card's words offers as buttons (`card_blocks.toml`): lines, effects, and what lasts."""

from __future__ import annotations

import tomllib
from pathlib import Path

from companion.api import Choice, Text

_FILE = tomllib.loads((Path(__file__).parent.parent / "card_blocks.toml").read_text(encoding="utf-8"))


def _read(kind: str) -> tuple[Choice, ...]:
    return tuple(Choice(value=entry["value"], label=Text(entry["label"])) for entry in _FILE[kind])


LINES, EFFECTS, LASTING = _read("line"), _read("effect"), _read("lasting")
