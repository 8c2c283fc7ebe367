"""The Dusk deck (rulebook p. 14, 27, 28, 34): what is known to lie in it, by code, and what nobody has read yet; and
cards that leave the Event display."""

from __future__ import annotations

from dataclasses import replace

from companion.api import BoardFamily, Choice, IllegalMove, N, Pick, T, template
from companion.games.frostpunk.cards import owner_facts
from companion.games.frostpunk.cards.piles import Dusk
from companion.games.frostpunk.state import SOCIAL_DISPUTES, State
from companion.games.frostpunk.transaction import Transaction

DISPUTE = "?dispute"
UNREAD = "?"
NO_DISPUTE = "discard_when_no_dispute_is_left"  # a house rule: "shuffle" or "leave"
LAWS = tuple(f"L{number:02}" for number in range(1, 17))


def unread(entry: str) -> bool:
    """Whether an entry of the deck is a card whose code nobody has seen."""
    return entry.startswith(UNREAD)


# --- what a card is ---------------------------------------------------------------------------------------------------


def origin_fact(code: str) -> str:
    """The board fact that says why a card comes into the Dusk deck."""
    return f"origin.{code}"


def origins() -> BoardFamily:
    """For each card of the Dusk deck whether it is a Social Dispute, a Law's Consequence or neither."""
    laws = (Choice(value=law, label=T("A Consequence of {law}", law=law)) for law in LAWS)
    choices = (Choice(value="dispute", label=T("A Social Dispute")), *laws)
    other = Choice(value="other", label=T("Another Dusk card"))
    ask = Pick(name="origin", label=template("What the card “{name}” is"), choices=(*choices, other))
    return BoardFamily(pattern=r"origin\.(D[0-9]{3})", ask=ask, label=T("What a Dusk card is"))


def origin(state: State, code: str) -> str:
    """Why a card comes into the Dusk deck: `dispute`, a Law, `other`, or empty while nobody has said."""
    known = owner_facts.card(state, code)
    if known is not None and known.dispute:
        return "dispute"
    if known is not None and known.law:
        return known.law
    return code.split("/")[0] if code.startswith("L") else state.word(origin_fact(code)) or ""


def is_dispute(state: State, code: str) -> bool:
    """Whether a card is known to be a Social Dispute."""
    return code == DISPUTE or origin(state, code) == "dispute"


def never_discarded(state: State, code: str) -> bool:
    """Whether a card is known to show the red icon (p. 28), as every Social Dispute does (p. 43)."""
    known = owner_facts.card(state, code)
    return is_dispute(state, code) or (known is not None and known.red)


# --- into and out of the deck -----------------------------------------------------------------------------------------


def _set(tx: Transaction, dusk: Dusk) -> None:
    """Put the deck as it now lies; with nothing left in it, unnamed cards are no longer doubtful, and there are never
    more of them than entries they can be."""
    thrown = min(dusk.thrown, len(dusk.deck))
    dusk = replace(dusk, thrown=thrown, gone=min(dusk.gone, len(dusk.deck) - thrown))
    if dusk.deck and not dusk.count and dusk.thrown == 0:
        dusk = replace(dusk, deck=(), gone=0)
    elif dusk.deck and not dusk.count and dusk.gone == 0:
        dusk = replace(dusk, deck=(), discard=(*dusk.discard, *dusk.deck), thrown=0)
    tx.set(dusk=dusk)


def add(tx: Transaction, code: str) -> None:
    """A card of the box goes unread into the Dusk deck, which is shuffled (p. 34)."""
    dusk = tx.state.dusk
    if code in (*dusk.deck, *dusk.discard, *tx.state.display):
        text = T("Card {code} is in the game already: there is none in the box to add.", code=code)
        tx.tell("card_not_added", text, code=code)
        return
    _set(tx, replace(dusk, deck=(*dusk.deck, code)))
    text = T("Find card {code} in the box and shuffle it into the Dusk deck without reading it.", code=code)
    tx.tell("card_added", text, code=code, deck=tx.state.dusk.count)
    tx.todo(T("Shuffle card {code} out of the box into the Dusk deck, unread", code=code), "dusk")


