"""Moving a Water Wagon: anywhere that is not destroyed and free of other players (rulebook p. 11)."""

from __future__ import annotations

from companion.api.game import IllegalMove
from companion.api.text import T
from companion.games.fire_brigade.names import field_name, who
from companion.games.fire_brigade.state import State
from companion.games.fire_brigade.transaction import Transaction
from companion.games.fire_brigade.turns.moving import ruined


def targets(state: State, seat: int) -> tuple[str, ...]:
    """Where the Wagon can go. Fire and ruins on the way do not matter; it may stand with its own Brigade."""
    taken = {place for at, one in enumerate(state.players) if at != seat for place in (one.brigade, one.wagon)}
    here = state.players[seat].wagon
    return tuple(place for place in state.fields if place != here and place not in taken and not ruined(state, place))


def move(tx: Transaction, seat: int, target: str) -> None:
    """Move the Wagon."""
    if target not in targets(tx.state, seat):
        where = field_name(tx.state, target)
        if target not in tx.state.fields:
            text = T("{where}: there is no Firehouse in this corner.", where=where)
            raise IllegalMove(text, rule="actions.wagon", page=11)
        raise IllegalMove(
            T("{where}: a Wagon goes to any block that is not destroyed and has no other player's Brigade or Wagon.",
              where=where), rule="actions.wagon", page=11)  # fmt: skip
    tx.set_player(seat, wagon=target)
    text = T("{who}: the Water Wagon moved to {where}.", who=who(tx.state, seat), where=field_name(tx.state, target))
    tx.tell("wagon_moved", text, seat=seat, to=target)
