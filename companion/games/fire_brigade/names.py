"""How things are called, and a field as a question."""

from __future__ import annotations

from collections.abc import Iterable

from companion.api import Pick, T, Text, verbatim
from companion.games.fire_brigade.state import COMMONS, COUNCIL, MERCHANTS, NOBLES, UNIVERSITY_KIND, Block, State
from companion.toolkit import pick

KIND_NAMES = {
    COMMONS: T("Commons"),
    COUNCIL: T("Council Quarters"),
    MERCHANTS: T("Merchant Markets"),
    NOBLES: T("Nobles' Rise"),
    UNIVERSITY_KIND: T("University"),
}
DIRECTION_NAMES = {"north": T("north"), "east": T("east"), "south": T("south"), "west": T("west")}
TRACK_NAMES = {"crew": T("Crew members"), "wagon": T("Water Wagon"), "leadership": T("Leadership")}
SPECIALS = {
    "distillery": "Khomar MacStomac's Dwarven Distillery",
    "exhibits": "Falariel's Frozen Exhibits",
    "oak": "Old Tom Oak",
    "aviary": "The Jewelled Aviary",
}  # the names printed on the tiles (card texts, at the end of the rulebook)


def who(state: State, seat: int) -> str:
    """A player's name."""
    return state.players[seat].name


def field_name(state: State, place: str) -> Text:
    """A field, with the name of its tile where that was told."""
    block = state.city.get(place)
    if block is None:
        return T("Firehouse {field}", field=place) if place in state.houses else verbatim(place)
    return block_name(place, block)


def block_name(place: str, block: Block) -> Text:
    """A block, with the name of its tile where that was told."""
    named = block.name or SPECIALS.get(block.special, "")
    return T("{field}, {name}", field=place, name=named) if named else verbatim(place)


MAP = "city"  # the name of the map that a Pick refers to by `on`


def pick_field(state: State, name: str, label: Text, fields: Iterable[str], usual: str | None = None) -> Pick:
    """One of some fields of the city is asked for; the map can be tapped."""
    return pick(name, label, {place: field_name(state, place) for place in fields}, usual, on=MAP)
