"""The Beasts beside the map: their order, who is fast or flipped, the Altar, and how long the game still goes."""

from __future__ import annotations

from collections.abc import Iterator

from companion.api.text import N, T, Text
from companion.api.view import Note, Panel, Token, TokenRow, Widget
from companion.games.turris.beasts.paths import speed
from companion.games.turris.names import BEAST_NAMES, place_name
from companion.games.turris.state import BEASTS, NOWHERE, Beast, State


def panels(state: State) -> tuple[Panel, ...]:
    """In the order in which they act."""
    tokens = tuple(_token(state, beast) for beast in state.beasts)
    row = TokenRow(label=T("In the order in which they act"), tokens=tokens, places=len(BEASTS))
    return (Panel(name="beasts", title=T("Beasts"), widgets=(row, *_notes(state))),)


def _token(state: State, beast: Beast) -> Token:
    """A flipped Beast is dark; one with two steps stands out."""
    name = BEAST_NAMES[beast.name]
    label = T("{beast}, two steps", beast=name) if speed(state, beast.name) > 1 else name
    label = T("{beast}, flipped", beast=name) if beast.flipped else label
    return Token(label=label, lit=not beast.flipped, tone="danger" if speed(state, beast.name) > 1 else "plain")


def _notes(state: State) -> Iterator[Widget]:
    altar = BEAST_NAMES[state.altar] if state.altar != NOWHERE else T("No Effect")
    yield Note(text=T("Altar token: {spot}.", spot=altar), rule="cleanup")
    yield Note(text=_speed_token(state), rule="beasts.move")
    if state.fruit:
        yield Note(text=T("All go for the Fruit: {place}.", place=place_name(state, state.fruit)), rule="fruit")
    if state.endgame:
        yield Note(text=_left(state), tone="danger", rule="endgame")


def _speed_token(state: State) -> Text:
    if not state.fast:
        return T("Beast Speed token: set aside.")
    return T("Beast Speed token: under {beast}.", beast=BEAST_NAMES[state.fast])


def _left(state: State) -> Text:
    """One Beast leaves in each Beast Phase; the present round counts while its Beast Phase still removes one."""
    phases = len(state.beasts)
    if state.phase == "beasts" and not state.closing:
        phases += 1
    if not phases:
        return T("No Beast Phase is left.")
    return N(
        "The game ends after {n} more Beast Phase.",
        "The game ends after {n} more Beast Phases.",
        phases,
    )
