"""Every game's rule entries, cards and looks, loaded once. A broken file costs only what it holds."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

from companion.library.card_file import BadCards
from companion.library.cards import Library, Pictures, Texts
from companion.library.looks import NO_LOOK, Look, read_look
from companion.library.registry import FoundGame
from companion.library.rulebook import BadRules, RuleBook
from companion.library.sounds import read_sounds

_log = logging.getLogger(__name__)


class ContentCache:
    """Rule books by game and language, and the games' cards."""

    def __init__(
        self,
        games: Mapping[str, FoundGame],
        store: Any,
        pictures: Pictures | None = None,
        texts: Texts | None = None,
        revealed: Callable[[str], frozenset[str]] = lambda game: frozenset(),
        evening: Callable[[], str] = str,
    ) -> None:
        self._games = games
        self._store = store
        self._pictures = pictures
        self._texts = texts
        self._revealed = revealed
        self._evening = evening
        self.rules = lru_cache(maxsize=32)(self._load_rules)
        self.library = lru_cache(maxsize=32)(self._load_library)
        self.look = lru_cache(maxsize=32)(self._load_look)
        self.sounds = lru_cache(maxsize=32)(self._load_sounds)

    def cue(self, game: str, fact: str) -> str | None:
        """The short sound that a game's fact is told with, if any."""
        return self.sounds(game).get(fact)

    def _load_rules(self, game: str, language: str) -> RuleBook | None:
        if game not in self._games:
            return None
        try:
            return RuleBook.load(self._games[game].folder, language)
        except BadRules as error:
            _log.warning("%s", error)
            return None

    def _load_library(self, game: str) -> Library | None:
        if game not in self._games:
            return None
        try:
            folder, revealed = self._games[game].folder, partial(self._revealed, game)
            return Library.load(folder, self._store, self._pictures, self._texts, revealed, self._evening)
        except BadCards as error:
            _log.warning("%s", error)
            return None

    def _load_look(self, game: str) -> Look:
        if game not in self._games:
            return NO_LOOK
        return read_look(self._games[game].folder, lambda text: _log.warning("%s", text))

    def _load_sounds(self, game: str) -> Mapping[str, str]:
        if game not in self._games:
            return {}
        return read_sounds(self._games[game].folder, lambda text: _log.warning("%s", text))
