"""What the owner's cards say, as facts that are kept for later campaigns: `card.049.1.kind` is the kind of the first
copy of number 049 that was seen."""

from __future__ import annotations

import re
from dataclasses import replace

from companion.api import Ask, BoardFamily, IllegalMove, T, Value, Whole, Words, template
from companion.games.citadel.cards import choosing, looking
from companion.games.citadel.cards.cards import ADVENTURE, GOLD, GREEN, KINDS, Cards, Copy
from companion.games.citadel.cards.looking import COLOUR_NAMES, KIND_NAMES
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction
from companion.toolkit import pick

KEY = r"[0-9]{3}\.[1-9][0-9]?"
_NAME = re.compile(rf"card\.({KEY})\.(\w+)")
HEAVIEST = 20
MOST_COPIES = 30

_TWO = {"yes": T("Yes"), "no": T("No")}
_ASKS: dict[str, Ask] = {
    "colour": pick(
        "colour", template("Card {name}: colour of its back"), {one: COLOUR_NAMES[one] for one in (GREEN, GOLD)}
    ),
    "frame": Words(name="frame", label=template("Card {name}: pictograph in its framed numbox, in your words")),
    "kind": pick("kind", template("Card {name}: what it is"), {kind: KIND_NAMES[kind] for kind in KINDS}),
    "title": Words(name="title", label=template("Card {name}: its title"), at_most_chars=60),
    "weight": Whole(name="weight", label=template("Card {name}: its weight"), at_most=HEAVIEST),
    "keywords": Words(name="keywords", label=template("Card {name}: its KEYWORDS"), at_most_chars=80),
    "lock": pick("lock", template("Card {name}: has it the lock sign?"), _TWO),
    "sign": Words(name="sign", label=template("Card {name}: a pictograph on its front, in your words")),
    "id": Words(name="id", label=template("Card {name}: the unique number on its front")),
}

FAMILIES = (
    *(
        BoardFamily(pattern=rf"card\.({KEY})\.{what}", ask=ask, label=T("A numbered card"))
        for what, ask in _ASKS.items()
    ),
    BoardFamily(
        pattern=r"number\.([0-9]{3})\.copies",
        ask=Whole(
            name="copies", label=template("How many cards of number {name} there are"), at_least=1, at_most=MOST_COPIES
        ),
        label=T("How many cards of a number there are"),
    ),
    BoardFamily(
        pattern=r"area\.([A-Z]{1,8})\.cards",
        ask=Whole(name="cards", label=template("Exploration cards of area {name}"), at_least=1, at_most=151),
        label=T("How many Exploration cards of an area there are"),
    ),
)


def seed(state: State) -> Cards:
    """The list of cards of a new campaign: every card that earlier ones have made known stands in its deck."""
    keys = sorted({found[1] for name in state.board if (found := _NAME.fullmatch(name))}, key=_in_order)
    return Cards(copies=tuple(_as_told(state, Copy(key=key, number=key[:3])) for key in keys))


def revealed(state: State) -> frozenset[str]:
    """The numbers of which this campaign has revealed a card: it lies, or lay, somewhere but face down in its deck.
    Those that only an earlier campaign has seen are not among them."""
    seen = (copy for copy in state.cards if copy.deck == ADVENTURE and (copy.seen or copy.where != "deck"))
    return frozenset(copy.number for copy in seen)


def _in_order(key: str) -> tuple[str, int]:
    return key[:3], int(key[4:])


def _as_told(state: State, copy: Copy) -> Copy:
    """A copy with the colour, frame and kind that were told of it."""
    return replace(
        copy,
        colour=str(looking.fact(state, copy.key, "colour") or copy.colour),
        frame=choosing.spelled(str(looking.fact(state, copy.key, "frame") or "")),
        kind=str(looking.fact(state, copy.key, "kind") or ""),
    )


def learn(tx: Transaction, copy: Copy) -> None:
    """Keep for later campaigns what was seen of a card's back."""
    if copy.deck == ADVENTURE:
        tx.learn(looking.fact_name(copy.key, "colour"), copy.colour)
        if copy.frame:
            tx.learn(looking.fact_name(copy.key, "frame"), copy.frame)


def set_kind(tx: Transaction, key: str, kind: str) -> None:
    """What a card is has been seen. An Exploration card is told apart from others only while it is out."""
    tx.set(cards=tx.state.cards.changed(key, kind=kind))
    if tx.state.cards.copy(key).deck == ADVENTURE:
        tx.learn(looking.fact_name(key, "kind"), kind)


def set_fact(tx: Transaction, key: str, what: str, value: Value) -> None:
    """Something that stands on a card has been read. Of an Exploration card it is known only while it is out."""
    if tx.state.cards.copy(key).deck != ADVENTURE:
        tx.remember(looking.fact_name(key, what), value)
        return
    tx.learn(looking.fact_name(key, what), value)
    told(tx, looking.fact_name(key, what))


def told(tx: Transaction, name: str) -> None:
    """A fact of a card was told: the list of cards follows it; a card that nobody had seen stands in its deck."""
    found = _NAME.fullmatch(name)
    if found is None:
        return
    key, cards = found[1], tx.state.cards
    if all(copy.key != key for copy in cards):
        tx.set(cards=replace(cards, copies=(*cards.copies, Copy(key=key, number=key[:3]))))
    copy = _as_told(tx.state, tx.state.cards.copy(key))
    tx.set(cards=tx.state.cards.changed(key, colour=copy.colour, frame=copy.frame, kind=copy.kind))


def check(name: str, value: Value) -> None:
    """Refuse a title or a pictograph without any letter or digit in it."""
    found = _NAME.fullmatch(name)
    if found and found[2] in ("title", "frame", "sign") and not re.search(r"\w", str(value)):
        raise IllegalMove(T("Enter at least one letter."))
