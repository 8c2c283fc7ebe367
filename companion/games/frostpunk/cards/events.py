"""Event cards (rulebook p. 19, 27, 28, 33, 34): revealed, resolved, placed; the Event display."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.api import IllegalMove, Prompt, T, Text
from companion.games.frostpunk.cards import carrying, dusk, effects, owner_facts
from companion.games.frostpunk.cards.card_text import Line, Option, OwnCard
from companion.games.frostpunk.cards.dusk import clear_card
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import tap

UNNAMED = "?"  # a card in the display whose code nobody told: "?1", "?2"
WHICH = "which_card"  # a task: which of the unread cards of the Dusk deck a card was
PLACE = "card_place"  # a task: the card being resolved goes to `of` once everything it does is done
CONSEQUENCE = "which_consequence"  # a task: which of a Law's two Consequences was revealed


def in_dusk(state: State) -> bool:
    """Whether the card being resolved is a Dusk card."""
    return state.step.startswith("dusk.")


def resolving(state: State) -> str:
    """The step in which the card being revealed is resolved."""
    return "dusk.resolve" if in_dusk(state) else "morning.resolve"


def known(state: State) -> OwnCard | None:
    """The card being resolved, where its words are known."""
    return owner_facts.whole(state, state.card) if state.card else None


# --- revealing and resolving ------------------------------------------------------------------------------------------


def reveal(tx: Transaction, code: str) -> None:
    """A card was revealed; where its words are known, what happens at once is done now."""
    tx.set(card=code, display=tuple(one for one in tx.state.display if one != code))
    name = owner_facts.title(tx.state, code)
    tx.tell("card_revealed", T("“{name}” was revealed.", name=name), code=code)
    if in_dusk(tx.state):
        dusk.reveal(tx, code)
    tx.go_on()
    found = known(tx.state)
    if found is not None:
        begin(tx, found)


def words_told(tx: Transaction, before: State) -> None:
    """A card's words were told: if it is the one being resolved, it is carried out now."""
    found = known(tx.state)
    if found is not None and known(before) is None and before.step == resolving(before):
        begin(tx, found)


