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
    own,
)
from companion.games.frostpunk.ledger import Ledger, finish_task, require_running, require_step, require_task
from companion.games.frostpunk.moves import move, number, says, word
from companion.games.frostpunk.state import State
from companion.toolkit.forms import pick, whole

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


def reveal_morning(ledger: Ledger, args: Args) -> None:
    """A Morning card was revealed."""
    require_step(ledger.state, "morning.card")
    events.reveal(ledger, word(args, "code"))


def reveal_dusk(ledger: Ledger, args: Args) -> None:
    """A Dusk card was revealed; a Consequence may be told by its Law's code alone."""
    require_step(ledger.state, "dusk.card")
    code = word(args, "code")
    if code.startswith("L") and len(code) == LAW_CODE:
        events.reveal_consequence(ledger, code)
    else:
        events.reveal(ledger, code)


def which_consequence(ledger: Ledger, args: Args) -> None:
    """Which of a Law's two Consequences was revealed."""
    task = require_task(ledger.state, events.CONSEQUENCE)
    card = word(args, "card")
    if card not in (f"{task.about}/1", f"{task.about}/2"):
        raise IllegalMove(T("That is no Consequence of this Law."), rule="laws.consequence", page=37)
    finish_task(ledger)
    events.reveal(ledger, card)


def place_card(ledger: Ledger, args: Args) -> None:
    """What the card says was done, and it went where it says."""
    require_step(ledger.state, *CARD_STEPS)
    events.place(ledger, word(args, "where"))


def choose_option(ledger: Ledger, args: Args) -> None:
    """An option of a card was chosen."""
    require_step(ledger.state, "morning.resolve", "dusk.resolve")
    events.choose(ledger, number(args, "number"), word(args, "where"))


def card_text(ledger: Ledger, args: Args) -> None:
    """What a card says was entered; the card being resolved is then carried out."""
    require_running(ledger.state)
    card, text = word(args, "card"), word(args, "text")
    if not own.fits(card):
        raise IllegalMove(T("No card is kept under that name."), rule="cards.own")
    own.check(text)
    before = ledger.state
    ledger.learn(own.key(card), text)
    ledger.note("card_told", T("What “{name}” says was entered.", name=own.title(ledger.state, card)), card=card)
    events.words_told(ledger, before)


def dispute_added(ledger: Ledger, args: Args) -> None:
    """The next Social Dispute was shuffled together with the Dusk deck and its discard pile."""
    _add_dispute(ledger, dusk.DISPUTE)


def next_dispute_read(ledger: Ledger, args: Args) -> None:
    """The same, and its code was told when it was read."""
    code, pile = word(args, "code"), ledger.state.dusk
    known = dusk.origin(ledger.state, code)
    if code in (*pile.deck, *pile.discard, *ledger.state.display) or known not in ("", "dispute"):
        raise IllegalMove(T("Card {code} is no Social Dispute.", code=code), rule="dusk.dispute", page=28)
    _add_dispute(ledger, code)


def _add_dispute(ledger: Ledger, code: str) -> None:
    require_step(ledger.state, "dusk.dispute")
    if not dusk.disputes_left(ledger.state):
        raise IllegalMove(T("No Social Dispute card is left to add."), rule="dusk.dispute", page=28)
    dusk.next_dispute(ledger, code)
    ledger.go_on()


def no_dispute(ledger: Ledger, args: Args) -> None:
    """What happens with the discard pile when no Social Dispute is left."""
    require_step(ledger.state, "dusk.dispute")
    events.settle_no_dispute(ledger, word(args, "how"))


def no_dusk_card(ledger: Ledger, args: Args) -> None:
    """The Dusk deck is empty: nothing is revealed."""
    require_step(ledger.state, "dusk.card")
    ledger.set(step="dusk.resolve")
    ledger.tell("no_dusk_card", T("The Dusk deck is empty: no card was revealed."))
    ledger.go_on()


def dusk_deck_renewed(ledger: Ledger, args: Args) -> None:
    """The discard pile was shuffled into a new Dusk deck, which the rulebook leaves open."""
    require_step(ledger.state, "dusk.card")
    dusk.shuffle_discard(ledger)


def which_card(ledger: Ledger, args: Args) -> None:
    """Which of the unread cards of the Dusk deck a card was."""
    task = require_task(ledger.state, events.WHICH)
    finish_task(ledger)
    dusk.told_entry(ledger, task.about, word(args, "entry"))


def dusk_effect(ledger: Ledger, args: Args) -> None:
    """A card's Dusk Phase effect is done."""
    require_step(ledger.state, dusk_effects.STEP)
    dusk_effects.do(ledger, word(args, "card"))


def dusk_effects_all(ledger: Ledger, args: Args) -> None:
    """All Dusk Phase effects that the companion knows are done."""
    require_step(ledger.state, dusk_effects.STEP)
    dusk_effects.do_all(ledger)


def no_dusk_effects(ledger: Ledger, args: Args) -> None:
    """No other card has a Dusk Phase effect."""
    require_step(ledger.state, dusk_effects.STEP)
    dusk_effects.none_has(ledger)


def take_from_display(ledger: Ledger, args: Args) -> None:
    """A card leaves the Event display and the game (p. 34)."""
    require_running(ledger.state)
    events.remove_from_display(ledger, word(args, "code"))


def add_dusk_card(ledger: Ledger, args: Args) -> None:
    """A card of the box was shuffled into the Dusk deck, unread (p. 34)."""
    require_running(ledger.state)
    events.add_to_dusk(ledger, word(args, "code"))


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
    "card_text": move(card_text, lambda args: T("Words of {card} entered", card=args["card"]), CARD, own.ask()),
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
        dusk_effect, lambda args: T("Dusk Phase effect of {card} done", card=own.called(word(args, "card"))), CARD
    ),
    "dusk_effects_all": move(dusk_effects_all, says(T("Dusk Phase effects done"))),
    "no_dusk_effects": move(no_dusk_effects, says(T("No other Dusk Phase effect"))),
    "take_from_display": move(
        take_from_display,
        lambda args: T("Out of the Event display: {card}", card=own.called(word(args, "code"))),
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
FAMILIES = (own.family(), dusk.origins(), dusk_effects.family())
