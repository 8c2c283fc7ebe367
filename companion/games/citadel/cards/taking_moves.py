"""The moves with which a card is taken, revealed and laid where it belongs."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import Args, Chance, IllegalMove, Whole, Words
from companion.api.text import N, T
from companion.games.citadel.cards import choosing, looking, moving, owner_facts, signs, taking
from companion.games.citadel.cards.cards import KINDS
from companion.games.citadel.cards.words import COLOUR_NAMES, KIND_NAMES, card_name
from companion.games.citadel.forms import card_number
from companion.games.citadel.state import State
from companion.games.citadel.tables import words
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit.forms import pick
from companion.toolkit.modules import word
from companion.toolkit.transaction import require_task

KEY = Words(name="card", label=T("Card"), at_most_chars=12)
SEAT = pick("seat", T("Who"), {f"seat{n}": T("Player {number}", number=n) for n in range(1, 5)})
PICTOGRAPH = Words(name="pictograph", label=T("Its pictograph, in your words"))
COLOUR = pick("colour", T("Colour of its back"), COLOUR_NAMES)
SCENARIO, ELSEWHERE = "scenario", "elsewhere"
ENDS = words("ends")


def take_known(tx: Transaction, args: Args) -> None:
    """A copy that was seen before is the one that was taken."""
    task = require_task(tx.state, taking.TAKE)
    plan = choosing.plan(tx.state, task.card, task.seat)
    wanted = word(args, "card")
    copy = next((copy for copy in (*plan.lawful, *plan.forbidden) if copy.key == wanted), None)
    if copy is None:
        raise IllegalMove(T("That card may not be taken now: another one comes first."), rule="cards.take", page=16)
    taking.took(tx, copy)


def take_unseen(tx: Transaction, args: Args) -> None:
    """A plain copy that was never seen before has been taken."""
    _check_unseen(tx, word(args, "colour"))
    taking.took_unseen(tx, word(args, "colour"))


def take_framed(tx: Transaction, args: Args) -> None:
    """A framed copy that was never seen before has been taken."""
    _check_unseen(tx, "framed")
    if not signs.spelled(word(args, "pictograph")):
        raise IllegalMove(T("Enter what the pictograph looks like, such as “moon”."), rule="cards.framed", page=16)
    taking.took_unseen(tx, f"framed_{word(args, 'colour')}", word(args, "pictograph"))


def _check_unseen(tx: Transaction, variant: str) -> None:
    task = require_task(tx.state, taking.TAKE)
    plan = choosing.plan(tx.state, task.card, task.seat)
    if plan.complete:
        text = T("All cards of number {number} have been seen before. Which one is it?", number=task.card)
        raise IllegalMove(text, rule="cards.take", page=16)
    if variant not in plan.unseen:
        raise IllegalMove(T("Another card of this number comes before it."), rule="cards.take", page=17)


def take_none(tx: Transaction, args: Args) -> None:
    """Nothing that may be taken is there."""
    task = require_task(tx.state, taking.TAKE)
    if taking.must_show(task):
        taking.wrong_card(tx)
    elif task.count:
        taking.still_none(tx)
    else:
        taking.none_there(tx, word(args, "sign") == "yes")


def take_wrong(tx: Transaction, args: Args) -> None:
    """Its back does not show the number that it should."""
    if not taking.must_show(require_task(tx.state, taking.TAKE)):
        raise IllegalMove(
            T("A number in a numbox needs nothing more on the card's back."), rule="cards.hidden", page=16
        )
    taking.wrong_card(tx)


def take_not(tx: Transaction, args: Args) -> None:
    """It was not to be taken."""
    task = tx.finish_task(taking.TAKE)
    tx.note("card_not_taken", T("{number}: not taken.", number=task.card))


def take_everybody(tx: Transaction, args: Args) -> None:
    """Each involved character takes one: the others after this one, clockwise (p. 17)."""
    task = require_task(tx.state, taking.TAKE)
    tx.finish_task(taking.TAKE)
    taking.take_each(tx, task.card, task.seat, task.about)


def take_by(tx: Transaction, args: Args) -> None:
    """Somebody else takes it: one who was chosen, or drawn at random among those involved."""
    task, seat = require_task(tx.state, taking.TAKE), word(args, "seat")
    if seat not in {hero.seat for hero in tx.state.awake}:
        raise IllegalMove(T("Only a conscious character can take it."), rule="cards.take", page=16)
    if task.of and seat not in taking.finders(tx.state, task.of):
        card = card_name(tx.state, looking.copy_of(tx.state, task.of))
        text = T("The hidden number on {card} counts only for somebody who stands there.", card=card)
        raise IllegalMove(text, rule="cards.hidden", page=22)
    tx.set(tasks=(replace(task, seat=seat), *tx.state.tasks[1:]))
    name = tx.state.hero(seat).name
    tx.tell("card_for", T("{name} takes card {number}.", name=name, number=task.card), seat=seat, number=task.card)


def count_copies(tx: Transaction, args: Args) -> None:
    """So many cards of a number there are in the whole game: from then on it is known when none is left."""
    number, copies = word(args, "number"), int(args["copies"])
    seen = len(tx.state.cards.numbered(number))
    if copies < seen:
        text = N("{n} card of that number has been seen.", "{n} cards of that number have been seen.", seen)
        raise IllegalMove(text, rule="cards.take", page=16)
    tx.learn(f"number.{number}.copies", copies)
    text = N("{number}: there is {n} card.", "{number}: there are {n} cards.", copies, number=number)
    tx.note("copies_counted", text, number=number, copies=copies)


def past_returned(tx: Transaction, args: Args) -> None:
    """All cards of the Past have been put back."""
    tx.finish_task(taking.PAST)
    moving.return_past(tx)


def sign_at(tx: Transaction, args: Args) -> None:
    """Where the pictograph of a framed card is shown."""
    task = tx.finish_task(taking.SIGN)
    where = word(args, "where")
    if where == SCENARIO:
        signs.set_scenario(tx, task.about)
    elif where != ELSEWHERE:
        if where not in {copy.key for copy in signs.possessed(tx.state, task.seat)}:
            raise IllegalMove(T("That card is not in your possession."), rule="cards.framed", page=16)
        owner_facts.set_fact(tx, where, "sign", task.about)


def reveal(tx: Transaction, args: Args) -> None:
    """What the card is that was just turned over."""
    taking.revealed(tx, word(args, "kind"))


def reveal_kept(tx: Transaction, args: Args) -> None:
    """It is a Purse card, and a player keeps it."""
    _reveal_purse(tx)
    keep(tx, args)


def reveal_dropped(tx: Transaction, args: Args) -> None:
    """It is a Purse card without the lock sign, and nobody wants it."""
    _reveal_purse(tx)
    keep_not(tx, args)


def _reveal_purse(tx: Transaction) -> None:
    task = tx.finish_task(taking.REVEAL)
    owner_facts.set_kind(tx, task.card, "purse")
    taking.arrive(tx, task.card, task.seat, task.of, task.about)


def keep(tx: Transaction, args: Args) -> None:
    """One involved character keeps a Purse card (p. 17)."""
    if not tx.state.tasks or tx.state.tasks[0].kind != taking.KEEP:
        return  # it has taken the place of another card
    task, seat = tx.finish_task(taking.KEEP), word(args, "seat")
    if seat not in taking.keepers(tx.state, task):
        raise IllegalMove(T("Only an involved character may keep it."), rule="cards.purse", page=17)
    moving.keep(tx, task.card, seat)


def keep_not(tx: Transaction, args: Args) -> None:
    """A Purse card without the lock sign is discarded at once (p. 17)."""
    if not tx.state.tasks or tx.state.tasks[0].kind != taking.KEEP:
        return
    task = tx.finish_task(taking.KEEP)
    if looking.locked(tx.state, task.card):
        raise IllegalMove(T("It has the lock sign: somebody must keep it."), rule="cards.lock", page=17)
    owner_facts.set_fact(tx, task.card, "lock", "no")
    moving.discard(tx, task.card)


def event_done(tx: Transaction, args: Args) -> None:
    """A Temporary event has been resolved; without another order it goes to the Past (p. 17)."""
    task = tx.finish_task(taking.EVENT)
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


_SIGN = pick("sign", T("Sign for “if available”"), {"yes": T("Yes"), "no": T("No")})

MOVES: Moves = {
    "take_known": move(take_known, lambda args: T("Took {card}", card=word(args, "card")[:3]), KEY),
    "take_unseen": move(take_unseen, T("Took a card"), pick("colour", T("Colour"), COLOUR_NAMES)),
    "take_framed": move(take_framed, T("Took a framed card"), PICTOGRAPH, COLOUR),
    "take_none": move(take_none, T("Found no card of that number"), _SIGN),
    "take_wrong": move(take_wrong, T("Returned a wrong card")),
    "take_not": move(take_not, T("Took no card")),
    "take_everybody": move(take_everybody, T("Each involved character takes one")),
    "take_by": move(take_by, T("Somebody else takes the card"), SEAT),
    "take_random": move(
        take_by,
        T("A random character takes the card"),
        Chance(name="seat", label=T("Who"), choices=SEAT.choices),
    ),
    "count_copies": move(
        count_copies,
        lambda args: T("Counted the cards {number}", number=word(args, "number")),
        card_number(T("A card's number")),
        Whole(name="copies", label=T("Cards of this number"), at_least=1, at_most=owner_facts.MOST_COPIES),
    ),
    "past_returned": move(past_returned, T("Returned the Past")),
    "sign_at": move(
        sign_at, T("Said where a pictograph is shown"), Words(name="where", label=T("Where"), at_most_chars=12)
    ),
    "reveal": move(
        reveal,
        lambda args: T("Revealed: {kind}", kind=KIND_NAMES[word(args, "kind")]),
        pick("kind", T("What it is"), {kind: KIND_NAMES[kind] for kind in KINDS}),
    ),
    "reveal_kept": move(reveal_kept, T("Revealed and kept a Purse card"), SEAT),
    "reveal_dropped": move(reveal_dropped, T("Revealed and discarded a Purse card")),
    "keep": move(keep, T("Kept a Purse card"), SEAT),
    "keep_not": move(keep_not, T("Discarded a Purse card")),
    "event_done": move(event_done, T("Resolved an event"), pick("to", T("Where it goes"), ENDS)),
    "name_card": move(
        name_card,
        lambda args: T("Named {card}", card=word(args, "card")[:3]),
        KEY,
        Words(name="title", label=T("Its title"), at_most_chars=60),
    ),
}
