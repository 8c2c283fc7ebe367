"""The moves with which a card is taken, revealed and laid where it belongs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.api.game import Args, Chance, IllegalMove, MoveKind, Whole, Words
from companion.api.text import N, T
from companion.games.citadel.asking import card_number
from companion.games.citadel.books import Books, move, require_running, require_task, says, word
from companion.games.citadel.cards import choosing, looking, moving, own, signs, taking
from companion.games.citadel.cards.ledger import KINDS
from companion.games.citadel.cards.words import COLOUR_NAMES, KIND_NAMES, card_name
from companion.games.citadel.state import State
from companion.toolkit.forms import pick

KEY = Words(name="card", label=T("Card"), at_most_chars=12)
SEAT = pick("seat", T("Who"), {f"seat{n}": T("Player {number}", number=n) for n in range(1, 5)})
PICTOGRAPH = Words(name="pictograph", label=T("Its pictograph, in your words"))
COLOUR = pick("colour", T("Colour of its back"), COLOUR_NAMES)
SCENARIO, ELSEWHERE = "scenario", "elsewhere"
ENDS = {"past": T("Into the Past"), "banished": T("Banished"), "deck": T("Returned"), "blocked": T("Blocked")}


def take_known(books: Books, args: Args) -> None:
    """A copy that was seen before is the one that was taken."""
    task = require_task(books.state, taking.TAKE)
    plan = choosing.plan(books.state, task.card, task.seat)
    wanted = word(args, "card")
    copy = next((copy for copy in (*plan.lawful, *plan.forbidden) if copy.key == wanted), None)
    if copy is None:
        raise IllegalMove(T("That card may not be taken now: another one comes first."), rule="cards.take", page=16)
    taking.took(books, copy)


def take_unseen(books: Books, args: Args) -> None:
    """A plain copy that was never seen before has been taken."""
    _check_unseen(books, word(args, "colour"))
    taking.took_unseen(books, word(args, "colour"))


def take_framed(books: Books, args: Args) -> None:
    """A framed copy that was never seen before has been taken."""
    _check_unseen(books, "framed")
    if not signs.spelled(word(args, "pictograph")):
        raise IllegalMove(T("Enter what the pictograph looks like, such as “moon”."), rule="cards.framed", page=16)
    taking.took_unseen(books, f"framed_{word(args, 'colour')}", word(args, "pictograph"))


def _check_unseen(books: Books, variant: str) -> None:
    task = require_task(books.state, taking.TAKE)
    plan = choosing.plan(books.state, task.card, task.seat)
    if plan.complete:
        text = T("All cards of number {number} have been seen before. Which one is it?", number=task.card)
        raise IllegalMove(text, rule="cards.take", page=16)
    if variant not in plan.unseen:
        raise IllegalMove(T("Another card of this number comes before it."), rule="cards.take", page=17)


def take_none(books: Books, args: Args) -> None:
    """Nothing that may be taken is there."""
    task = require_task(books.state, taking.TAKE)
    if taking.must_show(task):
        taking.wrong_card(books)
    elif task.count:
        taking.still_none(books)
    else:
        taking.none_there(books, word(args, "sign") == "yes")


def take_wrong(books: Books, args: Args) -> None:
    """Its back does not show the number that it should."""
    if not taking.must_show(require_task(books.state, taking.TAKE)):
        raise IllegalMove(
            T("A number in a numbox needs nothing more on the card's back."), rule="cards.hidden", page=16
        )
    taking.wrong_card(books)


def take_not(books: Books, args: Args) -> None:
    """It was not to be taken."""
    task = books.done(taking.TAKE)
    books.note("card_not_taken", T("{number}: not taken.", number=task.card))


def take_everybody(books: Books, args: Args) -> None:
    """Each involved character takes one: the others after this one, clockwise (p. 17)."""
    task = require_task(books.state, taking.TAKE)
    books.done(taking.TAKE)
    taking.take_each(books, task.card, task.seat, task.about)


def take_by(books: Books, args: Args) -> None:
    """Somebody else takes it: one who was chosen, or drawn at random among those involved."""
    task, seat = require_task(books.state, taking.TAKE), word(args, "seat")
    if seat not in {hero.seat for hero in books.state.awake}:
        raise IllegalMove(T("Only a conscious character can take it."), rule="cards.take", page=16)
    if task.of and seat not in taking.finders(books.state, task.of):
        card = card_name(books.state, looking.copy_of(books.state, task.of))
        text = T("The hidden number on {card} counts only for somebody who stands there.", card=card)
        raise IllegalMove(text, rule="cards.hidden", page=22)
    books.set(todo=(replace(task, seat=seat), *books.state.todo[1:]))
    name = books.state.hero(seat).name
    books.tell("card_for", T("{name} takes card {number}.", name=name, number=task.card), seat=seat, number=task.card)


def count_copies(books: Books, args: Args) -> None:
    """So many cards of a number there are in the whole game: from then on it is known when none is left."""
    require_running(books.state)
    number, copies = word(args, "number"), int(args["copies"])
    seen = len(books.state.ledger.numbered(number))
    if copies < seen:
        text = N("{n} card of that number has been seen.", "{n} cards of that number have been seen.", seen)
        raise IllegalMove(text, rule="cards.take", page=16)
    books.learn(f"number.{number}.copies", copies)
    text = N("{number}: there is {n} card.", "{number}: there are {n} cards.", copies, number=number)
    books.note("copies_counted", text, number=number, copies=copies)


def past_returned(books: Books, args: Args) -> None:
    """All cards of the Past have been put back."""
    books.done(taking.PAST)
    moving.return_past(books)


def sign_at(books: Books, args: Args) -> None:
    """Where the pictograph of a framed card is shown."""
    task = books.done(taking.SIGN)
    where = word(args, "where")
    if where == SCENARIO:
        signs.set_scenario(books, task.about)
    elif where != ELSEWHERE:
        if where not in {copy.key for copy in signs.possessed(books.state, task.seat)}:
            raise IllegalMove(T("That card is not in your possession."), rule="cards.framed", page=16)
        own.set_fact(books, where, "sign", task.about)


def reveal(books: Books, args: Args) -> None:
    """What the card is that was just turned over."""
    taking.revealed(books, word(args, "kind"))


def reveal_kept(books: Books, args: Args) -> None:
    """It is a Purse card, and a player keeps it."""
    _reveal_purse(books)
    keep(books, args)


def reveal_dropped(books: Books, args: Args) -> None:
    """It is a Purse card without the lock sign, and nobody wants it."""
    _reveal_purse(books)
    keep_not(books, args)


def _reveal_purse(books: Books) -> None:
    task = books.done(taking.REVEAL)
    own.set_kind(books, task.card, "purse")
    taking.arrive(books, task.card, task.seat, task.of, task.about)


def keep(books: Books, args: Args) -> None:
    """One involved character keeps a Purse card (p. 17)."""
    if not books.state.todo or books.state.todo[0].kind != taking.KEEP:
        return  # it has taken the place of another card
    task, seat = books.done(taking.KEEP), word(args, "seat")
    if seat not in taking.keepers(books.state, task):
        raise IllegalMove(T("Only an involved character may keep it."), rule="cards.purse", page=17)
    moving.keep(books, task.card, seat)


def keep_not(books: Books, args: Args) -> None:
    """A Purse card without the lock sign is discarded at once (p. 17)."""
    if not books.state.todo or books.state.todo[0].kind != taking.KEEP:
        return
    task = books.done(taking.KEEP)
    if looking.locked(books.state, task.card):
        raise IllegalMove(T("It has the lock sign: somebody must keep it."), rule="cards.lock", page=17)
    own.set_fact(books, task.card, "lock", "no")
    moving.discard(books, task.card)


def event_done(books: Books, args: Args) -> None:
    """A Temporary event has been resolved; without another order it goes to the Past (p. 17)."""
    task = books.done(taking.EVENT)
    copy = books.state.ledger.copy(task.card)
    if copy.where != "shown":
        return
    send(books, task.card, word(args, "to"), task.seat)


def send(books: Books, key: str, to: str, seat: str = "") -> None:
    """Carry out what an effect says of a card: into the Past, banished, returned, or blocked by a player."""
    if to == "blocked":
        moving.block(books, key, seat or books.state.ledger.copy(key).whose)
        return
    {"past": moving.discard, "banished": moving.banish, "deck": moving.return_}[to](books, key)


def name_card(books: Books, args: Args) -> None:
    """A card's title, so that it can be told from others."""
    key = word(args, "card")
    _known(books.state, key)
    if word(args, "title"):
        own.set_fact(books, key, "title", word(args, "title"))
        books.note("card_named", T("{number}: “{title}”.", number=key[:3], title=word(args, "title")), card=key)


