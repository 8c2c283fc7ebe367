"""The last space of an Expedition stack (rulebook p. 35, 36): skip or explore, then continue or return; and the
stacks on the phones, and set by hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.api import (
    Args,
    Counter,
    IllegalMove,
    Move,
    N,
    Note,
    Offer,
    Panel,
    Prompt,
    T,
    Text,
    Token,
    TokenRow,
    Track,
    Value,
    Widget,
    Words,
)
from companion.games.frostpunk.cards import by_hand, carrying, effects, expeditions, owner_facts
from companion.games.frostpunk.cards.by_hand import MOST_CHARS, effects_ask
from companion.games.frostpunk.cards.card_text import CardOption, OwnCard
from companion.games.frostpunk.cards.expeditions import (
    ARRIVED,
    EXPLORING,
    FEWEST_SPACES,
    KIND,
    MOST_SPACES,
    MOST_STACKS,
    SPACES,
    add_card,
    known_cards,
    move,
    name,
    put,
    set_top,
    stacks,
)
from companion.games.frostpunk.cards.piles import Location, Stack
from companion.games.frostpunk.forms import Settable, typed
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import GameModule, action, number, pick, require_task, tap, whole, word

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
    tx.todo(T("Put a card of the {deck} deck on the stack, the Scout on its first space", deck=deck), "expedition")
    move(tx, index)


def explore(tx: Transaction) -> None:
    """Explore the location: the Scout stands aside, the top card alone is turned to its black side (p. 36)."""
    index = int(require_task(tx.state, ARRIVED).about)
    tx.finish_task()
    set_top(tx, index, black=True)
    put(tx, index, aside=True, left=0)
    where = name(tx.state, index)
    tx.note("location_explored", T("The Scout explores {stack}.", stack=where), stack=index + 1)
    tx.todo(T("Put the Scout beside {stack}, and turn the card to its black side", stack=where), "expedition")
    found = card_of(tx.state, index)
    if found is not None:
        carrying.queue(tx, found.at_once, str(where))
    tx.queue(EXPLORING, str(index))


def card_of(state: State, index: int) -> OwnCard | None:
    """What is known of the top card of a stack."""
    top = stacks(state)[index].cards[-1]
    return owner_facts.card(state, owner_facts.named(KIND, top.name)) if top.name else None


def ways(state: State, index: int) -> tuple[CardOption, ...]:
    """The options of the top card's black side that its text tells in full."""
    found = card_of(state, index)
    return tuple(way for way in found.ways if _complete(way)) if found is not None else ()


def _complete(way: CardOption) -> bool:
    return way.deck in (CONTINUE if way.how == "continue" else RETURN)


def may_choose(state: State, way: CardOption) -> bool:
    """Whether the condition of an option is met, as far as the companion knows."""
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
    if owner_facts.tidy(card_name):
        set_top(tx, index, name=owner_facts.tidy(card_name))
    card_name = stacks(tx.state)[index].cards[-1].name
    known = ways(tx.state, index)
    if card_name and effects and not any((one.how, one.deck, one.effects) == (how, deck, effects) for one in known):
        number = max((one.number for one in known), default=0) + 1
        owner_facts.write_line(
            tx, owner_facts.named(KIND, card_name), f"explore {number} {how} {deck.lower()}", effects
        )
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
    order = T("Put a card of the {deck} deck onto the black card, the Scout on its first space", deck=deck)
    tx.todo(order, "expedition")


def _come_home(tx: Transaction, index: int, deck: str, effects: str) -> None:
    """Return: the Scout goes to the supply, then come this option's effect and all that was promised; only then are
    the cards turned back or the stack put away (p. 36)."""
    stack, where = stacks(tx.state)[index], str(name(tx.state, index))
    promises = [(one.name or one.deck, one.promised) for one in stack.cards[:-1] if one.black]
    put(tx, index, scout="", at=0, aside=False, left=0)
    tx.tell("scout_returned", T("The Scout is back in the supply."), stack=index + 1, kind=stack.scout)
    tx.todo(T("Take the Scout back into the supply"), "expedition")
    by_hand.carry(tx, effects, where, as_far_as_possible=True)
    for about, promised in promises:
        by_hand.carry(tx, promised, about, as_far_as_possible=True)
    if not tx.state.ended:
        tx.queue(RESTACK, str(index), of=deck)


