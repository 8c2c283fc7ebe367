"""Mandatory actions in the midst of something else: of a revealed event, a Terrain card, or a dialogue (p. 11, 18)."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import Args, IllegalMove
from companion.api.text import T
from companion.games.citadel.action.closing import HELD
from companion.games.citadel.action.running import Held
from companion.games.citadel.action.starting import start, together
from companion.games.citadel.board import figures
from companion.games.citadel.cards import taking
from companion.games.citadel.state import Hero, State, Task
from companion.games.citadel.transaction import AMID, Transaction
from companion.toolkit.modules import word

DIALOGUE = "dialogue"
# Tasks in whose midst a mandatory action is taken, and where it then stands.
INTERRUPTED = {
    taking.EVENT: "temporary",
    "board.turned": "temporary",
    "board.mandatory": "terrain",
    DIALOGUE: "dialogue",
}


def act_now(tx: Transaction, args: Args) -> None:
    """A revealed card shows a mandatory action: it is taken at once, and what waits goes on afterwards (p. 11)."""
    task, seat = interrupted(tx.state), word(args, "seat")
    if task is None:
        raise IllegalMove(T("No card that was just revealed shows an action."), rule="action.mandatory", page=11)
    if seat not in {hero.seat for hero in who(tx.state, task)}:
        raise IllegalMove(
            T("Only somebody on that Terrain card can be the active player."), rule="action.mandatory", page=11
        )
    card = task.card if any(copy.key == task.card for copy in tx.state.cards.copies) else ""
    waits = tx.state.tasks if task.kind == DIALOGUE else tx.state.tasks[1:]
    held = tuple(Held(**{name: getattr(one, name) for name in HELD}) for one in waits)
    outer = tx.state.action
    if outer is not None:
        tx.set(turn=replace(tx.state.turn, waiting=(*tx.state.turn.waiting, outer)))
    tx.set(tasks=(), action=None)
    start(tx, seat, word(args, "icon"), INTERRUPTED[task.kind], card, held, forced=True)


def interrupted(state: State) -> Task | None:
    """What a mandatory action may come up in now: the dialogue that is being read, or else the event or Terrain card
    that was revealed; None where nothing of that kind is done. Whoever reads or revealed it is the task's seat."""
    calm = state.action is None or state.action.step == "consequence"
    if state.campaign.reading and calm and (not state.tasks or state.tasks[0].kind in AMID):
        return Task(kind=DIALOGUE, seat=_reader(state))
    task = state.tasks[0] if state.tasks else None
    return task if task is not None and task.kind in INTERRUPTED else None


def _reader(state: State) -> str:
    """The active player reads a dialogue (p. 18); in the midst of an event, whoever resolves that."""
    seat = state.tasks[0].seat if state.tasks else ""
    return seat or (taking.active_seat(state) if state.awake else "")


def who(state: State, task: Task) -> tuple[Hero, ...]:
    """Who may be the active player of the mandatory action: on a Terrain card whoever stands there, else everybody on
    the Terrain card of the one who revealed it or reads it (p. 11, 18), that one first."""
    if task.kind == "board.mandatory":
        return tuple(state.hero(seat) for seat in figures.on(state, task.card))
    if not state.awake:
        return ()
    seat = next((hero.seat for hero in state.awake if hero.seat == task.seat), state.awake[0].seat)
    return tuple(state.hero(one) for one in together(state, seat))
