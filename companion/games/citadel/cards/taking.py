"""Taking a numbered card, step by step: from the order to take it until it lies where it belongs (p. 16 to 17)."""

from __future__ import annotations

from dataclasses import replace

from companion.api.text import T
from companion.games.citadel.books import Books
from companion.games.citadel.cards import looking, moving, own, signs
from companion.games.citadel.cards.ledger import GOLD, GREEN, Copy
from companion.games.citadel.cards.words import card_name
from companion.games.citadel.state import State, Task

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


def take(books: Books, number: str, seat: str = "", sign: str = "") -> None:
    """A numbox says: take a card of this number. `sign` is `IF_AVAILABLE`, `NO_SIGN`, or empty: nobody has said; for a
    symbol of the Destiny page it is `ANYBODY` or `WORLD_MAP`."""
    books.press(Task(kind=TAKE, seat=seat or active_seat(books.state), card=number, about=sign))


def take_each(books: Books, number: str, seat: str = "", sign: str = "") -> None:
    """Everybody involved takes one: the active player first, then clockwise; each card is resolved before the next."""
    seats = involved(books.state, seat or active_seat(books.state))
    books.press(*(Task(kind=TAKE, seat=one, card=number, about=sign) for one in seats))


def take_shown(books: Books, number: str, source: str, seat: str = "", key: str = "") -> None:
    """Take a card that no numbox calls for, as for a riddle: its back must show the number of its source (p. 16).

    `key` is the card on which a hidden number was spotted, which the new card replaces (p. 22).
    """
    seat = seat or active_seat(books.state)
    books.press(Task(kind=TAKE, seat=seat, card=number, about=f"shows:{source}", of=key))


def finders(state: State, key: str) -> tuple[str, ...]:
    """Who may take the card of a hidden number on this card (p. 22), the likeliest first: whoever stands on that
    Terrain card, or on one that the event is attached to; of a player's own card that player; of any other everybody
    conscious. The active player comes first, then the next ones clockwise."""
    copy, awake = looking.copy_of(state, key), {hero.seat for hero in state.awake}
    order = tuple(seat for seat in clockwise(state, active_seat(state)) if seat in awake)
    if copy.whose in awake:
        return (copy.whose, *(seat for seat in order if seat != copy.whose))
    terrains = {key} if copy.kind == "terrain" else {one.to for one in state.board.attached if one.key == key}
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


def took(books: Books, copy: Copy) -> None:
    """The card of the first task has been taken; it is revealed, and goes where its kind belongs."""
    task = books.done(TAKE)
    moving.put(books, copy.key, "shown", task.seat)
    name, player = card_name(books.state, copy), books.state.hero(task.seat).name
    books.note("card_taken", T("{name}: took {card}.", name=player, card=name), card=copy.key, seat=task.seat)
    if task.about == WORLD_MAP and not copy.kind:
        own.set_kind(books, copy.key, "map")
    if books.state.ledger.copy(copy.key).kind:
        arrive(books, copy.key, task.seat, task.of, task.about)
    else:
        books.press(Task(kind=REVEAL, seat=task.seat, card=copy.key, of=task.of, about=_for_whom(task.about)))
    _ask_for_sign(books, copy, task.seat)


def took_unseen(books: Books, variant: str, pictograph: str = "") -> None:
    """A card of the first task's number that was never seen before: `green`, `gold`, or framed in either colour."""
    task = books.state.todo[0]
    colour = GOLD if variant.endswith("gold") else GREEN
    frame = signs.spelled(pictograph) if variant.startswith("framed") else ""
    copy = moving.new(books, task.card, colour=colour, frame=frame)
    own.learn(books, copy)
    took(books, copy)


def _ask_for_sign(books: Books, copy: Copy, seat: str) -> None:
    """A framed card may be taken only where its pictograph is shown: if nobody has said where, it is asked."""
    if copy.frame and signs.spelled(copy.frame) not in signs.matching(books.state, seat):
        books.press(Task(kind=SIGN, seat=seat, card=copy.key, about=copy.frame))


def _for_whom(about: str) -> str:
    return about if about == ANYBODY else ""


