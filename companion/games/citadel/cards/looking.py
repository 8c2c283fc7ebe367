"""Which cards are where, what is known of them, and how they and their places are called."""

from __future__ import annotations

from collections.abc import Sequence

from companion.api import N, T, Text, Value
from companion.games.citadel.cards import cards
from companion.games.citadel.cards.cards import EXPLORATION, GOLD, Cards, Copy, order
from companion.games.citadel.state import State
from companion.games.citadel.tables import words
from companion.toolkit import once

FACTS = ("colour", "frame", "kind", "title", "weight", "keywords", "lock", "sign", "id")


def copy_of(state: State, key: str) -> Copy:
    """The copy of that key; `KeyError` when there is none."""
    return state.cards.copy(key)


def of(state: State, where: str, whose: str = "") -> tuple[Copy, ...]:
    """The cards in a place, of one player or of all, in the box's order; those behind the "Save" divider count, too."""
    known = _of(state.cards)
    if (where, whose) not in known:
        found = (copy for copy in state.cards if copy.where == where and whose in ("", copy.whose))
        known[where, whose] = tuple(sorted(found, key=order))
    return known[where, whose]


@once
def _of(_: Cards) -> dict[tuple[str, str], tuple[Copy, ...]]:
    """What was asked of these cards by place and player: one screen asks forty times, of all that were ever seen."""
    return {}


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


def title_of(state: State, key: str) -> str:
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


KIND_NAMES = words("kinds")
COLOUR_NAMES = words("colours")


def card_name(state: State, copy: Copy) -> Text:
    """A card as people know it: "049 Hoe", "049", "an Exploration card of area I"."""
    title = title_of(state, copy.key)
    if copy.deck == EXPLORATION:
        if title:
            return T("Exploration card {area} “{title}”", area=copy.number, title=title)
        return T("Exploration card {area}", area=copy.number)
    if title:
        return T("{number} “{title}”", number=copy.number, title=title)
    return T("{number}", number=copy.number)


def back_name(copy: Copy) -> Text:
    """A card as its back shows it, for cards that may not be looked at: "049, green"."""
    if copy.deck == EXPLORATION:
        return T("Exploration card {area}", area=copy.number)
    if copy.frame:
        return T(
            "{number}, {colour}, framed: {pictograph}",
            number=copy.number,
            colour=_colour(copy),
            pictograph=copy.frame,
        )
    return T("{number}, {colour}", number=copy.number, colour=_colour(copy))


def full_name(state: State, copy: Copy) -> Text:
    """A card with all that tells it from others of its number."""
    title = title_of(state, copy.key)
    if title:
        return T("{back}: “{title}”", back=back_name(copy), title=title)
    if copy.kind:
        return T("{back}: {kind}", back=back_name(copy), kind=KIND_NAMES[copy.kind])
    return back_name(copy)


def _colour(copy: Copy) -> Text:
    return COLOUR_NAMES.get(copy.colour, T("colour unknown"))


def place_name(state: State, copy: Copy) -> Text:
    """Where a card lies, as a label."""
    if copy.saved:
        return T("Behind the “Save” divider")
    if copy.where == "deck":
        return T("Behind divider {divider}", divider=cards.behind(copy))
    if copy.whose:
        name = state.hero(copy.whose).name
        owned = {
            "purse": T("Before {name}", name=name),
            "blocked": T("Blocked, under the Character card of {name}", name=name),
            "shown": T("In the hand of {name}", name=name),
        }
        return owned[copy.where]
    return PLACE_NAMES[copy.where]


PLACE_NAMES = words("places")


def listed(parts: Sequence[Text]) -> Text:
    """Some texts one after the other; at least one."""
    text = parts[0]
    for part in parts[1:]:
        text = T("{so_far}, {next}", so_far=text, next=part)
    return text


def way_back(copies: Sequence[Copy]) -> Text:
    """Where these cards go in the box, divider by divider: "049 behind 000, 112 behind 100"; at least one card."""
    heads = dict.fromkeys(cards.behind(copy) for copy in copies)
    return listed([_behind(head, [copy for copy in copies if cards.behind(copy) == head]) for head in heads])


def _behind(head: str, copies: Sequence[Copy]) -> Text:
    if copies[0].deck == EXPLORATION:
        return N("{n} card behind {area}", "{n} cards behind {area}", len(copies), area=head)
    return T("{cards} behind {divider}", divider=head, cards=listed([_short(copy) for copy in copies]))


def _short(copy: Copy) -> Text:
    """A number, with what tells its back from others."""
    if copy.frame:
        return T("{number} ({pictograph})", number=copy.number, pictograph=copy.frame)
    return T("{number} gold", number=copy.number) if copy.colour == GOLD else T("{number}", number=copy.number)
