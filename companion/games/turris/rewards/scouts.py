"""Scouts on the board that an effect takes home or moves: which, and where to."""

from __future__ import annotations

from companion.api.game import Args, IllegalMove, Offer, Prompt
from companion.api.game import Move as GameMove
from companion.api.text import T
from companion.games.turris import people
from companion.games.turris.forms import pick_place
from companion.games.turris.map import land
from companion.games.turris.names import PLACE_NAMES, place_name, who
from companion.games.turris.rewards.giving import KIND
from companion.games.turris.state import PLACES, State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit.forms import pick
from companion.toolkit.modules import Action, action, word
from companion.toolkit.transaction import require_task

RECALL, MOVE = f"{KIND}recall", f"{KIND}move"


def recall(tx: Transaction, args: Args) -> None:
    """A Scout comes home for nothing, and brings nothing: it is no Collect."""
    task = require_task(tx.state, RECALL)
    where = _own(tx.state, task, word(args, "place"))
    tx.finish_task()
    people.recall(tx, task.seat, where)
    _again(tx, task)


def move(tx: Transaction, args: Args) -> None:
    """A Scout goes to another place: that is no Place, so nothing there resolves and no limit holds."""
    task = require_task(tx.state, MOVE)
    where, to = _own(tx.state, task, word(args, "place")), word(args, "to")
    if to not in land.locations(tx.state):
        raise IllegalMove(T("No Scout may stand there."), rule="sites", page=21)
    tx.finish_task()
    tx.stand(where, task.seat, -1)
    tx.stand(to, task.seat, 1)
    _again(tx, task)


def _own(state: State, task: Task, where: str) -> str:
    if where not in people.standing(state, task.seat):
        raise IllegalMove(T("You have no Scout there."), rule="graveyard")
    return where


def _again(tx: Transaction, task: Task) -> None:
    if task.count > 1 and people.standing(tx.state, task.seat):
        tx.add_task(Task(kind=task.kind, seat=task.seat, place=task.place, count=task.count - 1))


def settle(tx: Transaction, task: Task) -> bool:
    """Without a Scout on the board there is nothing to choose."""
    if people.standing(tx.state, task.seat):
        return False
    tx.finish_task()
    return True


def recall_prompt(state: State) -> Prompt:
    task = state.tasks[0]
    ask = pick_place(state, "place", T("Which Scout"), people.standing(state, task.seat))
    return Prompt(
        name="reward.recall",
        do=T("{player}, take a Scout back into your reserve.", player=who(state, task.seat)),
        offers=tuple(
            Offer(move=GameMove("recall", {"place": choice.value}), label=choice.label) for choice in ask.choices
        ),
        seat=task.seat,
        rule="graveyard",
    )


def move_prompt(state: State) -> Prompt:
    task = state.tasks[0]
    asks = (pick_place(state, "to", T("Where to"), land.locations(state)),)
    offers = (
        Offer(move=GameMove("move_scout", {"place": where}), label=T("From: {place}", place=place_name(state, where)),
              asks=asks)
        for where in people.standing(state, task.seat)
    )  # fmt: skip
    return Prompt(
        name="reward.move",
        do=T("{player}, move a Scout.", player=who(state, task.seat)),
        offers=tuple(offers),
        seat=task.seat,
        rule="graveyard",
    )


_NAMES = {place: PLACE_NAMES[place] for place in PLACES}
MOVES: dict[str, Action[Transaction]] = {
    "recall": action(recall, T("Took a Scout back"), pick("place", T("Which Scout"), _NAMES)),
    "move_scout": action(
        move, T("Moved a Scout"), pick("place", T("Which Scout"), _NAMES), pick("to", T("Where to"), _NAMES)
    ),
}
TASKS = {RECALL: recall_prompt, MOVE: move_prompt}
