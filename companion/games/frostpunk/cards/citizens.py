"""Citizen cards (rulebook p. 30, 32, 33): hands, the deck and its discard pile, the effect of a death."""

from __future__ import annotations

from companion.api.game import IllegalMove
from companion.api.text import N, T, Text, verbatim
from companion.games.frostpunk.cards import by_hand, owner_facts
from companion.games.frostpunk.state import KIND_NAMES, State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.transaction import require_task

CARDS = 30  # p. 5
KIND = "citizen"
TASK = "death"


def hand(state: State, seat: int) -> int | None:
    """How many cards a seat holds, None while the hands are not known."""
    return state.hands[seat] if seat < len(state.hands) else None


def deck(state: State) -> int | None:
    """How many cards are left in the deck, None while the hands are not known."""
    if not state.hands:
        return None
    return max(0, CARDS - sum(state.hands) - len(state.played) - state.citizen_discard)


def set_hand(tx: Transaction, seat: int, count: int) -> None:
    """A seat holds so many cards."""
    if seat < len(tx.state.hands):
        row = list(tx.state.hands)
        row[seat] = max(0, count)
        tx.set(hands=tuple(row))


# --- cards move -------------------------------------------------------------------------------------------------------


def draw(tx: Transaction, seat: int, count: int) -> None:
    """A player draws cards into the hand; an empty deck is made anew from the discard pile (p. 33)."""
    for _ in range(count):
        _refill(tx)
        set_hand(tx, seat, (hand(tx.state, seat) or 0) + 1)
    drawn = N("{name}: draw {n} Citizen card.", "{name}: draw {n} Citizen cards.", count, name=_who(tx.state, seat))
    tx.tell("citizens_drawn", drawn, seat=seat, count=count)


def _refill(tx: Transaction) -> None:
    if deck(tx.state) == 0 and tx.state.citizen_discard:
        tx.set(citizen_discard=0)
        text = T("The Citizen deck is empty: shuffle its discard pile into a new deck.")
        tx.tell("citizen_deck_renewed", text, cards=deck(tx.state) or 0)


def discard(tx: Transaction, seat: int) -> None:
    """A player discards a card; refused where the hand is known to be empty."""
    held = hand(tx.state, seat)
    if held == 0:
        text = T("{name} holds no Citizen card.", name=_who(tx.state, seat))
        raise IllegalMove(text, rule="citizens", page=32)
    set_hand(tx, seat, (held or 0) - 1)
    tx.set(citizen_discard=tx.state.citizen_discard + 1)
    text = T("{name} discards a Citizen card.", name=_who(tx.state, seat))
    tx.note("citizen_discarded", text, seat=seat, left=hand(tx.state, seat) or 0)


def can_play(state: State, seat: int) -> bool:
    """Whether a seat may play a card for its main ability: one each round (p. 33)."""
    return seat not in state.played and hand(state, seat) != 0


def play(tx: Transaction, seat: int) -> None:
    """A player plays a card for its main ability; it lies in front of them to the end of the round (p. 32, 33)."""
    who = _who(tx.state, seat)
    if seat in tx.state.played:
        text = T("{name} has played a Citizen card for its ability this round: one each is the most.", name=who)
        raise IllegalMove(text, rule="citizens.ability", page=33)
    held = hand(tx.state, seat)
    if held == 0:
        raise IllegalMove(T("{name} holds no Citizen card.", name=who), rule="citizens", page=32)
    set_hand(tx, seat, (held or 0) - 1)
    tx.set(played=(*tx.state.played, seat))
    tx.note("citizen_played", T("{name} played a Citizen card.", name=who), seat=seat)


def round_over(tx: Transaction) -> None:
    """The cards played for their abilities go onto the discard pile (p. 33)."""
    count = len(tx.state.played)
    if count:
        tx.set(played=(), citizen_discard=tx.state.citizen_discard + count)
        text = N(
            "Put the Citizen card that was played onto the Citizen discard pile.",
            "Put the {n} Citizen cards that were played onto the Citizen discard pile.",
            count,
        )
        tx.tell("citizens_cleared", text, count=count)


# --- a death ----------------------------------------------------------------------------------------------------------


def death_effect(state: State, name: str, kind: str) -> str | None:
    """What a Citizen card does when somebody of a type dies, None while nobody has said."""
    found = owner_facts.card(state, owner_facts.named(KIND, name))
    return found.dies.get(kind) if found is not None else None


def known_for(state: State, kind: str) -> tuple[str, ...]:
    """The Citizen cards whose effect for the death of a type is known, be it none."""
    return tuple(name for name in owner_facts.names(state, KIND) if death_effect(state, name, kind) is not None)


def can_match(state: State, name: str, kind: str) -> bool:
    """Whether a card may be discarded for a death of that type: its own type matches, or is not known (p. 30)."""
    found = owner_facts.card(state, owner_facts.named(KIND, name))
    return found is None or not found.types or kind in found.types


def die_by_card(tx: Transaction, name: str = "", seat: int | None = None) -> None:
    """The death at the head is seen to by a card: drawn from the deck, or discarded by a seat instead (p. 30).

    The effect of a card that is known is carried out; else the players do it by hand and enter it in the books.
    """
    kind = require_task(tx.state, TASK).about
    if seat is not None and name and not can_match(tx.state, name, kind):
        text = T("Only a card of the type that died can be discarded: {who}.", who=KIND_NAMES[kind])
        raise IllegalMove(text, rule="death", page=30)
    tx.finish_task()
    if seat is None:
        _turn_up(tx)
    else:
        discard(tx, seat)
    words = death_effect(tx.state, name, kind) if name else None
    if words:
        text = T("{name}: its death effect is carried out.", name=Text(name))
        tx.note("death_effect", text, card=name, kind=kind)
        by_hand.carry(tx, words, name, as_far_as_possible=True)


def _turn_up(tx: Transaction) -> None:
    _refill(tx)
    tx.set(citizen_discard=tx.state.citizen_discard + 1)


def _who(state: State, seat: int) -> Text:
    return verbatim(state.players[seat])
