"""Effects that want no choice are done by themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.text import N, T
from companion.games.turris import council, face_up, people, prestige, supply, tower
from companion.games.turris.beasts import flipping, luring, steering
from companion.games.turris.books import Books
from companion.games.turris.names import who
from companion.games.turris.rewards import giving, scouts
from companion.games.turris.rewards.able import KINDS, beasts_for, why_not
from companion.games.turris.state import State, Task


def settle(books: Books) -> bool:
    """Do the effect at the head of the tasks, if there is nothing to choose in it."""
    task = books.state.tasks[0] if books.state.tasks else None
    if task is None or not task.kind.startswith(giving.KIND):
        return False
    do = _BY_ITSELF.get(task.kind.removeprefix(giving.KIND))
    return do is not None and do(books, task)


def _gain(books: Books, task: Task) -> bool:
    if task.about in KINDS:
        return _gain_any(books, task)
    books.finish_task()
    if task.about == "tactics":
        draw(books, task.seat, task.count)
    elif task.about == "prestige":
        prestige.gain(books, task.seat, task.count)
    else:
        supply.gain(books, task.seat, task.about, task.count)
    return True


def _gain_any(books: Books, task: Task) -> bool:
    """A resource of choice, unless only one kind (or none) is left."""
    open_kinds = can_take(books.state, task)
    if len(open_kinds) > 1:
        return False
    books.finish_task()
    for what in open_kinds:
        supply.gain(books, task.seat, what, task.count)
    return True


def can_take(state: State, task: Task) -> tuple[str, ...]:
    """The resources that can be chosen, those that the supply still has."""
    return tuple(what for what in KINDS[task.about] if supply.left(state, what))


def can_give(state: State, task: Task) -> tuple[str, ...]:
    """What can be given one by one: the player's resources, and an Artifact instead (p. 21)."""
    kinds = KINDS.get(task.about, (task.about,))
    return tuple(what for what in dict.fromkeys((*kinds, "artifacts")) if supply.held(state, task.seat, what))


def draw(books: Books, seat: int, count: int) -> None:
    """Tactics cards are drawn."""
    books.set_player(seat, tactics=books.state.players[seat].tactics + count)
    text = N("{player}: draw {n} Tactics card.", "{player}: draw {n} Tactics cards.", count,
             player=who(books.state, seat))  # fmt: skip
    books.tell("tactics_drawn", text, seat=seat + 1, count=count)


def discard(books: Books, seat: int, count: int) -> None:
    """Tactics cards are discarded, as many as there are."""
    hand = books.state.players[seat].tactics
    given = min(hand, count)
    books.set_player(seat, tactics=hand - given)
    player = who(books.state, seat)
    text = N("{player}: discard {n} Tactics card.", "{player}: discard {n} Tactics cards.", given, player=player)
    text = text if given else T("{player} has no Tactics card to discard.", player=player)
    books.tell("tactics_discarded", text, seat=seat + 1, count=given)


def _spend(books: Books, task: Task) -> bool:
    """Paid without a choice: one kind of token only, or all that there is."""
    if task.about == "tactics":
        books.finish_task()
        discard(books, task.seat, task.count)
        return True
    if task.about == "reserved":
        books.finish_task()
        face_up.discard(books, task.seat, task.count)
        return True
    kinds = can_give(books.state, task)
    total = sum(supply.held(books.state, task.seat, what) for what in kinds)
    if len(kinds) > 1 and total > task.count:
        return False
    books.finish_task()
    for what in kinds:
        supply.spend(books, task.seat, what, min(task.count, supply.held(books.state, task.seat, what)))
    return True


def _advance(books: Books, task: Task) -> bool:
    books.finish_task()
    council.advance(books, task.seat, task.count)
    return True


def _revive(books: Books, task: Task) -> bool:
    """All that is said; fewer are asked for only where it says “up to”."""
    graveyard = books.state.players[task.seat].graveyard
    if task.of == ("up_to",) and graveyard > 0:
        return False
    books.finish_task()
    if graveyard:
        people.revive(books, task.seat, task.count)
    return True


def _sacrifice(books: Books, task: Task) -> bool:
    """Asked where the Scout is taken from, unless there is only one place."""
    places = from_where(books.state, task.seat)
    if len(places) > 1:
        return False
    books.finish_task()
    for _ in range(min(task.count, sum(places.values()))):
        sacrifice(books, task.seat, next(iter(places)))
    return True


