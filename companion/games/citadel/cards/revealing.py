"""A card that was taken is revealed, and goes where it belongs (p. 16 to 17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from msgspec import structs

from companion.api import Args, CardExpected, IllegalMove, Move, Offer, Prompt, T, Text, Words
from companion.games.citadel import heroes
from companion.games.citadel.cards import looking, moving, owner_facts
from companion.games.citadel.cards.cards import KINDS, NUMBER, Copy, card_number
from companion.games.citadel.cards.looking import KIND_NAMES, card_name
from companion.games.citadel.heroes import PLAYER
from companion.games.citadel.state import State, Task
from companion.games.citadel.tables import words
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import pick, seat_of, tap, word

REVEAL, EVENT, KEEP = "card.reveal", "card.event", "card.keep"
ANYBODY = "anybody"  # whoever the players choose gets it, wherever that character is
WORLD_MAP = "map"  # it goes into the World Map without being turned over
KEY = Words(name="card", label=T("Card"), at_most_chars=12)
ENDS = words("ends")


def for_whom(about: str) -> str:
    return about if about == ANYBODY else ""


def keepers(state: State, task: Task) -> tuple[str, ...]:
    """Who may keep a Purse card: an involved character (p. 17), or whoever the players choose (p. 24)."""
    if task.about == ANYBODY:
        return tuple(hero.seat for hero in state.party)
    return heroes.involved(state, task.seat)


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
        tx.add_first(Task(kind=KEEP, seat=seat, card=key, about=for_whom(about)))
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


def reveal(tx: Transaction, args: Args) -> None:
    """What the card is that was just turned over."""
    revealed(tx, word(args, "kind"))


def reveal_kept(tx: Transaction, args: Args) -> None:
    """It is a Purse card, and a player keeps it."""
    _reveal_purse(tx)
    keep(tx, args)


def reveal_dropped(tx: Transaction, args: Args) -> None:
    """It is a Purse card without the lock sign, and nobody wants it."""
    _reveal_purse(tx)
    keep_not(tx, args)


def _reveal_purse(tx: Transaction) -> None:
    task = tx.finish_task(REVEAL)
    owner_facts.set_kind(tx, task.card, "purse")
    arrive(tx, task.card, task.seat, task.of, task.about)


def keep(tx: Transaction, args: Args) -> None:
    """One involved character keeps a Purse card (p. 17)."""
    if not tx.state.tasks or tx.state.tasks[0].kind != KEEP:
        return  # it has taken the place of another card
    task, seat = tx.finish_task(KEEP), word(args, "seat")
    if seat not in keepers(tx.state, task):
        raise IllegalMove(T("Only an involved character may keep it."), rule="cards.purse", page=17)
    moving.keep(tx, task.card, seat)


def keep_not(tx: Transaction, args: Args) -> None:
    """A Purse card without the lock sign is discarded at once (p. 17)."""
    if not tx.state.tasks or tx.state.tasks[0].kind != KEEP:
        return
    task = tx.finish_task(KEEP)
    if looking.locked(tx.state, task.card):
        raise IllegalMove(T("It has the lock sign: somebody must keep it."), rule="cards.lock", page=17)
    owner_facts.set_fact(tx, task.card, "lock", "no")
    moving.discard(tx, task.card)


def event_done(tx: Transaction, args: Args) -> None:
    """A Temporary event has been resolved; without another order it goes to the Past (p. 17)."""
    task = tx.finish_task(EVENT)
    copy = tx.state.cards.copy(task.card)
    if copy.where != "shown":
        return
    send(tx, task.card, word(args, "to"), task.seat)


def send(tx: Transaction, key: str, to: str, seat: str = "") -> None:
    """Carry out what an effect says of a card: into the Past, banished, returned, or blocked by a player."""
    if to == "blocked":
        moving.block(tx, key, seat or tx.state.cards.copy(key).whose)
        return
    {"past": moving.discard, "banished": moving.banish, "deck": moving.return_}[to](tx, key)


def name_card(tx: Transaction, args: Args) -> None:
    """A card's title, so that it can be told from others."""
    key = word(args, "card")
    _known(tx.state, key)
    if word(args, "title"):
        owner_facts.set_fact(tx, key, "title", word(args, "title"))
        tx.note("card_named", T("{number}: “{title}”.", number=key[:3], title=word(args, "title")), card=key)


