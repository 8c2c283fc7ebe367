"""What can be done while nothing presses: one prompt, with each part's offers under their headings."""

from __future__ import annotations

from companion.game import CardExpected, Move, Prompt
from companion.games.citadel.asking import NUMBER
from companion.games.citadel.parts import PARTS
from companion.games.citadel.state import State
from companion.text import T

_ORDER = ("action", "cards", "board", "life", "leaflet", "campaign")  # what is begun most often comes first


def idle(state: State) -> Prompt:
    """Nothing presses: what do you do?"""
    parts = sorted(PARTS, key=lambda part: _ORDER.index(part.name))
    offers = tuple(offer for part in parts for offer in part.idle(state))
    return Prompt(name="table.idle", do=T("What do you do?"), offers=offers, expects=(seen(),))


def seen() -> CardExpected:
    """A number shown to the camera is looked up."""
    return CardExpected(kind="numbox", pattern=NUMBER, move=Move("card_shown"), arg="number")