def settle(tx: Transaction) -> bool:
    """Renew the stack of an Expedition that came home, once nothing of its effects is left to do; whether that was
    done."""
    task = tx.at_head(RESTACK)
    if task is None:
        return False
    tx.drop_task()
    _restack(tx, int(task.about), task.of)
    return True


def _restack(tx: Transaction, index: int, deck: str) -> None:
    if deck == "A":
        put(tx, index, cards=(Location(deck="A"),))
        text = T("The stack leaves the game: a new card of the A deck begins another one, white side up.")
        order = T("Put the stack into the box; a card of the A deck begins a new one, white side up")
    else:
        cards = stacks(tx.state)[index].cards
        put(tx, index, cards=(*(_turned_back(one) for one in cards), Location(deck=deck)))
        text = T(
            "Turn the cards of the stack back to their white side, the first space of each in sight, and put a card of "
            "the {deck} deck on top, white side up.",
            deck=deck,
        )
        order = T(
            "Turn the cards of the stack to their white side, and put a card of the {deck} deck on top", deck=deck
        )
    tx.tell("stack_renewed", text, stack=index + 1, deck=deck)
    tx.todo(order, "expedition")


def _turned_back(location: Location) -> Location:
    return replace(location, black=False, promised="")


FEW = 4  # so many known cards are offered as taps of their own
MET = T("A card you have met before")
WAYS = {
    "continue_b": T("Continue, B under the arrow"),
    "continue_c": T("Continue, C under the arrow"),
    "return_a": T("Return, New A under the arrow"),
    "return_b": T("Return, B under the arrow"),
    "return_c": T("Return, C under the arrow"),
}


def spaces_told(tx: Transaction, args: Args) -> None:
    """The spaces of the top card were counted; the Scout moves on."""
    index = int(require_task(tx.state, SPACES).about)
    tx.finish_task()
    expeditions.told_spaces(tx, index, word(args, "name"), number(args, "spaces"))
    expeditions.move(tx, index)


def card_named(tx: Transaction, args: Args) -> None:
    """The top card is one that is known from earlier evenings; the Scout moves on."""
    index = int(require_task(tx.state, SPACES).about)
    name = word(args, "name")
    if name not in known_cards(tx.state):
        raise IllegalMove(T("No Expedition card of that name is known."), rule="expeditions", page=35)
    tx.finish_task()
    expeditions.set_top(tx, index, name=name)
    expeditions.move(tx, index)


def skip_location(tx: Transaction, args: Args) -> None:
    """The location is skipped."""
    skip(tx)


def explore_location(tx: Transaction, args: Args) -> None:
    """The location is explored."""
    explore(tx)


def take_way(tx: Transaction, args: Args) -> None:
    """An option that the card's text tells."""
    choose(tx, number(args, "number"))


def way_told(tx: Transaction, args: Args) -> None:
    """An option read off the card."""
    how, deck = word(args, "way").split("_")
    told(tx, word(args, "name"), how, deck.upper(), word(args, "effects"))


# --- what is asked ----------------------------------------------------------------------------------------------------