def from_where(state: State, seat: int) -> dict[str, int]:
    """Where a player's Scouts are that can be sacrificed, and how many."""
    reserve = state.players[seat].reserve
    return {**people.standing(state, seat), **({people.RESERVE: reserve} if reserve else {})}


def sacrifice(books: Books, seat: int, where: str) -> None:
    """A Scout goes to the Graveyard, its owner's Council token on (p. 21)."""
    text = T("{player} sacrificed a Scout.", player=who(books.state, seat))
    books.tell("sacrificed", text, seat=seat + 1, place=where)
    people.to_graveyard(books, seat, where)


def _room(books: Books, task: Task) -> bool:
    books.finish_task()
    tower.ask(books, task.seat, task.count)
    return True


def _trionfi(books: Books, task: Task) -> bool:
    """The Grove's reward: a room in the Trionfi Step (p. 11), if enough Missions are completed by then."""
    books.finish_task()
    reason = why_not(books.state, task.seat, (giving.effect_of(task),))
    if reason is not None:
        tower.tell_no_room(books, task.seat, reason)
        return True
    lacking = tower.missing(books.state, task.seat, len(books.state.grove))
    books.set(grove=(*books.state.grove, task.count))
    text = T("{player} may build a Tower Room in the Trionfi Step.", player=who(books.state, task.seat))
    if lacking:
        text = N(
            "{player}: for a Tower Room in the Trionfi Step {n} more Mission has to be completed first.",
            "{player}: for a Tower Room in the Trionfi Step {n} more Missions have to be completed first.",
            lacking,
            player=who(books.state, task.seat),
        )
    books.tell("room_in_trionfi_step", text, seat=task.seat + 1, prestige=task.count, missing=lacking)
    return True


def _action(books: Books, task: Task) -> bool:
    books.finish_task()
    books.set(extra=books.state.extra + task.count)
    text = N("{player} has {n} more Action.", "{player} has {n} more Actions.", task.count,
             player=who(books.state, task.seat))  # fmt: skip
    books.tell("actions_given", text, seat=task.seat + 1, count=task.count)
    return True


def _nothing(books: Books, task: Task) -> bool:
    books.finish_task()
    return True


def _future(books: Books, task: Task) -> bool:
    """The Future First Player card changes hands (p. 24); in solo play a Damaged tile may be removed (p. 26)."""
    books.finish_task()
    if books.state.solo:
        if books.state.damaged:
            books.add_task(Task(kind="solo.repair", seat=task.seat))
        return True
    take_future(books, task.seat)
    return True


def take_future(books: Books, seat: int) -> None:
    """A player takes the Future First Player card, from the board or from whoever holds it."""
    books.set(future=seat)
    text = T("{player} takes the Future First Player card.", player=who(books.state, seat))
    books.tell("future_taken", text, seat=seat + 1)


def _beast(books: Books, task: Task) -> bool:
    """A player moves a Beast; by the Ridge none that is in a Crossroads (p. 24)."""
    books.finish_task()
    steering.begin(books, task.seat, task.count, task.of == ("up_to",), beasts_for(books.state, task.place))
    return True


def _flip(books: Books, task: Task) -> bool:
    books.finish_task()
    flipping.begin(books, task.seat, beasts_for(books.state, task.place))
    return True


def _fruit(books: Books, task: Task) -> bool:
    books.finish_task()
    luring.begin(books, task.seat)
    return True


def _reserve(books: Books, task: Task) -> bool:
    books.finish_task()
    face_up.reserve(books, task.seat, task.count)
    return True


def _say(books: Books, task: Task) -> bool:
    """Words of one's own are done at the table."""
    books.finish_task()
    giving.read_card(books, task.seat, "say", task.of[0] if task.of else "", task.place)
    return True


def _read(books: Books, task: Task) -> bool:
    books.finish_task()
    giving.read_card(books, task.seat, "card", origin=task.place)
    return True


_BY_ITSELF: Mapping[str, Callable[[Books, Task], bool]] = {
    "gain": _gain,
    "spend": _spend,
    "advance": _advance,
    "revive": _revive,
    "sacrifice": _sacrifice,
    "recall": scouts.settle,
    "move": scouts.settle,
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