def _known(state: State, key: str) -> None:
    if all(copy.key != key for copy in state.cards):
        raise IllegalMove(T("That card is not in the ledger."))


def as_usual(offer: Offer) -> Offer:
    """The same offer, as the usual answer."""
    return structs.replace(offer, tone="usual")


# --- what is shown ----------------------------------------------------------------------------------------------------


def reveal_prompt(state: State, task: Task) -> Prompt:
    """Read the back, turn the card over: what is it (p. 16)?"""
    copy = looking.copy_of(state, task.card)
    awaited = "terrain" if state.sketch.opening and state.sketch.number == copy.number else ""
    kinds = [tap("reveal", KIND_NAMES[kind], kind=kind) for kind in KINDS if kind != "purse"]
    return Prompt(
        name="card.reveal",
        do=T("Read the back of {number}, then turn it over. What is it?", number=copy.number),
        offers=(
            *(as_usual(one) if one.move.args["kind"] == awaited else one for one in kinds),
            *_keepers(state, task, "reveal_kept"),
            tap("reveal_dropped", T("Into the Past"), note=T("Only without the lock sign"), under=_PURSE),
        ),
        seat=seat_of(task.seat),
        rule="cards.kinds",
    )


_PURSE = T("A Purse card")


def _keepers(state: State, task: Task, move: str) -> tuple[Offer, ...]:
    """Each involved character may keep a Purse card (p. 17)."""
    return tuple(
        tap(move, T("{name} keeps it", name=state.hero(one).name), under=_PURSE, seat=one)
        for one in keepers(state, task)
    )


def keep_prompt(state: State, task: Task) -> Prompt:
    """A Purse card: who keeps it (p. 17)?"""
    first, *others = _keepers(state, task, "keep")
    dropped = tap("keep_not", T("Into the Past"), note=T("Only without the lock sign"), under=_PURSE)
    locked = looking.locked(state, task.card)
    return Prompt(
        name="card.keep",
        do=T("{card}: who keeps it?", card=card_name(state, looking.copy_of(state, task.card))),
        offers=(as_usual(first), *others, *(() if locked else (dropped,))),
        seat=seat_of(task.seat),
        rule="cards.purse",
    )


def calls(under: Text | None = None) -> Offer:
    """What is being resolved calls for a numbered card, which is typed; the camera may read it as well."""
    return Offer(
        move=Move("card_called"),
        label=T("It calls for a card"),
        asks=(card_number(T("Its number")),),
        under=under,
        rule="cards.take",
    )


CALLED = CardExpected(kind="numbox", pattern=NUMBER, move=Move("card_called"), arg="number")


def event_prompt(state: State, task: Task) -> Prompt:
    """A Temporary event is resolved now (p. 17)."""
    copy = looking.copy_of(state, task.card)
    under = T("If it says so")
    return Prompt(
        name="card.event",
        do=T("{card}: do what the event says.", card=card_name(state, copy)),
        offers=(
            tap("event_done", T("Done: into the Past"), to="past"),
            calls(),
            *(tap("event_done", ENDS[to], under=under, to=to) for to in ("banished", "deck", "blocked")),
        ),
        seat=seat_of(task.seat),
        rule="cards.kinds",
        expects=(CALLED,),
    )


TASKS: Mapping[str, Callable[[State, Task], Prompt]] = {
    REVEAL: reveal_prompt, KEEP: keep_prompt, EVENT: event_prompt,
}  # fmt: skip
MOVES: Moves = {
    "reveal": move(
        reveal,
        lambda args: T("Revealed: {kind}", kind=KIND_NAMES[word(args, "kind")]),
        pick("kind", T("What it is"), {kind: KIND_NAMES[kind] for kind in KINDS}),
    ),
    "reveal_kept": move(reveal_kept, T("Revealed and kept a Purse card"), PLAYER),
    "reveal_dropped": move(reveal_dropped, T("Revealed and discarded a Purse card")),
    "keep": move(keep, T("Kept a Purse card"), PLAYER),
    "keep_not": move(keep_not, T("Discarded a Purse card")),
    "event_done": move(event_done, T("Resolved an event"), pick("to", T("Where it goes"), ENDS)),
    "name_card": move(
        name_card,
        lambda args: T("Named {card}", card=word(args, "card")[:3]),
        KEY,
        Words(name="title", label=T("Its title"), at_most_chars=60),
    ),
}
