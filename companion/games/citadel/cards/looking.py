"""Looking into the ledger: which cards are where, and what is known of them."""

from __future__ import annotations

from companion.api.game import Value
from companion.games.citadel.cards.cards import EXPLORATION, Copy
from companion.games.citadel.cards.numbers import order
from companion.games.citadel.state import State

FACTS = ("colour", "frame", "kind", "title", "weight", "keywords", "lock", "sign", "id")


def copy_of(state: State, key: str) -> Copy:
    """The copy of that key; `KeyError` when there is none."""
    return state.cards.copy(key)


def of(state: State, where: str, whose: str = "") -> tuple[Copy, ...]:
    """The cards in a place, of one player or of all, in the box's order; those behind the "Save" divider count, too."""
    found = (copy for copy in state.cards if copy.where == where and whose in ("", copy.whose))
    return tuple(sorted(found, key=order))


def where(state: State, number: str) -> tuple[Copy, ...]:
    """The known copies of a number, wherever they are."""
    return tuple(sorted(state.cards.numbered(number), key=order))


def possessions(state: State, seat: str) -> tuple[Copy, ...]:
    """A player's Purse cards, the blocked ones with them (p. 19)."""
    return (*of(state, "purse", seat), *of(state, "blocked", seat))


def fact_name(key: str, what: str) -> str:
    """How a fact of a card is called among the facts of the owner's cards."""
    return f"card.{key}.{what}"


def fact(state: State, key: str, what: str) -> Value | None:
    """What is known of a card, by its key: one of `FACTS`; None when nobody has said."""
    return state.board.get(fact_name(key, what))


def title(state: State, key: str) -> str:
    """What a card is called; empty when nobody has said."""
    return str(fact(state, key, "title") or "")


def locked(state: State, key: str) -> bool | None:
    """Whether a card has the lock sign (p. 19); None when nobody has said."""
    said = fact(state, key, "lock")
    return None if said is None else said == "yes"


def keywords(state: State, key: str) -> tuple[str, ...] | None:
    """A Purse card's KEYWORDS, in capitals; None when nobody has said."""
    said = fact(state, key, "keywords")
    return None if said is None else tuple(str(said).upper().replace(",", " ").split())


def weight_of(state: State, key: str) -> int | None:
    """What a Purse card weighs; None when nobody has said."""
    said = fact(state, key, "weight")
    return None if said is None else int(said)


def weight(state: State, seat: str) -> int | None:
    """What a player carries, blocked Purse cards included (p. 19); None when a card's weight is not known."""
    weights = [weight_of(state, copy.key) for copy in possessions(state, seat)]
    return None if None in weights else sum(one for one in weights if one is not None)


def unweighed(state: State, seat: str) -> tuple[Copy, ...]:
    """The Purse cards of a player whose weight nobody has said."""
    return tuple(copy for copy in possessions(state, seat) if weight_of(state, copy.key) is None)


def temporary(state: State, seat: str) -> tuple[Copy, ...]:
    """A player's cards with the keyword TEMPORARY, blocked ones too, as far as is known."""
    return tuple(copy for copy in possessions(state, seat) if "TEMPORARY" in (keywords(state, copy.key) or ()))


def unread(state: State, seat: str) -> tuple[Copy, ...]:
    """The Purse cards of a player whose keywords nobody has said."""
    return tuple(copy for copy in possessions(state, seat) if keywords(state, copy.key) is None)


def explored(state: State, area: str) -> tuple[Copy, ...]:
    """The Exploration cards of an area that are out of their deck."""
    known = (copy for copy in state.cards.numbered(area) if copy.deck == EXPLORATION)
    return tuple(copy for copy in known if copy.where != "deck")


def left_in_area(state: State, area: str) -> int | None:
    """How many Exploration cards of an area are in their deck; None when nobody has counted them."""
    total = state.board.get(f"area.{area}.cards")
    return None if total is None else max(0, int(total) - len(explored(state, area)))
