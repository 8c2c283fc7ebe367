"""How a turn goes on: its beginning, the Trionfi Step, its end, the next player (rulebook p. 8, 11, 12)."""

from __future__ import annotations

from companion.api.game import Args, IllegalMove
from companion.api.text import N, T
from companion.games.turris import tower
from companion.games.turris.names import who
from companion.games.turris.transaction import Transaction, require_phase
from companion.games.turris.turns import rules


def settle(tx: Transaction) -> bool:
    """One step of the course, once no task waits."""
    state = tx.state
    if state.phase != "turns" or state.tasks:
        return False
    if state.step == "":
        _begin(tx)
    elif state.step == "mission":
        tx.set(step="actions" if rules.left(state) > 0 else "trionfi")
    elif state.step == "trionfi":
        _trionfi(tx)
    else:
        return False
    return True


def _begin(tx: Transaction) -> None:
    """A turn begins; nothing of the last one counts any more."""
    tx.set(step="actions", done=(), extra=0, tactics_played=False, mission_done=False, refill=False, grove=())
    text = T("It is the turn of {player}.", player=who(tx.state, tx.state.turn))
    tx.note("turn_began", text, seat=tx.state.turn + 1)


def end_turn(tx: Transaction, args: Args) -> None:
    """Nothing more is done in the Action Step, no (other) Mission completed; the Trionfi Step and the end follow."""
    require_phase(tx.state, "turns", "actions")
    if rules.must(tx.state):
        raise IllegalMove(T("First take both Actions of the turn."), rule="turn", page=8)
    tx.set(step="trionfi", extra=rules.used_extra(tx.state))


def _trionfi(tx: Transaction) -> None:
    """The rooms that the Grove allows, one by one; then the turn ends (p. 11), unless a card gave another Action."""
    first, *rest = tx.state.grove or (0,)
    if first:
        tx.set(grove=tuple(rest))
        tower.ask(tx, tx.state.turn, first)
    elif rules.left(tx.state) > 0:
        tx.set(step="actions")
    else:
        _close(tx)


def _close(tx: Transaction) -> None:
    """Discard down to four Tactics cards, refill the tableau, next player (p. 12)."""
    state = tx.state
    player = state.players[state.turn]
    if player.tactics > rules.HAND:
        over = player.tactics - rules.HAND
        tx.set_player(state.turn, tactics=rules.HAND)
        text = N(
            "{player}: discard {n} Tactics card, down to four.",
            "{player}: discard {n} Tactics cards, down to four.",
            over,
            player=player.name,
        )
        tx.tell("hand_cut", text, seat=state.turn + 1, count=over)
    if state.refill:
        text = T("Refill the Missions to {count} face up.", count=rules.TABLEAU)
        tx.tell("missions_refilled", text, count=rules.TABLEAU)
    _next(tx)


def _next(tx: Transaction) -> None:
    """The player to the left; after the last one the Betrayers (alone) or the Beasts (p. 12, 25)."""
    state = tx.state
    following = (state.turn + 1) % len(state.players)
    if following == state.first:
        tx.set(phase="betrayers" if state.solo else "beasts", step="", done=(), turn=state.first)
    else:
        tx.set(turn=following, step="")
