"""A number before the camera, or typed: it answers what is being done, or is looked up, with what can be done with its
cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api import Args, Ask, IllegalMove, Move, Offer, Pick, Prompt, T, Text, Words
from companion.games.citadel.action import giving
from companion.games.citadel.cards import choosing, inventory, looking, moving, owner_facts, taking, tray
from companion.games.citadel.cards.cards import ADVENTURE, GOLD, GREEN, KINDS, OWNED, PLACES, Copy, card_number
from companion.games.citadel.cards.looking import (
    COLOUR_NAMES,
    KIND_NAMES,
    PLACE_NAMES,
    card_name,
    full_name,
    place_name,
)
from companion.games.citadel.cards.revealing import ENDS, KEY, send
from companion.games.citadel.heroes import PLAYER, which_hero
from companion.games.citadel.state import Hero, State, Task
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import pick, require_idle, seat_of, tap, whole, word

SEEN, ABOUT, FOUND = "card.seen", "card.about", "card.found"
_NUMBER = card_number(T("A card's number"))
TOLD = {"yes": T("Yes"), "no": T("No")}


def card_shown(tx: Transaction, args: Args) -> None:
    """A number was seen: it answers what is being done, or is looked up."""
    number = word(args, "number")
    kind = tx.state.tasks[0].kind if tx.state.tasks else ""
    if kind == taking.TAKE:
        _taken(tx, number)
    elif kind in (tray.AWAY, tray.WHICH):
        tray.collect(tx, number)
    elif kind == inventory.CHECK:
        inventory.show(tx, number)
    elif kind in (SEEN, ABOUT):
        tx.finish_task(kind)
        look_up(tx, number)
    elif kind:
        taking.take(tx, number, tx.state.tasks[0].seat)
    else:
        look_up(tx, number)


def _taken(tx: Transaction, number: str) -> None:
    """The number of the card that was taken: which of several it is, only its back and front tell."""
    task = tx.state.tasks[0]
    if number != task.card:
        text = T("That is {number}. {wanted} is to be taken.", number=number, wanted=task.card)
        raise IllegalMove(text, rule="cards.take", page=16)
    plan = choosing.plan(tx.state, number, task.seat)
    if plan.unseen or len(plan.lawful) != 1:
        raise IllegalMove(
            T("Several cards bear the number {number}. Tap which one it is.", number=number), rule="cards.take", page=16
        )
    taking.took(tx, plan.lawful[0])


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
    tx.finish_task(SEEN, ABOUT, FOUND)


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
    """A card lies elsewhere than the companion says."""
    copy, where = _known(tx.state, word(args, "card")), word(args, "where")
    seat = _owner(tx.state, where, word(args, "seat"))
    _leave(tx)
    moving.put(tx, copy.key, where, seat)
    name, place = card_name(tx.state, copy), PLACE_NAMES[where]
    tx.note("card_set", T("{card}: {place}.", card=name, place=place), card=copy.key, place=where)


def enter_card(tx: Transaction, args: Args) -> None:
    """A card lies on the table of which the companion does not know, as when it joins a game under way. One
    that should stand in its deck and looks like it is that one."""
    number, where, kind = word(args, "number"), word(args, "where"), word(args, "kind")
    seat = _owner(tx.state, where, word(args, "seat"))
    copy = _meant(tx.state, number, word(args, "colour"), kind) or _new(tx, number, word(args, "colour"))
    if kind != "unknown" and not copy.kind:
        owner_facts.set_kind(tx, copy.key, kind)
    moving.put(tx, copy.key, where, seat)
    place = place_name(tx.state, tx.state.cards.copy(copy.key))
    tx.note("card_entered", T("{number}: {place}.", number=number, place=place), card=copy.key, place=where)


def card_found(tx: Transaction, args: Args) -> None:
    """A card lies on the table of which the companion does not know: where, is asked next."""
    require_idle(tx.state)
    tx.add_first(Task(kind=FOUND, card=word(args, "number")))


def card_there(tx: Transaction, args: Args) -> None:
    """Where it lies, and with it what it is where that place says so."""
    task, (where, _, what) = tx.finish_task(FOUND), word(args, "place").partition(":")
    if where not in PLACES or (where in OWNED) != (what in {hero.seat for hero in tx.state.party}):
        raise IllegalMove(T("There is no such place."))
    kind = {"board": what, "blocked": "purse"}.get(where, where)
    enter_card(
        tx,
        {
            "number": task.card,
            "colour": word(args, "colour"),
            "kind": kind if kind in KINDS else "unknown",
            "where": where,
            "seat": what if where in OWNED else "",
        },
    )


def card_moved(tx: Transaction, args: Args) -> None:
    """A card lies elsewhere than the companion says."""
    where, _, seat = word(args, "place").partition(":")
    if where not in PLACES or where == "shown":
        raise IllegalMove(T("There is no such place."))
    card_lies(tx, {"card": word(args, "card"), "where": where, "seat": seat})


def _tell(what: str) -> Callable[[Transaction, Args], None]:
    """One thing that stands on a card; the prompt of the card goes on."""

    def write(tx: Transaction, args: Args) -> None:
        key = _known(tx.state, word(args, "card")).key
        owner_facts.set_fact(tx, key, what, args["value"])
        tx.note("card_told", T("{number}: its front was entered.", number=key[:3]), card=key)

    return write


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
_AT = Words(name="place", label=T("Where it lies"), at_most_chars=16)


def _read(args: Args) -> Text:
    return T("Said what stands on {number}", number=word(args, "card")[:3])


_KIND = pick("kind", T("What it is"), {**KIND_NAMES, "unknown": T("Not known")})
_FRONT = (
    whole("weight", T("Weight"), owner_facts.HEAVIEST),
    Words(name="keywords", label=T("KEYWORDS"), at_most_chars=80),
    pick("lock", T("Lock sign"), TOLD),
    Words(name="sign", label=T("A pictograph on it, in your words")),
)
MOVES: Moves = {
    "card_shown": move(card_shown, lambda args: T("Showed {number}", number=word(args, "number")), _NUMBER),
    "take_number": move(take_number, lambda args: T("To take: {number}", number=word(args, "number")), _NUMBER),
    "card_called": move(card_called, lambda args: T("Called for: {number}", number=word(args, "number")), _NUMBER),
    "about_card": move(about_card, lambda args: T("Looked at {number}", number=word(args, "card")[:3]), KEY),
    "leave_card": move(leave_card, T("Put the card back as it was")),
    "card_to": move(
        card_to,
        lambda args: T("{number}: {place}", number=word(args, "card")[:3], place=ENDS[word(args, "to")]),
        KEY,
        pick("to", T("Where it goes"), ENDS),
    ),
    "card_unblock": move(card_unblock, lambda args: T("Unblocked {number}", number=word(args, "card")[:3]), KEY),
    "card_block": move(card_block, lambda args: T("Blocked {number}", number=word(args, "card")[:3]), KEY, PLAYER),
    "card_given": move(
        card_given,
        lambda args: T("Given: {number}", number=word(args, "card")[:3]),
        KEY,
        Words(name="to", label=T("To whom"), at_most_chars=8),
    ),
    "card_lies": move(
        card_lies, lambda args: T("Said where {number} lies", number=word(args, "card")[:3]), KEY, _PLACE, PLAYER
    ),
    "enter_card": move(
        enter_card,
        lambda args: T("Entered {number}", number=word(args, "number")),
        _NUMBER,
        pick("colour", T("Colour of its back"), COLOUR_NAMES),
        _KIND,
        _PLACE,
        PLAYER,
    ),
    "card_found": move(card_found, lambda args: T("Entered {number}", number=word(args, "number")), _NUMBER),
    "card_there": move(
        card_there, T("Said where a card lies"), pick("colour", T("Colour of its back"), COLOUR_NAMES), _AT
    ),
    "card_moved": move(card_moved, lambda args: T("Said where {number} lies", number=word(args, "card")[:3]), KEY, _AT),
    "card_weight": move(_tell("weight"), _read, KEY, whole("value", T("Weight"), owner_facts.HEAVIEST)),
    "card_lock": move(_tell("lock"), _read, KEY, pick("value", T("Lock sign"), TOLD)),
    "card_keywords": move(_tell("keywords"), _read, KEY, Words(name="value", label=T("KEYWORDS"), at_most_chars=80)),
    "card_sign": move(_tell("sign"), _read, KEY, Words(name="value", label=T("A pictograph on it"))),
    "tell_card": move(
        tell_card, lambda args: T("Said what stands on {number}", number=word(args, "card")[:3]), KEY, *_FRONT
    ),
    "spot_number": move(
        spot_number, lambda args: T("Spotted a hidden number: {number}", number=word(args, "number")), KEY, _NUMBER
    ),
}


# --- what is shown ----------------------------------------------------------------------------------------------------


def seen(state: State, task: Task) -> Prompt:
    """The cards of this number that are in play, and the one that may be taken."""
    copies = [copy for copy in looking.where(state, task.card) if copy.in_play]
    if len(copies) == 1:
        return about(state, Task(kind=ABOUT, card=copies[0].key))
    return Prompt(
        name="card.seen",
        do=T("Which {number} is it?", number=task.card),
        offers=(
            *(_which(state, copy) for copy in copies),
            tap("take_number", T("Take another one from the deck"), number=task.card),
            tap("leave_card", T("Nothing to do with it")),
        ),
        rule="cards.take",
    )


def _which(state: State, copy: Copy) -> Offer:
    return tap("about_card", full_name(state, copy), note=place_name(state, copy), card=copy.key)


def about(state: State, task: Task) -> Prompt:
    """What can be done with one card."""
    copy = looking.copy_of(state, task.card)
    return Prompt(
        name="card.about",
        do=T("{card}: what is to be done with it?", card=card_name(state, copy)),
        more=T("{card}. {place}.", card=full_name(state, copy), place=place_name(state, copy)),
        offers=(
            *_ways(state, copy),
            *_front(state, copy),
            *_another(copy),
            Offer(
                move=Move("card_moved", {"card": copy.key}),
                label=T("It lies elsewhere"),
                asks=(_places_ask(state),),
                under=_ELSE,
            ),
            tap("leave_card", T("Nothing to do with it"), under=_ELSE),
        ),
        seat=seat_of(copy.whose) if copy.whose else None,
        rule="cards.ways",
    )


def _another(copy: Copy) -> tuple[Offer, ...]:
    label = T("Take another one from the deck")
    return (tap("take_number", label, under=_ELSE, number=copy.number),) if copy.deck == ADVENTURE else ()


NUMBERLESS = ("purse", "blocked", "quest", "global")
_ELSE = T("Otherwise")
_EFFECT = T("An effect says so")
_ITSELF = T("The card itself")


def _ways(state: State, copy: Copy) -> tuple[Offer, ...]:
    free = copy.where in ("purse", "blocked") and not looking.locked(state, copy.key)
    note = T("A free choice, unless it has the lock sign") if free else None
    ways = [
        tap(
            "card_to",
            T("Discard"),
            note=note,
            under=None if free else _EFFECT,
            rule="cards.discard",
            card=copy.key,
            to="past",
        ),
        tap("card_to", ENDS["deck"], under=_EFFECT, rule="cards.return", card=copy.key, to="deck"),
        tap("card_to", ENDS["banished"], under=_EFFECT, rule="cards.banish", card=copy.key, to="banished"),
    ]
    if free:
        ways[1:1] = [_give(state, copy, hero.seat) for hero in _receivers(state, copy)]
    if copy.where == "purse":
        ways.append(tap("card_to", T("Block"), under=_EFFECT, rule="cards.block", card=copy.key, to="blocked"))
    ways += _block_under_another(state, copy)
    if copy.where == "blocked":
        ways.append(tap("card_unblock", T("Unblock"), under=_EFFECT, rule="cards.block", card=copy.key))
    return tuple(ways)


def _block_under_another(state: State, copy: Copy) -> list[Offer]:
    """“Underneath one player's Character card” (p. 6): that of another player, or of anybody for a common card."""
    others = tuple(hero for hero in state.party if hero.seat != copy.whose)
    if copy.where not in ("purse", "quest", "global") or not others:
        return []
    ask = which_hero(others, T("Under whose Character card"), usual=others[0].seat if len(others) == 1 else None)
    label = T("Block under another Character card") if copy.whose else T("Block")
    move = Move("card_block", {"card": copy.key})
    return [Offer(move=move, label=label, asks=(ask,), under=_EFFECT, rule="cards.block")]


