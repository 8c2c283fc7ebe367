"""Which games there are: the folders `companion/games/<name>/`, and packages that offer one.

A folder's `game.py` has a `GAME` of that name. A package of its own names its game under the entry-point group
`table_companion.games`, such as `lantern = "lantern.game:GAME"`. What a game brings besides its code (`board.toml`,
`cards.toml`, `rules.en.md`, `texts/`) lies beside that module.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from companion.api import catalogues
from companion.api.game import Game
from companion.api.text import T, Text, forget_catalogues
from companion.storage.codec import StateCodec

_log = logging.getLogger(__name__)
FOLDER = Path(__file__).parent.parent / "games"
GROUP = "table_companion.games"
KEPT_FOR_THE_SESSION = frozenset({"correct", "learn", "forget", "undo", "redo", "start"})


@dataclass(frozen=True)
class FoundGame:
    """A game, and the folder in which its rules, cards and texts lie."""

    game: Game[Any]
    folder: Path


def _warn(text: Text) -> None:
    _log.warning("%s", text)


def find(
    trouble: Callable[[Text], None] = _warn, folder: Path = FOLDER, package: str = "companion.games"
) -> dict[str, FoundGame]:
    """Every game by its name, ours first. A broken one is left out and told to `trouble` in words; the others stay
    playable."""
    found: dict[str, FoundGame] = {}
    for path in sorted(folder.glob("*/game.py")):
        name = path.parent.name
        try:
            found[name] = FoundGame(_checked(_game_in(f"{package}.{name}.game"), name), path.parent)
        except Exception as error:
            _log.debug("game %s does not load", name, exc_info=True)
            trouble(T("The game in the folder “{name}” is left out: {reason}", name=name, reason=_reason(error)))
    for point in _offered():
        try:
            if point.name in found:
                raise ValueError(f"there is a game {point.name!r} already")
            found[point.name] = _of_package(point)
        except Exception as error:
            _log.debug("game %s does not load", point.name, exc_info=True)
            trouble(T("The game of the package “{name}” is left out: {reason}", name=_package_of(point),
                      reason=_reason(error)))  # fmt: skip
    return found


def find_games(
    trouble: Callable[[Text], None] = _warn, folder: Path = FOLDER, package: str = "companion.games"
) -> dict[str, Game[Any]]:
    """The same without the folders."""
    return {name: one.game for name, one in find(trouble, folder, package).items()}


def folders() -> list[Path]:
    """Where the games lie that there seem to be, ours first, without loading any."""
    specs = (importlib.util.find_spec(point.module) for point in _offered())
    others = [Path(spec.origin).parent for spec in specs if spec is not None and spec.origin]
    return [*(path.parent for path in sorted(FOLDER.glob("*/game.py"))), *others]


def _offered() -> Iterator[EntryPoint]:
    yield from sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))


def _of_package(point: EntryPoint) -> FoundGame:
    game = _checked(point.load(), point.name)
    folder = Path(str(sys.modules[point.module].__file__)).parent
    catalogues.add(folder / catalogues.NAME)
    forget_catalogues()
    return FoundGame(game, folder)


def _package_of(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.name


def _game_in(module: str) -> object:
    return getattr(importlib.import_module(module), "GAME", None)


def _checked(game: object, name: str) -> Game[Any]:
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
