"""How things are called."""

from __future__ import annotations

from companion.api.text import T, Text, verbatim
from companion.games.fire_brigade.state import (
    COMMONS,
    COUNCIL,
    MERCHANTS,
    NOBLES,
    UNIVERSITY_KIND,
    State,
)

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
    named = block.name or SPECIALS.get(block.special, "")
    return T("{field}, {name}", field=place, name=named) if named else verbatim(place)


def seat_name(seat: int) -> str:
    """A seat as an answer: `seat1` is the first one, seat 0."""
    return f"seat{seat + 1}"


def seat_of(answer: str) -> int:
    """The seat that an answer names."""
    return int(answer.removeprefix("seat")) - 1
