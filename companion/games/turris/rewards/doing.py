"""Effects that want no choice are done by themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api import N, T
from companion.games.turris import council, face_up, people, prestige, supply, tower
from companion.games.turris.beasts import steering
from companion.games.turris.names import who
from companion.games.turris.rewards import effects
from companion.games.turris.rewards.able import KINDS, beasts_for, why_not
from companion.games.turris.state import State, Task
from companion.games.turris.transaction import Transaction


def settle(tx: Transaction) -> bool:
    """Do the effect at the head of the tasks, if there is nothing to choose in it."""
    task = tx.state.tasks[0] if tx.state.tasks else None
    if task is None or not task.kind.startswith(effects.KIND):
        return False
    do = _BY_ITSELF.get(task.kind.removeprefix(effects.KIND))
    return do is not None and do(tx, task)


def _gain(tx: Transaction, task: Task) -> bool:
    if task.about in KINDS:
        return _gain_any(tx, task)
    tx.finish_task()
    if task.about == "tactics":
        draw(tx, task.seat, task.count)
    elif task.about == "prestige":
        prestige.gain(tx, task.seat, task.count)
    else:
        supply.gain(tx, task.seat, task.about, task.count)
    return True


def _gain_any(tx: Transaction, task: Task) -> bool:
    """A resource of choice, unless only one kind (or none) is left."""
    open_kinds = can_take(tx.state, task)
    if len(open_kinds) > 1:
        return False
    tx.finish_task()
    for what in open_kinds:
        supply.gain(tx, task.seat, what, task.count)
    return True


def can_take(state: State, task: Task) -> tuple[str, ...]:
    """The resources that can be chosen, those that the supply still has."""
    return tuple(what for what in KINDS[task.about] if supply.left(state, what))


def can_give(state: State, task: Task) -> tuple[str, ...]:
    """What can be given one by one: the player's resources, and an Artifact instead (p. 21)."""
    kinds = KINDS.get(task.about, (task.about,))
    return tuple(what for what in dict.fromkeys((*kinds, "artifacts")) if supply.held(state, task.seat, what))


def draw(tx: Transaction, seat: int, count: int) -> None:
    """Tactics cards are drawn."""
    tx.set_player(seat, tactics=tx.state.players[seat].tactics + count)
    text = N("{player}: draw {n} Tactics card.", "{player}: draw {n} Tactics cards.", count,
             player=who(tx.state, seat))  # fmt: skip
    tx.tell("tactics_drawn", text, seat=seat + 1, count=count)
    order = N("{player}: draw {n} Tactics card", "{player}: draw {n} Tactics cards", count, player=who(tx.state, seat))
    tx.todo(order, icon="tactics")


def discard(tx: Transaction, seat: int, count: int) -> None:
    """Tactics cards are discarded, as many as there are."""
    hand = tx.state.players[seat].tactics
    given = min(hand, count)
    tx.set_player(seat, tactics=hand - given)
    player = who(tx.state, seat)
    text = N("{player}: discard {n} Tactics card.", "{player}: discard {n} Tactics cards.", given, player=player)
    text = text if given else T("{player} has no Tactics card to discard.", player=player)
    tx.tell("tactics_discarded", text, seat=seat + 1, count=given)
    if given:
        order = N("{player}: discard {n} Tactics card", "{player}: discard {n} Tactics cards", given, player=player)
        tx.todo(order, icon="tactics")


def _spend(tx: Transaction, task: Task) -> bool:
    """Paid without a choice: one kind of token only, or all that there is."""
    if task.about == "tactics":
        tx.finish_task()
        discard(tx, task.seat, task.count)
        return True
    if task.about == "reserved":
        tx.finish_task()
        face_up.discard(tx, task.seat, task.count)
        return True
    kinds = can_give(tx.state, task)
    total = sum(supply.held(tx.state, task.seat, what) for what in kinds)
    if len(kinds) > 1 and total > task.count:
        return False
    tx.finish_task()
    for what in kinds:
        supply.spend(tx, task.seat, what, min(task.count, supply.held(tx.state, task.seat, what)))
    return True


def _advance(tx: Transaction, task: Task) -> bool:
    tx.finish_task()
    council.advance(tx, task.seat, task.count)
    return True


def _revive(tx: Transaction, task: Task) -> bool:
    """All that is said; fewer are asked for only where it says “up to”."""
    graveyard = tx.state.players[task.seat].graveyard
    if task.of == ("up_to",) and graveyard > 0:
        return False
    tx.finish_task()
    if graveyard:
        people.revive(tx, task.seat, task.count)
    return True


def _sacrifice(tx: Transaction, task: Task) -> bool:
    """Asked where the Scout is taken from, unless there is only one place."""
    places = from_where(tx.state, task.seat)
    if len(places) > 1:
        return False
    tx.finish_task()
    for _ in range(min(task.count, sum(places.values()))):
        sacrifice(tx, task.seat, next(iter(places)))
    return True


def from_where(state: State, seat: int) -> dict[str, int]:
    """Where a player's Scouts are that can be sacrificed, and how many."""
    reserve = state.players[seat].reserve
    return {**people.standing(state, seat), **({people.RESERVE: reserve} if reserve else {})}


