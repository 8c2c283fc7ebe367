"""Effects that leave a choice: their prompts, with only the answers that the rules allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.api import Args, IllegalMove, N, Offer, Prompt, T, Text
from companion.api import Move as GameMove
from companion.games.turris import people, supply
from companion.games.turris.map import land
from companion.games.turris.names import PLACE_NAMES, pick_place, place_name, who
from companion.games.turris.rewards import able, doing
from companion.games.turris.rewards.effects import KIND, STORE_NAMES, describe, effect_of, give, ways
from companion.games.turris.state import PLACES, SCOUTS, State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit import Action, action, number, pick, require_task, tap, usual, whole, word

GAIN, SPEND, EITHER = f"{KIND}gain", f"{KIND}spend", f"{KIND}either"
REVIVE, SACRIFICE = f"{KIND}revive", f"{KIND}sacrifice"
MOST = 25


def _again(tx: Transaction, task: Task, count: int = 1) -> None:
    """What is left of a task that counts."""
    if task.count > count:
        again = Task(kind=task.kind, seat=task.seat, about=task.about, place=task.place, count=task.count - count,
                     of=task.of)  # fmt: skip
        tx.add_task(again)


# --- gaining and paying -----------------------------------------------------------------------------------------------


def gain_any(tx: Transaction, args: Args) -> None:
    """So many of one resource of choice; what is left is chosen again."""
    task = require_task(tx.state, GAIN)
    what, count = word(args, "what"), min(number(args, "count"), task.count)
    if what not in doing.can_take(tx.state, task):
        raise IllegalMove(T("Choose one of the resources that the supply still has."), rule="supply")
    taken = min(count, supply.left(tx.state, what))
    tx.finish_task()
    supply.gain(tx, task.seat, what, taken, aloud=False)
    _again(tx, task, taken)


def gain_prompt(state: State) -> Prompt:
    task = state.tasks[0]
    open_kinds = doing.can_take(state, task)
    offers = [_of_kinds("take_any", T("Take 1"), open_kinds, 1)]
    many = [what for what in open_kinds if supply.left(state, what) >= task.count]
    if task.count > 1 and many:
        offers.insert(0, _of_kinds("take_any", T("Take {n} of one kind", n=task.count), many, task.count))
    return Prompt(
        name="reward.gain",
        do=N("{player}, take {n} resource of your choice.", "{player}, take {n} resources of your choice.", task.count,
             player=who(state, task.seat)),
        offers=tuple(offers),
        seat=task.seat,
        rule="supply",
    )  # fmt: skip


def _of_kinds(move: str, label: Text, kinds: Iterable[str], count: int) -> Offer:
    """So much of one of these, one tap."""
    ask = pick("what", label, {what: supply.NAMES[what] for what in kinds}, icons=_ICONS)
    return Offer(move=GameMove(move, {"count": count}), label=label, asks=(ask,))


_ICONS = {what: what for what in supply.TOKENS}


def pay(tx: Transaction, args: Args) -> None:
    """One thing more is paid: a resource, or an Artifact instead (p. 21); `count` at once of the same."""
    task = require_task(tx.state, SPEND)
    what, count = word(args, "what"), min(number(args, "count"), task.count)
    if what not in doing.can_give(tx.state, task) or supply.held(tx.state, task.seat, what) < count:
        raise IllegalMove(T("You cannot pay with that."), rule="artifacts", page=21)
    tx.finish_task()
    supply.spend(tx, task.seat, what, count, chosen=True)
    _again(tx, task, count)


def pay_prompt(state: State) -> Prompt:
    """What is paid with: all of it with the resource itself is the usual answer."""
    task = state.tasks[0]
    kinds = doing.can_give(state, task)
    named = task.about in kinds and supply.held(state, task.seat, task.about) >= task.count
    single = [what for what in kinds if not (named and task.count == 1 and what == task.about)]
    return Prompt(
        name="reward.spend",
        do=N("{player}, pay {n}: {what}.", "{player}, pay {n}: {what}.", task.count, player=who(state, task.seat),
             what=STORE_NAMES[task.about]),
        offers=(
            *(_all_own(task) if named else ()),
            *(_at_once(state, task, kinds) if task.about in able.KINDS and task.count > 1 else ()),
            *((_of_kinds("pay", T("Pay 1"), single, 1),) if len(single) > 1 else ()),
            *(tap("pay", _pay_label(what, 1), rule="artifacts", what=what, count=1) for what in single[:1]
              if len(single) == 1),
        ),
        seat=task.seat,
        rule="artifacts",
    )  # fmt: skip


def _at_once(state: State, task: Task, kinds: tuple[str, ...]) -> Iterator[Offer]:
    """All of it with one resource that there is enough of."""
    many = [what for what in kinds if what != "artifacts" and supply.held(state, task.seat, what) >= task.count]
    if len(many) > 1:
        yield _of_kinds("pay", T("Pay {n} of one kind", n=task.count), many, task.count)
    for what in many if len(many) == 1 else ():
        yield tap("pay", _pay_label(what, task.count), rule="artifacts", what=what, count=task.count)


def _all_own(task: Task) -> tuple[Offer, ...]:
    return (usual("pay", _pay_label(task.about, task.count), "artifacts", what=task.about, count=task.count),)


def _pay_label(what: str, count: int) -> Text:
    return T("{what} −{count}", count=count, what=supply.NAMES[what])


# --- Scouts -----------------------------------------------------------------------------------------------------------


def revive_some(tx: Transaction, args: Args) -> None:
    """Up to so many Scouts come back from the Graveyard."""
    task = require_task(tx.state, REVIVE)
    count = number(args, "count")
    if count > min(task.count, tx.state.players[task.seat].graveyard):
        raise IllegalMove(T("Not so many Scouts can come back."), rule="graveyard")
    tx.finish_task()
    if count:
        people.revive(tx, task.seat, count)


def revive_prompt(state: State) -> Prompt:
    task = state.tasks[0]
    most = min(task.count, state.players[task.seat].graveyard)
    fewer = [tap("revive_some", _back(n), count=n) for n in range(most - 1, -1, -1)]
    return Prompt(
        name="reward.revive",
        do=T("{player}, how many Scouts come back from the Graveyard?", player=who(state, task.seat)),
        offers=(usual("revive_some", _back(most), "graveyard", count=most), *fewer),
        seat=task.seat,
        rule="graveyard",
    )


def _back(n: int) -> Text:
    return N("Take {n} Scout back", "Take {n} Scouts back", n) if n else T("Take none back")


def sacrificed(tx: Transaction, args: Args) -> None:
    """From where the Scout is taken that is sacrificed."""
    task = require_task(tx.state, SACRIFICE)
    where = word(args, "place")
    if where not in doing.from_where(tx.state, task.seat):
        raise IllegalMove(T("You have no Scout there."), rule="graveyard")
    tx.finish_task()
    doing.sacrifice(tx, task.seat, where)
    _again(tx, task)


def sacrifice_prompt(state: State) -> Prompt:
    task = state.tasks[0]
    places = {where: _where(state, where) for where in doing.from_where(state, task.seat)}
    return Prompt(
        name="reward.sacrifice",
        do=T("{player}, which Scout is sacrificed?", player=who(state, task.seat)),
        offers=tuple(tap("sacrifice", label, rule="graveyard", place=where) for where, label in places.items()),
        seat=task.seat,
        rule="graveyard",
    )


def _where(state: State, where: str) -> Text:
    return T("From the reserve") if where == people.RESERVE else place_name(state, where)


# --- either ... or ... ------------------------------------------------------------------------------------------------


def way(tx: Transaction, args: Args) -> None:
    """One of the ways, which can be done in full."""
    task = require_task(tx.state, EITHER)
    found = ways(effect_of(task))
    at = number(args, "way")
    if not 1 <= at <= len(found):
        raise IllegalMove(T("Choose one of the ways."), rule="words")
    reason = able.why_not(tx.state, task.seat, found[at - 1], task.place)
    if reason is not None:
        raise IllegalMove(T("That cannot be done in full: {why}", why=reason), rule="words", page=24)
    tx.finish_task()
    give(tx, task.seat, found[at - 1], task.place)


def way_prompt(state: State) -> Prompt:
    task = state.tasks[0]
    found = ways(effect_of(task))
    can = [at for at, effects in enumerate(found, 1) if able.why_not(state, task.seat, effects, task.place) is None]
    offers = tuple(tap("way", describe(found[at - 1]), way=at) for at in can)
    return Prompt(
        name="reward.either",
        do=T("{player}, choose one.", player=who(state, task.seat)),
        offers=offers or (tap("no_way", T("None can be done")),),
        seat=task.seat,
        rule="words",
    )


def no_way(tx: Transaction, args: Args) -> None:
    """None of the ways can be done in full."""
    task = require_task(tx.state, EITHER)
    if any(able.why_not(tx.state, task.seat, effects, task.place) is None for effects in ways(effect_of(task))):
        raise IllegalMove(T("Choose one of the ways."), rule="words")
    tx.finish_task()


MOVES: dict[str, Action[Transaction]] = {
    "take_any": action(
        gain_any,
        lambda args: T("Took: {what} +{count}", count=number(args, "count"), what=supply.NAMES[word(args, "what")]),
        pick("what", T("What"), supply.NAMES),
        whole("count", T("How many"), MOST, 1, at_least=1),
    ),
    "pay": action(
        pay,
        lambda args: T("Paid: {what} −{count}", count=number(args, "count"), what=supply.NAMES[word(args, "what")]),
        pick("what", T("What"), supply.NAMES),
        whole("count", T("How many"), MOST, 1, at_least=1),
    ),
    "revive_some": action(revive_some, T("Scouts came back"), whole("count", T("Scouts"), SCOUTS)),
    "sacrifice": action(
        sacrificed,
        T("Sacrificed a Scout"),
        pick("place", T("Where"), {people.RESERVE: T("Reserve"), **{place: PLACE_NAMES[place] for place in PLACES}}),
    ),
    "way": action(way, T("Chose a way"), whole("way", T("Which of the ways"), 10, at_least=1)),
    "no_way": action(no_way, T("None could be done")),
}
TASKS = {
    GAIN: gain_prompt,
    SPEND: pay_prompt,
    REVIVE: revive_prompt,
    SACRIFICE: sacrifice_prompt,
    EITHER: way_prompt,
}


# --- Scouts on the board that an effect takes home or moves -----------------------------------------------------------


RECALL, MOVE = f"{KIND}recall", f"{KIND}move"


def recall(tx: Transaction, args: Args) -> None:
    """A Scout comes home for nothing, and brings nothing: it is no Collect."""
    task = require_task(tx.state, RECALL)
    where = _own(tx.state, task, word(args, "place"))
    tx.finish_task()
    people.recall(tx, task.seat, where)
    _again_scout(tx, task)


def move(tx: Transaction, args: Args) -> None:
    """A Scout goes to another place: that is no Place, so nothing there resolves and no limit holds."""
    task = require_task(tx.state, MOVE)
    where, to = _own(tx.state, task, word(args, "place")), word(args, "to")
    if to not in land.locations(tx.state):
        raise IllegalMove(T("No Scout may stand there."), rule="sites", page=21)
    tx.finish_task()
    tx.stand(where, task.seat, -1)
    tx.stand(to, task.seat, 1)
    _again_scout(tx, task)


def _own(state: State, task: Task, where: str) -> str:
    if where not in people.standing(state, task.seat):
        raise IllegalMove(T("You have no Scout there."), rule="graveyard")
    return where


def _again_scout(tx: Transaction, task: Task) -> None:
    if task.count > 1 and people.standing(tx.state, task.seat):
        tx.add_task(Task(kind=task.kind, seat=task.seat, place=task.place, count=task.count - 1))


def recall_prompt(state: State) -> Prompt:
    task = state.tasks[0]
    ask = pick_place(state, "place", T("Take it back from"), people.standing(state, task.seat))
    return Prompt(
        name="reward.recall",
        do=T("{player}, take a Scout back into your reserve.", player=who(state, task.seat)),
        offers=(Offer(move=GameMove("recall"), label=ask.label, asks=(ask,), icon="scout"),),
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
SCOUT_MOVES: dict[str, Action[Transaction]] = {
    "recall": action(recall, T("Took a Scout back"), pick("place", T("Which Scout"), _NAMES)),
    "move_scout": action(
        move, T("Moved a Scout"), pick("place", T("Which Scout"), _NAMES), pick("to", T("Where to"), _NAMES)
    ),
}
SCOUT_TASKS = {RECALL: recall_prompt, MOVE: move_prompt}
