"""A number shown or typed while nothing waits for it: what is done with its cards."""

from __future__ import annotations

from companion.api.game import Args, IllegalMove, Words
from companion.api.text import T
from companion.games.citadel.action import giving
from companion.games.citadel.cards import choosing, looking, moving, owner_facts, taking
from companion.games.citadel.cards.cards import OWNED, Copy
from companion.games.citadel.cards.taking_moves import ENDS, KEY, SEAT, send
from companion.games.citadel.cards.words import COLOUR_NAMES, KIND_NAMES, PLACE_NAMES, card_name, place_name
from companion.games.citadel.forms import card_number
from companion.games.citadel.state import State, Task
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit.forms import pick, whole
from companion.toolkit.modules import word

SEEN, ABOUT = "card.seen", "card.about"
NUMBER = card_number(T("A card's number"))
TOLD = {"yes": T("Yes"), "no": T("No")}


def look_up(tx: Transaction, number: str) -> None:
    """What about this number? Nothing of it is in play: then it can only be taken."""
    if any(copy.in_play for copy in looking.where(tx.state, number)):
        tx.add_first(Task(kind=SEEN, card=number))
    else:
        taking.take(tx, number)


def take_number(tx: Transaction, args: Args) -> None:
    """A card of this number is to be taken, whatever of it is in play."""
    _leave(tx)
    taking.take(tx, word(args, "number"))


def card_called(tx: Transaction, args: Args) -> None:
    """What is being done calls for a card."""
    seat = tx.state.tasks[0].seat if tx.state.tasks else ""
    taking.take(tx, word(args, "number"), seat)


def about_card(tx: Transaction, args: Args) -> None:
    """One of several cards is meant."""
    copy = _known(tx.state, word(args, "card"))
    _leave(tx)
    tx.add_first(Task(kind=ABOUT, card=copy.key))


def leave_card(tx: Transaction, args: Args) -> None:
    """Nothing more is to be done with it."""
    tx.finish_task(SEEN, ABOUT)


def card_to(tx: Transaction, args: Args) -> None:
    """An effect, or a player, sends a card somewhere."""
    copy, to = _known(tx.state, word(args, "card")), word(args, "to")
    if copy.where == to:
        raise IllegalMove(T("It lies there already."), rule="cards.ways", page=18)
    if to == "blocked" and copy.where not in OWNED:
        raise IllegalMove(T("Only a card of a player can be blocked."), rule="cards.block", page=18)
    _leave(tx)
    send(tx, copy.key, to, copy.whose)


def card_unblock(tx: Transaction, args: Args) -> None:
    """A blocked card comes back into play (p. 18)."""
    copy = _known(tx.state, word(args, "card"))
    if copy.where != "blocked":
        raise IllegalMove(T("That card is not blocked."), rule="cards.block", page=18)
    _leave(tx)
    moving.unblock(tx, copy.key)


def card_block(tx: Transaction, args: Args) -> None:
    """A card of nobody, such as one that was just taken, is blocked under a player's Character card (p. 18)."""
    copy, seat = _known(tx.state, word(args, "card")), word(args, "seat")
    _seat(tx.state, seat)
    _leave(tx)
    moving.block(tx, copy.key, seat)


def card_given(tx: Transaction, args: Args) -> None:
    """A Purse card goes to another character on the same Terrain card; its weight costs Action cards (p. 19)."""
    _leave(tx)
    giving.give(tx, args)


def card_lies(tx: Transaction, args: Args) -> None:
    """A card lies elsewhere than the ledger says."""
    copy, where = _known(tx.state, word(args, "card")), word(args, "where")
    seat = _owner(tx.state, where, word(args, "seat"))
    _leave(tx)
    moving.put(tx, copy.key, where, seat)
    name, place = card_name(tx.state, copy), PLACE_NAMES[where]
    tx.note("card_set", T("{card}: {place}.", card=name, place=place), card=copy.key, place=where)


def enter_card(tx: Transaction, args: Args) -> None:
    """A card lies on the table of which the ledger does not know, as when the companion joins a game under way. One
    that stands in its deck by the ledger and looks like it is that one."""
    number, where, kind = word(args, "number"), word(args, "where"), word(args, "kind")
    seat = _owner(tx.state, where, word(args, "seat"))
    copy = _meant(tx.state, number, word(args, "colour"), kind) or _new(tx, number, word(args, "colour"))
    if kind != "unknown" and not copy.kind:
        owner_facts.set_kind(tx, copy.key, kind)
    moving.put(tx, copy.key, where, seat)
    place = place_name(tx.state, tx.state.cards.copy(copy.key))
    tx.note("card_entered", T("{number}: {place}.", number=number, place=place), card=copy.key, place=where)


