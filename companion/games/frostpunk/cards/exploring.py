"""The last space of an Expedition stack (rulebook p. 35, 36): skip or explore, then continue or return."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import IllegalMove
from companion.api.text import T
from companion.games.frostpunk.cards import by_hand, carrying, lines, owner_facts
from companion.games.frostpunk.cards.expeditions import (
    ARRIVED,
    EXPLORING,
    KIND,
    add_card,
    move,
    name,
    put,
    set_top,
    stacks,
)
from companion.games.frostpunk.cards.own_card import OwnCard, Way
from companion.games.frostpunk.cards.piles import Location
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.transaction import require_task

NEXT = {"A": "B", "B": "C"}  # p. 35: C and Scenario Expedition cards cannot be skipped
CONTINUE = ("B", "C")  # p. 36: the decks that a Continue option may name
RETURN = ("A", "B", "C")  # "New A", B or C
RESTACK = "expedition_restack"  # the stack `about` is renewed with a card of the deck `of`


def arrived(state: State) -> int:
    """The stack that the task at the head is about."""
    return int(state.tasks[0].about)


def can_skip(state: State, index: int) -> bool:
    """Whether the location of the top card may be skipped: only on an A or B card (p. 35)."""
    return stacks(state)[index].cards[-1].deck in NEXT


def skip(tx: Transaction) -> None:
    """Skip the location: a card of the next deck lies on top, the Scout on its first space; what is left is moved."""
    index = int(require_task(tx.state, ARRIVED).about)
    if not can_skip(tx.state, index):
        text = T("Only a location on an A or B card can be skipped.")
        raise IllegalMove(text, rule="expeditions.skip", page=35)
    tx.finish_task()
    deck = NEXT[stacks(tx.state)[index].cards[-1].deck]
    add_card(tx, index, deck)
    put(tx, index, at=1)
    text = T("A card of the {deck} deck lies on the stack, the Scout on its first space.", deck=deck)
    tx.tell("location_skipped", text, stack=index + 1, deck=deck)
    move(tx, index)


def explore(tx: Transaction) -> None:
    """Explore the location: the Scout stands aside, the top card alone is turned to its black side (p. 36)."""
    index = int(require_task(tx.state, ARRIVED).about)
    tx.finish_task()
    set_top(tx, index, black=True)
    put(tx, index, aside=True, left=0)
    where = name(tx.state, index)
    tx.note("location_explored", T("The Scout explores {stack}.", stack=where), stack=index + 1)
    found = card_of(tx.state, index)
    if found is not None:
        carrying.queue(tx, found.at_once, str(where))
    tx.queue(EXPLORING, str(index))


def card_of(state: State, index: int) -> OwnCard | None:
    """What is known of the top card of a stack."""
    top = stacks(state)[index].cards[-1]
    return owner_facts.card(state, owner_facts.named(KIND, top.name)) if top.name else None


def ways(state: State, index: int) -> tuple[Way, ...]:
    """The options of the top card's black side that its text tells in full."""
    found = card_of(state, index)
    return tuple(way for way in found.ways if _complete(way)) if found is not None else ()


def _complete(way: Way) -> bool:
    return way.deck in (CONTINUE if way.how == "continue" else RETURN)


def may_choose(state: State, way: Way) -> bool:
    """Whether the condition of an option is met, as far as the books can tell."""
    from companion.games.frostpunk.cards import effects  # the effects call the cards' modules in their turn

    return not way.needs or effects.requirement(state, way.needs) is not False


def choose(tx: Transaction, number: int) -> None:
    """An option of the black side is chosen that the card's text tells."""
    index = int(require_task(tx.state, EXPLORING).about)
    way = next((one for one in ways(tx.state, index) if one.number == number), None)
    if way is None:
        raise IllegalMove(T("That card has no such option."), rule="expeditions.explore", page=36)
    if not may_choose(tx.state, way):
        raise IllegalMove(T("The condition of that option is not met."), rule="expeditions.explore", page=36)
    take(tx, way.how, way.deck, way.effects)


