"""Every number, set by hand: "the table says 7"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.api import T, Text, Value, verbatim
from companion.games.torrenar import turn
from companion.games.torrenar.names import seat_pick, seat_value
from companion.games.torrenar.state import SETUP_STEPS, State
from companion.games.torrenar.transaction import Transaction, tell_smokestack
from companion.toolkit import GameModule, Settable, grouped, pick, whole

MOST_IN_A_PILE = 300


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """All that can be set by hand at this moment."""
    if state.step not in SETUP_STEPS:
        ask = seat_pick(state, "turn", T("Whose turn"))
        yield Settable(ask, seat_value(state.turn), _put_turn, T("Round the table"))
    yield from grouped(T("Stacks"), _shared(state))
    for seat, player in enumerate(state.players):
        yield from grouped(verbatim(player.name), _of_player(state, seat))


def _shared(state: State) -> Iterator[Settable[Transaction]]:
    """The stacks, and the cards beside them."""
    yield _pile("smokestack", T("Cards in the Smokestack"), state.smokestack)
    yield _pile("forfeit", T("Cards in the Forfeit pile"), state.forfeit)
    yield _pile("mitigated", T("Cards Mitigated"), state.mitigated)
    if state.action_stack is not None:
        yield _pile("action_stack", T("Cards in the Action stack"), state.action_stack)
        yield _side("court_victory", T("Court Victory"), COURT_VICTORY, "below" if state.court_victory_below else "up")
    yield _side("reprieve", T("Reprieve"), REPRIEVE, state.reprieve)
    yield _side("hourglass", T("Art card of the Smokestack"), HOURGLASS, state.hourglass)


def _put_turn(tx: Transaction, value: Value) -> None:
    tx.set(last=None)
    turn.begin(tx, int(value) - 1)


def _pile(name: str, label: Text, now: int) -> Settable[Transaction]:
    """A pile that all have in common."""

    def put(tx: Transaction, value: Value) -> None:
        smokestack = tx.state.smokestack
        tx.set(**{name: int(value)})
        tell_smokestack(tx, smokestack)

    return Settable(whole(name, label, MOST_IN_A_PILE), now, put)


def _side(name: str, label: Text, sides: Mapping[str, Text], now: str) -> Settable[Transaction]:
    """Where Court Victory is, and which side of a card lies up."""

    def put(tx: Transaction, value: Value) -> None:
        if name == "court_victory":
            tx.set(court_victory_below=value == "below")
        else:
            tx.set(**{name: str(value)})

    return Settable(pick(name, label, sides), now, put)


COURT_VICTORY = {"below": T("at the bottom of the Action stack"), "up": T("has come up")}
REPRIEVE = {"face_down": T("face-down"), "face_up": T("face-up"), "gone": T("gone")}
HOURGLASS = {"down": T("hourglass side down"), "up": T("hourglass side up")}


def _of_player(state: State, seat: int) -> Iterator[Settable[Transaction]]:
    player = state.players[seat]
    labels = {
        "draw": T("Draw pile of {player}", player=player.name),
        "hand": T("Hand of {player}", player=player.name),
        "discard": T("Discard pile of {player}", player=player.name),
        "hidden": T("Pollutants in Draw pile and Hand of {player}", player=player.name),
        "shown": T("Pollutants in the Discard pile of {player}", player=player.name),
    }
    most = {"hidden": player.draw + player.hand, "shown": player.discard}
    for pile, label in labels.items():
        ask = whole(f"{pile}_{seat + 1}", label, most.get(pile, MOST_IN_A_PILE))
        yield Settable(ask, getattr(player, pile), _put_player(seat, pile))


def _put_player(seat: int, pile: str) -> Callable[[Transaction, Value], None]:
    """One pile of a player; its Pollutants can never be more than its cards."""

    def put(tx: Transaction, value: Value) -> None:
        tx.set_player(seat, **{pile: int(value)})
        player = tx.state.players[seat]
        hidden = min(player.hidden, player.draw + player.hand)
        tx.set_player(seat, hidden=hidden, shown=min(player.shown, player.discard))

    return put


MODULE: GameModule[State, Transaction] = GameModule(name="corrections", settables=settables)
