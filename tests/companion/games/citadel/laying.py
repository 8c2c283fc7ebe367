"""Laying cards onto the Board in tests, as the players say it move by move."""

from __future__ import annotations

from companion.api.game import Value
from companion.games.citadel.board.sketch import SIDES, Sketch, Space, space_at

from .table import Evening

NO_ARROWS: dict[str, Value] = dict.fromkeys(SIDES, "")


def take(evening: Evening, number: str, kind: str = "terrain") -> Evening:
    """A card never seen before is taken and turned over."""
    if not evening.state.tasks or evening.state.tasks[0].kind != "card.take":
        evening.play("card_called", number=number)
    evening.play("take_unseen", colour="green")
    evening.play("reveal", kind=kind)
    return evening


def arrows(evening: Evening, mandatory: str = "no", **sides: Value) -> Evening:
    """What the arrows of the Terrain card just placed show."""
    evening.play("arrows_read", **{**NO_ARROWS, **sides}, mandatory=mandatory)
    return evening


def terrain(evening: Evening, number: str, mandatory: str = "no", **sides: Value) -> Evening:
    """A Terrain card comes onto the Board where there is no choice."""
    take(evening, number)
    return arrows(evening, mandatory, **sides)


def explored(evening: Evening, space: str, number: str, mandatory: str = "no", **sides: Value) -> Evening:
    """An Exploration card is a Temporary event; the Terrain card that it hid is placed."""
    evening.play("explore", space=space, became="past", seat="", by="")
    return terrain(evening, number, mandatory, **sides)


def at(evening: Evening, space: str) -> Space:
    """What lies on a space."""
    found = sketch(evening).at(*space_at(space))
    assert found is not None
    return found


def sketch(evening: Evening) -> Sketch:
    return evening.state.sketch


def number(evening: Evening, space: str) -> str:
    """The number of the card on a space."""
    return evening.state.cards.copy(at(evening, space).key).number


def playing(evening: Evening, life: int = 9) -> Evening:
    """A scenario of the Threat Booklet is being played, with so many life points for each."""
    if evening.state.campaign.step == "playing":
        evening.play("scenario_ended", citadel="yes")
    evening.play("scenario", threat="drums", title="A trial", page=5, pictograph="", groundshiver=1, life=life)
    return evening
