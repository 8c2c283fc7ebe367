"""What is shown of a number that nothing waits for: where its cards are, and what can be done with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import Ask, Move, Offer, Pick, Prompt, Whole, Words
from companion.api.text import T, Text
from companion.games.citadel.action import giving
from companion.games.citadel.cards import choosing, looking, owner_facts
from companion.games.citadel.cards.cards import ADVENTURE, GREEN, KINDS, PLACES, Copy
from companion.games.citadel.cards.lookup import ABOUT, SEEN, TOLD
from companion.games.citadel.cards.taking_moves import ENDS
from companion.games.citadel.cards.words import COLOUR_NAMES, KIND_NAMES, PLACE_NAMES, card_name, full_name, place_name
from companion.games.citadel.forms import card_number, which_hero
from companion.games.citadel.state import Hero, State, Task
from companion.toolkit.forms import pick, seat_of, tap, whole


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
                move=Move("card_lies", {"card": copy.key}),
                label=T("It lies elsewhere"),
                asks=_where(state),
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
    title = Words(name="title", label=T("Its title"), at_most_chars=60, usual=looking.title(state, copy.key))
    named = Offer(move=Move("name_card", {"card": copy.key}), label=T("Its title"), asks=(title,), under=_ITSELF)
    told = Offer(
        move=Move("tell_card", {"card": copy.key}),
        label=T("What stands on it"),
        asks=front_asks(state, copy.key),
        under=_ITSELF,
    )
    found = (hidden, named, told) if copy.kind == "purse" else (hidden, named)
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


def front_asks(state: State, key: str) -> tuple[Whole | Words | Pick, ...]:
    """Weight, keywords, lock sign and pictograph of a card, as far as known filled in."""
    said = {what: looking.fact(state, key, what) for what in ("keywords", "sign")}
    return (
        whole("weight", T("Weight"), owner_facts.HEAVIEST, looking.weight_of(state, key) or 0),
        Words(name="keywords", label=T("KEYWORDS"), at_most_chars=80, usual=str(said["keywords"] or "")),
        pick("lock", T("Lock sign"), TOLD, "yes" if looking.locked(state, key) else "no"),
        Words(name="sign", label=T("A pictograph on it, in your words"), usual=str(said["sign"] or "")),
    )


def _where(state: State) -> tuple[Pick, ...]:
    """Any place, and the player for a place that is a player's."""
    places = pick("where", T("Where it lies"), {place: PLACE_NAMES[place] for place in PLACES if place != "shown"})
    owners = {hero.seat: T("{name}", name=hero.name) for hero in state.party}
    return (places, pick("seat", T("Whose it is, in a Purse or blocked"), owners, next(iter(owners))))


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
    """A card lies here of which the ledger does not know."""
    kinds = {**{kind: KIND_NAMES[kind] for kind in KINDS}, "unknown": T("Not known")}
    asks: tuple[Ask, ...] = (
        card_number(T("Its number")),
        pick("colour", T("Colour of its back"), COLOUR_NAMES, GREEN),
        pick("kind", T("What it is"), kinds, "unknown"),
        *_where(state),
    )
    return Offer(move=Move("enter_card"), label=T("A card lies here already"), asks=asks, under=under)


TASKS: Mapping[str, Callable[[State, Task], Prompt]] = {SEEN: seen, ABOUT: about}
