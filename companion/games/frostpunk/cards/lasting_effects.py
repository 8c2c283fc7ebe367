"""What Laws, Technologies and displayed cards change for good (p. 37, 38), by the `lasts` lines of their texts."""

from __future__ import annotations

from collections.abc import Iterator

from companion.api.text import Text
from companion.games.frostpunk.cards import by_hand, lines, owner_facts
from companion.games.frostpunk.cards.own_card import OwnCard
from companion.games.frostpunk.remembered import once
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.transaction import require_task

TASK = "card_lasts"  # what a card changes for good is not known yet
TECHNOLOGY = "technology"


@once
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
    from companion.games.frostpunk.cards import effects  # the effects call the cards' modules in their turn

    options = [option for option in card.options if option.place == "display"]
    if len(options) == 1 and options[0].effects:
        yield from effects.lasting(options[0].effects)


def unknown(state: State) -> tuple[str, ...]:
    """Passed Laws and developed Technologies of which nobody has said what they change for good."""
    return tuple(card for card in _laws_and_technologies(state) if not lines.has(state, card, "lasts"))


def ask(tx: Transaction, card: str) -> None:
    """Have it read off the card, once and for all evenings; `card` is a Law's code or a Technology's fact."""
    if not lines.has(tx.state, card, "lasts") and not tx.state.ended:
        tx.queue(TASK, card)


def title(state: State, card: str) -> Text:
    """A Law or a Technology as people call it."""
    start = owner_facts.named(TECHNOLOGY, "")
    return Text(card.removeprefix(start)) if card.startswith(start) else owner_facts.title(state, card)


def told(tx: Transaction, words: str) -> None:
    """What the card at the head of the list changes was read; empty where the companion counts none of it."""
    task = require_task(tx.state, TASK)
    tx.finish_task()
    lines.write(tx, task.about, "lasts", words or by_hand.NOTHING)
