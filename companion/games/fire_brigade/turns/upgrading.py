"""Upgrading a track of the Firehouse board: one space, once a turn (rulebook p. 11).

What the circles show beyond the ends of a track is only printed on the boards: it is asked once for each circle.
"""

from __future__ import annotations

from companion.api import Args, IllegalMove, Move, Offer, Prompt, T, Urgency
from companion.games.fire_brigade import house_rules
from companion.games.fire_brigade.crew import cards
from companion.games.fire_brigade.crew.triggers import FREE_RECRUIT
from companion.games.fire_brigade.names import TRACK_NAMES, who
from companion.games.fire_brigade.state import AT_MOST, State
from companion.games.fire_brigade.transaction import Transaction
from companion.toolkit import number, require_task, whole, word

CIRCLE = "circle"
BLUE_ACTIONS = 2  # of the Leadership track (p. 11)
PLAIN, BLUE = "plain", "blue"
MOST = max(AT_MOST.values())


def check(value: str) -> None:
    """Refuse what no circle shows."""
    shown, _, blue = value.strip().partition(" ")
    if not shown.isdigit() or int(shown) > MOST or blue not in ("", BLUE):
        raise IllegalMove(T("Write the number at the circle, and “blue” after it where it is the blue one."))


def fact(state: State, track: str, circle: int) -> str:
    """The name of the board fact: what a circle of a track shows, as "4" or "6 blue". The two sides of the boards may
    differ, the colours do not (p. 3 tells of one board)."""
    side = 2 if house_rules.rule(state, "sides") == "advanced" else 1
    return f"circle.{side}.{track}.{circle}"


def complete(state: State, seat: int, track: str) -> bool:
    """Whether a track has reached its blue circle."""
    return track in state.players[seat].blue


def raise_track(tx: Transaction, seat: int, track: str) -> None:
    """Move a tracker one circle on; what it shows is known, or asked."""
    if complete(tx.state, seat, track):
        raise IllegalMove(
            T("{track}: this track is complete.", track=TRACK_NAMES[track]), rule="actions.upgrade", page=11
        )
    player = tx.state.players[seat]
    circle = player.circles[track] + 1
    tx.set_player(seat, circles={**player.circles, track: circle})
    tx.ask(CIRCLE, seat=seat, about=track, count=circle)


def arrive(tx: Transaction, seat: int, track: str, value: int, *, blue: bool) -> None:
    """A tracker stands on a circle of this value."""
    player = tx.state.players[seat]
    rose = value > player.values[track]
    tx.set_player(seat, values={**player.values, track: value}, blue=(*player.blue, track) if blue else player.blue)
    text = T("{who}, {track}: {value}.", who=who(tx.state, seat), track=TRACK_NAMES[track], value=value)
    tx.tell("upgraded", text, seat=seat, track=track, value=value)
    order = T("{who}: {track}, tracker on to {value}", who=who(tx.state, seat), track=TRACK_NAMES[track], value=value)
    tx.todo(order, track)
    if track == "leadership" and rose and _in_action(tx.state, seat):
        _more_actions(tx, 1)  # at once, in the same turn (p. 11)
    if blue:
        _bonus(tx, seat, track)


def _bonus(tx: Transaction, seat: int, track: str) -> None:
    """The bonus of a blue circle (p. 11). The Wagon's is for good: see `wagons`."""
    tx.tell("track_complete", T("{who}: the track {track} is complete.", who=who(tx.state, seat),
                                   track=TRACK_NAMES[track]), Urgency.PLAIN, seat=seat, track=track)  # fmt: skip
    if track == "crew":
        tx.ask(FREE_RECRUIT, seat=seat, about="bonus")
    if track == "leadership" and _in_action(tx.state, seat):
        _more_actions(tx, BLUE_ACTIONS)
    elif track == "leadership" and seat == tx.state.turn.seat:  # an event card before the Action Phase
        tx.set_turn(bonus=tx.state.turn.bonus + BLUE_ACTIONS)
    if cards.has(tx.state, seat, "ben"):
        tx.set_player(seat, again=tx.state.players[seat].again + 1)
        text = T("{who}: Brother Ben gives one more turn.", who=who(tx.state, seat))
        tx.tell("again", text, seat=seat)


def _in_action(state: State, seat: int) -> bool:
    return seat == state.turn.seat and state.phase == "action"


def _more_actions(tx: Transaction, count: int) -> None:
    tx.set_turn(actions=tx.state.turn.actions + count)
    tx.note("more_actions", T("Actions left: {n}.", n=tx.state.turn.actions), actions=count)


def settle(tx: Transaction) -> bool:
    """A circle that was told before is not asked again, not even within one event that moves everybody on."""
    task = tx.state.tasks[0] if tx.state.tasks else None
    known = task and task.kind == CIRCLE and tx.state.board.get(fact(tx.state, task.about, task.count))
    if not task or not known:
        return False
    tx.finish_task()
    value, _, blue = str(known).partition(" ")
    arrive(tx, task.seat, task.about, int(value), blue=blue == BLUE)
    return True


# --- what a circle shows ----------------------------------------------------------------------------------------------


def tell(tx: Transaction, args: Args) -> None:
    """What the circle shows, read off the board; it is kept."""
    task = require_task(tx.state, CIRCLE)
    value, blue = number(args, "value"), word(args, "circle") == BLUE
    now = tx.state.players[task.seat].values[task.about]
    if not now <= value <= AT_MOST[task.about]:
        raise IllegalMove(
            T("{track}: from {least} to {most}.", track=TRACK_NAMES[task.about], least=now, most=AT_MOST[task.about]),
            rule="actions.upgrade", page=11)  # fmt: skip
    tx.finish_task()
    tx.learn(fact(tx.state, task.about, task.count), f"{value} {BLUE}" if blue else str(value))
    arrive(tx, task.seat, task.about, value, blue=blue)


def prompt(state: State) -> Prompt:
    """Read the circle off the board."""
    task = state.tasks[0]
    now = state.players[task.seat].values[task.about]
    ask = whole("value", T("Number at the circle"), AT_MOST[task.about], at_least=now)
    offers = (
        Offer(move=Move("circle", {"circle": PLAIN}), label=T("The circle shows:"), asks=(ask,), icon="upgrade"),
        Offer(move=Move("circle", {"circle": BLUE}), label=T("It is the blue circle, and shows:"), asks=(ask,),
              icon="upgrade"),
    )  # fmt: skip
    return Prompt(
        name="upgrade.circle",
        do=T("{who}, what does circle {n} of the track {track} show?", who=who(state, task.seat), n=task.count + 1,
             track=TRACK_NAMES[task.about]),
        offers=offers,
        more=T("The yellow one at the start is circle one. It is asked once. Some circles repeat the number before."),
        seat=task.seat,
        rule="actions.upgrade",
    )  # fmt: skip
