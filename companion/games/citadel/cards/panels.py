"""What the phones show of the cards, and what can be set by hand: what each player carries, what all have in common,
and the box."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.api import CardList, CardRow, Counter, N, Panel, T, Text, Value, Words
from companion.games.citadel.cards import choosing, looking, moving
from companion.games.citadel.cards.cards import ADVENTURE, Copy, order
from companion.games.citadel.cards.inventory import FACE_DOWN
from companion.games.citadel.cards.looking import KIND_NAMES, PLACE_NAMES, back_name, card_name, listed, place_name
from companion.games.citadel.state import Hero, State
from companion.games.citadel.tables import words
from companion.games.citadel.transaction import Transaction
from companion.toolkit import Settable, pick

COMMON = words("common")


def panels(state: State) -> tuple[Panel, ...]:
    """Players' cards, common cards, the box."""
    return (
        Panel(
            name="purses",
            title=T("Purses"),
            icon="purse",
            widgets=tuple(_purse(state, hero) for hero in state.party if _has(state, hero)),
        ),
        Panel(
            name="common",
            title=T("For everybody"),
            icon="community",
            widgets=tuple(_common(state, place) for place in COMMON if looking.of(state, place)),
        ),
        Panel(name="box", title=T("Out of their decks"), widgets=_box(state), icon="banished"),
    )


def _has(state: State, hero: Hero) -> bool:
    return bool(looking.possessions(state, hero.seat))


def _purse(state: State, hero: Hero) -> CardList:
    weight = looking.weight(state, hero.seat)
    if weight is None:
        label = T("{name}", name=hero.name)
    else:
        label = T("{name}, weight {weight}", name=hero.name, weight=weight)
    return CardList(label=label, cards=tuple(_row(state, copy) for copy in looking.possessions(state, hero.seat)))


def _common(state: State, place: str) -> CardList:
    return CardList(label=COMMON[place], cards=tuple(_row(state, copy) for copy in looking.of(state, place)))


def _row(state: State, copy: Copy) -> CardRow:
    return CardRow(code=copy.number, label=card_name(state, copy), note=_note(state, copy), icon=copy.kind or None)


def _note(state: State, copy: Copy) -> Text | None:
    """What is known of it: blocked, weight, keywords."""
    notes = [T("blocked")] if copy.where == "blocked" else []
    if (weight := looking.weight_of(state, copy.key)) is not None:
        notes.append(T("weight {weight}", weight=weight))
    if words := looking.keywords(state, copy.key):
        notes.append(T("{words}", words=" ".join(words)))
    if looking.locked(state, copy.key):
        notes.append(T("lock sign"))
    return listed(notes) if notes else KIND_NAMES.get(copy.kind)


def _box(state: State) -> tuple[Counter, ...]:
    """How many cards lie in the Past and among the banished ones; what they are may not be looked at (p. 18)."""
    labels = {"past": T("The Past"), "banished": T("Banished cards")}
    counts = {place: len(looking.of(state, place)) for place in labels}
    note = N("{n} card in the ledger", "{n} cards in the ledger", len(state.cards.copies))
    return tuple(
        Counter(label=labels[place], count=n, note=note if place == "past" else None, icon=place)
        for place, n in counts.items()
    )


_SET_TO = ("deck", "board", "quest", "global", "map", "past", "banished")


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """The pictograph of the scenario, and every card that is out."""
    ask = Words(name="pictograph", label=T("Pictograph of the scenario, in your words"))
    yield Settable(ask, state.cards.pictograph, lambda tx, value: choosing.set_scenario(tx, str(value)))
    for copy in sorted((copy for copy in state.cards if _is_out(copy)), key=order):
        yield _card(state, copy)


def _is_out(copy: Copy) -> bool:
    """An Exploration card that lies on the Board is told there, and one in the deck or the Past from no other."""
    hidden = ("deck", "shown") if copy.deck == ADVENTURE else ("deck", "shown", "board", "past", "banished")
    return copy.where not in hidden and not copy.saved


def _card(state: State, copy: Copy) -> Settable[Transaction]:
    name = back_name(copy) if copy.where in FACE_DOWN else card_name(state, copy)
    ask = pick(f"lies_{copy.key}", T("{card}: where it lies", card=name), _places(state))
    return Settable(ask, f"{copy.where}:{copy.whose}" if copy.whose else copy.where, partial(_lay, copy.key))


def _places(state: State) -> dict[str, Text]:
    owned = {
        f"{where}:{hero.seat}": place_name(state, Copy(key="", number="", where=where, whose=hero.seat))
        for where in ("purse", "blocked")
        for hero in state.heroes
    }
    return {where: PLACE_NAMES[where] for where in _SET_TO} | owned


def _lay(key: str, tx: Transaction, value: Value) -> None:
    where, _, seat = str(value).partition(":")
    if where == "deck":
        moving.return_(tx, key)
        return
    copy = moving.put(tx, key, where, seat)
    text = T("{card}: {place}.", card=back_name(copy), place=place_name(tx.state, copy))
    tx.note("card_set", text, card=key, place=where)
