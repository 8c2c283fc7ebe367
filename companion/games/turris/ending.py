"""The endgame, and how the game ends (rulebook p. 20; alone p. 27)."""

from __future__ import annotations

from companion.api import N, T, Text, Urgency
from companion.games.turris import supply
from companion.games.turris.names import who
from companion.games.turris.state import BEASTS, State
from companion.games.turris.transaction import Transaction
from companion.toolkit import GameModule, seat_name

ROOMS = 6  # Tower Rooms (p. 20)
MOST_PRESTIGE = 40  # (p. 20)
WON, LOST = "won", "lost"
BY_ROOMS, BY_HAND = "rooms", "hand"  # reasons for the endgame besides the seats with 40 Prestige


def settle(tx: Transaction) -> bool:
    """The endgame is triggered; alone, the game ends at once."""
    if tx.state.phase in ("setup", "over"):
        return False
    return _alone(tx) if tx.state.solo else _trigger(tx)


def _trigger(tx: Transaction) -> bool:
    """All six Tower Rooms are built, or somebody has 40 Prestige (p. 20)."""
    state = tx.state
    new = tuple(reason for reason in _reasons(state) if reason not in state.reasons)
    if not new:
        return False
    tx.set(endgame=True, reasons=(*state.reasons, *new))
    if not state.endgame:
        _begin(tx)
    return True


def _reasons(state: State) -> tuple[str, ...]:
    """What triggers the endgame as things stand: the seats with 40 Prestige, and six rooms of all players together."""
    seats = (seat_name(seat) for seat, player in enumerate(state.players) if player.prestige >= MOST_PRESTIGE)
    rooms = sum(player.tower for player in state.players) >= ROOMS
    return (*seats, *((BY_ROOMS,) if rooms else ()))


def _begin(tx: Transaction) -> None:
    state = tx.state
    more = 3 if state.phase == "turns" else 4
    text = N(
        "The endgame has begun: after this round there is {n} more.",
        "The endgame has begun: after this round there are {n} more.",
        more,
    )
    tx.tell("endgame", text, Urgency.URGENT, rounds=more)


def corrected(tx: Transaction, before: State, reason: str) -> None:
    """Prestige or rooms were set by hand: if nothing else had begun the endgame, it has not begun after all. Alone, a
    game that they ended goes on."""
    if before.solo:
        _go_on(tx)
        return
    held = reason in _reasons(before) and reason not in _reasons(tx.state)
    if tx.state.phase == "over" or not before.endgame or not held:
        return
    had = {*before.reasons, *_reasons(before)}
    tx.set(reasons=tuple(sorted(had - {reason})))
    if not tx.state.reasons:
        _take_back(tx)


def _take_back(tx: Transaction) -> None:
    tx.set(endgame=False, closing=False)
    if len(tx.state.beasts) == len(BEASTS):
        text = T("The endgame has not begun after all.")
    else:
        text = T("The endgame has not begun after all. Put the Beasts back, and set by hand where they are.")
    tx.tell("endgame_taken_back", text, Urgency.URGENT)


def set_by_hand(tx: Transaction, begun: bool) -> None:
    """Whether the endgame has begun, set by hand; where its conditions hold, it begins again."""
    tx.set(endgame=begun, closing=begun and tx.state.closing, reasons=(BY_HAND,) if begun else ())


def _go_on(tx: Transaction) -> None:
    """The game as it was before it ended; if it still ends, it does so again."""
    stopped = tx.state.stopped
    if stopped is not None:
        tx.set(ended="", phase=stopped.phase, step=stopped.step, tasks=stopped.tasks, stopped=None)


def _alone(tx: Transaction) -> bool:
    """Who reaches 40 Prestige first wins (p. 27)."""
    state = tx.state
    if state.players[0].prestige >= MOST_PRESTIGE:
        win(tx, T("You have reached 40 Prestige before the Betrayers: you have won!"))
    elif state.betrayer_prestige >= MOST_PRESTIGE:
        tx.tell("lost", T("The Betrayers have reached 40 Prestige: you have lost."), Urgency.FINAL)
        tx.end(LOST)
    else:
        return False
    return True


def win(tx: Transaction, text: Text) -> None:
    """The lone player has won."""
    tx.tell("won", text, Urgency.FINAL)
    tx.end(WON)


def finish(tx: Transaction) -> None:
    """No Beast is left at the end of the Cleanup Phase: the game is over (p. 20)."""
    tx.tell("game_over", _winner(tx.state), Urgency.FINAL, seat=ranking(tx.state)[0] + 1)
    tx.end("beasts_gone")


def ranking(state: State) -> tuple[int, ...]:
    """The seats, the winner first: most Prestige, then most resources (an Artifact is none), then the nearest to the
    First Player in turn order (p. 20)."""
    return tuple(sorted(state.order(), key=lambda seat: (-state.players[seat].prestige, -supply.wealth(state, seat))))


def _winner(state: State) -> Text:
    best, *others = ranking(state)
    name, points = who(state, best), state.players[best].prestige
    tied = [seat for seat in others if state.players[seat].prestige == points]
    if not tied:
        return T("{name} wins with Prestige: {points}.", name=name, points=points)
    wealth = supply.wealth(state, best)
    if all(supply.wealth(state, seat) < wealth for seat in tied):
        return T(
            "{name} wins: Prestige {points}, and the most resources among equals: {count}.",
            name=name,
            points=points,
            count=wealth,
        )
    return T(
        "{name} wins: Prestige {points}, and among equals the nearest in turn order to the First Player.",
        name=name,
        points=points,
    )


def ending(state: State) -> Text | None:
    """How it ended; None while it goes on."""
    if not state.ended:
        return None
    if state.ended == WON:
        return T("Humanity is saved: you have won!")
    if state.ended == LOST:
        return T("The Betrayers have won: you have lost.")
    return _winner(state)


MODULE: GameModule[State, Transaction] = GameModule(name="ending", settle=settle)