def sacrifice(tx: Transaction, seat: int, where: str) -> None:
    """A Scout goes to the Graveyard, its owner's Council token on (p. 21)."""
    text = T("{player} sacrificed a Scout.", player=who(tx.state, seat))
    tx.tell("sacrificed", text, seat=seat + 1, place=where)
    tx.todo(T("{player}: the Scout to the Graveyard", player=who(tx.state, seat)), icon="graveyard")
    people.to_graveyard(tx, seat, where)


def _scouts(tx: Transaction, task: Task) -> bool:
    """To take a Scout home or to move one: without a Scout on the board there is nothing to choose."""
    if people.standing(tx.state, task.seat):
        return False
    tx.finish_task()
    return True


def _room(tx: Transaction, task: Task) -> bool:
    tx.finish_task()
    tower.ask(tx, task.seat, task.count)
    return True


def _trionfi(tx: Transaction, task: Task) -> bool:
    """The Grove's reward: a room in the Trionfi Step (p. 11), if enough Missions are completed by then."""
    tx.finish_task()
    reason = why_not(tx.state, task.seat, (effects.effect_of(task),))
    if reason is not None:
        tower.tell_no_room(tx, task.seat, reason)
        return True
    lacking = tower.missing(tx.state, task.seat, len(tx.state.grove))
    tx.set(grove=(*tx.state.grove, task.count))
    text = T("{player} may build a Tower Room in the Trionfi Step.", player=who(tx.state, task.seat))
    if lacking:
        text = N(
            "{player}: for a Tower Room in the Trionfi Step {n} more Mission has to be completed first.",
            "{player}: for a Tower Room in the Trionfi Step {n} more Missions have to be completed first.",
            lacking,
            player=who(tx.state, task.seat),
        )
    tx.tell("room_in_trionfi_step", text, seat=task.seat + 1, prestige=task.count, missing=lacking)
    return True


def _action(tx: Transaction, task: Task) -> bool:
    tx.finish_task()
    tx.set(extra=tx.state.extra + task.count)
    text = N("{player} has {n} more Action.", "{player} has {n} more Actions.", task.count,
             player=who(tx.state, task.seat))  # fmt: skip
    tx.tell("actions_given", text, seat=task.seat + 1, count=task.count)
    return True


def _nothing(tx: Transaction, task: Task) -> bool:
    tx.finish_task()
    return True


def _future(tx: Transaction, task: Task) -> bool:
    """The Future First Player card changes hands (p. 24); in solo play a Damaged tile may be removed (p. 26)."""
    tx.finish_task()
    if tx.state.solo:
        if tx.state.damaged:
            tx.add_task(Task(kind="solo.repair", seat=task.seat))
        return True
    take_future(tx, task.seat)
    return True


def take_future(tx: Transaction, seat: int) -> None:
    """A player takes the Future First Player card, from the board or from whoever holds it."""
    tx.set(future=seat)
    text = T("{player} takes the Future First Player card.", player=who(tx.state, seat))
    tx.tell("future_taken", text, seat=seat + 1)
    order = T("{player}: take the Future First Player card", player=who(tx.state, seat))
    tx.todo(order, icon="first")


def _beast(tx: Transaction, task: Task) -> bool:
    """A player moves a Beast; by the Ridge none that is in a Crossroads (p. 24)."""
    tx.finish_task()
    steering.begin_steering(tx, task.seat, task.count, task.of == ("up_to",), beasts_for(tx.state, task.place))
    return True


def _flip(tx: Transaction, task: Task) -> bool:
    tx.finish_task()
    steering.begin_flipping(tx, task.seat, beasts_for(tx.state, task.place))
    return True


def _fruit(tx: Transaction, task: Task) -> bool:
    tx.finish_task()
    steering.begin_luring(tx, task.seat)
    return True


def _reserve(tx: Transaction, task: Task) -> bool:
    tx.finish_task()
    face_up.reserve(tx, task.seat, task.count)
    return True


def _say(tx: Transaction, task: Task) -> bool:
    """Words of one's own are done at the table."""
    tx.finish_task()
    effects.read_card(tx, task.seat, "say", task.of[0] if task.of else "", task.place)
    return True


def _read(tx: Transaction, task: Task) -> bool:
    tx.finish_task()
    effects.read_card(tx, task.seat, "card", origin=task.place)
    return True


_BY_ITSELF: Mapping[str, Callable[[Transaction, Task], bool]] = {
    "gain": _gain,
    "spend": _spend,
    "advance": _advance,
    "revive": _revive,
    "sacrifice": _sacrifice,
    "recall": _scouts,
    "move": _scouts,
    "room": _room,
    "trionfi": _trionfi,
    "action": _action,
    "nothing": _nothing,
    "ongoing": _nothing,
    "cost": _nothing,
    "future": _future,
    "beast": _beast,
    "flip": _flip,
    "fruit": _fruit,
    "reserve": _reserve,
    "say": _say,
    "read": _read,
}
