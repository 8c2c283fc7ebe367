"""Destroyed blocks: turned over at the end of a phase, with everything on them sent home (rulebook p. 5)."""

from __future__ import annotations

from companion.api.game import Urgency
from companion.api.text import T
from companion.games.fire_brigade.fire.flames import show
from companion.games.fire_brigade.names import field_name, who
from companion.games.fire_brigade.state import DESTROYED, State, Step
from companion.games.fire_brigade.transaction import Transaction


def lost(state: State) -> tuple[str, ...]:
    """The blocks whose fire has reached the Destroyed space in this phase."""
    return tuple(place for place, block in state.city.items() if block.fire >= DESTROYED and not block.destroyed)


def raze(tx: Transaction) -> tuple[str, ...]:
    """Turn every lost block to its burnt side; the fields that were turned.

    Renown and Loyalty on it go back to their players, Brigades and Wagons to their Firehouses. The book names the
    Brigades only; a Wagon is a player's token too, and all of those are removed.
    """
    turned, nobody = lost(tx.state), (0,) * len(tx.state.players)
    for place in turned:
        _send_home(tx, place)
        tx.set_block(place, fire=0, destroyed=True, renown=nobody, loyal=-1, stolen=False)
        show(tx, Step(name="raze", target=place))
        text = T("{where} is destroyed.", where=field_name(tx.state, place))
        tx.tell("destroyed", text, Urgency.URGENT, field=place, destroyed=len(tx.state.destroyed))
    return turned


def _send_home(tx: Transaction, place: str) -> None:
    for seat, player in enumerate(tx.state.players):
        name = who(tx.state, seat)
        if player.brigade == place:
            tx.set_player(seat, brigade=player.house)
            text = T("{who}: the Brigade goes back to its Firehouse.", who=name)
            tx.tell("brigade_sent_home", text, seat=seat)
        if player.wagon == place:
            tx.set_player(seat, wagon=player.house)
            text = T("{who}: the Water Wagon goes back to the Firehouse.", who=name)
            tx.tell("wagon_sent_home", text, seat=seat)