def _known(state: State, key: str) -> None:
    if all(copy.key != key for copy in state.ledger):
        raise IllegalMove(T("That card is not in the ledger."))


_SIGN = pick("sign", T("Sign for “if available”"), {"yes": T("Yes"), "no": T("No")})

MOVES: Mapping[str, MoveKind[State]] = {
    "take_known": move(take_known, lambda args: T("Took {card}", card=word(args, "card")[:3]), KEY),
    "take_unseen": move(take_unseen, says(T("Took a card")), pick("colour", T("Colour"), COLOUR_NAMES)),
    "take_framed": move(take_framed, says(T("Took a framed card")), PICTOGRAPH, COLOUR),
    "take_none": move(take_none, says(T("Found no card of that number")), _SIGN),
    "take_wrong": move(take_wrong, says(T("Returned a wrong card"))),
    "take_not": move(take_not, says(T("Took no card"))),
    "take_everybody": move(take_everybody, says(T("Each involved character takes one"))),
    "take_by": move(take_by, says(T("Somebody else takes the card")), SEAT),
    "take_random": move(
        take_by,
        says(T("A random character takes the card")),
        Chance(name="seat", label=T("Who"), choices=SEAT.choices),
    ),
    "count_copies": move(
        count_copies,
        lambda args: T("Counted the cards {number}", number=word(args, "number")),
        card_number(T("A card's number")),
        Whole(name="copies", label=T("Cards of this number"), at_least=1, at_most=own.MOST_COPIES),
    ),
    "past_returned": move(past_returned, says(T("Returned the Past"))),
    "sign_at": move(
        sign_at, says(T("Said where a pictograph is shown")), Words(name="where", label=T("Where"), at_most_chars=12)
    ),
    "reveal": move(
        reveal,
        lambda args: T("Revealed: {kind}", kind=KIND_NAMES[word(args, "kind")]),
        pick("kind", T("What it is"), {kind: KIND_NAMES[kind] for kind in KINDS}),
    ),
    "reveal_kept": move(reveal_kept, says(T("Revealed and kept a Purse card")), SEAT),
    "reveal_dropped": move(reveal_dropped, says(T("Revealed and discarded a Purse card"))),
    "keep": move(keep, says(T("Kept a Purse card")), SEAT),
    "keep_not": move(keep_not, says(T("Discarded a Purse card"))),
    "event_done": move(event_done, says(T("Resolved an event")), pick("to", T("Where it goes"), ENDS)),
    "name_card": move(
        name_card,
        lambda args: T("Named {card}", card=word(args, "card")[:3]),
        KEY,
        Words(name="title", label=T("Its title"), at_most_chars=60),
    ),
}
