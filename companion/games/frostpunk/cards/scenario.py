"""Scenario cards (rulebook p. 19, 33): those face up in the display, and what their Trigger tokens set off."""

from __future__ import annotations

from companion.api.text import T, Text
from companion.games.frostpunk.cards import by_hand, carrying, lines, owner_facts
from companion.games.frostpunk.state import ROUNDS, State
from companion.games.frostpunk.transaction import Transaction

TOKENS = 7  # p. 5
PATTERN = r"(I|II|III|IV|V|VI|VII|VIII|IX|X)/[0-9]{2}"


def triggered(state: State) -> tuple[str, ...]:
    """The face-up cards that a Trigger token of this round belongs to, as far as their texts tell.

    A card that names its rounds answers only those; one that names none answers every token.
    """
    cards = [(code, owner_facts.card(state, code)) for code in state.scenario_cards]
    telling = [(code, card) for code, card in cards if card is not None and (card.trigger or card.triggers)]
    return tuple(code for code, card in telling if not card.triggers or state.round in card.triggers)


def effect(state: State, code: str) -> str:
    """What a card does when its token is reached; empty where nobody has said."""
    found = owner_facts.card(state, code)
    return found.trigger if found is not None else ""


def all_known(state: State) -> bool:
    """Whether the effects of this round's token can be carried out by the companion."""
    cards = triggered(state)
    return bool(cards) and all(by_hand.understood(effect(state, code)) for code in cards)


def trigger(tx: Transaction) -> None:
    """The Round marker reaches a Trigger token: it is taken off, the Scenario cards are followed (p. 19)."""
    take_off(tx)
    for code in triggered(tx.state):
        if effect(tx.state, code):
            title = str(owner_facts.title(tx.state, code))
            by_hand.carry(tx, effect(tx.state, code), title, as_far_as_possible=True)


def take_off(tx: Transaction) -> None:
    """This round's Trigger token leaves the Round track."""
    here = tx.state.round
    tx.set(triggers=tuple(space for space in tx.state.triggers if space != here))
    tx.note("trigger_reached", T("The Scenario Trigger token was taken off."), round=here)


def told(tx: Transaction, code: str, words: str) -> None:
    """What a card's token does was read off the card: kept, and carried out."""
    effects = by_hand.as_effects(words)
    if effects:
        lines.write(tx, code, "trigger", effects)
    take_off(tx)
    by_hand.carry(tx, effects, str(owner_facts.title(tx.state, code)), as_far_as_possible=True)


def reveal(tx: Transaction, code: str, rounds: tuple[int, ...]) -> None:
    """A Scenario card is turned up into the display: Trigger tokens go onto its rounds, what happens at once is done.

    Rounds that are over get no token.
    """
    if code in tx.state.scenario_cards:
        return
    known = owner_facts.card(tx.state, code)
    rounds = rounds or (known.triggers if known is not None else ())
    _learn_rounds(tx, code, rounds)
    ahead = tuple(space for space in rounds if tx.state.round < space <= ROUNDS)
    triggers = tuple(sorted({*tx.state.triggers, *ahead}))
    tx.set(scenario_cards=(*tx.state.scenario_cards, code), triggers=triggers)
    tx.tell("scenario_card", _revealed(tx.state, code, ahead), code=code)
    if known is not None:
        carrying.queue(tx, known.at_once, code)


def _revealed(state: State, code: str, ahead: tuple[int, ...]) -> Text:
    card = owner_facts.title(state, code)
    if not ahead:
        return T("{card} lies in the Scenario display.", card=card)
    spaces = ", ".join(str(space) for space in ahead)
    return T("{card} lies in the Scenario display. Trigger tokens go onto {spaces}.", card=card, spaces=spaces)


def _learn_rounds(tx: Transaction, code: str, rounds: tuple[int, ...]) -> None:
    known = owner_facts.card(tx.state, code)
    if rounds and (known is None or known.triggers != tuple(sorted(rounds))):
        lines.write(tx, code, "triggers", ", ".join(str(space) for space in sorted(rounds)))


def turn_down(tx: Transaction, code: str) -> None:
    """A Scenario card leaves the display."""
    tx.set(scenario_cards=tuple(one for one in tx.state.scenario_cards if one != code))
    text = T("{card} left the Scenario display.", card=owner_facts.title(tx.state, code))
    tx.note("scenario_card_left", text, code=code)


def set_triggers(tx: Transaction, spaces: tuple[int, ...]) -> None:
    """Set by hand where Trigger tokens lie."""
    tx.set(triggers=tuple(sorted({space for space in spaces if 1 <= space <= ROUNDS})))
