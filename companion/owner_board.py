"""What is known of the owner's boards: the rulebook's values, and over them what the owner has told."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from typing import Any

from companion import codec
from companion.checks import check_value, shown
from companion.game import Ask, Game, Value
from companion.log import Log, kept
from companion.refusals import BadMove
from companion.tables import EntryRow, KeptRow
from companion.text import T

_log = logging.getLogger(__name__)


def _kind(game: str) -> str:
    return f"board.{game}"


class OwnerBoard:
    """Board facts of every game, kept in the log."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def known(self, game: Game[Any]) -> dict[str, Value]:
        """Every known board fact of a game; what the owner told holds over the rulebook's value."""
        told = self.told(game.name)
        values = {}
        for fact in game.board:
            value = told.get(fact.ask.name)
            if value is not None and not _fits(fact.ask, value):
                _log.warning("what was told of %s.%s no longer fits and is asked again", game.name, fact.ask.name)
                value = None
            value = fact.known if value is None else value
            if value is not None:
                values[fact.ask.name] = value
        return values

    def told(self, game: str) -> dict[str, Value]:
        """What the owner told of a game's board."""
        return self._log.all(_kind(game))

    def ask(self, game: Game[Any], name: str) -> Ask:
        """What is asked for under that name; `BadMove` when the game knows no such board fact."""
        for fact in game.board:
            if fact.ask.name == name:
                return fact.ask
        raise BadMove(T("This game's board has nothing called “{name}”.", name=shown(name)))

    def rows(self, game: Game[Any], learnt: Mapping[str, Value]) -> list[KeptRow]:
        """The rows that keep what was told; what the game did not ask for is left out."""
        asks = {fact.ask.name: fact.ask for fact in game.board}
        fitting = {name: value for name, value in learnt.items() if name in asks and _fits(asks[name], value)}
        if len(fitting) < len(learnt):
            _log.error("%s learnt what its board does not ask for: %s", game.name, sorted(set(learnt) - set(fitting)))
        return [kept(_kind(game.name), name, value) for name, value in fitting.items()]

    def replaced(self, game: str, learnt: Mapping[str, Value]) -> dict[str, Value | None]:
        """What was told before in the place of these; None where nothing was."""
        told = self.told(game) if learnt else {}
        return {name: told.get(name) for name in learnt}

    def rows_after(self, game: str, kind: str, entries: Iterable[EntryRow]) -> list[KeptRow]:
        """The rows that make the undo or redo of these entries hold for the board facts too.

        An undone step's fact goes back to what it was, unless it was told anew since.
        """
        told: dict[str, Value | None] = dict(self.told(game))
        changed: dict[str, Value | None] = {}
        for entry in entries:
            before = codec.replaced(entry.replaced)
            for name, value in codec.values(entry.learnt).items():
                if kind == "redo":
                    changed[name] = told[name] = value
                elif told.get(name) == value:
                    changed[name] = told[name] = before.get(name)
        return [KeptRow(kind=_kind(game), key=name, value=None if value is None else codec.encode(value))
                for name, value in changed.items()]  # fmt: skip


def _fits(ask: Ask, value: object) -> bool:
    try:
        return check_value(ask, value) == value
    except BadMove:
        return False
