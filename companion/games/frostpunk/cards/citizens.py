"""Citizen cards (rulebook p. 30, 32, 33): hands, the deck and its discard pile, the effect of a death."""

from __future__ import annotations

from companion.api.game import IllegalMove
from companion.api.text import N, T, Text, verbatim
from companion.games.frostpunk.cards import by_hand, own
from companion.games.frostpunk.ledger import Ledger, finish_task, require_task
from companion.games.frostpunk.state import KIND_NAMES, State

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


def set_hand(ledger: Ledger, seat: int, count: int) -> None:
    """A seat holds so many cards."""
    if seat < len(ledger.state.hands):
        row = list(ledger.state.hands)
        row[seat] = max(0, count)
        ledger.set(hands=tuple(row))


# --- cards move -------------------------------------------------------------------------------------------------------


def draw(ledger: Ledger, seat: int, count: int) -> None:
    """A player draws cards into the hand; an empty deck is made anew from the discard pile (p. 33)."""
    for _ in range(count):
        _refill(ledger)
        set_hand(ledger, seat, (hand(ledger.state, seat) or 0) + 1)
    drawn = N("{name}: draw {n} Citizen card.", "{name}: draw {n} Citizen cards.", count, name=_who(ledger.state, seat))
    ledger.tell("citizens_drawn", drawn, seat=seat, count=count)


def _refill(ledger: Ledger) -> None:
    if deck(ledger.state) == 0 and ledger.state.citizen_discard:
        ledger.set(citizen_discard=0)
        text = T("The Citizen deck is empty: shuffle its discard pile into a new deck.")
        ledger.tell("citizen_deck_renewed", text, cards=deck(ledger.state) or 0)


def discard(ledger: Ledger, seat: int) -> None:
    """A player discards a card; refused where the hand is known to be empty."""
    held = hand(ledger.state, seat)
    if held == 0:
        text = T("{name} holds no Citizen card.", name=_who(ledger.state, seat))
        raise IllegalMove(text, rule="citizens", page=32)
    set_hand(ledger, seat, (held or 0) - 1)
    ledger.set(citizen_discard=ledger.state.citizen_discard + 1)
    text = T("{name} discards a Citizen card.", name=_who(ledger.state, seat))
    ledger.note("citizen_discarded", text, seat=seat, left=hand(ledger.state, seat) or 0)


def can_play(state: State, seat: int) -> bool:
    """Whether a seat may play a card for its main ability: one each round (p. 33)."""
    return seat not in state.played and hand(state, seat) != 0


def play(ledger: Ledger, seat: int) -> None:
    """A player plays a card for its main ability; it lies in front of them to the end of the round (p. 32, 33)."""
    who = _who(ledger.state, seat)
    if seat in ledger.state.played:
        text = T("{name} has played a Citizen card for its ability this round: one each is the most.", name=who)
        raise IllegalMove(text, rule="citizens.ability", page=33)
    held = hand(ledger.state, seat)
    if held == 0:
        raise IllegalMove(T("{name} holds no Citizen card.", name=who), rule="citizens", page=32)
    set_hand(ledger, seat, (held or 0) - 1)
    ledger.set(played=(*ledger.state.played, seat))
    ledger.note("citizen_played", T("{name} played a Citizen card.", name=who), seat=seat)


def round_over(ledger: Ledger) -> None:
    """The cards played for their abilities go onto the discard pile (p. 33)."""
    count = len(ledger.state.played)
    if count:
        ledger.set(played=(), citizen_discard=ledger.state.citizen_discard + count)
        text = N(
            "Put the Citizen card that was played onto the Citizen discard pile.",
            "Put the {n} Citizen cards that were played onto the Citizen discard pile.",
            count,
        )
        ledger.tell("citizens_cleared", text, count=count)


# --- a death ----------------------------------------------------------------------------------------------------------


def death_effect(state: State, name: str, kind: str) -> str | None:
    """What a Citizen card does when somebody of a type dies, None while nobody has said."""
    found = own.card(state, own.named(KIND, name))
    return found.dies.get(kind) if found is not None else None


def known_for(state: State, kind: str) -> tuple[str, ...]:
    """The Citizen cards whose effect for the death of a type is known, be it none."""
    return tuple(name for name in own.names(state, KIND) if death_effect(state, name, kind) is not None)


def can_match(state: State, name: str, kind: str) -> bool:
    """Whether a card may be discarded for a death of that type: its own type matches, or is not known (p. 30)."""
    found = own.card(state, own.named(KIND, name))
    return found is None or not found.types or kind in found.types


def die_by_card(ledger: Ledger, name: str = "", seat: int | None = None) -> None:
    """The death at the head is seen to by a card: drawn from the deck, or discarded by a seat instead (p. 30).

    The effect of a card that is known is carried out; else the players do it by hand and enter it in the books.
    """
    kind = require_task(ledger.state, TASK).about
    if seat is not None and name and not can_match(ledger.state, name, kind):
        text = T("Only a card of the type that died can be discarded: {who}.", who=KIND_NAMES[kind])
        raise IllegalMove(text, rule="death", page=30)
    finish_task(ledger)
    if seat is None:
        _turn_up(ledger)
    else:
        discard(ledger, seat)
    words = death_effect(ledger.state, name, kind) if name else None
    if words:
        text = T("{name}: its death effect is carried out.", name=Text(name))
        ledger.note("death_effect", text, card=name, kind=kind)
        by_hand.carry(ledger, words, name, as_far_as_possible=True)


def _turn_up(ledger: Ledger) -> None:
    _refill(ledger)
    ledger.set(citizen_discard=ledger.state.citizen_discard + 1)


def _who(state: State, seat: int) -> Text:
    return verbatim(state.players[seat])
