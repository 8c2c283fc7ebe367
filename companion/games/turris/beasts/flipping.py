"""A Beast is flipped by some effect: it turns upright in its next turn instead of moving (rulebook p. 16)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.api.game import Args, IllegalMove, Prompt
from companion.api.text import T
from companion.games.turris.names import BEAST_NAMES, place_name, who
from companion.games.turris.state import BEASTS, State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit.forms import pick, tap
from companion.toolkit.modules import Action, action, word
from companion.toolkit.transaction import require_task

FLIP = "beasts.flip"


def begin(tx: Transaction, seat: int, of: Iterable[str] = BEASTS) -> None:
    """A player is to flip one of these Beasts."""
    tx.add_task(Task(kind=FLIP, seat=seat, of=tuple(of)))


def candidates(state: State, task: Task) -> tuple[str, ...]:
    """The Beasts that are not flipped yet."""
    return tuple(beast.name for beast in state.beasts if beast.name in task.of and not beast.flipped)


def settle(tx: Transaction, task: Task) -> bool:
    """The only one that can be flipped is flipped by itself."""
    found = candidates(tx.state, task)
    if len(found) > 1:
        return False
    tx.finish_task()
    if found:
        _flip(tx, task.seat, found[0])
    else:
        tx.tell("none_to_flip", T("There is no Beast that can be flipped."))
    return True


def flip(tx: Transaction, args: Args) -> None:
    """A player flips a Beast."""
    task = require_task(tx.state, FLIP)
    name = word(args, "beast")
    if name not in candidates(tx.state, task):
        raise IllegalMove(T("This Beast cannot be flipped now."), rule="beasts.move", page=16)
    tx.finish_task()
    _flip(tx, task.seat, name)


def _flip(tx: Transaction, seat: int, name: str) -> None:
    tx.set_beast(name, flipped=True)
    text = T("{beast} is flipped: it will not move in its next turn.", beast=BEAST_NAMES[name])
    tx.tell("flipped", text, seat=seat + 1, beast=name)


def prompt(state: State) -> Prompt:
    """Which Beast, one tap."""
    task = state.tasks[0]
    return Prompt(
        name=FLIP,
        do=T("{name}, flip a Beast.", name=who(state, task.seat)),
        more=T("A flipped Beast turns upright in the Beast Phase instead of moving."),
        seat=task.seat,
        rule="beasts.move",
        offers=tuple(
            tap(
                "flip_beast",
                T("{beast}, {place}", beast=BEAST_NAMES[beast.name], place=place_name(state, beast.at)),
                beast=beast.name,
            )
            for beast in state.beasts
            if beast.name in candidates(state, task)
        ),
    )


MOVES: Mapping[str, Action[Transaction]] = {
    "flip_beast": action(
        flip,
        lambda args: T("Flipped {beast}", beast=BEAST_NAMES[word(args, "beast")]),
        pick("beast", T("Beast"), BEAST_NAMES),
    )
}
