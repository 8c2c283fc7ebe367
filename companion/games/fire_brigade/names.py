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
    return place_name(place, name_there(state, place))


def block_name(place: str, block: Block) -> Text:
    """A block, with the name of its tile where that was told."""
    return place_name(place, _tile_name(block))


def name_there(state: State, place: str) -> str | None:
    """The name of the tile on a field; empty where there is none, or it was not told; None where a Firehouse stands."""
    block = state.city.get(place)
    if block is None:
        return None if place in state.houses else ""
    return _tile_name(block)


def place_name(place: str, there: str | None) -> Text:
    """A field by what `name_there` says of it."""
    if there is None:
        return T("Firehouse {field}", field=place)
    return T("{field}, {name}", field=place, name=there) if there else verbatim(place)


def _tile_name(block: Block) -> str:
    return block.name or SPECIALS.get(block.special, "")


MAP = "city"  # the name of the map that a Pick refers to by `on`


def pick_field(state: State, name: str, label: Text, fields: Iterable[str], usual: str | None = None) -> Pick:
    """One of some fields of the city is asked for; the map can be tapped."""
    return pick(name, label, {place: field_name(state, place) for place in fields}, usual, on=MAP)
