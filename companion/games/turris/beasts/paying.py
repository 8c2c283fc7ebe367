"""What players give for their Scouts: Artifacts as shields, and resources to the Despair (rulebook p. 19, 21)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.api import Args, IllegalMove, N, Offer, Prompt, T, Text
from companion.games.turris import supply
from companion.games.turris.beasts.steps import EFFECTS, PAY, SHIELD, say
from companion.games.turris.names import BEAST_NAMES, place_name, said_place, who
from companion.games.turris.state import BUILDING, SCOUTS, State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit import Action, action, number, pick, require_task, tap, whole, word


def shielded(task: Task) -> Mapping[int, int]:
    """How many Scouts of each seat an effect leaves alone, as written into its task."""
    return {int(seat): int(count) for seat, count in (entry.split(":") for entry in task.of)}


def settle_shield(tx: Transaction, task: Task) -> bool:
    """Nothing to ask where no Scout or no Artifact is left, as after a correction by hand."""
    here = tx.state.standing(task.place)[task.seat]
    if here and tx.state.players[task.seat].artifacts:
        if here == task.count:
            return False
        tx.change_task(count=here)
        return True
    tx.finish_task()
    return True


def shield(tx: Transaction, args: Args) -> None:
    """A player gives Artifacts back for so many Scouts of theirs; the others are left to the Beast."""
    task = require_task(tx.state, SHIELD)
    count = number(args, "count")
    if count > _most(tx.state, task):
        raise IllegalMove(
            T("One Artifact shields one Scout; there are not as many of both."), rule="artifacts", page=21
        )
    tx.finish_task()
    _write(tx, task, count)
    if not count:
        text = T("{name} shields no Scout.", name=who(tx.state, task.seat))
        tx.note("not_shielded", text, seat=task.seat + 1, place=task.place)
        return
    supply.spend(tx, task.seat, "artifacts", count, chosen=True)
    text = N(
        "{name}: {n} Scout shielded by an Artifact. It stays: {place}.",
        "{name}: {n} Scouts shielded by Artifacts. They stay: {place}.",
        count,
        name=who(tx.state, task.seat),
        place=said_place(tx.state, task.place),
    )
    say(tx, "shielded", text, lit=(task.place,), seat=task.seat + 1, count=count, place=task.place)


def _write(tx: Transaction, shielding: Task, count: int) -> None:
    """Note the shielded Scouts in the effect's task, which stands behind this one."""
    tasks = list(tx.state.tasks)
    at = next(at for at, task in enumerate(tasks) if task.kind == EFFECTS[shielding.about])
    tasks[at] = replace(tasks[at], of=(*tasks[at].of, f"{shielding.seat}:{count}"))
    tx.set(tasks=tuple(tasks))


def _most(state: State, task: Task) -> int:
    return min(task.count, state.players[task.seat].artifacts)


def shield_prompt(state: State) -> Prompt:
    """How many Scouts are shielded, one tap for each answer."""
    task = state.tasks[0]
    place = said_place(state, task.place)
    return Prompt(
        name="beasts.shield",
        do=N(
            "{name}, {beast} has reached your Scout: {place}. Shield it?",
            "{name}, {beast} has reached your Scouts: {place}. Shield them?",
            task.count,
            name=who(state, task.seat),
            beast=BEAST_NAMES[task.about],
            place=place,
        ),
        more=T("Each Artifact that you give back shields one Scout from this Beast."),
        seat=task.seat,
        rule="artifacts",
        offers=tuple(_offer(count) for count in range(_most(state, task) + 1)),
    )


def _offer(count: int) -> Offer:
    label = N("Shield {n} Scout", "Shield {n} Scouts", count) if count else T("No shield")
    return tap("shield", label, icon="artifacts" if count else None, count=count)


def _label(args: Args) -> Text:
    count = number(args, "count")
    return N("Shielded {n} Scout", "Shielded {n} Scouts", count) if count else T("Shielded no Scout")


SHIELD_MOVES: Mapping[str, Action[Transaction]] = {
    "shield": action(shield, _label, whole("count", T("Scouts shielded"), SCOUTS))
}


# --- the Despair takes resources --------------------------------------------------------------------------------------


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
        _discard(tx, task, found[0], chosen=False)
        return True
    text = T("{name} has nothing left to discard.", name=who(tx.state, task.seat))
    say(tx, "nothing_to_discard", text, lit=(task.place,), seat=task.seat + 1)
    return True


def _discard(tx: Transaction, task: Task, what: str, *, chosen: bool) -> None:
    """One Scout is paid for; the others come next."""
    name = who(tx.state, task.seat)
    supply.spend(tx, task.seat, what, chosen=chosen)
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
    _discard(tx, task, what, chosen=True)


def pay_prompt(state: State) -> Prompt:
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
        offers=tuple(tap("discard", ONE[what], icon=what, what=what) for what in losses(state, task.seat)),
    )


PAY_MOVES: Mapping[str, Action[Transaction]] = {
    "discard": action(
        discard,
        lambda args: T("Discarded for the Despair: {what}", what=ONE[word(args, "what")]),
        pick("what", T("What is discarded"), ONE),
    )
}