def _receivers(state: State, copy: Copy) -> tuple[Hero, ...]:
    """Who could be given a player's card: others on the same Terrain card while no action is performed (p. 19)."""
    if len(state.tasks) > 1 or copy not in giving.giveable(state):
        return ()
    return tuple(state.hero(seat) for seat in giving.receivers(state, copy.whose))


def _give(state: State, copy: Copy, to: str) -> Offer:
    label = T("Give to {name}", name=state.hero(to).name)
    return tap("card_given", label, rule="purse.give", card=copy.key, to=to)


def _front(state: State, copy: Copy) -> tuple[Offer, ...]:
    """What stands on its front, and a number hidden there."""
    hidden = Offer(
        move=Move("spot_number", {"card": copy.key}),
        label=T("A hidden number on it"),
        asks=(card_number(T("The hidden number")),),
        under=_ITSELF,
        rule="cards.hidden",
    )
    title = Words(name="title", label=T("Its title"), at_most_chars=60, usual=looking.title_of(state, copy.key))
    named = Offer(move=Move("name_card", {"card": copy.key}), label=T("Its title"), asks=(title,), under=_ITSELF)
    found = (hidden, named, *_facts(state, copy)) if copy.kind == "purse" else (hidden, named)
    return (
        found if copy.deck != ADVENTURE or choosing.is_complete(state, copy.number) else (*found, _count(state, copy))
    )


