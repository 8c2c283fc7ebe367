"""Taking a numbered card, step by step: from the order to take it until it lies where it belongs (p. 16 to 17)."""

from __future__ import annotations

from dataclasses import replace

from companion.api.text import T
from companion.games.citadel.cards import looking, moving, owner_facts, signs
from companion.games.citadel.cards.cards import GOLD, GREEN, Copy
from companion.games.citadel.cards.words import card_name
from companion.games.citadel.state import State, Task
from companion.games.citadel.transaction import Transaction

TAKE, REVEAL, EVENT, KEEP, SIGN, PAST = (
    "card.take",
    "card.reveal",
    "card.event",
    "card.keep",
    "card.sign",
    "card.past",
)
IF_AVAILABLE = "if_available"  # the sign beside the numbox is known to be there
NO_SIGN = "no_sign"  # it is known not to be there
ANYBODY = "anybody"  # whoever the players choose gets it, wherever that character is
WORLD_MAP = "map"  # it goes into the World Map without being turned over


def active_seat(state: State) -> str:
    """Who takes a card when nobody says: the active player, else the last one, else the first who is conscious."""
    if state.action is not None:
        return state.action.active
    seats = [hero.seat for hero in state.awake or state.party]
    return state.turn.last if state.turn.last in seats else seats[0]


def involved(state: State, seat: str) -> tuple[str, ...]:
    """Who is involved with a player, that player first and then clockwise (p. 17): those in the action, else all on the
    same Terrain card."""
    if state.action is not None:
        return tuple(one for one in clockwise(state, seat) if one == seat or one in state.action.involved)
    here = state.hero(seat).place
    beside = {hero.seat for hero in state.awake if hero.place == here}
    return tuple(one for one in clockwise(state, seat) if one == seat or one in beside)


def clockwise(state: State, seat: str) -> tuple[str, ...]:
    """All seats, this one first."""
    order = tuple(hero.seat for hero in state.heroes)
    start = order.index(seat)
    return (*order[start:], *order[:start])


def take(tx: Transaction, number: str, seat: str = "", sign: str = "") -> None:
    """A numbox says: take a card of this number. `sign` is `IF_AVAILABLE`, `NO_SIGN`, or empty: nobody has said; for a
    symbol of the Destiny page it is `ANYBODY` or `WORLD_MAP`."""
    tx.add_first(Task(kind=TAKE, seat=seat or active_seat(tx.state), card=number, about=sign))


def take_each(tx: Transaction, number: str, seat: str = "", sign: str = "") -> None:
    """Everybody involved takes one: the active player first, then clockwise; each card is resolved before the next."""
    seats = involved(tx.state, seat or active_seat(tx.state))
    tx.add_first(*(Task(kind=TAKE, seat=one, card=number, about=sign) for one in seats))


def take_shown(tx: Transaction, number: str, source: str, seat: str = "", key: str = "") -> None:
    """Take a card that no numbox calls for, as for a riddle: its back must show the number of its source (p. 16).

    `key` is the card on which a hidden number was spotted, which the new card replaces (p. 22).
    """
    seat = seat or active_seat(tx.state)
    tx.add_first(Task(kind=TAKE, seat=seat, card=number, about=f"shows:{source}", of=key))


def finders(state: State, key: str) -> tuple[str, ...]:
    """Who may take the card of a hidden number on this card (p. 22), the likeliest first: whoever stands on that
    Terrain card, or on one that the event is attached to; of a player's own card that player; of any other everybody
    conscious. The active player comes first, then the next ones clockwise."""
    copy, awake = looking.copy_of(state, key), {hero.seat for hero in state.awake}
    order = tuple(seat for seat in clockwise(state, active_seat(state)) if seat in awake)
    if copy.whose in awake:
        return (copy.whose, *(seat for seat in order if seat != copy.whose))
    terrains = {key} if copy.kind == "terrain" else {one.to for one in state.sketch.attached if one.key == key}
    if not terrains or not any(hero.place for hero in state.awake):
        return order
    return tuple(seat for seat in order if state.hero(seat).place in terrains)


def others_who_may(state: State, task: Task) -> tuple[str, ...]:
    """Who else may take the card of this task: others involved; where a hidden number was spotted, others who may take
    its card (p. 22)."""
    here = finders(state, task.of) if task.of else involved(state, task.seat)
    return tuple(seat for seat in here if seat != task.seat and state.hero(seat).conscious)


def must_show(task: Task) -> str:
    """The number that must stand on the back of the card to be taken; empty where a numbox called for it."""
    return task.about.removeprefix("shows:") if task.about.startswith("shows:") else ""


def took(tx: Transaction, copy: Copy) -> None:
    """The card of the first task has been taken; it is revealed, and goes where its kind belongs."""
    task = tx.finish_task(TAKE)
    moving.put(tx, copy.key, "shown", task.seat)
    name, player = card_name(tx.state, copy), tx.state.hero(task.seat).name
    tx.note("card_taken", T("{name}: took {card}.", name=player, card=name), card=copy.key, seat=task.seat)
    if task.about == WORLD_MAP and not copy.kind:
        owner_facts.set_kind(tx, copy.key, "map")
    if tx.state.cards.copy(copy.key).kind:
        arrive(tx, copy.key, task.seat, task.of, task.about)
    else:
        tx.add_first(Task(kind=REVEAL, seat=task.seat, card=copy.key, of=task.of, about=_for_whom(task.about)))
    _ask_for_sign(tx, copy, task.seat)