def _spaces(state: State) -> Prompt:
    index = int(state.tasks[0].about)
    top = stacks(state)[index].cards[-1]
    name = Words(
        name="name", label=T("Its name, to know it again"), at_most_chars=owner_facts.NAME_CHARS, usual=top.name
    )
    offers = [Offer(move=Move("expedition_spaces"), label=T("Say how many"), asks=(name, _SPACES))]
    known = () if top.name else known_cards(state)
    if len(known) <= FEW:
        met = [Offer(move=Move("expedition_card", {"name": one}), label=Text(one), under=MET) for one in known]
        offers = [*met, *offers]
    else:
        names = pick("name", T("Card"), {one: Text(one) for one in known})
        offers.insert(0, Offer(move=Move("expedition_card"), label=MET, asks=(names,)))
    return Prompt(
        name="expedition.spaces",
        do=T("Count the spaces of the top card of {stack}.", stack=expeditions.name(state, index)),
        more=T("All its circles, from the first, at the bottom, to the last, at the top. You are asked only once."),
        rule="expeditions",
        offers=tuple(offers),
    )


def _arrived(state: State) -> Prompt:
    index = int(state.tasks[0].about)
    stack = stacks(state)[index]
    offers = [tap("explore_location", T("Explore"), rule="expeditions.explore")]
    if can_skip(state, index):
        deck = NEXT[stack.cards[-1].deck]
        offers.append(
            tap("skip_location", T("Skip, with a card of the {deck} deck", deck=deck), rule="expeditions.skip")
        )
    do = T("The Scout of {stack} is on the last space. Skip the location, or explore it.", stack=_name(state, index))
    must = T("The Scout of {stack} is on the last space. Explore the location.", stack=_name(state, index))
    left = T("Spaces left to move: {left}. They are used only if you skip.", left=stack.left)
    aside = T("To explore it, put the Scout beside the top card and turn only that card to its black side.")
    return Prompt(
        name="expedition.arrived",
        do=do if len(offers) > 1 else must,
        more=left if stack.left and len(offers) > 1 else aside,
        rule="expeditions",
        offers=tuple(offers),
    )


def _name(state: State, index: int) -> Text:
    return expeditions.name(state, index)


def _exploring(state: State) -> Prompt:
    index = int(state.tasks[0].about)
    top = stacks(state)[index].cards[-1]
    name = Words(
        name="name", label=T("Card’s name, to know it again"), at_most_chars=owner_facts.NAME_CHARS, usual=top.name
    )
    asks = (name, effects_ask("effects", T("What the option gives")))
    known = [_known(state, way) for way in ways(state, index)]
    told = [
        Offer(move=Move("way_told", {"way": way}), label=label, asks=asks, under=T("Read it off the card"))
        for way, label in WAYS.items()
    ]
    return Prompt(
        name="expedition.explore",
        do=T("Choose an option of {stack}: continue, or return.", stack=_name(state, index)),
        more=T(
            "Continue: the card stays black, and what it gives comes when the Scout returns. Return: the Scout goes to "
            "the supply, and you get this option and all that was promised on the way."
        ),
        rule="expeditions.explore",
        offers=(*(offer for offer in known if offer), *told),
    )


def _known(state: State, way: CardOption) -> Offer | None:
    if not may_choose(state, way):
        return None
    go_on = T("Continue, {deck} under the arrow", deck=way.deck)
    home = T("Return, New A under the arrow") if way.deck == "A" else T("Return, {deck} under the arrow", deck=way.deck)
    label = Text(way.label) if way.label else (go_on if way.how == "continue" else home)
    return Offer(
        move=Move("take_way", {"number": way.number}),
        label=label,
        note=by_hand.said(way.effects) if way.effects else None,
    )


_SPACES = whole("spaces", T("Spaces on the card"), MOST_SPACES, at_least=FEWEST_SPACES)
_NAME = Words(name="name", label=T("Card’s name"), at_most_chars=owner_facts.NAME_CHARS)


# --- Expeditions ------------------------------------------------------------------------------------------------------


