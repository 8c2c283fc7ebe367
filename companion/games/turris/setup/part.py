"""Setting the game up (rulebook p. 6 and 7)."""

from __future__ import annotations

from companion.game import Ask, Table
from companion.games.turris.parts import Part
from companion.games.turris.state import BEASTS, SPOTS, Beast, Player, State

SEATS = range(1, 5)


def asked(players: int) -> tuple[Ask, ...]:
    """What is chosen before the first move."""
    return ()


def first_state(table: Table) -> State:
    """The table as it is laid out: Beasts on A to D in their order, 4 Scouts and 3 Ichor each (p. 6)."""
    return State(
        players=tuple(Player(name=name) for name in table.players),
        choices=dict(table.choices),
        board=dict(table.board),
        beasts=tuple(Beast(name=name, at=spot) for name, spot in zip(BEASTS, SPOTS, strict=True)),
        sites=dict.fromkeys(SPOTS[: len(table.players)], ""),
        fast="harrow",
    )


PART = Part(name="setup")
