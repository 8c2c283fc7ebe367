"""A turn: what may be done in its Action Step and why not, how it goes on and ends (rulebook p. 8 to 12, 24)."""

from __future__ import annotations

from companion.api import Args, IllegalMove, N, T, Text
from companion.games.turris import places, tower
from companion.games.turris.map import land
from companion.games.turris.names import said_place, who
from companion.games.turris.rewards import able
from companion.games.turris.state import State
from companion.games.turris.transaction import Transaction, require_phase

ACTIONS = 2  # each turn (p. 8)
HAND = 4  # Tactics cards kept at the end of a turn (p. 12)
TABLEAU = 5  # Missions face up (p. 6)
GATHERS_FOR_MORE = 2  # Gather Actions in a turn that bring 1 Ichor on top (p. 9)
REVIVE_COST, LAST_REVIVE_COST = 3, 1  # (p. 9)


def left(state: State) -> int:
    """Actions still to be taken in this turn."""
    return ACTIONS + state.extra - len(state.done)


def must(state: State) -> int:
    """Of those, the ones that have to be taken: both, before any that an effect gave."""
    return max(0, ACTIONS - len(state.done))


def used_extra(state: State) -> int:
    """The Actions on top that were taken; those that were left out are gone once the Action Step is over."""
    return max(0, len(state.done) - ACTIONS)


def require_action(state: State) -> None:
    """Refuse what is no time for an Action."""
    require_phase(state, "turns", "actions")
    if left(state) <= 0:
        raise IllegalMove(T("Both Actions of this turn are taken."), rule="turn", page=8)


def why_no_place(state: State, seat: int) -> Text | None:
    """Why no Place Action can be taken at all."""
    if "collect" in state.done:
        return T("No Scout may be Placed in a turn with a Collect.")
    if not state.players[seat].reserve:
        return T("There is no Scout in your reserve.")
    return None


def why_not_there(state: State, seat: int, place: str) -> Text | None:
    """Why a Scout cannot be Placed in a place, as far as it is known (p. 8, 24, 26)."""
    return places.why_closed(state, place) or _why_not_at_once(state, seat, place)


def _why_not_at_once(state: State, seat: int, place: str) -> Text | None:
    """What is Immediate must be received in full (p. 24)."""
    effects = places.reward(state, place)
    if not places.immediate(state, place) or effects is None:
        return None
    reason = able.why_not(_placed(state, seat, place), seat, effects, place)
    return None if reason is None else T("{place}: {why}", place=said_place(state, place), why=reason)


def _placed(state: State, seat: int, place: str) -> State:
    """As it is when the place gives what it gives: with the Scout there, and no longer in the reserve."""
    tx = Transaction(state)
    tx.set_player(seat, reserve=max(0, state.players[seat].reserve - 1))
    tx.stand(place, seat, 1)
    return tx.state


def open_places(state: State, seat: int) -> tuple[str, ...]:
    """Where a Scout may be Placed, as far as it is known."""
    return tuple(place for place in land.locations(state) if why_not_there(state, seat, place) is None)


def why_no_collect(state: State) -> Text | None:
    """Why no Collect Action can be taken at all."""
    if "place" in state.done:
        return T("Nothing may be Collected in a turn with a Place.")
    if "collect" in state.done:
        return T("Collect may be taken only once in a turn.")
    return None


def revive_cost(state: State, seat: int) -> int:
    """What a Force Revive costs: less while all four Scouts lie in the Graveyard (p. 9)."""
    return LAST_REVIVE_COST if state.players[seat].graveyard == 4 else REVIVE_COST


def payable(state: State, seat: int) -> int:
    """How much Ichor a player can pay, Artifacts included."""
    player = state.players[seat]
    return player.ichor + player.artifacts


# --- how it goes on ---------------------------------------------------------------------------------------------------


def settle(tx: Transaction) -> bool:
    """One step of the course, once no task waits."""
    state = tx.state
    if state.phase != "turns" or state.tasks:
        return False
    if state.step == "":
        _begin(tx)
    elif state.step == "mission":
        tx.set(step="actions" if left(state) > 0 else "trionfi")
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
    if must(tx.state):
        raise IllegalMove(T("First take both Actions of the turn."), rule="turn", page=8)
    tx.set(step="trionfi", extra=used_extra(tx.state))


def end_turn_by_hand(tx: Transaction, args: Args) -> None:
    """The last turn of the round ends, and the table moves the Beasts by itself."""
    tx.set(by_hand=tx.state.round)
    end_turn(tx, args)


def is_last(state: State) -> bool:
    """Whether this is the last turn of the round."""
    return (state.turn + 1) % len(state.players) == state.first


def _trionfi(tx: Transaction) -> None:
    """The rooms that the Grove allows, one by one; then the turn ends (p. 11), unless a card gave another Action."""
    first, *rest = tx.state.grove or (0,)
    if first:
        tx.set(grove=tuple(rest))
        tower.ask(tx, tx.state.turn, first)
    elif left(tx.state) > 0:
        tx.set(step="actions")
    else:
        _close(tx)


def _close(tx: Transaction) -> None:
    """Discard down to four Tactics cards, refill the tableau, next player (p. 12)."""
    state = tx.state
    player = state.players[state.turn]
    if player.tactics > HAND:
        over = player.tactics - HAND
        tx.set_player(state.turn, tactics=HAND)
        text = N(
            "{player}: discard {n} Tactics card, down to four.",
            "{player}: discard {n} Tactics cards, down to four.",
            over,
            player=player.name,
        )
        tx.tell("hand_cut", text, seat=state.turn + 1, count=over)
        tx.todo(
            N(
                "{player}: discard {n} Tactics card, keep four",
                "{player}: discard {n} Tactics cards, keep four",
                over,
                player=player.name,
            ),
            icon="tactics",
        )
    if state.refill:
        text = T("Refill the Missions to {count} face up.", count=TABLEAU)
        tx.tell("missions_refilled", text, count=TABLEAU)
        tx.todo(T("Refill the Missions to {count} face up", count=TABLEAU), icon="missions")
    _next(tx)


def _next(tx: Transaction) -> None:
    """The player to the left; after the last one the Betrayers (alone) or the Beasts (p. 12, 25)."""
    state = tx.state
    following = (state.turn + 1) % len(state.players)
    if is_last(state):
        tx.set(phase="betrayers" if state.solo else "beasts", step="", done=(), turn=state.first)
    else:
        tx.set(turn=following, step="")
