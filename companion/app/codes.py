"""Which codes are read where no game is open: those of all games that are found."""

from __future__ import annotations

import logging
from functools import cache

from companion.library.card_file import BadCards
from companion.library.cards import Library
from companion.library.registry import folders
from vision.grammar import CodeKind, Grammar, for_any_game

_log = logging.getLogger(__name__)


def code_kinds(library: Library) -> list[CodeKind]:
    """The kinds of codes that a game's cards carry."""
    return [CodeKind(kind.reader, kind.pattern, frozenset(kind.known)) for kind in library.kinds if kind.pattern]


@cache
def codes_of_all_games() -> Grammar:
    """The codes of every game that is found; a game whose list of cards cannot be used is left out."""
    kinds: list[CodeKind] = []
    for folder in folders():
        try:
            kinds += code_kinds(Library.load(folder))
        except BadCards as bad:
            _log.warning("%s", bad.text)
    return for_any_game(kinds)
