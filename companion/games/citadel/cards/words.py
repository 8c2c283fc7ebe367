"""Names of cards and of the places where they lie."""

from __future__ import annotations

from collections.abc import Sequence

from companion.api.text import N, T, Text
from companion.games.citadel.cards import looking, numbers
from companion.games.citadel.cards.cards import EXPLORATION, GOLD, Copy
from companion.games.citadel.state import State
from companion.games.citadel.tables import words

KIND_NAMES = words("kinds")
COLOUR_NAMES = words("colours")


def card_name(state: State, copy: Copy) -> Text:
    """A card as people know it: "049 Hoe", "049", "an Exploration card of area I"."""
    title = looking.title(state, copy.key)
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
    title = looking.title(state, copy.key)
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
        return T("Behind divider {divider}", divider=numbers.behind(copy))
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
    heads = dict.fromkeys(numbers.behind(copy) for copy in copies)
    return listed([_behind(head, [copy for copy in copies if numbers.behind(copy) == head]) for head in heads])


def _behind(head: str, copies: Sequence[Copy]) -> Text:
    if copies[0].deck == EXPLORATION:
        return N("{n} card behind {area}", "{n} cards behind {area}", len(copies), area=head)
    return T("{cards} behind {divider}", divider=head, cards=listed([_short(copy) for copy in copies]))


def _short(copy: Copy) -> Text:
    """A number, with what tells its back from others."""
    if copy.frame:
        return T("{number} ({pictograph})", number=copy.number, pictograph=copy.frame)
    return T("{number} gold", number=copy.number) if copy.colour == GOLD else T("{number}", number=copy.number)
