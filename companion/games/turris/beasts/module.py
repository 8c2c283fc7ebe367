"""The Beasts, put together: what happens by itself, what is asked, shown, and set by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.api import N, Note, Panel, T, Text, Token, TokenRow, Value, Widget
from companion.games.turris.beasts import hunting, paying, pushing, steering, steps
from companion.games.turris.beasts.paths import speed
from companion.games.turris.map import drawing
from companion.games.turris.map.land import by_hand, locations, told
from companion.games.turris.names import BEAST_NAMES, place_name
from companion.games.turris.state import BEASTS, NOWHERE, PLACES, Beast, State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit import GameModule, Settable, grouped, pick

# --- set by hand ------------------------------------------------------------------------------------------------------


YES_NO: Mapping[str, Text] = {"no": T("No"), "yes": T("Yes")}
OUT = "out"


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """Where each Beast is and whether it is flipped, the Fruit, the Altar token and the Beast Speed token."""
    for name in BEASTS:
        yield from _beast(state, name)
    yield _fruit(state)
    now = "yes" if by_hand(state) else "no"
    if told(state):
        yield Settable(pick("by_hand", T("The Beasts are moved by hand this round"), YES_NO), now, _put_by_hand)
    altar = {NOWHERE: T("No Effect"), **BEAST_NAMES}
    yield Settable(pick("altar", T("Altar token"), altar), state.altar, lambda tx, value: tx.set(altar=str(value)))
    speed = {OUT: T("Set aside"), **BEAST_NAMES}
    yield Settable(pick("fast", T("Beast Speed token"), speed), state.fast or OUT, _put_speed)


def _put_by_hand(tx: Transaction, value: Value) -> None:
    tx.set(by_hand=tx.state.round if value == "yes" else 0)


def _put_speed(tx: Transaction, value: Value) -> None:
    tx.set(fast="" if value == OUT else str(value))


def _beast(state: State, name: str) -> Iterator[Settable[Transaction]]:
    beast = state.beast(name)
    places = {
        place: place_name(state, place)
        for place in PLACES
        if state.beast_at(place) in (None, beast)  # a spot without Site, too: it may not have left it after all
    }
    ask = pick(f"{name}_at", T("{beast}: where", beast=BEAST_NAMES[name]), {**places, OUT: T("Out of the game")})
    yield Settable(ask, beast.at if beast else OUT, lambda tx, value: _put_beast(tx, name, str(value)))
    if beast:
        flipped = pick(f"{name}_flipped", T("{beast}: flipped", beast=BEAST_NAMES[name]), YES_NO)
        now = "yes" if beast.flipped else "no"
        yield Settable(flipped, now, lambda tx, value: tx.set_beast(name, flipped=value == "yes"))


def _put_beast(tx: Transaction, name: str, place: str) -> None:
    """A correction has no effect on Scouts: the table has seen to it."""
    others = [beast for beast in tx.state.beasts if beast.name != name]
    old = tx.state.beast(name)
    if place != OUT:
        others.append(Beast(name=name, at=place, flipped=old.flipped if old else False))
    tx.set(beasts=tuple(sorted(others, key=lambda beast: BEASTS.index(beast.name))))


def _fruit(state: State) -> Settable[Transaction]:
    places = {place: place_name(state, place) for place in locations(state)}
    ask = pick("fruit", T("Fruit token"), {OUT: T("Beside the board"), **places})
    return Settable(ask, state.fruit or OUT, lambda tx, value: tx.set(fruit="" if value == OUT else str(value)))


# --- shown ------------------------------------------------------------------------------------------------------------


def panels(state: State) -> tuple[Panel, ...]:
    """In the order in which they act."""
    tokens = tuple(_token(state, beast) for beast in state.beasts)
    row = TokenRow(label=T("In the order in which they act"), tokens=tokens, places=len(BEASTS), main=True)
    return (Panel(name="beasts", title=T("Beasts"), widgets=(row, *_notes(state)), icon="beasts"),)


def _token(state: State, beast: Beast) -> Token:
    """A flipped Beast is dark; one with two steps stands out."""
    name = BEAST_NAMES[beast.name]
    label = T("{beast}, two steps", beast=name) if speed(state, beast.name) > 1 else name
    label = T("{beast}, flipped", beast=name) if beast.flipped else label
    tone = "danger" if speed(state, beast.name) > 1 else "plain"
    return Token(label=label, lit=not beast.flipped, tone=tone, icon=beast.name)


def _notes(state: State) -> Iterator[Widget]:
    altar = BEAST_NAMES[state.altar] if state.altar != NOWHERE else T("No Effect")
    yield Note(text=T("Altar token: {spot}.", spot=altar), rule="cleanup")
    yield Note(text=_speed_token(state), rule="beasts.move")
    if state.fruit:
        yield Note(text=T("All go for the Fruit: {place}.", place=place_name(state, state.fruit)), rule="fruit")
    if state.endgame:
        yield Note(text=_left(state), tone="danger", rule="endgame")


def _speed_token(state: State) -> Text:
    if not state.fast:
        return T("Beast Speed token: set aside.")
    return T("Beast Speed token: under {beast}.", beast=BEAST_NAMES[state.fast])


def _left(state: State) -> Text:
    """One Beast leaves in each Beast Phase; the present round counts while its Beast Phase still removes one."""
    phases = len(state.beasts)
    if state.phase == "beasts" and not state.closing:
        phases += 1
    if not phases:
        return T("No Beast Phase is left.")
    return N(
        "The game ends after {n} more Beast Phase.",
        "The game ends after {n} more Beast Phases.",
        phases,
    )


# --- put together -----------------------------------------------------------------------------------------------------


# What a task at the head does by itself; False where somebody has to choose.
BY_ITSELF: Mapping[str, Callable[[Transaction, Task], bool]] = {
    hunting.ACT: hunting.act,
    pushing.CHAIN: hunting.chain,
    pushing.COUNCIL: pushing.step_council,
    hunting.CHOOSE: hunting.chosen,
    hunting.HAND: hunting.handed,
    steps.SHIELD: paying.settle_shield,
    steps.DEVOUR: pushing.devour,
    steps.PUSH: pushing.push,
    steps.PAY: paying.pay,
    steps.BETRAYER: pushing.drive,
    pushing.DRIVE: pushing.drive,
    steering.STEER: steering.settle_steering,
    steering.FLIP: steering.settle_flipping,
}


def _settle(tx: Transaction) -> bool:
    if tx.state.tasks:
        task = tx.state.tasks[0]
        return task.kind in BY_ITSELF and BY_ITSELF[task.kind](tx, task)
    return hunting.settle(tx)


MODULE: GameModule[State, Transaction] = GameModule(
    name="beasts",
    moves={
        **hunting.MOVES,
        **paying.SHIELD_MOVES,
        **pushing.MOVES,
        **paying.PAY_MOVES,
        **steering.STEER_MOVES,
        **steering.FLIP_MOVES,
        **steering.FRUIT_MOVES,
    },
    tasks={
        hunting.CHOOSE: hunting.choose_prompt,
        hunting.HAND: hunting.hand_prompt,
        steps.SHIELD: paying.shield_prompt,
        steps.BETRAYER: pushing.prompt,
        steps.PAY: paying.pay_prompt,
        pushing.DRIVE: pushing.prompt,
        steering.STEER: steering.steer_prompt,
        steering.FLIP: steering.flip_prompt,
        steering.FRUIT: steering.fruit_prompt,
    },
    prompts=drawing.pressing,
    settle=_settle,
    panels=panels,
    settables=lambda state: grouped(T("Beasts"), settables(state)),
)
