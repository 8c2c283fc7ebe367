"""What games are built with: modules, the transaction of a move, short ways to ask, and the board's facts.

Public and versioned with `companion.api`; whatever is not named here may change.
"""

from companion.toolkit.board_file import load as load_board
from companion.toolkit.forms import pick, seat_name, seat_of, tap, usual, whole
from companion.toolkit.modules import Action, GameModule, ModularGame, Settable, action, number, word
from companion.toolkit.transaction import (
    Transaction,
    TransactionState,
    require_idle,
    require_running,
    require_task,
)

__all__ = [
    "Action",
    "GameModule",
    "ModularGame",
    "Settable",
    "Transaction",
    "TransactionState",
    "action",
    "load_board",
    "number",
    "pick",
    "require_idle",
    "require_running",
    "require_task",
    "seat_name",
    "seat_of",
    "tap",
    "usual",
    "whole",
    "word",
]
