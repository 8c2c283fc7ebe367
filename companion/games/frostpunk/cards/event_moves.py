"""The moves of Event cards and the Dusk deck (rulebook p. 19, 27, 28, 33, 34)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import Args, Code, IllegalMove, MoveKind, Prompt, Words
from companion.api.text import T
from companion.games.frostpunk.cards import (
    carrying,
    dusk,
    dusk_effects,
    dusk_effects_prompts,
    event_adjusting,
    event_prompts,
    event_task_prompts,
    events,
    owner_facts,
)
from companion.games.frostpunk.moves import move, number, says, word
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit.forms import pick, whole
from companion.toolkit.transaction import require_running, require_task

CARD_STEPS = ("morning.card", "morning.resolve", "dusk.card", "dusk.resolve")
LAW_CODE = 3  # letters of a Law's code: "L05"
CARD = Words(name="card", label=T("Card"), at_most_chars=60)
WHERE = pick("where", T("Where it goes"), dict(event_prompts.PLACE_LABELS))
EVENT_CODE = Code(
    name="code",
    label=T("Card"),
    kind="card_id",
    pattern=event_adjusting.IN_DISPLAY,
    suits=T("an Event card, such as D012"),
)
SIDES = {"leave": T("The deck stays as it is"), "shuffle": T("The discard pile is shuffled in")}


def reveal_morning(tx: Transaction, args: Args) -> None:
    """A Morning card was revealed."""
    require_step(tx.state, "morning.card")
    events.reveal(tx, word(args, "code"))


def reveal_dusk(tx: Transaction, args: Args) -> None:
    """A Dusk card was revealed; a Consequence may be told by its Law's code alone."""
    require_step(tx.state, "dusk.card")
    code = word(args, "code")
    if code.startswith("L") and len(code) == LAW_CODE:
        events.reveal_consequence(tx, code)
    else:
        events.reveal(tx, code)


def which_consequence(tx: Transaction, args: Args) -> None:
    """Which of a Law's two Consequences was revealed."""
    task = require_task(tx.state, events.CONSEQUENCE)
    card = word(args, "card")
    if card not in (f"{task.about}/1", f"{task.about}/2"):
        raise IllegalMove(T("That is no Consequence of this Law."), rule="laws.consequence", page=37)
    tx.finish_task()
    events.reveal(tx, card)


def place_card(tx: Transaction, args: Args) -> None:
    """What the card says was done, and it went where it says."""
    require_step(tx.state, *CARD_STEPS)
    events.place(tx, word(args, "where"))


def choose_option(tx: Transaction, args: Args) -> None:
    """An option of a card was chosen."""
    require_step(tx.state, "morning.resolve", "dusk.resolve")
    events.choose(tx, number(args, "number"), word(args, "where"))


def card_text(tx: Transaction, args: Args) -> None:
    """What a card says was entered; the card being resolved is then carried out."""
    require_running(tx.state)
    card, text = word(args, "card"), word(args, "text")
    if not owner_facts.fits(card):
        raise IllegalMove(T("No card is kept under that name."), rule="cards.own")
    owner_facts.check(text)
    before = tx.state
    tx.learn(owner_facts.key(card), text)
    tx.note("card_told", T("What “{name}” says was entered.", name=owner_facts.title(tx.state, card)), card=card)
    events.words_told(tx, before)


def dispute_added(tx: Transaction, args: Args) -> None:
    """The next Social Dispute was shuffled together with the Dusk deck and its discard pile."""
    _add_dispute(tx, dusk.DISPUTE)


def next_dispute_read(tx: Transaction, args: Args) -> None:
    """The same, and its code was told when it was read."""
    code, pile = word(args, "code"), tx.state.dusk
    known = dusk.origin(tx.state, code)
    if code in (*pile.deck, *pile.discard, *tx.state.display) or known not in ("", "dispute"):
        raise IllegalMove(T("Card {code} is no Social Dispute.", code=code), rule="dusk.dispute", page=28)
    _add_dispute(tx, code)


def _add_dispute(tx: Transaction, code: str) -> None:
    require_step(tx.state, "dusk.dispute")
    if not dusk.disputes_left(tx.state):
        raise IllegalMove(T("No Social Dispute card is left to add."), rule="dusk.dispute", page=28)
    dusk.next_dispute(tx, code)
    tx.go_on()


def no_dispute(tx: Transaction, args: Args) -> None:
    """What happens with the discard pile when no Social Dispute is left."""
    require_step(tx.state, "dusk.dispute")
    events.settle_no_dispute(tx, word(args, "how"))


def no_dusk_card(tx: Transaction, args: Args) -> None:
    """The Dusk deck is empty: nothing is revealed."""
    require_step(tx.state, "dusk.card")
    tx.set(step="dusk.resolve")
    tx.tell("no_dusk_card", T("The Dusk deck is empty: no card was revealed."))
    tx.go_on()