def panel(state: State) -> Panel:
    """The Expedition stacks with their Scouts."""
    widgets: list[Widget] = []
    for index, stack in enumerate(expeditions.stacks(state)):
        widgets += _stack_widgets(state, index, stack)
    most = expeditions.most_active(state)
    active = Counter(label=T("Active Expeditions"), count=expeditions.active(state), of=most or None, icon="expedition")
    beacon = Note(text=T("Without the Beacon no Scout can be deployed."), rule="action.scouts")
    return Panel(
        name="expeditions",
        title=T("Expeditions"),
        widgets=(active, *(() if most else (beacon,)), *widgets),
        icon="expedition",
    )


def _stack_widgets(state: State, index: int, stack: Stack) -> list[Widget]:
    cards = tuple(
        Token(
            label=Text(card.name) if card.name else T("card {deck}", deck=card.deck),
            lit=not card.black,
            icon="expedition",
        )
        for card in stack.cards
    )
    name = T("Expedition {number}", number=index + 1)
    widgets: list[Widget] = [TokenRow(label=name, tokens=cards)]
    if stack.scout:
        widgets.append(_scout(state, index, stack))
    for card in stack.cards:
        if card.black and card.promised:
            text = T("Promised for the return: {words}", words=by_hand.said(card.promised))
            widgets.append(Note(text=text, rule="expeditions.explore"))
    return widgets


def _scout(state: State, index: int, stack: Stack) -> Widget:
    if stack.aside:
        return Note(text=T("The Scout stands beside the top card and explores it."), rule="expeditions.explore")
    spaces = expeditions.spaces_of(state, stack.cards[-1])
    first = expeditions.first_space(stack)
    left = expeditions.spaces_left(state, index)
    unknown = T("How many spaces the top card has is asked when it matters.")
    note = unknown if left is None else N("{n} space to the last one.", "{n} spaces to the last one.", left)
    return Track(
        label=T("Scout"),
        at=stack.at,
        first=first,
        last=max(spaces, stack.at, first + 1),
        value=f"expedition{index + 1}_at",
        icon="expedition",
        note=note,
    )


MOST_STACKED = 12
SCOUTS = {
    "none": T("None"),
    "workers": T("A worker"),
    "engineers": T("An engineer"),
    "child_worker": T("The Child Worker"),
    "child_engineer": T("The Child Engineer"),
}


# --- Expeditions ------------------------------------------------------------------------------------------------------


_STACKS = whole("expeditions", T("Expedition stacks"), MOST_STACKS, at_least=1)


def settables(state: State) -> Iterator[Settable]:
    """How many stacks there are; the Scout and the cards of each."""
    yield Settable(_STACKS, len(stacks(state)), _put_stacks)
    for index in range(len(stacks(state))):
        yield from _stack(state, index)


def _put_stacks(tx: Transaction, value: Value) -> None:
    """A scenario may add stacks; those without a Scout can be taken off again, the last one first."""
    row = list(stacks(tx.state))
    while len(row) > int(value):
        if row[-1].scout:
            raise IllegalMove(T("A Scout is on the last Expedition stack."), rule="expeditions", page=35)
        row.pop()
    row += [Stack(cards=(Location(deck="A"),))] * (int(value) - len(row))
    tx.set(stacks=tuple(row))


def _stack(state: State, index: int) -> Iterator[Settable]:
    stack, number = stacks(state)[index], index + 1
    scout = pick(f"expedition{number}_scout", T("Expedition {number}: Scout", number=number), SCOUTS)
    yield Settable(scout, stack.scout or "none", _put_scout(index))
    if stack.scout:
        first = expeditions.first_space(stack)
        last = max(expeditions.spaces_of(state, stack.cards[-1]) or MOST_SPACES, stack.at)
        label = T("Expedition {number}: the Scout's space on the top card", number=number)
        ask = whole(f"expedition{number}_at", label, last, at_least=min(first, stack.at))
        yield Settable(ask, stack.at, _put_at(index))
    spaces = expeditions.spaces_of(state, stack.cards[-1])
    label = T("Expedition {number}: spaces of the top card", number=number)
    yield Settable(whole(f"expedition{number}_spaces", label, MOST_SPACES), spaces, _put_spaces(index))
    cards = " ".join(f"{card.deck}{'-' if card.black else ''}" for card in stack.cards)
    label = T("Expedition {number}: its cards from the bottom, - behind a black one", number=number)
    yield Settable(typed(f"expedition{number}_cards", label, cards), cards, _put_cards(index))