def keepers(state: State, task: Task) -> tuple[str, ...]:
    """Who may keep a Purse card: an involved character (p. 17), or whoever the players choose (p. 24)."""
    if task.about == ANYBODY:
        return tuple(hero.seat for hero in state.party)
    return involved(state, task.seat)


def revealed(books: Books, kind: str) -> None:
    """What the card of the first task is has been said."""
    task = books.done(REVEAL)
    own.set_kind(books, task.card, kind)
    arrive(books, task.card, task.seat, task.of, task.about)


def arrive(books: Books, key: str, seat: str, of: str = "", about: str = "") -> None:
    """A revealed card of a known kind goes where it belongs, or what has to be done with it is asked (p. 17)."""
    copy = books.state.ledger.copy(key)
    if of and _replaces(books, copy, of):
        return
    if copy.kind in ("quest", "global", "map"):
        moving.to_common(books, key, copy.kind)
    elif copy.kind == "purse":
        books.press(Task(kind=KEEP, seat=seat, card=key, about=_for_whom(about)))
    elif copy.kind == "temporary":
        books.press(Task(kind=EVENT, seat=seat, card=key))
    elif copy.kind == "terrain":
        books.press(Task(kind="board.place", seat=seat, card=key))
    elif books.state.board.terrains:
        books.press(Task(kind="board.attach", seat=seat, card=key))
    else:
        moving.put(books, key, "board")
        text = T("{card}: on the Board. Its Terrain card is not in the sketch yet.", card=card_name(books.state, copy))
        books.tell("card_laid", text, card=key, place="board")


def _replaces(books: Books, copy: Copy, of: str) -> bool:
    """Discard the card on which the number was spotted; a card of the same kind takes its very place (p. 22)."""
    old = books.state.ledger.copy(of)
    place = (old.where, old.whose, old.at)
    same = old.kind == copy.kind and old.in_play
    if same and copy.kind == "permanent" and _lies_on_board(books.state, of):
        _swap_on_board(books, of, copy.key)
    if old.in_play:
        moving.discard(books, of)
    if same and copy.kind not in ("temporary", "terrain") and (copy.kind != "permanent" or place[0] == "board"):
        moving.put(books, copy.key, place[0], whose=place[1], at=place[2])
        names = {"card": card_name(books.state, copy), "old": card_name(books.state, old)}
        books.tell("card_replaced", T("{card} lies where {old} lay.", **names), card=copy.key, old=of)
        return True
    return False


def _lies_on_board(state: State, key: str) -> bool:
    return any(one.key == key for one in state.board.attached)


def _swap_on_board(books: Books, old: str, new: str) -> None:
    """In the sketch the new Permanent event takes the old one's space, and points to the same Terrain cards with the
    same action in its arrow."""
    board = books.state.board
    spaces = tuple(replace(one, key=new) if one.key == old else one for one in board.spaces)
    attached = tuple(replace(one, key=new) if one.key == old else one for one in board.attached)
    books.set(board=replace(board, spaces=spaces, attached=attached))


def none_there(books: Books, sign: bool) -> None:
    """No card of that number may be taken. With the sign beside the number nothing happens; without it the Past is
    returned first, and then the card is taken (p. 17)."""
    task = books.done(TAKE)
    if sign:
        books.note("card_not_taken", T("{number}: none is available, nothing happens.", number=task.card))
        return
    books.press(Task(kind=PAST, seat=task.seat), replace(task, count=1))


def still_none(books: Books) -> None:
    """None is there after the Past has been returned either: then there is none to be taken."""
    task = books.done(TAKE)
    books.note("card_not_taken", T("{number}: none is there, so none is taken.", number=task.card))


def wrong_card(books: Books) -> None:
    """Its back does not show the number: it is returned, and the number was none (p. 16, 22)."""
    task = books.done(TAKE)
    text = T("{number}: its back does not show that card's number, so it is returned.", number=task.card)
    books.note("wrong_card_returned", text)


def spot(books: Books, number: str, key: str, seat: str = "") -> None:
    """A hidden number was spotted on a card (p. 22)."""
    copy = looking.copy_of(books.state, key)
    take_shown(books, number, copy.number, seat, key)
