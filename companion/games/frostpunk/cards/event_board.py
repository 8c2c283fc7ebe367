"""The Event display and the Dusk board: on the phones, without a word of cards that nobody has read, and by hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.api import CardList, CardRow, Counter, N, Note, Panel, T, Text, Value, Widget, Words
from companion.games.frostpunk.cards import dusk, dusk_effects, effects, owner_facts
from companion.games.frostpunk.forms import Settable, typed_list
from companion.games.frostpunk.state import SOCIAL_DISPUTES, State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import GameModule, whole


def display(state: State) -> Panel:
    """The Event display, where something lies in it."""
    return Panel(
        name="events", title=T("Event display"), widgets=(_display(state),) if state.display else (), icon="event"
    )


def dusk_board(state: State) -> Panel:
    """The Dusk deck as far as it is known, its discard pile, and the Social Disputes."""
    return Panel(name="dusk", title=T("Dusk board"), widgets=_dusk(state), icon="dusk")


def _display(state: State) -> CardList:
    rows = tuple(
        CardRow(code=card, label=_title(state, card), note=_does(state, card), icon="event") for card in state.display
    )
    return CardList(label=T("Event display"), cards=rows)


def _title(state: State, card: str) -> Text:
    if card.startswith(dusk.UNREAD):
        return T("A card whose code nobody told")
    return owner_facts.title(state, card)


def _does(state: State, card: str) -> Text | None:
    """What the card does while it lies there, as far as the owner has told it."""
    known = owner_facts.card(state, card)
    if known is None:
        return T("Has a Dusk Phase effect") if dusk_effects.has(state, card) else None
    parts = []
    if known.at_dusk:
        parts.append(T("Dusk Phase: {effects}", effects=effects.describe(known.dusk, state)))
    if known.action is not None:
        parts.append(T("Special Action: {effects}", effects=effects.describe(known.action.effects, state)))
    if known.text:
        parts.append(T("{words}", words=known.text))
    if len(parts) > 1:
        return T("{first}. {then}", first=parts[0], then=parts[1])
    return parts[0] if parts else None


def _dusk(state: State) -> tuple[Widget, ...]:
    pile = state.dusk
    widgets: list[Widget] = [
        Counter(label=T("Dusk deck"), count=pile.count, note=_doubt(state), icon="dusk"),
        Counter(
            label=T("Social Disputes left"),
            count=dusk.disputes_left(state),
            of=SOCIAL_DISPUTES,
            value="disputes",
            icon="dispute",
        ),
    ]
    if pile.deck:
        rows = tuple(_row(state, entry) for entry in sorted(pile.deck, key=lambda one: (dusk.unread(one), one)))
        widgets.append(CardList(label=T("Known to lie in the deck"), cards=rows))
    if pile.discard or pile.thrown:
        rows = tuple(CardRow(code=card, label=_open(state, card)) for card in pile.discard)
        unnamed = N("And {n} card whose code nobody told.", "And {n} cards whose codes nobody told.", pile.thrown)
        widgets.append(CardList(label=T("Dusk discard pile"), cards=rows))
        widgets += [Note(text=unnamed)] if pile.thrown else []
    return tuple(widgets)


def _row(state: State, entry: str) -> CardRow:
    """A card of the deck: by its code alone, for it may be unread; a card of the first deck is no secret."""
    if entry == dusk.DISPUTE:
        return CardRow(code="", label=T("A Social Dispute"), icon="dispute")
    if dusk.unread(entry):
        law = owner_facts.title(state, entry.removeprefix(dusk.UNREAD))
        return CardRow(code="", label=T("A Consequence of {law}, unread", law=law), icon="consequence")
    if dusk.is_dispute(state, entry):
        return CardRow(
            code=entry, label=owner_facts.title(state, entry), note=T("A Social Dispute, read before it was added")
        )
    return CardRow(code=entry, label=T("{code}", code=entry))


def _open(state: State, card: str) -> Text:
    """A card of the discard pile, which everybody may look through (p. 16)."""
    if dusk.unread(card):
        return T("A Consequence of {law}", law=owner_facts.title(state, card.removeprefix(dusk.UNREAD)))
    return owner_facts.title(state, card)


def _doubt(state: State) -> Text | None:
    away = state.dusk.thrown + state.dusk.gone
    if not away:
        return None
    return N(
        "{n} of the cards below has left it: nobody told which.",
        "{n} of the cards below have left it: nobody told which.",
        away,
    )


MOST_CHARS = 400
CARD = r"[DM][0-9]{3}|L[0-9]{2}/[12]"
_DISPUTE = dusk.DISPUTE.upper()  # as it is typed: in any case
IN_DECK = rf"D[0-9]{{3}}|L[0-9]{{2}}/[12]|\?L[0-9]{{2}}|{re.escape(_DISPUTE)}"
IN_DISPLAY = rf"{CARD}|\?[0-9]{{1,2}}"
BAD_DECK = T("Write codes such as D012 with spaces between them; “?dispute” and “?L03” are cards that nobody has read.")
BAD_CARDS = T("Write codes such as D012 or M017, with spaces between them.")


def settables(state: State) -> Iterator[Settable]:
    """The cards in the display and on the Dusk board, by their codes."""
    pile = state.dusk

    def put_deck(tx: Transaction, value: Value) -> None:
        deck = _codes(value, IN_DECK, BAD_DECK)
        tx.set(dusk=replace(tx.state.dusk, deck=deck, thrown=0, gone=0))

    def put_discard(tx: Transaction, value: Value) -> None:
        tx.set(dusk=replace(tx.state.dusk, discard=_codes(value, IN_DECK, BAD_DECK), thrown=0))

    def put_disputes(tx: Transaction, value: Value) -> None:
        tx.set(dusk=replace(tx.state.dusk, disputes=int(value)))

    def put_display(tx: Transaction, value: Value) -> None:
        tx.set(display=_codes(value, IN_DISPLAY, BAD_CARDS))

    yield Settable(
        whole("disputes", T("Social Disputes left"), SOCIAL_DISPUTES), dusk.disputes_left(state), put_disputes
    )
    yield _list("display", T("Event display, by codes"), state.display, put_display)
    yield _list("dusk_deck", T("Dusk deck, by codes"), pile.deck, put_deck)
    yield _list("dusk_discard", T("Dusk discard pile, by codes"), pile.discard, put_discard)


def _list(name: str, label: Text, cards: tuple[str, ...], put: Callable[[Transaction, Value], None]) -> Settable:
    now = " ".join(cards)
    return Settable(Words(name=name, label=label, at_most_chars=MOST_CHARS, usual=now), now, put)


def _codes(value: Value, pattern: str, wrong: Text) -> tuple[str, ...]:
    """The codes that were typed, each once, in their order; refused where one is none."""
    return tuple(dusk.DISPUTE if one == _DISPUTE else one for one in typed_list(value, pattern, wrong))


MODULE: GameModule[State, Transaction] = GameModule(
    name="event_board",
    panels=lambda state: (display(state), dusk_board(state)),
    settables=settables,
)
