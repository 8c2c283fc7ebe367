"""Lists to tick off: setting up, saving, resuming, leaving, clearing away. Each item one tap, or all at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.api import Args, IllegalMove, Move, Offer, Prompt, T, Text
from companion.games.citadel.state import State, Task
from companion.games.citadel.transaction import Transaction
from companion.toolkit import require_task, tap, word

Items = Mapping[str, Text]


@dataclass(frozen=True, kw_only=True)
class Checklist:
    """A list of one kind of task: what it is for, its items in their order, what happens once they are done, and
    further answers (`extra`). `more_to_do`: what happens then asks for more than the list said."""

    do: Callable[[State, Task], Text]
    items: Callable[[State, Task], Items]
    finish: Callable[[Transaction, Task], None]
    done: Text
    more: Text | None = None
    rule: str | None = None
    extra: Callable[[State, Task], tuple[Offer, ...]] = lambda state, task: ()
    more_to_do: bool = False


def write(tx: Transaction, **changes: Any) -> None:
    """Change where the group is in its campaign."""
    tx.set(campaign=replace(tx.state.campaign, **changes))


def prompt(checklist: Checklist, state: State, task: Task) -> Prompt:
    """The list as it stands; the usual answer is that everything is done."""
    ticked = state.campaign.ticked
    offers = [
        Offer(move=Move("tick", {"item": name}), label=text, ticked=name in ticked)
        for name, text in checklist.items(state, task).items()
    ]
    offers += [tap("list_done", checklist.done, tone="usual"), *checklist.extra(state, task)]
    return Prompt(
        name=task.kind,
        do=checklist.do(state, task),
        more=checklist.more,
        offers=tuple(offers),
        rule=checklist.rule,
    )


def tick(lists: Mapping[str, Checklist]) -> Callable[[Transaction, Args], None]:
    """Tick an item, or take its tick away; with the last tick the list is done."""

    def write_tick(tx: Transaction, args: Args) -> None:
        task = require_task(tx.state, *lists)
        items, item, ticked = lists[task.kind].items(tx.state, task), word(args, "item"), tx.state.campaign.ticked
        if item not in items:
            raise IllegalMove(T("That is not in the list."))
        after = tuple(one for one in ticked if one != item) if item in ticked else (*ticked, item)
        write(tx, ticked=after)
        if set(items) <= set(after):
            _finish(tx, lists)

    return write_tick


def all_done(lists: Mapping[str, Checklist]) -> Callable[[Transaction, Args], None]:
    """Everything in the list is done."""

    def write_done(tx: Transaction, args: Args) -> None:
        require_task(tx.state, *lists)
        _finish(tx, lists)

    return write_done


def _finish(tx: Transaction, lists: Mapping[str, Checklist]) -> None:
    task = tx.finish_task(*lists)
    write(tx, ticked=())
    lists[task.kind].finish(tx, task)
    if not lists[task.kind].more_to_do:
        tx.by_hand()
