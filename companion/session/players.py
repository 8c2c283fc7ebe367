"""Who plays and what the evening is called: names, checked."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from companion.api.checks import LONGEST_EVENING_NAME, LONGEST_NAME, check_words
from companion.api.game import Game, Table
from companion.api.refusals import BadMove
from companion.api.text import T
from companion.storage import codec
from companion.storage.tables import EveningRow


def check_who(by: object) -> str:
    """The name of whoever did something: a phone's, or a device's."""
    return check_words(T("Name"), by, LONGEST_NAME)


def check_evening_name(name: object) -> str:
    """The evening's name, trimmed."""
    return check_words(T("Name of the evening"), name, LONGEST_EVENING_NAME)


def check_players(game: Game[Any], players: object) -> tuple[str, ...]:
    """The players' names by seat: as many as the game is for, all different."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise BadMove(T("The players must come as a list of names."))
    if len(players) not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        raise BadMove(T("{game} is for {least} to {most} players, not {count}.",
                        game=game.title, least=least, most=most, count=len(players)))  # fmt: skip
    names = tuple(check_words(T("Name of a player"), name, LONGEST_NAME) for name in players)
    if len({name.casefold() for name in names}) < len(names):
        raise BadMove(T("Two players have the same name; please tell them apart."))
    return names


def new_evening(game: Game[Any], name: str, table: Table, now: float) -> EveningRow:
    """The row of an evening that begins now."""
    return EveningRow(
        id=secrets.token_hex(8),
        name=name,
        game=game.name,
        players=codec.encode(table.players),
        choices=codec.encode(table.choices),
        board=codec.encode(table.board),
        started=float(now),
    )
