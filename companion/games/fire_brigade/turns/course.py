"""The course of the game: Event Phase, Action Phase, the next player (rulebook p. 8 and 9)."""

from __future__ import annotations

from companion.api.text import N, T
from companion.games.fire_brigade.crew import abilities
from companion.games.fire_brigade.ending import winning
from companion.games.fire_brigade.fire import razing, specials
from companion.games.fire_brigade.names import who
from companion.games.fire_brigade.state import NOBLES, START_EVENTS, Turn
from companion.games.fire_brigade.story import record_turn
from companion.games.fire_brigade.transaction import Transaction
from companion.games.fire_brigade.turns import moving


def settle(tx: Transaction) -> bool:
    """The next thing that happens by itself: a phase ends, blocks are turned over, the next turn begins."""
    state = tx.state
    if state.phase == "setup":
        return False
    if winning.crown(tx):
        return True
    if state.tasks:
        return False
    if winning.settle(tx):
        return True
    if state.phase in ("event", "start_events") and state.turn.revealed:
        return _end_event(tx)
    if state.phase == "action" and state.turn.actions <= 0 and not state.turn.free:
        return _end_actions(tx)
    return False


def _turn_over(tx: Transaction) -> bool:
    """At the end of a phase lost blocks are turned over; what a special building does may lose more."""
    lost = {place: tx.state.city[place].special for place in razing.lost(tx.state)}
    if not lost:
        return False
    razing.raze(tx)
    for place, special in lost.items():
        specials.turned(tx, place, special)
    return True


def _end_event(tx: Transaction) -> bool:
    if _turn_over(tx):
        return True
    tx.set_turn(revealed=False)
    if winning.closed(tx):
        return True
    if tx.state.phase == "start_events":
        if tx.state.events < START_EVENTS:
            return True
        tx.tell("events_shuffled", T("Shuffle the other start events into the event deck."))
    begin_actions(tx)
    return True


def begin_actions(tx: Transaction) -> None:
    """The Action Phase of the active player: as many actions as the Leadership track shows (p. 9)."""
    seat, player = tx.state.turn.seat, tx.state.active
    count = player.values["leadership"] + tx.state.turn.bonus - int(player.precious)
    tx.set(phase="action")
    tx.set_turn(actions=count, bonus=0, done=(), free=())
    if player.precious:
        tx.tell("precious_costs", T("{who}: Sir Precious costs an action.", who=player.name), seat=seat)
    text = N("{who} has {n} action.", "{who} has {n} actions.", count, who=player.name)
    tx.tell("actions", text, seat=seat, actions=count)


def _end_actions(tx: Transaction) -> bool:
    if _turn_over(tx):
        return True
    seat = tx.state.turn.seat
    if _fresh_horses(tx, seat):
        return True
    if _again(tx, seat):
        return True
    if winning.evacuated(tx, seat):
        return True
    _next(tx, (seat + 1) % len(tx.state.players))
    return True


def _next(tx: Transaction, seat: int) -> None:
    """A turn begins. What Bernhardt Blaze kept off lasted until now (card text)."""
    record_turn(tx)
    tx.set(phase="event", turn=Turn(seat=seat, number=tx.state.turn.number + 1))
    tx.set_player(seat, sheltered=False)
    tx.tell("turn", T("It is the turn of {who}.", who=who(tx.state, seat)), seat=seat)


def _again(tx: Transaction, seat: int) -> bool:
    """Brother Ben's extra turn follows the own turn. In an evacuation nobody has more than the last one (p. 8)."""
    player, left = tx.state.players[seat], tx.state.left
    if not player.again or left is not None:
        return False
    tx.set_player(seat, again=player.again - 1)
    _next(tx, seat)
    return True


def _fresh_horses(tx: Transaction, seat: int) -> bool:
    """Black Firehouse, side 2: a turn that ends on a block of the Nobles' Rise allows a free Move (card text)."""
    block = tx.state.city.get(tx.state.players[seat].brigade)
    if "horses" in tx.state.turn.done or block is None or block.kind != NOBLES:
        return False
    if not abilities.has(tx.state, seat, "black") or not moving.targets(tx.state, seat):
        return False
    tx.set_turn(free=("horses",), done=(*tx.state.turn.done, "horses"))
    return True
