"""Which short sound a game's fact is told with, from `sounds.toml` in its folder: `broke_down = "breakdown"`.

The names of the cues are the voice's; a file that is missing means silence, a broken one is left out and told.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from companion.api.text import T, Text

NAME = "sounds.toml"


def read_sounds(folder: Path, trouble: Callable[[Text], None] = lambda text: None) -> Mapping[str, str]:
    """The cue of each fact that has one, by the fact's name."""
    path = folder / NAME
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        return msgspec.convert(found, dict[str, str])
    except (OSError, ValueError) as error:  # TOML's, UTF-8's and msgspec's errors are ValueErrors
        trouble(T("{file} is left out: {reason}", file=str(path), reason=str(error)))
        return {}
