"""The Despair takes resources (rulebook p. 19)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.game import Args, IllegalMove, Prompt
from companion.api.text import N, T, Text
from companion.games.turris import supply
from companion.games.turris.beasts.entering import PAY
from companion.games.turris.beasts.telling import say
from companion.games.turris.names import place_name, who
from companion.games.turris.state import BUILDING, State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit.forms import pick, tap
from companion.toolkit.modules import Action, action, word
from companion.toolkit.transaction import require_task

ARTIFACTS = "artifacts"
ONE: Mapping[str, Text] = {
    "ichor": T("1 Ichor"),
    "knowledge": T("1 Knowledge"),
    "relics": T("1 Relic"),
    "weaponry": T("1 Weaponry"),
    ARTIFACTS: T("1 Artifact, as a shield"),
}


def losses(state: State, seat: int) -> tuple[str, ...]:
    """What a player can discard for a Scout: Knowledge, Relics or Weaponry, failing these Ichor; or an Artifact, which
    shields the Scout. Empty with nothing to lose: then no Artifact is needed (p. 19, 21)."""
    built = tuple(what for what in BUILDING if supply.held(state, seat, what))
    taken = built or (("ichor",) if supply.held(state, seat, "ichor") else ())
    return (*taken, ARTIFACTS) if taken and supply.held(state, seat, ARTIFACTS) else taken


def pay(tx: Transaction, task: Task) -> bool:
    """Discard by itself what leaves no choice."""
    found = losses(tx.state, task.seat)
    if len(found) > 1:
        return False
    tx.finish_task()
    if found:
        _discard(tx, task, found[0])
        return True
    text = T("{name} has nothing left to discard.", name=who(tx.state, task.seat))
    say(tx, "nothing_to_discard", text, lit=(task.place,), seat=task.seat + 1)
    return True


def _discard(tx: Transaction, task: Task, what: str) -> None:
    """One Scout is paid for; the others come next."""
    name = who(tx.state, task.seat)
    supply.spend(tx, task.seat, what)
    text = T("{name} discards for the Despair: {what}.", name=name, what=ONE[what])
    say(tx, "discarded", text, lit=(task.place,), seat=task.seat + 1, what=what)
    if task.count > 1:
        left = task.count - 1
        tx.add_task(Task(kind=PAY, seat=task.seat, about=task.about, place=task.place, count=left))


def discard(tx: Transaction, args: Args) -> None:
    """A player chose what to discard."""
    task = require_task(tx.state, PAY)
    what = word(args, "what")
    if what not in losses(tx.state, task.seat):
        text = T("That cannot be discarded: Ichor only when there is no Knowledge, Relic or Weaponry left.")
        raise IllegalMove(text, rule="beasts.despair", page=19)
    tx.finish_task()
    _discard(tx, task, what)


def prompt(state: State) -> Prompt:
    """What goes for one Scout, one tap."""
    task = state.tasks[0]
    return Prompt(
        name="beasts.pay",
        do=T("{name}, discard one for the Despair.", name=who(state, task.seat)),
        more=N(
            "For {n} Scout: {place}.",
            "For {n} Scouts, one after the other: {place}.",
            task.count,
            place=place_name(state, task.place),
        ),
        seat=task.seat,
        rule="beasts.despair",
        offers=tuple(tap("discard", ONE[what], what=what) for what in losses(state, task.seat)),
    )


MOVES: Mapping[str, Action[Transaction]] = {
    "discard": action(
        discard,
        lambda args: T("Discarded for the Despair: {what}", what=ONE[word(args, "what")]),
        pick("what", T("What is discarded"), ONE),
    )
}