def _count(state: State, copy: Copy) -> Offer:
    """How many cards of its number there are: then it is known when none is left."""
    seen = len(state.cards.numbered(copy.number))
    asks = (whole("copies", T("Cards of this number"), owner_facts.MOST_COPIES, seen, at_least=seen),)
    note = T("Then the companion knows when none is left")
    label = T("Count the cards of its number")
    return Offer(move=Move("count_copies", {"number": copy.number}), label=label, asks=asks, under=_ITSELF, note=note)


def _facts(state: State, copy: Copy) -> tuple[Offer, ...]:
    """Weight, keywords, lock sign and pictograph of a Purse card, each by itself."""
    keywords, sign = (str(looking.fact(state, copy.key, what) or "") for what in ("keywords", "sign"))
    asks: dict[str, tuple[Text, Ask]] = {
        "weight": (T("Its weight"), whole("value", T("Its weight"), owner_facts.HEAVIEST, likely=LIKELY_WEIGHT)),
        "lock": (T("The lock sign"), pick("value", T("Lock sign"), LOCK)),
        "keywords": (
            T("Its keywords"), Words(name="value", label=T("KEYWORDS"), at_most_chars=80, usual=keywords)
        ),
        "sign": (
            T("A pictograph on it"),
            Words(name="value", label=T("A pictograph on it, in your words"), usual=sign),
        ),
    }  # fmt: skip
    return tuple(
        Offer(move=Move(f"card_{what}", {"card": copy.key}), label=label, asks=(ask,), under=_ITSELF)
        for what, (label, ask) in asks.items()
    )


