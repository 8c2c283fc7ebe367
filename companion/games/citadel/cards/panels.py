"""What the phones show of the ledger: what each player carries, what all have in common, and the box."""

from __future__ import annotations

from companion.api.text import N, T, Text
from companion.api.view import CardList, CardRow, Counter, Panel
from companion.games.citadel.cards import looking
from companion.games.citadel.cards.cards import Copy
from companion.games.citadel.cards.words import KIND_NAMES, card_name, listed
from companion.games.citadel.state import Hero, State
from companion.games.citadel.tables import words

COMMON = words("common")


def panels(state: State) -> tuple[Panel, ...]:
    """Players' cards, common cards, the box."""
    return (
        Panel(
            name="purses",
            title=T("Purses"),
            widgets=tuple(_purse(state, hero) for hero in state.party if _has(state, hero)),
        ),
        Panel(
            name="common",
            title=T("For everybody"),
            widgets=tuple(_common(state, place) for place in COMMON if looking.of(state, place)),
        ),
        Panel(name="box", title=T("Out of their decks"), widgets=_box(state)),
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
    return CardRow(code=copy.number, label=card_name(state, copy), note=_note(state, copy))


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
        Counter(label=labels[place], count=n, note=note if place == "past" else None) for place, n in counts.items()
    )
