"""Mandatory actions in the midst of something else: of a revealed event, a Terrain card, or a dialogue (p. 11, 18)."""

from __future__ import annotations

from dataclasses import replace

from companion.game import Args, IllegalMove
from companion.games.citadel.action.closing import HELD
from companion.games.citadel.action.running import Held
from companion.games.citadel.action.starting import start
from companion.games.citadel.books import Books, require_running, word
from companion.games.citadel.cards import taking
from companion.games.citadel.state import State, Task
from companion.text import T

DIALOGUE = "dialogue"
# Tasks in whose midst a mandatory action is taken, and where it then stands.
INTERRUPTED = {
    taking.EVENT: "temporary",
    "board.turned": "temporary",
    "board.mandatory": "terrain",
    DIALOGUE: "dialogue",
}


def act_now(books: Books, args: Args) -> None:
    """A revealed card shows a mandatory action: it is taken at once, and what waits goes on afterwards (p. 11)."""
    require_running(books.state)
    if not interrupts(books.state):
        raise IllegalMove(T("No card that was just revealed shows an action."), rule="action.mandatory", page=11)
    task, *rest = books.state.todo or (Task(kind=DIALOGUE),)
    card = task.card if any(copy.key == task.card for copy in books.state.ledger.copies) else ""
    held = tuple(Held(**{name: getattr(one, name) for name in HELD}) for one in rest)
    outer = books.state.action
    if outer is not None:
        books.set(turn=replace(books.state.turn, waiting=(*books.state.turn.waiting, outer)))
    books.set(todo=(), action=None)
    start(books, word(args, "seat"), word(args, "icon"), INTERRUPTED[task.kind], card, held, forced=True)


def interrupts(state: State) -> bool:
    """Whether a mandatory action may come up now: an event or Terrain card was revealed, or a dialogue is being
    read."""
    if state.todo:
        return state.todo[0].kind in INTERRUPTED
    return bool(state.campaign.reading) and (state.action is None or state.action.step == "consequence")