LIKELY_WEIGHT = 5
LOCK = {"yes": T("It has the lock sign"), "no": T("No lock sign")}


def _places(state: State) -> dict[str, Text]:
    """Every place where a card can lie; a player's with the player."""
    owned = {
        f"{where}:{hero.seat}": place_name(state, Copy(key="", number="", where=where, whose=hero.seat))
        for where in ("purse", "blocked")
        for hero in state.party
    }
    common = {place: PLACE_NAMES[place] for place in PLACES if place not in OWNED}
    return owned | common


def _places_ask(state: State) -> Pick:
    return pick("place", T("Where it lies"), _places(state))


def unnumbered_offers(state: State, under: Text) -> tuple[Offer, ...]:
    """Exploration cards that somebody has, that all have in common or that stay as events bear no number on their backs
    (p. 5)."""
    lying = {one.key for one in state.sketch.attached}
    cards = [
        copy
        for copy in state.cards
        if copy.deck != ADVENTURE and (copy.where in NUMBERLESS or copy.key in lying) and not copy.saved
    ]
    if not cards:
        return ()
    names = {one.key: T("{card}: {place}", card=card_name(state, one), place=place_name(state, one)) for one in cards}
    ask = pick("card", T("Card"), names, cards[0].key if len(cards) == 1 else None)
    label = T("A card without a number")
    return (Offer(move=Move("about_card"), label=label, asks=(ask,), under=under, rule="cards.ways"),)


def enter_offer(state: State, under: Text) -> Offer:
    """A card lies here of which the companion does not know."""
    ask = card_number(T("Its number"))
    return Offer(move=Move("card_found"), label=T("A card lies here already"), asks=(ask,), under=under)


def found_prompt(state: State, task: Task) -> Prompt:
    """Where it lies, which also says what it is, mostly; by the colour of its back."""
    places = {place: text for place, text in _places(state).items() if place not in ("deck", "board")}
    on_board = {
        "board:terrain": T("On the Board: Terrain"),
        "board:permanent": T("On the Board: Permanent event"),
    }
    rows = {GREEN: T("A green card lies:"), GOLD: T("A gold card lies:")}
    return Prompt(
        name=FOUND,
        do=T("{number}: where does it lie?", number=task.card),
        offers=(
            *(
                Offer(
                    move=Move("card_there", {"colour": colour}),
                    label=label,
                    asks=(pick("place", T("Where it lies"), on_board | places),),
                )
                for colour, label in rows.items()
            ),
            tap("leave_card", T("Nothing to do with it"), under=_ELSE),
        ),
    )


TASKS: Mapping[str, Callable[[State, Task], Prompt]] = {SEEN: seen, ABOUT: about, FOUND: found_prompt}
