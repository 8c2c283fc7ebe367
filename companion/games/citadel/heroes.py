"""The players' characters, one a seat, in clockwise order."""

from __future__ import annotations

from dataclasses import dataclass

MOST_LIFE = 99  # (p. 20)


@dataclass(frozen=True, kw_only=True)
class Hero:
    """One player's character.

    `seat` is its stable name ("seat1"), `player` the person's name, `character` the word on the Character card (empty
    while none is chosen). `life` is what the life point counter shows. `place` is the key of the Terrain card that the
    figure stands on, empty while it is off the Board. Somebody who left keeps the seat with `joined` false; `newcomer`
    tells that somebody plays here who had no seat when the campaign began, so that the evening calls it otherwise.
    """

    seat: str
    player: str
    character: str = ""
    life: int = 0
    conscious: bool = True
    joined: bool = True
    newcomer: bool = False
    place: str = ""

    @property
    def name(self) -> str:
        """How the companion calls whoever plays it."""
        return self.player


def seat_name(index: int) -> str:
    """The stable name of a seat by its index in the game's order of players."""
    return f"seat{index + 1}"


def seat_index(seat: str) -> int:
    """The index of a seat, for a prompt's `seat`."""
    return int(seat.removeprefix("seat")) - 1