def _meant(state: State, number: str, colour: str, kind: str) -> Copy | None:
    """The known card in its deck that has this back and may be of this kind; where several do, the plain one first."""
    waiting = [copy for copy in looking.where(state, number) if copy.where == "deck" and copy.colour == colour]
    fitting = [copy for copy in waiting if kind in ("unknown", copy.kind) or not copy.kind]
    return min(fitting, key=lambda copy: (copy.kind != kind, bool(copy.frame)), default=None)


def _new(tx: Transaction, number: str, colour: str) -> Copy:
    """A card that nobody has seen before."""
    if choosing.is_complete(tx.state, number):
        text = T("All cards of number {number} are in the ledger already.", number=number)
        raise IllegalMove(text, rule="cards.take", page=16)
    copy = moving.new(tx, number, colour=colour)
    owner_facts.learn(tx, copy)
    return copy


def tell_card(tx: Transaction, args: Args) -> None:
    """What stands on a card."""
    key = _known(tx.state, word(args, "card")).key
    for what in ("weight", "keywords", "lock", "sign"):
        if what in args:
            owner_facts.set_fact(tx, key, what, args[what])
    tx.note("card_told", T("{number}: its front was entered.", number=key[:3]), card=key)


def spot_number(tx: Transaction, args: Args) -> None:
    """A hidden number was spotted on a card (p. 22)."""
    copy = _known(tx.state, word(args, "card"))
    finders = taking.finders(tx.state, copy.key)
    if not finders:
        name = card_name(tx.state, copy)
        text = T("The hidden number on {card} counts only for somebody who stands there.", card=name)
        raise IllegalMove(text, rule="cards.hidden", page=22)
    _leave(tx)
    taking.spot(tx, word(args, "number"), copy.key, finders[0])


def _leave(tx: Transaction) -> None:
    """The prompt about a card has been answered."""
    if tx.state.tasks and tx.state.tasks[0].kind in (SEEN, ABOUT):
        tx.set(tasks=tx.state.tasks[1:])


def _known(state: State, key: str) -> Copy:
    try:
        return state.cards.copy(key)
    except KeyError as error:
        raise IllegalMove(T("That card is not in the ledger.")) from error


def _seat(state: State, seat: str) -> str:
    if seat not in {hero.seat for hero in state.party}:
        raise IllegalMove(T("Nobody plays there."))
    return seat


def _owner(state: State, where: str, seat: str) -> str:
    """The player, for a place that is a player's."""
    return _seat(state, seat) if where in OWNED else ""


_PLACE = pick("where", T("Where it lies"), PLACE_NAMES)
_KIND = pick("kind", T("What it is"), {**KIND_NAMES, "unknown": T("Not known")})
_FRONT = (
    whole("weight", T("Weight"), owner_facts.HEAVIEST),
    Words(name="keywords", label=T("KEYWORDS"), at_most_chars=80),
    pick("lock", T("Lock sign"), TOLD),
    Words(name="sign", label=T("A pictograph on it, in your words")),
)

MOVES: Moves = {
    "take_number": move(take_number, lambda args: T("To take: {number}", number=word(args, "number")), NUMBER),
    "card_called": move(card_called, lambda args: T("Called for: {number}", number=word(args, "number")), NUMBER),
    "about_card": move(about_card, lambda args: T("Looked at {number}", number=word(args, "card")[:3]), KEY),
    "leave_card": move(leave_card, T("Put the card back as it was")),
    "card_to": move(
        card_to,
        lambda args: T("{number}: {place}", number=word(args, "card")[:3], place=ENDS[word(args, "to")]),
        KEY,
        pick("to", T("Where it goes"), ENDS),
    ),
    "card_unblock": move(card_unblock, lambda args: T("Unblocked {number}", number=word(args, "card")[:3]), KEY),
    "card_block": move(card_block, lambda args: T("Blocked {number}", number=word(args, "card")[:3]), KEY, SEAT),
    "card_given": move(
        card_given,
        lambda args: T("Given: {number}", number=word(args, "card")[:3]),
        KEY,
        Words(name="to", label=T("To whom"), at_most_chars=8),
    ),
    "card_lies": move(
        card_lies, lambda args: T("Said where {number} lies", number=word(args, "card")[:3]), KEY, _PLACE, SEAT
    ),
    "enter_card": move(
        enter_card,
        lambda args: T("Entered {number}", number=word(args, "number")),
        NUMBER,
        pick("colour", T("Colour of its back"), COLOUR_NAMES),
        _KIND,
        _PLACE,
        SEAT,
    ),
    "tell_card": move(
        tell_card, lambda args: T("Said what stands on {number}", number=word(args, "card")[:3]), KEY, *_FRONT
    ),
    "spot_number": move(
        spot_number, lambda args: T("Spotted a hidden number: {number}", number=word(args, "number")), KEY, NUMBER
    ),
}
