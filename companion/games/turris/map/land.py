"""The board as a graph: which places are one step apart."""

from __future__ import annotations

from companion.games.turris.state import LOCATIONS, PLACES, State


def link_name(first: str, second: str) -> str:
    """The board fact of a link: its places in the order of the alphabet."""
    return "link.{}.{}".format(*sorted((first, second)))


def linked(state: State, first: str, second: str) -> bool:
    """Whether two places are one step apart, as far as it is known."""
    return state.word(link_name(first, second)) == "yes"


def neighbours(state: State, place: str) -> tuple[str, ...]:
    """The places one step away from a place, those left out that do not exist for these players."""
    return tuple(other for other in PLACES if other != place and linked(state, place, other) and exists(state, other))


def exists(state: State, place: str) -> bool:
    """Whether a place can be entered: an Excavation spot without a Site cannot (p. 21)."""
    return place not in "abcd" or place in state.sites


def locations(state: State) -> tuple[str, ...]:
    """Where Scouts can stand: the twelve Locations and the Excavation Sites that lie there."""
    return (*LOCATIONS, *(spot for spot in "abcd" if spot in state.sites))