def dusk_deck_renewed(tx: Transaction, args: Args) -> None:
    """The discard pile was shuffled into a new Dusk deck, which the rulebook leaves open."""
    require_step(tx.state, "dusk.card")
    dusk.shuffle_discard(tx)


def which_card(tx: Transaction, args: Args) -> None:
    """Which of the unread cards of the Dusk deck a card was."""
    task = require_task(tx.state, events.WHICH)
    tx.finish_task()
    dusk.told_entry(tx, task.about, word(args, "entry"))


def dusk_effect(tx: Transaction, args: Args) -> None:
    """A card's Dusk Phase effect is done."""
    require_step(tx.state, dusk_effects.STEP)
    dusk_effects.do(tx, word(args, "card"))


def dusk_effects_all(tx: Transaction, args: Args) -> None:
    """All Dusk Phase effects that the companion knows are done."""
    require_step(tx.state, dusk_effects.STEP)
    dusk_effects.do_all(tx)


def no_dusk_effects(tx: Transaction, args: Args) -> None:
    """No other card has a Dusk Phase effect."""
    require_step(tx.state, dusk_effects.STEP)
    dusk_effects.none_has(tx)


def take_from_display(tx: Transaction, args: Args) -> None:
    """A card leaves the Event display and the game (p. 34)."""
    require_running(tx.state)
    events.remove_from_display(tx, word(args, "code"))


def add_dusk_card(tx: Transaction, args: Args) -> None:
    """A card of the box was shuffled into the Dusk deck, unread (p. 34)."""
    require_running(tx.state)
    events.add_to_dusk(tx, word(args, "code"))


MOVES: Mapping[str, MoveKind[State]] = {
    "reveal_morning": move(
        reveal_morning, lambda args: T("Card {code} revealed", code=args["code"]), event_prompts.MORNING_CODE
    ),
    "reveal_dusk": move(
        reveal_dusk, lambda args: T("Card {code} revealed", code=args["code"]), event_prompts.DUSK_CODE
    ),
    "which_consequence": move(which_consequence, says(T("Consequence told")), CARD),
    "place_card": move(
        place_card, lambda args: T("Card placed: {where}", where=event_prompts.PLACE_LABELS[word(args, "where")]), WHERE
    ),
    "choose_option": move(
        choose_option,
        lambda args: T("Option {number} chosen", number=args["number"]),
        whole("number", T("Option"), 3, at_least=1),
        WHERE,
    ),
    "card_text": move(card_text, lambda args: T("Words of {card} entered", card=args["card"]), CARD, owner_facts.ask()),
    "dispute_added": move(dispute_added, says(T("Next Social Dispute shuffled in"))),
    "next_dispute_read": move(
        next_dispute_read,
        lambda args: T("Next Social Dispute {code} shuffled in", code=args["code"]),
        event_prompts.ADDED_CODE,
    ),
    "no_dispute": move(
        no_dispute,
        lambda args: T("No Social Dispute left: {how}", how=SIDES[word(args, "how")]),
        pick("how", T("What happens"), SIDES),
    ),
    "no_dusk_card": move(no_dusk_card, says(T("No Dusk card: the deck is empty"))),
    "dusk_deck_renewed": move(dusk_deck_renewed, says(T("Discard pile shuffled into a new Dusk deck"))),
    "which_card": move(
        which_card,
        says(T("Card of the Dusk deck told")),
        pick("entry", T("Which card"), {**{law: T("{law}", law=law) for law in dusk.LAWS}, "other": T("Another one")}),
    ),
    "condition": move(
        carrying.judged,
        says(T("A card’s condition judged")),
        pick("holds", T("Does it hold?"), {"yes": T("Yes"), "no": T("No")}),
    ),
    "dusk_effect": move(
        dusk_effect,
        lambda args: T("Dusk Phase effect of {card} done", card=owner_facts.called(word(args, "card"))),
        CARD,
    ),
    "dusk_effects_all": move(dusk_effects_all, says(T("Dusk Phase effects done"))),
    "no_dusk_effects": move(no_dusk_effects, says(T("No other Dusk Phase effect"))),
    "take_from_display": move(
        take_from_display,
        lambda args: T("Out of the Event display: {card}", card=owner_facts.called(word(args, "code"))),
        EVENT_CODE,
    ),
    "add_dusk_card": move(
        add_dusk_card, lambda args: T("Card {code} into the Dusk deck", code=args["code"]), event_prompts.ADDED_CODE
    ),
}
STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {
    **dusk_effects_prompts.STEP_PROMPTS,
    **event_prompts.STEP_PROMPTS,
}
TASK_PROMPTS = event_task_prompts.TASK_PROMPTS
FAMILIES = (owner_facts.family(), dusk.origins(), dusk_effects.family())
