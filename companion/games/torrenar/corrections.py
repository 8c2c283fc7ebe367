"""Every number, set by hand: "the table says 7"."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import Choice, Correction, IllegalMove, Outcome, Pick, Value, Whole
from companion.api.text import T, Text
from companion.games.torrenar.state import SETUP_STEPS, State, outcome
from companion.games.torrenar.turn import smokestack_news, turn_began
from companion.games.torrenar.words import seat_pick, seat_value

MOST_IN_A_PILE = 300


def corrections(state: State) -> tuple[Correction, ...]:
    """All that can be set by hand at this moment."""
    own = (one for seat in state.seats for one in _of_player(state, seat))
    return (*_of_turn(state), *_of_stacks(state), *own)


def correct(state: State, name: str, value: Value) -> Outcome[State]:
    """The table is right and the books were not. Raises IllegalMove for a name that is not among the adjustables."""
    if name not in {one.ask.name for one in corrections(state)}:
        raise IllegalMove(T("There is nothing called {name} to set in this game now.", name=name))
    if name == "turn":
        return outcome(*turn_began(replace(state, turn=int(value) - 1, last=None)))
    if name in ("reprieve", "hourglass"):
        return outcome(replace(state, **{name: str(value)}))  # type: ignore[arg-type]
    if name == "court_victory":
        return outcome(replace(state, court_victory_below=value == "below"))
    if name in ("smokestack", "action_stack", "forfeit", "mitigated"):
        return _stack_set(state, name, int(value))
    return outcome(_player_set(state, name, int(value)))


def _stack_set(state: State, name: str, value: int) -> Outcome[State]:
    after = replace(state, **{name: value})  # type: ignore[arg-type]
    return outcome(after, *(smokestack_news(state, after) if name == "smokestack" else ()))


def _player_set(state: State, name: str, value: int) -> State:
    """One pile of a player; its Pollutants can never be more than its cards."""
    books, number = name.rsplit("_", 1)
    seat = int(number) - 1
    player = replace(state.players[seat], **{books: value})  # type: ignore[arg-type]
    hidden = min(player.hidden, player.draw + player.hand)
    return state.with_player(
        seat,
        draw=player.draw,
        hand=player.hand,
        discard=player.discard,
        hidden=hidden,
        shown=min(player.shown, player.discard),
    )


def _of_turn(state: State) -> tuple[Correction, ...]:
    if state.step in SETUP_STEPS:
        return ()
    return (Correction(ask=replace(seat_pick(state), name="turn", label=T("Whose turn")), now=seat_value(state.turn)),)


def _of_stacks(state: State) -> tuple[Correction, ...]:
    whole = [
        _whole("smokestack", T("Cards in the Smokestack"), state.smokestack),
        _whole("forfeit", T("Cards in the Forfeit pile"), state.forfeit),
        _whole("mitigated", T("Cards Mitigated"), state.mitigated),
    ]
    if state.action_stack is not None:
        whole.append(_whole("action_stack", T("Cards in the Action stack"), state.action_stack))
        whole.append(_court_victory(state))
    return (*whole, _reprieve(state), _hourglass(state))


def _court_victory(state: State) -> Correction:
    choices = (
        Choice(value="below", label=T("at the bottom of the Action stack")),
        Choice(value="up", label=T("has come up")),
    )
    now = "below" if state.court_victory_below else "up"
    return Correction(ask=Pick(name="court_victory", label=T("Court Victory"), choices=choices), now=now)


def _reprieve(state: State) -> Correction:
    choices = (
        Choice(value="face_down", label=T("face-down")),
        Choice(value="face_up", label=T("face-up")),
        Choice(value="gone", label=T("gone")),
    )
    return Correction(ask=Pick(name="reprieve", label=T("Reprieve"), choices=choices), now=state.reprieve)


def _hourglass(state: State) -> Correction:
    choices = (Choice(value="down", label=T("hourglass side down")), Choice(value="up", label=T("hourglass side up")))
    return Correction(
        ask=Pick(name="hourglass", label=T("Art card of the Smokestack"), choices=choices), now=state.hourglass
    )


def _of_player(state: State, seat: int) -> tuple[Correction, ...]:
    player = state.players[seat]
    labels = {
        "draw": T("Draw pile of {player}", player=player.name),
        "hand": T("Hand of {player}", player=player.name),
        "discard": T("Discard pile of {player}", player=player.name),
        "hidden": T("Pollutants in Draw pile and Hand of {player}", player=player.name),
        "shown": T("Pollutants in the Discard pile of {player}", player=player.name),
    }
    most = {"hidden": player.draw + player.hand, "shown": player.discard}
    return tuple(
        _whole(f"{books}_{seat + 1}", label, getattr(player, books), most.get(books, MOST_IN_A_PILE))
        for books, label in labels.items()
    )


def _whole(name: str, label: Text, now: int, most: int = MOST_IN_A_PILE) -> Correction:
    return Correction(ask=Whole(name=name, label=label, at_most=most), now=now)
