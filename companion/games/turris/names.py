"""What people call the places, the Beasts and the resources; names as board facts keep them; a place as a question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from companion.api import Pick, T, Text
from companion.games.turris.state import PRINTED, State
from companion.toolkit import pick

PLACE_NAMES: Mapping[str, Text] = {place.id: Text(place.label) for place in PRINTED.place}
BEAST_NAMES: Mapping[str, Text] = {beast.id: Text(beast.label) for beast in PRINTED.beast}
RESOURCE_NAMES: Mapping[str, Text] = {
    "ichor": T("Ichor"),
    "knowledge": T("Knowledge"),
    "relics": T("Relics"),
    "weaponry": T("Weaponry"),
}


def place_name(state: State, place: str) -> Text:
    """A place; an Excavation Site by its own name where that is known."""
    site = state.sites.get(place, "")
    return T("{site} (Site {spot})", site=site, spot=place.upper()) if site else PLACE_NAMES[place]


def said_place(state: State, place: str) -> Text:
    """A place as it is said aloud: an Excavation Site by its own name alone, without signs that would be spelt out."""
    site = " ".join(re.sub(r"[^\w’'-]|_", " ", state.sites.get(place, "")).split())
    return Text("{name}", {"name": site}) if site else PLACE_NAMES[place]


def who(state: State, seat: int) -> str:
    """A player's name."""
    return state.players[seat].name


LONGEST_NAME = 40


def tidy_name(name: str) -> str:
    """A name as it is kept: small letters and digits, `_` between words."""
    return "_".join(re.sub(r"[\W_]+", " ", name).split()).casefold()[:LONGEST_NAME]


def shown_name(name: str) -> str:
    """A kept name as people read it."""
    return name.replace("_", " ").title()


MAP = "board"  # the name of the map that a Pick refers to by `on`


def pick_place(state: State, name: str, label: Text, places: Iterable[str]) -> Pick:
    """One of some places of the board is asked for; the map can be tapped."""
    return pick(name, label, {place: place_name(state, place) for place in places}, on=MAP)
