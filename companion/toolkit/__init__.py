"""What games are built with.

- `modules`: a game put together from modules, one for each subject of its rules: `ModularGame`, `GameModule`, its
  moves (`action`, with `number` and `word` for their arguments) and the values that can be set by hand (`Settable`,
  `grouped` under a heading).
- `transaction`: what one move writes: the state as it becomes, its facts, tasks and board facts; and `require_...`,
  which refuse a move that does not come now; and `changed`, which is `dataclasses.replace` in a third of the time.
- `remembering`: what was worked out of a state is not worked out again, for the very same state (`once`), or for any in
  which all that was read for it is the same (`until_changed`; the panels of a `GameModule` are remembered so).
- `forms`: short ways to say what is asked: `whole`, `pick`, `tap`, `usual`, seats as answers.
- `board_file`, `data_file`: a game's `board.toml` (what only the owner's board shows) and its own data files.
- `card_language`: the core of the languages in which an owner types what a card does; imported by its own name, for
  only some games need it.
- `phrases`: what printed sentences of a card seem to do, proposed in the words of such a language; imported by its own
  name, too.

Public and versioned with `companion.api`; whatever is not named here, in `card_language` or in `phrases` may
change.
"""

from companion.toolkit.board_file import load as load_board
from companion.toolkit.data_file import BadData, Data, load_data
from companion.toolkit.forms import pick, seat_name, seat_of, tap, usual, whole
from companion.toolkit.modules import Action, GameModule, ModularGame, Settable, action, grouped, number, word
from companion.toolkit.remembering import once, until_changed
from companion.toolkit.transaction import (
    Transaction,
    TransactionState,
    changed,
    require_idle,
    require_running,
    require_task,
)

__all__ = [
    "Action",
    "BadData",
    "Data",
    "GameModule",
    "ModularGame",
    "Settable",
    "Transaction",
    "TransactionState",
    "action",
    "changed",
    "grouped",
    "load_board",
    "load_data",
    "number",
    "once",
    "pick",
    "require_idle",
    "require_running",
    "require_task",
    "seat_name",
    "seat_of",
    "tap",
    "until_changed",
    "usual",
    "whole",
    "word",
]