def told(tx: Transaction, card_name: str, how: str, deck: str, words: str) -> None:
    """An option was read off the card and chosen; with the card's name it is kept for later evenings."""
    index = int(require_task(tx.state, EXPLORING).about)
    effects = by_hand.as_effects(words)
    if lines.tidy(card_name):
        set_top(tx, index, name=lines.tidy(card_name))
    card_name = stacks(tx.state)[index].cards[-1].name
    known = ways(tx.state, index)
    if card_name and effects and not any((one.how, one.deck, one.effects) == (how, deck, effects) for one in known):
        number = max((one.number for one in known), default=0) + 1
        lines.write(tx, owner_facts.named(KIND, card_name), f"explore {number} {how} {deck.lower()}", effects)
    take(tx, how, deck, effects)


def take(tx: Transaction, how: str, deck: str, effects: str) -> None:
    """Continue or return, with the letter under the option's arrow and what the option gives (p. 36)."""
    index = int(require_task(tx.state, EXPLORING).about)
    if deck not in (CONTINUE if how == "continue" else RETURN):
        text = T("An option to continue shows B or C, one to return shows New A, B or C.")
        raise IllegalMove(text, rule="expeditions.explore", page=36)
    tx.finish_task()
    if how == "continue":
        _go_on(tx, index, deck, effects)
    else:
        _come_home(tx, index, deck, effects)


def _go_on(tx: Transaction, index: int, deck: str, effects: str) -> None:
    """Continue: the card stays black and its effect is promised; a new card on top, the Scout on its first space."""
    set_top(tx, index, black=True, promised=effects)
    add_card(tx, index, deck)
    put(tx, index, at=1, aside=False, left=0)
    text = T(
        "The card stays black side up, a card of the {deck} deck lies on it, and the Scout stands on its first space. "
        "What the option shows comes when the Scout returns.",
        deck=deck,
    )
    tx.tell("expedition_continued", text, stack=index + 1, deck=deck, promised=effects)


def _come_home(tx: Transaction, index: int, deck: str, effects: str) -> None:
    """Return: the Scout goes to the supply, then come this option's effect and all that was promised; only then are
    the cards turned back or the stack put away (p. 36)."""
    stack, where = stacks(tx.state)[index], str(name(tx.state, index))
    promises = [(one.name or one.deck, one.promised) for one in stack.cards[:-1] if one.black]
    put(tx, index, scout="", at=0, aside=False, left=0)
    tx.tell("scout_returned", T("The Scout is back in the supply."), stack=index + 1, kind=stack.scout)
    by_hand.carry(tx, effects, where, as_far_as_possible=True)
    for about, promised in promises:
        by_hand.carry(tx, promised, about, as_far_as_possible=True)
    if not tx.state.ended:
        tx.queue(RESTACK, str(index), of=deck)


def settle(tx: Transaction) -> bool:
    """Renew the stack of an Expedition that came home, once nothing of its effects is left to do; whether that was
    done."""
    task = tx.state.tasks[0]
    if task.kind != RESTACK:
        return False
    tx.drop_task()
    _restack(tx, int(task.about), task.of)
    return True


def _restack(tx: Transaction, index: int, deck: str) -> None:
    if deck == "A":
        put(tx, index, cards=(Location(deck="A"),))
        text = T("The stack leaves the game: a new card of the A deck begins another one, white side up.")
    else:
        cards = stacks(tx.state)[index].cards
        put(tx, index, cards=(*(_turned_back(one) for one in cards), Location(deck=deck)))
        text = T(
            "Turn the cards of the stack back to their white side, the first space of each in sight, and put a card of "
            "the {deck} deck on top, white side up.",
            deck=deck,
        )
    tx.tell("stack_renewed", text, stack=index + 1, deck=deck)


def _turned_back(location: Location) -> Location:
    return replace(location, black=False, promised="")
