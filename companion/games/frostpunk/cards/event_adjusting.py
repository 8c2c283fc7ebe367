"""Corrections by hand of the Event display and the Dusk board."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.api.game import IllegalMove, Value, Words
from companion.api.text import T, Text
from companion.games.frostpunk.cards import dusk
from companion.games.frostpunk.settable import Settable
from companion.games.frostpunk.state import SOCIAL_DISPUTES, State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.forms import whole

MOST_CHARS = 400
CARD = r"[DM][0-9]{3}|L[0-9]{2}/[12]"
IN_DECK = rf"D[0-9]{{3}}|L[0-9]{{2}}/[12]|\?L[0-9]{{2}}|{re.escape(dusk.DISPUTE)}"
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
    typed = [one.upper() for one in re.split(r"[\s,;]+", str(value)) if one]
    codes = [dusk.DISPUTE if one == dusk.DISPUTE.upper() else one for one in typed]
    if any(not re.fullmatch(pattern, one) for one in codes):
        raise IllegalMove(wrong)
    return tuple(dict.fromkeys(codes))
