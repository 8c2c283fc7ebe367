"""How a turn goes on: its beginning, the Trionfi Step, its end, the next player (rulebook p. 8, 11, 12)."""

from __future__ import annotations

from companion.api.game import Args, IllegalMove
from companion.api.text import N, T
from companion.games.turris import tower
from companion.games.turris.books import Books, require_phase
from companion.games.turris.names import who
from companion.games.turris.turns import rules


def settle(books: Books) -> bool:
    """One step of the course, once no task waits."""
    state = books.state
    if state.phase != "turns" or state.tasks:
        return False
    if state.step == "":
        _begin(books)
    elif state.step == "mission":
        books.set(step="actions" if rules.left(state) > 0 else "trionfi")
    elif state.step == "trionfi":
        _trionfi(books)
    else:
        return False
    return True


def _begin(books: Books) -> None:
    """A turn begins; nothing of the last one counts any more."""
    books.set(step="actions", done=(), extra=0, tactics_played=False, mission_done=False, refill=False, grove=())
    text = T("It is the turn of {player}.", player=who(books.state, books.state.turn))
    books.note("turn_began", text, seat=books.state.turn + 1)


def end_turn(books: Books, args: Args) -> None:
    """Nothing more is done in the Action Step, no (other) Mission completed; the Trionfi Step and the end follow."""
    require_phase(books.state, "turns", "actions")
    if rules.must(books.state):
        raise IllegalMove(T("First take both Actions of the turn."), rule="turn", page=8)
    books.set(step="trionfi", extra=rules.used_extra(books.state))


def _trionfi(books: Books) -> None:
    """The rooms that the Grove allows, one by one; then the turn ends (p. 11), unless a card gave another Action."""
    first, *rest = books.state.grove or (0,)
    if first:
        books.set(grove=tuple(rest))
        tower.ask(books, books.state.turn, first)
    elif rules.left(books.state) > 0:
        books.set(step="actions")
    else:
        _close(books)


def _close(books: Books) -> None:
    """Discard down to four Tactics cards, refill the tableau, next player (p. 12)."""
    state = books.state
    player = state.players[state.turn]
    if player.tactics > rules.HAND:
        over = player.tactics - rules.HAND
        books.set_player(state.turn, tactics=rules.HAND)
        text = N(
            "{player}: discard {n} Tactics card, down to four.",
            "{player}: discard {n} Tactics cards, down to four.",
            over,
            player=player.name,
        )
        books.tell("hand_cut", text, seat=state.turn + 1, count=over)
    if state.refill:
        text = T("Refill the Missions to {count} face up.", count=rules.TABLEAU)
        books.tell("missions_refilled", text, count=rules.TABLEAU)
    _next(books)


def _next(books: Books) -> None:
    """The player to the left; after the last one the Betrayers (alone) or the Beasts (p. 12, 25)."""
    state = books.state
    following = (state.turn + 1) % len(state.players)
    if following == state.first:
        books.set(phase="betrayers" if state.solo else "beasts", step="", done=(), turn=state.first)
    else:
        books.set(turn=following, step="")