def reveal(tx: Transaction, code: str) -> None:
    """A card of the deck was turned up: it stands in for its entry, where that is plain; else placing it will tell."""
    dusk = tx.state.dusk
    if code in dusk.deck:
        _take(tx, code)
    elif code in dusk.discard:  # it was read before and got into the deck without being told: no unread card
        _set(tx, replace(dusk, discard=tuple(one for one in dusk.discard if one != code), shown=code))
    elif len(may_be(tx.state, code)) == 1:
        _take(tx, may_be(tx.state, code)[0])
    else:
        _set(tx, replace(dusk, shown=""))


def may_be(state: State, code: str) -> tuple[str, ...]:
    """The unread entries of the deck that a card may be; none where it was not known to lie there."""
    entries = tuple(entry for entry in state.dusk.deck if unread(entry))
    if code in state.dusk.deck:
        return ()
    why = origin(state, code)
    if why == "other":
        return ()
    wanted = DISPUTE if why == "dispute" else f"{UNREAD}{why}"
    return tuple(entry for entry in entries if entry == wanted) if why else entries


def may_be_dispute(state: State, code: str) -> bool:
    """Whether the card that was turned up may be the Social Dispute: there is always just one in the deck (p. 28)."""
    others = [entry for entry in state.dusk.deck if is_dispute(state, entry)]
    if not code:
        return True
    return not others or (not state.dusk.shown and DISPUTE in may_be(state, code))


def _take(tx: Transaction, entry: str) -> None:
    dusk = tx.state.dusk
    deck = list(dusk.deck)
    deck.remove(entry)
    _set(tx, replace(dusk, deck=tuple(deck), shown=entry))


def settle_entry(tx: Transaction, code: str, *, dispute: bool) -> tuple[str, ...]:
    """The card that was turned up has been seen to be a Social Dispute or none: take its entry off the deck.

    Answers with the entries that it may be where there are still several.
    """
    state = tx.state
    if state.dusk.shown:
        return ()
    open_ = tuple(one for one in may_be(state, code) if (one == DISPUTE) == dispute)
    if len(open_) == 1:
        _take(tx, open_[0])
        return ()
    return open_


def told_entry(tx: Transaction, code: str, entry: str) -> None:
    """The players said whether a card is a Law's Consequence (`L03`) or none of those (`other`); that is kept."""
    tx.learn(origin_fact(code), entry)
    entry = f"{UNREAD}{entry}"
    if entry in tx.state.dusk.deck:
        _take(tx, entry)
        tx.set(dusk=replace(tx.state.dusk, shown=""))


def leave_unnamed(tx: Transaction, where: str) -> None:
    """A card that nobody named was resolved: it left the deck for `out`, `display`, `discard`, or as the `dispute`."""
    dusk = tx.state.dusk
    entry = _only_one(tx.state, dispute=where == "dispute")
    if entry is not None:
        _take(tx, entry)
        if where == "discard":
            discard(tx, entry)
    elif dusk.deck:
        thrown = int(where == "discard")
        _set(tx, replace(dusk, thrown=dusk.thrown + thrown, gone=dusk.gone + 1 - thrown))


def _only_one(state: State, *, dispute: bool) -> str | None:
    """The entry that a card without a name must be, where there is only one."""
    pile = state.dusk
    found = [entry for entry in pile.deck if is_dispute(state, entry) == dispute]
    return found[0] if len(found) == 1 and (dispute or not (pile.thrown or pile.gone)) else None


def discard(tx: Transaction, code: str) -> None:
    """A card lies on the Dusk discard pile."""
    if code not in tx.state.dusk.discard:
        _set(tx, replace(tx.state.dusk, discard=(*tx.state.dusk.discard, code)))


