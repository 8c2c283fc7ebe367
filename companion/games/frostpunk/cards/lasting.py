"""What Laws, Technologies and displayed cards change for good (rulebook p. 37, 38), by the `lasts` lines of their
texts:

children act                       children act sawmill           children act gather
ruins shelter                      shelters hold 3                care house holds children 2
heated sawmill                     heated snow                    heated gathering
hunters hut gives food 1           gathering takes 3
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.api import Args, Move, Offer, Prompt, T, Text, Words
from companion.games.frostpunk.cards import blocks, by_hand, effects, owner_facts
from companion.games.frostpunk.cards.by_hand import MOST_CHARS
from companion.games.frostpunk.cards.card_text import OwnCard
from companion.games.frostpunk.state import State
from companion.games.frostpunk.supply import MOST
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import GameModule, action, once, require_task, tap, until_changed, word

TASK = "card_lasts"  # what a card changes for good is not known yet
TECHNOLOGY = "technology"


@until_changed
def in_force(state: State) -> tuple[str, ...]:
    """The modifiers in force: of passed Laws, developed Technologies and the cards in both displays."""
    found = (owner_facts.card(state, card) for card in (*_laws_and_technologies(state), *state.scenario_cards))
    always = [words for one in found if one is not None for words in one.lasts]
    events = [owner_facts.card(state, card) for card in state.display]
    shown = [words for one in events if one is not None for words in (*one.lasts, *_chosen(one))]
    return tuple(dict.fromkeys((*always, *shown)))


def _laws_and_technologies(state: State) -> tuple[str, ...]:
    return (*state.laws.passed, *_developed(state))


def _developed(state: State) -> tuple[str, ...]:
    return tuple(owner_facts.named(TECHNOLOGY, one.name) for one in state.technologies if one.token == "active")


def _chosen(card: OwnCard) -> Iterator[str]:
    """What lasts by the option that put a card into the display, where only one option does that."""
    options = [option for option in card.options if option.place == "display"]
    if len(options) == 1 and options[0].effects:
        yield from effects.lasting(options[0].effects)


def unknown(state: State) -> tuple[str, ...]:
    """Passed Laws and developed Technologies of which nobody has said what they change for good."""
    return tuple(card for card in _laws_and_technologies(state) if not owner_facts.has_line(state, card, "lasts"))


def ask(tx: Transaction, card: str) -> None:
    """Have it read off the card, once and for all evenings; `card` is a Law's code or a Technology's fact."""
    if not owner_facts.has_line(tx.state, card, "lasts") and not tx.state.ended:
        tx.queue(TASK, card)


def title(state: State, card: str) -> Text:
    """A Law or a Technology as people call it."""
    start = owner_facts.named(TECHNOLOGY, "")
    return Text(card.removeprefix(start)) if card.startswith(start) else owner_facts.title(state, card)


def told(tx: Transaction, words: str) -> None:
    """What the card at the head of the list changes was read; empty where the companion counts none of it."""
    task = require_task(tx.state, TASK)
    tx.finish_task()
    owner_facts.write_line(tx, task.about, "lasts", words or by_hand.NOTHING)


def unknown_laws(state: State) -> tuple[str, ...]:
    """Passed Laws of which nobody has said what they change for good."""
    return tuple(code for code in unknown(state) if code in state.laws.passed)


@once
def lasting(state: State) -> tuple[str, ...]:
    """The modifiers in force, small letters, with spaces between words."""
    return tuple(" ".join(words.casefold().replace("_", " ").split()) for words in in_force(state))


def spelt(name: str) -> str:
    """A kind of Building or an action as it stands in a modifier: "hunters hut"."""
    return name.replace("_", " ")


def children_act(state: State, action: str, *, named: bool = False) -> bool:
    """Whether plain Children may be used for an action or a kind of Building (p. 23); `named`: it has to be named."""
    words = lasting(state)
    return f"children act {spelt(action)}" in words or ("children act" in words and not named)


def children_act_somewhere(state: State) -> bool:
    """Whether plain Children may be used for anything."""
    return any(words.startswith("children act") for words in lasting(state))


def extra(state: State, kind: str) -> Iterator[tuple[str, int]]:
    """What the action of a kind of Building gives on top: a Law or a Technology says so (p. 34)."""
    for words in lasting(state):
        found = re.fullmatch(rf"{re.escape(spelt(kind))} gives ([a-z ]+?) (\d+)", words)
        if found and found[1].replace(" ", "_") in MOST:
            yield found[1].replace(" ", "_"), int(found[2])


def number_of(state: State, what: str, usual: int) -> int:
    """A number that a modifier changes, such as `shelters hold 3` or `gathering takes 3`."""
    found = (re.fullmatch(rf"{what} (\d+)", words) for words in lasting(state))
    return next((int(one[1]) for one in found if one), usual)


def holds(state: State, kind: str) -> Iterator[tuple[str, int | None]]:
    """Whom a kind of Building shelters besides, and how many: `care house holds children 2`."""
    for words in lasting(state):
        found = re.fullmatch(rf"{re.escape(spelt(kind))} holds(?: (workers|engineers|children))?(?: (\d+))?", words)
        if found:
            yield found[1] or "", int(found[2]) if found[2] else None


# The words are those of this file and city/heat.py.


def card_lasts(tx: Transaction, args: Args) -> None:
    """What the card changes for good was read; nothing, where the companion counts none of it."""
    told(tx, word(args, "lasts"))


def _lasts(state: State) -> Prompt:
    card = title(state, state.tasks[0].about)
    words = Words(name="lasts", label=T("What it changes"), at_most_chars=MOST_CHARS, blocks=blocks.LASTING)
    return Prompt(
        name="card.lasts",
        do=T("What does the card change for good?"),
        more=T(
            "{card}: enter what belongs to actions, heat and shelters, and the companion minds it from now on. The "
            "rest is for you to keep in mind. You are asked once.",
            card=card,
        ),
        rule="laws" if state.tasks[0].about in state.laws.passed else "technologies",
        offers=(
            tap("card_lasts", T("Nothing of that kind"), "usual", lasts=""),
            Offer(move=Move("card_lasts"), label=T("Enter it"), asks=(words,)),
        ),
    )


def lasting_note(state: State, card: str) -> Text | None:
    """What a card changes for good, else its words; None where neither was told."""
    found = owner_facts.card(state, card)
    if found is None or not (found.lasts or found.text):
        return None
    return Text("; ".join(found.lasts) or found.text)


MODULE: GameModule[State, Transaction] = GameModule(
    name="lasting",
    moves={
        "card_lasts": action(
            card_lasts,
            T("What a card changes for good"),
            Words(name="lasts", label=T("What it changes"), at_most_chars=MOST_CHARS),
        ),
    },
    tasks={
        TASK: _lasts,
    },
)