def _put_scout(index: int) -> Callable[[Transaction, Value], None]:
    def put(tx: Transaction, value: Value) -> None:
        scout = "" if value == "none" else str(value)
        before = stacks(tx.state)[index]
        at = 0 if not scout else before.at if before.scout else expeditions.first_space(before)
        expeditions.put(tx, index, scout=scout, at=at, aside=before.aside and bool(scout))
        if not scout:
            _drop_tasks(tx, index)

    return put


def _put_at(index: int) -> Callable[[Transaction, Value], None]:
    def put(tx: Transaction, value: Value) -> None:
        expeditions.put(tx, index, at=int(value), aside=False, left=0)
        _drop_tasks(tx, index)

    return put


def _put_spaces(index: int) -> Callable[[Transaction, Value], None]:
    return lambda tx, value: expeditions.told_spaces(tx, index, "", int(value))


def _put_cards(index: int) -> Callable[[Transaction, Value], None]:
    def put(tx: Transaction, value: Value) -> None:
        entries = str(value).upper().split()
        if not 1 <= len(entries) <= MOST_STACKED or any(not re.fullmatch("[ABCS]-?", one) for one in entries):
            text = T("Write the letters of the cards, such as A B, or A- B when the first one lies black side up.")
            raise IllegalMove(text, rule="expeditions", page=35)
        before = stacks(tx.state)[index]
        expeditions.put(tx, index, cards=tuple(_card(before, n, one) for n, one in enumerate(entries)), aside=False)
        stack = stacks(tx.state)[index]
        if stack.scout:
            expeditions.put(tx, index, at=max(stack.at, expeditions.first_space(stack)))
        _drop_tasks(tx, index)

    return put


def _card(before: Stack, place: int, entry: str) -> Location:
    """A card of a stack as it was written; one that lay there already keeps what is known of it."""
    deck, black = entry[0], entry.endswith("-")
    if place < len(before.cards) and before.cards[place].deck == deck:
        old = before.cards[place]
        return replace(old, black=black, promised=old.promised if black else "")
    return Location(deck=deck, black=black)


def _drop_tasks(tx: Transaction, index: int) -> None:
    """What was to be decided for this Scout is settled by hand."""
    kinds = (SPACES, ARRIVED, EXPLORING)
    tx.set(tasks=tuple(task for task in tx.state.tasks if not (task.kind in kinds and task.about == str(index))))


MODULE: GameModule[State, Transaction] = GameModule(
    name="expeditions",
    moves={
        "expedition_spaces": action(
            spaces_told, lambda args: T("Expedition card, spaces: {spaces}", spaces=args["spaces"]), _NAME, _SPACES
        ),
        "expedition_card": action(card_named, lambda args: T("Expedition card {name}", name=word(args, "name")), _NAME),
        "skip_location": action(skip_location, T("Location skipped")),
        "explore_location": action(explore_location, T("Location explored")),
        "take_way": action(take_way, T("Option of the Expedition chosen"), whole("number", T("Option"), 9, at_least=1)),
        "way_told": action(
            way_told,
            lambda args: WAYS[word(args, "way")],
            pick("way", T("Option"), WAYS),
            _NAME,
            Words(name="effects", label=T("What it gives"), at_most_chars=MOST_CHARS),
        ),
    },
    tasks={
        SPACES: _spaces,
        ARRIVED: _arrived,
        EXPLORING: _exploring,
    },
    settle=settle,
    panels=lambda state: (panel(state),),
    settables=settables,
)