def consequences(state: State, law: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A Law's two Consequences, which bear its code both: those whose words are told, and the others."""
    both = (f"{law}/1", f"{law}/2")
    return tuple(one for one in both if owner_facts.text_of(state, one)), tuple(
        one for one in both if not owner_facts.text_of(state, one)
    )


def reveal_consequence(tx: Transaction, law: str) -> None:
    """A Consequence was revealed by its Law's code: the one known to lie in the deck, else it is asked which it is."""
    told, free = consequences(tx.state, law)
    seen = [one for one in (*told, *free) if one in tx.state.dusk.deck]
    if seen or not told:
        reveal(tx, (*seen, *free)[0])
    else:
        tx.queue(CONSEQUENCE, law)


def begin(tx: Transaction, found: OwnCard) -> None:
    """Do what a card says happens at once; one without options then goes where it says."""
    tx.set(step=resolving(tx.state), onward=False)
    carrying.queue(tx, found.at_once, tx.state.card)
    where = place_of(tx.state, found, found.place)
    if not found.options and where in places(tx.state):
        tx.queue(PLACE, tx.state.card, of=where)


def place_of(state: State, found: OwnCard, told: str) -> str:
    """Where a card goes: as told, else a Social Dispute out of the game and a Dusk card without an icon onto the
    discard pile (p. 28); empty where a Morning card does not say."""
    if is_dispute(state):
        return told if told == "display" else "dispute"
    if told or not in_dusk(state):
        return told
    return "" if found.red else "discard"


def is_dispute(state: State) -> bool:
    """Whether the card being resolved is known to be a Social Dispute."""
    if not in_dusk(state):
        return False
    return any(dusk.is_dispute(state, card) for card in (state.dusk.shown, state.card) if card)


def open_to(state: State, option: Option) -> bool | None:
    """Whether an option's condition holds and what it spends is there (p. 16, 19); None where the players judge."""
    return effects.requirement(state, _words(option))


def why_not(state: State, option: Option) -> Text | None:
    """Why an option cannot be chosen, None where it can."""
    if effects.requirement(state, _words(option)) is not False:
        return None
    try:
        effects.carry_out(
            Transaction(state), _words(option)
        )  # tried in a transaction of its own: it says what is missing
    except IllegalMove as refused:
        return refused.text
    return T("It cannot be done now.")


def _words(option: Option) -> str:
    return "; ".join(part for part in (option.needs, option.effects) if part)


def choose(tx: Transaction, number: int, where: str) -> None:
    """An option of the card was chosen: its effects happen, and the card goes where the option says."""
    found = known(tx.state)
    option = None if found is None else found.option(number)
    if option is None:
        raise IllegalMove(T("This card has no such option."), rule="events.options", page=19)
    why = why_not(tx.state, option)
    if why is not None:
        raise IllegalMove(why, rule="events.options", page=19)
    _refuse_place(tx.state, where)
    tx.tell("option_chosen", _chosen(tx.state, option), code=tx.state.card, option=number)
    carrying.queue(tx, (Line(effects=option.effects),), tx.state.card)
    tx.queue(PLACE, tx.state.card, of=where)


def _chosen(state: State, option: Option) -> Text:
    """What was chosen, as the voice says it and the evening's story lists it."""
    title = owner_facts.title(state, state.card)
    if str(title) == state.card:  # nobody says a code aloud
        title = T("The card")
    if not option.label:
        return T("{card}: option {number} was chosen.", card=title, number=option.number)
    return T("{card}: option {number}, {label}.", card=title, number=option.number, label=option.label)


# --- where it goes ----------------------------------------------------------------------------------------------------


def places(state: State) -> tuple[str, ...]:
    """Where the card being resolved may go: a Morning card has no discard pile (p. 19), and a card with the red icon is
    never discarded (p. 28)."""
    if not in_dusk(state):
        return ("out", "display")
    if is_dispute(state):
        return ("dispute", "display")
    red = bool(state.card) and dusk.never_discarded(state, state.card)
    dispute = ("dispute",) if dusk.may_be_dispute(state, state.card) else ()
    return (*(() if red else ("discard",)), "out", "display", *dispute)


def place(tx: Transaction, where: str) -> None:
    """The card goes `out`, into the `display`, onto the `discard` pile, or out as the Social Dispute (`dispute`)."""
    state = tx.state
    _refuse_place(state, where)
    dispute = where == "dispute" or is_dispute(state)
    if in_dusk(state):
        _leave_deck(tx, where, dispute=dispute)
    _PLACED[where](tx, state.card)
    tx.set(card="", dusk=replace(tx.state.dusk, shown=""), step=resolving(state))
    if dispute:
        _seek_next_dispute(tx)
    else:
        tx.go_on()


def _refuse_place(state: State, where: str) -> None:
    if where in places(state):
        return
    if where == "discard" and in_dusk(state):
        raise IllegalMove(T("This card shows the red icon: it is never discarded."), rule="dusk.place", page=28)
    if where == "discard":
        raise IllegalMove(T("Morning cards have no discard pile."), rule="events.place", page=19)
    raise IllegalMove(T("This card cannot go there."), rule="dusk.place", page=28)


def settle(tx: Transaction) -> bool:
    """See to what cards have left to be done at the head of the list, where nobody has to choose; whether it was."""
    task = tx.at_head(PLACE)
    if task is None:
        return False
    tx.drop_task()
    place(tx, task.of)
    return True


def _leave_deck(tx: Transaction, where: str, *, dispute: bool) -> None:
    """The card leaves the Dusk deck, once it is seen what kind of card it was."""
    code = tx.state.card
    if not code:
        dusk.leave_unnamed(tx, "dispute" if dispute else where)
        return
    if dispute and not dusk.is_dispute(tx.state, code):
        tx.learn(dusk.origin_fact(code), "dispute")
    if len(dusk.settle_entry(tx, code, dispute=dispute)) > 1:
        tx.queue(WHICH, code)


def _the_card(state: State, code: str) -> Text:
    """A card in an order: by its name, where it has one that was told."""
    known = bool(code) and not code.startswith(UNNAMED) and str(owner_facts.title(state, code)) != code
    return T("“{name}”", name=owner_facts.title(state, code)) if known else T("The card")


def _out(tx: Transaction, code: str) -> None:
    """Out of the game: what lies on it goes back (p. 19)."""
    tx.tell("card_removed", T("The card left the game."), code=code)
    tx.todo(T("{card}: into the box", card=_the_card(tx.state, code)), "event")
    clear_card(tx, code)


def _dispute_out(tx: Transaction, code: str) -> None:
    tx.tell("card_removed", T("The Social Dispute card left the game."), code=code)
    tx.todo(T("{card}: into the box", card=_the_card(tx.state, code)), "event")
    clear_card(tx, code)


def _display(tx: Transaction, code: str) -> None:
    """Into the Event display; a card that nobody named is counted there all the same."""
    code = code or _next_unnamed(tx.state)
    others = tuple(one for one in tx.state.display if one != code)
    tx.set(display=(*others, code))
    tx.tell("card_displayed", T("The card lies in the Event display."), code=code)
    tx.todo(T("{card}: into the Event display", card=_the_card(tx.state, code)), "event")


def _next_unnamed(state: State) -> str:
    taken = {*state.display}
    return next(name for n in range(1, len(taken) + 2) if (name := f"{UNNAMED}{n}") not in taken)


def _discard(tx: Transaction, code: str) -> None:
    """Onto the Dusk discard pile."""
    if code:
        dusk.discard(tx, code)
    tx.tell("card_discarded", T("The card lies on the Dusk discard pile."), code=code)
    tx.todo(T("{card}: onto the Dusk discard pile", card=_the_card(tx.state, code)), "dusk")


_PLACED: Mapping[str, Callable[[Transaction, str], None]] = {
    "out": _out,
    "display": _display,
    "discard": _discard,
    "dispute": _dispute_out,
}


# --- the next Social Dispute ------------------------------------------------------------------------------------------


def _seek_next_dispute(tx: Transaction) -> None:
    """After a Social Dispute the next one comes in; without one left, the house rule decides, once it is made."""
    rule = tx.state.houses.get(dusk.NO_DISPUTE)
    tx.set(step="dusk.dispute")
    if dusk.disputes_left(tx.state) or (rule is None and tx.state.dusk.discard):
        return
    if rule == "shuffle":
        dusk.shuffle_discard(tx)
    tx.tell("no_dispute_left", T("No Social Dispute is left: none is added to the Dusk deck."))
    tx.go_on()


def settle_no_dispute(tx: Transaction, rule: str) -> None:
    """The leader decided what happens with the discard pile when no Social Dispute is left; it holds from now on."""
    tx.set(houses={**tx.state.houses, dusk.NO_DISPUTE: rule})
    _seek_next_dispute(tx)


def which(state: State) -> Prompt:
    """Which of the unread cards of the Dusk deck it was."""
    code = state.tasks[0].about
    laws = [one.removeprefix(dusk.UNREAD) for one in dusk.may_be(state, code) if one != dusk.DISPUTE]
    offers = (
        tap("which_card", T("A Consequence of {law}", law=owner_facts.title(state, law)), entry=law) for law in laws
    )
    return Prompt(
        name="dusk.which",
        do=T("Which unread card of the Dusk deck was it?"),
        more=T(
            "“{name}” was shown; its identification code says so. It is asked once for each card.",
            name=owner_facts.title(state, code),
        ),
        rule="dusk.card",
        offers=(*offers, tap("which_card", T("None of these"), entry="other")),
    )


def consequence(state: State) -> Prompt:
    """Which of the two Consequences of a Law was revealed; they bear the same code."""
    law = state.tasks[0].about
    told, free = consequences(state, law)
    offers = [tap("which_consequence", owner_facts.title(state, one), card=one) for one in told]
    offers += [tap("which_consequence", T("Another one"), card=one) for one in free[:1]]
    return Prompt(
        name="dusk.consequence",
        do=T("Which Consequence of {law} is it?", law=owner_facts.title(state, law))
        if owner_facts.is_named(state, law)
        else T("Which of the Law’s two Consequences is it?"),
        rule="laws.consequence",
        offers=tuple(offers),
    )
