"""What people call the places, the Beasts and the resources."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.text import T, Text
from companion.games.turris.state import State

PLACE_NAMES: Mapping[str, Text] = {
    "abyss": T("Abyss"),
    "brink": T("Brink"),
    "circle": T("Circle"),
    "forge": T("Forge"),
    "garden": T("Garden"),
    "grove": T("Grove"),
    "guild": T("Guild"),
    "isle": T("Isle"),
    "nest": T("Nest"),
    "ridge": T("Ridge"),
    "shrine": T("Shrine"),
    "spire": T("Spire"),
    "left": T("Left Crossroads"),
    "right": T("Right Crossroads"),
    "a": T("Site A"),
    "b": T("Site B"),
    "c": T("Site C"),
    "d": T("Site D"),
}
BEAST_NAMES: Mapping[str, Text] = {
    "pain": T("Pain"),
    "delusion": T("Delusion"),
    "despair": T("Despair"),
    "harrow": T("Harrow"),
}
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


def who(state: State, seat: int) -> str:
    """A player's name."""
    return state.players[seat].name