def from_deck_to_discard(tx: Transaction, code: str) -> None:
    """A card of the deck goes onto the discard pile without its effect, as the Faith Keepers do (p. 43)."""
    if never_discarded(tx.state, code):
        raise IllegalMove(T("That card shows the red icon: it is never discarded."), rule="dusk.place", page=28)
    code = _consequence(tx.state, code)
    reveal(tx, code)
    for entry in settle_entry(tx, code, dispute=False)[:1]:
        _take(tx, entry)
    discard(tx, code)
    tx.set(dusk=replace(tx.state.dusk, shown=""))
    tx.tell("card_discarded", T("Card {code} went onto the Dusk discard pile.", code=code), code=code)


def _consequence(state: State, code: str) -> str:
    """A Consequence told by its Law's code alone: the one known to lie in the deck, else the unread entry itself."""
    lying = (f"{code}/1", f"{code}/2", f"{UNREAD}{code}") if code in LAWS else ()
    return next((one for one in lying if one in state.dusk.deck), code)


def from_deck_unnamed(tx: Transaction) -> None:
    """The same for a card that nobody named."""
    leave_unnamed(tx, "discard")
    tx.set(dusk=replace(tx.state.dusk, shown=""))
    tx.tell("card_discarded", T("A card of the Dusk deck went onto the discard pile."), code="")


def discardable(state: State) -> tuple[str, ...]:
    """The cards that are known to lie in the deck by code and may be discarded from it."""
    return tuple(code for code in state.dusk.deck if not unread(code) and not never_discarded(state, code))


# --- the Social Dispute -----------------------------------------------------------------------------------------------


def next_dispute(tx: Transaction, code: str = DISPUTE) -> None:
    """The next Social Dispute was read, by its code where that was told, and shuffled with the deck and its discard
    pile into a new deck (p. 28)."""
    dusk = tx.state.dusk
    if code != DISPUTE:
        tx.learn(origin_fact(code), "dispute")
    _set(tx, replace(dusk, disputes=max(0, dusk.disputes - 1), deck=(*dusk.deck, code)))
    shuffle_discard(tx)


def shuffle_discard(tx: Transaction) -> None:
    """The discard pile was shuffled together with the deck."""
    dusk = tx.state.dusk
    new = tuple(code for code in dusk.discard if code not in dusk.deck)
    _set(tx, replace(dusk, deck=(*dusk.deck, *new), discard=(), thrown=0))
    count = tx.state.dusk.count
    text = N("The new Dusk deck has {n} card.", "The new Dusk deck has {n} cards.", count)
    tx.tell("dusk_deck_shuffled", text, deck=count)
    tx.todo(T("Shuffle the Dusk deck together with its discard pile"), "dusk")


def disputes_left(state: State) -> int:
    """Social Dispute cards that have not come into the Dusk deck yet, of ten (p. 5)."""
    return min(state.dusk.disputes, SOCIAL_DISPUTES)


def clear_card(tx: Transaction, code: str) -> None:
    """Meeples on a card that leaves go to the supply, Resources on it to the bank (p. 19, 28)."""
    placed = tx.state.city.placed
    stay = tuple(one for one in placed if one.at != f"card {code}")
    if code and len(stay) < len(placed):
        tx.set_city(placed=stay)
        count = len(placed) - len(stay)
        text = N("{n} Meeple on it went to the supply.", "{n} Meeples on it went to the supply.", count)
        tx.tell("meeples_back", text, code=code, count=count)
        order = N("Take {n} Meeple off it into the supply", "Take {n} Meeples off it into the supply", count)
        tx.todo(order, "people")


def remove_from_display(tx: Transaction, code: str) -> None:
    """A card in the Event display leaves the game (p. 34); ignored where it does not lie there."""
    if code not in tx.state.display:
        text = T("“{name}” does not lie in the Event display.", name=owner_facts.title(tx.state, code))
        tx.tell("card_not_there", text, code=code)
        return
    tx.set(display=tuple(one for one in tx.state.display if one != code))
    name = owner_facts.title(tx.state, code)
    text = T("“{name}” left the game: Resources on it go to the bank, Meeples to the supply.", name=name)
    tx.tell("card_removed", text, code=code)
    tx.todo(T("Take “{name}” out of the Event display, into the box", name=name), "event")
    clear_card(tx, code)
