"""What is known of the owner's boards: the rulebook's values, and over them what the owner has told."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import structs

from companion.api.checks import check_value, shown
from companion.api.game import Ask, BoardFact, BoardFamily, Game, IllegalMove, Value
from companion.api.refusals import BadMove
from companion.api.text import T, Text
from companion.storage import codec
from companion.storage.log import Log, kept
from companion.storage.tables import EntryRow, KeptRow

_log = logging.getLogger(__name__)
LONGEST_FACT_NAME = 200


def board_kind(game: str) -> str:
    """Of the kept values, those of a game's board."""
    return f"board.{game}"


class OwnerBoard:
    """Board facts of every game, kept in the log."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def known(self, game: Game[Any]) -> dict[str, Value]:
        """Every known board fact of a game; what the owner told holds over the rulebook's value."""
        told = self.told(game.name)
        values = {fact.ask.name: fact.known for fact in game.board if fact.known is not None}
        for name, value in told.items():
            ask = asked(game, name)
            if ask is not None and _fits(ask, value):
                values[name] = value
            elif ask is not None:
                _log.warning("what was told of %s.%s no longer fits and is asked again", game.name, name)
        return values

    def told(self, game: str) -> dict[str, Value]:
        """What the owner told of a game's board."""
        return self._log.all(board_kind(game))

    def ask(self, game: Game[Any], name: object) -> Ask:
        """What is asked for under that name; `BadMove` when the game knows no such board fact."""
        ask = asked(game, name) if isinstance(name, str) else None
        if ask is None:
            raise BadMove(T("This game's board has nothing called “{name}”.", name=shown(name)))
        return ask

    def check(self, game: Game[Any], values: Mapping[str, Value | None]) -> dict[str, Value | None]:
        """Board facts in their normal form, None being one that is unknown again; `BadMove` for the first that does
        not fit."""
        asks = {name: self.ask(game, name) for name in values}
        fitting = {name: None if value is None else check_value(asks[name], value) for name, value in values.items()}
        for name, value in fitting.items():
            if value is not None:
                _make_sense(game, name, value)
        return fitting

    def rows(self, game: Game[Any], learnt: Mapping[str, Value | None]) -> list[KeptRow]:
        """The rows that keep what was told; what the game did not ask for is left out."""
        asks = {name: asked(game, name) for name in learnt}
        fitting = {name: value for name, value in learnt.items() if _may_be_kept(asks[name], value)}
        if len(fitting) < len(learnt):
            _log.error("%s learnt what its board does not ask for: %s", game.name, sorted(set(learnt) - set(fitting)))
        return [_row(game.name, name, value) for name, value in fitting.items()]

    def replaced(self, game: str, learnt: Mapping[str, Value | None]) -> dict[str, Value | None]:
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
            for name, value in codec.replaced(entry.learnt).items():
                if kind == "redo":
                    changed[name] = told[name] = value
                elif told.get(name) == value:
                    changed[name] = told[name] = before.get(name)
        return [_row(game, name, value) for name, value in changed.items()]


def asked(game: Game[Any], name: str) -> Ask | None:
    """What a game asks for under that name: a board fact, or one of a family; None where it is neither."""
    fact = next((fact for fact in game.board if fact.ask.name == name), None)
    if fact is not None:
        return fact.ask
    found = (ask_of(family, name) for family in game.families) if len(name) <= LONGEST_FACT_NAME else ()
    return next((ask for ask in found if ask is not None), None)


def value_after_forgetting(game: Game[Any], name: str) -> Value | None:
    """What is known of a board fact that the owner takes back: the rulebook's value, if it gives one."""
    fact: BoardFact | None = next((fact for fact in game.board if fact.ask.name == name), None)
    return None if fact is None else fact.known


def ask_of(family: BoardFamily, name: str) -> Ask | None:
    """What a family asks for under that name, `{name}` in its label being what the pattern's first group holds, or the
    whole name where it has none; None where the name does not fit."""
    fitting = re.fullmatch(family.pattern, name)
    if fitting is None:
        return None
    ask = family.ask
    key = (fitting[1] if fitting.re.groups else None) or name
    called = key if family.called is None else family.called(key)
    return structs.replace(
        ask, name=name, label=Text(ask.label.msgid, {"name": called, **ask.label.args}, ask.label.plural)
    )


def _row(game: str, name: str, value: Value | None) -> KeptRow:
    return (
        KeptRow(kind=board_kind(game), key=name, value=None) if value is None else kept(board_kind(game), name, value)
    )


def _may_be_kept(ask: Ask | None, value: Value | None) -> bool:
    return ask is not None and (value is None or _fits(ask, value))


def _make_sense(game: Game[Any], name: str, value: Value) -> None:
    """Refuse what the game itself cannot make sense of."""
    try:
        if game.check is not None:
            game.check(name, value)
    except IllegalMove as refused:
        raise BadMove(refused.text) from refused


def _fits(ask: Ask, value: object) -> bool:
    try:
        return check_value(ask, value) == value
    except BadMove:
        return False
