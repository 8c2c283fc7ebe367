"""Scouts on their ways: reserve, places, Graveyard (rulebook p. 8, 9, 21)."""

from __future__ import annotations

from companion.api import N, T
from companion.games.turris import council
from companion.games.turris.names import place_name, who
from companion.games.turris.state import State
from companion.games.turris.transaction import Transaction

RESERVE = "reserve"


def standing(state: State, seat: int) -> dict[str, int]:
    """Where a player's Scouts stand on the board, and how many in each place."""
    return {place: counts[seat] for place, counts in sorted(state.scouts.items()) if counts[seat]}


def place(tx: Transaction, seat: int, where: str) -> None:
    """A Scout goes from the reserve to a place."""
    tx.set_player(seat, reserve=tx.state.players[seat].reserve - 1)
    tx.stand(where, seat, 1)
    text = T("{player} placed a Scout: {place}.", player=who(tx.state, seat), place=place_name(tx.state, where))
    tx.note("placed", text, seat=seat + 1, place=where)


def recall(tx: Transaction, seat: int, where: str) -> None:
    """A Scout goes from a place back to the reserve."""
    tx.stand(where, seat, -1)
    tx.set_player(seat, reserve=tx.state.players[seat].reserve + 1)


def revive(tx: Transaction, seat: int, count: int = 1) -> None:
    """Scouts go from the Graveyard back to the reserve."""
    player = tx.state.players[seat]
    back = min(count, player.graveyard)
    tx.set_player(seat, graveyard=player.graveyard - back, reserve=player.reserve + back)
    text = N("{player}: {n} Scout is back from the Graveyard.", "{player}: {n} Scouts are back from the Graveyard.",
             back, player=player.name)  # fmt: skip
    tx.tell("revived", text, seat=seat + 1, count=back)
    if back:
        tx.todo(N("{player}: {n} Scout from the Graveyard into your reserve",
                   "{player}: {n} Scouts from the Graveyard into your reserve", back, player=player.name),
                 icon="scout")  # fmt: skip


def lay(tx: Transaction, seat: int, where: str) -> None:
    """A Scout goes from a place (or the reserve) to the Graveyard; the Council token has still to be moved for it."""
    if where == RESERVE:
        tx.set_player(seat, reserve=tx.state.players[seat].reserve - 1)
    else:
        tx.stand(where, seat, -1)
    tx.set_player(seat, graveyard=tx.state.players[seat].graveyard + 1)


def to_graveyard(tx: Transaction, seat: int, where: str) -> None:
    """A Scout goes from a place to the Graveyard, and its owner's Council token goes on (p. 21)."""
    lay(tx, seat, where)
    council.advance(tx, seat)