def took_unseen(tx: Transaction, variant: str, pictograph: str = "") -> None:
    """A card of the first task's number that was never seen before: `green`, `gold`, or framed in either colour."""
    task = tx.state.tasks[0]
    colour = GOLD if variant.endswith("gold") else GREEN
    frame = signs.spelled(pictograph) if variant.startswith("framed") else ""
    copy = moving.new(tx, task.card, colour=colour, frame=frame)
    owner_facts.learn(tx, copy)
    took(tx, copy)


def _ask_for_sign(tx: Transaction, copy: Copy, seat: str) -> None:
    """A framed card may be taken only where its pictograph is shown: if nobody has said where, it is asked."""
    if copy.frame and signs.spelled(copy.frame) not in signs.matching(tx.state, seat):
        tx.add_first(Task(kind=SIGN, seat=seat, card=copy.key, about=copy.frame))


def _for_whom(about: str) -> str:
    return about if about == ANYBODY else ""


def keepers(state: State, task: Task) -> tuple[str, ...]:
    """Who may keep a Purse card: an involved character (p. 17), or whoever the players choose (p. 24)."""
    if task.about == ANYBODY:
        return tuple(hero.seat for hero in state.party)
    return involved(state, task.seat)


def revealed(tx: Transaction, kind: str) -> None:
    """What the card of the first task is has been said."""
    task = tx.finish_task(REVEAL)
    owner_facts.set_kind(tx, task.card, kind)
    arrive(tx, task.card, task.seat, task.of, task.about)


def arrive(tx: Transaction, key: str, seat: str, of: str = "", about: str = "") -> None:
    """A revealed card of a known kind goes where it belongs, or what has to be done with it is asked (p. 17)."""
    copy = tx.state.cards.copy(key)
    if of and _replaces(tx, copy, of):
        return
    if copy.kind in ("quest", "global", "map"):
        moving.to_common(tx, key, copy.kind)
    elif copy.kind == "purse":
        tx.add_first(Task(kind=KEEP, seat=seat, card=key, about=_for_whom(about)))
    elif copy.kind == "temporary":
        tx.add_first(Task(kind=EVENT, seat=seat, card=key))
    elif copy.kind == "terrain":
        tx.add_first(Task(kind="board.place", seat=seat, card=key))
    elif tx.state.sketch.terrains:
        tx.add_first(Task(kind="board.attach", seat=seat, card=key))
    else:
        moving.put(tx, key, "board")
        text = T("{card}: on the Board. Its Terrain card is not in the sketch yet.", card=card_name(tx.state, copy))
        tx.tell("card_laid", text, card=key, place="board")


def _replaces(tx: Transaction, copy: Copy, of: str) -> bool:
    """Discard the card on which the number was spotted; a card of the same kind takes its very place (p. 22)."""
    old = tx.state.cards.copy(of)
    place = (old.where, old.whose, old.at)
    same = old.kind == copy.kind and old.in_play
    if same and copy.kind == "permanent" and _lies_on_board(tx.state, of):
        _swap_on_board(tx, of, copy.key)
    if old.in_play:
        moving.discard(tx, of)
    if same and copy.kind not in ("temporary", "terrain") and (copy.kind != "permanent" or place[0] == "board"):
        moving.put(tx, copy.key, place[0], whose=place[1], at=place[2])
        names = {"card": card_name(tx.state, copy), "old": card_name(tx.state, old)}
        tx.tell("card_replaced", T("{card} lies where {old} lay.", **names), card=copy.key, old=of)
        return True
    return False


def _lies_on_board(state: State, key: str) -> bool:
    return any(one.key == key for one in state.sketch.attached)


def _swap_on_board(tx: Transaction, old: str, new: str) -> None:
    """In the sketch the new Permanent event takes the old one's space, and points to the same Terrain cards with the
    same action in its arrow."""
    sketch = tx.state.sketch
    spaces = tuple(replace(one, key=new) if one.key == old else one for one in sketch.spaces)
    attached = tuple(replace(one, key=new) if one.key == old else one for one in sketch.attached)
    tx.set(sketch=replace(sketch, spaces=spaces, attached=attached))


def none_there(tx: Transaction, sign: bool) -> None:
    """No card of that number may be taken. With the sign beside the number nothing happens; without it the Past is
    returned first, and then the card is taken (p. 17)."""
    task = tx.finish_task(TAKE)
    if sign:
        tx.note("card_not_taken", T("{number}: none is available, nothing happens.", number=task.card))
        return
    tx.add_first(Task(kind=PAST, seat=task.seat), replace(task, count=1))


def still_none(tx: Transaction) -> None:
    """None is there after the Past has been returned either: then there is none to be taken."""
    task = tx.finish_task(TAKE)
    tx.note("card_not_taken", T("{number}: none is there, so none is taken.", number=task.card))


def wrong_card(tx: Transaction) -> None:
    """Its back does not show the number: it is returned, and the number was none (p. 16, 22)."""
    task = tx.finish_task(TAKE)
    text = T("{number}: its back does not show that card's number, so it is returned.", number=task.card)
    tx.note("wrong_card_returned", text)


def spot(tx: Transaction, number: str, key: str, seat: str = "") -> None:
    """A hidden number was spotted on a card (p. 22)."""
    copy = looking.copy_of(tx.state, key)
    take_shown(tx, number, copy.number, seat, key)
