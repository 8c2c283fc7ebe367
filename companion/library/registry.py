"""Which games there are: every folder `companion/games/<name>/` whose `game.py` has a `GAME` of that name."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.api.game import Game
from companion.api.text import T, Text
from companion.storage.codec import StateCodec

_log = logging.getLogger(__name__)
FOLDER = Path(__file__).parent.parent / "games"
KEPT_FOR_THE_SESSION = frozenset({"correct", "learn", "forget", "undo", "redo", "start"})


def _warn(text: Text) -> None:
    _log.warning("%s", text)


def find_games(
    trouble: Callable[[Text], None] = _warn, folder: Path = FOLDER, package: str = "companion.games"
) -> dict[str, Game[Any]]:
    """Every game by its name. A broken one is left out and told to `trouble` in words; the others stay playable."""
    found = {}
    for path in sorted(folder.glob("*/game.py")):
        name = path.parent.name
        try:
            found[name] = _load(f"{package}.{name}.game", name)
        except Exception as error:
            _log.debug("game %s does not load", name, exc_info=True)
            trouble(T("The game in the folder “{name}” is left out: {reason}", name=name, reason=_reason(error)))
    return found


def _load(module: str, name: str) -> Game[Any]:
    game = getattr(importlib.import_module(module), "GAME", None)
    if not isinstance(game, Game):
        raise TypeError("its game.py has no GAME")
    if game.name != name:
        raise ValueError(f"GAME is named {game.name!r}, not as the folder")
    kept = KEPT_FOR_THE_SESSION & set(game.moves)
    if kept:
        raise ValueError(f"a move may not be named {sorted(kept)[0]!r}")
    StateCodec(game)
    return game


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:300]
